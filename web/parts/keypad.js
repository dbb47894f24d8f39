import { element } from "../app/element.js";
import { t } from "../app/i18n.js";

const CHIPS = [1, 2, 3, 4, 5, 6, 8, 12];
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];
const MOST = 29;

/** The points before they are pegged: chips that add up, or a pad to type on. Both gather in one pending number. */
export class Keypad {
  #points = 0;
  #typing = false;
  #changed;
  #refused;
  #pending = element("output", { class: "pending" });
  #swap = element("button", { type: "button", class: "quiet swap", onclick: () => this.#turn() });
  #keys = element("div", { class: "keys" });

  /**
   * @param {(points: number) => void} changed called when the pending number is another
   * @param {(words: string) => void} refused called with the reason when a key does nothing
   * @param {HTMLElement} beside what stands at the end of the row
   */
  constructor(changed, refused, beside) {
    this.#changed = changed;
    this.#refused = refused;
    const clear = element("button", { type: "button", class: "quiet", onclick: () => this.clear() }, t("table.clear"));
    this.node = element(
      "div",
      { class: "keypad" },
      element("div", { class: "entry-row" }, this.#pending, clear, this.#swap, beside),
      this.#keys,
    );
    this.#show();
    this.#lay();
  }

  /** The pending number; 0 for none. */
  get points() {
    return this.#points;
  }

  /** Begins anew. */
  clear() {
    this.#put(0);
  }

  #turn() {
    this.#typing = !this.#typing;
    this.#lay();
  }

  #lay() {
    this.#swap.textContent = t(this.#typing ? "table.chips" : "table.pad");
    this.#keys.classList.toggle("typing", this.#typing);
    const keys = this.#typing
      ? DIGITS.map((digit) => key(String(digit), null, () => this.#put(this.#points * 10 + digit)))
      : CHIPS.map((chip) => key(String(chip), t("table.add", { n: chip }), () => this.#put(this.#points + chip)));
    this.#keys.replaceChildren(...keys);
  }

  #put(points) {
    if (points > MOST) return this.#refused(t("table.most"));
    this.#points = points;
    this.#show();
    this.#changed(points);
  }

  #show() {
    this.#pending.textContent = this.#points > 0 ? String(this.#points) : "–";
    this.#pending.classList.toggle("blank", this.#points === 0);
  }
}

function key(words, name, tapped) {
  return element("button", { type: "button", class: "chip", "aria-label": name, onclick: tapped }, words);
}

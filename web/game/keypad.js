import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { mark } from "../ui/controls.js";

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

// Letters that a key of two, and of three, has room for in large; a longer name may take two lines over the points.
const SHORT = { 2: 9, 3: 6 };

/**
 * A key a side, that pegs the pending number for it.
 * @param {{name: string}[]} sides @param {(side: number) => void} tapped
 * @returns {{node: HTMLElement, show: (points: number) => void}} `show` tells the keys what they would peg; 0 for nothing
 */
export function sideKeys(sides, tapped) {
  const long = sides.some(({ name }) => name.length > SHORT[sides.length]);
  const keys = sides.map(({ name }, side) => {
    const points = element("span", { class: "plus", "aria-hidden": "true" });
    const node = element(
      "button",
      { type: "button", class: `side-key of-${side}`, onclick: () => tapped(side) },
      element("span", { class: "name" }, mark(side), element("span", {}, name)),
      points,
    );
    return { node, points };
  });
  const node = element(
    "div",
    { class: long ? "side-keys long" : "side-keys" },
    keys.map((key) => key.node),
  );
  const show = (points) => {
    sides.forEach(({ name }, side) => {
      keys[side].node.setAttribute("aria-label", t(points ? "table.peg" : "table.peg.none", { n: points, side: name }));
      keys[side].points.textContent = points ? `+${points}` : "";
    });
  };
  show(0);
  return { node, show };
}

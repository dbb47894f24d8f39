import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { mark } from "../ui/controls.js";
import { MOST_POINTS } from "./rules.js";

const CHIPS = [1, 2, 3, 4, 5, 6, 8, 12];
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];

// Letters that fit in large on a key of two, and of three; a longer name may take two lines over the points.
/** @type {Record<number, number>} */
const NAME_LENGTHS = { 2: 9, 3: 6 };

/** The points before they are pegged: chips that add up, or a pad to type on. Both change one number. */
export class Keypad {
  #points = 0;
  #isTyping = false;
  #onPoints;
  #onRefusal;
  #output = element("output", { class: "pending" });
  #swap = element("button", { type: "button", class: "quiet swap", onclick: () => this.#toggle() });
  #keys = element("div", { class: "keys" });

  /**
   * @param {{onPoints: () => void, onRefusal: (text: string) => void}} listeners `onPoints` is called after each change,
   *   `onRefusal` with the reason when a key does nothing
   * @param {HTMLElement} beside the last element of the row
   */
  constructor({ onPoints, onRefusal }, beside) {
    this.#onPoints = onPoints;
    this.#onRefusal = onRefusal;
    const clear = element("button", { type: "button", class: "quiet", onclick: () => this.clear() }, t("table.clear"));
    this.node = element(
      "div",
      { class: "keypad" },
      element("div", { class: "entry-row" }, this.#output, clear, this.#swap, beside),
      this.#keys,
    );
    this.#showPoints();
    this.#showKeys();
  }

  /** The number; 0 for none. */
  get points() {
    return this.#points;
  }

  /** Sets the number to none. */
  clear() {
    this.#set(0);
  }

  #toggle() {
    this.#isTyping = !this.#isTyping;
    this.#showKeys();
  }

  #showKeys() {
    this.#swap.textContent = t(this.#isTyping ? "table.chips" : "table.pad");
    this.#keys.classList.toggle("typing", this.#isTyping);
    const keys = this.#isTyping
      ? DIGITS.map((digit) => key(String(digit), null, () => this.#set(this.#points * 10 + digit)))
      : CHIPS.map((chip) => key(String(chip), t("table.add", { n: chip }), () => this.#set(this.#points + chip)));
    this.#keys.replaceChildren(...keys);
  }

  /** @param {number} points */
  #set(points) {
    if (points > MOST_POINTS) return this.#onRefusal(t("table.most"));
    this.#points = points;
    this.#showPoints();
    this.#onPoints();
  }

  #showPoints() {
    this.#output.textContent = this.#points > 0 ? String(this.#points) : "–";
    this.#output.classList.toggle("blank", this.#points === 0);
  }
}

/** @param {string} text @param {string|null} name @param {() => void} onTap */
function key(text, name, onTap) {
  return element("button", { type: "button", class: "chip", "aria-label": name, onclick: onTap }, text);
}

/**
 * Makes a key for each side, that pegs the number for it.
 * @param {{name: string}[]} sides @param {(side: number) => void} onTap
 * @returns {{node: HTMLElement, show: (points: number) => void}} `show` writes the number on the keys; 0 for none
 */
export function sideKeys(sides, onTap) {
  const isLong = sides.some(({ name }) => name.length > NAME_LENGTHS[sides.length]);
  const keys = sides.map(({ name }, side) => {
    const points = element("span", { class: "plus", "aria-hidden": "true" });
    const node = element(
      "button",
      { type: "button", class: `side-key of-${side}`, onclick: () => onTap(side) },
      element("span", { class: "name" }, mark(side), element("span", {}, name)),
      points,
    );
    return { node, points };
  });
  const node = element(
    "div",
    { class: isLong ? "side-keys long" : "side-keys" },
    keys.map((key) => key.node),
  );
  /** @param {number} points */
  const show = (points) => {
    sides.forEach(({ name }, side) => {
      keys[side].node.setAttribute("aria-label", t(points ? "table.peg" : "table.peg.none", { n: points, side: name }));
      keys[side].points.textContent = points ? `+${points}` : "";
    });
  };
  show(0);
  return { node, show };
}

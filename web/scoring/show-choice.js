import { HAND_SIZE, cribSize } from "../game/rules.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { choice } from "../ui/controls.js";

/** The sizes of a crib: games of five and six have wider ones. */
export const CRIB_SIZES = [4, 5, 6].map(cribSize);

/** The choice of what is counted: a hand, or a crib, and of how many cards. */
export class ShowChoice {
  #onChange;

  /** Hand or crib. */
  node = element("div");
  /** The cards of a crib. */
  sizes = element("div", { class: "crib-sizes" });

  /** @param {{isCrib: boolean, cribSize: number}} chosen @param {() => void} onChange called after a tap */
  constructor({ isCrib, cribSize: size }, onChange) {
    this.isCrib = isCrib;
    this.cribSize = size;
    this.#onChange = onChange;
    const kinds = ["hand", "crib"].map((value) => ({ value, label: t(`count.${value}`) }));
    this.node.append(choice(t("count.which"), kinds, null, (value) => this.#choose(value === "crib", this.cribSize)));
    const sizes = CRIB_SIZES.map((n) => ({ value: String(n), label: String(n), name: t("count.crib.size", { n }) }));
    const node = choice(t("count.crib.sizes"), sizes, null, (value) => this.#choose(true, Number(value)));
    this.sizes.append(element("span", { "aria-hidden": "true" }, t("count.crib.sizes")), node);
  }

  /** The number of cards, without the starter. */
  get size() {
    return this.isCrib ? this.cribSize : HAND_SIZE;
  }

  /** Shows the choice. @param {boolean} hasCrib false by rules under which nothing is thrown */
  show(hasCrib) {
    this.isCrib &&= hasCrib;
    this.node.hidden = !hasCrib;
    this.sizes.hidden = !hasCrib;
    const values = [this.isCrib ? "crib" : "hand", String(this.cribSize)];
    for (const input of [this.node, this.sizes].flatMap((node) => [...node.querySelectorAll("input")])) {
      input.checked = values.includes(input.value);
    }
  }

  /** @param {boolean} isCrib @param {number} size */
  #choose(isCrib, size) {
    this.isCrib = isCrib;
    this.cribSize = size;
    this.#onChange();
  }
}

/** Reads the size of a crib from a link. @param {string|null} text @returns {number} four where it says none */
export function readCribSize(text) {
  return CRIB_SIZES.find((size) => String(size) === text) ?? HAND_SIZE;
}

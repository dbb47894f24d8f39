// Milliseconds that a touch may last, and pixels that it may be wide: a sleeve or a drop of water is longer or wider.
const LONGEST = 700;
const WIDEST = 40;

/** The touches of a keyboard of keys: two fingers at once, a touch that lasts long and one that is wide are no taps. */
export class TapGuard {
  /** @type {Set<number>} */
  #down = new Set();
  #began = 0;
  #isClear = true;

  /** @param {HTMLElement} node the parent of the keys */
  constructor(node) {
    node.addEventListener("pointerdown", (event) => this.#begin(event));
    for (const type of ["pointerup", "pointercancel", "pointerleave"])
      node.addEventListener(type, (event) => this.#down.delete(/** @type {PointerEvent} */ (event).pointerId));
  }

  /** Returns true if a click was meant: it comes from a short, narrow touch of one finger, or from a keyboard. @param {MouseEvent} click @returns {boolean} */
  allows({ detail, timeStamp }) {
    return detail === 0 || (this.#isClear && timeStamp - this.#began <= LONGEST);
  }

  /** @param {PointerEvent} event */
  #begin({ pointerId, timeStamp, width, pointerType }) {
    const isAlone = this.#down.size === 0;
    this.#down.add(pointerId);
    this.#began = timeStamp;
    const isNarrow = pointerType !== "touch" || width <= WIDEST;
    this.#isClear = isAlone && isNarrow;
  }
}

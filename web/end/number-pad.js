import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The keys of a whole number, with one more key for its user. A keyboard types it, too. */
export class NumberPad {
  #text = "";
  #most;
  #onChange;

  /** The key at the lower right. */
  other = element("button", { type: "button", class: "pad-key pad-word" });

  /**
   * @param {number} most the highest number
   * @param {{onChange: () => void, onOther: () => void}} listeners `onOther` is called when the other key was tapped
   */
  constructor(most, { onChange, onOther }) {
    this.#most = most;
    this.#onChange = onChange;
    this.other.addEventListener("click", onOther);
    const clear = element(
      "button",
      { type: "button", class: "pad-key pad-word", onclick: () => this.set(null) },
      t("result.clear"),
    );
    const keys = [...DIGITS.map((digit) => this.#key(digit)), clear, this.#key(0), this.other];
    this.node = element("div", { class: "number-pad", role: "group", "aria-label": t("result.pad") }, keys);
  }

  /** The number; null while there is none. @returns {number|null} */
  get number() {
    return this.#text === "" ? null : Number(this.#text);
  }

  /** Sets the number. @param {number|null} number */
  set(number) {
    this.#text = number === null ? "" : String(number);
    this.#onChange();
  }

  /** Types as a keyboard does. @param {KeyboardEvent} event */
  type(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) this.#add(Number(event.key));
    else if (event.key === "Backspace") this.set(this.#text.length > 1 ? Number(this.#text.slice(0, -1)) : null);
  }

  /** @param {number} digit */
  #key(digit) {
    return element("button", { type: "button", class: "pad-key", onclick: () => this.#add(digit) }, String(digit));
  }

  // A digit too many begins anew: the last number that was typed is the one that is meant.
  /** @param {number} digit */
  #add(digit) {
    const longer = Number(this.#text + String(digit));
    this.set(longer > this.#most ? digit : longer);
  }
}

import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const MOST_PRIZES = 20;

/** The part of the pot for each place, in percent. */
export class Shares {
  /** @type {HTMLInputElement[]} */
  #inputs = [];
  #rows = element("div", { class: "shares" });
  #sum = element("p", { class: "help", role: "status" });
  #more = element(
    "button",
    { type: "button", class: "quiet", onclick: () => this.#add(0).focus() },
    t("league.share.more"),
  );

  /** @param {number[]} shares from the first place on */
  constructor(shares) {
    this.node = element(
      "fieldset",
      { class: "field" },
      element("legend", {}, t("league.shares")),
      this.#rows,
      this.#sum,
      this.#more,
    );
    shares.forEach((share) => this.#add(share));
  }

  /** The shares from the first place on, without zeros at the end. @returns {number[]} */
  get values() {
    const shares = this.#inputs.map(({ value }) => Number(value));
    return shares.slice(0, shares.findLastIndex((share) => share > 0) + 1);
  }

  /** A sentence if they are too much; null if not. @returns {string|null} */
  get problem() {
    const sum = this.#total;
    return sum > 100 ? t("league.shares.over", { sum, over: sum - 100 }) : null;
  }

  get #total() {
    return this.values.reduce((sum, share) => sum + share, 0);
  }

  /** @param {number} share */
  #add(share) {
    const n = this.#inputs.length + 1;
    const input = element("input", {
      type: "number",
      inputmode: "numeric",
      min: 0,
      max: 100,
      step: 1,
      value: share || "",
      "aria-label": t("league.share", { n }),
      oninput: () => this.#showSum(),
    });
    this.#inputs.push(input);
    this.#rows.append(
      element("label", {}, element("span", { "aria-hidden": "true" }, t("league.place", { n })), input),
    );
    this.#more.hidden = n === MOST_PRIZES;
    this.#showSum();
    return input;
  }

  #showSum() {
    const sum = this.#total;
    const text = sum < 100 ? t("league.shares.under", { sum, rest: 100 - sum }) : t("league.shares.whole");
    this.#sum.textContent = this.problem ?? text;
  }
}

import { element } from "../app/element.js";
import { t } from "../app/i18n.js";

const MOST = 20;

/** How much of the pot each place gets, in percent. */
export class Shares {
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

  /** From the first place on; the last one that is not 0 ends them. @returns {number[]} */
  get written() {
    const shares = this.#inputs.map(({ value }) => Number(value));
    return shares.slice(0, shares.findLastIndex((share) => share > 0) + 1);
  }

  /** What is too much about them; null where nothing is. @returns {string|null} a sentence */
  get wrong() {
    const sum = this.#added;
    return sum > 100 ? t("league.shares.over", { sum, over: sum - 100 }) : null;
  }

  get #added() {
    return this.written.reduce((sum, share) => sum + share, 0);
  }

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
      oninput: () => this.#say(),
    });
    this.#inputs.push(input);
    this.#rows.append(
      element("label", {}, element("span", { "aria-hidden": "true" }, t("league.place", { n })), input),
    );
    this.#more.hidden = n === MOST;
    this.#say();
    return input;
  }

  #say() {
    const sum = this.#added;
    const words = sum < 100 ? t("league.shares.under", { sum, rest: 100 - sum }) : t("league.shares.whole");
    this.#sum.textContent = this.wrong ?? words;
  }
}

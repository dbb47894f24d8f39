import { element } from "../../app/element.js";
import { t } from "../../app/i18n.js";
import { amount } from "../../hall/amount.js";

/** A player in the list of the check-in: tapped in and out by name, with a tick for the fee. */
export class Attendee {
  #acts;
  #item;
  #name = element("span", { class: "player-name" });
  #state = element("span", { class: "player-state" });
  #paid = element("input", { type: "checkbox", onchange: () => this.#acts.pay(this.#item, this.#paid.checked) });
  #fee = element("label", { class: "fee" }, this.#paid);

  /** @param {{tap: (item: object) => void, pay: (item: object, paid: boolean) => void}} acts what its keys do */
  constructor(acts) {
    this.#acts = acts;
    const words = element("span", { class: "player-words" }, this.#name, this.#state);
    this.button = element("button", { type: "button", class: "presence", onclick: () => acts.tap(this.#item) }, words);
    this.words = element("span", {}, t("check_in.paid"));
    this.#fee.append(this.words);
    this.node = element("li", { class: "attendee" }, this.button, this.#fee);
  }

  /** Shows a player. @param {{id: string, name: string, entry: object|null, state: string, closed: boolean, fee: number|null}} item `closed` when nobody comes or goes any more */
  show(item) {
    this.#item = item;
    const { name, entry, state, closed, fee } = item;
    const here = entry !== null && !entry.left;
    this.#name.textContent = name;
    this.#state.textContent = state;
    this.button.setAttribute("aria-pressed", here);
    this.button.disabled = closed;
    this.#fee.hidden = entry === null;
    this.#paid.checked = Boolean(entry?.paid);
    this.#paid.setAttribute("aria-label", t("check_in.paid.of", { name }));
    const key = this.#paid.checked ? "check_in.paid.fee" : "check_in.owes.fee";
    this.words.textContent = fee === null ? t("check_in.paid") : t(key, { fee: amount(fee) });
  }
}

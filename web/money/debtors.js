/** @import { Money } from "pegout-api" */
/** @import { NightPage } from "../admin/night-page.js" */
/** @import { PendingEntry } from "../rounds/entries.js" */
import { KeyedList, element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { amount } from "../lib/text.js";
import { pendingEntries } from "../rounds/entries.js";

/** A player who has not paid, with the fee in cents; 0 before it is known. @typedef {{entry: PendingEntry, fee: number}} Debt */

/** The players who have not paid, each with the tick that says they have. */
export class Debtors {
  #page;
  #list;

  /** @param {NightPage} page */
  constructor(page) {
    this.#page = page;
    const debtors = element("ul", { class: "debtors" });
    /** @type {KeyedList<Debt>} */
    this.#list = new KeyedList(
      debtors,
      ({ entry }) => entry.player_id,
      (debt) => new Debtor(debt, (entry) => this.#pay(entry)),
    );
    this.node = element(
      "section",
      { "aria-labelledby": "unpaid-title" },
      element("h2", { id: "unpaid-title" }, t("money.missing")),
      debtors,
    );
  }

  /** Shows who has not paid. @param {Money|null} money */
  show(money) {
    const { night, pending } = this.#page;
    const fees = new Map((money?.players ?? []).map((player) => [player.player_id, player.fee_due]));
    const unpaid = pendingEntries(night, pending).filter(({ paid }) => !paid);
    this.#list.show(unpaid.map((entry) => ({ entry, fee: fees.get(entry.player_id) ?? 0 })));
    this.node.hidden = unpaid.length === 0;
  }

  /** @param {PendingEntry} entry */
  async #pay({ player_id: id, name }) {
    const note = (/** @type {boolean} */ paid) =>
      this.#page.change("PUT", `/entries/${id}`, { paid }, { player: { id, name } });
    if (await note(true)) this.#page.statusBar.show(t("money.has_paid", { name }), () => note(false));
  }
}

class Debtor {
  #entry;
  #name = element("span", {});
  #fee = element("strong", { class: "sum" });
  #box;

  /** @param {Debt} debt @param {(entry: PendingEntry) => void} onPaid */
  constructor({ entry }, onPaid) {
    this.#entry = entry;
    this.#box = element("input", { type: "checkbox", onchange: () => onPaid(this.#entry) });
    this.node = element("li", {}, element("label", { class: "fee" }, this.#box, this.#name), this.#fee);
  }

  /** Shows the player. @param {Debt} debt */
  show({ entry, fee }) {
    this.#entry = entry;
    this.#name.textContent = t("money.pays", { name: entry.name });
    this.#fee.textContent = fee > 0 ? t("money.owes", { amount: amount(fee) }) : "";
    this.#box.checked = false;
  }
}

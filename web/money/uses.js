/** @import { Money } from "pegout-api" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { amount } from "../lib/text.js";

/** Makes the table of the uses of the fees, which add up to them. @param {Money} money @param {number} paid the number of those who have paid @returns {HTMLElement} */
export function moneyTable({ fees, fifty_fifty, supplies, prizes, pot, activities }, paid) {
  const won = prizes.reduce((sum, prize) => sum + prize.amount, 0);
  const row = (/** @type {string} */ text, /** @type {number} */ cents, /** @type {string|null} */ help = null) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, text, help && element("span", { class: "help" }, help)),
      element("td", { class: "number" }, amount(cents)),
    );
  const amounts = prizes.filter((prize) => prize.amount > 0).map((prize) => amount(prize.amount));
  const places = won > 0 ? t("money.places", { prizes: amounts.join(" · "), pot: amount(pot) }) : null;
  const total = fifty_fifty + supplies + won + activities;
  return element(
    "table",
    { class: "adds-up" },
    element("caption", { class: "unseen" }, t("money.money")),
    element(
      "thead",
      {},
      row(paid > 0 ? t("money.fees", { n: paid, fee: amount(fees / paid) }) : t("money.no_fees"), fees),
    ),
    element(
      "tbody",
      {},
      row(t("money.fifty_fifty"), fifty_fifty),
      row(t("money.supplies"), supplies),
      row(t("money.prizes"), won, places),
      row(t("money.activities"), activities),
    ),
    element("tfoot", {}, row(t("money.together"), total)),
  );
}

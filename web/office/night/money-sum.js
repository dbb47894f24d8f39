import { element } from "../../app/element.js";
import { t } from "../../app/i18n.js";
import { amount } from "../../hall/amount.js";

/** Where the fees go, so that everybody sees it add up. @param {object} money the service's @param {number} paid how many have paid @returns {HTMLElement} */
export function moneySum({ fees, fifty_fifty, supplies, prizes, pot, activities }, paid) {
  const won = prizes.reduce((sum, prize) => sum + prize.amount, 0);
  const row = (words, cents, more = null) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, words, more && element("span", { class: "help" }, more)),
      element("td", { class: "number" }, amount(cents)),
    );
  const paidOut = prizes
    .filter((prize) => prize.amount > 0)
    .map((prize) => amount(prize.amount))
    .join(" · ");
  const split = won > 0 ? t("money.places", { prizes: paidOut, pot: amount(pot) }) : null;
  const together = fifty_fifty + supplies + won + activities;
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
      row(t("money.prizes"), won, split),
      row(t("money.activities"), activities),
    ),
    element("tfoot", {}, row(t("money.together"), together)),
  );
}

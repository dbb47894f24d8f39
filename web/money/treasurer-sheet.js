/** @import { Money, Night, PlayerMoney } from "pegout-api" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { amount } from "../lib/text.js";
import { printKey } from "../ui/controls.js";
import { settleText } from "./settlement.js";

/** The treasurer's sheet: who paid, who owes, the uses of the money, and two lines for signatures. It is on paper alone. */
export class TreasurerSheet {
  node = element("section", { class: "treasurer-sheet", "aria-label": t("money.sheet") });

  /** Fills it. @param {Night} night @param {Money} money */
  fill(night, money) {
    this.node.replaceChildren(
      element("h2", {}, t("money.sheet")),
      playerTable(money.players),
      usesTable(night, money),
      element(
        "div",
        { class: "signatures" },
        ["money.sheet.treasurer", "money.sheet.second"].map((key) => element("p", {}, t(key))),
      ),
    );
  }

  /** Makes the key that prints it in the place of the standings. @returns {HTMLElement} */
  printKey() {
    return printKey(t("money.sheet.print"), "prints-sheet");
  }
}

/** @param {PlayerMoney[]} players */
function playerTable(players) {
  const sum = (/** @type {"fee_paid"|"fee_due"|"prize_now"|"handed_out"} */ member) =>
    players.reduce((all, player) => all + player[member], 0);
  const cells = (/** @type {string[]} */ texts) => texts.map((text) => element("td", { class: "number" }, text));
  const line = (/** @type {PlayerMoney} */ player) =>
    element("tr", {}, element("th", { scope: "row" }, element("bdi", {}, player.name)), [
      ...cells([player.fee_paid, player.fee_due, player.prize_now, player.handed_out].map(blankOrAmount)),
      element("td", {}, player.to_settle === 0 ? "" : settleText(player)),
    ]);
  const heads = ["money.sheet.paid", "money.sheet.due", "money.sheet.prize", "money.sheet.handed"];
  return element(
    "table",
    {},
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("th", { scope: "col" }, t("standings.player")),
        heads.map((key) => element("th", { scope: "col", class: "number" }, t(key))),
        element("th", { scope: "col" }, t("money.sheet.settle")),
      ),
    ),
    element("tbody", {}, players.map(line)),
    element(
      "tfoot",
      {},
      element("tr", {}, element("th", { scope: "row" }, t("money.together")), [
        ...cells([sum("fee_paid"), sum("fee_due"), sum("prize_now"), sum("handed_out")].map(amount)),
        element("td", {}),
      ]),
    ),
  );
}

/** @param {Night} night @param {Money} money */
function usesTable({ fifty_fifty: drawn }, money) {
  const won = money.prizes.reduce((sum, prize) => sum + prize.amount, 0);
  const handed = money.players.reduce((sum, player) => sum + player.handed_out, 0);
  /** @type {[string, number][]} */
  const rows = [
    [t("money.sheet.fees"), money.fees],
    [drawn ? t("money.sheet.drawn", { name: drawn.name }) : t("money.sheet.undrawn"), money.fifty_fifty],
    [t("money.supplies"), money.supplies],
    [t("money.sheet.pot"), money.pot],
    [t("money.prizes"), won],
    [t("money.sheet.handed"), handed],
    [t("money.activities"), money.activities],
  ];
  const line = (/** @type {[string, number]} */ [text, cents]) =>
    element("tr", {}, element("th", { scope: "row" }, text), element("td", { class: "number" }, amount(cents)));
  return element("table", { class: "sheet-uses" }, element("tbody", {}, rows.map(line)));
}

/** @param {number} cents */
function blankOrAmount(cents) {
  return cents === 0 ? "" : amount(cents);
}

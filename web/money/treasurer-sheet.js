/** @import { Money, Night, OpenItem, PlayerMoney } from "pegout-api" */
import { element } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { amount } from "../lib/text.js";
import { printKey } from "../ui/controls.js";
import { openText } from "./settlement.js";

const HEADS = ["money.sheet.paid", "money.sheet.prize", "money.fifty_fifty", "money.sheet.handed"];

/** The treasurer's sheet: who paid, who owes, the uses of the money, and two lines for signatures. It is on paper alone. */
export class TreasurerSheet {
  node = element("section", { class: "treasurer-sheet", "aria-label": t("money.sheet") });

  /** Fills it. @param {Night} night @param {Money} money */
  fill(night, money) {
    const contested = money.open.filter(({ what }) => what === "contested");
    this.node.replaceChildren(
      element("h2", {}, t("money.sheet")),
      playerTable(money),
      ...contested.map((item) => element("p", {}, openText(item))),
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

/** The amount that a player has in hand of prizes and the 50/50, in cents. @param {PlayerMoney} player */
const inHand = (player) => player.handed_out + player.fifty_fifty_handed;

/** @param {Money} money */
function playerTable({ players, open }) {
  const byName = [...players].sort((one, other) => one.name.localeCompare(other.name, language()));
  const cells = (/** @type {string[]} */ texts) => texts.map((text) => element("td", { class: "number" }, text));
  const line = (/** @type {PlayerMoney} */ player) => {
    const { player_id: id, name, fee_paid: fee, prize_now: prize, fifty_fifty_due: drawn } = player;
    const items = open.filter((item) => item.player_id === id);
    const handed = inHand(player);
    const tick = handed > 0 && items.length === 0 ? "✓ " : "";
    return element("tr", {}, element("th", { scope: "row" }, element("bdi", {}, name)), [
      ...cells([...[fee, prize, drawn].map(blankOrAmount), tick + blankOrAmount(handed)]),
      element("td", {}, items.map((item) => openText(item, player)).join("; ")),
    ]);
  };
  const sum = (/** @type {(player: PlayerMoney) => number} */ part) =>
    amount(players.reduce((all, player) => all + part(player), 0));
  const sums = [
    sum((player) => player.fee_paid),
    sum((player) => player.prize_now),
    sum((player) => player.fifty_fifty_due),
    sum(inHand),
  ];
  const head = (/** @type {string} */ key, look = "") => element("th", { scope: "col", class: look }, t(key));
  return element(
    "table",
    {},
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        head("standings.player"),
        HEADS.map((key) => head(key, "number")),
        head("money.sheet.settle"),
      ),
    ),
    element("tbody", {}, byName.map(line)),
    element(
      "tfoot",
      {},
      element("tr", {}, element("th", { scope: "row" }, t("money.together")), [
        ...cells(sums),
        element("td", {}, openSums(open)),
      ]),
    ),
  );
}

/** The sums that players are still to get, to pay and to give back. @param {OpenItem[]} open @returns {string} */
function openSums(open) {
  const sum = (/** @type {(item: OpenItem) => number} */ part) => open.reduce((all, item) => all + part(item), 0);
  const of = (/** @type {OpenItem["what"][]} */ ...kinds) =>
    sum(({ what, amount: cents = 0 }) => (kinds.includes(what) ? cents : 0));
  /** @type {[string, number][]} */
  const sums = [
    ["money.gets", of("prize", "fifty_fifty", "fee_back") + sum(({ prize = 0 }) => prize)],
    ["money.owes", of("fee")],
    ["money.gives", of("to_return")],
  ];
  const texts = sums.filter(([, cents]) => cents > 0).map(([key, cents]) => t(key, { amount: amount(cents) }));
  return texts.join("; ");
}

/** @param {Night} night @param {Money} money */
function usesTable({ fifty_fifty: drawn }, money) {
  const won = money.prizes.reduce((sum, prize) => sum + prize.amount, 0);
  const handed = money.players.reduce((sum, player) => sum + inHand(player), 0);
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

/** @import { Money as MoneyAnswer, NightHistory, NightStandings, StandingsRow } from "pegout-api" */
/** @import { Place } from "../lib/router.js" */
import { session, signedIn } from "../club/session.js";
import { atLeast } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { amount, dayOnPaper } from "../lib/text.js";
import { FiftyFifty } from "../money/fifty-fifty.js";
import { Settlement } from "../money/settlement.js";
import { TreasurerSheet } from "../money/treasurer-sheet.js";
import { seenOf } from "../night/seen.js";
import { StandingsTable, csvLink, printHead } from "../night/standings.js";
import { excusableRounds, excusePlayer } from "../rounds/excuse.js";
import { printKey } from "../ui/controls.js";
import { csvKey } from "../ui/form.js";
import { NightPage } from "./night-page.js";
import { drawRecord } from "./result-sheet.js";

/** The answers, and the version that the night had then. @typedef {{standings: NightStandings, money: MoneyAnswer, history: NightHistory, version: number}} Accounts */

class Money {
  #page;
  #request;
  #requested = "";
  /** @type {Accounts|null} */
  #accounts = null;
  #fiftyFifty;
  #printHead = element("div", {});
  #standings = new StandingsTable(null, (row) => this.#excuseKey(row));
  #sum = element("div", {});
  #settlement;
  #sheet = new TreasurerSheet();
  #csv = element("div", {});
  /** @type {{key: HTMLElement, part: HTMLElement}[]} */
  #jumps;

  /** @param {Place} place */
  constructor(place) {
    this.#page = new NightPage(place, "money", () => this.#show());
    const { body } = this.#page;
    this.#request = new LatestRequest((_, signal) => fetchAccounts(this.#page.night, signal), {
      onAnswer: (/** @type {Accounts} */ accounts) => {
        this.#accounts = accounts;
        this.#showAccounts(accounts);
      },
    });
    this.#fiftyFifty = new FiftyFifty(this.#page);
    this.#settlement = new Settlement(this.#page, (money) => this.#receive(money));
    const standings = element(
      "section",
      { class: "night-cards", "aria-labelledby": "standings-title" },
      this.#printHead,
      element("h2", { id: "standings-title" }, t("night.standings")),
      this.#standings.node,
      this.#sheet.node,
      paperLinks(this.#page, this.#sheet.printKey()),
      this.#csv,
    );
    const sums = element(
      "section",
      { "aria-labelledby": "money-title" },
      element("h2", { id: "money-title" }, t("money.money")),
      this.#sum,
    );
    this.#jumps = [
      jump("night.standings", standings),
      jump("money.fifty_fifty", this.#fiftyFifty.node),
      jump("money.sheet.settle", this.#settlement.node),
      jump("money.money", sums),
    ];
    body.append(
      element(
        "nav",
        { class: "keys-row", "aria-label": t("money.jump") },
        this.#jumps.map(({ key }) => key),
      ),
      standings,
      element("div", { class: "money-part" }, this.#fiftyFifty.node, this.#settlement.node, sums),
    );
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request.close();
    this.#page.close();
  }

  #show() {
    const { night } = this.#page;
    // The night changes at every peg; cards and money change with its version and with the games that end.
    const ended = night.rounds.flatMap(({ tables }) => tables.filter(({ status }) => status !== "playing"));
    const requested = JSON.stringify([night.version, ended]);
    if (requested !== this.#requested) this.#request.request(requested);
    this.#requested = requested;
    this.#showMoney(this.#accounts);
  }

  /** @param {Accounts} accounts */
  #showAccounts(accounts) {
    const { standings, money, history } = accounts;
    const { night } = this.#page;
    const paid = night.entries.filter((entry) => entry.paid).length;
    if (!this.#printHead.firstChild) this.#printHead.append(printHead(dayOnPaper(night.date)));
    if (!this.#csv.firstChild) {
      this.#csv.append(
        csvKey({
          key: t("club.csv.money"),
          file: t("money.csv.file", { date: night.date }),
          done: t("club.csv.saved"),
          read: () => session.ask("GET", atLeast(`/api/v1/nights/${night.id}/money.csv`, seenOf(night.id).value)),
        }),
      );
    }
    // The prizes are shown beside the pot that pays them, even while no player has finished.
    this.#standings.show(standings.rows, true);
    this.#sum.replaceChildren(moneyTable(money, paid));
    this.#sheet.fill(night, money);
    this.#showMoney(accounts);
    this.#fiftyFifty.showRecord(drawRecord(history.events, night.entries));
  }

  /** @param {Accounts|null} accounts */
  #showMoney(accounts) {
    const money = accounts?.money ?? null;
    this.#settlement.show(money, accounts?.version ?? 0);
    this.#fiftyFifty.show(this.#page.night, money);
    for (const { key, part } of this.#jumps) key.hidden = part.hidden;
  }

  /** @param {MoneyAnswer} money */
  #receive(money) {
    if (this.#accounts) this.#showAccounts({ ...this.#accounts, money });
  }

  /** @param {StandingsRow} row */
  #excuseKey({ player_id: id, name }) {
    if (excusableRounds(this.#page.night, id).length === 0) return null;
    const onclick = () => excusePlayer(this.#page, { id, name });
    return element(
      "button",
      { type: "button", class: "deed", "aria-label": t("excuse.of", { name }), onclick },
      t("excuse.key"),
    );
  }
}

// The hash names the view, so the key moves the page itself.
/** @param {string} words the key of its text @param {HTMLElement} part what it shows */
function jump(words, part) {
  const onclick = () => {
    const heading = part.querySelector("h2");
    heading?.scrollIntoView();
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  };
  return { key: element("button", { type: "button", class: "deed", onclick }, t(words)), part };
}

/** @param {NightPage} page @param {HTMLElement} sheetKey prints the treasurer's sheet */
function paperLinks(page, sheetKey) {
  const { id } = page;
  return element(
    "div",
    { class: "keys-row paper-keys" },
    printKey(),
    sheetKey,
    csvLink(`/api/v1/nights/${id}/standings.csv`, session, () => page.night.date, "go"),
    element("a", { class: "go", href: `#/blank-cards?id=${id}` }, t("money.blank_cards")),
  );
}

/** @param {{id: string, version: number}} night @param {AbortSignal} signal @returns {Promise<Accounts>} */
async function fetchAccounts({ id, version }, signal) {
  const seen = seenOf(id).value;
  const [standings, money, history] = await Promise.all([
    session.ask("GET", atLeast(`/api/v1/nights/${id}/standings`, seen), { signal }),
    session.ask("GET", atLeast(`/api/v1/nights/${id}/money`, seen), { signal }),
    session.ask("GET", `/api/v1/nights/${id}/history`, { signal }),
  ]);
  return { standings, money, history, version };
}

// The table of the uses of the fees, which add up to the fees.
/** @param {MoneyAnswer} money @param {number} paid the number of players who have paid */
function moneyTable({ fees, fifty_fifty, supplies, prizes, pot, activities }, paid) {
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

/** A night's standings, its money and the 50/50. State in the hash: `id`. */
export default signedIn({
  /** @param {Place} place */
  mount(place) {
    const view = new Money(place);
    return () => view.close();
  },
});

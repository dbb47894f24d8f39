/** @import { FiftyFifty as Drawn, Money as MoneyAnswer, Night, NightHistory, NightRecorded, NightStandings } from "pegout-api" */
/** @import { Place } from "../lib/router.js" */
/** @import { PendingEntry } from "./attendees.js" */
import { session, signedIn } from "../club/session.js";
import { send } from "../lib/api.js";
import { newId } from "../lib/device.js";
import { KeyedList, element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { amount, dayOnPaper } from "../lib/text.js";
import { StandingsTable, printHead } from "../night/standings.js";
import { printKey } from "../ui/controls.js";
import { Reason, sheet } from "../ui/form.js";
import { pendingEntries } from "./attendees.js";
import { NightPage } from "./night-page.js";
import { drawRecord } from "./result-sheet.js";

/** @typedef {{standings: NightStandings, money: MoneyAnswer, history: NightHistory}} Accounts */

/** The 50/50 of a night: drawn once, shown large, voided with a reason. */
class FiftyFifty {
  #page;
  #help = element("p", { class: "help" });
  #winner = element("p", { class: "drawn-name", role: "status" });
  #drawButton = element("button", { type: "button", class: "primary", onclick: () => this.#draw() });
  #voidButton = element(
    "button",
    { type: "button", class: "quiet", onclick: () => this.#void() },
    t("money.draw.void"),
  );
  #record = element("div", {});

  /** @param {NightPage} page */
  constructor(page) {
    this.#page = page;
    this.node = element(
      "section",
      { class: "fifty-fifty", "aria-labelledby": "fifty-fifty-title" },
      element("h2", { id: "fifty-fifty-title" }, t("money.fifty_fifty")),
      this.#winner,
      this.#help,
      element("div", { class: "keys-row" }, this.#drawButton, this.#voidButton),
      this.#record,
    );
  }

  /** Shows the draw. @param {Night} night @param {MoneyAnswer|null} money */
  show({ fifty_fifty: drawn, status }, money) {
    const isBegun = ["playing", "finished"].includes(status);
    const sum = isBegun && !drawn && money ? money.fifty_fifty : 0;
    const winner = drawn ? t("money.draw.won", { name: drawn.name, amount: amount(drawn.amount) }) : "";
    // A screen reader would read it again at every peg of the night.
    if (this.#winner.textContent !== winner) this.#winner.textContent = winner;
    this.#drawButton.hidden = sum <= 0;
    this.#voidButton.hidden = !drawn;
    const draw = sum > 0 ? t("money.draw", { amount: amount(sum) }) : "";
    this.#drawButton.textContent = this.#isSending ? t("running.sending") : draw;
    if (drawn) this.#help.textContent = "";
    else if (!isBegun) this.#help.textContent = t("money.draw.later");
    else this.#help.textContent = t(sum > 0 ? "money.draw.who" : "money.draw.nothing");
    this.#help.hidden = this.#help.textContent === "";
  }

  /** Shows the draws that were voided. @param {NightRecorded[]} events of the night's history */
  showRecord(events) {
    this.#record.replaceChildren(drawRecord(events, this.#page.night.entries) ?? "");
  }

  get #isSending() {
    return this.#page.pending.some(({ fifty_fifty: isDraw }) => isDraw);
  }

  // The second tap of a double tap would be refused, with the advice to void the draw.
  async #draw() {
    if (this.#isSending) return;
    const unpaid = this.#page.night.entries.filter(({ paid }) => !paid).map(({ name }) => name);
    const text = [t("money.draw.who"), unpaid.length > 0 ? t("money.draw.without", { names: list(unpaid) }) : null];
    if (!(await sheet(t("money.draw.title"), text, t("money.draw.yes")))) return;
    await this.#page.change("POST", "/fifty-fifty", { id: newId() }, { fifty_fifty: true });
  }

  async #void() {
    const drawn = /** @type {(Drawn & {id?: string|null})|null} */ (this.#page.night.fifty_fifty);
    const name = drawn?.name ?? "";
    const reason = new Reason();
    const parts = [t("money.draw.void.words", { name }), reason.node];
    if (!(await sheet(t("money.draw.void.title"), parts, t("money.draw.void")))) return;
    // When it is sent later, a draw that was made meanwhile stays.
    const path = drawn?.id ? `/fifty-fifty?id=${drawn.id}` : "/fifty-fifty";
    const answer = await this.#page.change("DELETE", path, {
      reason: reason.given,
    });
    if (answer) this.#page.statusBar.show(t("money.draw.voided", { name }));
  }
}

class Money {
  #page;
  #request;
  #requested = "";
  /** @type {Accounts|null} */
  #accounts = null;
  #fiftyFifty;
  #printHead = element("div", {});
  #standings = new StandingsTable(null);
  #sum = element("div", {});
  #debtors;
  #unpaid;

  /** @param {Place} place */
  constructor(place) {
    this.#page = new NightPage(place, "money", () => this.#show());
    const { id, body } = this.#page;
    this.#request = new LatestRequest((_, signal) => fetchAccounts(id, signal), {
      onAnswer: (/** @type {Accounts} */ accounts) => {
        this.#accounts = accounts;
        this.#showAccounts(accounts);
      },
    });
    this.#fiftyFifty = new FiftyFifty(this.#page);
    const debtors = element("ul", { class: "debtors" });
    /** @type {KeyedList<PendingEntry>} */
    this.#debtors = new KeyedList(
      debtors,
      ({ player_id }) => player_id,
      (entry) => new Debtor(entry, (debtor) => this.#pay(debtor)),
    );
    this.#unpaid = element(
      "section",
      { "aria-labelledby": "unpaid-title" },
      element("h2", { id: "unpaid-title" }, t("money.missing")),
      debtors,
    );
    body.append(
      element(
        "section",
        { class: "night-cards", "aria-labelledby": "standings-title" },
        this.#printHead,
        element("h2", { id: "standings-title" }, t("night.standings")),
        this.#standings.node,
        paperLinks(id),
      ),
      element(
        "div",
        { class: "money-part" },
        this.#fiftyFifty.node,
        this.#unpaid,
        element(
          "section",
          { "aria-labelledby": "money-title" },
          element("h2", { id: "money-title" }, t("money.money")),
          this.#sum,
        ),
      ),
    );
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request.close();
    this.#page.close();
  }

  #show() {
    const { night, pending } = this.#page;
    // The night changes at every peg; cards and money change with its version and with the games that end.
    const ended = night.rounds.flatMap(({ tables }) => tables.filter(({ status }) => status !== "playing"));
    const requested = JSON.stringify([night.version, ended]);
    if (requested !== this.#requested) this.#request.request(requested);
    this.#requested = requested;
    const unpaid = pendingEntries(night, pending).filter(({ paid }) => !paid);
    this.#debtors.show(unpaid);
    this.#unpaid.hidden = unpaid.length === 0;
    this.#fiftyFifty.show(night, this.#accounts?.money ?? null);
  }

  /** @param {Accounts} accounts */
  #showAccounts({ standings, money, history }) {
    const { night } = this.#page;
    const paid = night.entries.filter((entry) => entry.paid).length;
    if (!this.#printHead.firstChild) this.#printHead.append(printHead(dayOnPaper(night.date)));
    // The prizes are shown beside the pot that pays them, even while no player has finished.
    this.#standings.show(standings.rows, true);
    this.#sum.replaceChildren(moneyTable(money, paid));
    this.#fiftyFifty.show(night, money);
    this.#fiftyFifty.showRecord(history.events);
  }

  /** @param {PendingEntry} entry */
  async #pay({ player_id: id, name }) {
    const note = (/** @type {boolean} */ paid) =>
      this.#page.change("PUT", `/entries/${id}`, { paid }, { player: { id, name } });
    if (await note(true)) this.#page.statusBar.show(t("money.has_paid", { name }), () => note(false));
  }
}

/** A player who has not paid, with the tick that says they have. */
class Debtor {
  #entry;
  #name = element("span", {});
  #box;

  /** @param {PendingEntry} entry @param {(entry: PendingEntry) => void} onPaid */
  constructor(entry, onPaid) {
    this.#entry = entry;
    this.#box = element("input", { type: "checkbox", onchange: () => onPaid(this.#entry) });
    this.node = element("li", {}, element("label", { class: "fee" }, this.#box, this.#name));
  }

  /** Shows the player. @param {PendingEntry} entry */
  show(entry) {
    this.#entry = entry;
    this.#name.textContent = t("money.pays", { name: entry.name });
    this.#box.checked = false;
  }
}

// The uses of the fees, which add up to them.
/** @param {MoneyAnswer} money @param {number} paid */
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

/** @param {string} id */
function paperLinks(id) {
  const link = (/** @type {string} */ href, /** @type {string} */ text, more = {}) =>
    element("a", { class: "go", href, ...more }, text);
  return element(
    "div",
    { class: "keys-row paper-keys" },
    printKey(),
    link(`/api/v1/nights/${id}/standings.csv`, t("standings.csv"), { download: true }),
    link(`#/blank-cards?id=${id}`, t("money.blank_cards")),
  );
}

/** @param {string} id @param {AbortSignal} signal @returns {Promise<Accounts>} */
async function fetchAccounts(id, signal) {
  const [standings, money, history] = await Promise.all([
    send("GET", `/api/v1/nights/${id}/standings`, { signal }),
    session.ask("GET", `/api/v1/nights/${id}/money`, { signal }),
    session.ask("GET", `/api/v1/nights/${id}/history`, { signal }),
  ]);
  return { standings, money, history };
}

/** A night's standings, its money and the 50/50. State in the hash: `id`. */
export default signedIn({
  /** @param {Place} place */
  mount(place) {
    const view = new Money(place);
    return () => view.close();
  },
});

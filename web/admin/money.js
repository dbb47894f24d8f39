import { session, signedIn } from "../club/session.js";
import { send } from "../lib/api.js";
import { KeyedList, element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { NightStandings } from "../night/standings.js";
import { printHead, printKey } from "../ui/controls.js";
import { Reason, sheet } from "../ui/form.js";
import { entriesOf } from "./attendees.js";
import { NightPage } from "./night-page.js";
import { drawRecord } from "./result-sheet.js";
import { amount, dayOnPaper } from "../lib/text.js";

/** Where the fees go, so that everybody sees it add up. @param {object} money the service's @param {number} paid how many have paid @returns {HTMLElement} */
function moneySum({ fees, fifty_fifty, supplies, prizes, pot, activities }, paid) {
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

/** The 50/50 of a night: drawn once, shown large, voided with a reason. */
class FiftyFifty {
  #page;
  #words = element("p", { class: "help" });
  #winner = element("p", { class: "drawn-name", role: "status" });
  #draw = element("button", { type: "button", class: "primary", onclick: () => this.#ask() });
  #void = element("button", { type: "button", class: "quiet", onclick: () => this.#askVoid() }, t("money.draw.void"));

  #record = element("div", {});

  /** @param {import("./night-page.js").NightPage} page */
  constructor(page) {
    this.#page = page;
    this.node = element(
      "section",
      { class: "fifty-fifty", "aria-labelledby": "fifty-fifty-title" },
      element("h2", { id: "fifty-fifty-title" }, t("money.fifty_fifty")),
      this.#winner,
      this.#words,
      element("div", { class: "keys-row" }, this.#draw, this.#void),
      this.#record,
    );
  }

  /** Shows it. @param {object} night @param {object|null} money the service's */
  show(night, money) {
    const { fifty_fifty: drawn } = night;
    const begun = ["playing", "finished"].includes(night.status);
    const possible = begun && !drawn && money?.fifty_fifty > 0;
    const won = drawn ? t("money.draw.won", { name: drawn.name, amount: amount(drawn.amount) }) : "";
    // A screen reader would say it again at every peg of the hall.
    if (this.#winner.textContent !== won) this.#winner.textContent = won;
    this.#draw.hidden = !possible;
    this.#void.hidden = !drawn;
    const draw = possible ? t("money.draw", { amount: amount(money.fifty_fifty) }) : "";
    this.#draw.textContent = this.#underWay ? t("running.sending") : draw;
    if (drawn) this.#words.textContent = "";
    else if (!begun) this.#words.textContent = t("money.draw.later");
    else this.#words.textContent = t(possible ? "money.draw.who" : "money.draw.nothing");
    this.#words.hidden = this.#words.textContent === "";
  }

  /** Tells of the draws that were voided. @param {object[]} events of the night's history */
  tell(events) {
    this.#record.replaceChildren(drawRecord(events, this.#page.night.entries) ?? "");
  }

  get #underWay() {
    return this.#page.waiting.some(({ fifty_fifty: asked }) => asked);
  }

  // The second tap of a double tap would be told that it is drawn already, and to void it.
  async #ask() {
    if (this.#underWay) return null;
    const unpaid = this.#page.night.entries.filter(({ paid }) => !paid).map(({ name }) => name);
    const words = [t("money.draw.who"), unpaid.length > 0 ? t("money.draw.without", { names: list(unpaid) }) : null];
    if (!(await sheet(t("money.draw.title"), words, t("money.draw.yes")))) return null;
    const path = `/api/v1/nights/${this.#page.id}`;
    const happened = async () => (await session.ask("GET", path)).fifty_fifty;
    return this.#page.change("POST", "/fifty-fifty", undefined, { happened, fifty_fifty: true });
  }

  async #askVoid() {
    const { name } = this.#page.night.fifty_fifty;
    const reason = new Reason();
    const words = [t("money.draw.void.words", { name }), reason.node];
    if (!(await sheet(t("money.draw.void.title"), words, t("money.draw.void")))) return;
    const voided = await this.#page.change("DELETE", "/fifty-fifty", { reason: reason.given });
    if (voided) this.#page.statusBar.show(t("money.draw.voided", { name }));
  }
}

class Money {
  #asked;
  #shown = "";
  #answer = null;

  constructor(place) {
    this.page = new NightPage(place, "money", () => this.show());
    const onAnswer = (answer) => {
      this.#answer = answer;
      this.#tell();
    };
    this.#asked = new LatestRequest((_, signal) => ask(this.page.id, signal), {
      onAnswer,
    });
    this.draw = new FiftyFifty(this.page);
    this.heading = element("div", {});
    this.standings = new NightStandings(null);
    this.sum = element("div", {});
    this.debtors = element("ul", { class: "debtors" });
    this.unpaid = element(
      "section",
      { "aria-labelledby": "unpaid-title" },
      element("h2", { id: "unpaid-title" }, t("money.missing")),
      this.debtors,
    );
    this.rows = new KeyedList(
      this.debtors,
      ({ player_id }) => player_id,
      () => new Debtor((entry) => this.#pay(entry)),
    );
    this.links = element("div", { class: "keys-row paper-keys" });
    this.page.body.append(
      element(
        "section",
        { class: "night-cards", "aria-labelledby": "standings-title" },
        this.heading,
        element("h2", { id: "standings-title" }, t("night.standings")),
        this.standings.node,
        this.links,
      ),
      element(
        "div",
        { class: "money-part" },
        this.draw.node,
        this.unpaid,
        element(
          "section",
          { "aria-labelledby": "money-title" },
          element("h2", { id: "money-title" }, t("money.money")),
          this.sum,
        ),
      ),
    );
    this.#link(this.page.id);
  }

  show() {
    const { night } = this.page;
    // The line tells of every peg; cards and money change with the night and with the games that end.
    const ended = night.rounds.flatMap(({ tables }) => tables.filter(({ status }) => status !== "playing"));
    const shown = JSON.stringify([night.version, ended]);
    if (shown !== this.#shown) this.#asked.request(shown);
    this.#shown = shown;
    const unpaid = entriesOf(night, this.page.waiting).filter(({ paid }) => !paid);
    this.rows.show(unpaid);
    this.unpaid.hidden = unpaid.length === 0;
    this.draw.show(night, this.#answer?.money ?? null);
  }

  #tell() {
    const { standings, money, history } = this.#answer;
    const { night } = this.page;
    const paid = night.entries.filter((entry) => entry.paid).length;
    if (!this.heading.firstChild) this.heading.append(printHead(dayOnPaper(night.date)));
    // The prizes stand beside the pot that pays them, however early it is.
    this.standings.show(standings.rows, true);
    this.sum.replaceChildren(moneySum(money, paid));
    this.draw.show(night, money);
    this.draw.tell(history.events);
  }

  async #pay({ player_id: id, name }) {
    const note = (paid) => this.page.change("PUT", `/entries/${id}`, { paid }, { player: { id, name } });
    if (await note(true)) this.page.statusBar.show(t("money.has_paid", { name }), () => note(false));
  }

  #link(id) {
    const link = (href, words, more = {}) => element("a", { class: "go", href, ...more }, words);
    this.links.replaceChildren(
      printKey(),
      link(`/api/v1/nights/${id}/standings.csv`, t("standings.csv"), { download: true }),
      link(`#/blank-cards?id=${id}`, t("money.blank_cards")),
    );
  }

  /** Ends it, when the view goes. */
  end() {
    this.#asked.close();
    this.page.end();
  }
}

/** Somebody who has not paid, with the tick that says they have. */
class Debtor {
  #entry;
  #name = element("span", {});

  constructor(pay) {
    const box = element("input", { type: "checkbox", onchange: () => pay(this.#entry) });
    this.node = element("li", {}, element("label", { class: "fee" }, box, this.#name));
  }

  show(entry) {
    this.#entry = entry;
    this.#name.textContent = t("money.pays", { name: entry.name });
    this.node.querySelector("input").checked = false;
  }
}

async function ask(id, signal) {
  const [standings, money, history] = await Promise.all([
    send("GET", `/api/v1/nights/${id}/standings`, { signal }),
    session.ask("GET", `/api/v1/nights/${id}/money`, { signal }),
    session.ask("GET", `/api/v1/nights/${id}/history`, { signal }),
  ]);
  return { standings, money, history };
}

/** A night's standings, its money and the 50/50. State in the hash: `id`. */
export default signedIn({
  mount(place) {
    const view = new Money(place);
    return () => view.end();
  },
});

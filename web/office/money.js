import { send } from "../app/api.js";
import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { Question } from "../app/question.js";
import { dayOnPaper } from "../hall/date.js";
import { NightStandings } from "../hall/night-standings.js";
import { printHead, printKey } from "../hall/print-head.js";
import { entriesOf } from "./night/entries.js";
import { FiftyFifty } from "./night/fifty-fifty.js";
import { moneySum } from "./night/money-sum.js";
import { NightPage } from "./night/night-page.js";
import { Rows } from "./night/rows.js";
import { session } from "./session.js";
import { signedIn } from "./signed-in.js";

class Money {
  #asked;
  #shown = "";
  #answer = null;

  constructor(place) {
    this.page = new NightPage(place, "money", () => this.show());
    const answered = (answer) => {
      this.#answer = answer;
      this.#tell();
    };
    const later = () => {};
    this.#asked = new Question((_, signal) => ask(this.page.id, signal), {
      answered,
      refused: later,
      unreachable: later,
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
    this.rows = new Rows(
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
    if (shown !== this.#shown) this.#asked.put(shown);
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
    if (await note(true)) this.page.foot.say(t("money.has_paid", { name }), () => note(false));
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

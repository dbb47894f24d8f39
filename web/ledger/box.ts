import type { Ledger, LedgerEntry } from "pegout-api";
import { session } from "../access/session.ts";
import { problemText, Refusal, Unreachable } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { amount, today } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { choice } from "../ui/controls.ts";
import { Form, MoneyField, csvKey, field, sheet } from "../ui/form.ts";
import { Loading } from "../ui/notice.ts";
import { Posting, cents, dayText, postingText, signedAmount } from "./accounts.ts";
import { type Pot, potNames, readPots } from "./pots.ts";

const LEDGER = "/api/v1/ledger";
const FUNDS = ["activities", "supplies", "prize_fund"];
const MAX_REASON_LENGTH = 1000;
/** The postings that are shown at first. */
const SHOWN = 50;
const OF_NIGHT = ["fee", "prize", "fifty_fifty"];

/** The cash box: the cash that should be in it with its parts, the count, and the postings. */
export class Box {
  #loading: Loading<[Ledger, Pot[]]>;
  node = element("section", { class: "box", "data-skip": true, tabindex: "-1" });

  constructor() {
    this.#loading = this.#load();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#loading.close();
  }

  /** @param said the sentence to show with the newest ledger */
  #load(said = "") {
    const loading = new Loading<[Ledger, Pot[]]>(
      (signal) => Promise.all([session.ask("GET", `${LEDGER}?limit=${SHOWN}`, { signal }), readPots(signal)]),
      ([ledger, pots]) => this.#show(ledger, pots, said),
    );
    // The former ledger stays until the answer, so that nothing jumps.
    if (this.node.childElementCount === 0 || !said) this.node.replaceChildren(loading.node);
    return loading;
  }

  #reload(said: string) {
    this.#loading.close();
    this.#loading = this.#load(said);
  }

  #show(ledger: Ledger, pots: Pot[], said: string) {
    const heading = element("h2", { tabindex: "-1" }, t("ledger.box.should", { amount: signedAmount(ledger.box) }));
    const text = element("p", { class: "said", role: "status" });
    const postings = new Postings(ledger.entries, pots, (done) => this.#reload(done));
    this.node.replaceChildren(
      element(
        "div",
        { class: "columns" },
        element(
          "div",
          { class: "stack" },
          element("section", {}, heading, text, partsTable(ledger)),
          element("section", {}, element("h3", {}, t("ledger.count")), this.#count(ledger)),
          element("section", {}, element("h3", {}, t("ledger.bring")), this.#bring()),
        ),
        element("div", { class: "stack" }, postings.node, csv()),
      ),
    );
    // A screen reader reads it when it changes.
    text.textContent = said;
    if (said) heading.focus();
  }

  #count({ box }: Ledger) {
    const counted = new MoneyField("counted", 0);
    counted.input.value = "";
    const outcome = element("div", { role: "status" });
    counted.input.oninput = () => outcome.replaceChildren();
    const form = new Form({
      key: t("ledger.count.key"),
      look: "quiet",
      fields: [field(t("ledger.count.amount"), counted.input)],
      check: () => (counted.cents === null ? t("ledger.wrong.amount") : null),
      send: async () => outcome.replaceChildren(...this.#outcome(cents(counted) - box)),
    });
    return element("div", { class: "stack" }, form.node, outcome);
  }

  /** @param difference the cents that are too much, or missing if it is negative */
  #outcome(difference: number): Node[] {
    if (difference === 0) return [element("p", {}, t("ledger.count.right"))];
    const sum = Math.abs(difference);
    const isMore = difference > 0;
    const text = t(isMore ? "ledger.count.more" : "ledger.count.less", { amount: amount(sum) });
    const reason = reasonField(t("ledger.count.reason"));
    const posting = new Posting();
    const form = new Form({
      key: t("ledger.write_off", { amount: amount(sum) }),
      look: "quiet",
      fields: [field(t("ledger.reason"), reason, t(isMore ? "ledger.write_off.more" : "ledger.write_off.less"))],
      send: async () => {
        const [from, to] = isMore ? ["outside", "activities"] : ["activities", "outside"];
        await posting.send({ from, to, amount: sum, reason: reason.value.trim() });
        this.#reload(t("ledger.write_off.done", { amount: amount(sum) }));
      },
    });
    return [element("p", { class: "difference" }, text), form.node];
  }

  #bring() {
    let way = "in";
    const fund = element(
      "select",
      { name: "fund" },
      FUNDS.map((value) => element("option", { value }, t(`ledger.fund.${value}`))),
    );
    const sum = new MoneyField("amount", 0);
    sum.input.value = "";
    const reason = reasonField("");
    const posting = new Posting();
    const ways = ["in", "out"].map((value) => ({ value, label: t(`ledger.bring.${value}`) }));
    const form = new Form({
      key: t("ledger.bring.key"),
      look: "quiet",
      fields: [
        choice(t("ledger.bring"), ways, way, (chosen) => (way = chosen)),
        element("div", { class: "pair" }, field(t("ledger.bring.fund"), fund), field(t("ledger.amount"), sum.input)),
        field(t("ledger.reason"), reason, t("ledger.bring.reason")),
      ],
      check: () => Posting.wrong(sum),
      send: async () => {
        const [from, to] = way === "in" ? ["outside", fund.value] : [fund.value, "outside"];
        await posting.send({ from, to, amount: cents(sum), reason: reason.value.trim() });
        this.#reload(t(`ledger.bring.done.${way}`, { amount: amount(cents(sum)) }));
      },
    });
    return form.node;
  }
}

/** @param given the reason at first */
function reasonField(given: string) {
  return element("input", {
    name: "reason",
    required: true,
    maxlength: MAX_REASON_LENGTH,
    autocomplete: "off",
    value: given,
  });
}

function partsTable({
  box,
  credits,
  to_hand_out: toHandOut,
  supplies,
  activities,
  prize_fund: prizeFund,
  pots,
}: Ledger) {
  const row = (text: string, sum: number) =>
    element("tr", {}, element("th", { scope: "row" }, text), element("td", { class: "number" }, signedAmount(sum)));
  return element(
    "table",
    { class: "adds-up" },
    element("caption", { class: "unseen" }, t("ledger.box")),
    element(
      "tbody",
      {},
      row(t("ledger.box.credits"), credits),
      row(t("ledger.box.to_hand_out"), toHandOut),
      row(t("ledger.fund.supplies"), supplies),
      row(t("ledger.fund.activities"), activities),
      row(t("ledger.fund.prize_fund"), prizeFund),
      pots ? row(t("ledger.pots"), pots) : null,
    ),
    element("tfoot", {}, row(t("ledger.box.sum"), box)),
  );
}

/**
 * The postings, the newest first. A posting can be taken back once. The postings of fees, prizes, stakes and won pots are
 * taken back at their night.
 */
class Postings {
  #onChange;
  #pots;
  #list = element("ul", { class: "postings" });
  #notice = element("p", { class: "said", role: "status" });
  #earlier = element("button", { type: "button", class: "quiet", hidden: true }, t("ledger.earlier"));
  declare node;

  /** @param onChange called with the sentence about a posting that was taken back */
  constructor(entries: LedgerEntry[], pots: Pot[], onChange: (done: string) => void) {
    this.#onChange = onChange;
    this.#pots = potNames(pots);
    this.node = element(
      "section",
      {},
      element("h3", {}, t("ledger.postings")),
      this.#notice,
      this.#list,
      this.#earlier,
    );
    if (entries.length === 0) this.#list.before(element("p", { class: "help" }, t("ledger.postings.none")));
    this.#add(entries);
  }

  #add(entries: LedgerEntry[]) {
    this.#list.append(...[...entries].reverse().map((entry) => this.#line(entry)));
    this.#earlier.hidden = entries.length < SHOWN;
    this.#earlier.onclick = () => this.#try(() => this.#readEarlier(entries[0].id));
  }

  async #readEarlier(before: string) {
    const { entries } = await session.ask("GET", `${LEDGER}?limit=${SHOWN}&before=${before}`);
    this.#add(entries);
  }

  #line(entry: LedgerEntry) {
    const { name, amount: sum, reason, by, taken_back: takenBack, from, to } = entry;
    const isOfPot = entry.pot_id !== null && entry.player_id !== null;
    const isOfNight = isOfPot || [from, to].some((account) => OF_NIGHT.includes(account));
    const notes = [reason, by && t("ledger.posting.by", { by }), takenBack && t("ledger.posting.taken_back")];
    const posting = postingText(entry, this.#pots);
    const what = name ? t("ledger.posting.of", { what: posting, name }) : posting;
    return element(
      "li",
      { class: takenBack ? "taken-back" : null },
      element(
        "span",
        { class: "posting" },
        element("span", {}, `${dayText(entry)} · ${what}`),
        element("span", { class: "help" }, notes.filter(Boolean).join(" · ")),
      ),
      element("strong", {}, amount(sum)),
      takenBack || isOfNight
        ? null
        : element(
            "button",
            {
              type: "button",
              class: "deed",
              "aria-label": t("ledger.undo.of", { what }),
              onclick: () => this.#try(() => this.#takeBack(entry, what)),
            },
            t("ledger.undo"),
          ),
    );
  }

  async #takeBack({ id, amount: sum }: LedgerEntry, what: string) {
    const words = [t("ledger.undo.words", { what, amount: amount(sum) })];
    if (!(await sheet(t("ledger.undo.title"), words, t("ledger.undo.yes")))) return;
    await session.ask("DELETE", `${LEDGER}/${id}`, { body: {} });
    this.#onChange(t("ledger.undo.done", { what, amount: amount(sum) }));
  }

  async #try(act: () => Promise<void>) {
    this.#notice.textContent = "";
    try {
      await act();
    } catch (error) {
      if (error instanceof Unreachable) this.#notice.textContent = t("running.no_answer");
      else if (error instanceof Refusal) this.#notice.textContent = problemText(error);
      else throw error;
    }
  }
}

function csv() {
  return csvKey({
    key: t("ledger.csv"),
    file: t("ledger.csv.file", { date: today() }),
    done: t("club.csv.saved"),
    read: () => session.ask("GET", `${LEDGER}.csv`),
  });
}

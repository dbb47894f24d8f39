import type {
  Money,
  Money as MoneyAnswer,
  Night,
  NightHistory,
  NightPot,
  NightStandings,
  OpenItem,
  PlayerMoney,
  StandingsRow,
} from "pegout-api";
import { session, signedIn } from "../access/session.ts";
import { atLeast } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { amount, dayOnPaper } from "../lib/format.ts";
import { language, t } from "../lib/i18n.ts";
import { LatestRequest } from "../lib/retry.ts";
import type { Place } from "../lib/router.ts";
import { seenOf, wholeRows } from "../night/night-store.ts";
import { cardsKey } from "../night/paper-keys.ts";
import { StandingsTable, csvLink, printHead } from "../night/standings.ts";
import { excusableRounds, excusePlayer } from "../rounds/late-players.ts";
import { printKey } from "../ui/controls.ts";
import { csvKey } from "../ui/form.ts";
import { FiftyFifty } from "./fifty-fifty.ts";
import { NightPage } from "./night-page.ts";
import { NightPotCards, potsTable } from "./night-pots.ts";
import { Settlement, openText } from "./payouts.ts";
import { drawRecord } from "./result-sheet.ts";
import { ReturnedCards } from "./returned-cards.ts";

const HEADS = ["money.sheet.paid", "money.sheet.prize", "money.fifty_fifty", "money.sheet.handed"];

/**
 * The treasurer's sheet: the players who paid or owe, the uses of the money, the pots, and two lines for signatures. The sheet is
 * on paper alone.
 */
class TreasurerSheet {
  node = element("section", { class: "treasurer-sheet", "aria-label": t("money.sheet") });

  /** Fills it. */
  fill(night: Night, money: Money, pots: NightPot[]) {
    const contested = money.open.filter(({ what }) => what === "contested");
    this.node.replaceChildren(
      element("h2", {}, t("money.sheet")),
      playerTable(money),
      ...contested.map((item) => element("p", {}, openText(item))),
      usesTable(night, money),
      potsTable(pots) ?? "",
      element(
        "div",
        { class: "signatures" },
        ["money.sheet.treasurer", "money.sheet.second"].map((key) => element("p", {}, t(key))),
      ),
    );
  }

  /** Makes the key that prints it in the place of the standings. */
  printKey(): HTMLElement {
    return printKey(t("money.sheet.print"), "prints-sheet");
  }
}

/** The amount that a player has in hand of prizes and the 50/50, in cents. */
const inHand = (player: PlayerMoney) => player.handed_out + player.fifty_fifty_handed;

function playerTable({ players, open }: Money) {
  const byName = [...players].sort((one, other) => one.name.localeCompare(other.name, language()));
  const cells = (texts: string[]) => texts.map((text) => element("td", { class: "number" }, text));
  const line = (player: PlayerMoney) => {
    const { player_id: id, name, fee_paid: fee, prize_now: prize, fifty_fifty_due: drawn } = player;
    // The sheet is about money, so it leaves missing cards out.
    const items = open.filter((item) => item.player_id === id && item.what !== "card");
    const handed = inHand(player);
    const tick = handed > 0 && items.length === 0 ? "✓ " : "";
    return element("tr", {}, element("th", { scope: "row" }, element("bdi", {}, name)), [
      ...cells([...[fee, prize, drawn].map(blankOrAmount), tick + blankOrAmount(handed)]),
      element("td", {}, items.map((item) => openText(item, player)).join("; ")),
    ]);
  };
  const sum = (part: (player: PlayerMoney) => number) => amount(players.reduce((all, player) => all + part(player), 0));
  const sums = [
    sum((player) => player.fee_paid),
    sum((player) => player.prize_now),
    sum((player) => player.fifty_fifty_due),
    sum(inHand),
  ];
  const head = (key: string, look = "") => element("th", { scope: "col", class: look }, t(key));
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

/** The sums that players are still to get, to pay and to give back. */
function openSums(open: OpenItem[]): string {
  const sum = (part: (item: OpenItem) => number) => open.reduce((all, item) => all + part(item), 0);
  const of = (...kinds: OpenItem["what"][]) => sum(({ what, amount: cents = 0 }) => (kinds.includes(what) ? cents : 0));
  const sums: [string, number][] = [
    ["money.gets", of("prize", "fifty_fifty", "fee_back") + sum(({ prize = 0 }) => prize)],
    ["money.owes", of("fee")],
    ["money.gives", of("to_return")],
  ];
  const texts = sums.filter(([, cents]) => cents > 0).map(([key, cents]) => t(key, { amount: amount(cents) }));
  return texts.join("; ");
}

function usesTable({ fifty_fifty: drawn }: Night, money: Money) {
  const won = money.prizes.reduce((sum, prize) => sum + prize.amount, 0);
  const handed = money.players.reduce((sum, player) => sum + inHand(player), 0);
  const rows: [string, number][] = [
    [t("money.sheet.fees"), money.fees],
    [drawn ? t("money.sheet.drawn", { name: drawn.name }) : t("money.sheet.undrawn"), money.fifty_fifty],
    [t("money.supplies"), money.supplies],
    [t("money.sheet.pot"), money.pot],
    [t("money.prizes"), won],
    [t("money.sheet.handed"), handed],
    [t("money.activities"), money.activities],
  ];
  const line = ([text, cents]: [string, number]) =>
    element("tr", {}, element("th", { scope: "row" }, text), element("td", { class: "number" }, amount(cents)));
  return element("table", { class: "sheet-uses" }, element("tbody", {}, rows.map(line)));
}

function blankOrAmount(cents: number) {
  return cents === 0 ? "" : amount(cents);
}

/** The answers, and the version that the night had then. */
type Accounts = { standings: NightStandings; money: MoneyAnswer; history: NightHistory; version: number };

class MoneyPage {
  #page;
  #request;
  #requested = "";
  #accounts: Accounts | null = null;
  #fiftyFifty;
  #printHead = element("div", {});
  #returned;
  #standings;
  #sum = element("div", {});
  #settlement;
  #potCards;
  #pots: NightPot[] = [];
  #sheet = new TreasurerSheet();
  #csv = element("div", {});
  #cardsKey;
  #jumps: { key: HTMLElement; part: HTMLElement }[];

  constructor(place: Place) {
    this.#page = new NightPage(place, "money", () => this.#show());
    const { body } = this.#page;
    this.#cardsKey = cardsKey(place.root, () => this.#cards);
    this.#cardsKey.hidden = true;
    this.#returned = new ReturnedCards(this.#page, (standings) => this.#receiveStandings(standings));
    this.#standings = new StandingsTable(null, (row) => this.#excuseKey(row), this.#returned.column);
    this.#request = new LatestRequest((_, signal) => fetchAccounts(this.#page.night, signal), {
      onAnswer: (accounts: Accounts) => {
        this.#accounts = accounts;
        this.#showAccounts(accounts);
      },
    });
    this.#fiftyFifty = new FiftyFifty(this.#page);
    this.#settlement = new Settlement(
      this.#page,
      (money) => this.#receive(money),
      (standings) => this.#receiveStandings(standings),
    );
    this.#potCards = new NightPotCards(this.#page, (pots) => this.#receivePots(pots));
    const standings = element(
      "section",
      { class: "night-cards", "aria-labelledby": "standings-title" },
      this.#printHead,
      element("h2", { id: "standings-title" }, t("night.standings")),
      this.#standings.node,
      this.#sheet.node,
      paperLinks(this.#page, this.#sheet.printKey(), this.#cardsKey),
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
      jump("ledger.pots", this.#potCards.node),
      jump("money.money", sums),
    ];
    body.append(
      element(
        "nav",
        { class: "keys-row", "aria-label": t("money.jump") },
        this.#jumps.map(({ key }) => key),
        element("a", { class: "go", href: "#/ledger?part=players" }, t("ledger.players")),
        element("a", { class: "go", href: "#/ledger?part=box" }, t("ledger.box")),
      ),
      standings,
      element("div", { class: "money-part" }, this.#fiftyFifty.node, this.#settlement.node, this.#potCards.node, sums),
    );
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request.close();
    this.#potCards.close();
    this.#page.close();
  }

  get #cards() {
    const { night } = this.#page;
    return this.#accounts && { night, rows: wholeRows(this.#accounts.standings) };
  }

  #show() {
    const { night } = this.#page;
    // The night changes at every peg; cards and money change with its version and with the games that end.
    const ended = night.rounds.flatMap(({ tables }) => tables.filter(({ status }) => status !== "playing"));
    const requested = JSON.stringify([night.version, ended]);
    if (requested !== this.#requested) this.#request.request(requested);
    this.#requested = requested;
    this.#potCards.show(requested);
    this.#returned.show();
    this.#showMoney(this.#accounts);
  }

  #showAccounts(accounts: Accounts) {
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
    // The prizes are shown next to the pot that pays them, even while no player has finished.
    this.#standings.show(wholeRows(standings), true, night);
    this.#cardsKey.hidden = night.rounds.length === 0;
    this.#sum.replaceChildren(moneyTable(money, paid));
    this.#sheet.fill(night, money, this.#pots);
    this.#showMoney(accounts);
    this.#fiftyFifty.showRecord(drawRecord(history.events, night.entries));
  }

  #showMoney(accounts: Accounts | null) {
    const money = accounts?.money ?? null;
    this.#settlement.show(money, accounts?.version ?? 0);
    this.#fiftyFifty.show(this.#page.night, money);
    for (const { key, part } of this.#jumps) key.hidden = part.hidden;
  }

  #receivePots(pots: NightPot[]) {
    this.#pots = pots;
    if (this.#accounts) this.#sheet.fill(this.#page.night, this.#accounts.money, pots);
    for (const { key, part } of this.#jumps) key.hidden = part.hidden;
  }

  #receive(money: MoneyAnswer) {
    if (this.#accounts) this.#showAccounts({ ...this.#accounts, money });
  }

  // Until the next money comes, a card that is handed in is not listed.
  #receiveStandings(standings: NightStandings) {
    if (!this.#accounts) return;
    const returned = new Set(standings.rows.flatMap((row) => (row.card_returned ? [row.player_id] : [])));
    const { money } = this.#accounts;
    const open = money.open.filter(({ what, player_id: id = "" }) => what !== "card" || !returned.has(id));
    this.#accounts = { ...this.#accounts, standings, money: { ...money, open } };
    this.#showAccounts(this.#accounts);
  }

  #excuseKey({ player_id: id, name }: StandingsRow) {
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
/** @param words the key of its text @param part what it shows */
function jump(words: string, part: HTMLElement) {
  const onclick = () => {
    const heading = part.querySelector("h2");
    heading?.scrollIntoView();
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  };
  return { key: element("button", { type: "button", class: "deed", onclick }, t(words)), part };
}

/** @param keys print the treasurer's sheet, and the filled scorecards */
function paperLinks(page: NightPage, ...keys: HTMLElement[]) {
  const { id } = page;
  return element(
    "div",
    { class: "keys-row paper-keys" },
    printKey(t("paper.standings")),
    keys,
    csvLink(`/api/v1/nights/${id}/standings.csv`, session, () => page.night.date, "go"),
    element("a", { class: "go", href: `#/blank-cards?id=${id}` }, t("money.blank_cards")),
  );
}

async function fetchAccounts({ id, version }: { id: string; version: number }, signal: AbortSignal): Promise<Accounts> {
  const seen = seenOf(id).value;
  const [standings, money, history] = await Promise.all([
    session.ask("GET", atLeast(`/api/v1/nights/${id}/standings`, seen), { signal }),
    session.ask("GET", atLeast(`/api/v1/nights/${id}/money`, seen), { signal }),
    session.ask("GET", `/api/v1/nights/${id}/history`, { signal }),
  ]);
  return { standings, money, history, version };
}

// The table of the uses of the fees, which add up to the fees.
/** @param paid the number of players who have paid */
function moneyTable({ fees, fifty_fifty, supplies, prizes, pot, activities }: MoneyAnswer, paid: number) {
  const won = prizes.reduce((sum, prize) => sum + prize.amount, 0);
  const row = (text: string, cents: number, help: string | null = null) =>
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
  mount(place: Place) {
    const view = new MoneyPage(place);
    return () => view.close();
  },
});

import type { Player, PlayerBalance, PlayerBalances, Players, Statement } from "pegout-api";
import { session, signedIn } from "../access/session.ts";
import { type Child, element } from "../lib/dom.ts";
import { amount } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import type { Place } from "../lib/router.ts";
import { printHead } from "../night/standings.ts";
import { printKey } from "../ui/controls.ts";
import { Form, MoneyField, field } from "../ui/form.ts";
import { Loading } from "../ui/notice.ts";
import { Posting, cents, signedAmount, sumOf } from "./accounts.ts";
import { Box } from "./box.ts";
import { PotSettings } from "./pot-settings.ts";
import { type Pot, potNames, readPots } from "./pots.ts";
import { accountText, linesTable } from "./statement.ts";

/** The parts of the view that have a link. */
type PartName = "players" | "box" | "pots";
const PARTS: PartName[] = ["players", "box", "pots"];

/** A part of the view: it loads its content into its node, and ends with the view. */
type Part = { node: HTMLElement; close: () => void };

/** The players with credit or debts or money to get, then everybody else. */
class PlayerAccounts {
  #loading;
  node = element("section", { "data-skip": true, tabindex: "-1" });

  constructor() {
    this.#loading = new Loading(
      (signal) =>
        Promise.all([
          session.ask("GET", "/api/v1/ledger/players", { signal }),
          session.ask("GET", "/api/v1/players", { signal }),
        ]),
      ([{ players: accounts }, { players }]: [PlayerBalances, Players]) => this.#show(accounts, players),
    );
    this.node.append(this.#loading.node);
  }

  /** Ends it, when the view goes. */
  close() {
    this.#loading.close();
  }

  #show(all: PlayerBalance[], players: Player[]) {
    const accounts = all.filter((account) => accountText(account) !== "");
    const known = new Set(accounts.map(({ player_id: id }) => id));
    const others = players.filter(({ id }) => !known.has(id));
    const line = (id: string, name: string, text: string) =>
      element(
        "li",
        {},
        element("a", { href: `#/ledger?player=${id}` }, element("bdi", {}, name), " ", element("span", {}, text)),
      );
    this.node.append(
      element("h2", {}, t("ledger.players")),
      element("p", { class: "help" }, accounts.length > 0 ? sumsText(accounts) : t("ledger.players.none")),
      element(
        "ul",
        { class: "accounts" },
        accounts.map((account) => line(account.player_id, account.name, accountText(account))),
      ),
      others.length > 0
        ? element(
            "details",
            { open: accounts.length === 0 },
            element("summary", {}, t("ledger.players.others", { n: others.length })),
            element(
              "ul",
              { class: "accounts" },
              others.map(({ id, name }) => line(id, name, "")),
            ),
          )
        : "",
    );
  }
}

function sumsText(accounts: PlayerBalance[]) {
  const sum = (part: (account: PlayerBalance) => number) => accounts.reduce((all, account) => all + part(account), 0);
  const sums: [string, number][] = [
    ["credit", sum(({ credit }) => credit)],
    ["owed", sum(({ owes }) => sumOf(owes))],
    ["gets", sum(({ to_get: toGet }) => toGet ?? 0)],
  ];
  const texts = sums.filter(([, total]) => total !== 0);
  return texts.map(([key, total]) => t(`ledger.sum.${key}`, { amount: signedAmount(total) })).join(" · ");
}

/** The statement of a player: the postings with the running balance, and two forms. */
class PlayerStatement {
  #id;
  #loading: Loading<[Statement, Pot[]]>;
  node = element("section", { class: "statement", "data-skip": true, tabindex: "-1" });

  /** @param id the player's */
  constructor(id: string) {
    this.#id = id;
    this.#loading = this.#load("");
  }

  /** Ends it, when the view goes. */
  close() {
    this.#loading.close();
  }

  /** @param said the sentence to show with the newest statement */
  #load(said: string) {
    const loading = new Loading<[Statement, Pot[]]>(
      (signal) =>
        Promise.all([session.ask("GET", `/api/v1/players/${this.#id}/statement`, { signal }), readPots(signal)]),
      ([statement, pots]) => this.#show(statement, pots, said),
    );
    this.node.replaceChildren(loading.node);
    return loading;
  }

  #show(statement: Statement, pots: Pot[], said: string) {
    const { name, lines } = statement;
    const texts = accountText(statement);
    const heading = element("h2", { tabindex: "-1" }, name);
    this.node.replaceChildren(
      element("p", { class: "way-back" }, element("a", { href: "#/ledger?part=players" }, t("ledger.players"))),
      printHead(t("ledger.statement")),
      heading,
      element("p", { class: "balance" }, texts || t("ledger.statement.even")),
      element("p", { class: "said", role: "status" }, said),
      element("div", { class: "statement-forms" }, this.#receive(statement), this.#giveBack(statement)),
      lines.length > 0
        ? linesTable(lines, potNames(pots))
        : element("p", { class: "help" }, t("ledger.statement.none")),
      element("div", { class: "keys-row" }, printKey()),
    );
    if (said) heading.focus();
  }

  #receive({ name }: Statement) {
    const sum = new MoneyField("amount", 0);
    sum.input.value = "";
    const content = () => ({ from: "outside", to: "credit", amount: cents(sum), player_id: this.#id });
    return this.#form("receive", sum, content, () => t("ledger.received", { name, amount: amount(cents(sum)) }));
  }

  #giveBack({ name, credit }: Statement): HTMLElement | null {
    if (credit <= 0) return null;
    const sum = new MoneyField("amount", credit);
    const content = () => ({ from: "credit", to: "outside", amount: cents(sum), player_id: this.#id });
    const done = () => t("ledger.given_back", { name, amount: amount(cents(sum)) });
    return this.#form("give_back", sum, content, done, credit);
  }

  #form(kind: "receive" | "give_back", sum: MoneyField, content: () => object, done: () => string, most?: number) {
    const posting = new Posting();
    const form = new Form({
      key: t(`ledger.${kind}`),
      look: "quiet",
      fields: [field(t("ledger.amount"), sum.input)],
      check: () => Posting.wrong(sum, most),
      send: async () => {
        await posting.send(content());
        this.#loading = this.#load(done());
      },
    });
    return element("details", {}, element("summary", {}, t(`ledger.${kind}`)), form.node);
  }
}

function partLinks(current: PartName) {
  const link = (part: PartName, href: string) =>
    element("a", { href, "aria-current": part === current ? "page" : null }, t(`ledger.${part}`));
  const links = PARTS.map((part) => link(part, `#/ledger?part=${part}`));
  return element("nav", { class: "night-links", "aria-label": t("ledger.title") }, links);
}

function wayBack(): Child {
  return element("p", { class: "way-back" }, element("a", { href: "#/coordinator" }, t("coordinator.title")));
}

/** @param player the id, or null */
function partOf(name: PartName, player: string | null): Part {
  if (player) return new PlayerStatement(player);
  if (name === "box") return new Box();
  return name === "pots" ? new PotSettings() : new PlayerAccounts();
}

/**
 * The money between nights: the accounts of the players, the box, or the pots. State in the hash: `part` is `players`, `box` or
 * `pots`, `player` the id of the player whose statement is shown.
 */
export default signedIn({
  mount({ root, query, keep }: Place) {
    const player = query.get("player");
    const name = PARTS.find((part) => part === query.get("part") && !player) ?? "players";
    keep(player ? { player } : { part: name });
    const part = partOf(name, player);
    root.append(element("div", { class: "club ledger" }, wayBack(), partLinks(name), part.node));
    return () => part.close();
  },
});

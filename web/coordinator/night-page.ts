import type { Game, NightAnswer, RoundView } from "pegout-api";
import { maySee } from "../access/rights.ts";
import { session } from "../access/session.ts";
import { commands, pendingCommands, takeRefusals } from "../club/commands.ts";
import { replyRefusalText } from "../club/replies.ts";
import { type AccountChange, creditRefusalText } from "../ledger/accounts.ts";
import { Refusal, Unreachable } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { day, hour } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import type { Command } from "../lib/journal.ts";
import type { Place } from "../lib/router.ts";
import { NightStore } from "../night/night-store.ts";
import { type FixedPair, isOfCards, newestRound } from "../night/seats.ts";
import { Clashes, StatusBar, pairRefusalText, refusalText, withBase } from "./status-bar.ts";

const VIEWS = { "check-in": "check_in.title", tables: "tables.title", money: "running.money", phones: "phones.title" };

/**
 * The members of a command that the views show while it waits: plain JSON, as the command is saved on disk. `player` is
 * checked in or out. `about` begins the sentence of a late refusal. `game` gets `scores`. `games` is the new number of
 * rounds. `drawing` marks a draw, the finish, and each command that takes a draw or the finish back. `added` is the key
 * of a new player's name. `changed` contains the games whose seats or void change. `late` marks a seat for players who
 * came late. `payout` is the player who gets the money. `pair` is made,
 * changed or split. `card` is the player whose scorecard was handed in, or was not. `account` is the effect on the money
 * of a player between nights. `reply` is the player whose reply it is.
 */
export type CommandDetails = {
  player?: { id: string; name: string };
  about?: string;
  game?: string;
  scores?: number[];
  games?: number;
  format?: string;
  drawing?: boolean;
  added?: string;
  fifty_fifty?: boolean;
  changed?: string[];
  late?: boolean;
  payout?: string;
  pair?: FixedPair;
  card?: { id: string; returned: boolean };
  account?: AccountChange;
  reply?: { id: string; name: string };
};
/** A command of a night without an answer. */
export type NightCommand = Command & CommandDetails;

/**
 * The common part of the coordinator's four views of a night: links, the night itself, its commands and the status bar.
 * Fires `change` once the view has shown the newest state.
 */
export class NightPage extends EventTarget {
  #store;
  #onChange;
  #tonight = element("p", { class: "tonight" });
  #rejectedPlayers: Set<string> = new Set();
  #by = session.name;
  #clashes = new Clashes(this);
  #show = () => this.#render();
  #onAnswer = (event: Event) => {
    const { answer, night } = (event as CustomEvent).detail;
    if (night === this.id) this.#receive(answer);
  };

  /** The night's id. */
  id: string;

  #view;
  #links;
  #missing = element("p", { class: "help", hidden: true }, t("running.missing"));

  /** The parent of the view's own elements, hidden until the night is loaded and while it is not to be found. */
  body = element("div", { class: "night-body", tabindex: "-1", "data-skip": true, hidden: true });

  /** True once the view has gone. */
  isClosed = false;

  /** The line at the foot. */
  statusBar = new StatusBar(() => this.retry());

  /**
   * @param view the view that is shown
   * @param onChange shows the newest state; called once it is loaded, and at every change
   */
  constructor({ root, query }: Place, view: keyof typeof VIEWS | "replies", onChange: () => void) {
    super();
    this.id = query.get("id") ?? "";
    this.#onChange = onChange;
    const desk = element("a", { class: "go", href: "#/coordinator" }, t("coordinator.title"));
    const head = element("div", { class: "night-head" }, this.#tonight, desk);
    this.#view = view;
    this.#links = viewLinks(this.id, view);
    root.append(this.#links, head, this.#missing, this.body, this.statusBar.node);
    // With the session's token the answers have the fees, the prizes and the join code too.
    this.#store = new NightStore(this.id, { request: (...sent) => session.ask(...sent), token: () => session.token });
    this.#store.addEventListener("change", this.#show);
    commands.addEventListener("change", this.#show);
    commands.addEventListener("answer", this.#onAnswer);
  }

  /** True once the night is loaded. */
  get isLoaded() {
    return this.#store.night !== null;
  }

  /** True while the service answers commands. */
  get isOnline() {
    return commands.since === null;
  }

  /** The newest state; only once it is loaded. */
  get night(): NightAnswer {
    return this.#store.night as NightAnswer;
  }

  /** The newest of its rounds; null before the first. */
  get round(): RoundView | null {
    return newestRound(this.night) ?? null;
  }

  /** The commands of this night without an answer, the oldest first. */
  get pending(): NightCommand[] {
    return pendingCommands().filter(({ night }) => night === this.id);
  }

  /**
   * Sends a command for a change; a refusal is shown in the status bar.
   * @param path below the night's, or whole
   * @param options `isVolatile` of a command that must not be sent later, when other games may be under way; `clears`
   *   false keeps the status bar
   * @returns the answer, or null when it was refused, or given up
   */
  async change(
    method: string,
    path: string,
    body?: object,
    details: CommandDetails = {},
    { isVolatile = false, clears = true }: { isVolatile?: boolean; clears?: boolean } = {},
  ): Promise<any> {
    const whole = path.startsWith("/api/") ? path : `/api/v1/nights/${this.id}${path}`;
    // A request may outlast the sign-in: the command that follows it waits for the same person.
    if (session.open) this.#by = session.name;
    const based = this.#store.night ? withBase(this.#store.night, method, whole, body) : body;
    const command = { method, path: whole, body: based, night: this.id, by: this.#by, ...details };
    if (clears) this.statusBar.clear();
    try {
      return await commands.enqueue(command, { isVolatile });
    } catch (error) {
      if (error instanceof Unreachable) this.statusBar.addError(t("running.no_answer"));
      else if (!(error instanceof Refusal)) throw error;
      return null;
    }
  }

  /** The reason of a refusal, in the page's words if there are any. @returns a sentence */
  refusalText(refusal: Refusal): string {
    return refusalText(refusal, this.#store.night);
  }

  /** Tries at once what has no answer. */
  retry() {
    commands.retry();
    this.#store.retry();
  }

  /** Ends it, when the view goes. */
  close() {
    this.isClosed = true;
    commands.removeEventListener("change", this.#show);
    commands.removeEventListener("answer", this.#onAnswer);
    this.#store.close();
  }

  #receive(answer: any) {
    if (answer.id === this.id) return this.#store.receive(answer as NightAnswer);
    if (answer.sides) this.#store.receiveGame(answer as Game);
    // While the service answers, its stream can be opened too, and what follows for the night is sent there.
    this.#store.retry();
  }

  #render() {
    const { night, since, isMissing } = this.#store;
    this.#missing.hidden = !isMissing;
    if (isMissing) {
      this.body.hidden = true;
      return;
    }
    this.statusBar.offline(commands.since ?? since, pendingCommands().length);
    // Before the night is loaded nobody here could say what is to stand.
    if (!night) return;
    this.#showRefusals();
    if (isOfCards(night)) return this.#showPaper(night);
    const { date, starts_at, status, rounds, games_per_night, import_id: imported } = night;
    this.#tonight.textContent = t(`running.status.${imported && status === "finished" ? "paper" : status}`, {
      day: day(date),
      time: hour(starts_at),
      n: rounds.length,
      // Rounds of games to make up come after the last.
      games: Math.max(games_per_night, rounds.length),
    });
    this.#onChange();
    this.body.hidden = false;
    this.dispatchEvent(new Event("change"));
  }

  // A night from paper has its cards and its money. No other view has anything to do.
  #showPaper(night: NightAnswer) {
    for (const link of this.#links.querySelectorAll("a:not([href^='#/money'])")) link.remove();
    const standings = element("a", { href: `#/night?id=${this.id}` }, t("night.standings"));
    this.#tonight.replaceChildren(t("night_status.paper", { day: day(night.date) }), " ", standings);
    if (this.#view !== "money") return;
    this.#onChange();
    this.body.hidden = false;
    this.dispatchEvent(new Event("change"));
  }

  #showRefusals() {
    for (const { refusal, command, isLate } of takeRefusals()) {
      const { path, body, player } = command;
      if (path === "/api/v1/players") this.#rejectedPlayers.add(body.id);
      // The refusal of a new player says it all; nobody can be checked in then.
      if (player && this.#rejectedPlayers.has(player.id)) continue;
      if (refusal.slug === "changed-meanwhile" && this.#asks(refusal, command)) continue;
      const ofCredit = creditRefusalText(refusal, command);
      const ofReply = replyRefusalText(refusal, command);
      const why = ofCredit ?? ofReply ?? pairRefusalText(refusal, command) ?? this.refusalText(refusal);
      const about = isLate && !ofCredit && (command.about ?? player?.name);
      this.statusBar.addError(about ? t("running.late", { about, why }) : why);
    }
  }

  // Of another night nobody here could say what is to stand.
  #asks(refusal: Refusal, command: NightCommand) {
    if (command.night !== this.id) return false;
    this.#store.reload();
    this.#clashes.ask(refusal, command);
    return true;
  }
}

function viewLinks(id: string, current: string) {
  const link = ([view, title]: [string, string]) =>
    element("a", { href: `#/${view}?id=${id}`, "aria-current": view === current ? "page" : null }, t(title));
  const views = Object.entries(VIEWS).filter(([view]) => maySee(session.role, view));
  return element("nav", { class: "night-links", "aria-label": t("running.links") }, views.map(link));
}

import type { Hint, Event as PastEvent } from "pegout-api";
import { crashText } from "../game/directions.ts";
import { GameStore } from "../game/game-store.ts";
import { pegText } from "../game/labels.ts";
import type { LocalGame, LocalPeg } from "../game/local-game.ts";
import type { Tap } from "../game/outbox.ts";
import { PegSheet } from "../game/peg-keys.ts";
import { type SavedGame, savedGames } from "../game/saved-games.ts";
import { dealerOf, firstDealer, seatNames } from "../game/seats.ts";
import { Refusal, Unreachable } from "../lib/api.ts";
import { phoneName } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { clock } from "../lib/format.ts";
import { isolated, t } from "../lib/i18n.ts";
import type { TitledView } from "../lib/router.ts";
import { smallCards } from "../ui/cards.ts";
import { mark } from "../ui/controls.ts";
import { Notice } from "../ui/notice.ts";
import { SummaryPlace } from "./summary-place.ts";

/**
 * An event as the history shows it; `isTaken` was taken back, `isChanged` amended later, `waiting` is not at the
 * service yet.
 */
type Line = { at: string; by: string | null; isTaken?: boolean; isChanged?: boolean; waiting?: boolean };
type PegLine = Line & LocalPeg & { kind: "peg" };
/** A deal; `first` is the seat that dealt first. */
type DealLine = Line & { kind: "deal"; number: number; first: number };
type OtherLine = Line & { kind: "other"; event: string };

// Milliseconds in which a second tap of the same phone adds to a peg, or puts its kind right: no change worth a word.
const SOON = 10_000;

const NAMED: string[] = ["result_entered", "result_taken_back", "voided", "rematch_begun"];

// The words for hints about a mistake. Their newest peg may be the wrong one.
const DOUBTS: Partial<Record<Hint["kind"], string>> = {
  hand_twice: "twice",
  crib_twice: "twice",
  heels_twice: "twice",
  crib_of_other: "other",
  heels_of_pone: "other",
  heels_late: "late",
  hand_before_pone: "late",
  same_points_two_phones: "phones",
};

const EVENT_KINDS: Record<string, string> = {
  begin: "begun",
  rematch: "begun",
  peg: "pegged",
  amend: "peg_amended",
  peg_back: "peg_taken_back",
  deal: "deal_begun",
  deal_back: "deal_taken_back",
  correct: "renamed",
  result: "result_entered",
  result_back: "result_taken_back",
};

/**
 * Returns the history of a table, the oldest first: deals, pegs with those that were taken back, and the changes that
 * are still in the outbox.
 * @param events the service's history; null while it is not loaded: then the Game's pegs are shown
 * @param game the service's @param pending the outbox's entries
 */
function timeline(events: PastEvent[] | null, game: LocalGame, pending: Tap[]): (PegLine | DealLine | OtherLine)[] {
  const first = firstDealer(game);
  const lines: (PegLine | DealLine | OtherLine)[] = [];
  const strike = (isIt: (line: PegLine | DealLine | OtherLine) => boolean) => {
    const at = lines.findLastIndex((line) => isIt(line) && !line.isTaken);
    if (at >= 0) lines[at] = { ...lines[at], isTaken: true };
  };
  /** @param event an amendment: all values of the peg, or the changed ones while it waits */
  const amend = ({ peg, side, points, for: kind, cards, starter, by, at, tapped_at: tapped = at, waiting }: any) => {
    const place = lines.findLastIndex((line) => line.kind === "peg" && line.id === peg);
    const line = lines[place];
    if (line?.kind !== "peg") return;
    const isLater = by !== line.by || Date.parse(tapped) - Date.parse(line.at) > SOON;
    const shown = waiting ? {} : { cards, starter };
    const values = { side: side ?? line.side, points: points ?? line.points, for: kind ?? line.for };
    lines[place] = { ...line, ...values, ...shown, waiting, isChanged: line.isChanged || isLater };
  };
  const known: any[] = events ?? game.pegs.map((peg) => ({ ...peg, kind: "pegged" })).reverse();
  const ids = new Set(known.map(({ id }) => id));
  const isKnown = ({ kind, subject, body }: Tap) =>
    (kind === "peg" && ids.has(subject)) || (kind === "amend" && ids.has(body.id));
  const unsent = pending.filter((tap) => !isKnown(tap)).map(eventOf);
  for (const event of [...known, ...unsent]) {
    const { kind, peg, number } = event;
    if (kind === "pegged") lines.push({ ...event, kind: "peg", at: event.tapped_at ?? event.at });
    else if (kind === "begun") lines.push({ ...event, kind: "deal", number: 1, first });
    else if (kind === "deal_begun") lines.push({ ...event, kind: "deal", first });
    else if (kind === "peg_amended") amend(event);
    else if (kind === "peg_taken_back") strike((line) => line.kind === "peg" && line.id === peg);
    else if (kind === "deal_taken_back") strike((line) => line.kind === "deal" && line.number === number);
    else if (NAMED.includes(kind)) lines.push({ ...event, kind: "other", event: kind });
  }
  return lines;
}

// The event that the service will have of an entry.
function eventOf({ kind, subject, number, body, at }: Tap) {
  return { ...body, kind: EVENT_KINDS[kind], id: subject, peg: subject, number, at, waiting: true };
}

// A deal is a heading, so it stays above its pegs.
/** @param lines the oldest first */
function newestFirst(lines: (PegLine | DealLine | OtherLine)[]) {
  const ordered: typeof lines = [];
  let ofDeal: typeof lines = [];
  for (const line of [...lines].reverse()) {
    ofDeal.push(line);
    if (line.kind !== "deal") continue;
    ordered.push(line, ...ofDeal.slice(0, -1));
    ofDeal = [];
  }
  return [...ordered, ...ofDeal];
}

class History {
  #events: PastEvent[] | null = null;
  #requested = -1;
  #store;
  #notice = new Notice(() => this.#fetch());
  #summary;
  #sheet;
  #list = element("ol", { class: "past" });
  #taps = element("p", { class: "help" });
  #kept = element("p", { class: "help", role: "status" });

  constructor(root: HTMLElement, id: string) {
    this.#store = new GameStore(id);
    this.#sheet = new PegSheet(this.#store, { names: () => this.#store.names });
    this.#summary = new SummaryPlace(this.#store);
    root.append(this.#kept, this.#notice.node, this.#summary.node, this.#list, this.#taps, this.#sheet.node);
    this.#store.addEventListener("change", () => this.#show());
    this.#show();
  }

  close() {
    this.#store.close();
  }

  async #fetch() {
    const requested = this.#store.saved.game.version;
    this.#requested = requested;
    try {
      const events = await this.#store.history();
      if (requested < this.#requested) return;
      this.#events = events;
      this.#notice.show("");
    } catch (error) {
      if (error instanceof Unreachable) this.#notice.showOffline(new Date(), t("history.away"));
      else if (!(error instanceof Refusal)) throw error;
    }
    this.#render();
  }

  #show() {
    const { version } = this.#store.saved.game;
    if (version > 0 && version !== this.#requested) this.#fetch();
    else this.#render();
  }

  #render() {
    const { game, pending, saved } = this.#store;
    const focused = document.activeElement;
    const peg = focused instanceof HTMLElement && this.#list.contains(focused) ? focused.dataset.peg : undefined;
    const lines = timeline(this.#events, saved.game, pending);
    void this.#summary.show();
    this.#list.replaceChildren(...newestFirst(lines).map((line) => this.#row(line, game)));
    this.#taps.textContent = tapsText(saved);
    this.#kept.textContent = saved.removed ? t("history.kept") : "";
    // The rows are made again after each change, which must not move the keyboard's focus.
    const key: HTMLElement | null = this.#list.querySelector(`[data-peg="${peg}"]`);
    if (peg) (key ?? wayBack())?.focus({ preventScroll: true });
  }

  #row(line: PegLine | DealLine | OtherLine, game: LocalGame) {
    if (line.kind === "deal") return dealRow(line, game, this.#store.names);
    if (line.kind === "peg") {
      const doubt = game.hints?.find(({ kind, pegs }) => pegs.at(-1) === line.id && kind in DOUBTS);
      const changeKey = this.#store.changes.mayChange(line.id) ? this.#changeKey(line) : null;
      return pegRow(line, this.#store.names, doubt && t(`history.hint.${DOUBTS[doubt.kind]}`), changeKey);
    }
    return element("li", { class: "past-deal" }, element("strong", {}, t(`history.${line.event}`)), " ", whenOf(line));
  }

  #changeKey(line: PegLine) {
    const key = element("button", { type: "button", class: "quiet", "data-peg": line.id }, t("history.change"));
    key.setAttribute("aria-haspopup", "dialog");
    key.setAttribute("aria-label", t("history.change.what", { what: pegText(line, this.#store.names) }));
    key.addEventListener("click", () => this.#sheet.open(line.id));
    return key;
  }
}

function tapsText({ taps }: SavedGame) {
  const { one, two } = taps ?? {};
  const sentences = [
    one && t("history.taps.one", { quick: one.quick, n: one.pegs }),
    two && t("history.taps.two", { quick: two.quick, n: two.pegs }),
  ];
  return sentences.filter(Boolean).join(" ");
}

function wayBack(): HTMLElement | null {
  return document.querySelector(".back");
}

/** @param fates the words after its time */
function whenOf({ at }: Line, ...fates: (string | false | undefined)[]) {
  const time = element("time", { datetime: at }, clock(new Date(at)));
  return element(
    "span",
    { class: "when" },
    time,
    fates.flatMap((fate) => (fate ? [" · ", element("span", { class: "fate" }, fate)] : [])),
  );
}

/** @param names of the sides */
function dealRow({ first, number, isTaken, ...line }: DealLine, { sides }: LocalGame, names: string[]) {
  const seats = seatNames(sides, names);
  const dealer = seats[dealerOf(first, number, seats.length)];
  const text = number === 1 ? t("history.begun", { dealer }) : t("history.deal", { n: number, dealer });
  const fate = isTaken ? t("history.taken") : "";
  return element("li", { class: "past-deal" }, element(isTaken ? "s" : "strong", {}, text), " ", whenOf(line, fate));
}

function fatesOf({ isChanged, isTaken, waiting }: PegLine) {
  return [isChanged && t("history.changed"), isTaken && t("history.taken"), waiting && t("history.waiting")];
}

/** @param names of the sides @param doubt why it may be a mistake */
function pegRow(line: PegLine, names: string[], doubt: string | undefined, changeKey: HTMLElement | null) {
  const kind = line.for === "other" ? "" : t(`for.${line.for}`);
  const content = [
    element("span", { class: "side-name" }, mark(line.side), element("bdi", {}, names[line.side])),
    element("span", { class: "points" }, `+${line.points}`),
    element("span", { class: "kind" }, kind),
    element("span", { class: "crashes" }, crashText(line.crashes, names)),
  ];
  const cards = line.cards ? smallCards([...line.cards, ...(line.starter ? [line.starter] : [])]) : null;
  const by = line.by === phoneName() ? t("table.by.this") : isolated(line.by ?? "");
  return element(
    "li",
    { class: line.isTaken ? "past-peg taken" : "past-peg" },
    element(line.isTaken ? "s" : "span", { class: "what" }, content),
    " ",
    whenOf(line, by, ...fatesOf(line), doubt),
    changeKey,
    cards,
  );
}

/**
 * Every peg of a table with its time, the newest first, to be changed or taken back by a phone that may. A peg that was
 * taken back is struck through. State in the hash: `id`.
 */
export default {
  title: "history.title",
  mount({ root, query }) {
    const id = query.get("id") ?? "";
    if (!savedGames.get(id)) {
      root.append(element("p", { class: "help" }, t("table.missing")));
      return null;
    }
    const history = new History(root, id);
    return () => history.close();
  },
} satisfies TitledView;

/** @import { Event as PastEvent, Hint } from "pegout-api" */
/** @import { TitledView } from "../lib/router.js" */
/** @import { Tap } from "../game/outbox.js" */
/** @import { LocalGame, LocalPeg } from "../game/rules.js" */
/** @import { SavedGame } from "../game/saved-games.js" */
import { crashText } from "../game/directions.js";
import { GameStore } from "../game/game-store.js";
import { pegText } from "../game/labels.js";
import { PegSheet } from "../game/peg-keys.js";
import { dealerOf, firstDealer, seatNames } from "../game/rules.js";
import { savedGames } from "../game/saved-games.js";
import { Refusal, Unreachable } from "../lib/api.js";
import { phoneName } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { clock } from "../lib/format.js";
import { isolated, t } from "../lib/i18n.js";
import { smallCards } from "../ui/cards.js";
import { mark } from "../ui/controls.js";
import { Notice } from "../ui/notice.js";
import { Chart } from "./chart.js";

/** An event as the history shows it; `isTaken` was taken back, `isChanged` amended later, `waiting` is not at the service yet. @typedef {{at: string, by: string|null, isTaken?: boolean, isChanged?: boolean, waiting?: boolean}} Line */
/** @typedef {Line & LocalPeg & {kind: "peg"}} PegLine */
/** A deal; `first` is the seat that dealt first. @typedef {Line & {kind: "deal", number: number, first: number}} DealLine */
/** @typedef {Line & {kind: "other", event: string}} OtherLine */

// Milliseconds in which a second tap of the same phone adds to a peg, or puts its kind right: no change worth a word.
const SOON = 10_000;

/** @type {string[]} */
const NAMED = ["result_entered", "result_taken_back", "voided", "rematch_begun"];

// The words for hints about a mistake. Their newest peg may be the wrong one.
/** @type {Partial<Record<Hint["kind"], string>>} */
const DOUBTS = {
  hand_twice: "twice",
  crib_twice: "twice",
  heels_twice: "twice",
  crib_of_other: "other",
  heels_of_pone: "other",
  heels_late: "late",
  hand_before_pone: "late",
  same_points_two_phones: "phones",
};

/** @type {Record<string, string>} */
const EVENT_KINDS = {
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
 * @param {PastEvent[]|null} events the service's history; null while it is not loaded: then the Game's pegs are shown
 * @param {LocalGame} game the service's @param {Tap[]} pending the outbox's entries
 * @returns {(PegLine|DealLine|OtherLine)[]}
 */
function timeline(events, game, pending) {
  const first = firstDealer(game);
  /** @type {(PegLine|DealLine|OtherLine)[]} */
  const lines = [];
  /** @param {(line: PegLine|DealLine|OtherLine) => boolean} isIt */
  const strike = (isIt) => {
    const at = lines.findLastIndex((line) => isIt(line) && !line.isTaken);
    if (at >= 0) lines[at] = { ...lines[at], isTaken: true };
  };
  /** @param {any} event an amendment: all values of the peg, or the changed ones while it waits */
  const amend = ({ peg, side, points, for: kind, cards, starter, by, at, tapped_at: tapped = at, waiting }) => {
    const place = lines.findLastIndex((line) => line.kind === "peg" && line.id === peg);
    const line = lines[place];
    if (line?.kind !== "peg") return;
    const isLater = by !== line.by || Date.parse(tapped) - Date.parse(line.at) > SOON;
    const shown = waiting ? {} : { cards, starter };
    const values = { side: side ?? line.side, points: points ?? line.points, for: kind ?? line.for };
    lines[place] = { ...line, ...values, ...shown, waiting, isChanged: line.isChanged || isLater };
  };
  /** @type {any[]} */
  const known = events ?? game.pegs.map((peg) => ({ ...peg, kind: "pegged" })).reverse();
  const ids = new Set(known.map(({ id }) => id));
  const isKnown = (/** @type {Tap} */ { kind, subject, body }) =>
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
/** @param {Tap} entry */
function eventOf({ kind, subject, number, body, at }) {
  return { ...body, kind: EVENT_KINDS[kind], id: subject, peg: subject, number, at, waiting: true };
}

// A deal is a heading, so it stays above its pegs.
/** @param {(PegLine|DealLine|OtherLine)[]} lines the oldest first */
function newestFirst(lines) {
  /** @type {typeof lines} */
  const ordered = [];
  /** @type {typeof lines} */
  let ofDeal = [];
  for (const line of [...lines].reverse()) {
    ofDeal.push(line);
    if (line.kind !== "deal") continue;
    ordered.push(line, ...ofDeal.slice(0, -1));
    ofDeal = [];
  }
  return [...ordered, ...ofDeal];
}

class History {
  /** @type {PastEvent[]|null} */
  #events = null;
  #requested = -1;
  #store;
  #notice = new Notice(() => this.#fetch());
  #chart = new Chart();
  #sheet;
  #list = element("ol", { class: "past" });
  #taps = element("p", { class: "help" });
  #kept = element("p", { class: "help", role: "status" });

  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.#store = new GameStore(id);
    this.#sheet = new PegSheet(this.#store, { names: () => this.#store.names });
    root.append(this.#kept, this.#notice.node, this.#chart.node, this.#list, this.#taps, this.#sheet.node);
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
    const { names } = this.#store;
    this.#chart.show(lines, { ...game, sides: game.sides.map((side, at) => ({ ...side, name: names[at] })) });
    this.#list.replaceChildren(...newestFirst(lines).map((line) => this.#row(line, game)));
    this.#taps.textContent = tapsText(saved);
    this.#kept.textContent = saved.removed ? t("history.kept") : "";
    // The rows are made again after each change, which must not move the keyboard's focus.
    /** @type {HTMLElement|null} */
    const key = this.#list.querySelector(`[data-peg="${peg}"]`);
    if (peg) (key ?? wayBack())?.focus({ preventScroll: true });
  }

  /** @param {PegLine|DealLine|OtherLine} line @param {LocalGame} game */
  #row(line, game) {
    if (line.kind === "deal") return dealRow(line, game, this.#store.names);
    if (line.kind === "peg") {
      const doubt = game.hints?.find(({ kind, pegs }) => pegs.at(-1) === line.id && kind in DOUBTS);
      const changeKey = this.#store.changes.mayChange(line.id) ? this.#changeKey(line) : null;
      return pegRow(line, this.#store.names, doubt && t(`history.hint.${DOUBTS[doubt.kind]}`), changeKey);
    }
    return element("li", { class: "past-deal" }, element("strong", {}, t(`history.${line.event}`)), " ", whenOf(line));
  }

  /** @param {PegLine} line */
  #changeKey(line) {
    const key = element("button", { type: "button", class: "quiet", "data-peg": line.id }, t("history.change"));
    key.setAttribute("aria-haspopup", "dialog");
    key.setAttribute("aria-label", t("history.change.what", { what: pegText(line, this.#store.names) }));
    key.addEventListener("click", () => this.#sheet.open(line.id));
    return key;
  }
}

/** @param {SavedGame} saved */
function tapsText({ taps }) {
  const { one, two } = taps ?? {};
  const sentences = [
    one && t("history.taps.one", { quick: one.quick, n: one.pegs }),
    two && t("history.taps.two", { quick: two.quick, n: two.pegs }),
  ];
  return sentences.filter(Boolean).join(" ");
}

/** @returns {HTMLElement|null} */
function wayBack() {
  return document.querySelector(".back");
}

/** @param {Line} line @param {(string|false|undefined)[]} fates the words after its time */
function whenOf({ at }, ...fates) {
  const time = element("time", { datetime: at }, clock(new Date(at)));
  return element(
    "span",
    { class: "when" },
    time,
    fates.flatMap((fate) => (fate ? [" · ", element("span", { class: "fate" }, fate)] : [])),
  );
}

/** @param {DealLine} line @param {LocalGame} game @param {string[]} names of the sides */
function dealRow({ first, number, isTaken, ...line }, { sides }, names) {
  const seats = seatNames(sides, names);
  const dealer = seats[dealerOf(first, number, seats.length)];
  const text = number === 1 ? t("history.begun", { dealer }) : t("history.deal", { n: number, dealer });
  const fate = isTaken ? t("history.taken") : "";
  return element("li", { class: "past-deal" }, element(isTaken ? "s" : "strong", {}, text), " ", whenOf(line, fate));
}

/** @param {PegLine} line */
function fatesOf({ isChanged, isTaken, waiting }) {
  return [isChanged && t("history.changed"), isTaken && t("history.taken"), waiting && t("history.waiting")];
}

/** @param {PegLine} line @param {string[]} names of the sides @param {string|undefined} doubt why it may be a mistake @param {HTMLElement|null} changeKey */
function pegRow(line, names, doubt, changeKey) {
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
 * Every peg of a table with its time, the newest first, to be changed or taken back by a phone that may. A peg that was taken back
 * is struck through. State in the hash: `id`.
 * @type {TitledView}
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
};

import { Refusal, post } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { list, t, word } from "../lib/i18n.js";
import { cardName, smallCards } from "../ui/cards.js";
import { mark } from "../ui/controls.js";
import { pointsOf } from "./explanation.js";

/** The plays of one deal as they were tapped, with what *Undo* needs. */
export class Deal {
  #before = null;

  /** @param {number} players 2 to 4 @param {string[]} plays cards and `go`, in order */
  constructor(players, plays) {
    this.players = players;
    this.plays = plays;
  }

  /** A copy to send: taps that follow do not change it. @returns {{players: number, plays: string[]}} */
  snapshot() {
    return { players: this.players, plays: [...this.plays] };
  }

  /** Adds a tap. @param {string} play a card or `go` */
  add(play) {
    this.plays.push(play);
  }

  /**
   * Takes taps out, from this place on.
   * @param {number} at from 0 @param {number} [count] how many; all that follow unless given @returns {string[]} the taps
   */
  refuse(at, count = Infinity) {
    return this.plays.splice(at, count);
  }

  /** Begins anew; {@link Deal#undo} brings the plays back. @param {number} [players] how many play now */
  clear(players = this.players) {
    if (this.plays.length > 0) this.#before = this.snapshot();
    this.players = players;
    this.plays = [];
  }

  /** Whether there is anything to take back. */
  get undoable() {
    return this.plays.length > 0 || this.#before !== null;
  }

  /**
   * Takes the newest tap back; in a new deal, the beginning of it.
   * @returns {string|null} the tap; null when the last deal came back
   */
  undo() {
    if (this.plays.length > 0) return this.plays.pop();
    const { players, plays } = this.#before;
    this.#before = null;
    this.players = players;
    this.plays = plays;
    return null;
  }
}

const PATH = "/api/v1/play";

function send(plays, players, hands, signal) {
  return post(PATH, { players, dealer: players - 1, hands, plays }, signal);
}

/**
 * Checks the plays; when they finish the deal every hand is known, and the gos are checked too.
 * @param {{players: number, plays: string[]}} asked the deal so far; the dealer sits last
 * @param {AbortSignal} signal gives it up
 * @returns {Promise<{steps: object[], totals: number[], finished: boolean, next: object|null, gos?: Gos}>} the service's answer
 *
 * @typedef {{wrong: null}|{wrong: {step: number, player: number, count: number, playable: string[]}}} Gos
 *   `step` is the go that was wrong, by its place in `steps`
 */
export async function checkPlay({ players, plays }, signal) {
  const answer = await send(plays, players, undefined, signal);
  if (answer.finished) answer.gos = await checkGos(answer.steps, players, signal);
  return answer;
}

async function checkGos(steps, players, signal) {
  const laid = steps.filter((step) => step.card);
  const cards = laid.map((step) => step.card);
  const hands = Array.from({ length: players }, (_, player) =>
    laid.filter((step) => step.player === player).map((step) => step.card),
  );
  const at = await firstDifference(laid, cards, hands, signal);
  if (at < 0) return { wrong: null };
  const able = await whoCould(cards.slice(0, at), hands, signal);
  const after = steps.indexOf(laid[at]);
  const step = steps.findLastIndex((said, place) => place < after && said.go && said.player === able.player);
  return { wrong: { step, ...able } };
}

// With the hands known, a card after a wrong go is refused, or falls on another count.
async function firstDifference(laid, cards, hands, signal) {
  try {
    const { steps } = await send(cards, hands.length, hands, signal);
    const known = steps.filter((step) => step.card);
    return laid.findIndex((step, at) => step.count !== known[at].count || step.player !== known[at].player);
  } catch (error) {
    const at = error instanceof Refusal ? error.indexIn("plays") : -1;
    if (at < 0) throw error;
    return at;
  }
}

// Whoever is to act but cannot says go, until somebody can.
async function whoCould(cards, hands, signal) {
  const plays = [...cards];
  let { next } = await send(plays, hands.length, hands, signal);
  while (next.playable.length === 0) {
    plays.push("go");
    ({ next } = await send(plays, hands.length, hands, signal));
  }
  return next;
}

/** How many can play, where the cards are looked at one by one. */
export const PLAYERS = [2, 3, 4];

/**
 * What a seat is called. The dealer sits last, so that player 0 leads.
 * @param {number} player from 0, clockwise
 * @param {number} players how many play
 * @returns {string}
 */
export function seatName(player, players) {
  if (player === 0) return t("play.pone");
  return player === players - 1 ? t("play.dealer") : t("play.player", { n: player + 1 });
}

/** The side a seat plays for: four play as two pairs, two and three each for themselves. @param {number} player @param {number} players @returns {number} from 0 */
function sideOf(player, players) {
  return players === 4 ? player % 2 : player;
}

/** The mark of a player's side, without a name. @param {number} player from 0 @param {number} players how many play @returns {SVGElement} */
function sideMark(player, players) {
  return mark(sideOf(player, players));
}

/**
 * What each player has pegged, and whose turn it is.
 * @param {number[]} totals points by player, player 0 first
 * @param {number|null} turn the player to act; null for nobody
 * @returns {HTMLElement}
 */
export function scoreboard(totals, turn) {
  const players = totals.length;
  return element(
    "ul",
    { class: "scoreboard" },
    totals.map((points, player) =>
      element(
        "li",
        { class: player === turn ? "turn" : null },
        element("span", { class: "seat" }, seatName(player, players)),
        element(
          "span",
          { class: "pegged" },
          sideMark(player, players),
          element("span", { "aria-hidden": "true" }, String(points)),
          element("span", { class: "unseen" }, t("app.points", { n: points })),
        ),
      ),
    ),
  );
}

/** What a step scored, in words: “fifteen and pair royal”. @param {{kind: string, points: number}[]} scores @returns {string} */
export function reasons(scores) {
  return list(
    scores.map(({ kind, points }) => (kind === "run" ? t("kind.run.of", { n: points }) : word("kind", kind))),
  );
}

/**
 * The deal card by card, the newest first, so that it is seen without scrolling.
 * @param {object[]} steps the service's
 * @param {string[]} waiting taps that have no answer yet
 * @param {{players: number, gos?: Gos}} deal how many play, and what became of the gos
 * @returns {HTMLElement}
 */
export function stepList(steps, waiting, { players, gos }) {
  const known = steps.map((step, at) => line(step, verdict(at, gos), players, isFresh(steps, at)));
  const asked = waiting.map((play) => element("li", { class: "step waiting" }, tapped(play)));
  return element("ol", { class: "steps", reversed: true }, [...known, ...asked].reverse());
}

// A count that does not grow is a new one.
function isFresh(steps, at) {
  return at > 0 && Boolean(steps[at].card) && steps[at].count <= steps[at - 1].count;
}

function verdict(at, gos) {
  if (!gos) return "";
  if (gos.wrong === null || at < gos.wrong.step) return t("play.right");
  return at === gos.wrong.step ? t("play.wrong", { cards: list(gos.wrong.playable.map(cardName)) }) : "";
}

function tapped(play) {
  return play === "go" ? element("span", { class: "kind" }, t("play.go")) : smallCards([play]);
}

function line(step, judged, players, fresh) {
  const seat = element("span", { class: "seat" }, sideMark(step.player, players), seatName(step.player, players));
  if (step.go) {
    const said = [t("play.says_go"), judged].filter(Boolean).join(", ");
    return element("li", { class: "step go" }, seat, element("span", { class: "kind" }, said));
  }
  return element(
    "li",
    { class: fresh ? "step fresh" : "step" },
    seat,
    smallCards([step.card]),
    element("span", { class: "running" }, String(step.count)),
    element("span", { class: "kind" }, reasons(step.scores)),
    step.points > 0 ? pointsOf(step.points) : null,
  );
}

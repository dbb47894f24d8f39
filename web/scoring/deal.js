/** @import { CardStep, Played, Step } from "pegout-api" */
import { DEALT } from "../game/rules.js";
import { Refusal, post } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { choice } from "../ui/controls.js";

const NUMBERS = Object.keys(DEALT).map(Number);
const PATH = "/api/v1/play";

/** The plays of a deal, each a card or `go`; the dealer sits last. @typedef {{players: number, plays: string[]}} Plays */

/** A go that was wrong: its place in `steps`, and the cards that could be played. @typedef {{step: number, player: number, count: number, playable: string[]}} WrongGo */

/** The check of the gos, once the deal is over. @typedef {{wrong: WrongGo|null}} Gos */

/** The service's answer, with the check of the gos. @typedef {Played & {gos?: Gos}} CheckedPlay */

/** The plays of one deal as they were tapped, with what Undo needs. */
export class Deal {
  /** @type {Plays|null} */
  #before = null;

  /** @param {number} players 2 to 4 @param {string[]} plays cards and `go`, in order */
  constructor(players, plays) {
    this.players = players;
    this.plays = plays;
  }

  /** A copy to send, which taps that follow do not change. @returns {Plays} */
  snapshot() {
    return { players: this.players, plays: [...this.plays] };
  }

  /** Adds a tap. @param {string} play a card or `go` */
  add(play) {
    this.plays.push(play);
  }

  /**
   * Removes taps from this place on.
   * @param {number} at from 0 @param {number} [count] how many; all that follow unless given @returns {string[]} the taps
   */
  remove(at, count = Infinity) {
    return this.plays.splice(at, count);
  }

  /** Begins a new deal; {@link Deal#undo} brings the plays back. @param {number} [players] */
  clear(players = this.players) {
    if (this.plays.length > 0) this.#before = this.snapshot();
    this.players = players;
    this.plays = [];
  }

  /** True if there is anything to undo. */
  get canUndo() {
    return this.plays.length > 0 || this.#before !== null;
  }

  /** Takes the newest tap back; in a new deal, its beginning. @returns {string|null} the tap; null when the last deal came back */
  undo() {
    const play = this.plays.pop();
    if (play) return play;
    if (this.#before) ({ players: this.players, plays: this.plays } = this.#before);
    this.#before = null;
    return null;
  }
}

/**
 * Checks the plays. When they finish the deal every hand is known, and the gos are checked too.
 * @param {Plays} deal the deal so far
 * @param {AbortSignal} signal
 * @returns {Promise<CheckedPlay>}
 */
export async function checkPlay({ players, plays }, signal) {
  const answer = await send(plays, players, undefined, signal);
  return answer.finished ? { ...answer, gos: await checkGos(answer.steps, players, signal) } : answer;
}

/** The number of players in a link, else the first of {@link NUMBERS}. @param {string|null} text @returns {number} */
export function readPlayers(text) {
  const players = Number(text);
  return NUMBERS.includes(players) ? players : NUMBERS[0];
}

/** The choice of the number of players. @param {number} players @param {(players: number) => void} onChoice @returns {HTMLElement} */
export function playersChoice(players, onChoice) {
  const answers = NUMBERS.map((n) => ({ value: String(n), label: String(n), name: t("play.players.n", { n }) }));
  return choice(t("play.players"), answers, String(players), (value) => onChoice(Number(value)));
}

/** The name of a seat. The dealer sits last, so that player 0 leads. @param {number} player from 0, clockwise @param {number} players @returns {string} */
export function seatName(player, players) {
  if (player === 0) return t("play.pone");
  return player === players - 1 ? t("play.dealer") : t("play.player", { n: player + 1 });
}

/** @param {string[]} plays @param {number} players @param {string[][]|undefined} hands @param {AbortSignal} signal @returns {Promise<Played>} */
function send(plays, players, hands, signal) {
  return post(PATH, { players, dealer: players - 1, hands, plays }, signal);
}

/** @param {Step[]} steps @param {number} players @param {AbortSignal} signal @returns {Promise<Gos>} */
async function checkGos(steps, players, signal) {
  const played = cardSteps(steps);
  const cards = played.map(({ card }) => card);
  const hands = Array.from({ length: players }, (_, player) =>
    played.filter((step) => step.player === player).map(({ card }) => card),
  );
  const at = await firstDifference(played, hands, signal);
  if (at < 0) return { wrong: null };
  const able = await nextAble(cards.slice(0, at), hands, signal);
  const after = steps.indexOf(played[at]);
  const step = steps.findLastIndex((one, place) => place < after && "go" in one && one.player === able.player);
  return { wrong: { step, ...able } };
}

// With the hands known, a card after a wrong go is refused, or falls on another count.
/** @param {CardStep[]} played @param {string[][]} hands @param {AbortSignal} signal */
async function firstDifference(played, hands, signal) {
  const cards = played.map(({ card }) => card);
  try {
    const { steps } = await send(cards, hands.length, hands, signal);
    const known = cardSteps(steps);
    return played.findIndex((step, at) => step.count !== known[at].count || step.player !== known[at].player);
  } catch (error) {
    const at = error instanceof Refusal ? error.indexIn("plays") : -1;
    if (at < 0) throw error;
    return at;
  }
}

// Adds a go for each player who cannot play, until one can.
/** @param {string[]} cards @param {string[][]} hands @param {AbortSignal} signal */
async function nextAble(cards, hands, signal) {
  const plays = [...cards];
  for (;;) {
    const { next } = await send(plays, hands.length, hands, signal);
    // With the hands known, somebody is next and the service names the cards they can play.
    const able = /** @type {Omit<WrongGo, "step">} */ (next);
    if (able.playable.length > 0) return able;
    plays.push("go");
  }
}

/** @param {Step[]} steps */
function cardSteps(steps) {
  return steps.filter((step) => "card" in step);
}

/** @import { GameRules } from "../game/rules.js" */
import { DEALT } from "../game/rules.js";
import { t } from "../lib/i18n.js";
import { JOKERS, held, isJoker } from "../ui/cards.js";
import { PickKey } from "./frame.js";

const NUMBERS = Object.keys(DEALT).map(Number);

/** The plays of a deal, each a card or `go`; the dealer sits last. @typedef {{players: number, plays: string[]}} Plays */

/** The plays and the rules that they are checked by; null for the usual ones. @typedef {Plays & {rules: GameRules|null}} PlayQuery */

/** The plays of one deal as they were tapped, with what Undo needs. */
export class Deal {
  /** @type {Plays|null} */
  #before = null;

  /** @param {number} players 2 to 6 @param {string[]} plays cards and `go`, in order */
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

  /** Takes back the first joker that the pack does not have, and what followed. @param {number} jokers how many it has */
  keepPack(jokers) {
    const pack = JOKERS.slice(0, jokers);
    const at = this.plays.findIndex((play) => isJoker(play) && !pack.includes(held(play)));
    if (at >= 0) this.remove(at);
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

/** The number of players in a link, else the first of {@link NUMBERS}. @param {string|null} text @returns {number} */
export function readPlayers(text) {
  const players = Number(text);
  return NUMBERS.includes(players) ? players : NUMBERS[0];
}

/** The key with the number of players. @param {(players: number) => void} onPick @returns {PickKey} */
export function playersKey(onPick) {
  const picks = NUMBERS.map((n) => ({ value: String(n), label: String(n), name: t("play.players.n", { n }) }));
  return new PickKey(t("play.players"), picks, (value) => onPick(Number(value)));
}

/** The name of a seat. The dealer sits last, so that player 0 leads. @param {number} player from 0, clockwise @param {number} players @returns {string} */
export function seatName(player, players) {
  if (player === 0) return t("play.pone");
  return player === players - 1 ? t("play.dealer") : t("play.player", { n: player + 1 });
}

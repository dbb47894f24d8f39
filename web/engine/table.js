/** @import { Game } from "pegout-api" */
/** @import { Engine } from "./engine.js" */
import { answerHere } from "./engine.js";

/** A tap that the service does not have yet, with the body of its request. @typedef {{kind: string, subject?: string, number?: number, at: string, body?: object}} Tap */
/** The part of a Game that taps change. @typedef {Pick<Game, "sides"|"deal"|"deal_id"|"dealer"|"crib"|"first_dealer_known"|"status"|"winner"|"winners"|"loser"|"skunk"|"value"|"match"|"match_winner"|"pegs"|"expects"|"allowed"|"hints">} PlayedGame */
/** The game with taps; `refused` are the taps that the service will refuse, by their place. @typedef {{game: PlayedGame, refused: {place: number, type: string}[]}} Shown */

// The engine has one table at a time.
/** @type {EngineTable|null} */
let opened = null;

/** A game in the engine: the fold of its log. Its calls return null without the engine, and for a log of a newer service. */
export class EngineTable {
  #events;

  /** @param {object[]} events the log, the oldest first */
  constructor(events) {
    this.#events = events;
  }

  /** Adds the next event of the log. @param {object} event */
  append(event) {
    this.#events.push(event);
    if (opened === this && ask((engine) => engine.append(), [event]) === null) opened = null;
  }

  /** Returns the game with these taps. @param {Tap[]} taps @returns {Shown|null} */
  show(taps) {
    if (opened !== this) opened = ask((engine) => engine.open(), this.#events) === null ? null : this;
    const state = opened && ask((engine) => engine.show(), taps);
    if (!state) return null;
    const { refused, ...game } = state;
    const pegs = game.pegs.map((/** @type {{at: number}} */ peg) => ({ ...peg, at: new Date(peg.at).toISOString() }));
    return { game: { ...game, pegs }, refused };
  }
}

/** @param {(engine: Engine) => number} call @param {object[]} records @returns {any} */
function ask(call, records) {
  return answerHere({ ask: call, lines: [JSON.stringify(records, forEngine)] });
}

// The engine reads times in milliseconds.
/** @param {string} key @param {any} value */
function forEngine(key, value) {
  return (key === "at" || key === "tapped_at") && value ? Date.parse(value) : value;
}

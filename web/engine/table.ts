import type { Game, GameSummary, PegFor } from "pegout-api";
import { answerHere, type Engine } from "./engine.ts";

/**
 * A tap that the service does not have yet, with the body of its request. A new tap that pegs has the peg as it is then.
 */
export type Tap = {
  kind: string;
  subject?: string;
  number?: number;
  at: string;
  body?: object;
  peg?: { side: number; points: number; for: PegFor };
};
/**
 * The answer of the service to a tap, before it is made. `refused` is the last part of the problem's type, or `one-short`
 * for points that are not pegged one hole short of the end. `before` is the side that has to count a hand first, if this
 * hand or crib ends the game. Both are null for a tap like any other.
 */
export type Checked = { refused: string | null; before: number | null };
/** The part of a Game that taps change. */
type PlayedGame = Pick<
  Game,
  | "sides"
  | "deal"
  | "deal_id"
  | "dealer"
  | "crib"
  | "first_dealer_known"
  | "status"
  | "winner"
  | "winners"
  | "loser"
  | "skunk"
  | "value"
  | "match"
  | "match_winner"
  | "pegs"
  | "expects"
  | "allowed"
  | "hints"
>;
// The engine has one table at a time.
let opened: EngineTable | null = null;

/**
 * A game in the engine: the fold of its log. Its calls return null without the engine, and for a log of a newer
 * service.
 */
export class EngineTable {
  #events;

  /** @param events the log, the oldest first */
  constructor(events: object[]) {
    this.#events = events;
  }

  /** Adds the next event of the log. */
  append(event: object) {
    this.#events.push(event);
    if (opened === this && ask((engine) => engine.append(), [event]) === null) opened = null;
  }

  /** Returns the game with these taps. */
  show(taps: Tap[]): PlayedGame | null {
    const state = this.#ask((engine) => engine.show(), taps);
    if (!state) return null;
    const pegs = state.pegs.map((peg: { at: number }) => ({ ...peg, at: new Date(peg.at).toISOString() }));
    return { ...state, pegs };
  }

  /** Returns the summary of the game with these taps. */
  summary(taps: Tap[]): GameSummary | null {
    return this.#ask((engine) => engine.summary(), taps);
  }

  /** Checks the last of these taps. */
  check(taps: Tap[]): Checked | null {
    return this.#ask((engine) => engine.check(), taps);
  }

  #ask(call: (engine: Engine) => number, taps: Tap[]) {
    if (opened !== this) opened = ask((engine) => engine.open(), this.#events) === null ? null : this;
    return opened && ask(call, taps);
  }
}

function ask(call: (engine: Engine) => number, records: object[]): any {
  return answerHere({ ask: call, lines: [JSON.stringify(records, forEngine)] });
}

// The engine reads times in milliseconds.
function forEngine(key: string, value: any) {
  return (key === "at" || key === "tapped_at") && value ? Date.parse(value) : value;
}

import type { Game } from "pegout-api";
import { answerHere, type Engine } from "./engine.ts";

/** A tap that the service does not have yet, with the body of its request. */
export type Tap = { kind: string; subject?: string; number?: number; at: string; body?: object };
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
/** The game with taps; `refused` are the taps that the service will refuse, by their place. */
type Shown = { game: PlayedGame; refused: { place: number; type: string }[] };

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
  show(taps: Tap[]): Shown | null {
    if (opened !== this) opened = ask((engine) => engine.open(), this.#events) === null ? null : this;
    const state = opened && ask((engine) => engine.show(), taps);
    if (!state) return null;
    const { refused, ...game } = state;
    const pegs = game.pegs.map((peg: { at: number }) => ({ ...peg, at: new Date(peg.at).toISOString() }));
    return { game: { ...game, pegs }, refused };
  }
}

function ask(call: (engine: Engine) => number, records: object[]): any {
  return answerHere({ ask: call, lines: [JSON.stringify(records, forEngine)] });
}

// The engine reads times in milliseconds.
function forEngine(key: string, value: any) {
  return (key === "at" || key === "tapped_at") && value ? Date.parse(value) : value;
}

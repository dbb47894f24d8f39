import type { Allowed, Event as PastEvent, PegFor, SideView } from "pegout-api";
import {
  dealerOf,
  firstDealer,
  type GameRules,
  type LocalGame,
  type LocalPeg,
  type PendingChange,
  seatSides,
} from "./rules.ts";

const SKUNKS = ["none", "skunk", "double_skunk"] as const;

/** A peg of the history. */
export type Pegged = Extract<PastEvent, { kind: "pegged" }>;
/** `pegged` are the sides before a result. */
type FoldState = {
  deal: number;
  deal_id?: string;
  first: number;
  isDealerKnown: boolean;
  pegs: LocalPeg[];
  sides: SideView[];
  allowed: Allowed[] | null;
  pegged?: SideView[];
};
type FoldStep = {
  state: FoldState;
  id: string | undefined;
  number: number | undefined;
  body: any;
  at: string;
  target: number;
};

const STEPS: Record<string, (step: FoldStep) => void> = {
  peg({ state, id, body, at, target }) {
    const isKnown = state.pegs.some((peg) => peg.id === id);
    if (isKnown || state.sides.some(({ score }) => score >= target)) return;
    const by = body.by ?? null;
    state.pegs.unshift({ for: "other", cards: null, starter: null, ...body, id, by, at, waiting: true });
    state.allowed = state.allowed && lessAllowed(state.allowed, body);
    putOn(state, 0, target);
  },
  amend({ state, id, body, target }) {
    const place = state.pegs.findIndex((peg) => peg.id === id);
    if (place < 0) return;
    const peg = state.pegs[place];
    const { side = peg.side, points = peg.points, for: kind = peg.for } = body;
    const hasMoved = side !== peg.side || points !== peg.points;
    if (side !== peg.side || kind !== peg.for) state.allowed = null;
    if (hasMoved) takeOff(state, place);
    state.pegs[place] = { ...peg, side, points, for: kind, waiting: true };
    if (hasMoved) putOn(state, place, target);
  },
  peg_back({ state, id }) {
    const place = state.pegs.findIndex((peg) => peg.id === id);
    if (place < 0) return;
    state.allowed = null;
    takeOff(state, place);
    state.pegs.splice(place, 1);
  },
  deal({ state, number, body }) {
    if (number !== state.deal + 1) return;
    Object.assign(state, { deal: number, deal_id: body.id });
    state.allowed = null;
  },
  deal_back({ state, number }) {
    if (number !== state.deal) return;
    // No change names the id of the deal before.
    Object.assign(state, { deal: number - 1, deal_id: undefined });
    state.allowed = null;
  },
  result({ state, body, target }) {
    state.pegged = state.sides;
    state.sides = state.sides.map((side, at) => ({
      ...side,
      score: body.scores?.[at] ?? (at === body.winner ? target : target - body.short_by),
    }));
  },
  result_back({ state }) {
    state.sides = state.pegged ?? state.sides;
  },
  correct({ state, body }) {
    state.first = body.first_dealer ?? state.first;
    if (body.first_dealer !== undefined) Object.assign(state, { isDealerKnown: true, allowed: null });
    for (const [at, { name, players }] of (body.sides ?? []).entries()) {
      const side = state.sides[at];
      const isAlone = side.players.length === 1;
      if (name) Object.assign(side, { name, named: true, ...(isAlone && { players: [name] }) });
      if (players) side.players = players;
    }
  },
};

// Moves the front peg of a side by the peg at a place of the list. The list begins with the newest peg.
function putOn(state: FoldState, place: number, target: number) {
  const { side: at, points } = state.pegs[place];
  if (points === 0) return;
  const side = state.sides[at];
  const before = side.score;
  side.score = Math.min(target, before + points);
  side.previous = isNewest(state, place) ? before : behind(state, at);
}

// Moves the front peg of a side back, as the takeback of a peg does.
function takeOff(state: FoldState, place: number) {
  const { side: at, points } = state.pegs[place];
  if (points === 0) return;
  const side = state.sides[at];
  // In crash, a side that was thrown back may be behind its points. The service answers its true place.
  side.score = isNewest(state, place) ? side.previous : Math.max(0, side.score - points);
  side.previous = behind(state, at, place);
}

function isNewest({ pegs }: FoldState, place: number) {
  return pegs.slice(0, place).every(({ side, points }) => side !== pegs[place].side || points === 0);
}

// The score of a side before its newest peg, apart from the peg at a place of the list.
/** @param at the side */
function behind({ pegs, sides }: FoldState, at: number, without: number = -1) {
  const { score } = sides[at];
  const newest = pegs.find(({ side, points }, place) => side === at && points > 0 && place !== without);
  return Math.max(0, score - (newest?.points ?? score));
}

// The service's list less a peg that it does not have yet.
function lessAllowed(allowed: Allowed[], peg: { side: number; for: PegFor }): Allowed[] {
  const isOf = (entry: Allowed) => entry.for === peg.for && entry.sides.includes(peg.side);
  const less = allowed.map((entry) => (isOf(entry) ? { ...entry, left: entry.left - 1 } : entry));
  return less.filter(({ left }) => left > 0);
}

/**
 * Returns the game with the changes that are still in the outbox. A change that the service has already, though its
 * answer was not received, is not counted twice.
 * @param game the service's @param changes in order, without the rejected
 */
export function applyPending(game: LocalGame, changes: PendingChange[]): LocalGame {
  const steps = changes.filter(({ kind }) => Object.hasOwn(STEPS, kind));
  if (steps.length === 0) return game;
  const { target } = game.rules;
  const { deal, deal_id, allowed } = game;
  const first = firstDealer(game);
  const sides = game.sides.map((side) => ({ ...side }));
  const state = { deal, deal_id, first, isDealerKnown: game.first_dealer_known, allowed, pegs: [...game.pegs], sides };
  for (const { kind, body, subject, number, at } of steps)
    STEPS[kind]({ state, id: subject, number, body, at, target });
  return concluded(game, state);
}

/** Returns the game as it ends with a result. @param result as it is sent */
export function withResult(game: LocalGame, result: object): LocalGame {
  return applyPending(game, [{ kind: "result", body: result, at: "" }]);
}

function concluded(game: LocalGame, state: FoldState): LocalGame {
  const seats = seatSides(game.sides);
  const { first, isDealerKnown, deal, deal_id, pegs, sides, allowed } = state;
  const dealer = dealerOf(first, deal, seats.length);
  const scores = sides.map(({ score }) => score);
  const outcome = outcomeOf(scores, game.rules);
  const status = game.status === "void" ? "void" : outcome.winner === null ? "playing" : "finished";
  const isSame = allowed === game.allowed;
  // A hint about a change that waits may not be right any more.
  const isWaiting = (id: string) => pegs.some((peg) => peg.waiting && peg.id === id);
  const hints = (game.hints ?? []).filter((hint) => !hint.pegs.some(isWaiting));
  const won = game.winners ?? [game.winner];
  const match = game.match.map((games, side) => games - (won.includes(side) ? (game.value ?? 0) : 0));
  for (const side of outcome.winners ?? []) match[side] += outcome.value ?? 0;
  return {
    ...game,
    ...{ deal, deal_id, pegs, sides, allowed, hints },
    first_dealer_known: isDealerKnown,
    expects: isSame ? game.expects : null,
    dealer,
    crib: game.rules.no_discard ? null : seats[dealer],
    ...outcome,
    status,
    match,
  };
}

/**
 * Returns the winner, the skunk and the value of a game with these scores. In lowball the side on the target has lost,
 * and the lowest score wins.
 * @param scores by side
 */
function outcomeOf(
  scores: number[],
  rules: GameRules,
): Pick<LocalGame, "winner" | "winners" | "loser" | "skunk" | "value"> {
  const out = scores.findIndex((score) => score >= rules.target);
  if (out < 0) return { winner: null, winners: [], loser: null, skunk: "none", value: null };
  const others = scores.map((_, step) => (out + 1 + step) % scores.length).filter((side) => side !== out);
  const lowest = Math.min(...scores);
  const winners = rules.lowball ? others.filter((side) => scores[side] === lowest) : [out];
  const short = rules.lowball ? lowest : Math.max(...others.map((side) => scores[side]));
  const degree = short < (rules.double_skunk_below ?? 0) ? 2 : short < (rules.skunk_below ?? 0) ? 1 : 0;
  const loser = rules.lowball ? out : null;
  return {
    winner: winners[0],
    winners: [...winners].sort(),
    loser,
    skunk: SKUNKS[degree],
    value: rules.game_values[degree],
  };
}

/** Returns the pegs that stand, as they were amended last. @param events all of a game, the oldest first */
export function standingPegs(events: PastEvent[]): Pegged[] {
  const pegs: Map<string, Pegged> = new Map();
  for (const event of events) {
    if (event.kind === "pegged") pegs.set(event.id, event);
    else if (event.kind === "peg_taken_back") pegs.delete(event.peg);
    else if (event.kind === "peg_amended") {
      const peg = pegs.get(event.peg);
      const { side, points, for: kind, player, cards, starter } = event;
      if (peg) pegs.set(peg.id, { ...peg, side, points, for: kind, player, cards, starter });
    }
  }
  return [...pegs.values()];
}

/**
 * Returns the newest peg at the beginning of each deal, by its number.
 * @param events all of a game, the oldest first
 */
export function dealStarts(events: PastEvent[]): Record<number, string | null> {
  const deals: Record<number, string | null> = {};
  const pegs: string[] = [];
  for (const event of events) {
    if (event.kind === "pegged") pegs.push(event.id);
    else if (event.kind === "peg_taken_back") pegs.splice(pegs.indexOf(event.peg), 1);
    else if (event.kind === "deal_begun") deals[event.number] = pegs.at(-1) ?? null;
  }
  return deals;
}

import type { Allowed, Event as PastEvent, Game, NightCard, PegFor, PegView, Rules, SideView, Skunk } from "pegout-api";
import type { AmendedPeg } from "./outbox.ts";
import { dealerOf, firstDealer, seatSides } from "./seats.ts";

/** The rules of a game, all of them set. */
export type GameRules = Required<Rules>;
/** A peg; `waiting` until the service has it. */
export type LocalPeg = PegView & { waiting?: boolean };
/**
 * The service's Game, or one of version 0 that only this phone has: without `latest`, and its pegs may be `waiting`.
 * `allowed` is null if the service has not sent it, `crib` if there is no crib. `winners` are all sides that won.
 */
export type LocalGame = Omit<Game, "rules" | "pegs" | "latest" | "allowed" | "crib" | "began_at" | "ended_at"> & {
  rules: GameRules;
  pegs: LocalPeg[];
  latest?: Game["latest"];
  allowed: Allowed[] | null;
  crib: number | null;
  loser?: number | null;
  winners?: number[];
  match_winner?: number | null;
};
/** A side before the first deal; `named` is false if nobody gave it a name. */
export type NamedSide = Pick<SideView, "name" | "players"> & { named?: boolean };
/** A change of a game that the service does not have yet. */
export type PendingChange = {
  kind: string;
  subject?: string;
  number?: number;
  body?: any;
  at: string;
  peg?: AmendedPeg;
};
/** A table's choice for a rematch: the seat that cut the lowest card, and the directions of crash by side. */
export type RematchWishes = { cut?: number; directions?: number[] };
/** The beginning of a game: `first` deals first; `directions` of crash and `tally` of the match are by side. */
type NewGame = {
  id: string;
  sides: NamedSide[];
  rules: GameRules;
  first: number;
  directions?: number[];
  tally?: number[];
};
/** The members of a game that say how it ended. */
type Ending = Required<Pick<LocalGame, "winner" | "winners" | "loser" | "skunk" | "value">>;
/** Returns the end of a game with these scores by side; null while nobody has won, and without the engine. */
export type EndingOf = (rules: GameRules, scores: number[]) => Ending | null;

/** Returns a game that begins, as the service will have it. @returns of version 0 */
export function newGame({ id, sides, rules, first, directions, tally }: NewGame): LocalGame {
  const seats = seatSides(sides);
  return {
    id,
    version: 0,
    rules,
    sides: sides.map(({ name, players, named = true }) => ({ name, named, players, score: 0, previous: 0 })),
    first_dealer_known: true,
    ...(rules.crash && { crash_directions: sides.map((_, side) => (directions?.[side] === -1 ? -1 : 1)) }),
    deal: 1,
    dealer: dealerOf(first, 1, seats.length),
    crib: rules.no_discard ? null : seats[first],
    status: "playing",
    winner: null,
    winners: [],
    loser: null,
    skunk: "none",
    value: null,
    match_to: rules.match_to,
    match_winner: null,
    match: tally ?? sides.map(() => 0),
    pegs: [],
    expects: null,
    allowed: null,
    hints: [],
    result: null,
    void: null,
    rematch: null,
  };
}

/** Returns the rematch of a game that was won. @param id the rematch's @returns of version 0 */
export function rematch(
  game: LocalGame,
  id: string,
  { cut, directions = game.crash_directions }: RematchWishes = {},
): LocalGame {
  const { sides, rules, match, match_winner: matchWinner } = game;
  const tally = typeof matchWinner === "number" ? undefined : match;
  return newGame({ id, sides, rules, first: cut ?? nextFirstDealer(game), directions, tally });
}

function nextFirstDealer(game: LocalGame) {
  const { loser, dealer, rules, sides } = game;
  if (rules.first_deal === "loser") return loser ?? dealer;
  return (firstDealer(game) + 1) % seatSides(sides).length;
}

/** Returns true if a side is on the last hole. */
export function isOut({ sides, rules }: Pick<LocalGame, "sides" | "rules">): boolean {
  return sides.some(({ score }) => score >= rules.target);
}

/** Returns true if the pegs of a game are history: it was called off, or its rematch has begun. */
export function isClosed({ status, rematch: next }: Pick<LocalGame, "status" | "rematch">): boolean {
  return status === "void" || (status === "finished" && Boolean(next));
}

/** Returns true if a result was entered by hand over the pegs: they cannot be taken back under it. */
export function hasResult({ status, result }: LocalGame): boolean {
  return status === "finished" && Boolean(result);
}

// The winner's line of a league scorecard.
const WINNER_LINES: Record<Skunk, number> = { none: 0, skunk: -1, double_skunk: -2 };

/**
 * Returns by side the line that its players write on their league scorecards.
 * @param ending of a game with these scores @param card of the night
 */
export function scorecardLines(
  scores: number[],
  { winner, skunk }: Pick<LocalGame, "winner" | "skunk">,
  target: number,
  card: NightCard,
): number[] {
  if (card === "points_scored") return scores;
  if (card === "points_short")
    return scores.map((score, side) => (side === winner ? WINNER_LINES[skunk] : target - score));
  const best = Math.max(...scores.filter((_, side) => side !== winner));
  return scores.map((score, side) => (side === winner ? target - best : score - target));
}

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
 * Returns the game with the changes that are still in the outbox. Without the engine only the points are added. A change
 * that the service has already, though its answer was not received, is not counted twice.
 * @param game the service's @param changes in order, without the rejected
 * @param endingOf without an answer the game goes on
 */
export function applyPending(game: LocalGame, changes: PendingChange[], endingOf: EndingOf): LocalGame {
  const steps = changes.filter(({ kind }) => Object.hasOwn(STEPS, kind));
  if (steps.length === 0) return game;
  const { target } = game.rules;
  const { deal, deal_id, allowed } = game;
  const first = firstDealer(game);
  const sides = game.sides.map((side) => ({ ...side }));
  const state = { deal, deal_id, first, isDealerKnown: game.first_dealer_known, allowed, pegs: [...game.pegs], sides };
  for (const { kind, body, subject, number, at } of steps)
    STEPS[kind]({ state, id: subject, number, body, at, target });
  return concluded(game, state, endingOf);
}

const OPEN = { winner: null, loser: null, skunk: "none", value: null } as const;

function concluded(game: LocalGame, state: FoldState, endingOf: EndingOf): LocalGame {
  const seats = seatSides(game.sides);
  const { first, isDealerKnown, deal, deal_id, pegs, sides, allowed } = state;
  const dealer = dealerOf(first, deal, seats.length);
  const scores = sides.map(({ score }) => score);
  const { winner, winners, loser = null, skunk, value } = game;
  const isUnchanged = game.sides.every(({ score }, side) => score === scores[side]);
  const known = isUnchanged && { winner, winners, loser, skunk, value };
  const ending = known || (isOut({ ...game, sides }) && endingOf(game.rules, scores)) || { ...OPEN, winners: [] };
  const status = game.status === "void" ? "void" : ending.winner === null ? "playing" : "finished";
  const isSame = allowed === game.allowed;
  // A hint about a change that waits may not be right any more.
  const isWaiting = (id: string) => pegs.some((peg) => peg.waiting && peg.id === id);
  const hints = (game.hints ?? []).filter((hint) => !hint.pegs.some(isWaiting));
  const gamesOf = (end: Pick<LocalGame, "winner" | "winners" | "value">, side: number) =>
    (end.winners ?? [end.winner]).includes(side) ? (end.value ?? 0) : 0;
  const match = game.match.map((games, side) => games - gamesOf(game, side) + gamesOf(ending, side));
  return {
    ...game,
    ...{ deal, deal_id, pegs, sides, allowed, hints },
    first_dealer_known: isDealerKnown,
    expects: isSame ? game.expects : null,
    dealer,
    crib: game.rules.no_discard ? null : seats[dealer],
    ...ending,
    status,
    match,
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

import type { Allowed, Game, PegFor, PegView, Rules, SideView, Skunk } from "pegout-api";
import type { AmendedPeg } from "./outbox.ts";

/** The rules of a game, all of them set. */
export type GameRules = Required<Rules>;
/** A peg; `waiting` until the service has it. */
export type LocalPeg = PegView & { waiting?: boolean };
/**
 * The service's Game, or one of version 0 that only this phone has: without `latest`, and its pegs may be `waiting`.
 * `allowed` is null if the service has not sent it, `crib` if there is no crib. `loser` is null if nobody reached the
 * target of lowball. `winners` are all sides that won.
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
export type PendingChange = { kind: string; subject?: string; number?: number; body?: any; at: string };
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
/** The part of a deal. */
export type Phase = "play" | "hand" | "crib";
/** The reason that a peg is not allowed. */
export type Objection = "over" | "result" | "void" | "nineteen" | "nothing" | "points" | "may-not-win" | "one-short";

// The most points of a show, by the cards without the starter (four, five, six) and the jokers in the pack.
const MOST_POINTS = [
  [29, 40, 40],
  [46, 51, 70],
  [72, 74, 83],
];
// The most points of a card in the play, with the point for last, by the jokers in the pack.
const MOST_OF_CARD = [15, 23, 33];
// Points that four cards never count. For a larger crib, and with jokers, the service knows the impossible points.
const NEVER = [19, 25, 26, 27];

/** The tables that can be seated: how many players each side has, by the seating's name. */
export const SEATINGS: Record<string, number[]> = {
  "1-1": [1, 1],
  "2-2": [2, 2],
  "1-1-1": [1, 1, 1],
  "3-3": [3, 3],
  "2-2-2": [2, 2, 2],
  "2-3": [2, 3],
};

/** The names that the service has for sides without one, in their order: no words for people. */
export const STAND_INS = ["Us", "Them", "Third"];

/** The cards of a counted hand, without the starter. */
export const HAND_SIZE = 4;

/** The cards that are dealt to each player, by the number of players whose cards are looked at one by one. */
export const DEALT: Record<number, number> = { 2: 6, 3: 5, 4: 5, 5: 5, 6: 5 };

/** Returns the cards of the crib, without the starter: at five and six each player throws one. */
export function cribSize(players: number): number {
  return Math.max(players, HAND_SIZE);
}

// The winner's line of a league scorecard.
const WINNER_LINES: Record<Skunk, number> = { none: 0, skunk: -1, double_skunk: -2 };

const mostOf = ({ jokers }: GameRules, players: number) => MOST_POINTS[cribSize(players) - HAND_SIZE][jokers ?? 0];

/** Returns the most points that one peg can be for. */
export function mostPoints({ rules, sides }: Pick<LocalGame, "rules" | "sides">): number {
  return mostOf(rules, seatSides(sides).length);
}

/** Returns the points of a show that counts nothing: 19 by the rule of that name. */
export function nothingScores({ nineteen = "none" }: GameRules, kind: PegFor): number {
  return nineteen === "hand_and_crib" || (nineteen === "hand" && kind === "hand") ? 19 : 0;
}

const any = (points: number, rules: GameRules, players: number) => points >= 1 && points <= mostOf(rules, players);
const shown = (kind: PegFor) => (points: number, rules: GameRules, players: number) => {
  const nothing = nothingScores(rules, kind);
  if (points === 0 || points === nothing) return points === nothing;
  const throwers = kind === "crib" ? players : HAND_SIZE;
  const isPlain = cribSize(throwers) === HAND_SIZE && !rules.jokers;
  return any(points, rules, throwers) && !(isPlain && NEVER.includes(points));
};

const POINTS: Record<PegFor, (points: number, rules: GameRules, players: number) => boolean> = {
  play: (points, { jokers, last_card_point: hasLast }) =>
    points >= 1 && points <= MOST_OF_CARD[jokers ?? 0] - (hasLast === false ? 1 : 0),
  go: (points) => points === 1,
  heels: (points) => points === 2,
  hand: shown("hand"),
  crib: shown("crib"),
  muggins: any,
  penalty: any,
  other: any,
};

/**
 * Returns the side of each seat, clockwise: the sides take turns, and the odd player of a longer one sits last.
 * @returns sides by seat
 */
export function seatSides(sides: Pick<SideView, "players">[]): number[] {
  const longest = Math.max(...sides.map(({ players }) => players.length));
  const rows = Array.from({ length: longest }, (_, nth) =>
    sides.flatMap(({ players }, side) => (nth < players.length ? [side] : [])),
  );
  return rows.flat();
}

/**
 * Returns the players' names by seat, clockwise. A player who sits alone, or on a side that nobody named, is
 * called like the side.
 * @param names of the sides
 */
export function seatNames(sides: NamedSide[], names: string[]): string[] {
  return seatSides(sides).map((side, seat, seats) => {
    const nth = seats.slice(0, seat).filter((other) => other === side).length;
    const { players, named } = sides[side];
    return named === false || players.length === 1 ? names[side] : players[nth];
  });
}

/** Returns the seats that can be told apart, to choose a dealer from: of seats with the same name, the first. */
export function dealerAnswers(sides: NamedSide[], names: string[]): { value: string; label: string }[] {
  return seatNames(sides, names).flatMap((label, seat, labels) =>
    labels.indexOf(label) === seat ? [{ value: String(seat), label }] : [],
  );
}

/** Returns the seat that deals: the deal passes to the left. @param first the seat of deal 1 */
export function dealerOf(first: number, deal: number, seats: number): number {
  return (first + deal - 1) % seats;
}

/** Returns the seat that dealt first. */
export function firstDealer({ dealer, deal, sides }: Pick<LocalGame, "dealer" | "deal" | "sides">): number {
  const seats = seatSides(sides).length;
  return (((dealer - (deal - 1)) % seats) + seats) % seats;
}

/** Returns the side that deals: the side with the crib, if there is a crib. */
export function dealingSide({ dealer, sides }: Pick<LocalGame, "dealer" | "sides">): number {
  return seatSides(sides)[dealer];
}

/** Returns the side that deals next. */
export function nextDealingSide({ dealer, sides }: Pick<LocalGame, "dealer" | "sides">): number {
  const seats = seatSides(sides);
  return seats[(dealer + 1) % seats.length];
}

/** Returns true if `points` points can be pegged for this kind. */
export function canEarn(kind: PegFor, points: number, { rules, sides }: Pick<LocalGame, "rules" | "sides">): boolean {
  return POINTS[kind](points, rules, seatSides(sides).length);
}

/** Returns the kinds of pegs that a table offers. */
export function pegKinds({ muggins, no_discard: hasNoCrib }: Pick<GameRules, "muggins" | "no_discard">): PegFor[] {
  const kinds: PegFor[] = ["play", "hand", "crib", "heels", "go", "penalty", "muggins"];
  return kinds.filter((kind) => (kind !== "crib" || !hasNoCrib) && (kind !== "muggins" || muggins));
}

function canWin(kind: PegFor, rules: GameRules) {
  return (kind !== "heels" || rules.heels_can_win) && (kind !== "go" || rules.go_can_win);
}

function countsOneShort(kind: PegFor, { heels_from_120: hasHeels, go_from_120: hasGo }: GameRules) {
  return (kind !== "heels" || hasHeels !== false) && (kind !== "go" || hasGo !== false);
}

/** Returns the reason that a peg is not allowed; null if it is allowed. @param game as the table shows it */
export function pegObjection(
  game: LocalGame,
  { side, points, kind }: { side: number; points: number; kind: PegFor },
): Objection | null {
  const { status, sides, rules } = game;
  if (status !== "playing") return status === "void" ? "void" : "over";
  if (!canEarn(kind, points, game)) {
    if (!["hand", "crib"].includes(kind)) return "points";
    if (points === 0) return "nothing";
    return points === 19 && nothingScores(rules, "hand") === 0 ? "nineteen" : "points";
  }
  const isOneShort = sides[side].score === rules.target - 1;
  // One point in the play then counts as a go.
  const earnedBy = isOneShort && kind === "play" && points === 1 ? "go" : kind;
  if (isOneShort && !countsOneShort(earnedBy, rules)) return "one-short";
  return sides[side].score + points >= rules.target && !canWin(earnedBy, rules) ? "may-not-win" : null;
}

/**
 * Returns the part of the deal that the pegs show: the play, until a hand was pegged. Then come the hands, one a
 * player, then the crib.
 * @param pegs the pegs of this deal, the newest first
 */
export function currentPhase({ sides, rules }: Pick<LocalGame, "sides" | "rules">, pegs: { for: PegFor }[]): Phase {
  const hands = pegs.filter((peg) => peg.for === "hand").length;
  if (pegs.some((peg) => peg.for === "crib")) return "play";
  if (hands === 0) return "play";
  if (hands < sides.flatMap(({ players }) => players).length) return "hand";
  return rules.no_discard ? "play" : "crib";
}

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
  const { sides, winner, rules } = game;
  if (rules.first_deal.startsWith("alternate")) return (firstDealer(game) + 1) % seatSides(sides).length;
  const lowest = Math.min(...sides.map(({ score }) => score));
  const clockwise = sides.map((_, step) => ((winner ?? 0) + 1 + step) % sides.length);
  return clockwise.find((side) => sides[side].score === lowest) ?? 0;
}

/** Returns true if the pegs of a game are history: it was called off, or its rematch has begun. */
export function isClosed({ status, rematch: next }: Pick<LocalGame, "status" | "rematch">): boolean {
  return status === "void" || (status === "finished" && Boolean(next));
}

/** Returns true if a result was entered by hand over the pegs: they cannot be taken back under it. */
export function hasResult({ status, result }: LocalGame): boolean {
  return status === "finished" && Boolean(result);
}

/** Returns by side the line that its players write on their league scorecards. @param game a finished one */
export function scorecardLines({ sides, winner, skunk, rules }: LocalGame): number[] {
  return sides.map(({ score }, side) => (side === winner ? WINNER_LINES[skunk] : rules.target - score));
}

/** Returns the side of a seat: four play as two pairs, two and three each for themselves. @returns from 0 */
export function sideOf(player: number, players: number): number {
  return players === 4 ? player % 2 : player;
}

/** Returns the sizes of the tables for `players` players: tables of four, and at most two smaller tables. */
export function tableSizes(players: number): number[] {
  if (players < 2) return [];
  const smaller = [[], [3, 2], [2], [3]][players % 4];
  const seats = smaller.reduce((sum, size) => sum + size, 0);
  return [...Array.from({ length: (players - seats) / 4 }, () => 4), ...smaller];
}

/** The most points that a peg in the play often has. */
export const MOST_OF_PLAY = 4;
/** The points above which a peg is hardly ever of the play. */
export const RARE_IN_PLAY = 6;

/** A show that may have been the play: its first hand, and all its pegs. */
export type DoubtfulShow = { hand: LocalPeg; pegs: LocalPeg[] };

/**
 * Returns the show of this deal if it may have been the play, else null. The kind of its first hand was a guess, and
 * the points of that hand are not rare in the play. Its other pegs are small.
 * @param dealPegs the pegs of this deal @param guesses the ids of the hands whose kind was a guess
 */
export function doubtfulShow(dealPegs: LocalPeg[], guesses: string[] = []): DoubtfulShow | null {
  const pegs = dealPegs.filter((peg) => peg.for === "hand" || peg.for === "crib");
  const hand = pegs.find(({ id }) => guesses.includes(id));
  const isSure = pegs.some((peg) => peg.cards || (peg !== hand && (peg.points === 0 || peg.points > MOST_OF_PLAY)));
  return hand?.for === "hand" && hand.points <= RARE_IN_PLAY && !isSure ? { hand, pegs } : null;
}

/**
 * Returns the first side with an uncounted hand before a hand or crib that would end the game; null if there is none.
 * The order of the show decides the winner.
 * @param game as the table shows it @param dealPegs the pegs of this deal
 */
export function uncountedBefore(
  game: LocalGame,
  dealPegs: { for: PegFor; side: number }[],
  { side, points, for: kind }: AmendedPeg,
): number | null {
  const { sides, rules, status } = game;
  const isEnd = status === "playing" && sides[side].score + points >= rules.target;
  if (!isEnd || (kind !== "hand" && kind !== "crib")) return null;
  const order = showOrder(game);
  const isOf = (of: number) => (seat: number) => seat === of;
  const pegged = sides.map((_, of) => peggedHands(game, dealPegs, of, order.filter(isOf(of)).length));
  const own = order.flatMap((of, seat) => (of === side ? [seat] : []));
  const last = kind === "hand" ? (own[pegged[side]] ?? order.length) : order.length;
  const missing = order.slice(0, last).find((of, seat) => {
    return of !== side && pegged[of] < order.slice(0, seat + 1).filter(isOf(of)).length;
  });
  return missing ?? null;
}

// The sides of the seats in the order in which hands are counted: the dealer's is the last.
function showOrder(game: LocalGame) {
  const seats = seatSides(game.sides);
  const first = dealerOf(firstDealer(game), game.deal + 1, seats.length);
  return [...seats.slice(first), ...seats.slice(0, first)];
}

// A phone that follows the game later may not know where the deal began. The service then says which hands are left.
/** @param of the side @param players of it */
function peggedHands({ allowed }: LocalGame, dealPegs: { for: PegFor; side: number }[], of: number, players: number) {
  const entry = allowed?.find((one) => one.for === "hand" && one.sides.includes(of));
  if (allowed) return players - (entry?.left ?? 0);
  return dealPegs.filter((peg) => peg.for === "hand" && peg.side === of).length;
}

/** @import { Game, PegFor, PegView, Rules, SideView, Skunk } from "pegout-api" */

/** The rules of a game, all of them set. @typedef {Required<Rules>} GameRules */
/** A peg; `waiting` until the service has it. @typedef {PegView & {waiting?: boolean}} LocalPeg */
/**
 * The service's Game, or one of version 0 that only this phone has: without `latest`, and its pegs may be `waiting`.
 * @typedef {Omit<Game, "rules"|"pegs"|"latest"> & {rules: GameRules, pegs: LocalPeg[], latest?: Game["latest"]}} LocalGame
 */
/** A side before the first deal. @typedef {Pick<SideView, "name"|"players">} NamedSide */
/** A change of a game that the service does not have yet. @typedef {{kind: string, subject?: string, number?: number, body?: any, at: string}} PendingChange */
/** The part of a deal. @typedef {"play"|"hand"|"crib"} Phase */
/** The reason that a peg is not allowed. @typedef {"over"|"result"|"void"|"nineteen"|"points"|"may-not-win"} Objection */

/** The most points that one peg can be for. */
export const MOST_POINTS = 29;

/** The tables that can be seated: how many players each side has, by the seating's name. @type {Record<string, number[]>} */
export const SEATINGS = {
  "1-1": [1, 1],
  "2-2": [2, 2],
  "1-1-1": [1, 1, 1],
  "3-3": [3, 3],
  "2-2-2": [2, 2, 2],
  "2-3": [2, 3],
};

/** The cards of a counted hand, without the starter. */
export const HAND_SIZE = 4;

/** The cards that are dealt to each player, by the number of players whose cards are looked at one by one. @type {Record<number, number>} */
export const DEALT = { 2: 6, 3: 5, 4: 5 };

const SKUNKS = /** @type {const} */ (["none", "skunk", "double_skunk"]);

// The winner's line of a league scorecard.
/** @type {Record<Skunk, number>} */
const WINNER_LINES = { none: 0, skunk: -1, double_skunk: -2 };

/** @param {number} points */
const any = (points) => points >= 1 && points <= MOST_POINTS;
/** @param {number} points */
const shown = (points) => any(points) && ![19, 25, 26, 27].includes(points);

/** @type {Record<PegFor, (points: number) => boolean>} */
const POINTS = {
  play: (points) => points >= 1 && points <= 14,
  go: (points) => points === 1,
  heels: (points) => points === 2,
  hand: shown,
  crib: shown,
  muggins: any,
  penalty: any,
  other: any,
};

/**
 * Returns the side of each seat, clockwise: the sides take turns, and the odd player of a longer one sits last.
 * @param {Pick<SideView, "players">[]} sides
 * @returns {number[]} sides by seat
 */
function seatSides(sides) {
  const longest = Math.max(...sides.map(({ players }) => players.length));
  const rows = Array.from({ length: longest }, (_, nth) =>
    sides.flatMap(({ players }, side) => (nth < players.length ? [side] : [])),
  );
  return rows.flat();
}

/** Returns the players' names by seat, clockwise. @param {Pick<SideView, "players">[]} sides @returns {string[]} */
export function seatNames(sides) {
  return seatSides(sides).map((side, seat, seats) => {
    const nth = seats.slice(0, seat).filter((other) => other === side).length;
    return sides[side].players[nth];
  });
}

/** Returns the seat that deals: the deal passes to the left. @param {number} first the seat that dealt first @param {number} deal from 1 @param {number} seats how many there are @returns {number} */
export function dealerOf(first, deal, seats) {
  return (first + deal - 1) % seats;
}

/** Returns the seat that dealt first. @param {Pick<LocalGame, "dealer"|"deal"|"sides">} game @returns {number} */
export function firstDealer({ dealer, deal, sides }) {
  const seats = seatSides(sides).length;
  return (((dealer - (deal - 1)) % seats) + seats) % seats;
}

/** Returns the side that has the next deal's crib. @param {Pick<LocalGame, "dealer"|"sides">} game @returns {number} */
export function nextCrib({ dealer, sides }) {
  const seats = seatSides(sides);
  return seats[(dealer + 1) % seats.length];
}

/** Returns true if so many points can be pegged for this. @param {PegFor} kind @param {number} points @returns {boolean} */
export function canEarn(kind, points) {
  return POINTS[kind](points);
}

/** Returns the kinds of pegs that a table offers. @param {Pick<GameRules, "muggins">} rules @returns {PegFor[]} */
export function pegKinds({ muggins }) {
  return ["play", "hand", "crib", "heels", "go", "penalty", ...(muggins ? /** @type {const} */ (["muggins"]) : [])];
}

/** @param {PegFor} kind @param {GameRules} rules */
function canWin(kind, rules) {
  return (kind !== "heels" || rules.heels_can_win) && (kind !== "go" || rules.go_can_win);
}

/**
 * Returns the reason that a peg is not allowed; null if it is allowed.
 * @param {LocalGame} game as the table shows it @param {{side: number, points: number, kind: PegFor}} peg
 * @returns {Objection|null}
 */
export function pegObjection({ status, sides, rules }, { side, points, kind }) {
  if (status !== "playing") return status === "void" ? "void" : "over";
  if (!canEarn(kind, points)) return points === 19 && ["hand", "crib"].includes(kind) ? "nineteen" : "points";
  return sides[side].score + points >= rules.target && !canWin(kind, rules) ? "may-not-win" : null;
}

/**
 * Returns the part of the deal that the pegs show: the play, until a hand was pegged; then the hands, one a player; then
 * the crib.
 * @param {Pick<LocalGame, "sides">} game @param {{for: PegFor}[]} pegs those of this deal, the newest first
 * @returns {Phase}
 */
export function currentPhase({ sides }, pegs) {
  const hands = pegs.filter((peg) => peg.for === "hand").length;
  if (pegs.some((peg) => peg.for === "crib")) return "play";
  if (hands === 0) return "play";
  return hands < sides.flatMap(({ players }) => players).length ? "hand" : "crib";
}

/**
 * Returns a game that begins, as the service will have it.
 * @param {{id: string, sides: NamedSide[], rules: GameRules, first: number, tally?: number[]}} setup `first` is the seat
 *   that deals first, `tally` the games that each side has won of the match
 * @returns {LocalGame} of version 0
 */
export function newGame({ id, sides, rules, first, tally }) {
  const seats = seatSides(sides);
  return {
    id,
    version: 0,
    rules,
    sides: sides.map(({ name, players }) => ({ name, players, score: 0, previous: 0 })),
    deal: 1,
    dealer: dealerOf(first, 1, seats.length),
    crib: seats[first],
    status: "playing",
    winner: null,
    skunk: "none",
    value: null,
    match: tally ?? sides.map(() => 0),
    pegs: [],
    rematch: null,
  };
}

/**
 * Returns the rematch of a game that was won.
 * @param {LocalGame} game @param {string} id the rematch's @param {number} [cut] the seat that cut the lowest card
 * @returns {LocalGame} of version 0
 */
export function rematch(game, id, cut) {
  const { sides, rules, match } = game;
  return newGame({ id, sides, rules, first: cut ?? nextFirstDealer(game), tally: match });
}

/** @param {LocalGame} game */
function nextFirstDealer(game) {
  const { sides, winner, rules } = game;
  if (rules.first_deal === "alternate") return (firstDealer(game) + 1) % seatSides(sides).length;
  const lowest = Math.min(...sides.map(({ score }) => score));
  const clockwise = sides.map((_, step) => ((winner ?? 0) + 1 + step) % sides.length);
  return clockwise.find((side) => sides[side].score === lowest) ?? 0;
}

/** @typedef {{deal: number, pegs: LocalPeg[], sides: SideView[]}} FoldState */
/** @typedef {{state: FoldState, id: string|undefined, number: number|undefined, body: any, at: string, target: number}} FoldStep */

/** @type {Record<string, (step: FoldStep) => void>} */
const STEPS = {
  peg({ state, id, body, at, target }) {
    const side = state.sides[body.side];
    const isKnown = state.pegs.some((peg) => peg.id === id);
    if (isKnown || state.sides.some(({ score }) => score >= target)) return;
    const by = body.by ?? null;
    state.pegs.unshift({ for: "other", cards: null, starter: null, ...body, id, by, at, waiting: true });
    side.previous = side.score;
    side.score = Math.min(target, side.score + body.points);
  },
  peg_back({ state, id }) {
    const place = state.pegs.findIndex((peg) => peg.id === id);
    if (place < 0) return;
    const [peg] = state.pegs.splice(place, 1);
    const side = state.sides[peg.side];
    const own = state.pegs.filter((other) => other.side === peg.side);
    const isNewest = state.pegs.slice(0, place).every((other) => other.side !== peg.side);
    side.score = isNewest ? side.previous : side.score - peg.points;
    side.previous = Math.max(0, side.score - (own[0]?.points ?? side.score));
  },
  deal({ state, number }) {
    if (number === state.deal + 1) state.deal = number;
  },
  deal_back({ state, number }) {
    if (number === state.deal) state.deal = number - 1;
  },
};

/**
 * Returns the game with the changes that are still in the outbox. A change that the service has already, though its answer
 * was not received, is not counted twice.
 * @param {LocalGame} game the service's @param {PendingChange[]} changes in order, without the rejected
 * @returns {LocalGame}
 */
export function applyPending(game, changes) {
  const steps = changes.filter(({ kind }) => Object.hasOwn(STEPS, kind));
  if (steps.length === 0) return game;
  const { target } = game.rules;
  const state = { deal: game.deal, pegs: [...game.pegs], sides: game.sides.map((side) => ({ ...side })) };
  for (const { kind, body, subject, number, at } of steps)
    STEPS[kind]({ state, id: subject, number, body, at, target });
  return concluded(game, state);
}

/** @param {LocalGame} game @param {FoldState} state @returns {LocalGame} */
function concluded(game, state) {
  const seats = seatSides(game.sides);
  const dealer = dealerOf(firstDealer(game), state.deal, seats.length);
  const scores = state.sides.map(({ score }) => score);
  const outcome = outcomeOf(scores, game.rules);
  const match = game.match.map((games, side) => games - (side === game.winner ? (game.value ?? 0) : 0));
  if (outcome.winner !== null) match[outcome.winner] += outcome.value ?? 0;
  const status = game.status === "void" ? "void" : outcome.winner === null ? "playing" : "finished";
  return { ...game, ...state, dealer, crib: seats[dealer], ...outcome, status, match };
}

/**
 * Returns the winner, the skunk and the value of a game with these scores.
 * @param {number[]} scores by side @param {GameRules} rules
 * @returns {Pick<LocalGame, "winner"|"skunk"|"value">}
 */
function outcomeOf(scores, rules) {
  const winner = scores.findIndex((score) => score >= rules.target);
  if (winner < 0) return { winner: null, skunk: "none", value: null };
  const best = Math.max(...scores.filter((_, side) => side !== winner));
  const degree = best < (rules.double_skunk_below ?? 0) ? 2 : best < (rules.skunk_below ?? 0) ? 1 : 0;
  return { winner, skunk: SKUNKS[degree], value: rules.game_values[degree] };
}

/** Returns true if a result was entered by hand over the pegs: they cannot be taken back under it. @param {LocalGame} game @returns {boolean} */
export function hasResult({ status, sides, pegs, latest, rules }) {
  if (status !== "finished") return false;
  if (latest?.kind === "result_entered") return true;
  // The latest event may be the rematch. Then the scores decide: those of a result seldom agree with the newest pegs.
  return sides.some(({ score, previous }, side) => {
    const newest = pegs.find((peg) => peg.side === side);
    return newest ? score !== Math.min(rules.target, previous + newest.points) : pegs.length === 0;
  });
}

/** Returns the line that each side's players write on their league scorecards. @param {LocalGame} game a finished one @returns {number[]} by side */
export function scorecardLines({ sides, winner, skunk, rules }) {
  return sides.map(({ score }, side) => (side === winner ? WINNER_LINES[skunk] : rules.target - score));
}

/** Returns the side of a seat: four play as two pairs, two and three each for themselves. @param {number} player @param {number} players @returns {number} from 0 */
export function sideOf(player, players) {
  return players === 4 ? player % 2 : player;
}

/** Returns the sizes of the tables at which so many players sit: fours, and at most two smaller ones. @param {number} players @returns {number[]} */
export function tableSizes(players) {
  if (players < 2) return [];
  const smaller = [[], [3, 2], [2], [3]][players % 4];
  const seats = smaller.reduce((sum, size) => sum + size, 0);
  return [...Array.from({ length: (players - seats) / 4 }, () => 4), ...smaller];
}

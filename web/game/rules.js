import { Unreachable, send } from "../lib/api.js";

const KEY = "pegout.rules";
let known = remembered();

// Reading localStorage throws where the browser forbids storage.
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** The rules by preset, as the service last told them; null before it ever did. @returns {Record<string, object>|null} */
export function presets() {
  return known;
}

/** Asks the service for the presets, so that a game can begin when it is out of reach. @returns {Promise<boolean>} whether they are known */
export async function learnPresets() {
  try {
    known = await send("GET", "/api/v1/rules");
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof DOMException)) throw error;
  }
  return known !== null;
}

/**
 * The side of each seat, clockwise: the sides take turns, and the odd player of a longer one sits last.
 * @param {{players: string[]}[]} sides
 * @returns {number[]} sides by seat
 */
function seatSides(sides) {
  const longest = Math.max(...sides.map(({ players }) => players.length));
  const rows = Array.from({ length: longest }, (_, nth) =>
    sides.flatMap(({ players }, side) => (nth < players.length ? [side] : [])),
  );
  return rows.flat();
}

/** Who sits where, clockwise. @param {{players: string[]}[]} sides @returns {string[]} names by seat */
export function seatNames(sides) {
  return seatSides(sides).map((side, seat, seats) => {
    const nth = seats.slice(0, seat).filter((other) => other === side).length;
    return sides[side].players[nth];
  });
}

/** The seat that deals, when this seat dealt first: the deal passes to the left. @param {number} first @param {number} deal from 1 @param {number} seats @returns {number} */
function dealerOf(first, deal, seats) {
  return (first + deal - 1) % seats;
}

/** The seat that dealt first. @param {{dealer: number, deal: number, sides: object[]}} game @returns {number} */
export function firstDealer({ dealer, deal, sides }) {
  const seats = seatSides(sides).length;
  return (((dealer - (deal - 1)) % seats) + seats) % seats;
}

/** The side that has the next deal's crib. @param {{dealer: number, sides: object[]}} game @returns {number} */
export function nextCrib({ dealer, sides }) {
  const seats = seatSides(sides);
  return seats[(dealer + 1) % seats.length];
}

const ANY = (points) => points >= 1 && points <= 29;
const SHOWN = (points) => ANY(points) && ![19, 25, 26, 27].includes(points);

// What may be pegged for what: the one table of the rules that the page holds, so that it can refuse before it sends.
const POINTS = {
  play: (points) => points >= 1 && points <= 14,
  go: (points) => points === 1,
  heels: (points) => points === 2,
  hand: SHOWN,
  crib: SHOWN,
  muggins: ANY,
  penalty: ANY,
  other: ANY,
};

/** Whether so many points can be pegged for it. @param {string} kind @param {number} points @returns {boolean} */
export function canEarn(kind, points) {
  return POINTS[kind](points);
}

/** The kinds that a table offers. @param {{muggins: boolean}} rules @returns {string[]} */
export function pegKinds(rules) {
  return ["play", "hand", "crib", "heels", "go", "penalty", ...(rules.muggins ? ["muggins"] : [])];
}

/** Whether this kind may take a side to the game hole. @param {string} kind @param {{heels_can_win: boolean, go_can_win: boolean}} rules @returns {boolean} */
export function canWin(kind, rules) {
  return (kind !== "heels" || rules.heels_can_win) && (kind !== "go" || rules.go_can_win);
}

/**
 * The kind that the deal has come to: the play, until a hand was pegged; then the hands, one a player; then the crib.
 * @param {{pegs: {for: string}[], sides: {players: string[]}[]}} game @param {object[]} pegs those of this deal, the newest first
 * @returns {"play"|"hand"|"crib"}
 */
export function currentPhase({ sides }, pegs) {
  const hands = pegs.filter((peg) => peg.for === "hand").length;
  if (pegs.some((peg) => peg.for === "crib")) return "play";
  if (hands === 0) return "play";
  return hands < sides.flatMap(({ players }) => players).length ? "hand" : "crib";
}

/**
 * A game as the service will tell it once it has heard of it.
 * @param {{id: string, sides: {name: string, players: string[]}[], rules: object, first: number, tally?: number[]}} begun
 *   `first` is the seat that deals first
 * @returns {object} a Game, of version 0
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
 * The rematch of a game that was won.
 * @param {object} game the Game @param {string} id the rematch's @param {number} [cut] the seat that cut the lowest card
 * @returns {object} a Game, of version 0
 */
export function rematch(game, id, cut) {
  const { sides, rules, match } = game;
  return newGame({ id, sides, rules, first: cut ?? nextDealer(game), tally: match });
}

function nextDealer(game) {
  const { sides, winner, rules } = game;
  if (rules.first_deal === "alternate") return (firstDealer(game) + 1) % seatSides(sides).length;
  const lowest = Math.min(...sides.map(({ score }) => score));
  const clockwise = sides.map((_, step) => (winner + 1 + step) % sides.length);
  return clockwise.find((side) => sides[side].score === lowest);
}

const STEPS = {
  peg({ state, id, body, by, at, target }) {
    const side = state.sides[body.side];
    const known = state.pegs.some((peg) => peg.id === id);
    if (known || state.sides.some(({ score }) => score >= target)) return;
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
    const newest = state.pegs.slice(0, place).every((other) => other.side !== peg.side);
    side.score = newest ? side.previous : side.score - peg.points;
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
 * What a table shows: the service's Game, and on top of it what is still in the outbox, in order. What the service has
 * heard already, though its answer has not come, is not counted twice.
 * @param {object} game the service's Game @param {object[]} entries of the outbox, for this game, without the refused
 * @returns {object} a Game; pegs that wait are marked `waiting`
 */
export function applyPending(game, entries) {
  const steps = entries.filter(({ kind }) => Object.hasOwn(STEPS, kind));
  if (steps.length === 0) return game;
  const { target } = game.rules;
  const state = { deal: game.deal, pegs: [...game.pegs], sides: game.sides.map((side) => ({ ...side })) };
  for (const { kind, body, subject, number, at } of steps) {
    STEPS[kind]({ state, id: subject, body, number, by: body?.by ?? null, at, target });
  }
  return concluded(game, state);
}

function concluded(game, state) {
  const seats = seatSides(game.sides);
  const dealer = dealerOf(firstDealer(game), state.deal, seats.length);
  const ended = outcomeOf(
    state.sides.map(({ score }) => score),
    game.rules,
  );
  const match = game.match.map((games, side) => games - (side === game.winner ? game.value : 0));
  if (ended.winner !== null) match[ended.winner] += ended.value;
  const status = game.status === "void" ? "void" : ended.winner === null ? "playing" : "finished";
  return { ...game, ...state, dealer, crib: seats[dealer], ...ended, status, match };
}

/**
 * How a game with these scores stands, for as long as the service has not been told: who won, how badly the others
 * lost, and what that is worth.
 * @param {number[]} scores a score a side
 * @param {{target: number, skunk_below: number|null, double_skunk_below: number|null, game_values: number[]}} rules
 * @returns {{winner: number|null, skunk: "none"|"skunk"|"double_skunk", value: number|null}}
 */
function outcomeOf(scores, rules) {
  const winner = scores.findIndex((score) => score >= rules.target);
  if (winner < 0) return { winner: null, skunk: "none", value: null };
  const best = Math.max(...scores.filter((_, side) => side !== winner));
  const worth = ["none", "skunk", "double_skunk"];
  const badly = best < (rules.double_skunk_below ?? 0) ? 2 : best < (rules.skunk_below ?? 0) ? 1 : 0;
  return { winner, skunk: worth[badly], value: rules.game_values[badly] };
}

/**
 * Tells a game whose entered result stands over the pegs: they cannot be taken back under it.
 * @param {object} game a Game @returns {boolean}
 */
export function hasResult({ status, sides, pegs, latest, rules }) {
  if (status !== "finished") return false;
  if (latest?.kind === "result_entered") return true;
  // A rematch may have come after it. Pegs leave each side where its newest one brought it; a result seldom does.
  return sides.some(({ score, previous }, side) => {
    const newest = pegs.find((peg) => peg.side === side);
    return newest ? score !== Math.min(rules.target, previous + newest.points) : pegs.length === 0;
  });
}

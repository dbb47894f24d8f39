import { dealerOf, firstDealer, seatSides } from "./seating.js";

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
export function fold(game, entries) {
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

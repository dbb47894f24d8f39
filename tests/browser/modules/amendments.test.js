import { test } from "node:test";
import { expect } from "@playwright/test";
import { importScript } from "../support/browser/modules.js";

const { applyPending, standingPegs } = await importScript("/game/fold.ts");
const { newGame, pegObjection } = await importScript("/game/rules.ts");
const { uncountedBefore } = await importScript("/game/rules.ts");

const RULES = { target: 121, skunk_below: 91, double_skunk_below: 61, game_values: [1, 2, 3] };
const AT = "2026-11-27T20:00:00Z";

const sidesOf = (...counts) => counts.map((n, at) => ({ name: `Side ${at}`, players: Array(n).fill("Player") }));
const gameOf = (sides, rules = {}) => newGame({ id: "game", sides, rules: { ...RULES, ...rules }, first: 0 });

const peg = (id, side, points, kind = "other") => ({
  kind: "peg",
  subject: id,
  body: { side, points, for: kind },
  at: AT,
});
const amend = (id, body) => ({ kind: "amend", subject: id, body: { id: `${id}+`, ...body }, at: AT });
const back = (id) => ({ kind: "peg_back", subject: id, at: AT });

// A random number below a bound, the same in each run.
function numbers(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const standing = ({ sides, pegs, winner, status }) => ({
  scores: sides.map(({ score, previous }) => [score, previous]),
  pegs: pegs.map(({ id, side, points, for: kind }) => [id, side, points, kind]),
  winner,
  status,
});

test("An amended peg leaves what pegging it so in the first place would have left", () => {
  for (let seed = 1; seed <= 2000; seed += 1) {
    const next = numbers(seed);
    const sides = sidesOf(...Array(2 + next(2)).fill(1));
    const made = Array.from({ length: 1 + next(8) }, (_, at) => [`p${at}`, next(sides.length), next(13)]);
    const at = next(made.length);
    const [id, side, points] = made[at];
    const changes = { side: next(2) ? next(sides.length) : side, points: next(2) ? next(13) : points, for: "hand" };
    const amended = applyPending(gameOf(sides), [...made.map((one) => peg(...one)), amend(id, changes)]);
    const first = made.map((one) => (one[0] === id ? peg(id, changes.side, changes.points, "hand") : peg(...one)));
    expect(standing(amended), `seed ${seed}`).toEqual(standing(applyPending(gameOf(sides), first)));
  }
});

test("An amendment that the service has already, or of a peg that is gone, changes nothing", () => {
  const sides = sidesOf(1, 1);
  const once = applyPending(gameOf(sides), [peg("a", 0, 3), amend("a", { points: 8 })]);
  const twice = applyPending(once, [amend("a", { points: 8 })]);
  expect(standing(twice)).toEqual(standing(once));
  const gone = applyPending(gameOf(sides), [peg("a", 0, 3), back("a"), amend("a", { points: 8 })]);
  expect(standing(gone)).toEqual({
    scores: [
      [0, 0],
      [0, 0],
    ],
    pegs: [],
    winner: null,
    status: "playing",
  });
});

test("A winning peg that is amended to less opens the game again, and back to more wins it", () => {
  const pegs = [peg("a", 0, 100), peg("b", 1, 90), peg("c", 0, 29)];
  const won = applyPending(gameOf(sidesOf(1, 1)), pegs);
  expect([won.status, won.sides[0].score]).toEqual(["finished", 121]);
  const open = applyPending(won, [amend("c", { points: 20 })]);
  expect([open.status, open.sides[0].score, open.winner]).toEqual(["playing", 120, null]);
  expect(applyPending(open, [amend("c", { points: 21 })]).status).toBe("finished");
});

test("The history's pegs stand as they were amended last", () => {
  const pegged = (id, points) => ({ kind: "pegged", id, side: 0, points, for: "play", by: "Ann" });
  const amended = (id, of, side, points) => ({
    kind: "peg_amended",
    id,
    peg: of,
    side,
    points,
    for: "hand",
    by: "Bob",
  });
  const events = [pegged("a", 1), pegged("b", 2), amended("x", "a", 1, 8), { kind: "peg_taken_back", peg: "b" }];
  const [only, ...others] = standingPegs([...events, amended("y", "a", 1, 9), amended("z", "b", 1, 29)]);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ id: "a", side: 1, points: 9, for: "hand", by: "Ann" });
});

// A game in which every side has these points, and the first seat deals.
function at(score, sides, rules) {
  const game = gameOf(sides, rules);
  return { ...game, sides: game.sides.map((side) => ({ ...side, score })) };
}

const hand = (side) => ({ for: "hand", side });

test("The dealer's hand that would win waits while the pone's is uncounted; no other peg waits", () => {
  const game = at(115, sidesOf(1, 1));
  const before = (pegs, side, points, kind) => uncountedBefore(game, pegs, { side, points, for: kind });
  expect(before([], 0, 6, "hand")).toBe(1);
  expect(before([], 0, 5, "hand")).toBeNull();
  expect(before([], 1, 6, "hand")).toBeNull();
  expect(before([], 0, 6, "play")).toBeNull();
  expect(before([hand(1)], 0, 6, "hand")).toBeNull();
  expect(before([hand(0)], 0, 6, "crib")).toBe(1);
  expect(before([hand(1), hand(0)], 0, 6, "crib")).toBeNull();
});

test("Of partners the hands take turns, and three count from the dealer's left", () => {
  const pairs = at(115, sidesOf(2, 2));
  // The seats are 0, 1, 0, 1, and the first deals: 1, 0, 1 and the dealer's count in this order.
  const before = (pegs, side) => uncountedBefore(pairs, pegs.map(hand), { side, points: 6, for: "hand" });
  expect([before([], 1), before([], 0)]).toEqual([null, 1]);
  expect([before([1], 0), before([1], 1)]).toEqual([null, 0]);
  expect([before([1, 0], 0), before([1, 0, 1], 0)]).toEqual([1, null]);
  const three = at(115, sidesOf(1, 1, 1));
  const of = (pegs, side) => uncountedBefore(three, pegs.map(hand), { side, points: 6, for: "hand" });
  expect([of([], 1), of([], 2), of([], 0)]).toEqual([null, 1, 1]);
  expect([of([1], 2), of([1], 0), of([1, 2], 0)]).toEqual([null, 2, null]);
});

test("A phone that does not know where the deal began asks by the hands that the service has left", () => {
  const old = [hand(1), hand(0), hand(1)];
  const game = { ...at(115, sidesOf(1, 1)), allowed: [{ for: "hand", sides: [1], left: 1 }] };
  expect(uncountedBefore(game, old, { side: 0, points: 6, for: "crib" })).toBe(1);
  expect(uncountedBefore({ ...game, allowed: [] }, [], { side: 0, points: 6, for: "crib" })).toBeNull();
});

test("One hole short of the end one point in the play counts as a go", () => {
  for (const [rules, objection] of [
    [{ go_can_win: false }, "may-not-win"],
    [{ go_from_120: false, go_can_win: true }, "one-short"],
    [{ go_can_win: true }, null],
  ]) {
    const game = gameOf(sidesOf(1, 1), rules);
    const atHole = { ...game, sides: game.sides.map((side) => ({ ...side, score: 120 })) };
    expect(pegObjection(atHole, { side: 0, points: 1, kind: "play" })).toBe(objection);
    expect(pegObjection(atHole, { side: 0, points: 2, kind: "play" })).toBe(null);
  }
});

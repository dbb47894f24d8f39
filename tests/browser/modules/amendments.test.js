import { test } from "node:test";
import { expect } from "@playwright/test";
import { importScript } from "../support/browser/modules.js";

const { applyPending: fold, newGame, standingPegs } = await importScript("/game/local-game.ts");

const RULES = { target: 121, skunk_below: 91, double_skunk_below: 61, game_values: [1, 2, 3] };
// The engine says who won: here the side at the target.
const endingOf = ({ target }, scores) => {
  const winner = scores.indexOf(target);
  return winner < 0 ? null : { winner, winners: [winner], loser: null, skunk: "none", value: 1 };
};
const applyPending = (game, changes) => fold(game, changes, endingOf);
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
  expect([won.match, open.match]).toEqual([
    [1, 0],
    [0, 0],
  ]);
  expect(fold(open, [amend("c", { points: 21 })], () => null)).toMatchObject({ status: "playing", winner: null });
});

test("A finished game stays so while another phone corrects a name, with or without the engine", () => {
  const won = applyPending(gameOf(sidesOf(1, 1)), [peg("a", 0, 121)]);
  const renamed = fold(won, [{ kind: "correct", body: { sides: [{ name: "Ann" }, {}] }, at: AT }], () => null);
  expect(renamed).toMatchObject({ status: "finished", winner: 0, skunk: "none", match: [1, 0] });
  expect(renamed.sides[0].name).toBe("Ann");
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

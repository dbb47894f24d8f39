import { test } from "node:test";
import { expect } from "@playwright/test";
import { importScript } from "../support/browser/modules.js";

const { applyPending, newGame, rematch } = await importScript("/game/local-game.ts");

const SIDES = [
  { name: "Ann", players: ["Ann"] },
  { name: "Bob", players: ["Bob"] },
];
const RULES = { crash: true, target: 121, game_values: [1, 2, 2], first_deal: "loser" };

test("A game that begins without a network has its ways, and its rematch the same or others", () => {
  const game = newGame({ id: "one", sides: SIDES, rules: RULES, first: 0, directions: [1, -1, -1] });
  expect(game.crash_directions).toEqual([1, -1]);
  expect(rematch(game, "two").crash_directions).toEqual([1, -1]);
  expect(rematch(game, "two", { directions: [-1, -1] }).crash_directions).toEqual([-1, -1]);
  const plain = newGame({ id: "one", sides: SIDES, rules: { ...RULES, crash: false }, first: 0, directions: [1, -1] });
  expect(plain).not.toHaveProperty("crash_directions");
});

test("Before the service answers, a side that was thrown back stands at its start at least", () => {
  const empty = newGame({ id: "one", sides: SIDES, rules: RULES, first: 0 });
  const pegs = [
    { id: "new", side: 0, points: 4 },
    { id: "old", side: 0, points: 6 },
  ];
  const thrown = { ...empty, pegs };
  const [ann] = applyPending(thrown, [{ kind: "peg_back", subject: "old", at: "" }], () => null).sides;
  expect([ann.score, ann.previous]).toEqual([0, 0]);
});

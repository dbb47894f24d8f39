import { test } from "node:test";
import { expect } from "@playwright/test";
import "../support/browser/bare-page.js";
import { importScript } from "../support/browser/modules.js";

const { SEATINGS } = await importScript("/game/seats.ts");
const { seatedSides } = await importScript("/start/last-setup.ts");

// The players of each side, by seat clockwise from P0: the sides take turns.
const TABLES = {
  "1-1": [["P0"], ["P1"]],
  "1-1-1": [["P0"], ["P1"], ["P2"]],
  "2-2": [
    ["P0", "P2"],
    ["P1", "P3"],
  ],
  "3-3": [
    ["P0", "P2", "P4"],
    ["P1", "P3", "P5"],
  ],
  "2-2-2": [
    ["P0", "P3"],
    ["P1", "P4"],
    ["P2", "P5"],
  ],
  "2-3": [
    ["P0", "P2"],
    ["P1", "P3", "P4"],
  ],
};

test("At every table each player is on their own side", () => {
  expect(Object.keys(SEATINGS).sort()).toEqual(Object.keys(TABLES).sort());
  const names = Array.from({ length: 6 }, (_, seat) => `P${seat}`);
  for (const [seating, players] of Object.entries(TABLES)) {
    const sides = seatedSides(seating, names.slice(0, players.flat().length));
    expect(sides, seating).toEqual(players.map((own) => ({ name: own.join(" + "), players: own, named: true })));
  }
});

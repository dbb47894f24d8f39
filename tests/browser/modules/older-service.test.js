import { test } from "node:test";
import { expect } from "@playwright/test";
import "../support/browser/bare-page.js";
import { importScript } from "../support/browser/modules.js";

const { readNight, wholeRows, wholeSeason } = await importScript("/night/night-store.ts");
const { cardOf } = await importScript("/lib/standings.ts");

// Reads a night that the service has answered with.
const read = async (night) => (await readNight("n", async () => night)).night;

test("A night of a service from before singles is a night of pairs without byes", async () => {
  const entries = [{ player_id: "a", paid: true }];
  const night = await read({ id: "n", version: 1, games_per_night: 5, entries, rounds: [{ number: 1, tables: [] }] });
  expect(night).toMatchObject({
    format: "doubles_movement",
    card: "points_short",
    to_make_up: 0,
    games_per_night: 5,
    pairs: [],
  });
  expect(night.rounds).toEqual([{ number: 1, tables: [], byes: [], extra: false }]);
  expect(night.entries).toEqual([{ player_id: "a", paid: true, pots: null }]);
});

test("A row of standings of a service from before singles has the card of its lines", () => {
  const [row] = wholeRows({ rows: [{ name: "Ann", lines: [0, 12, null], total: 12, excused: [3] }] });
  expect(row).toMatchObject({ card_lines: [0, 12, null], total: 12, byes: [], helped: [], excused: [3] });
  expect(cardOf(row)).toBe("points_short");
});

test("A season of a service from before singles counts points short by the average", () => {
  expect(wholeSeason({ name: "Winter" })).toMatchObject({ card: "points_short", counts: "average", from_points: null });
});

test("Members that the service sends stay as they are", async () => {
  const byes = [{ id: "a", name: "Ann" }];
  const rounds = [{ number: 1, tables: [], byes, extra: true }];
  const entries = [{ player_id: "a", paid: true, pots: ["p"] }];
  const night = {
    version: 2,
    pairs: [],
    format: "singles_rotation",
    card: "game_points",
    to_make_up: 2,
    entries,
    rounds,
  };
  expect(await read(night)).toEqual(night);
  expect(wholeRows({ rows: [{ lines: [0], card_lines: [21], points: 2 }] })[0]).toMatchObject({
    card_lines: [21],
    points: 2,
  });
  const season = { card: "points_scored", counts: "sum", from_points: null };
  expect(wholeSeason(season)).toEqual(season);
});

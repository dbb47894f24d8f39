import { randomUUID } from "node:crypto";

const RULES = { target: 121, skunk_below: 91, double_skunk_below: 61, game_values: [1, 2, 3], muggins: false };
const SKUNKS = { 1: "skunk", 2: "double_skunk" };

/**
 * A game as a phone has it on its disk.
 * @param {object} differs scores, names, `day` as `2026-10-14`, and what else is not as usual
 * @returns {object} a SavedGame
 */
export function savedGame({ names, scores, day = "2026-10-14", hands = [], named, skunk = 0, ...more }) {
  const id = randomUUID();
  const winner = scores.indexOf(121);
  const pegs = hands.map(([side, points]) => ({ id: randomUUID(), side, points, for: "hand", at: `${day}T19:42:00Z` }));
  const game = {
    id,
    version: 5,
    rules: RULES,
    sides: names.map((name, side) => ({
      name,
      players: name.split(" + "),
      score: scores[side],
      previous: Math.max(0, scores[side] - 6),
      ...(named === false && { named }),
    })),
    deal: 5,
    dealer: 0,
    crib: 0,
    status: winner < 0 ? "playing" : "finished",
    winner: winner < 0 ? null : winner,
    skunk: SKUNKS[skunk] ?? "none",
    value: winner < 0 ? null : 1,
    match: names.map(() => 0),
    pegs,
    rematch: null,
    latest: { at: `${day}T19:42:00Z`, kind: "pegged" },
  };
  return { id, line: id, token: "A".repeat(43), game, deals: {}, opened: `${day}T19:00:00Z`, ...more };
}

/** Puts games on the phone's disk, as if it had kept them. @param {import("@playwright/test").Page} page @param {object[]} games from {@link savedGame} @param {string} [base] */
export async function keepGames(page, games, base = "") {
  await page.goto(`${base}/#/`);
  await page.locator("main a").first().waitFor();
  await page.evaluate(async (games) => {
    const { savedGames } = await window.moduleOf("/game/saved-games.ts");
    for (const game of games) await savedGames.save(game);
  }, games);
}

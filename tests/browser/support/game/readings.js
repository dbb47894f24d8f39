import { begin, happened, openTable, pegElsewhere, scores, tapNumber } from "./scorer.js";
import { expect } from "../browser/test.js";
import { stopClock } from "../browser/waits.js";

/** The key next to Undo. @param {import("@playwright/test").Page} page */
export const quick = (page) => page.locator(".quick-key");

/** The pegs of a game that its test has tapped. @param {object} game */
export const told = async (game) => (await happened(game, "pegged")).filter(({ for: kind }) => kind !== "other");

/** These pegs with their kinds. @param {object} game */
export const kinds = async (game) => (await told(game)).map(({ side, points, for: kind }) => [side, points, kind]);

/** Opens a table with a stopped clock: Reds deal, and Blues count their hand first. @param {import("@playwright/test").Page} page @param {string} baseURL @param {number[]} [before] the scores */
export async function open(page, baseURL, before = [0, 0]) {
  await page.clock.install();
  const game = await begin(baseURL, { sides: [{ name: "Blues" }, { name: "Reds" }], first_dealer: 1 });
  for (const [side, points] of before.entries()) {
    for (let left = points; left > 0; left -= 29)
      await pegElsewhere(game, side, Math.min(left, 29), { deal: 1, for: "other" });
  }
  await openTable(page, game);
  await expect(scores(page)).toHaveText(before.map(String));
  await stopClock(page);
  return game;
}

/** Taps a number as a peg of its own. @param {import("@playwright/test").Page} page @param {number} side from 0 @param {number} points */
export async function tap(page, side, points) {
  await tapNumber(page, side, points);
  await page.clock.runFor(2100);
}

import { expect } from "../browser/test.js";
import { begin, link, scores } from "./scorer.js";

/** The sides of a game of partners. */
export const PAIRS = [
  { name: "Solange + Noëlla", players: ["Solange", "Noëlla"] },
  { name: "Björn + Gaëtan", players: ["Björn", "Gaëtan"] },
];

/** The requests of a page about results: the entered ones and the judgements of them, oldest first. @typedef {{results: object[], verdicts: object[]}} Sent */

/** Notes the page's requests about results. @param {import("@playwright/test").Page} page @returns {Sent} */
export function watchResults(page) {
  const sent = { results: [], verdicts: [] };
  page.on("request", (request) => {
    if (request.method() !== "PUT") return;
    if (request.url().endsWith("/result")) sent.results.push(request.postDataJSON());
    if (request.url().endsWith("/result/confirmation")) sent.verdicts.push(request.postDataJSON());
  });
  return sent;
}

/** Keeps a game with this phone, as its side says. @param {import("@playwright/test").Page} page @param {string} base @param {object[]} sides @param {object} saved members of the SavedGame @returns {Promise<object>} the game */
export async function keepTable(page, base, sides, saved) {
  const game = await begin(base, { sides });
  await page.goto(link(game).replace("&side=0", ""));
  await expect(scores(page)).toHaveText(sides.map(() => "0"));
  await page.evaluate(
    async ([id, saved]) => {
      const { savedGames } = await window.moduleOf("/game/saved-games.ts");
      await savedGames.save({ id, ...saved });
    },
    [game.id, saved],
  );
  return game;
}

/** The way to the result, next to the line of a table until something is pegged. @param {import("@playwright/test").Page} page */
export function resultKey(page) {
  return page.locator(".result-key");
}

/** Types a number on the keys. @param {import("@playwright/test").Page} page @param {number} number */
export async function typeNumber(page, number) {
  for (const digit of String(number)) await page.getByRole("button", { name: digit, exact: true }).click();
}

/** The key of a side that won, or whose number is typed. @param {import("@playwright/test").Page} page @param {number} side */
export function winnerKey(page, side) {
  return page.locator(".winner-key").nth(side);
}

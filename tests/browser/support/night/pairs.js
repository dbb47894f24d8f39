import { randomUUID } from "node:crypto";

/** The request for a night of fixed pairs. */
export const PAIRS = { format: "fixed_pairs", games_per_night: 3 };

/** The name of a pair, as the pages write it. @param {{name: string}[]} players @returns {string} */
export const pairName = (players) => players.map(({ name }) => name).join(" + ");

/** Pairs the players in their order: the first with the second, and so on. @param {(method: string, path: string, body?: object) => Promise<any>} ask @param {string} night its id @param {{id: string, name: string}[]} players @returns {Promise<{id: string, name: string}[]>} the pairs, each with its name */
export async function pairUp(ask, night, players) {
  const pairs = [];
  for (let at = 0; at + 1 < players.length; at += 2) {
    const both = players.slice(at, at + 2);
    const id = randomUUID();
    await ask("PUT", `/nights/${night}/pairs/${id}`, { players: both.map((player) => ({ player_id: player.id })) });
    pairs.push({ id, name: pairName(both) });
  }
  return pairs;
}

/** The part of the check-in that shows the pairs. @param {import("@playwright/test").Page} page */
export const pairsPart = (page) => page.locator(".pairs");

/** The pairs in the list of the check-in. @param {import("@playwright/test").Page} page */
export const listed = (page) => page.locator(".pair-list .pair-name");

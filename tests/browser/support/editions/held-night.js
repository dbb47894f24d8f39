import { expect } from "@playwright/test";
import { today } from "../night/hall.js";
import { Club } from "../night/night.js";

/** The representative who is signed in on a recorded phone. */
export const BEA = { name: "Béa", password: "fifteen-six" };

/**
 * Holds the night around a recorded phone: Ann Archer, on the first side, plays Bob Baker.
 * @param {string} base the service's address
 * @returns {Promise<{club: Club, night: string, game: string, player: string, other: string}>} the ids of the night, the game, Ann and Bob
 */
export async function hold(base) {
  const club = new Club(base);
  const [ann, bob] = await club.members(2);
  const { id: night } = await club.night({ date: today() });
  for (const { id } of [ann, bob]) await club.enter(night, id);
  let [table] = (await club.draw(night)).rounds[0].tables;
  // The recorded phone is on the first side.
  if (table.sides[0].players[0].name !== ann.name) {
    const swapped = await club.ask("POST", `/nights/${night}/rounds/1/swaps`, { players: [ann.id, bob.id] });
    [table] = swapped.rounds[0].tables;
  }
  await club.ask("POST", "/representatives", BEA);
  return { club, night, game: table.game_id, player: ann.id, other: bob.id };
}

/** Sends a request as a phone would, which succeeds. @param {string} base the service's address @param {{method: string, path: string, token?: string, body?: object}} request */
export async function sendFor(base, { method, path, token, body }) {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  const response = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
}

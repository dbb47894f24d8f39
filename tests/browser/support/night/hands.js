import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { isFirst } from "../browser/waits.js";
import { openRound } from "./tonight.js";

/** The pot for a hand of 28 or 29. */
export const POT = {
  name: "28 and 29",
  stake: 100,
  pays: [
    { hand: "29", percent: 100 },
    { hand: "28", percent: 50 },
  ],
};
/** The pot for the highest hand. */
export const HIGH = { name: "High hand", stake: 100, pays: [{ hand: "high", percent: 100 }] };

// The cards of a hand by its points, the starter last.
const HANDS = { 24: "4H,4D,5S,6C,5C", 28: "5H,5D,5S,KC,5C", 29: "5H,5D,5S,JC,5C" };

/** A hand as a request has it. @param {number} points */
export function handOf(points) {
  const cards = HANDS[points].split(",");
  return { cards: cards.slice(0, 4), starter: cards[4] };
}

/** Taps the five cards of a hand, and waits for their count. @param {import("@playwright/test").Page} page @param {number} points */
export async function typeHand(page, points) {
  for (const card of HANDS[points].split(",")) {
    const key = page.locator(`card-grid [data-card="${card}"]`).filter({ visible: true });
    const rank = page.locator(`.rank-key[value="${card[0]}"]`).filter({ visible: true });
    // On a small screen a card takes two taps: the first is its rank.
    if (await isFirst(rank, key)) await rank.click();
    await key.click();
  }
  await expect(page.locator(".digits")).toHaveText(String(points));
}

/** Makes pots in which all players of a night have a stake. @param {import("./night.js").Club} club @param {string} night @param {{id: string}[]} players @param {object[]} [pots] */
export async function stake(club, night, players, pots = [POT]) {
  const ids = pots.map(() => randomUUID());
  for (const [at, pot] of pots.entries()) await club.ask("PUT", `/pots/${ids[at]}`, pot);
  for (const { id } of players) await club.enter(night, id, { paid: true, pots: ids });
}

/** A night with a drawn round of tables of four, and pots. @param {import("./night.js").Club} club @param {object} [options] `pots` is empty for a league without pots */
export async function potNight(club, { count = 4, pots = [POT] } = {}) {
  const { id, players } = await club.gathered(count);
  await stake(club, id, players, pots);
  await club.draw(id);
  const { tables } = await openRound(club, id);
  return { id, players, table: tables[0], sides: tables[0].sides.map((side) => side.players) };
}

/** Joins for a player by the page, and stays on the card. @param {import("@playwright/test").Page} page @param {import("./night.js").Club} club @param {string} night @param {string} name */
export async function joinAs(page, club, night, name) {
  const { join_code: code } = await club.look(night);
  await page.goto(`${club.base}/#/join-night?code=${code}`);
  await page.getByRole("button", { name, exact: true }).click();
  await page.waitForURL(/#\/card/);
}

/** Pegs a hand by HTTP, with or without its cards. @param {import("./night.js").Club} club @param {string} game @param {object} peg */
export async function pegHand(club, game, peg) {
  const id = randomUUID();
  await club.ask("PUT", `/games/${game}/pegs/${id}`, { for: "hand", ...peg });
  return id;
}

/** Claims a hand as the coordinator, so that it counts at once. @param {import("./night.js").Club} club @param {string} night @param {object} claim `player_id` and `game_id` @param {number} points */
export async function enterHand(club, night, claim, points) {
  await club.ask("PUT", `/nights/${night}/hands/${randomUUID()}`, { ...claim, ...handOf(points) });
}

/** The hands of a night that matter. @param {import("./night.js").Club} club @param {string} night @returns {Promise<object[]>} */
export async function handsOf(club, night) {
  return (await club.ask("GET", `/nights/${night}/pots`)).hands;
}

/** Counts the taps on a page from now on. @param {import("@playwright/test").Page} page @returns {() => Promise<number>} the count so far */
export async function countTaps(page) {
  await page.evaluate(() => {
    window.taps = 0;
    document.addEventListener("click", ({ detail }) => (window.taps += detail > 0 ? 1 : 0), true);
  });
  return () => page.evaluate(() => window.taps);
}

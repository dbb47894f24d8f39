import { expect } from "@playwright/test";
import { tableOf } from "./hall.js";
import { card, enterResult } from "./night.js";

const TARGET = 121;

// How many points the losers of a round have, by table, where none of the three best plays.
const LOST = [
  [98, 103, 94, 119, 112, 107],
  [117, 95, 108, 92, 101, 113],
  [120, 99, 106, 110, 115, 96],
  [104, 118, 93, 97, 111, 105],
];
// How many the losers have for the line that the winners are to get.
const SKUNKED = { "-1": 90, "-2": 60 };

/**
 * How a table ends: one of the best three wins by as much as their line says, elsewhere the first side wins.
 * @param {number} round from 1 @param {object} table of a Night @param {Record<string, number[]>} best lines by name
 * @returns {number[]} scores, one a side
 */
export function ending(round, { number, sides }, best) {
  const [side, name] = sides
    .flatMap(({ players }, at) => players.map((player) => [at, player.name]))
    .find(([, name]) => best[name]) ?? [0];
  const lost = name ? SKUNKED[best[name][round - 1]] : LOST[round - 1][number - 1];
  return sides.map((_, at) => (at === side ? TARGET : lost));
}

/** The lines of a game's sides: 0 for a win, less for a skunk, else what is missing. @param {number[]} scores @returns {number[]} */
function lines(scores) {
  const lost = Math.max(...scores.filter((score) => score < TARGET));
  const won = lost < 61 ? -2 : lost < 91 ? -1 : 0;
  return scores.map((score) => (score === TARGET ? won : TARGET - score));
}

/** Everybody's card. @param {string[]} names @param {{sides: object[], scores: number[]}[][]} rounds the tables of each @returns {Record<string, (number|null)[]>} lines by name, null for a game that was missed */
export function cards(names, rounds) {
  const lineOf = (name, tables) => {
    const table = tableOf(tables, name);
    const side = table?.sides.findIndex(({ players }) => players.some((player) => player.name === name));
    return table ? lines(table.scores)[side] : null;
  };
  return Object.fromEntries(names.map((name) => [name, rounds.map((tables) => lineOf(name, tables))]));
}

/** What a card comes to. @param {(number|null)[]} card @returns {number} */
export function total(card) {
  return card.reduce((sum, line) => sum + line, 0);
}

/** Who has which place: one more than there are better full cards. @param {Record<string, (number|null)[]>} told from {@link cards} @returns {Record<string, number>} by name, without those who missed a game */
export function places(told) {
  const full = Object.entries(told).filter(([, card]) => !card.includes(null));
  const better = (card) => full.filter(([, other]) => total(other) < total(card)).length;
  return Object.fromEntries(full.map(([name, card]) => [name, 1 + better(card)]));
}

/** Where somebody sits, as their phone shows it. @param {object[]} tables of a round @param {string} name */
export function seatWords(tables, name) {
  const { number, sides } = tableOf(tables, name);
  const names = ({ players }) => players.map((player) => player.name);
  const own = sides.find((side) => names(side).includes(name));
  const others = sides.filter((side) => side !== own).flatMap(names);
  const partner = names(own).filter((other) => other !== name);
  return {
    table: `table ${number}`,
    with: partner.map((other) => ` with ${other}`).join(""),
    against: ` against ${others.join(" and ")}`,
  };
}

/** Lets those who are to be kept apart change places with others until no two of them sit at one table. @param {import("@playwright/test").Page} page the coordinator's tables @param {object[]} tables as they are drawn @param {string[]} apart names */
export async function keepApart(page, tables, apart) {
  const numbers = apart.map((name) => tableOf(tables, name).number);
  const free = tables.filter(({ number }) => !numbers.includes(number));
  const crowded = apart.filter((_, at) => numbers.indexOf(numbers[at]) < at);
  if (crowded.length === 0) return;
  await page.getByRole("button", { name: "Swap two seats" }).click();
  for (const [at, name] of crowded.entries()) {
    const other = free[at].sides[0].players[0].name;
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("button", { name: other, exact: true }).click();
    await expect(page.locator(".foot")).toContainText(`${name} and ${other} have changed places.`);
  }
  await page.getByRole("button", { name: "Done swapping" }).click();
}

/** Enters how a table ended. @param {import("@playwright/test").Page} page the coordinator's tables @param {object} table @param {number[]} scores */
export async function enter(page, table, scores) {
  const winner = scores.indexOf(TARGET);
  const lost = Object.fromEntries(scores.map((score, side) => [side, score]).filter(([side]) => side !== winner));
  await enterResult(page, table, winner, lost);
  await page.getByRole("button", { name: "Save the result" }).click();
  await expect(card(page, table.number)).toContainText("finished");
}

import { expect as patient } from "@playwright/test";
import { tableOf } from "./hall.js";
import { card, enterResult, swapSeats } from "./night.js";
import { sheet } from "../game/scorer.js";

const TARGET = 121;

// The points of the losers of a round, by table, where none of the best plays.
const LOST = [
  [98, 103, 94, 119, 112, 107],
  [117, 95, 108, 92, 101, 113],
  [120, 99, 106, 110, 115, 96],
  [104, 118, 93, 97, 111, 105],
];
// The losers' points for each line of the best; negative lines are wins by a skunk.
const SKUNKED = { "-1": 90, "-2": 60 };

/** Waits longer: many browsers at once are slow on a busy machine. */
export const expect = patient.configure({ timeout: 20_000 });

/** A button by its whole name. @param {import("@playwright/test").Page} page @param {string} name */
export function button(page, name) {
  return page.getByRole("button", { name, exact: true });
}

/** The names of a side. @param {{players: {name: string}[]}} side @returns {string[]} */
export function namesOf({ players }) {
  return players.map(({ name }) => name);
}

/**
 * The words for a player's seat on their phone.
 * @param {object[]} tables of a round @param {string} name
 * @returns {{card: string, sheet: string}} on the card, and at the end of the game before
 */
export function seatWords(tables, name) {
  const { number, sides } = tableOf(tables, name);
  const own = namesOf(sides.find((side) => namesOf(side).includes(name)));
  const others = sides.map(namesOf).filter((side) => !side.includes(name));
  const partner = own
    .filter((other) => other !== name)
    .map((other) => ` with ${other}`)
    .join("");
  const against = `against ${others.flat().join(" and ")}`;
  return {
    card: `Table ${number}${partner} ${against}`,
    sheet: `You are at table ${number}${partner}, ${against}.`,
  };
}

// The line of a list by family name.
function seatLine(name, number) {
  const [given, ...family] = name.split(" ");
  return `${family.join(" ")} ${given}${number}`;
}

/** A night as the coordinator runs it by the page, with the hall's board in another page. */
export class Evening {
  /** The rounds that are over: their tables, with the scores that were entered. @type {object[][]} */
  played = [];

  /** The lines that the best are to have, by name: no two of them sit at one table. @type {Record<string, number[]>} */
  best = {};

  /** @param {import("./night.js").Club} club @param {string} id the night's @param {import("@playwright/test").Page} page the coordinator's @param {import("@playwright/test").Page} tv the television */
  constructor(club, id, page, tv) {
    Object.assign(this, { club, id, page, tv });
  }

  /** The heading of the hall's board. */
  get board() {
    return this.tv.getByRole("heading", { level: 1 });
  }

  /** Goes to another view of the night. @param {string} view its name */
  async go(view) {
    const link = this.page.getByRole("link", { name: view, exact: true });
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
  }

  /** Draws the next round. @param {string} key what is tapped @param {...string} words what the sheet says before it @returns {Promise<object[]>} its tables */
  async draw(key, ...words) {
    const round = this.played.length + 1;
    await this.go("Tables");
    await button(this.page, key).click();
    for (const each of words) await expect(sheet(this.page)).toContainText(each);
    await button(this.page, `Draw round ${round} now`).click();
    await expect(this.page.getByRole("heading", { name: `Round ${round}` })).toBeVisible();
    await this.#keepApart(await this.#tables());
    const tables = await this.#tables();
    await expect(this.board).toHaveText(`Round ${round}: where you sit`);
    const seats = tables.flatMap(({ number, sides }) => sides.flatMap(namesOf).map((name) => seatLine(name, number)));
    await expect(this.tv.locator(".tv-list li")).toHaveText(seats.sort((one, other) => one.localeCompare(other, "en")));
    return tables;
  }

  /** Enters how the tables of the newest round ended. @param {object[]} tables @param {number} [pegged] the number of a table whose phones entered it */
  async play(tables, pegged) {
    const round = this.played.length + 1;
    this.played.push(tables.map((table) => ({ ...table, scores: this.#ending(table, round) })));
    for (const table of this.played.at(-1)) if (table.number !== pegged) await this.#enter(table);
    await expect(this.page.getByText(`Every table has finished round ${round}.`)).toBeVisible();
    await expect(this.board).toHaveText(`Round ${round} of 4 is over`);
  }

  async #tables() {
    return (await this.club.look(this.id)).rounds.at(-1).tables;
  }

  // One of the best wins by as much as their line says; elsewhere the first side wins.
  #ending({ number, sides }, round) {
    const best = sides.flatMap(namesOf).find((name) => this.best[name]);
    const winner = best ? sides.findIndex((side) => namesOf(side).includes(best)) : 0;
    const lost = best ? SKUNKED[this.best[best][round - 1]] : LOST[round - 1][number - 1];
    return sides.map((_, side) => (side === winner ? TARGET : lost));
  }

  async #enter({ scores, ...table }) {
    const winner = scores.indexOf(TARGET);
    const lost = Object.entries(scores).filter(([side]) => side !== String(winner));
    await enterResult(this.page, table, winner, Object.fromEntries(lost));
    await expect(card(this.page, table.number)).toContainText("finished");
  }

  // If two of the best sit at one table, the second changes places with a player at a table without any of the best.
  async #keepApart(tables) {
    const best = Object.keys(this.best);
    const at = best.map((name) => tableOf(tables, name).number);
    const free = tables.filter(({ number }) => !at.includes(number));
    const crowded = best.filter((_, each) => at.indexOf(at[each]) < each);
    if (crowded.length === 0) return;
    for (const [each, name] of crowded.entries()) {
      const [[other]] = free[each].sides.map(namesOf);
      await swapSeats(this.page, tableOf(tables, name).number, name, other);
      await expect(this.page.locator(".foot")).toContainText(/^The seats of tables/);
    }
  }
}

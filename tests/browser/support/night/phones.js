import { button, expect } from "./evening.js";
import { tableOf } from "./hall.js";
import { isFirst } from "../browser/waits.js";
import { resultKey, typeNumber, winnerKey } from "../game/results.js";
import { leave, peg, undo } from "../game/scorer.js";

const TARGET = 121;
const PHONE = { viewport: { width: 390, height: 664 } };

/** A phone in the hall, which joins a night by the page and notes its pegs. */
export class Phone {
  /** The pegs, in order: side and points, by the id of the game. @type {Record<string, number[][]>} */
  pegged = {};

  /** The player whose phone it is; empty for a table's. */
  name = "";

  /** @param {import("@playwright/test").Page} page */
  constructor(page) {
    this.page = page;
  }

  /** Another one, in a browser of its own. @param {(options: object) => Promise<import("@playwright/test").Page>} elsewhere @returns {Promise<Phone>} */
  static async open(elsewhere) {
    return new Phone(await elsewhere(PHONE));
  }

  /** Its seat, as its card says. */
  get seat() {
    return this.page.locator(".my-seat");
  }

  /** Types the code, and taps a name. @param {string} base the service's address @param {string} code @param {string} name */
  async joinAs(base, code, name) {
    await this.page.goto(`${base}/#/join-night`);
    await this.page.getByLabel("The code on the wall").fill(code);
    await button(this.page, "Go on").click();
    await button(this.page, name).click();
  }

  /** Follows the link, and stays at a table. @param {string} link @param {number} table */
  async stayAt(link, table) {
    await this.page.goto(link);
    await this.page.getByText("This phone stays at one table").click();
    await this.page.getByLabel("Number of the table").fill(String(table));
    await button(this.page, "Stay there").click();
  }

  /** Keeps the score of its table's game from its card. */
  async keepScore() {
    await this.page.getByRole("button", { name: /^(Keep score|Go on keeping score)$/ }).click();
    await this.page.locator(".keys .number").first().waitFor();
  }

  /** Pegs at a table. @param {{game_id: string}} table @param {number[][]} pegs side and points of each */
  async peg({ game_id: game }, ...pegs) {
    for (const [side, points] of pegs) {
      await peg(this.page, side, points);
      (this.pegged[game] ??= []).push([side, points]);
    }
  }

  /** Enters the result of the game that it keeps: by the key next to the line, or by the menu if something is pegged. @param {number[]} scores of two sides */
  async enter(scores) {
    const shown = (/** @type {import("@playwright/test").Locator} */ key) => key.and(this.page.locator(":not(.none)"));
    const key = resultKey(this.page);
    if (await isFirst(shown(key), shown(undo(this.page)))) await key.click();
    else await leave(this.page, "Enter a result");
    await this.type(scores);
  }

  /** Types by how many points the losers are short, then taps who won. @param {number[]} scores of two sides */
  async type(scores) {
    await typeNumber(this.page, TARGET - Math.min(...scores));
    await winnerKey(this.page, scores.indexOf(TARGET)).click();
  }

  /** Goes to its card from the end of a game. The next draw has led a phone there that entered a result. */
  async toCard() {
    const back = this.page.getByRole("main").getByRole("link", { name: "Back to the table" });
    const card = button(this.page, "My card");
    // A player who sits out has no seat.
    const seat = this.seat.or(this.page.locator(".seat-line")).filter({ visible: true });
    if (await isFirst(seat, back.or(card))) return;
    if (await isFirst(back, card)) await back.click();
    await card.click();
    await expect(seat.first()).toBeVisible();
  }
}

/** The side of a table on which somebody plays. @param {{sides: object[]}} table @param {string} name @returns {number} */
export function sideOf(table, name) {
  return table.sides.findIndex((side) => tableOf([{ sides: [side] }], name));
}

import { button, expect } from "./evening.js";
import { card, enterResult } from "./night.js";
import { isPreview } from "./tonight.js";

const TARGET = 121;

/** The coordinator's page, as a night is run on it. */
export class Desk {
  /** @param {import("@playwright/test").Page} page one that shows a view of the night */
  constructor(page) {
    this.page = page;
  }

  /** The scores that a table's card shows. @param {number} number the table's */
  scores(number) {
    return card(this.page, number).locator(".table-score");
  }

  /** Goes to another view of the night. @param {string} view its name */
  async go(view) {
    const link = this.page.getByRole("link", { name: view, exact: true });
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
  }

  /** Draws a round. @param {number} number */
  async draw(number) {
    await this.go("Tables");
    await this.page.getByRole("button", { name: new RegExp(`^Draw (round ${number}|the first round: .*)$`) }).click();
    await button(this.page, `Draw round ${number} now`).click();
    await expect(this.page.getByRole("heading", { name: `Round ${number},` })).toBeVisible();
  }

  /** Enters how a table's game ended, and notes it there. @param {{number: number, sides: object[], scores?: number[]}} table @param {number[]} scores */
  async enter(table, scores) {
    table.scores = scores;
    const winner = scores.indexOf(TARGET);
    const lost = Object.entries(scores).filter(([side]) => side !== String(winner));
    await enterResult(this.page, table, winner, Object.fromEntries(lost));
  }

  /** Notes how each change that the page sends from now on is answered. @returns {string[]} method, path and status of each, in order */
  listen() {
    const answers = [];
    this.page.on("response", (response) => {
      const request = response.request();
      if (request.method() === "GET" || isPreview(request)) return;
      answers.push(`${request.method()} ${new URL(request.url()).pathname} ${response.status()}`);
    });
    return answers;
  }
}

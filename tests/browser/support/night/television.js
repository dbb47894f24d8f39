import { expect } from "../browser/test.js";

/** The page of the board. */
export const TV = "/tv.html";

/** The milliseconds that a page of the board is shown. */
export const TURN = 10_000;

/** The heading of the board. @param {import("@playwright/test").Page} page */
export const heading = (page) => page.getByRole("heading", { level: 1 });
/** @param {import("@playwright/test").Page} page */
export const state = (page) => page.locator("#state");
/** @param {import("@playwright/test").Page} page */
export const board = (page) => page.locator("#board");
/** @param {import("@playwright/test").Page} page */
export const note = (page) => page.locator("#note");

/** A table of the race. @param {import("@playwright/test").Page} page @param {number} number */
export const row = (page, number) => page.locator(".tv-row").nth(number - 1);

/** Lets the pages take turns until something is shown. @param {import("@playwright/test").Page} page with a clock of its own @param {() => Promise<void>} shown an expectation that fails soon, but not before an answer may come */
export async function turnUntil(page, shown) {
  await expect(async () => {
    await shown().catch(async (error) => {
      await page.clock.runFor(TURN);
      throw error;
    });
  }).toPass();
}

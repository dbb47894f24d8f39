import { tapNumber } from "../game/scorer.js";

/** Pegs a number on the page of an edition. @param {import("@playwright/test").Page} page @param {string} edition @param {number} side from 0 @param {number} number one that has a key */
export async function tapIn(page, edition, side, number) {
  if (edition !== "0.1.0") return tapNumber(page, side, number);
  await page.locator(".chip").getByText(String(number), { exact: true }).click();
  await page.locator(`.side-key.of-${side}`).click();
}

/** Enters a result from the card of a phone with the page of 0.2.0. The page of 0.1.0 cannot. @param {import("@playwright/test").Page} page @param {number} winner the side @param {number} short the points that the losers lack */
export async function enterIn(page, winner, short) {
  await page.getByRole("button", { name: "Enter the result", exact: true }).click();
  for (const digit of String(short)) await page.getByRole("button", { name: digit, exact: true }).click();
  await page.locator(`.winner-key.of-${winner}`).click();
}

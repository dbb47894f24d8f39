import { tapNumber } from "../game/scorer.js";

/** Pegs a number on the page of an edition. @param {import("@playwright/test").Page} page @param {string} edition @param {number} side from 0 @param {number} number one that has a key */
export async function tapIn(page, edition, side, number) {
  if (edition !== "0.1.0") return tapNumber(page, side, number);
  await page.locator(".chip").getByText(String(number), { exact: true }).click();
  await page.locator(`.side-key.of-${side}`).click();
}

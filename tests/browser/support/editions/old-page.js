// The page of 0.1.0 as people use it. The old page never changes, so it has its own helpers here: the helpers of other
// tests follow the newest page.
import { expect } from "@playwright/test";
import { editions, FIRST, keepsWhole } from "./front.js";

const CHIPS = [12, 8, 6, 5, 4, 3, 2, 1];
// Its worker does not look for another version before.
const FRESH = 10 * 60_000;

/** The line that says how fresh a table is. @param {import("@playwright/test").Page} page */
export const oldState = (page) => page.locator(".state p");

/** The words of that line when the service has heard everything. */
export const OLD_LIVE = "Every phone at the table sees this.";

/** Opens the page, and once more when its worker has kept all of it. @param {import("@playwright/test").Page} page @param {string} base @param {string} [edition] the first or another */
export async function openOld(page, base, edition = FIRST) {
  await page.goto(base);
  await keepsWhole(page, edition);
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
  expect(await editions(page)).toEqual([edition]);
}

/** Begins a game by the form, for two. @param {import("@playwright/test").Page} page @returns {Promise<string>} its id */
export async function beginOld(page) {
  await page.evaluate(() => (location.hash = "#/start"));
  await expect(page.getByLabel("Rules")).not.toBeEmpty();
  await page.getByRole("button", { name: "Start" }).click();
  return shownOld(page);
}

/** The game that is shown. @param {import("@playwright/test").Page} page @returns {Promise<string>} its id */
export async function shownOld(page) {
  await expect(page).toHaveURL(/#\/table\?id=[0-9a-f-]{36}$/);
  await expect(page.locator(".score").first()).toBeVisible();
  return page.url().split("id=")[1];
}

/** Taps the given pegs in order. @param {import("@playwright/test").Page} page @param {...[side: number, points: number]} pegs */
export async function pegOld(page, ...pegs) {
  for (const [side, points] of pegs) {
    for (let left = points; left > 0;) {
      const chip = CHIPS.find((value) => value <= left);
      await page.getByRole("button", { name: `Add ${chip}`, exact: true }).click();
      left -= chip;
    }
    await page.locator(".side-key").nth(side).click();
  }
}

/** Taps a key by how its name begins. @param {import("@playwright/test").Page} page @param {string} name */
export async function tapOld(page, name) {
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
}

/** Signs in for a view of the coordinator. @param {import("@playwright/test").Page} page @param {string} view */
export async function signInOld(page, view) {
  await page.evaluate((hash) => (location.hash = hash), `#/${view}`);
  await page.locator("#password").fill("wednesday");
  await page.locator("#password").press("Enter");
}

/** Lets enough time go by for the page's worker to look for a newer page. @param {import("@playwright/test").Page} page */
export async function letTimePass(page) {
  await page.evaluate(async (fresh) => {
    const [name] = await caches.keys();
    const [from, to] = [await caches.open(name), await caches.open(`pegout-${Date.now() - 2 * fresh}`)];
    // The sort puts "/" first, the worker's sign of a whole cache, and then the note of the page that began with it.
    const paths = (await from.keys()).map(({ url }) => new URL(url).pathname);
    for (const path of paths.sort()) await to.put(path, await from.match(path));
    await caches.delete(name);
  }, FRESH);
}

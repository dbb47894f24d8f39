import { Club, openAsCoordinator } from "./night.js";
import { expect, test as base } from "../browser/test.js";

export { expect };

/** Tests with a service of their own and its club. */
export const test = base.extend({
  club: async ({ ownService }, use) => use(new Club(ownService.url)),
});

/** The complaints that the browser may have when the network is cut and the service refuses. */
export const TOLERATED = /ERR_(INTERNET_DISCONNECTED|FAILED)|status of 4(04|09|22)/;

/** A player's key at the check-in. @param {import("@playwright/test").Page} page @param {string} name */
export const player = (page, name) => page.locator(".presence", { hasText: name });

/** The number of players who are here. @param {import("@playwright/test").Page} page */
export const count = (page) => page.locator(".count");

/** The words at the foot of the page. @param {import("@playwright/test").Page} page */
export const foot = (page) => page.locator(".foot .notice p");

/** The key that says just this. @param {import("@playwright/test").Page} page @param {string} name */
export const named = (page, name) => page.getByRole("button", { name, exact: true });

/** A night's newest round. @param {Club} club @param {string} night its id @returns {Promise<object>} */
export async function openRound(club, night) {
  return (await club.look(night)).rounds.at(-1);
}

/** Returns true for a request that asks what it would change. @param {import("@playwright/test").Request} request */
export const isPreview = (request) => request.method() !== "GET" && request.postDataJSON()?.dry_run === true;

/** Carries the next request out, and loses its answer. @param {import("@playwright/test").Page} page @param {string} path */
export async function loseAnswers(page, path) {
  await page.route(path, async (route) => {
    if (isPreview(route.request())) return route.fallback();
    await route.fetch();
    await route.abort();
    await page.unroute(path);
  });
}

/** Draws a night of two tables, and opens one of its views. @param {import("@playwright/test").Page} page @param {Club} club @param {string} view @returns {Promise<{id: string, tables: object[]}>} */
export async function twoTables(page, club, view) {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await openAsCoordinator(page, club, `${view}?id=${id}`);
  const { tables } = await openRound(club, id);
  return { id, tables };
}

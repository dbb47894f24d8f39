import { expect } from "@playwright/test";

/** Goes to a view of the coordinator and signs in there. @param {import("@playwright/test").Page} page @param {string} base the service's address @param {string} view such as `players` @param {{name?: string, password?: string}} [who] */
export async function goSignedIn(page, base, view, { name = "", password = "wednesday" } = {}) {
  await page.goto(`${base}/#/${view}`);
  await page.locator("#who").fill(name);
  await page.locator("#password").fill(password);
  await page.locator("#password").press("Enter");
  await expect(page.locator("#password")).toBeHidden();
  await expect(page.getByText(/^(Fetching…|Un instant…)$/)).toHaveCount(0);
}

/** Goes to another view, and waits until the previous view is gone. @param {import("@playwright/test").Page} page @param {string} view */
export async function go(page, view) {
  await page.evaluate(
    (hash) =>
      new Promise((resolve) => {
        if (location.hash === hash) return resolve(null);
        addEventListener("hashchange", () => resolve(null), { once: true });
        location.hash = hash;
      }),
    `#/${view}`,
  );
  await expect(page.getByText(/^(Fetching…|Un instant…)$/)).toHaveCount(0);
}

/** Opens the details of a summary. @param {import("@playwright/test").Page} page @param {string|RegExp} words on it */
export async function unfold(page, words) {
  await page.locator("summary", { hasText: words }).click();
}

/** A player's row. @param {import("@playwright/test").Page} page @param {string} name */
export function row(page, name) {
  return page.locator(".roll li", { hasText: name });
}

/** Lets the service have the next request like this, and loses its answer. @param {import("@playwright/test").Page} page @param {string} path @param {string} method */
export async function loseAnswer(page, path, method) {
  let lost = false;
  await page.route(`**${path}`, async (route) => {
    if (lost || route.request().method() !== method) return route.fallback();
    lost = true;
    await route.fetch();
    return route.abort();
  });
}

/** The day `days` days from today, as an input takes it. @param {number} days @returns {string} */
export function dayFromNow(days) {
  const day = new Date();
  day.setDate(day.getDate() + days);
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

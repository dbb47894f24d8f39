// How a test waits without a fixed time: for what the page has been told, for its own clock, or for one of two things.
import { expect } from "@playwright/test";

/**
 * Waits until the page's own clock has gone on by so many milliseconds: a key that has changed measures by it how long it
 * does not listen, so this comes before a tap, never before an expectation. A clock that was stopped is moved by `page.clock.runFor` instead.
 * @param {import("@playwright/test").Page} page @param {number} milliseconds
 */
export async function outlast(page, milliseconds) {
  await page.evaluate((pause) => new Promise((resolve) => setTimeout(resolve, pause)), milliseconds);
}

/** Stops the page's clock, which `page.clock.install` has put in: time passes only by `page.clock.runFor` then. @param {import("@playwright/test").Page} page */
export async function stopClock(page) {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 20_000);
}

/**
 * Waits until the page has done what the answers that it has got make it do: an answer that it asks for now comes after them,
 * and is followed by what is drawn next.
 * @param {import("@playwright/test").Page} page
 */
export async function caughtUp(page) {
  await page.evaluate(async () => {
    await (await fetch("/readyz", { cache: "no-store" })).text();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/**
 * Waits until one of two things is visible, and tells whether it is the first.
 * @param {import("@playwright/test").Locator} one @param {import("@playwright/test").Locator} other @returns {Promise<boolean>}
 */
export async function isFirst(one, other) {
  await expect(one.or(other).first()).toBeVisible();
  return one.first().isVisible();
}

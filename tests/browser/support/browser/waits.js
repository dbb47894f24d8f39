// Ways to wait that work on a slow machine.
import { expect } from "@playwright/test";

/**
 * Waits by the page's own clock. Use it before a tap alone: a key that has just changed ignores taps for a moment. On a page
 * with a stopped clock use `page.clock.runFor` instead.
 * @param {import("@playwright/test").Page} page @param {number} milliseconds
 */
export async function outlast(page, milliseconds) {
  await page.evaluate((pause) => new Promise((resolve) => setTimeout(resolve, pause)), milliseconds);
}

/** Stops the page's clock after a `page.clock.install`. Then time passes only by `page.clock.runFor`. @param {import("@playwright/test").Page} page */
export async function stopClock(page) {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 20_000);
}

/**
 * Waits until the page has acted on every answer from before this call. The page sends one more request, and then draws two
 * frames.
 * @param {import("@playwright/test").Page} page
 */
export async function caughtUp(page) {
  await page.evaluate(async () => {
    await (await fetch("/readyz", { cache: "no-store" })).text();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/**
 * Runs in a page, and waits until the engine there can answer, which is later than its file has come.
 * @returns {Promise<boolean>} false in a browser that does not run it
 */
export async function engineIsHere() {
  const { src } = document.querySelector("script[type=module]");
  const { $engine_engine: engine } = await import(new URL("engine.js", src));
  return engine.isEngineHere();
}

/**
 * Waits until one of two elements is visible.
 * @param {import("@playwright/test").Locator} one @param {import("@playwright/test").Locator} other @returns {Promise<boolean>} true if it is the first
 */
export async function isFirst(one, other) {
  await expect(one.or(other).first()).toBeVisible();
  return one.first().isVisible();
}

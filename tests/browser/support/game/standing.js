import { expect } from "../browser/test.js";

/**
 * Opens a page whose clock stands, with the exports of these modules of lib/ as `window.lib`.
 * @param {import("@playwright/test").Page} page @param {...string} modules their names
 */
export async function stand(page, ...modules) {
  await page.clock.install();
  await page.goto("/#/");
  await expect(page.getByRole("link", { name: /Count a hand/ })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(async (modules) => {
    window.lib = Object.assign({}, ...(await Promise.all(modules.map((name) => window.moduleOf(`/lib/${name}.js`)))));
  }, modules);
}

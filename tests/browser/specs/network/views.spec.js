import { expect, test } from "../../support/browser/test.js";
import { caughtUp } from "../../support/browser/waits.js";

test.use({ tolerated: /ERR_FAILED|blocked by Playwright/, serviceWorkers: "block" });

const away = (page) => page.getByText("This part comes with the connection. The table is safe meanwhile.");

// Some browsers remember a script that did not come until the page is loaded again.
async function remembering(page, script) {
  let pages = 0;
  await page.route("**/", (route) => {
    pages += 1;
    return route.continue();
  });
  await page.route(script, (route) => (pages > 1 ? route.continue() : route.abort()));
  return () => pages;
}

test("A view whose script the browser never asks for again comes with a new page", async ({ page }) => {
  await remembering(page, /\/cards\.js$/);
  await page.goto("/");
  await page.evaluate(() => (location.hash = "#/count"));
  await expect(away(page)).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator(".suit").first()).toBeVisible();
  await expect(page).toHaveURL(/#\/count/);
});

test("A script that does not come with a new page either loads a third one only half a minute later", async ({
  page,
}) => {
  let pages = 0;
  await page.route("**/", (route) => {
    pages += 1;
    return route.continue();
  });
  await page.route(/\/cards\.js$/, (route) => route.abort());
  await page.goto("/#/count");
  await expect.poll(() => pages).toBe(2);
  for (let taps = 0; taps < 3; taps += 1) {
    await expect(away(page)).toBeVisible();
    const answered = page.waitForResponse("**/healthz");
    await page.getByRole("button", { name: "Try again" }).click();
    await (await answered).finished();
  }
  await expect(away(page)).toBeVisible();
  expect(pages).toBe(2);
  await page.clock.setFixedTime(Date.now() + 31_000);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => pages).toBe(3);
});

test("While the service does not answer, no page is given up for a script that did not come", async ({ page }) => {
  const pages = await remembering(page, /\/cards\.js$/);
  await page.route("**/healthz", (route) => route.fulfill({ contentType: "text/html", body: "Sign in to the Wi-Fi" }));
  await page.goto("/");
  await page.evaluate(() => (location.hash = "#/count"));
  await expect(away(page)).toBeVisible();
  const asked = page.waitForRequest("**/healthz");
  await page.getByRole("button", { name: "Try again" }).click();
  await asked;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(away(page)).toBeVisible();
  expect(pages()).toBe(1);
});

test("A page that has gone on to another view is not loaded anew for the one before", async ({ page }) => {
  const pages = await remembering(page, /\/cards\.js$/);
  let answer = () => {};
  const asked = new Promise((resolve) => {
    page.route("**/healthz", async (route) => {
      resolve(null);
      await new Promise((go) => (answer = go));
      await route.continue();
    });
  });
  await page.goto("/");
  await page.evaluate(() => (location.hash = "#/count"));
  await expect(away(page)).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await asked;
  await page.evaluate(() => (location.hash = "#/start"));
  await expect(page.locator(".start-form")).toBeVisible();
  const answered = page.waitForResponse("**/healthz");
  answer();
  await (await answered).finished();
  await caughtUp(page);
  expect(pages()).toBe(1);
});

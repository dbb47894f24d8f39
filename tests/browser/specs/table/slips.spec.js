import { begin, link } from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";
import { stopClock } from "../../support/browser/waits.js";

// Milliseconds in which Undo does not listen after a tap, and in which a question does not.
const REST = 650;
const DEAF = 400;
const OFFER = "Keys too small? Number first, then side.";

const key = (page, side, points) => page.locator(`.block.of-${side} [value="${points}"]`);
const question = (page) => page.getByRole("alertdialog");

// The page has a stopped clock: a slow machine then makes no tap late.
async function open(page, baseURL, sides = [{ name: "Ann" }, { name: "Bob" }]) {
  const game = await begin(baseURL, { sides });
  await page.goto(`${link(game)}&side=0`);
  await page.locator(".dot[data-state=live]").waitFor();
  await stopClock(page);
}

async function slip(page, points = 4) {
  await key(page, 0, points).click();
  await page.locator(".undo").click();
  await page.clock.runFor(REST);
}

async function answer(page, name) {
  await page.clock.runFor(DEAF);
  await question(page).getByRole("button", { name, exact: true }).click();
}

async function history(page) {
  await page.goto(page.url().replace("#/table", "#/history"));
  await page.locator(".past-deal").first().waitFor();
  return page.locator("main > .help:not([role])");
}

test.beforeEach(({ page }) => page.clock.install());

test("After three wrong keys in a game, number and side in two taps are offered once", async ({ page, baseURL }) => {
  await open(page, baseURL);
  for (const points of [4, 3, 2]) {
    await expect(question(page)).toBeHidden();
    await slip(page, points);
  }
  await expect(question(page)).toContainText(OFFER);
  await answer(page, "Stay");
  await expect(page.locator(".block")).toHaveCount(2);
  await slip(page);
  await expect(question(page)).toBeHidden();
  await page.reload();
  await slip(page);
  await expect(question(page)).toBeHidden();
});

test("Whoever takes the offer has the other keys at once, and in the next game", async ({ page, baseURL }) => {
  await open(page, baseURL);
  for (const points of [4, 3, 2]) await slip(page, points);
  await answer(page, "Number, then side");
  await expect(page.locator(".side-key")).toHaveCount(2);
  await expect(page.locator(".block")).toHaveCount(0);
  await open(page, baseURL);
  await expect(page.locator(".side-key")).toHaveCount(2);
});

test("The history tells how many pegs of each kind of keys were taken back at once", async ({ page, baseURL }) => {
  await open(page, baseURL);
  await slip(page);
  await key(page, 0, 3).click();
  await key(page, 0, 1).click();
  await page.clock.runFor(2500);
  await key(page, 1, 2).click();
  await page.clock.runFor(2500);
  await page.locator(".undo").click();
  await expect(await history(page)).toHaveText("One tap a peg: 2 of 4 pegs taken back within 5 s.");
  await page.getByRole("link", { name: "Back to the table" }).click();
  await page.evaluate(() => localStorage.setItem("pegout.keys", "two"));
  await page.reload();
  await page.locator('.numbers [value="4"]').click();
  await page.locator(".side-key").first().click();
  await page.clock.runFor(2500);
  await expect(await history(page)).toHaveText(
    "One tap a peg: 2 of 4 pegs taken back within 5 s. Number, then side: 0 of 1 peg taken back within 5 s.",
  );
});

test("A peg that is taken back later was no wrong key", async ({ page, baseURL }) => {
  await open(page, baseURL);
  await key(page, 0, 3).click();
  await page.clock.runFor(5500);
  await page.locator(".undo").click();
  await expect(await history(page)).toHaveText("One tap a peg: 0 of 1 peg taken back within 5 s.");
});

test("Three at a table are offered nothing, since they have these keys already", async ({ page, baseURL }) => {
  await open(page, baseURL, [{ name: "Ann" }, { name: "Bob" }, { name: "Cy" }]);
  for (const points of [4, 3, 2]) {
    await page.locator(`.numbers [value="${points}"]`).click();
    await page.locator(".side-key").first().click();
    await page.locator(".undo").click();
    await page.clock.runFor(REST);
  }
  await expect(question(page)).toBeHidden();
});

test.describe("in French", () => {
  test.use({ locale: "fr-CA" });

  test("The offer and the numbers are told in French too", async ({ page, baseURL }) => {
    await open(page, baseURL);
    for (const points of [4, 3, 2]) await slip(page, points);
    await expect(question(page)).toContainText("Touches trop petites? Le nombre d’abord, puis le camp.");
    await answer(page, "Garder");
    await expect(await history(page)).toHaveText("Un toucher\u00a0: 3 sur 3 repris en moins de 5 s.");
  });
});

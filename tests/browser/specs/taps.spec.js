import { newest, peg, scores, start, state, undo } from "../scorer.js";
import { tap } from "../table.js";
import { expect, test } from "../test.js";

const LIVE = "Every phone at the table sees this.";

// One tap right after the other, however slow the machine.
async function twice(key) {
  await expect(key).toBeEnabled();
  await key.evaluate((node) => {
    node.click();
    node.click();
  });
}

test("A double tap on Next deal or Undo counts once, and the new deal tells whose crib it is", async ({ page }) => {
  await start(page);
  await peg(page, 0, 8);
  await peg(page, 1, 4);
  await twice(page.getByRole("button", { name: /Next deal/ }));
  await expect(newest(page)).toHaveText("Deal 2. The crib now: Them.");
  await expect(page.locator(".dealing")).toHaveText("Deal 2 Crib: Them");
  await twice(undo(page));
  await expect(page.locator(".dealing")).toHaveText("Deal 1 Crib: Us");
  await twice(undo(page));
  await expect(scores(page)).toHaveText(["8", "0"]);
});

test("Start that is tapped twice begins one game, and a hand that is pegged twice counts once", async ({ page }) => {
  await page.goto("/#/start");
  await expect(page.getByLabel("Rules")).not.toBeEmpty();
  await twice(page.getByRole("button", { name: "Start" }));
  await page.getByRole("link", { name: "Count it" }).click();
  await tap(page, "5H,5D,5S,JC,5C");
  await twice(page.getByRole("button", { name: "Peg 29 points for Us" }));
  await expect(scores(page)).toHaveText(["29", "0"]);
  await expect(state(page)).toHaveText(LIVE);
  await expect(scores(page)).toHaveText(["29", "0"]);
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("link", { name: /^Resume/ })).toHaveCount(1);
});

test("A tap is shown before any answer, and the back peg leaps over the front one", async ({ page }) => {
  await start(page);
  await peg(page, 0, 3);
  await expect(state(page)).toHaveText(LIVE);
  await page.route("**/pegs/*", () => {});
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    window.leaps = 0;
    Element.prototype.animate = function (...how) {
      window.leaps += 1;
      return animate.apply(this, how);
    };
  });
  await peg(page, 0, 8);
  await expect(scores(page)).toHaveText(["11", "0"]);
  expect(await page.evaluate(() => window.leaps)).toBeGreaterThan(0);
  await expect(page.getByRole("img", { name: /Us: front peg at 11, back peg at 3/ })).toBeVisible();
  await expect(state(page)).toHaveText("Saved on this phone, sending…");
});

test("The pegs stand still where less motion is asked for", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await start(page);
  await peg(page, 0, 8);
  await expect(scores(page)).toHaveText(["8", "0"]);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

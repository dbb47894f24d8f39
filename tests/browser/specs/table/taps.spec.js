import {
  chosenRules,
  crib,
  dealKey,
  leave,
  newest,
  peg,
  pegAndAnswer,
  scores,
  start,
  state,
  tapAndAnswer,
  undo,
} from "../../support/game/scorer.js";
import { tap } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";
import { caughtUp, outlast } from "../../support/browser/waits.js";

// A single failure here is a finding, also in CI.
test.describe.configure({ retries: 0 });

// Milliseconds in which a second tap on a key was not meant.
const REST = 650;

// One tap right after the other, however slow the machine.
async function twice(key) {
  await expect(key).toBeEnabled();
  await key.evaluate((node) => {
    node.click();
    node.click();
  });
}

test("A double tap on Next deal or Undo counts once, and the new deal tells whose crib it is @landing", async ({
  page,
}) => {
  await start(page);
  await peg(page, 0, 8);
  await peg(page, 1, 4);
  await twice(dealKey(page));
  await expect(newest(page)).toHaveText(["Deal 2", "Crib: Them"]);
  await expect(crib(page)).toHaveText("Them");
  await twice(undo(page));
  await expect(crib(page)).toHaveText("Us");
  await outlast(page, REST);
  await twice(undo(page));
  await expect(scores(page)).toHaveText(["8", "0"]);
});

test("Start that is tapped twice begins one game, and a hand that is pegged twice counts once @landing", async ({
  page,
}) => {
  await page.goto("/#/start");
  await expect(chosenRules(page)).not.toBeEmpty();
  await twice(page.getByRole("button", { name: "Start" }));
  await page.getByRole("link", { name: "Cards" }).click();
  await tap(page, "5H,5D,5S,JC,5C");
  await tapAndAnswer(page, async () => {
    await twice(page.getByRole("button", { name: "Us +29" }));
    await page.getByRole("link", { name: "To the table" }).click();
  });
  await expect(scores(page)).toHaveText(["29", "0"]);
  await leave(page, "Home");
  await expect(page.getByRole("link", { name: /^Resume/ })).toHaveCount(1);
});

test("A tap is shown before any answer, and the back peg leaps over the front one", async ({ page }) => {
  await start(page);
  await pegAndAnswer(page, 0, 3);
  await page.route("**/pegs/*", () => {});
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    window.leaps = 0;
    Element.prototype.animate = function (...how) {
      if (this.matches(".peg")) window.leaps += 1;
      return animate.apply(this, how);
    };
  });
  await peg(page, 0, 8);
  await expect(scores(page)).toHaveText(["11", "0"]);
  expect(await page.evaluate(() => window.leaps)).toBeGreaterThan(0);
  await expect(page.getByRole("img", { name: /^Pegboard\. Us 11, Them 0\./ })).toBeVisible();
  await expect(state(page)).toHaveText("Saved on this phone, sending…");
});

// The places of a side's pegs as drawn.
const places = (page) =>
  page.locator(".peg.of-0 g").evaluateAll((pegs) => pegs.map((peg) => peg.getAttribute("transform")));

test("New places are taken at once where less motion is asked for", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await start(page);
  await page.locator(".pegboard[viewBox]").waitFor();
  const before = await places(page);
  await page.locator('.block.of-0 [value="4"]').evaluate((key) => key.click());
  const after = await places(page);
  expect(after).not.toEqual(before);
  await expect(scores(page)).toHaveText(["4", "0"]);
  expect(await page.evaluate(() => document.querySelector(".pegboard").getAnimations({ subtree: true }))).toEqual([]);
  const pill = await page.locator(".pill").evaluate((node) => getComputedStyle(node).transform);
  expect(["none", "matrix(1, 0, 0, 1, 0, 0)"]).toContain(pill);
  await caughtUp(page);
  expect(await places(page)).toEqual(after);
});

test("Control: where motion is not reduced, the peg takes its time", async ({ page }) => {
  await start(page);
  await page.locator(".pegboard[viewBox]").waitFor();
  const flying = await page.locator('.block.of-0 [value="4"]').evaluate((key) => {
    key.click();
    return [...document.querySelectorAll(".peg.of-0 g")].map((peg) => peg.getAttribute("transform"));
  });
  await expect.poll(() => places(page)).not.toEqual(flying);
});

test("A peg that is amended in its flight hops on from where it is", async ({ page }) => {
  await start(page);
  await page.locator(".pegboard[viewBox]").waitFor();
  const [flying, hopping] = await page.evaluate(async () => {
    const place = () => {
      const [x, y] = document
        .querySelector(".peg.of-0.front g")
        .getAttribute("transform")
        .match(/[\d.-]+/g);
      return [Number(x), Number(y)];
    };
    const tap = (points) => document.querySelector(`.block.of-0 [value="${points}"]`).click();
    tap(12);
    for (const flight of document.querySelector(".pegboard").getAnimations({ subtree: true })) {
      flight.pause();
      flight.currentTime = 200;
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const before = place();
    tap(6);
    return [before, place()];
  });
  expect(Math.hypot(flying[0] - hopping[0], flying[1] - hopping[1])).toBeLessThan(1);
  await expect(scores(page)).toHaveText(["18", "0"]);
});

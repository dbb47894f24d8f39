import { AWAY } from "../../support/browser/service.js";
import { Hall } from "../../support/night/hall.js";
import { board, heading, row, state, TV } from "../../support/night/television.js";
import { expect, test } from "../../support/browser/test.js";

test.use({
  viewport: { width: 1280, height: 720 },
  tolerated: new RegExp(`${AWAY}|ERR_FAILED|status of 40[134]`),
});

test("The board says how old it is while the service is down, and goes on by itself after it", async ({
  page,
  ownService,
}) => {
  const hall = await new Hall(ownService.url).openPublic(4);
  const [table] = await hall.draw();
  await hall.peg(table, 0, 3);
  await page.goto(hall.base + TV);
  const scores = row(page, 1).locator(".tv-scores li");
  await expect(scores).toHaveText(["3", "0"]);
  await ownService.kill();
  await expect(state(page)).toHaveText(/^No connection since .*: this may be old$/);
  await expect(scores).toHaveText(["3", "0"]);
  await expect(page.locator("body")).toHaveClass(/stale/);
  await ownService.start();
  await hall.peg(table, 0, 4);
  await expect(scores).toHaveText(["7", "0"], { timeout: 20_000 });
  await expect(state(page)).toHaveText("");
});

test("A board that was opened while part of the page did not come loads itself again", async ({ page, ownService }) => {
  await page.clock.install();
  await new Hall(ownService.url).openPublic(2);
  await page.route("**/tv/screen.js", (route) => route.abort());
  await page.goto(ownService.url + TV);
  await page.unroute("**/tv/screen.js");
  await expect(async () => {
    await page.clock.runFor(16_000);
    await expect(heading(page)).not.toBeEmpty({ timeout: 500 });
  }).toPass();
});

test("In the small hours the board loads itself anew, but only while the service answers", async ({
  page,
  ownService,
}) => {
  await new Hall(ownService.url).openPublic(2);
  await page.clock.install({ time: new Date(2026, 0, 28, 23, 0) });
  await page.goto(ownService.url + TV);
  await expect(heading(page)).not.toBeEmpty();
  await page.evaluate(() => {
    window.first = true;
  });
  // While it loads there is no page to ask.
  const isFirst = () => page.evaluate(() => window.first === true).catch(() => null);
  await page.clock.fastForward("04:30:00");
  expect(await isFirst()).toBe(true);
  await ownService.kill();
  await page.clock.fastForward("00:40:00");
  await expect(heading(page)).not.toBeEmpty();
  expect(await isFirst()).toBe(true);
  await ownService.start();
  // The reload of the page ends a run of its clock, so the run may fail.
  await expect(async () => {
    await page.clock.runFor(61_000);
    expect(await isFirst()).toBe(false);
  }).toPass();
  await expect(heading(page)).not.toBeEmpty();
});

test("The board asks each minute which night is on, and what the league is called", async ({ page, ownService }) => {
  const hall = new Hall(ownService.url);
  await hall.openPublic(0, { date: "2099-01-07", starts_at: "14:30" });
  await page.clock.install();
  await page.goto(hall.base + TV);
  await expect(board(page)).toHaveText("Next night: Wednesday, January 7, 2:30 p.m.");
  await expect(page.locator("#league")).toHaveText("Cribbage league");
  const tonight = await new Hall(hall.base).open(4);
  await tonight.draw();
  await tonight.call("PUT", "/league", { name: "Ligue du jeudi" });
  // A step of this length may end before an answer to a request within the step arrives.
  await expect(async () => {
    await page.clock.runFor(61_000);
    await expect(page.locator("#league")).toHaveText("Ligue du jeudi", { timeout: 4000 });
  }).toPass();
  await expect(heading(page)).toHaveText("Round 1: where you sit");
  await page.goto(`${hall.base}${TV}?night=${hall.id}`);
  await expect(board(page)).toHaveText("Next night: Wednesday, January 7, 2:30 p.m.");
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { launchOptions } from "../../support/browser/chromium.js";
import { cut, disk, killBrowser, mend } from "../../support/browser/journal.js";
import {
  begin,
  call,
  chooseKind,
  goOffline,
  happened,
  leave,
  newest,
  openTable,
  pegElsewhere,
  question,
  scoreOf,
  scores,
  secondPhone,
  start,
  state,
  tapAndAnswer,
  tapNumber,
  undo,
} from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";
import { stopClock } from "../../support/browser/waits.js";

// A single failure here is a finding, also in CI.
test.describe.configure({ retries: 0 });
test.use({ tolerated: /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|status of 40[59]/ });

const LIVE = "Every phone at the table sees this.";
const quick = (page) => page.locator(".quick-key");
const pegSheet = (page) => page.getByRole("dialog", { name: / \+\d+/ });

async function open(page, baseURL, begun) {
  const game = await begin(baseURL, begun);
  await openTable(page, game);
  return game;
}

const told = async (game) =>
  (await happened(game, "pegged")).map(({ side, points, for: kind }) => [side, points, kind]);

test.describe("A hand that was tapped in the play is a peg at once, and is never lost", () => {
  test("when the other side's key is tapped next @landing", async ({ page, baseURL }) => {
    const game = await open(page, baseURL);
    await tapAndAnswer(page, () => tapNumber(page, 1, 8));
    await tapAndAnswer(page, () => tapNumber(page, 0, 2));
    await expect(scores(page)).toHaveText(["2", "8"]);
    expect((await told(game))[0]).toEqual([1, 8, "hand"]);
  });

  test("when the page is loaded again at once @landing", async ({ page, baseURL }) => {
    const game = await open(page, baseURL);
    await tapNumber(page, 1, 8);
    await page.reload();
    await expect(scores(page)).toHaveText(["0", "8"]);
    await expect(state(page)).toHaveText(LIVE);
    expect(await told(game)).toEqual([[1, 8, "hand"]]);
  });

  test("when History is opened and left", async ({ page, baseURL }) => {
    const game = await open(page, baseURL);
    await tapNumber(page, 1, 8);
    await leave(page, "History");
    await expect(page.locator(".past-peg")).toContainText("+8");
    await page.getByRole("link", { name: "Back to the table" }).click();
    await expect(scores(page)).toHaveText(["0", "8"]);
    await expect(undo(page)).toHaveAccessibleName("Undo: Them +8, hand");
    await expect.poll(() => told(game)).toEqual([[1, 8, "hand"]]);
  });

  test("when a second tab has the same table", async ({ page, context, baseURL }) => {
    const game = await open(page, baseURL);
    const second = await context.newPage();
    await openTable(second, game);
    await tapNumber(page, 1, 8);
    await tapNumber(second, 0, 2);
    for (const each of [page, second]) await expect(scores(each)).toHaveText(["2", "8"]);
    await expect
      .poll(async () => (await told(game)).map(([side, points]) => [side, points]).sort())
      .toEqual([
        [0, 2],
        [1, 8],
      ]);
  });

  test("when there is no network, and the tab is closed", async ({ page, context, baseURL }) => {
    const game = await open(page, baseURL);
    await goOffline(page);
    await tapNumber(page, 1, 8);
    await expect(state(page)).toHaveText(/^1 tap saved on this phone/);
    await page.close();
    await context.setOffline(false);
    const next = await context.newPage();
    await next.goto(`${baseURL}/#/table?id=${game.id}`);
    await expect(scores(next)).toHaveText(["0", "8"]);
    await expect.poll(() => told(game)).toEqual([[1, 8, "hand"]]);
  });

  test("when the browser is killed, with what was added to it @landing", async ({ baseURL }) => {
    const game = await begin(baseURL);
    const profile = await mkdtemp(join(tmpdir(), "pegout-profile-"));
    const launch = () => chromium.launchPersistentContext(profile, { ...launchOptions, locale: "en-CA" });
    const first = await launch();
    const [page] = first.pages();
    await openTable(page, game);
    await cut(first);
    await tapNumber(page, 1, 8);
    await tapNumber(page, 1, 4);
    await expect(state(page)).toHaveText(/^2 taps saved on this phone/);
    const ended = new Promise((resolve) => first.once("close", resolve));
    killBrowser(profile);
    await ended;
    const second = await launch();
    await cut(second);
    const [opened] = second.pages();
    await opened.goto(`${baseURL}/#/table?id=${game.id}`);
    await expect(scores(opened)).toHaveText(["0", "12"]);
    await mend(opened);
    await expect(state(opened)).toHaveText(LIVE);
    expect(await told(game)).toEqual([[1, 12, "hand"]]);
    await second.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  });
});

test("The other phone sees a tap while the clock of this one stands still, and what is added hops on @landing", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.clock.install();
  const game = await open(page, baseURL);
  const other = await secondPhone(browser, game, 1);
  await stopClock(page);
  await tapNumber(page, 0, 3);
  await expect(scoreOf(other, 0)).toHaveText("3");
  await tapNumber(page, 0, 1);
  await expect(scoreOf(other, 0)).toHaveText("4");
  await expect(newest(other).first()).toHaveText("Them +4 play");
  await other.context().close();
});

test("Two taps on a side within two seconds are a sum, and Split makes two pegs of it @landing", async ({
  page,
  baseURL,
}) => {
  await page.clock.install();
  const game = await open(page, baseURL);
  await stopClock(page);
  await tapNumber(page, 1, 1);
  await expect(quick(page)).toBeHidden();
  await page.clock.runFor(700);
  await tapNumber(page, 1, 2);
  await expect(newest(page).first()).toHaveText("Them +3 play");
  await expect(quick(page)).toHaveAccessibleName("Split 1 + 2");
  // The first of the two is not held back meanwhile.
  await expect.poll(() => told(game)).toEqual([[1, 3, "play"]]);
  await quick(page).click();
  await expect(newest(page).first()).toHaveText("Them +2 play");
  await expect(scores(page)).toHaveText(["0", "3"]);
  await expect
    .poll(() => told(game))
    .toEqual([
      [1, 1, "play"],
      [1, 2, "play"],
    ]);
  await expect(quick(page)).toBeHidden();
});

test("After two seconds, another side, another kind or Undo, a tap is a peg of its own", async ({ page, baseURL }) => {
  await page.clock.install();
  const game = await open(page, baseURL);
  await stopClock(page);
  await tapNumber(page, 0, 1);
  await page.clock.runFor(2100);
  await tapNumber(page, 0, 2);
  await tapNumber(page, 1, 1);
  await tapNumber(page, 0, 3);
  await chooseKind(page, "Go 1");
  await tapNumber(page, 0, 1);
  await tapNumber(page, 0, 4);
  await tapNumber(page, 0, 1);
  await undo(page).click();
  await tapNumber(page, 0, 2);
  await expect
    .poll(() => told(game))
    .toEqual([
      [0, 1, "play"],
      [0, 2, "play"],
      [1, 1, "play"],
      [0, 3, "play"],
      [0, 1, "go"],
      [0, 4, "play"],
      [0, 2, "play"],
    ]);
});

test("Undo soon after a second tap takes off that tap, and then the whole peg", async ({ page, baseURL }) => {
  await page.clock.install();
  const game = await open(page, baseURL);
  await stopClock(page);
  await tapNumber(page, 0, 3);
  await tapNumber(page, 0, 1);
  await expect(undo(page)).toHaveAccessibleName("Undo: Us +1");
  await undo(page).click();
  await expect(newest(page).first()).toHaveText("Us +3 play");
  await expect.poll(() => told(game)).toEqual([[0, 3, "play"]]);
  await page.clock.runFor(700);
  await expect(undo(page)).toHaveAccessibleName("Undo: Us +3, play");
  await undo(page).click();
  await expect(scores(page)).toHaveText(["0", "0"]);
  await expect.poll(async () => (await call(game, "GET", "")).pegs).toEqual([]);
});

test("The line beside Undo opens the sheet of the peg: side, kind and points, each by one tap @landing", async ({
  page,
  browser,
  baseURL,
}) => {
  const game = await open(page, baseURL);
  const other = await secondPhone(browser, game, 1);
  await tapAndAnswer(page, () => tapNumber(page, 0, 4));
  await page.locator(".said").click();
  const choose = (name) =>
    tapAndAnswer(page, () => pegSheet(page).getByRole("button", { name, exact: true }).click(), { path: "/pegs/" });
  await choose("Them");
  await expect(scores(page)).toHaveText(["0", "4"]);
  await expect(pegSheet(page).getByRole("button", { name: "Them" })).toBeFocused();
  await choose("Hand");
  await choose("14");
  await expect(scoreOf(other, 1)).toHaveText("14");
  await expect(newest(other).first()).toHaveText("Us +14 hand");
  // Only the numbers of a hand are offered.
  await expect(pegSheet(page).getByRole("button", { name: "19", exact: true })).toHaveCount(0);
  await pegSheet(page).getByRole("button", { name: "Done" }).click();
  expect(await told(game)).toEqual([[1, 14, "hand"]]);
  expect(await happened(game, "peg_amended")).toHaveLength(3);
  await other.context().close();
});

test("Both phones change one peg, and the two changes stand on both", async ({ page, browser, baseURL }) => {
  const game = await open(page, baseURL);
  const other = await secondPhone(browser, game, 1);
  const id = await pegElsewhere(game, 0, 4, { deal: 1 });
  for (const [each, name] of [
    [page, "Hand"],
    [other, "12"],
  ]) {
    await expect(scoreOf(each, 0)).toHaveText("4");
    await each.locator(".said").click();
    await pegSheet(each).getByRole("button", { name, exact: true }).click();
  }
  for (const each of [page, other]) {
    await expect(scoreOf(each, 0)).toHaveText("12");
    await expect(newest(each).first()).toHaveText(/ \+12 hand$/);
  }
  expect((await call(game, "GET", "")).pegs).toMatchObject([{ id, side: 0, points: 12, for: "hand" }]);
  await other.context().close();
});

test("Each row of History opens the same sheet, and says what was changed later", async ({ page, baseURL }) => {
  const game = await open(page, baseURL);
  for (const points of [8, 6]) await pegElsewhere(game, 0, points, { for: "hand" });
  await leave(page, "History");
  await page.getByRole("button", { name: "Change: Us +8, hand" }).click();
  await pegSheet(page).getByRole("button", { name: "Them", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Them +8, hand" })).toBeVisible();
  await pegSheet(page).getByRole("button", { name: "Done" }).click();
  const row = page.locator(".past-peg").filter({ hasText: "+8" });
  await expect(row).toContainText("changed later");
  await expect(row.locator("bdi")).toHaveText("Them");
  await page.getByRole("button", { name: "Change: Us +6, hand" }).click();
  await pegSheet(page).getByRole("button", { name: "Take back" }).click();
  await expect(page.locator(".past .taken")).toContainText("+6");
  await expect.poll(async () => (await call(game, "GET", "")).sides.map(({ score }) => score)).toEqual([0, 8]);
});

test("A row of History says why its peg may be a mistake, until it is put right", async ({ page, baseURL }) => {
  const game = await open(page, baseURL);
  for (const points of [8, 6]) await pegElsewhere(game, 1, points, { for: "hand", deal: 1 });
  await leave(page, "History");
  const row = (points) => page.locator(".past-peg").filter({ hasText: `+${points}` });
  await expect(row(6)).toContainText("one too many");
  await expect(row(8)).not.toContainText("one too many");
  await page.getByRole("button", { name: "Change: Them +6, hand" }).click();
  await pegSheet(page).getByRole("button", { name: "Us", exact: true }).click();
  await expect(row(6)).not.toContainText("one too many");
});

test("An addition to a peg that was refused is told with it, once, and in all", async ({ page, context, baseURL }) => {
  const game = await begin(baseURL);
  for (const points of [29, 29, 29, 28]) await pegElsewhere(game, 1, points);
  await openTable(page, game);
  await goOffline(page);
  await tapNumber(page, 0, 3);
  await tapNumber(page, 0, 1);
  await pegElsewhere(game, 1, 6);
  await context.setOffline(false);
  await expect(page.locator(".end-sheet[open]")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question(page)).toContainText("Not counted: Us +4, play. The game was over.");
  await expect(question(page)).not.toContainText("more like it");
  await question(page).getByRole("button", { name: "All right" }).click({ delay: 500 });
  await expect(question(page)).toBeHidden();
  expect((await disk(page)).pegout.outbox).toEqual([]);
});

test("An addition to a peg that the other phone took back is told, and a change of its kind is not", async ({
  page,
  context,
  baseURL,
}) => {
  const game = await open(page, baseURL);
  for (const [what, points] of [
    ["kind", 2],
    ["points", 3],
  ]) {
    const id = await pegElsewhere(game, 0, points, { deal: 1 });
    await expect(newest(page).first()).toHaveText(`Us +${points}`);
    await goOffline(page);
    await page.locator(".said").click();
    await pegSheet(page)
      .getByRole("button", { name: what === "kind" ? "Play" : "6", exact: true })
      .click();
    await pegSheet(page).getByRole("button", { name: "Done" }).click();
    await call(game, "DELETE", `/pegs/${id}`);
    await context.setOffline(false);
    await expect(state(page)).toHaveText(LIVE);
    await expect(scores(page)).toHaveText(["0", "0"]);
    if (what === "kind") await expect(question(page)).toBeHidden();
  }
  await expect(question(page)).toContainText("Not changed to Us +6. Another phone had taken the peg back.");
});

// A request passes a route by if the service worker takes the page over while the route is set.
test.describe("without the service worker", () => {
  test.use({ serviceWorkers: "block", tolerated: /status of 405|Service Worker registration blocked/ });

  test("A change waits for a server that does not know it yet, and then arrives", async ({ page }) => {
    await start(page);
    await expect(state(page)).toHaveText(LIVE);
    await page.route("**/pegs/*", async (route) => {
      if (route.request().method() !== "PATCH") return route.fallback();
      await route.fulfill({
        status: 405,
        contentType: "application/problem+json",
        json: { type: "/problems/method-not-allowed", status: 405 },
      });
    });
    const refused = page.waitForResponse((response) => response.status() === 405);
    await tapNumber(page, 0, 3);
    await tapNumber(page, 0, 1);
    await refused;
    await expect(state(page)).toHaveText(/^1 tap saved on this phone/);
    await expect(scores(page)).toHaveText(["4", "0"]);
    await page.unroute("**/pegs/*");
    await mend(page);
    await expect(state(page)).toHaveText(LIVE);
    await expect(scores(page)).toHaveText(["4", "0"]);
    await expect(question(page)).toBeHidden();
  });
});

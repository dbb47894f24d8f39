import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { launchOptions } from "../../support/browser/chromium.js";
import { cut, cutAnswer, killBrowser, mend } from "../../support/browser/journal.js";
import {
  answer,
  begin,
  call,
  chooseKind,
  chosenRules,
  crib,
  goOffline,
  happened,
  link,
  newest,
  openTable,
  peg,
  pegAndAnswer,
  pegElsewhere,
  question,
  scores,
  secondPhone,
  sheet,
  shownGame,
  start,
  state,
  takeBack,
  tapAndAnswer,
  tapNumber,
  undo,
} from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

// A single failure here is a finding, also in CI.
test.describe.configure({ retries: 0 });

const LIVE = "Every phone at the table sees this.";

test.use({
  tolerated:
    /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|ERR_INCOMPLETE|ERR_EMPTY|status of (503|409|404|401|403)/,
});

test("Two phones see each other's pegs and takebacks at once, with the phone's name @landing", async ({
  page,
  browser,
  baseURL,
}) => {
  const game = await begin(baseURL);
  await page.goto(link(game));
  const second = await secondPhone(browser, game);
  await second.evaluate(() => localStorage.setItem("pegout.phone", "Di’s phone"));
  await second.reload();
  await peg(second, 1, 6);
  await expect(scores(page)).toHaveText(["0", "6"]);
  await expect(newest(page)).toHaveText(["Them +6 play", "Di’s phone"]);
  await peg(page, 0, 8);
  await expect(scores(second)).toHaveText(["8", "6"]);
  await undo(second).click();
  await expect(scores(page)).toHaveText(["0", "6"]);
  await expect(newest(page)).toHaveText([/^Taken back: Us \+8, play$/, /./]);
  await second.context().close();
});

test("Both phones tap at once, and every peg counts once @landing", async ({ page, browser, baseURL }) => {
  const game = await begin(baseURL);
  await page.goto(link(game));
  const second = await secondPhone(browser, game);
  await Promise.all([
    (async () => {
      for (let at = 0; at < 6; at += 1) await peg(page, 0, 2);
    })(),
    (async () => {
      for (let at = 0; at < 6; at += 1) await peg(second, 1, 3);
    })(),
  ]);
  for (const each of [page, second]) {
    await expect(scores(each)).toHaveText(["12", "18"]);
    await expect(state(each)).toHaveText(LIVE);
  }
  expect(await happened(game, "pegged")).toHaveLength(12);
  await second.context().close();
});

test("Forty pegs without a network, takebacks among them, are delivered once and in order @landing", async ({
  page,
  context,
  baseURL,
}) => {
  test.slow();
  const game = await begin(baseURL);
  await openTable(page, game);
  await goOffline(page);
  const tapped = [];
  let total = 0;
  for (let at = 0; at < 40; at += 1) {
    const points = 1 + (at % 4);
    await peg(page, at % 2, points);
    tapped.push(points);
    if (at % 10 === 9) await takeBack(page);
    else total += points;
  }
  const shown = await scores(page).allTextContents();
  expect(shown.map(Number).reduce((sum, score) => sum + score)).toBe(total);
  await expect(state(page)).toHaveText(/^44 taps saved on this phone since .*, to be sent\./);
  await context.setOffline(false);
  await expect(state(page)).toHaveText(LIVE, { timeout: 20_000 });
  await expect(scores(page)).toHaveText(shown);
  const told = await call(game, "GET", "");
  expect(told.sides.map(({ score }) => String(score))).toEqual(shown);
  const events = await happened(game, "pegged", "peg_taken_back");
  expect(events.filter(({ kind }) => kind === "pegged").map(({ points }) => points)).toEqual(tapped);
  const places = events.map(({ kind }, at) => (kind === "peg_taken_back" ? at : null)).filter((at) => at !== null);
  expect(places).toEqual([10, 21, 32, 43]);
  for (const at of places) expect(events[at].peg).toBe(events[at - 1].id);
});

test("A page that was reloaded while it was sending need not wait for itself @landing", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await openTable(page, game);
  const held = new Promise((resolve) => page.route("**/pegs/*", resolve));
  await peg(page, 0, 8);
  await held;
  await page.reload();
  await page.unroute("**/pegs/*");
  await pegAndAnswer(page, 0, 4);
  expect((await happened(game, "pegged")).map(({ points }) => points)).toEqual([8, 4]);
});

test("A tap that the service refuses is shown with its reason, kept over a reload, and does not hold up the next @landing", async ({
  page,
  context,
  baseURL,
}) => {
  const game = await begin(baseURL);
  for (const points of [29, 29, 29, 28]) await pegElsewhere(game, 1, points);
  await openTable(page, game);
  await goOffline(page);
  await peg(page, 0, 8);
  const winning = await pegElsewhere(game, 1, 6);
  await context.setOffline(false);
  await expect(sheet(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question(page)).toContainText("Not counted: Us +8, play. The game was over.");
  await expect(scores(page)).toHaveText(["0", "121"]);
  await page.reload();
  await page.keyboard.press("Escape");
  await expect(question(page)).toContainText("Not counted: Us +8, play. The game was over.");
  await call(game, "DELETE", `/pegs/${winning}`);
  await expect(scores(page)).toHaveText(["0", "115"]);
  await tapAndAnswer(page, () => tapNumber(page, 0, 5), { body: { points: 5 } });
  await pegElsewhere(game, 1, 1);
  await expect(scores(page)).toHaveText(["5", "116"]);
  await expect(question(page)).toContainText("Not counted: Us +8, play. The game was over.");
  await answer(page, "All right");
  await expect(state(page)).toHaveText(LIVE);
  expect((await happened(game, "pegged")).map(({ points }) => points)).toEqual([29, 29, 29, 28, 6, 5, 1]);
});

test("A game is begun, played to its end and begun again without a network, and delivered later @landing", async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto("/#/start");
  await expect(chosenRules(page)).not.toBeEmpty();
  await goOffline(page);
  await page.getByRole("button", { name: "Start" }).click();
  for (const points of [29, 29, 29, 29, 12]) await peg(page, 0, points);
  await expect(sheet(page)).toContainText("A double skunk, by 121.");
  const first = await shownGame(page);
  await sheet(page).getByRole("button", { name: "Rematch" }).click();
  await expect(crib(page)).toHaveText("Them");
  await expect(page.locator(".tile .games")).toHaveText(["match 3", "match 0"]);
  await peg(page, 1, 7);
  const second = await shownGame(page);
  expect(second.id).not.toBe(first.id);
  await context.setOffline(false);
  await expect(state(page)).toHaveText(LIVE);
  expect(await call({ ...first, base: baseURL }, "GET", "")).toMatchObject({
    status: "finished",
    skunk: "double_skunk",
    rematch: second.id,
  });
  expect(await call({ ...second, base: baseURL }, "GET", "")).toMatchObject({
    match: [3, 0],
    dealer: 1,
    sides: [{ score: 0 }, { score: 7 }],
  });
});

test("A score that may be old says since when, and is fresh again by itself", async ({ page, context, baseURL }) => {
  const game = await begin(baseURL);
  await page.goto(`/#/table?id=${game.id}`);
  await expect(state(page)).toHaveText("You are watching live.");
  await goOffline(page);
  await expect(state(page)).toHaveText(/^Since \d+:\d\d [ap]\.m\. there is no connection: this score may be old\.$/);
  await pegElsewhere(game, 0, 12);
  await context.setOffline(false);
  await expect(scores(page)).toHaveText(["12", "0"]);
  await expect(state(page)).toHaveText("You are watching live.");
});

test("A phone whose token is no good is told so, tap by tap @landing", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await page.goto(link({ ...game, token: "x".repeat(43) }));
  await peg(page, 0, 8);
  await expect(question(page)).toContainText("Not counted: Us +8, play. This phone");
  await expect(scores(page)).toHaveText(["0", "0"]);
});

test("A number that was refused is pegged as another kind @landing", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("pegout.keys", "two"));
  await start(page);
  await chooseKind(page, "Go 1");
  await tapNumber(page, 0, 4);
  await expect(question(page)).toContainText("Nobody pegs 4 for this (go)");
  await answer(page, "All right");
  await chooseKind(page, "Play");
  await tapNumber(page, 0, 4);
  await expect(scores(page)).toHaveText(["4", "0"]);
});

test("A peg that is open when the browser is closed is sent by the next page, once @landing", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  await openTable(page, game);
  await tapNumber(page, 0, 4);
  await page.reload();
  await expect(scores(page)).toHaveText(["4", "0"]);
  await expect(state(page)).toHaveText(LIVE);
  expect(await points(game)).toEqual([4]);
});

const points = async (game) => (await happened(game, "pegged")).map((peg) => peg.points);

test("Taps outlive a browser that is killed @landing", async ({ baseURL }) => {
  const game = await begin(baseURL);
  const profile = await mkdtemp(join(tmpdir(), "pegout-profile-"));
  const open = () => chromium.launchPersistentContext(profile, { ...launchOptions, locale: "en-CA" });
  const first = await open();
  const [page] = first.pages();
  await openTable(page, game);
  await cut(first);
  await peg(page, 0, 8);
  await peg(page, 1, 4);
  await expect(state(page)).toHaveText(/^2 taps saved on this phone/);
  const ended = new Promise((resolve) => first.once("close", resolve));
  killBrowser(profile);
  await ended;
  const second = await open();
  await cut(second);
  const [opened] = second.pages();
  await opened.goto(`${baseURL}/#/table?id=${game.id}`);
  await expect(scores(opened)).toHaveText(["8", "4"]);
  await expect(state(opened)).toHaveText(/^2 taps saved on this phone/);
  expect(await points(game)).toEqual([]);
  await mend(opened);
  await expect(state(opened)).toHaveText(LIVE);
  expect(await points(game)).toEqual([8, 4]);
  await second.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 10 });
});

test("A tap whose answer is lost before a reload is sent again, and counts once @landing", async ({
  page,
  context,
  baseURL,
}) => {
  const game = await begin(baseURL);
  await openTable(page, game);
  await cutAnswer(context);
  await peg(page, 0, 8);
  await peg(page, 1, 4);
  await expect(state(page)).toHaveText(/^2 taps saved on this phone/);
  await page.reload();
  await expect(state(page)).toHaveText(/^2 taps saved on this phone/);
  expect(await points(game)).toEqual([8]);
  await mend(page);
  await expect(state(page)).toHaveText(LIVE);
  expect(await points(game)).toEqual([8, 4]);
});

test("Control: where no tap is written to the disk, it is lost @landing", async ({ page, context, baseURL }) => {
  await context.addInitScript(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (...values) {
      return this.name === "outbox" ? this.get(0) : add.apply(this, values);
    };
  });
  const game = await begin(baseURL);
  await openTable(page, game);
  await cut(context);
  await peg(page, 0, 8);
  await expect(scores(page)).toHaveText(["8", "0"]);
  // The tab keeps a copy of each tap until the disk has it.
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await mend(page);
  await expect(state(page)).toHaveText(LIVE);
  await expect(scores(page)).toHaveText(["0", "0"]);
  expect(await points(game)).toEqual([]);
});

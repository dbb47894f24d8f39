import { randomUUID } from "node:crypto";
import {
  begin,
  call,
  crib,
  dealKey,
  goOffline,
  happened,
  leave,
  link,
  newest,
  peg,
  pegAndAnswer,
  pegElsewhere,
  question,
  scores,
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
import { stopClock } from "../../support/browser/waits.js";

const LIVE = "Every phone at the table sees this.";

test("The winning peg is taken back on the sheet, and the game goes on @landing", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  for (const points of [29, 29, 29, 29]) await pegElsewhere(game, 0, points);
  await page.goto(link(game));
  await peg(page, 0, 8);
  await sheet(page).getByRole("button", { name: "Take back: Us +8, play" }).click();
  await expect(sheet(page)).toBeHidden();
  await expect(scores(page)).toHaveText(["116", "0"]);
  await expect(newest(page)).toHaveText(["Taken back: Us +8, play", "this phone"]);
  await pegAndAnswer(page, 1, 2);
  await expect(scores(page)).toHaveText(["116", "2"]);
  expect(await call(game, "GET", "")).toMatchObject({ status: "playing", winner: null });
});

test("A second tap on a side adds to its peg while that is open, and Undo takes back the last tap @landing", async ({
  page,
}) => {
  await page.clock.install();
  await start(page);
  const game = await shownGame(page);
  await expect(state(page)).toHaveText(LIVE);
  await stopClock(page);
  await tapNumber(page, 0, 3);
  await expect(newest(page)).toHaveText(["Us +3 play", "tap again to add to it"]);
  await tapNumber(page, 0, 1);
  await expect(newest(page)).toHaveText(["Us +4 play", "tap again to add to it"]);
  await tapNumber(page, 0, 1);
  await expect(scores(page)).toHaveText(["5", "0"]);
  await undo(page).click();
  await expect(newest(page)).toHaveText(["Us +4 play", "this phone"]);
  await expect(scores(page)).toHaveText(["4", "0"]);
  await tapAndAnswer(page, () => tapNumber(page, 1, 2), { body: { points: 2 } });
  await expect(scores(page)).toHaveText(["4", "2"]);
  await expect(newest(page)).toHaveText(["Them +2 play", "tap again to add to it"]);
  await tapNumber(page, 1, 1);
  await page.clock.runFor(700);
  await undo(page).click();
  await expect(scores(page)).toHaveText(["4", "2"]);
  await expect(state(page)).toHaveText(LIVE);
  expect((await happened(game, "pegged")).map(({ points }) => points)).toEqual([4, 2]);
  expect(await happened(game, "peg_taken_back")).toEqual([]);
});

test.describe("where the network goes", () => {
  test.use({ tolerated: /ERR_INTERNET_DISCONNECTED/ });

  test("A peg that turns out wrong later is taken back alone, in the history, also without a network", async ({
    page,
    context,
  }) => {
    await start(page);
    const game = await shownGame(page);
    for (const points of [8, 6, 4]) await peg(page, 0, points);
    await pegAndAnswer(page, 1, 2);
    await leave(page, "History");
    await expect(page.locator(".past li").first()).toContainText("The game begins");
    const takenBack = page.waitForResponse((response) => response.request().method() === "DELETE");
    await page.getByRole("button", { name: "Change: Us +6, play" }).click();
    await page.getByRole("button", { name: "Take back" }).click();
    await takenBack;
    await expect(page.locator(".past .taken")).toContainText("+6");
    await expect(page.getByRole("link", { name: "Back to the table" })).toBeFocused();
    await page.getByRole("link", { name: "Back to the table" }).click();
    await expect(scores(page)).toHaveText(["12", "2"]);
    await expect(state(page)).toHaveText(LIVE);
    await goOffline(page);
    await leave(page, "History");
    await page.getByRole("button", { name: "Change: Us +8, play" }).click();
    await page.getByRole("button", { name: "Take back" }).click();
    await expect(page.getByRole("button", { name: /^Change: / })).toHaveCount(2);
    await page.getByRole("link", { name: "Back to the table" }).click();
    await expect(scores(page)).toHaveText(["4", "2"]);
    await context.setOffline(false);
    await expect(state(page)).toHaveText(LIVE);
    expect((await happened(game, "peg_taken_back")).map(({ kind }) => kind)).toHaveLength(2);
  });
});

test("The sheet at the end takes back what it says, if an older peg was changed and won @landing", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  for (const points of [29, 29, 29, 29]) await pegElsewhere(game, 0, points);
  const older = await pegElsewhere(game, 0, 1, { for: "play" });
  await pegElsewhere(game, 1, 2, { for: "play" });
  const last = await pegElsewhere(game, 0, 3, { for: "play" });
  await page.goto(link(game));
  await expect(scores(page)).toHaveText(["120", "2"]);
  const amend = (points) => call(game, "PATCH", `/pegs/${older}`, { id: randomUUID(), points });
  await amend(8);
  const key = sheet(page).getByRole("button", { name: /^Take back/ });
  await expect(key).toHaveText("Take back: Us +3, play");
  // The end is the same, but not the newest peg.
  await call(game, "DELETE", `/pegs/${last}`);
  await expect(key).toHaveText("Take back: Them +2, play");
  await key.click();
  await expect(scores(page)).toHaveText(["121", "0"]);
  await expect(newest(page).first()).toHaveText("Taken back: Them +2, play");
  await expect(undo(page)).toHaveAccessibleName("Undo: Us +8, play");
});

test("A winning peg with a wrong number is put right in the history, and the game goes on", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  for (const points of [29, 29, 29, 29, 14]) await pegElsewhere(game, 0, points, { for: "other" });
  await page.goto(link(game));
  await expect(sheet(page)).toContainText("121");
  await page.goto(`${baseURL}/#/history?id=${game.id}`);
  await page.getByRole("button", { name: "Change: Us +14" }).click();
  await page.locator(".peg-numbers").getByRole("button", { name: "4", exact: true }).click();
  await expect.poll(() => call(game, "GET", "")).toMatchObject({ status: "playing", sides: [{ score: 120 }, {}] });
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: "Back to the table" }).click();
  await expect(scores(page)).toHaveText(["120", "0"]);
});

test("The sheet at the end tells the end as it is after the pegs of another phone", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  for (const points of [29, 29, 29, 29]) await pegElsewhere(game, 0, points);
  await pegElsewhere(game, 1, 29);
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  const pegs = "**/pegs/*";
  await page.route(pegs, (route) => route.fulfill({ status: 200, contentType: "text/html", body: "Sign in" }));
  await peg(page, 0, 8);
  await expect(sheet(page)).toContainText("A double skunk, by 92.");
  for (const points of [29, 5]) await pegElsewhere(game, 1, points);
  await expect(sheet(page)).toContainText("121\u2060–\u206063.");
  await expect(sheet(page)).toContainText("A skunk, by 58.");
  await page.unroute(pegs);
});

test("The next deal moves the crib, and Undo takes back first the deal, then the peg before it @landing", async ({
  page,
}) => {
  await start(page);
  await peg(page, 0, 8);
  await expect(dealKey(page)).toHaveAccessibleName("Deal 2, next. Crib: Them");
  await expect(crib(page)).toHaveText("Us");
  await dealKey(page).click();
  await expect(newest(page)).toHaveText(["Deal 2", "Crib: Them"]);
  await expect(crib(page)).toHaveText("Them");
  await expect(undo(page)).toHaveAccessibleName("Undo: deal 2");
  await takeBack(page);
  await expect(newest(page)).toHaveText(["Taken back: deal 2", "this phone"]);
  await expect(crib(page)).toHaveText("Us");
  await takeBack(page);
  await expect(newest(page)).toHaveText(["Taken back: Us +8, play", "this phone"]);
  await expect(scores(page)).toHaveText(["0", "0"]);
  await expect(undo(page)).toBeHidden();
  await page.keyboard.press("u");
  await expect(question(page)).toContainText("Nothing has been pegged yet.");
});

test("A phone that joins later knows what Undo takes back", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await pegElsewhere(game, 0, 5);
  await call(game, "PUT", "/deals/2", { id: crypto.randomUUID() });
  await page.goto(link(game));
  await expect(undo(page)).toHaveAccessibleName("Undo: deal 2");
});

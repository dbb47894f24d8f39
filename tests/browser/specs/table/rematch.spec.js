import { randomUUID } from "node:crypto";
import {
  answer,
  awaitTable,
  begin,
  call,
  crib,
  goOffline,
  leave,
  link,
  peg,
  pegAndAnswer,
  pegElsewhere,
  question,
  scores,
  sheet,
  shownGame,
  state,
  tapNumber,
} from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

const LIVE = "Every phone at the table sees this.";

test.use({ tolerated: /ERR_INTERNET_DISCONNECTED|ERR_INCOMPLETE|ERR_CONNECTION_RESET|status of (404|409)/ });

// A game one peg before its end.
async function almostWon(baseURL) {
  const game = await begin(baseURL);
  for (const points of [29, 29, 29, 29]) await pegElsewhere(game, 0, points);
  return game;
}

test("The rematch goes on with the match, the loser deals, and the other phone follows @landing", async ({
  page,
  context,
  baseURL,
}) => {
  const game = await begin(baseURL);
  for (const points of [29, 29, 29, 29]) await pegElsewhere(game, 1, points);
  await page.goto(link(game));
  const other = await context.browser().newContext();
  const second = await other.newPage();
  await second.goto(link(game));
  await peg(page, 1, 5);
  await expect(sheet(second)).toBeVisible();
  await sheet(page).getByRole("button", { name: "Rematch" }).click();
  await expect(scores(page)).toHaveText(["0", "0"]);
  await expect(crib(page)).toHaveText("Us");
  await expect(page.locator(".tile .games")).toHaveText(["match 0", "match 3"]);
  await sheet(second).getByRole("button", { name: "Go to the rematch" }).click();
  await expect(scores(second)).toHaveText(["0", "0"]);
  await peg(second, 0, 4);
  await expect(scores(page)).toHaveText(["4", "0"]);
  await other.close();
});

test("Back from a table leads to Home: from one that was resumed, from a link to share, and from a rematch @landing", async ({
  page,
  baseURL,
}) => {
  const game = await almostWon(baseURL);
  const home = async () => {
    await page.goBack();
    await expect(page.locator("main")).toHaveClass("view-home");
  };
  await page.goto(link(game));
  await expect(scores(page)).toHaveText(["116", "0"]);
  await home();
  await page.getByRole("link", { name: /^Resume/ }).click();
  await expect(scores(page)).toHaveText(["116", "0"]);
  await home();
  await page.getByRole("link", { name: /^Resume/ }).click();
  await peg(page, 0, 8);
  await sheet(page).getByRole("button", { name: "Rematch" }).click();
  await expect(scores(page)).toHaveText(["0", "0"]);
  await home();
});

test("The history of a game whose rematch has begun takes nothing back", async ({ page, baseURL }) => {
  const game = await almostWon(baseURL);
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  await leave(page, "History");
  const back = page.getByRole("button", { name: /^Change/ });
  await expect(back).toHaveCount(4);
  await pegElsewhere(game, 0, 8);
  await expect(back).toHaveCount(5);
  await call({ ...game, id: randomUUID() }, "PUT", "", { rematch_of: game.id });
  await expect(back).toHaveCount(0);
  await expect(page.locator(".past-peg")).toHaveCount(5);
});

test("A rematch begun without a network is begun once, however often it is asked for @landing", async ({
  page,
  context,
  baseURL,
}) => {
  const game = await almostWon(baseURL);
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  await goOffline(page);
  await peg(page, 0, 8);
  await sheet(page)
    .getByRole("button", { name: "Rematch" })
    .evaluate((key) => {
      key.click();
      key.click();
    });
  await expect(scores(page)).toHaveText(["0", "0"]);
  const rematch = await shownGame(page);
  await peg(page, 1, 7);
  await page.goto(`${baseURL}/#/table?id=${game.id}`);
  await expect(scores(page)).toHaveText(["121", "0"]);
  await sheet(page).getByRole("button", { name: "Go to the rematch" }).click();
  await expect(scores(page)).toHaveText(["0", "7"]);
  expect((await shownGame(page)).id).toBe(rematch.id);
  await context.setOffline(false);
  await expect(state(page)).toHaveText(LIVE, { timeout: 20_000 });
  expect(await call(game, "GET", "")).toMatchObject({ rematch: rematch.id });
  expect(await call({ ...game, id: rematch.id }, "GET", "")).toMatchObject({ sides: [{ score: 0 }, { score: 7 }] });
});

test("A rematch that the other phone was first to begin is left, and what was tapped on it is not lost unread", async ({
  page,
  context,
  baseURL,
}) => {
  const game = await almostWon(baseURL);
  await pegElsewhere(game, 0, 8);
  await page.goto(link(game));
  await expect(sheet(page)).toBeVisible();
  await goOffline(page);
  await sheet(page).getByRole("button", { name: "Rematch" }).click();
  await expect(scores(page)).toHaveText(["0", "0"]);
  const own = await shownGame(page);
  const other = { ...game, id: randomUUID() };
  await call(other, "PUT", "", { rematch_of: game.id });
  await page.route("**/pegs/*", (route) => route.abort("internetdisconnected"));
  await peg(page, 1, 7);
  await context.setOffline(false);
  await expect(question(page)).toContainText("The other phone has begun the rematch.", { timeout: 20_000 });
  await tapNumber(page, 0, 4);
  await expect(scores(page)).toHaveText(["0", "7"]);
  await expect(question(page)).toContainText("The other phone has begun the rematch.");
  await answer(page, "Go to the rematch");
  await awaitTable(page, other);
  await expect(scores(page)).toHaveText(["0", "0"]);
  await page.goto(`${baseURL}/#/table?id=${own.id}`);
  await expect(scores(page)).toHaveText(["0", "7"]);
  await page.unroute("**/pegs/*");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(question(page)).toContainText(
    "The other phone has begun the rematch. 1 peg from here was not counted.",
    { timeout: 20_000 },
  );
  await answer(page, "Go to the rematch");
  await awaitTable(page, other);
  await pegAndAnswer(page, 0, 3);
  expect(await call(other, "GET", "")).toMatchObject({ sides: [{ score: 3 }, { score: 0 }] });
});

test.describe("where both phones begin the rematch", () => {
  test.use({ tolerated: /status of 409|ERR_INTERNET_DISCONNECTED|fetching the script/ });
  test("The later one, where nothing was pegged, goes to the rematch of the other by itself", async ({
    page,
    context,
    baseURL,
  }) => {
    const game = await begin(baseURL);
    for (const points of [29, 29, 29, 29, 5]) await pegElsewhere(game, 1, points);
    await page.goto(link(game));
    await expect(state(page)).toHaveText(LIVE);
    await expect(sheet(page)).toBeVisible();
    await goOffline(page);
    await sheet(page).getByRole("button", { name: "Rematch" }).click();
    const theirs = { ...game, id: randomUUID() };
    await call(theirs, "PUT", "", { rematch_of: game.id });
    await context.setOffline(false);
    await awaitTable(page, theirs);
    await pegAndAnswer(page, 0, 4);
    expect(await call(theirs, "GET", "")).toMatchObject({ sides: [{ score: 4 }, { score: 0 }] });
  });
});

import {
  answer,
  begin,
  call,
  goOffline,
  leave,
  link,
  newest,
  peg,
  pegAndAnswer,
  pegElsewhere,
  question,
  scores,
  start,
  state,
} from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

const LIVE = "Every phone at the table sees this.";

test("A link without the token looks on, and keeps its hands off", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await page.goto(`/#/table?id=${game.id}`);
  await expect(state(page)).toHaveText("You are watching live.");
  await expect(page.locator(".keys, .rail, .undo")).toHaveCount(0);
  await expect(page.locator(".who")).toBeHidden();
  await pegElsewhere(game, 0, 6);
  await expect(scores(page)).toHaveText(["6", "0"]);
});

test("Whoever looks on is shown the link to look on, and nothing else under it", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await page.goto(`/#/table?id=${game.id}`);
  await expect(state(page)).toHaveText("You are watching live.");
  await leave(page, "Share");
  await expect(page.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "The link" })).toHaveValue(`${baseURL}/#/table?id=${game.id}`);
  const own = (node) => [...node.childNodes].filter((child) => child instanceof Text).map(({ data }) => data);
  expect(await page.locator("main").evaluate(own)).toEqual([]);
  await expect(page.locator("main")).not.toContainText("null");
});

test("The link for the second phone carries the token in its fragment alone, and the address bar forgets it @landing", async ({
  page,
  context,
}) => {
  await start(page);
  await expect(state(page)).toHaveText(LIVE);
  await leave(page, "Share");
  const shared = await page.getByRole("textbox", { name: "The link" }).inputValue();
  expect(shared).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#\/table\?id=[0-9a-f-]{36}&token=[\w-]{43}$/);
  await expect(page.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  const other = await context.browser().newContext();
  const second = await other.newPage();
  const asked = [];
  second.on("request", (request) => asked.push(request.url()));
  await second.goto(shared);
  await second
    .getByRole("dialog", { name: "Who are you?" })
    .getByRole("button", { name: /^Orange/ })
    .click();
  await peg(second, 1, 6);
  await expect(scores(second)).toHaveText(["6", "0"]);
  await expect(second.locator(".tile .side-name")).toHaveText(["Us", "Them"]);
  await second.reload();
  await expect(scores(second)).toHaveText(["6", "0"]);
  await expect(second.getByRole("dialog", { name: "Who are you?" })).toBeHidden();
  await expect(second).toHaveURL(/#\/table\?id=[0-9a-f-]{36}$/);
  expect(asked.filter((url) => url.includes(shared.split("token=")[1]))).toEqual([]);
  await page.getByRole("link", { name: "Back to the table" }).click();
  await expect(scores(page)).toHaveText(["0", "6"]);
  await other.close();
});

test.describe("with a token that is not the game's", () => {
  // The service is asked whether a token is the right one, and says no with a status.
  test.use({ tolerated: /status of 40[14]|ERR_INTERNET_DISCONNECTED|fetching the script/ });

  test("A link with a made-up token does not take the place of the one that keeps the table", async ({
    page,
    baseURL,
  }) => {
    const game = await begin(baseURL);
    await page.goto(link(game));
    await expect(state(page)).toHaveText(LIVE);
    await page.goto(`${baseURL}/#/`);
    const asked = page.waitForResponse((answer) => answer.status() === 404);
    await page.goto(link({ ...game, token: "x".repeat(43) }));
    await asked;
    await pegAndAnswer(page, 0, 8);
    await expect(scores(page)).toHaveText(["8", "0"]);
    expect(await call(game, "GET", "")).toMatchObject({ sides: [{ score: 8 }, { score: 0 }] });
  });

  test("A link with another token opens the table that this phone keeps, when nobody can be asked", async ({
    page,
    baseURL,
  }) => {
    const game = await begin(baseURL);
    await page.goto(link(game));
    await expect(state(page)).toHaveText(LIVE);
    await page.goto(`${baseURL}/#/`);
    await goOffline(page);
    await page.goto(link({ ...game, token: "x".repeat(43) }));
    await peg(page, 0, 8);
    await expect(scores(page)).toHaveText(["8", "0"]);
    await page.context().setOffline(false);
    await expect(state(page)).toHaveText(LIVE);
    expect(await call(game, "GET", "")).toMatchObject({ sides: [{ score: 8 }, { score: 0 }] });
  });

  test("A link that was opened with a wrong letter in its token is replaced by the right one", async ({
    page,
    baseURL,
  }) => {
    const game = await begin(baseURL);
    const wrong = game.token.startsWith("A") ? "B" : "A";
    await page.goto(link({ ...game, token: wrong + game.token.slice(1) }));
    await peg(page, 0, 8);
    await expect(question(page)).toContainText(/Not counted: .* Ask for the link once more\./);
    await answer(page, "All right");
    await page.goto(`${baseURL}/#/`);
    await page.goto(link(game));
    await expect(page).toHaveURL(/#\/table\?id=[0-9a-f-]{36}$/);
    await pegAndAnswer(page, 1, 6);
    await expect(newest(page)).toHaveText(["Them +6 play", "this phone"]);
    expect(await call(game, "GET", "")).toMatchObject({ sides: [{ score: 0 }, { score: 6 }] });
    await leave(page, "Share");
    await expect(page.getByRole("textbox", { name: "The link" })).toHaveValue(link(game).replace("&side=0", ""));
  });
});

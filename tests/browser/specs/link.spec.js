import { begin, call, link, peg, pegElsewhere, scores, start, state } from "../scorer.js";
import { expect, test } from "../test.js";

const LIVE = "Every phone at the table sees this.";

test("A link without the token looks on, and keeps its hands off", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await page.goto(`/#/table?id=${game.id}`);
  await expect(state(page)).toHaveText("You are looking on, live.");
  await expect(page.locator(".side-key")).toHaveCount(0);
  await pegElsewhere(game, 0, 6);
  await expect(scores(page)).toHaveText(["6", "0"]);
});

test("The link for the second phone carries the token in its fragment alone, and the address bar forgets it", async ({
  page,
  context,
}) => {
  await start(page);
  await expect(state(page)).toHaveText(LIVE);
  await page.getByRole("link", { name: "Share" }).click();
  const shared = await page.getByRole("textbox", { name: "The link" }).inputValue();
  expect(shared).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#\/table\?id=[0-9a-f-]{36}&token=[\w-]{43}$/);
  await expect(page.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  const other = await context.browser().newContext();
  const second = await other.newPage();
  const asked = [];
  second.on("request", (request) => asked.push(request.url()));
  await second.goto(shared);
  await peg(second, 1, 6);
  await expect(scores(second)).toHaveText(["0", "6"]);
  await expect(second).toHaveURL(/#\/table\?id=[0-9a-f-]{36}$/);
  expect(asked.filter((url) => url.includes(shared.split("token=")[1]))).toEqual([]);
  await page.getByRole("link", { name: "Back to the table" }).click();
  await expect(scores(page)).toHaveText(["0", "6"]);
  await other.close();
});

test("A link with a made-up token does not take the place of the one that keeps the table", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  await page.goto(`${baseURL}/#/`);
  await page.goto(link({ ...game, token: "x".repeat(43) }));
  await peg(page, 0, 8);
  await expect(scores(page)).toHaveText(["8", "0"]);
  await expect(state(page)).toHaveText(LIVE);
  expect(await call(game, "GET", "")).toMatchObject({ sides: [{ score: 8 }, { score: 0 }] });
});

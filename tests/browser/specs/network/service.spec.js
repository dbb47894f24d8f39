import {
  begin,
  happened,
  link,
  peg,
  pegAndAnswer,
  pegElsewhere,
  scores,
  shownGame,
  start,
  state,
  tryAgain,
} from "../../support/game/scorer.js";
import { AWAY } from "../../support/browser/service.js";
import { expect, test } from "../../support/browser/test.js";

// A single failure here is a finding, also in CI.
test.describe.configure({ retries: 0 });

const LIVE = "Every phone at the table sees this.";

test.use({ tolerated: new RegExp(`${AWAY}|status of 503`) });

test("The service is killed and started again in the middle: nothing is lost, nothing counts twice @landing", async ({
  page,
  ownService,
}) => {
  await start(page, ownService.url);
  const game = await shownGame(page);
  await pegAndAnswer(page, 0, 8);
  await ownService.kill();
  await peg(page, 1, 5);
  await peg(page, 0, 2);
  await expect(scores(page)).toHaveText(["10", "5"]);
  await expect(state(page)).toHaveText(/2 taps saved on this phone since .*, to be sent\./);
  await ownService.start();
  await tryAgain(page);
  await expect(state(page)).toHaveText(LIVE);
  await pegAndAnswer(page, 1, 1);
  await expect(scores(page)).toHaveText(["10", "6"]);
  expect((await happened(game, "pegged")).map(({ side, points }) => [side, points])).toEqual([
    [0, 8],
    [1, 5],
    [0, 2],
    [1, 1],
  ]);
});

test("An answer that is lost on its way is asked for again, and the peg counts once @landing", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  await page.goto(link(game));
  let lost = 0;
  await page.route("**/pegs/*", async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await pegAndAnswer(page, 0, 8);
  await expect(scores(page)).toHaveText(["8", "0"]);
  expect(lost).toBe(1);
  await expect(scores(page)).toHaveText(["8", "0"]);
  expect(await happened(game, "pegged")).toHaveLength(1);
});

test("A service in trouble is waited for as long as it asks @landing", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await page.clock.install();
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  let asked = 0;
  let well = false;
  await page.route("**/pegs/*", (route) => {
    asked += 1;
    if (well) return route.continue();
    return route.fulfill({
      status: 503,
      headers: { "Retry-After": "30" },
      contentType: "application/problem+json",
      json: { type: "/problems/busy", status: 503 },
    });
  });
  // The thirty seconds begin with the answer.
  const answered = page.waitForResponse("**/pegs/*");
  await peg(page, 0, 8);
  await answered;
  await expect(state(page)).toHaveText(/^1 tap saved on this phone since/);
  await page.clock.runFor(20_000);
  await expect(state(page)).toHaveText(/^1 tap saved on this phone/);
  well = true;
  // The requests may have begun a little later than this clock: the page gives up its lease first.
  const later = async () => {
    if (asked < 2) await page.clock.runFor(1000);
    return asked;
  };
  await expect.poll(later, { intervals: [100] }).toBe(2);
  await expect(state(page)).toHaveText(LIVE);
  expect(asked).toBe(2);
});

async function show(page, visibility) {
  await page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, visibility);
}

test("A page that nobody sees lets its live line go after a minute, and takes it up when it is seen", async ({
  page,
  baseURL,
}) => {
  const lines = new Set();
  page.on("request", (request) => request.url().includes("/live") && lines.add(request));
  page.on("requestfailed", (request) => lines.delete(request));
  const game = await begin(baseURL);
  await page.clock.install();
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  await show(page, "hidden");
  await page.clock.runFor(30_000);
  await show(page, "visible");
  await page.clock.runFor(30_000);
  await expect(state(page)).toHaveText(LIVE);
  await show(page, "hidden");
  await page.clock.runFor(61_000);
  await expect.poll(() => lines.size).toBe(0);
  await page.clock.runFor(60_000);
  expect(lines.size).toBe(0);
  await pegElsewhere(game, 1, 6);
  await show(page, "visible");
  await expect(scores(page)).toHaveText(["0", "6"]);
  await expect(state(page)).toHaveText(LIVE);
  expect(lines.size).toBe(1);
});

test("A hall's page to sign in, in the service's stead, takes no tap away @landing", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  let asked = 0;
  const answers = [
    { contentType: "text/html", body: "<!doctype html><title>Welcome to the hall</title>" },
    { contentType: "application/json", json: { portal: "sign in" } },
  ];
  await page.route("**/pegs/*", (route) => route.fulfill({ status: 200, ...answers[asked++ % 2] }));
  await peg(page, 0, 8);
  await peg(page, 1, 4);
  await expect.poll(() => asked).toBeGreaterThan(1);
  await expect(state(page)).toHaveText(/^2 taps saved on this phone/);
  await page.reload();
  await expect(scores(page)).toHaveText(["8", "4"]);
  await page.unroute("**/pegs/*");
  await expect(state(page)).toHaveText(LIVE, { timeout: 20_000 });
  expect((await happened(game, "pegged")).map(({ points }) => points)).toEqual([8, 4]);
});

test("A service that was put back to an older copy is believed", async ({ page, ownService }) => {
  await start(page, ownService.url);
  await pegAndAnswer(page, 0, 8);
  await ownService.kill();
  await ownService.copy();
  await ownService.start();
  await tryAgain(page);
  await pegAndAnswer(page, 1, 5);
  await expect(scores(page)).toHaveText(["8", "5"]);
  await ownService.kill();
  await expect(state(page)).toHaveText(/^No connection since/);
  await ownService.putBack();
  await ownService.start();
  await tryAgain(page);
  await expect(scores(page)).toHaveText(["8", "0"]);
  await pegAndAnswer(page, 1, 2);
  await expect(scores(page)).toHaveText(["8", "2"]);
});

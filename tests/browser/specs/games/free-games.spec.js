import {
  awaitTable,
  begin,
  call,
  link,
  peg,
  pegElsewhere,
  scores,
  shownGame,
  start,
  takeBack,
  tapNumber,
} from "../../support/game/scorer.js";
import { disk } from "../../support/browser/journal.js";
import { AWAY, Service } from "../../support/browser/service.js";
import { closePages, expect, test } from "../../support/browser/test.js";

test.use({ tolerated: new RegExp(`status of (404|410|429|503)|${AWAY}`) });

const past = (page) => page.locator(".past-games li");
const detail = (page) => page.locator(".bar-row .detail");

/** Runs a test on a service with these variables. */
async function withService(env, browser, use) {
  const service = new Service({ env });
  await service.start();
  try {
    await use(service);
  } finally {
    await closePages(browser);
    await service.close();
  }
}

const refuseAsDamaged = (route) =>
  route.fulfill({
    status: 503,
    headers: { "Retry-After": "60" },
    contentType: "application/problem+json",
    body: JSON.stringify({ type: "/problems/damaged", title: "…", status: 503, detail: "The game is damaged." }),
  });

const statusOf = async ({ base, id }) => (await fetch(`${base}/api/v1/games/${id}`)).status;

test("A game too many for one day stays on the phone, holds nothing else up, and is sent later", async ({
  page,
  browser,
}) => {
  await withService({ PEGOUT_FREE_GAMES: "1" }, browser, async (service) => {
    const first = await begin(service.url);
    await page.goto(link(first));
    await peg(page, 0, 4);
    await start(page, service.url);
    const second = await shownGame(page);
    await expect(detail(page)).toHaveText("Kept here, sent later");
    await peg(page, 0, 6);
    await peg(page, 1, 3);
    await expect(scores(page)).toHaveText(["6", "3"]);
    await expect(detail(page)).toHaveText("Kept here, sent later");
    expect(await statusOf(second)).toBe(404);
    await page.locator(".menu-key").click();
    await expect(
      page.getByText(/Too many games were begun on this network within a day\. .* sends it after/),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await page.goto(`${service.url}/#/table?id=${first.id}`);
    await expect(scores(page)).toHaveText(["4", "0"]);
    await peg(page, 1, 5);
    await expect.poll(async () => (await call(first, "GET", "")).sides[1].score, "the other game goes on").toBe(5);
    // The service counts in memory: a restart is the next day.
    await service.kill();
    await service.start();
    await page.goto(`${service.url}/#/table?id=${second.id}`);
    await page.reload();
    await expect.poll(() => statusOf(second)).toBe(200);
    await expect(detail(page)).not.toHaveText("Kept here, sent later");
    await expect.poll(async () => (await call(second, "GET", "")).sides.map(({ score }) => score)).toEqual([6, 3]);
  });
});

test("The phone says in French that a game is sent later", async ({ browser, elsewhere }) => {
  await withService({ PEGOUT_FREE_GAMES: "1" }, browser, async (service) => {
    await begin(service.url);
    const page = await elsewhere({ locale: "fr-CA" });
    await page.goto(`${service.url}/#/start`);
    await expect(page.locator(".start-rules")).not.toBeEmpty();
    await page.getByRole("button", { name: "Commencer" }).click();
    await expect(detail(page)).toHaveText("Gardé ici, envoyé plus tard");
  });
});

test("A game that the service has removed stays in My games with its history", async ({ page, browser }) => {
  await withService({}, browser, async (service) => {
    const game = await begin(service.url, { sides: [{ name: "Ann" }, { name: "Bob" }] });
    for (let at = 0; at < 24; at += 1)
      await pegElsewhere(game, at % 2, at === 0 ? 29 : 2, { for: at === 0 ? "hand" : "play" });
    await call(game, "PUT", "/result", { scores: [121, 97] });
    await page.goto(link(game));
    await expect(scores(page)).toHaveText(["121", "97"]);
    await page.goto(`${service.url}/#/games`);
    await expect(past(page)).toHaveText(/Ann won\s*Bob 121.–.97/);
    await expect(past(page)).not.toContainText("kept on this phone");
    // If the disk is slow, this page holds the history until the disk takes it.
    const kept = async () => (await disk(page))["pegout-past"]?.past.map(({ events }) => events.length);
    await expect.poll(kept, { message: "the first visit keeps the history", timeout: 60_000 }).toEqual([26]);
    await service.kill();
    await service.start({ PEGOUT_KEEP_GAMES: "1s" });
    await expect.poll(() => statusOf(game), { timeout: 60_000 }).toBe(410);
    await page.goto(`${service.url}/#/table?id=${game.id}`);
    await expect(detail(page)).toHaveText("Kept on this phone");
    await expect.poll(async () => (await disk(page)).pegout.tables.map(({ removed }) => removed)).toEqual([true]);
    await page.goto(`${service.url}/#/games`);
    await page.reload();
    await expect(past(page)).toHaveText(/Ann won\s*Bob 121.–.97 .*, kept on this phone/);
    await page.goto(`${service.url}/#/history?id=${game.id}`);
    await expect(page.getByText("The service has removed this game. This phone keeps it.")).toBeVisible();
    await expect(page.locator(".past li").filter({ hasText: "+29" })).toHaveCount(1);
    await expect(page.locator(".past li").filter({ hasText: "+2play" })).toHaveCount(23);
    const other = await browser.newPage();
    await other.goto(link(game));
    await expect(other.getByText("This game was removed: nobody had changed it for long.")).toBeVisible();
  });
});

test("A game that goes while it is watched is shown as kept at once, and can be scored again when a backup brings it back", async ({
  page,
  browser,
}) => {
  const keys = page.locator(".keys button");
  await withService({}, browser, async (service) => {
    const game = await begin(service.url);
    await pegElsewhere(game, 0, 4);
    await service.kill();
    await service.copy();
    await service.start({ PEGOUT_KEEP_UNPLAYED: "10s" });
    await page.goto(link(game));
    await expect(scores(page)).toHaveText(["4", "0"]);
    await pegElsewhere(game, 1, 2);
    await expect(scores(page)).toHaveText(["4", "2"]);
    await expect(keys).not.toHaveCount(0);
    await expect(detail(page), "without a reload").toHaveText("Kept on this phone", { timeout: 60_000 });
    await expect(keys).toHaveCount(0);
    await service.kill();
    await service.putBack();
    await service.start({ PEGOUT_KEEP_UNPLAYED: "0" });
    await page.reload();
    await expect(detail(page)).not.toHaveText("Kept on this phone");
    await expect(scores(page)).toHaveText(["4", "0"]);
    await peg(page, 1, 5);
    await expect.poll(async () => (await call(game, "GET", "")).sides.map(({ score }) => score)).toEqual([4, 5]);
  });
});

// A request passes a route by if the service worker takes the page over while the route is set.
test.describe("without the service worker", () => {
  test.use({ serviceWorkers: "block", tolerated: /status of 503|Service Worker registration blocked/ });

  test("A damaged game holds back no other game of the phone", async ({ page, browser }) => {
    await withService({}, browser, async (service) => {
      const [damaged, other] = [await begin(service.url), await begin(service.url)];
      for (const game of [other, damaged]) {
        await page.goto(link(game));
        await awaitTable(page, game);
        await expect(scores(page)).toHaveText(["0", "0"]);
      }
      // Answers as the service does for a game that it cannot read.
      await page.route(`**/api/v1/games/${damaged.id}**`, refuseAsDamaged);
      await page.route(`**/api/v1/games/${damaged.id}/**`, refuseAsDamaged);
      await peg(page, 0, 4);
      await page.goto(`${service.url}/#/table?id=${other.id}`);
      await expect(scores(page)).toHaveText(["0", "0"]);
      // Nobody closes these pegs: the page sends them by itself. The damaged game waits for a minute and does not delay them.
      for (const score of [2, 4, 6]) {
        await tapNumber(page, 1, 2);
        await expect.poll(async () => (await call(other, "GET", "")).sides[1].score).toBe(score);
      }
      await takeBack(page);
      await expect.poll(async () => (await call(other, "GET", "")).sides[1].score).toBe(4);
      await page.goto(`${service.url}/#/table?id=${damaged.id}`);
      await expect(detail(page)).toHaveText("Kept here, sent later");
      await page.locator(".menu-key").click();
      await expect(page.getByText("The game is damaged.")).toBeVisible();
      await page.keyboard.press("Escape");
      await page.unroute(`**/api/v1/games/${damaged.id}**`);
      await page.unroute(`**/api/v1/games/${damaged.id}/**`);
      await page.reload();
      await expect.poll(async () => (await call(damaged, "GET", "")).sides[0].score).toBe(4);
    });
  });
});

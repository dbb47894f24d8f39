// If the phone keeps nothing, every view opens, and the pegs are sent.
import { DISKS } from "../../support/browser/disks.js";
import { disk } from "../../support/browser/journal.js";
import {
  begin,
  call,
  goOffline,
  happened,
  link,
  openTable,
  peg,
  pegElsewhere,
  scores,
  start,
  state,
  tryAgain,
} from "../../support/game/scorer.js";
import { ANN, Hall, joinAs } from "../../support/night/hall.js";
import { Club, openAsCoordinator } from "../../support/night/night.js";
import { expect, test } from "../../support/browser/test.js";
import { AWAY } from "../../support/browser/service.js";

const UNSAVED = /this phone cannot keep it: leave this page open/;

test.use({ tolerated: new RegExp(`${AWAY}|ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 4(09|22)`) });

for (const [name, spoil] of Object.entries(DISKS)) {
  test.describe(`With ${name}`, () => {
    test("a table is watched and kept, and the page says that it must stay open @landing", async ({
      page,
      baseURL,
    }) => {
      const game = await begin(baseURL, { sides: [{ name: "Ann" }, { name: "Bob" }] });
      await page.addInitScript(spoil);
      await page.goto(`${baseURL}/#/table?id=${game.id}`);
      await expect(scores(page)).toHaveText(["0", "0"]);
      await expect(state(page)).toHaveText("You are watching live.");
      await page.goto("about:blank");
      await page.goto(link(game));
      await peg(page, 0, 2);
      await expect(state(page)).toHaveText(UNSAVED);
      await expect(page.getByText("Not kept: leave the page open")).toBeVisible();
      await expect.poll(async () => (await call(game, "GET", "")).sides[0].score).toBe(2);
      await goOffline(page);
      await peg(page, 1, 3);
      await expect(state(page)).toHaveText(/1 tap is on this page alone/);
      await page.context().setOffline(false);
      await tryAgain(page);
      await expect(state(page)).toHaveText(UNSAVED);
      expect((await happened(game, "pegged")).map(({ points }) => points)).toEqual([2, 3]);
    });

    test("a game is begun, a night joined and a night run", async ({ page, ownService }) => {
      const hall = await new Hall(ownService.url).openPublic(8);
      await page.addInitScript(spoil);
      await start(page, ownService.url);
      await peg(page, 0, 2);
      await expect(state(page)).toHaveText(UNSAVED);
      await page.goto("about:blank");
      await joinAs(page, hall, ANN);
      await page.goto("about:blank");
      const club = new Club(ownService.url);
      await openAsCoordinator(page, club, `check-in?id=${hall.id}`);
      await page.getByRole("link", { name: "Tables" }).first().click();
      await page.getByRole("button", { name: /^Draw the first round/ }).click();
      await page.getByRole("button", { name: "Draw round 1 now" }).click();
      await expect(page.locator(".table-card").first()).toBeVisible();
    });
  });
}

for (const [lang, words] of [
  ["en", "Not kept: leave the page open"],
  ["fr", "Non gardé\u00a0: ne fermez pas"],
]) {
  test.describe(`On the narrowest phone, in ${lang}`, () => {
    test.use({ viewport: { width: 320, height: 568 } });

    test("the words at the foot have two lines at most", async ({ page, baseURL }) => {
      const game = await begin(baseURL);
      await page.addInitScript(DISKS["a full disk"]);
      await page.goto(link(game).replace("#", `?lang=${lang}#`));
      const foot = page.getByText(words);
      await expect(foot).toBeVisible();
      const heights = (node) => [node.offsetHeight, Number.parseFloat(getComputedStyle(node).lineHeight)];
      const [height, line] = await foot.evaluate(heights);
      expect(Math.round(height / line)).toBeLessThanOrEqual(2);
    });
  });
}

for (const name of ["a database that never answers", "a full disk"]) {
  test(`When ${name} is whole again, the disk gets the taps and shows the games that it had`, async ({
    page,
    baseURL,
  }) => {
    const [known, game] = [await begin(baseURL), await begin(baseURL)];
    await openTable(page, known);
    await page.addInitScript(DISKS[name]);
    await page.goto("about:blank");
    await page.goto(link(game));
    await expect(scores(page)).toHaveText(["0", "0"]);
    await goOffline(page);
    await peg(page, 0, 2);
    await expect(state(page)).toHaveText(/1 tap is on this page alone/);
    await page.evaluate(() => void window.mendDisk());
    await expect(state(page)).toHaveText(/saved on this phone/, { timeout: 30_000 });
    await page.evaluate(() => void (location.hash = "#/games"));
    await expect(page.locator(".open-game")).toHaveCount(2);
    const [other] = await Promise.all([page.context().newPage(), page.close()]);
    await other.context().setOffline(false);
    await other.goto(`${baseURL}/#/table?id=${game.id}`);
    await expect(scores(other)).toHaveText(["2", "0"]);
    await expect.poll(async () => (await call(game, "GET", "")).sides[0].score).toBe(2);
  });
}

test("A tab of an older page that holds the database back keeps no view and no tap waiting", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  const old = await page.context().newPage();
  await old.goto(`${baseURL}/healthz`);
  await old.evaluate(async () => {
    const request = indexedDB.open("pegout", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("tables", { keyPath: "id" });
      request.result.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
      request.result.createObjectStore("lease");
    };
    await new Promise((resolve) => (request.onsuccess = resolve));
    window.held = request.result;
  });
  await page.goto(link(game));
  await expect(state(page)).toHaveText(UNSAVED);
  await goOffline(page);
  await peg(page, 0, 2);
  await old.close();
  await expect(state(page)).toHaveText(/saved on this phone/, { timeout: 30_000 });
  await page.reload();
  await expect(scores(page)).toHaveText(["2", "0"]);
});

test("On a full disk the kept histories make room for a tap", async ({ page, baseURL }) => {
  const [past, game] = [await begin(baseURL), await begin(baseURL)];
  await openTable(page, past);
  await page.evaluate((id) => void (location.hash = `#/history?id=${id}`), past.id);
  await expect(page.locator(".past li").first()).toBeVisible();
  await page.goto(link(game));
  await page.evaluate((name) => {
    const { put, add, delete: remove } = IDBObjectStore.prototype;
    const full = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    Object.assign(IDBObjectStore.prototype, { put: full, add: full });
    IDBObjectStore.prototype.delete = function (key) {
      if (this.name === name) Object.assign(IDBObjectStore.prototype, { put, add, delete: remove });
      return remove.call(this, key);
    };
  }, "past");
  await goOffline(page);
  await peg(page, 0, 2);
  await expect(state(page)).toHaveText(/saved on this phone/);
  await page.reload();
  await expect(scores(page)).toHaveText(["2", "0"]);
});

test("A log that the disk refused is written at a later change, and the game then names its version", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  for (let at = 0; at < 11; at += 1) await pegElsewhere(game, at % 2, 2, { for: "play" });
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    window.refused = 0;
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name !== "past") return put.apply(this, given);
      window.refused += 1;
      throw new DOMException("full", "QuotaExceededError");
    };
    window.mendDisk = () => Object.assign(IDBObjectStore.prototype, { put });
  });
  await openTable(page, game);
  // After the first refusal the page makes room, and writes once more.
  await page.waitForFunction(() => window.refused >= 2);
  await page.evaluate(() => void window.mendDisk());
  const past = () =>
    page.evaluate(async (id) => {
      const { savedGames } = await window.moduleOf("/game/saved-games.ts");
      savedGames.dispatchEvent(new Event("change"));
      return savedGames.get(id).past;
    }, game.id);
  await expect.poll(past, { timeout: 30_000 }).toBe(12);
  expect((await disk(page))["pegout-past"].past.map(({ events }) => events.length)).toEqual([12]);
});

test("A view that needs no game is drawn before the disk answers @landing", async ({ page, baseURL }) => {
  await page.clock.install();
  await page.addInitScript(DISKS["a database that never answers"]);
  await page.goto(baseURL);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto("about:blank");
  await page.goto(`${baseURL}/#/count`);
  await expect(page.locator(".panel .slots")).toBeVisible();
  await page.evaluate(() => void (location.hash = "#/"));
  await expect(page.locator(".panel .slots")).toBeVisible();
  await page.clock.runFor(2100);
  await expect(page.locator(".ways-on .keep")).toBeVisible();
});

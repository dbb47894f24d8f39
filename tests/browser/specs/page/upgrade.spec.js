import { randomUUID } from "node:crypto";
import { editions, EDITIONS, expect, keepsWhole, NEWEST, test } from "../../support/editions/front.js";
import { today } from "../../support/night/hall.js";
import { Club } from "../../support/night/night.js";
import {
  beginOld,
  letTimePass,
  OLD_LIVE,
  oldState,
  openOld,
  pegOld,
  shownOld,
  signInOld,
  tapOld,
} from "../../support/editions/old-page.js";
import { begin, call, goOffline, happened, pegElsewhere, scores, state, tryAgain } from "../../support/game/scorer.js";
import { AWAY } from "../../support/browser/service.js";

test.use({ tolerated: new RegExp(`${AWAY}|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Refused to apply style`) });

const CARDS = ["five of hearts", "five of diamonds", "five of spades", "jack of clubs", "five of clubs"];

async function story(game) {
  const events = await happened(game, "pegged", "peg_taken_back", "deal_begun");
  return events.map(({ kind, side, points }) => (kind === "pegged" ? `${side}+${points}` : kind)).join(" ");
}

test("The page of 0.1.0 plays a game to 121 and begins the rematch", async ({ page, front }) => {
  await openOld(page, front.url);
  const game = { base: front.url, id: await beginOld(page) };
  await pegOld(page, [0, 8], [1, 12], [1, 2]);
  await tapOld(page, "Undo");
  await tapOld(page, "Next deal");
  await page.getByRole("link", { name: "Count it" }).click();
  for (const card of CARDS) await page.getByRole("button", { name: card, exact: true }).click();
  await page.getByRole("button", { name: "Peg 29 points for Us" }).click();
  await pegOld(page, [0, 24], [1, 24], [0, 28], [0, 29], [0, 3]);
  await expect(page.getByRole("dialog")).toContainText("Us beat Them, 121\u2060–\u206036.");
  await page.getByRole("button", { name: "Rematch" }).click();
  await expect(page.locator(".score")).toHaveText(["0", "0"]);
  const rematch = { base: front.url, id: await shownOld(page) };
  await pegOld(page, [1, 7]);
  await expect(oldState(page)).toHaveText(OLD_LIVE);
  const sides = [{ score: 121 }, { score: 36 }];
  expect(await call(game, "GET", "")).toMatchObject({
    status: "finished",
    winner: 0,
    deal: 2,
    sides,
    rematch: rematch.id,
  });
  expect(await story(rematch)).toBe("1+7");
});

test("The page of 0.1.0 checks in eight for the coordinator, and joins the night and keeps score", async ({
  page,
  front,
  elsewhere,
}) => {
  test.slow();
  const club = new Club(front.url);
  // A database of its time shows its lists to everybody.
  await club.ask("PUT", "/league", { name: "Cribbage league", public: true });
  const players = await club.members(8);
  const { id, join_code: code } = await club.night({ date: today() });
  const hasPaid = async (name) => (await club.look(id)).entries.find((entry) => entry.name === name)?.paid;
  await openOld(page, front.url);
  await signInOld(page, `check-in?id=${id}`);
  for (const { name } of players) {
    await page.getByRole("button", { name }).click();
    // That page forgets a tick that comes before it has heard of the entry: people tick again.
    await expect(async () => {
      await page.getByRole("checkbox", { name: `${name} has paid` }).check();
      await expect.poll(() => hasPaid(name), { timeout: 2000 }).toBe(true);
    }).toPass();
  }
  // The old page's live stream has no token. A state without fees from the stream may replace the answer with the fees.
  await expect(page.locator(".count")).toHaveText(/^8 here · (all paid|8 unpaid) · 2 tables of four$/);
  await expect(page.getByText("sending…")).toHaveCount(0);
  const noted = (await club.look(id)).entries.map(({ name, paid }) => [name, paid]);
  expect(noted).toEqual(players.map(({ name }) => [name, true]));

  const phone = await elsewhere();
  await openOld(phone, front.url);
  await phone.evaluate((hash) => (location.hash = hash), `#/join-night?code=${code}`);
  await phone.getByRole("button", { name: "Ann Archer" }).click();
  await expect(phone.locator(".whose")).toHaveText(/^Ann Archer · /);
  await page.getByRole("link", { name: "Tables", exact: true }).click();
  await tapOld(page, "Draw the first round");
  await tapOld(page, "Draw round 1 now");
  await expect(page.getByRole("heading", { name: "Round 1" })).toBeVisible();
  await tapOld(phone, "Keep score");
  const game = { base: front.url, id: await shownOld(phone) };
  await pegOld(phone, [0, 8], [1, 6]);
  await expect(oldState(phone)).toHaveText(OLD_LIVE);
  const table = (await club.look(id)).rounds[0].tables.find(({ game_id }) => game_id === game.id);
  expect(table.sides.map(({ score }) => score)).toEqual([8, 6]);
  expect((await happened(game, "pegged")).map(({ by }) => by)).toEqual(["Ann Archer", "Ann Archer"]);
});

test("An upgrade loses nothing that the page of 0.1.0 had not sent, and counts nothing twice @landing", async ({
  page,
  context,
  front,
}) => {
  test.slow();
  await openOld(page, front.url);
  const game = { base: front.url, id: await beginOld(page) };
  await pegOld(page, [0, 12]);
  await expect(oldState(page)).toHaveText(OLD_LIVE);
  await page.route("**/pegs/*", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await pegOld(page, [1, 7]);
  await expect.poll(() => story(game)).toBe("0+12 1+7");
  await goOffline(page);
  await page.unroute("**/pegs/*");
  await pegOld(page, [0, 8], [1, 4]);
  await tapOld(page, "Undo");
  await tapOld(page, "Next deal");
  await pegOld(page, [1, 2]);
  await expect(oldState(page)).toHaveText(/^6 taps saved on this phone/);
  const begun = { base: front.url, id: await beginOld(page) };
  await pegOld(page, [0, 29], [0, 29], [0, 29], [1, 20], [0, 29], [0, 5]);
  await page.getByRole("button", { name: "Rematch" }).click();
  await expect(page.locator(".score")).toHaveText(["0", "0"]);
  const rematch = { base: front.url, id: await shownOld(page) };
  await pegOld(page, [1, 6]);
  await expect(oldState(page)).toHaveText(/^2 taps saved on this phone/);

  front.upgrade();
  await letTimePass(page);
  await page.route("**/api/v1/games/**", (route) => route.abort());
  await context.setOffline(false);
  await page.reload();
  await keepsWhole(page, NEWEST);
  await page.reload();
  expect(await editions(page)).toEqual([NEWEST]);
  const kept = async ({ id }, points, words) => {
    await page.evaluate((hash) => (location.hash = hash), `#/table?id=${id}`);
    await expect(scores(page)).toHaveText(points);
    await expect(state(page)).toHaveText(words);
  };
  await kept(game, ["20", "9"], /^6 taps/);
  await kept(begun, ["121", "20"], /^7 taps/);
  await kept(rematch, ["0", "6"], /^2 taps/);

  await page.unroute("**/api/v1/games/**");
  await tryAgain(page);
  await expect(state(page)).toHaveText(OLD_LIVE);
  await expect.poll(() => story(game)).toBe("0+12 1+7 0+8 1+4 peg_taken_back deal_begun 1+2");
  expect(await story(begun)).toBe("0+29 0+29 0+29 1+20 0+29 0+5");
  expect(await story(rematch)).toBe("1+6");
  expect(await call(begun, "GET", "")).toMatchObject({ status: "finished", rematch: rematch.id });
});

for (const edition of EDITIONS) {
  test.describe(`Of ${edition}`, () => {
    test.use({ edition });
    test("every file of the page is recorded, and opens without a network", async ({ page, front }) => {
      await new Club(front.url).ask("PUT", "/league", { name: "Cribbage league", public: true });
      await openOld(page, front.url, edition);
      // A file that is missing would come from the service.
      await page.goto(`${front.url}/tv`);
      await expect(page.locator("#board")).not.toBeEmpty();
      expect(await editions(page)).toEqual([edition]);
      await page.goto(`${front.url}/#/coordinator`);
      await expect(page.locator("#password")).toBeVisible();
      expect(await editions(page)).toEqual([edition]);
      await goOffline(page);
      await page.goto(`${front.url}/#/start`);
      await page.reload();
      await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
      expect(await editions(page)).toEqual([edition]);
    });

    test("a game with amended pegs and its history are shown", async ({ page, front }) => {
      const game = await begin(front.url);
      const hand = await pegElsewhere(game, 0, 8, { for: "hand" });
      await pegElsewhere(game, 1, 6, { for: "hand" });
      await openOld(page, front.url, edition);
      await page.evaluate((id) => (location.hash = `#/table?id=${id}`), game.id);
      const shown = page.locator(".score");
      await expect(shown).toHaveText(["8", "6"]);
      await call(game, "PATCH", `/pegs/${hand}`, { id: randomUUID(), side: 1, points: 10 });
      await expect(shown).toHaveText(["0", "16"]);
      await call(game, "DELETE", `/pegs/${hand}`);
      await expect(shown).toHaveText(["0", "6"]);
      await page.evaluate((id) => (location.hash = `#/history?id=${id}`), game.id);
      await expect(page.getByText("The game begins.").first()).toBeVisible();
      expect(await editions(page)).toEqual([edition]);
    });

    test("the worker is followed by one that keeps the whole new page at once", async ({ page, front }) => {
      await openOld(page, front.url, edition);
      front.upgrade();
      await page.reload();
      await keepsWhole(page, NEWEST);
      await goOffline(page);
      for (const [hash, shown] of [
        ["#/start", ".start-form"],
        ["#/count", ".suit"],
      ]) {
        await page.goto(`${front.url}/${hash}`);
        await page.reload();
        await expect(page.locator(shown).first()).toBeVisible();
        expect(await editions(page)).toEqual([NEWEST]);
      }
    });
  });
}

for (const hasWorker of [true, false]) {
  test(`A page of 0.1.0 ${hasWorker ? "with" : "without"} a worker becomes the new one when it asks for a view after an upgrade`, async ({
    page,
    front,
  }) => {
    if (!hasWorker) {
      await page.addInitScript(() => {
        ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error("forbidden"));
      });
      await page.goto(front.url);
    } else await openOld(page, front.url);
    const game = { base: front.url, id: await beginOld(page) };
    await pegOld(page, [0, 12]);
    await expect(oldState(page)).toHaveText(OLD_LIVE);
    if (hasWorker) await goOffline(page);
    else await page.context().setOffline(true);
    await pegOld(page, [1, 7]);
    await expect(oldState(page)).toHaveText(/^1 tap saved on this phone/);
    front.upgrade();
    await page.context().setOffline(false);
    await page.evaluate(() => (location.hash = "#/coordinator"));
    await expect(page.locator("#password")).toBeVisible();
    await expect.poll(() => editions(page)).toEqual([NEWEST]);
    expect(await page.evaluate(() => location.hash)).toBe("#/coordinator");
    await expect.poll(() => story(game)).toBe("0+12 1+7");
  });
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { launchOptions } from "../../support/browser/chromium.js";
import { go } from "../../support/night/club.js";
import {
  allSent,
  commandsOnDisk,
  cut,
  cutAnswer,
  disk,
  done,
  evening,
  history,
  killBrowser,
  mend,
  openAgain,
  waiting,
} from "../../support/browser/journal.js";
import { enterResult, openAsCoordinator, swapSeats } from "../../support/night/night.js";
import { goOffline, sheet } from "../../support/game/scorer.js";
import { expect, foot, named, openRound, player, test, TOLERATED } from "../../support/night/tonight.js";

// A single failure here is a finding, also in CI.
test.describe.configure({ retries: 0 });

// A request that passes a worker is not always seen by a route.
test.use({ tolerated: new RegExp(`${TOLERATED.source}|blocked by Playwright`), serviceWorkers: "block" });

// Six changes in seven requests: Zoé comes and pays, a guest is new, both tables have ended, and round 2 is drawn.
async function work(page, { id, tables }) {
  await player(page, "Zoé Zwick").click();
  await page.getByRole("checkbox", { name: "Zoé Zwick has paid" }).check();
  await page.getByText("Someone else").click();
  await page.getByLabel("A new name").fill("Yves Yelle");
  await named(page, "Add and check in").click();
  await go(page, `tables?id=${id}`);
  for (const [at, table] of tables.entries()) {
    await enterResult(page, table, 0, { 1: 90 + at });
    await expect(sheet(page)).toHaveCount(0);
  }
  await named(page, "Draw round 2").click();
  await named(sheet(page), "Draw round 2 now").click();
  await waiting(page, 7);
}

const ALL = {
  events: ["entered Zoé Zwick", "entered Zoé Zwick paid", "entered Yves Yelle guest", "round_drawn"],
  lost: [90, 91],
  rounds: 2,
};
const NOTHING = { events: [], lost: [0, 0], rounds: 1 };

const WAYS = {
  "a reload": async (page) => {
    await page.reload();
    return page;
  },
  "the closing of the page": openAgain,
};

for (const [way, leave] of Object.entries(WAYS)) {
  test(`What the coordinator does without a network outlives ${way}, and is sent once and in order @landing`, async ({
    page,
    context,
    club,
  }) => {
    const night = await evening(club);
    await openAsCoordinator(page, club, `check-in?id=${night.id}`);
    await cut(context);
    await work(page, night);
    const opened = await leave(page);
    await openAsCoordinator(opened, club, `tables?id=${night.id}`);
    await waiting(opened, 7);
    await expect(opened.getByText("sending…")).toHaveCount(3);
    expect(await done(club, night)).toEqual(NOTHING);
    await mend(opened);
    await allSent(opened);
    await expect(opened.getByRole("heading", { name: /^Round 2/ })).toBeVisible();
    await expect(foot(opened)).toHaveText("");
    expect(await done(club, night)).toEqual(ALL);
  });
}

test("Control: where nothing is written to the disk, it is lost", async ({ page, context, club }) => {
  await context.addInitScript(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (...values) {
      return this.name === "commands" ? this.get(0) : add.apply(this, values);
    };
  });
  const night = await evening(club);
  await openAsCoordinator(page, club, `check-in?id=${night.id}`);
  await cut(context);
  await work(page, night);
  const opened = await openAgain(page);
  await openAsCoordinator(opened, club, `tables?id=${night.id}`);
  await mend(opened);
  await allSent(opened);
  expect(await done(club, night)).toEqual(NOTHING);
});

test("It outlives a browser that is killed @landing", async ({ club }) => {
  test.slow();
  const night = await evening(club);
  const profile = await mkdtemp(join(tmpdir(), "pegout-profile-"));
  const open = () => chromium.launchPersistentContext(profile, { ...launchOptions, locale: "en-CA" });
  const first = await open();
  const [page] = first.pages();
  await openAsCoordinator(page, club, `check-in?id=${night.id}`);
  await cut(first);
  await work(page, night);
  await expect.poll(() => commandsOnDisk(page)).toHaveLength(7);
  const ended = new Promise((resolve) => first.once("close", resolve));
  killBrowser(profile);
  await ended;
  const second = await open();
  await cut(second);
  const [opened] = second.pages();
  await openAsCoordinator(opened, club, `tables?id=${night.id}`);
  await waiting(opened, 7);
  expect(await done(club, night)).toEqual(NOTHING);
  await mend(opened);
  await allSent(opened);
  expect(await done(club, night)).toEqual(ALL);
  await second.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 10 });
});

// True once the page's worker keeps every script that the page has loaded.
async function keepsAll() {
  const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
  const kept = await Promise.all(scripts.map(({ name }) => caches.match(name)));
  return kept.every(Boolean);
}

test.describe("with a worker that keeps the page", () => {
  test.use({ serviceWorkers: "allow" });
  test("Without any network the page opens, and says what waits @landing", async ({ page, context, club }) => {
    const night = await evening(club);
    await openAsCoordinator(page, club, `check-in?id=${night.id}`);
    await expect.poll(() => page.evaluate(keepsAll)).toBe(true);
    await goOffline(page);
    await player(page, "Zoé Zwick").click();
    await waiting(page, 1);
    await page.reload();
    await waiting(page, 1);
    await context.setOffline(false);
    await allSent(page);
    expect((await done(club, night)).events).toEqual(["entered Zoé Zwick"]);
  });
});

// Does `act` without an answer, opens the page again, and lets the page send the commands again.
async function repeat(page, act, view) {
  await cutAnswer(page.context());
  await act();
  await expect(foot(page)).toHaveText(/^No answer since/);
  await page.reload();
  await expect(foot(page)).toHaveText(/^No answer since/);
  await mend(page);
  await allSent(page);
  await go(page, view);
}

test("An answer that is lost before a reload is asked for again, and nothing is done twice @landing", async ({
  page,
  club,
}) => {
  test.slow();
  const { id } = await club.gathered(4);
  await club.ask("PATCH", `/nights/${id}`, { games_per_night: 1 });
  const before = (await history(club, id)).length;
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  const add = async () => {
    await page.getByText("Someone else").click();
    await page.getByLabel("A new name").fill("Yves Yelle");
    await named(page, "Add and check in").click();
  };
  await repeat(page, add, `tables?id=${id}`);
  const draw = async () => {
    await named(page, "Draw the first round: 5 players").click();
    await named(sheet(page), "Draw round 1 now").click();
  };
  await repeat(page, draw, `tables?id=${id}`);
  const { tables } = await openRound(club, id);
  const swap = async () => {
    await swapSeats(page, 1, ...tables.map(({ sides }) => sides[0].players[0].name));
  };
  await repeat(page, swap, `money?id=${id}`);
  const fiftyFifty = async () => {
    await page.getByRole("button", { name: /^Draw the 50/ }).click();
    await named(sheet(page), "Draw now").click();
  };
  await repeat(page, fiftyFifty, `tables?id=${id}`);
  await club.play(
    id,
    (await openRound(club, id)).tables.map(({ sides }) => sides.slice(1).map(() => 90)),
  );
  await expect(page.getByText("Every table has finished round 1.")).toBeVisible();
  const finish = async () => {
    await named(page, "Finish the night").click();
    await named(sheet(page), "Finish the night").click();
  };
  await repeat(page, finish, `tables?id=${id}`);
  const events = (await history(club, id)).slice(before).map(({ kind }) => kind);
  const once = ["entered", "settings_taken", "round_drawn", "reseated", "fifty_fifty_drawn", "finished"];
  expect(events.filter((kind) => kind !== "settings_taken")).toEqual(once.filter((kind) => kind !== "settings_taken"));
  const { players } = await club.ask("GET", "/players");
  expect(players.filter(({ name }) => name === "Yves Yelle")).toHaveLength(1);
  expect((await openRound(club, id)).tables.map(({ sides }) => sides[0].players[0].name)).toEqual(
    tables.map(({ sides }) => sides[0].players[0].name).reverse(),
  );
});

test("Control: without its id a new player is added twice", async ({ page, context, club }) => {
  const { id } = await club.gathered(2);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await cutAnswer(context, ({ name, active_member }) => ({ name, active_member }));
  await page.getByText("Someone else").click();
  await page.getByLabel("A new name").fill("Yves Yelle");
  await named(page, "Add and check in").click();
  await waiting(page, 2);
  await mend(page);
  await allSent(page);
  const { players } = await club.ask("GET", "/players");
  expect(players.filter(({ name }) => name === "Yves Yelle")).toHaveLength(2);
});

// Closes the page as a person does, and says no if the browser asks.
async function isAsked(page) {
  const asked = page.waitForEvent("dialog").then(async (dialog) => {
    await dialog.dismiss();
    return dialog.type();
  });
  const closed = page.waitForEvent("close").then(() => "closed");
  await page.close({ runBeforeUnload: true });
  return Promise.race([asked, closed]);
}

test("Where the browser forbids a database the coordinator goes on, and is asked before the page closes @landing", async ({
  page,
  context,
  club,
}) => {
  const night = await evening(club);
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("forbidden", "SecurityError");
    };
  });
  await openAsCoordinator(page, club, `check-in?id=${night.id}`);
  await cut(context);
  await player(page, "Zoé Zwick").click();
  await waiting(page, 1);
  expect(await isAsked(page)).toBe("beforeunload");
  await mend(page);
  await expect(page.getByText("sending…")).toHaveCount(0);
  expect((await done(club, night)).events).toEqual(["entered Zoé Zwick"]);
});

test("Control: a page whose changes are on the disk closes unasked", async ({ page, context, club }) => {
  const night = await evening(club);
  await openAsCoordinator(page, club, `check-in?id=${night.id}`);
  await cut(context);
  await player(page, "Zoé Zwick").click();
  await waiting(page, 1);
  expect(await isAsked(page)).toBe("closed");
});

test("The phones' databases are as they were, and the changes have one of their own", async ({ page, club }) => {
  const night = await evening(club);
  await openAsCoordinator(page, club, `check-in?id=${night.id}`);
  await player(page, "Zoé Zwick").click();
  await allSent(page);
  const databases = await page.evaluate(() => indexedDB.databases());
  expect(databases.sort((one, other) => one.name.localeCompare(other.name))).toEqual([
    { name: "pegout", version: 2 },
    { name: "pegout-commands", version: 1 },
  ]);
  const stores = Object.entries(await disk(page)).map(([name, one]) => [name, Object.keys(one)]);
  expect(Object.fromEntries(stores)).toEqual({
    pegout: ["lease", "nights", "outbox", "tables"],
    "pegout-commands": ["commands", "lease"],
  });
});

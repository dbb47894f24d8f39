import { violations } from "../../support/browser/axe.js";
import { TAILED } from "../../support/browser/glyphs.js";
import { Hall } from "../../support/night/hall.js";
import { layoutFaults } from "../../support/browser/layout.js";
import { heading, turnUntil, TV } from "../../support/night/television.js";
import { expect, test } from "../../support/browser/test.js";

// 32 px of 1920.
const LEAST = 1.66;
const asked = { least: LEAST, drawings: ".tv-track, .tv-code, .mark, .tv-peg" };
const LONG = [
  "Marie-Antoinette de la Bellefeuille-Desrochers",
  "Wolfeschlegelsteinhausenbergerdorff".repeat(3).slice(0, 100),
  "Jean-François Pelletier-Archambault",
  "Bartholomew Featherstonehaugh Jr.",
  "مريم عبد الرحمن",
  "Zoé",
  ...TAILED,
];
const LEAGUE = "Ligue Égyptienne du Jeudi, à Québec-Joly, pour qui joue au crib de la Rive-Sud à Montmagny";

// The label on the track of a game that was called off covers the track on purpose.
const faults = async (page) =>
  (await layoutFaults(page, asked)).filter((fault) => !/^(called off|annulée): over/.test(fault));

/** Plays a night of `count` players, and calls `look` at each of its screens. */
async function watchNight(page, base, { count, theme, look }) {
  const opened = await new Hall(base).openPublic(0, { date: "2098-01-01" });
  const season = { name: "Saison 2026-2027 du club", starts: "2026-01-01", ends: "2099-01-01" };
  const { id: season_id } = await opened.call("POST", "/seasons", season);
  await opened.call("PUT", "/league", { name: LEAGUE });
  const hall = await new Hall(base).openPublic(Math.max(0, count - LONG.length), { season_id, games_per_night: 1 });
  for (const name of LONG.slice(0, count)) await hall.add(name);
  await page.clock.install();
  await page.goto(`${base}${TV}?night=${hall.id}&theme=${theme}#token=${hall.token}`);
  const screen = async (name, shown) => {
    await turnUntil(page, () => expect(page.locator(shown).first()).toBeVisible({ timeout: 1500 }));
    await look(name);
  };
  await page.locator(".tv-letters").waitFor();
  await screen("who is here", ".tv-list li");
  const tables = await hall.draw();
  await screen("seats", ".tv-list .tv-number");
  for (const [at, table] of tables.entries()) {
    for (let taps = 0; taps <= at % 5; taps += 1) await hall.peg(table, at % 2, 24);
  }
  if (tables.length > 2) {
    await hall.call("PUT", `/games/${tables[1].game_id}/void`, { reason: "The lights went out" });
    await hall.result(tables[2], 60);
  }
  await screen("race", ".tv-row");
  await hall.call("POST", `/nights/${hall.id}/fifty-fifty`);
  for (const [at, table] of (await hall.tables()).entries()) {
    if (table.status === "playing") await hall.result(table, 60 + at);
  }
  await screen("standings", ".tv-ranking li");
  await hall.finish();
  await screen("podium", ".tv-step");
  await screen("season", ".tv-ranking li");
}

const SIZES = [
  [1280, 720, 60],
  [1920, 1080, 23],
  [1920, 1080, 60],
  [3840, 2160, 60],
  [1280, 720, 4],
  [1024, 768, 39],
  [1080, 1920, 15],
];
const LOOKS = [
  ["en-CA", "light"],
  ["fr-CA", "dark"],
];
for (const [width, height, count] of SIZES) {
  for (const [locale, theme] of LOOKS) {
    test.describe(`${width} × ${height}, ${count} players, ${locale}, ${theme}`, () => {
      test.use({ viewport: { width, height }, locale });
      test("All of the board is on the screen, large enough, and nothing over anything else", async ({
        page,
        ownService,
      }) => {
        test.setTimeout(180_000);
        const found = {};
        const look = async (name) => {
          const wrong = await faults(page);
          if (wrong.length > 0) found[name] = wrong;
        };
        await watchNight(page, ownService.url, { count, theme, look });
        expect(found).toEqual({});
      });
    });
  }
}

test("Letters with deep tails stand clear of the accents under them where many share a step of the podium", async ({
  page,
  ownService,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const hall = await new Hall(ownService.url).openPublic(0, { games_per_night: 1 });
  for (const letter of ["", "b", "c", "d"])
    for (const name of ["مريم عبد الرحمن", "Égypte Jégou"]) await hall.add(name + letter);
  for (const table of await hall.draw()) await hall.result(table, 60);
  await hall.finish();
  await page.clock.install();
  await page.goto(`${ownService.url}${TV}?night=${hall.id}#token=${hall.token}`);
  await turnUntil(page, () => expect(page.locator(".tv-step.more .tv-name").first()).toBeVisible({ timeout: 1500 }));
  expect(await faults(page)).toEqual([]);
});

test("An average fits beside the name and the total on the list beside the podium", async ({ page, ownService }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const hall = await new Hall(ownService.url).openPublic(9, { games_per_night: 2 });
  await hall.draw();
  await hall.results();
  const late = await hall.add("Marie-Claude Desrochers");
  await hall.call("PUT", `/nights/${hall.id}/entries/${late.id}`, { paid: true, excused: [1], reason: "came late" });
  for (const table of await hall.draw()) {
    const side = table.sides.findIndex(({ players }) => players.some(({ id }) => id === late.id));
    const scores = table.sides.map((_, at) => (at === (side === 0 ? 1 : 0) ? 121 : 20));
    await hall.call("PUT", `/games/${table.game_id}/result`, { scores });
  }
  await hall.finish();
  await page.clock.install();
  await page.goto(`${ownService.url}${TV}?night=${hall.id}#token=${hall.token}`);
  const line = page.locator(".tv-end .tv-places li", { hasText: "avg. 101.00" });
  await turnUntil(page, () => expect(line).toBeVisible({ timeout: 1500 }));
  await expect(line.locator(".tv-name")).toHaveText(/Desrochers$/);
  expect(await faults(page)).toEqual([]);
});

test("Letters with deep tails stand clear of the accents of the side under them in the race", async ({
  page,
  ownService,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const hall = await new Hall(ownService.url).openPublic(0, { games_per_night: 1 });
  for (let at = 0; at < 43; at += 1) await hall.add(`${at % 2 === 0 ? "مريم عبد الرحمن" : "Âgé Jégou"} ${at}`);
  const drawn = await hall.draw();
  const seated = drawn.flatMap(({ sides }) => sides.flatMap(({ players }) => players));
  const [deep, high] = [true, false].map((isDeep) => seated.filter(({ name }) => name.startsWith("م") === isDeep));
  // The last table, of three, takes one of the 21 between two of the 22.
  const tables = drawn.map(({ number, sides }) => {
    const seats = sides.map(({ players }, at) => (at % 2 === 0 ? deep : high).splice(0, players.length));
    return { number, sides: seats.map((players) => players.map(({ id }) => id)) };
  });
  await hall.call("PUT", `/nights/${hall.id}/rounds/1/seats`, { tables, reason: "Friends sit together." });
  for (const table of drawn) await hall.peg(table, 0, 12);
  await page.clock.install();
  await page.goto(`${ownService.url}${TV}?night=${hall.id}#token=${hall.token}`);
  for (const row of [".tv-row:not(.sides-3)", ".sides-3"]) {
    await turnUntil(page, () => expect(page.locator(row).first()).toBeVisible({ timeout: 1500 }));
    expect(await faults(page)).toEqual([]);
  }
});

for (const theme of ["dark", "light"]) {
  test.describe(theme, () => {
    test.use({ viewport: { width: 1280, height: 720 } });
    test(`Every screen of the board has names, and colours that are easy to tell apart: ${theme}`, async ({
      page,
      ownService,
    }) => {
      test.setTimeout(180_000);
      const look = async (name) => expect(await violations(page), name).toEqual([]);
      await watchNight(page, ownService.url, { count: 11, theme, look });
    });
  });
}

test("Texts that are cut, small, or over something are reported", async ({ page, ownService }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const hall = await new Hall(ownService.url).openPublic(4);
  const [table] = await hall.draw();
  await hall.peg(table, 0, 12);
  await page.goto(hall.base + TV);
  await expect(heading(page)).toHaveText("Round 1 of 4");
  expect(await faults(page)).toEqual([]);
  const reported = async (selector, property, value) => {
    await page.evaluate(
      ([selector, property, value]) => document.querySelector(selector).style.setProperty(property, value),
      [selector, property, value],
    );
    const found = await faults(page);
    await page.evaluate(
      ([selector, property]) => document.querySelector(selector).style.removeProperty(property),
      [selector, property],
    );
    return found.join("\n");
  };
  expect(await reported("#foot", "font-size", "12px")).toBe("");
  expect(await reported("#heading", "font-size", "20px")).toContain("hundredths of the width");
  expect(await reported(".tv-name", "width", "40px")).toContain("beyond tv-name");
  expect(await reported(".tv-scores", "translate", "-20rem")).toContain("over tv-track");
  expect(await reported(".tv-sides", "translate", "0 -24rem")).toContain("Round 1 of 4: over");
  expect(await reported(".tv-scores", "translate", "20rem")).toContain("beyond BODY");
  expect(await faults(page)).toEqual([]);
});

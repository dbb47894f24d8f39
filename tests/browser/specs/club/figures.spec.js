import { faults, overflow, smallTargets } from "../../support/browser/axe.js";
import { AWAY } from "../../support/browser/service.js";
import { expect, test } from "../../support/browser/test.js";
import { cells } from "../../support/night/ending.js";
import { ANN, Hall } from "../../support/night/hall.js";
import { linkOf } from "../../support/night/links.js";

test.use({ tolerated: new RegExp(`${AWAY}|status of 401`) });

const SEASON = { name: "Winter", starts: "2026-01-01", ends: "2099-01-01" };
const LAPTOP = { viewport: { width: 1280, height: 800 } };
const WINDOWS = [
  { width: 390, height: 664 },
  { width: 1280, height: 800 },
];
const SMALL = { viewport: { width: 320, height: 568 }, locale: "fr-CA", colorScheme: "dark" };

/** A season with a finished night of four rounds at which eight play, and the games of each round. */
async function played(base, { isPublic = true } = {}) {
  const hall = new Hall(base);
  await hall.open(0, { date: "2098-01-01" });
  if (isPublic) await hall.publish();
  const season = await hall.call("POST", "/seasons", SEASON);
  await hall.open(8, { season_id: season.id });
  const rounds = [];
  for (let round = 0; round < 4; round += 1) {
    rounds.push(await hall.draw());
    await hall.results();
  }
  await hall.finish();
  return { hall, season: season.id, games: rounds.flat() };
}

/** The games of a player as the draws have them: `isWon`, the partners and the opponents. The first side wins each game. */
function gamesOf(games, name) {
  const names = (side) => side.players.map((player) => player.name);
  return games.flatMap(({ sides }) => {
    const own = sides.findIndex((side) => names(side).includes(name));
    if (own < 0) return [];
    const partners = names(sides[own]).filter((other) => other !== name);
    return [{ isWon: own === 0, partners, opponents: sides.filter((_, at) => at !== own).flatMap(names) }];
  });
}

function times(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

const sorted = (rows) => rows.map(String).sort();

test("From the season's standings a name leads to the player's games, partners and opponents", async ({
  page,
  ownService,
  elsewhere,
}) => {
  const { hall, season, games } = await played(ownService.url);
  const own = gamesOf(games, ANN);
  const won = own.filter(({ isWon }) => isWon).length;
  await page.goto(`${hall.base}/#/standings?season=${season}`);
  await page.getByRole("link", { name: ANN }).click();
  await expect(page.locator(".big-figures dd").first()).toHaveText("1");
  await expect(page.locator(".big-figures dd").nth(1)).toHaveText(`${won} of ${own.length}`);
  const section = (title) => page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) });
  for (const [title, role] of [
    ["Partners", "partners"],
    ["Opponents", "opponents"],
  ]) {
    await section(title)
      .locator("details")
      .evaluateAll((folds) => folds.forEach((fold) => (fold.open = true)));
    const shown = (await cells(section(title).locator("tbody tr"))).map((texts) => texts.slice(0, 2));
    expect(sorted(shown)).toEqual(sorted([...times(own.flatMap((game) => game[role]))]));
  }
  const opponent = own[0].opponents[0];
  await section("Opponents").getByRole("link", { name: opponent }).click();
  const against = own.filter((game) => game.opponents.includes(opponent)).length;
  await expect(page.locator(".against li").first()).toContainText(new RegExp(`^${against} games? against each other`));
  await expect(page.locator(".against tbody tr")).toHaveCount(against);
  expect(await faults(page, WINDOWS)).toEqual({});

  const small = await elsewhere(SMALL);
  const ann = hall.players.find(({ name }) => name === ANN).id;
  for (const view of [
    `player?id=${ann}`,
    `race?season=${season}`,
    `records?season=${season}`,
    `meetings?season=${season}`,
  ]) {
    await small.goto(`${hall.base}/#/${view}`);
    await expect(small.locator(".figure-view h2").first()).toBeVisible();
    expect(await overflow(small), view).toBeLessThanOrEqual(0);
    expect(await smallTargets(small, ".figure-view a, .figure-view summary, .figure-view select"), view).toEqual([]);
  }
});

test("Who met whom is a square on a laptop, and two lists on a phone", async ({ page, ownService, elsewhere }) => {
  const { hall, season, games } = await played(ownService.url);
  const met = times(gamesOf(games, ANN).flatMap(({ opponents }) => opponents));
  const missing = hall.players.map(({ name }) => name).filter((name) => name !== ANN && !met.has(name));
  await page.goto(`${hall.base}/#/meetings?season=${season}`);
  await page.getByLabel("Player").selectOption(ANN);
  await expect(page.locator(".met li")).toHaveCount(met.size);
  for (const [name, n] of met)
    await expect(page.locator(".met li", { hasText: name })).toHaveText(
      n === 1 ? `${name} 1 time` : `${name} ${n} times`,
    );
  const rest = page.locator(".meeting-lists p").last();
  if (missing.length === 0) await expect(rest).toHaveText("Everybody was met.");
  for (const name of missing) await expect(rest).toContainText(name);
  await expect(page.locator(".meeting-square")).toBeHidden();

  const laptop = await elsewhere(LAPTOP);
  await laptop.goto(`${hall.base}/#/meetings?season=${season}`);
  await expect(laptop.locator(".meeting-square tbody tr")).toHaveCount(hall.players.length);
  const row = laptop.locator(".meeting-square tbody tr", { has: laptop.getByRole("link", { name: ANN }) });
  const heads = (await laptop.locator(".meeting-square thead th").allTextContents()).map((name) => name.trim());
  const counts = await row.locator("td").allTextContents();
  const square = heads.flatMap((name, at) => (Number(counts[at]) > 0 ? [[name, Number(counts[at])]] : []));
  expect(sorted(square)).toEqual(sorted([...met]));
});

test("A personal link opens its player's figures in a league that is not public, and a stranger is refused", async ({
  page,
  ownService,
  elsewhere,
}) => {
  const { hall, season } = await played(ownService.url, { isPublic: false });
  const ann = hall.players.find(({ name }) => name === ANN);
  const stranger = await elsewhere({});
  for (const view of [`player?id=${ann.id}`, `race?season=${season}`]) {
    await stranger.goto(`${hall.base}/#/${view}`);
    await expect(stranger.locator(".notice")).not.toHaveText("");
    await expect(stranger.locator(".figure-view")).toBeHidden();
  }
  const club = { base: hall.base, ask: (method, path, body) => hall.call(method, path, body) };
  await page.goto((await linkOf(club, ann.id)).url);
  await page.getByRole("link", { name: "My figures" }).click();
  await expect(page.locator(".figure-view h2")).toHaveText(ANN);
  await expect(page.locator(".big-figures dd").first()).toHaveText("1");
});

test("The race has the places after each night, and the records their holders", async ({ page, ownService }) => {
  const { hall, season } = await played(ownService.url);
  const rows = await hall.standings();
  await page.goto(`${hall.base}/#/race?season=${season}`);
  const lines = page.locator(".figure-table tbody tr");
  await expect(lines).toHaveCount(rows.length);
  const shown = await cells(lines);
  expect(sorted(shown.map(([name, place]) => [name, place]))).toEqual(
    sorted(rows.map(({ name, place }) => [name, place ?? ""])),
  );
  await page.getByRole("link", { name: "Records" }).click();
  const best = rows.filter(({ place }) => place === 1).map(({ name }) => name);
  const record = page.locator(".records dt", { hasText: "Best card" });
  await expect(record).toContainText(String(rows[0].total).replace("-", "−"));
  for (const name of best) await expect(record.locator("+ dd")).toContainText(name);
  await page.getByRole("link", { name: "Records of all time" }).click();
  await expect(page.locator(".records dt", { hasText: "Best card" })).toBeVisible();
});

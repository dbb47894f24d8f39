import { dayFromNow, go, goSignedIn, row } from "../../support/night/club.js";
import { openAsCoordinator } from "../../support/night/night.js";
import { sheet } from "../../support/game/scorer.js";
import { expect, named, test, TOLERATED } from "../../support/night/tonight.js";

const PHONE = { width: 390, height: 664 };
const LAPTOP = { width: 1280, height: 800 };

test.use({ tolerated: TOLERATED, viewport: PHONE, acceptDownloads: true });

/** Makes a season with a night every week: `before` nights before today, `after` nights after it. */
async function seasonOf(club, before, after) {
  const days = { starts: dayFromNow(-7 * before), ends: dayFromNow(7 * after) };
  const { id } = await club.ask("POST", "/seasons", { name: "Winter", ...days });
  for (let week = -before; week <= after; week += 1) {
    if (week !== 0) await club.night({ season_id: id, date: dayFromNow(7 * week) });
  }
  return id;
}

const boxOf = (/** @type {import("@playwright/test").Locator} */ node) =>
  node.evaluate((/** @type {Element} */ each) => {
    const { left, top, right, bottom, width } = each.getBoundingClientRect();
    return { left, top: top + scrollY, right, bottom: bottom + scrollY, width };
  });

test("On a phone the desk’s tools stand above its nights, and on a laptop beside them @landing", async ({
  page,
  club,
}) => {
  await seasonOf(club, 3, 12);
  await club.night({ date: dayFromNow(0) });
  await goSignedIn(page, club.base, "coordinator");
  const [tools, nights] = [page.locator(".entries"), page.getByRole("heading", { name: "Winter" })];
  const account = named(page, "Sign out");
  expect((await boxOf(tools)).top).toBeLessThan(PHONE.height);
  expect((await boxOf(tools)).bottom).toBeLessThanOrEqual((await boxOf(nights)).top);
  expect((await boxOf(account)).top).toBeGreaterThan((await boxOf(page.locator(".night-list").last())).bottom);
  await page.screenshot({ path: test.info().outputPath("phone.png"), fullPage: true });

  await page.setViewportSize(LAPTOP);
  const [now, beside, list, own] = await Promise.all(
    [page.locator(".desk > .stack"), tools, page.locator(".nights-part"), account].map(boxOf),
  );
  expect(beside.left).toBeGreaterThan(now.right);
  expect(Math.abs(beside.top - now.top)).toBeLessThan(2);
  // Each column has its own row heights.
  expect(list.top - now.bottom).toBeLessThan(40);
  expect(own.left).toBe(beside.left);
  expect(own.top).toBeLessThan(LAPTOP.height);
  await page.locator(".desk > .stack summary").click();
  expect((await boxOf(page.locator(".account"))).top - (await boxOf(tools)).bottom).toBeLessThan(40);
  await page.screenshot({ path: test.info().outputPath("laptop.png"), fullPage: true });
});

test("A season’s next night comes first, and its last one first of those that were played", async ({ page, club }) => {
  const season = await seasonOf(club, 2, 2);
  const ids = (await club.ask("GET", "/nights")).nights.map(({ id }) => id);
  const order = [ids[2], ids[3], ids[1], ids[0]];
  await goSignedIn(page, club.base, "seasons");
  const shown = (/** @type {string} */ links) =>
    page.locator(links).evaluateAll((all) => all.map((link) => /** @type {any} */ (link).href.split("id=")[1]));
  expect(await shown(".season-part .night")).toEqual(order);
  await go(page, `standings?season=${season}`);
  await expect(page.getByRole("heading", { name: "To come" })).toBeVisible();
  expect(await shown(".nights a")).toEqual(order);
});

test("The money of a night has keys that lead to its parts", async ({ page, club }) => {
  const { id } = await club.gathered(8);
  await openAsCoordinator(page, club, `money?id=${id}`);
  const jumps = page.getByRole("navigation", { name: "On this page" });
  await expect(named(jumps, "Money")).toBeVisible();
  // A hidden part has no key.
  await expect(named(jumps, "Still open")).toBeHidden();
  await club.draw(id);
  await expect(named(jumps, "Still open")).toBeVisible();
  await expect(jumps.getByRole("button")).toHaveText(["Standings", "50/50", "Still open", "Money"]);
  expect((await boxOf(jumps)).bottom).toBeLessThan(PHONE.height / 2);
  const heading = page.getByRole("heading", { name: "Money", exact: true });
  await expect(heading).not.toBeInViewport();
  await named(jumps, "Money").click();
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
});

test("While a round is played every card says how many games it has, since averages rank", async ({ page, club }) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await club.play(id, [[90], [100]]);
  await openAsCoordinator(page, club, `money?id=${id}`);
  const rows = page.locator(".night-standings tbody tr");
  await expect(rows).toHaveCount(8);
  await expect(page.getByText(": average")).toHaveCount(0);
  await club.draw(id);
  await club.play(id, [[97]]);
  await expect(rows.filter({ hasText: "2 games: average" })).toHaveCount(4);
  await expect(rows.filter({ hasText: "1 game: average" })).toHaveCount(4);
});

test("The average stands where it ranks in place of the total, and CSV files are named by what they are of", async ({
  page,
  club,
}) => {
  const season = await seasonOf(club, 1, 1);
  const players = await club.members(4);
  const { id } = await club.night({ season_id: season, date: dayFromNow(0) });
  for (const player of players) await club.enter(id, player.id, { paid: true });
  await club.ask("PATCH", `/nights/${id}`, { games_per_night: 2 });
  await club.draw(id);
  await club.play(id, [[90]]);
  const late = await club.ask("POST", "/players", { name: "Zoé Zéphyr" });
  const more = await club.ask("POST", "/players", { name: "Yan Yale" });
  for (const player of [late, more]) await club.enter(id, player.id, { paid: true });
  const { tables } = (await club.draw(id)).rounds.at(-1);
  await club.play(
    id,
    tables.map(({ sides }) => sides.slice(1).map(() => 90)),
  );
  await club.enter(id, late.id, { excused: [1], reason: "came late" });
  await openAsCoordinator(page, club, `money?id=${id}`);
  const line = (/** @type {string} */ name) => page.locator(".night-standings tr", { hasText: name });
  const { rows } = await club.ask("GET", `/nights/${id}/standings`);
  const { total } = rows.find(({ player_id: player }) => player === late.id);
  const average = total.toFixed(2).replace("-", "−");
  await expect(line("Zoé Zéphyr")).toContainText(`1 game: average ${average}`);
  // A full card shows no average: its total ranks in the same order.
  await expect(line("Ann Archer")).not.toContainText("average");

  const fileOf = async (/** @type {string} */ link) => {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: link }).click();
    return (await download).suggestedFilename();
  };
  expect(await fileOf("For a spreadsheet (CSV)")).toBe(`standings-${dayFromNow(0)}.csv`);
  await go(page, `night?id=${id}`);
  await page.locator(".paper-links summary").click();
  expect(await fileOf("For a spreadsheet (CSV)")).toBe(`standings-${dayFromNow(0)}.csv`);
  await go(page, `standings?season=${season}`);
  await page.locator(".paper-links summary").click();
  expect(await fileOf("For a spreadsheet (CSV)")).toBe("standings-Winter.csv");
});

test("Ticks begin where the words around them do, and what cannot be undone looks like no other key", async ({
  page,
  club,
}) => {
  await club.members(2);
  await goSignedIn(page, club.base, "players");
  // The drawn box is smaller than the input.
  const boxLeft = (/** @type {import("@playwright/test").Locator} */ tick) =>
    tick.evaluate((/** @type {Element} */ input) => {
      const inset = parseFloat(getComputedStyle(input, "::before").left);
      return input.getBoundingClientRect().left + inset;
    });
  const searched = await boxOf(page.getByLabel("Search by name"));
  expect(Math.abs((await boxLeft(page.locator(".roll input").first())) - searched.left)).toBeLessThan(2);
  await row(page, "Bob Baker").getByRole("button").click();
  const save = named(sheet(page), "Save");
  const filled = await save.evaluate((key) => getComputedStyle(key).backgroundColor);
  await named(sheet(page), "Forget this player…").click();
  const forget = named(page, "Forget for good");
  await expect(forget).toBeVisible();
  expect(await forget.evaluate((key) => getComputedStyle(key).backgroundColor)).not.toBe(filled);
  await page.screenshot({ path: test.info().outputPath("forget.png") });
});

test("The league’s page on a laptop has two columns, and its words have room", async ({ page, club }) => {
  await page.setViewportSize(LAPTOP);
  await goSignedIn(page, club.base, "league");
  const [people, programs] = await Promise.all(
    ["Representatives", "Other programs"].map((name) => boxOf(page.locator("section", { hasText: name }).last())),
  );
  expect(programs.left).toBe(people.left);
  expect(people.width).toBeGreaterThan(300);
  await page.screenshot({ path: test.info().outputPath("league.png"), fullPage: true });
});

test("A sentence that ends with an hour has one point", async ({ page, club }) => {
  await page.goto(club.base);
  const words = await page.evaluate(async () => {
    const { t } = await /** @type {any} */ (window).moduleOf("/lib/i18n.ts");
    return [t("club.unsent", { time: "7:00 p.m." }), t("club.unsent", { time: "19 h 00" })];
  });
  expect(words).toEqual([
    "No answer at 7:00 p.m. What you wrote is still here.",
    "No answer at 19 h 00. What you wrote is still here.",
  ]);
});

import { createServer } from "node:http";
import { faults, overflow } from "../../support/browser/axe.js";
import { Hall } from "../../support/night/hall.js";
import { expect, test } from "../../support/browser/test.js";

// The browser logs an error of its own if a frame is refused, and if an answer is 404.
test.use({ tolerated: /frame-ancestors|status of 404|ERR_BLOCKED_BY_RESPONSE/ });

const SIZES = [320, 600].map((width) => ({ width, height: 900 }));

/** Serves a page of another origin with this in it. */
async function site(body) {
  const html = `<!doctype html><html lang="en"><title>The club</title><body>${body}</body></html>`;
  const server = createServer((_, answer) => answer.setHeader("Content-Type", "text/html").end(html));
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  return { url: `http://localhost:${server.address().port}/`, close: () => server.close() };
}

const framed = (address) => `<iframe title="Scores" src="${address}" width="320" height="600"></iframe>`;

/** A public league with a season, a finished night and one in play. */
async function club(base) {
  const hall = new Hall(base);
  await hall.open(8);
  const year = new Date().getFullYear();
  const season = { name: `Saison d’hiver ${year}`, starts: `${year}-01-01`, ends: `${year}-12-31` };
  const { id } = await hall.call("POST", "/seasons", season);
  const players = hall.players;
  const night = async () => {
    hall.id = (await hall.call("POST", "/nights", { date: `${year}-06-15`, season_id: id })).id;
    for (const player of players) await hall.call("PUT", `/nights/${hall.id}/entries/${player.id}`, { paid: true });
  };
  await night();
  await hall.draw();
  await hall.results();
  await hall.finish();
  await night();
  await hall.publish();
  return { hall, season: id, name: season.name };
}

test("A page of another site shows the standings of a season and a night as it goes on, and not the phone page", async ({
  page,
  ownService,
}) => {
  const { hall, season, name } = await club(ownService.url);
  const [first] = await hall.draw();
  const addresses = [`/embed/standings/${season}`, `/embed/night/${hall.id}`, "/", "/tv"];
  const other = await site(addresses.map((path) => framed(ownService.url + path)).join(""));
  await page.addInitScript(() => {
    window.asked = [];
    const note = (name) => window.asked.push(name);
    for (const method of ["getItem", "setItem", "removeItem", "key"]) Storage.prototype[method] = () => note(method);
    indexedDB.open = () => note("indexedDB");
    window.caches && (caches.open = () => note("caches"));
  });
  const sent = [];
  page.on("request", (request) => sent.push(request));
  await page.goto(other.url);
  const [standings, night, phone, tv] = addresses.map((_, at) => page.frameLocator("iframe").nth(at));
  await expect(standings.getByRole("heading", { name })).toBeVisible();
  await expect(standings.locator("tbody tr")).toHaveCount(8);
  const { rows } = await hall.call("GET", `/seasons/${season}/standings`);
  await expect(standings.locator("tbody th")).toHaveText(rows.map(({ name: player }) => player));
  await expect(night.locator(".tables li")).toHaveCount(2);
  await expect(night.locator(".state").first()).toHaveText("Round 1 of 4, live.");
  await hall.peg(first, 1, 12);
  await expect(night.locator(".tables li").first().locator(".side span").nth(1)).toHaveText("12");
  await hall.results();
  await expect(night.getByRole("table").locator("tbody tr")).toHaveCount(8);
  // Controls: views that must not be embedded stay empty on the other site.
  await expect.poll(() => page.frames().filter((frame) => frame.url().startsWith("chrome-error:")).length).toBe(2);
  for (const refused of [phone, tv]) await expect(refused.locator("main")).toHaveCount(0);
  const frames = page.frames().filter((frame) => frame.url().includes("/embed/"));
  expect(frames).toHaveLength(2);
  for (const frame of frames) expect(await frame.evaluate(() => window.asked)).toEqual([]);
  const reads = sent.filter((request) => new URL(request.url()).origin === ownService.url);
  expect([...new Set(reads.map((request) => request.method()))]).toEqual(["GET"]);
  expect([...new Set(sent.map((request) => new URL(request.url()).origin))].sort()).toEqual(
    [ownService.url, new URL(other.url).origin].sort(),
  );
  const ranked = reads
    .map((request) => new URL(request.url()))
    .filter(({ pathname }) => /nights.*\/standings/.test(pathname));
  expect(ranked.length).toBeGreaterThan(0);
  for (const { searchParams } of ranked) expect(searchParams.get("seen")).toMatch(/^\d+\.\d+$/);
  other.close();
});

test("Who has it open sees nothing more when the league shows itself no longer", async ({ page, ownService }) => {
  const { hall, season } = await club(ownService.url);
  await page.clock.install();
  await page.goto(`${ownService.url}/embed/standings/${season}`);
  await expect(page.locator("tbody tr")).toHaveCount(8);
  await hall.call("PUT", "/league", { name: "Cribbage league", public: false });
  await page.clock.fastForward(35_000);
  await expect(page.getByText("The league does not show this to everybody any more.")).toBeVisible();
  await expect(page.locator("tbody tr")).toHaveCount(0);
  const answer = await page.goto(`${ownService.url}/embed/standings/${season}`);
  expect(answer.status()).toBe(404);
});

test("A frame with a mistyped id has a page that leads home, and leaves the frame", async ({ page, baseURL }) => {
  const other = await site(framed(`${baseURL}/embed/night/mistyped`));
  await page.goto(other.url);
  await page.frameLocator("iframe").getByRole("link", { name: "Accueil" }).click();
  await expect(page).toHaveURL(`${baseURL}/`);
  other.close();
});

for (const [locale, standings, player] of [
  ["en-CA", "Standings", "Player"],
  ["fr-CA", "Classement", "Joueur"],
]) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    test(`The pages for other sites are readable from 320 pixels on, light and dark, in ${locale}`, async ({
      page,
      ownService,
    }) => {
      const { hall, season } = await club(ownService.url);
      await hall.draw();
      await hall.result((await hall.tables())[0]);
      for (const path of [`standings/${season}`, `night/${hall.id}`]) {
        await page.setViewportSize(SIZES[0]);
        await page.goto(`${ownService.url}/embed/${path}`);
        await expect(page.locator("caption")).toHaveText(standings);
        await expect(page.locator("thead th").nth(1)).toHaveText(player);
        expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2));
        expect(await faults(page, SIZES)).toEqual({});
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme });
          for (const size of SIZES) {
            await page.setViewportSize(size);
            expect(await overflow(page)).toBeLessThanOrEqual(0);
            const file = `${path.split("/")[0]}-${size.width}-${colorScheme}.png`;
            await page.screenshot({ path: test.info().outputPath(file), fullPage: true });
          }
        }
        await page.emulateMedia({ colorScheme: "light" });
      }
    });
  });
}

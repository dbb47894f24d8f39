import { faults, overflow, smallTargets } from "../../support/browser/axe.js";
import { allSent, waiting } from "../../support/browser/journal.js";
import { goOffline, sheet, tryAgain } from "../../support/game/scorer.js";
import { go, goSignedIn } from "../../support/night/club.js";
import { openAsCoordinator } from "../../support/night/night.js";
import { PAIRS, pairUp } from "../../support/night/pairs.js";
import { expect, foot, loseAnswers, named, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 320, height: 664 } });

const PASSWORD = "fifteen-six";
const TEXTS = {
  en: {
    standings: "Standings",
    head: "Card",
    of: "Card handed in: ",
    done: ": card handed in.",
    undone: ": card not handed in.",
    open: "Still open",
    missing: " — card not handed in",
    settled: "All prizes and fees are settled.",
  },
  fr: {
    standings: "Classement",
    head: "Carte",
    of: "Carte remise\u00a0: ",
    done: "\u00a0: carte remise.",
    undone: "\u00a0: carte non remise.",
    open: "Reste à régler",
    missing: " — carte non remise",
    settled: "Prix et mises\u00a0: tout est réglé.",
  },
};

const heads = (page) => page.locator(".night-standings thead th");
const ticks = (page) => page.locator(".night-standings tbody input");
const tick = (page, name, { of } = TEXTS.en) => page.getByRole("checkbox", { name: of + name, exact: true });
const openItems = (page) => page.locator(".settlement").first().locator("label");

/** A night of eight whose only games are played. */
async function played(club, more = {}) {
  const { id, players } = await club.gathered(8);
  await club.ask("PATCH", `/nights/${id}`, { games_per_night: 1, ...more });
  await club.draw(id);
  await club.play(id, [[60], [100]]);
  return { id, players };
}

/** Names a helper, and signs them in at a view. */
async function helper(page, club, role, view) {
  await club.ask("POST", "/representatives", { name: "Dora", password: PASSWORD, role });
  await goSignedIn(page, club.base, view, { name: "Dora", password: PASSWORD });
}

const standings = async (club, id) => (await club.ask("GET", `/nights/${id}/standings`)).rows;
const returned = async (club, id) =>
  (await standings(club, id)).flatMap((row) => (row.card_returned ? [row.name] : [])).sort();
const notes = async (club, id) =>
  (await club.ask("GET", `/nights/${id}/history`)).events.filter(({ kind }) => kind === "card_returned");

/** Hands out every prize. */
async function settle(club, id) {
  const { players } = await club.ask("GET", `/nights/${id}/money`);
  for (const { player_id: player, prize_now: amount } of players.filter(({ prize_now: prize }) => prize > 0))
    await club.ask("PUT", `/nights/${id}/payouts/${player}`, { amount });
}

for (const [lang, words] of Object.entries(TEXTS)) {
  test.describe(lang, () => {
    test.use({ locale: `${lang}-CA` });

    test(`Help with results ticks the cards of those who have played, and a second tap takes a tick back, in ${lang} @landing`, async ({
      page,
      club,
    }) => {
      const { id, players } = await played(club);
      const late = await club.ask("POST", "/players", { name: "Zoé Zwick" });
      await club.enter(id, late.id, { paid: true });
      await helper(page, club, "results", `tables?id=${id}`);
      await page.locator("summary", { hasText: words.standings }).click();
      await expect(page.locator(".night-standings tbody tr")).toHaveCount(9);
      await expect(heads(page).filter({ hasText: words.head })).toHaveCount(1);
      await expect(ticks(page)).toHaveCount(8);
      await expect(tick(page, late.name, words)).toHaveCount(0);
      const [{ name }, other] = players;
      await tick(page, name, words).click();
      await expect(foot(page)).toHaveText(name + words.done);
      await expect(tick(page, name, words)).toBeChecked();
      await expect(tick(page, name, words)).toBeFocused();
      await expect(tick(page, other.name, words)).not.toBeChecked();
      expect(await returned(club, id)).toEqual([name]);
      expect(await smallTargets(page, ".night-standings label")).toEqual([]);
      expect(await faults(page, [{ width: 320, height: 664 }])).toEqual({});
      await tick(page, name, words).click();
      await expect(foot(page)).toHaveText(name + words.undone);
      await expect(tick(page, name, words)).not.toBeChecked();
      expect(await returned(club, id)).toEqual([]);
    });

    test(`After the first tick the missing cards are listed below the money, and a tick hands one in, in ${lang}`, async ({
      page,
      club,
    }) => {
      const { id, players } = await played(club);
      await club.ask("POST", `/nights/${id}/finish`, { void_open_games: false });
      await openAsCoordinator(page, club, `money?id=${id}`);
      const list = page.getByRole("region", { name: words.open });
      await expect(ticks(page)).toHaveCount(8);
      await expect(openItems(page)).toHaveCount(4);
      await expect(list).not.toContainText(words.missing);
      await tick(page, players[0].name, words).click();
      await expect(openItems(page)).toHaveCount(4 + 7);
      const texts = await openItems(page).allTextContents();
      expect(texts.slice(4)).toEqual(players.slice(1).map(({ name }) => name + words.missing));
      await expect(list).not.toContainText(words.settled);
      expect(await overflow(page), "what is wider than the phone").toBeLessThanOrEqual(0);
      const [, second, third] = players;
      await openItems(page)
        .filter({ hasText: second.name + words.missing })
        .click();
      await expect(foot(page)).toHaveText(second.name + words.done);
      await expect(tick(page, second.name, words)).toBeChecked();
      await expect(openItems(page)).toHaveCount(4 + 6);
      await page.locator(".foot .again:visible").click();
      await expect(tick(page, second.name, words)).not.toBeChecked();
      await expect(openItems(page)).toHaveCount(4 + 7);
      await settle(club, id);
      await expect(openItems(page)).toHaveCount(7);
      await expect(list).toContainText(words.settled);
      // An unsent tick is not an open amount of money.
      await goOffline(page);
      await openItems(page).filter({ hasText: third.name }).click();
      await expect(tick(page, third.name, words)).toBeChecked();
      await expect(list).toContainText(words.settled);
      await page.context().setOffline(false);
      await expect.poll(() => returned(club, id)).toEqual([players[0].name, third.name]);
      await page.emulateMedia({ media: "print" });
      await expect(heads(page).filter({ hasText: words.head })).toBeHidden();
    });
  });
}

test("Partners of a pair that stays together share one tick and one line in the list", async ({ page, club }) => {
  const players = await club.members(8);
  const { id } = await club.night(PAIRS);
  for (const player of players) await club.enter(id, player.id, { paid: true });
  const pairs = await pairUp((...asked) => club.ask(...asked), id, players);
  await club.draw(id);
  await club.play(id, [[60], [100]]);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(ticks(page)).toHaveCount(4);
  await tick(page, pairs[1].name).click();
  await expect(foot(page)).toHaveText(`${pairs[1].name}: card handed in.`);
  expect(await returned(club, id)).toEqual(players.slice(2, 4).map(({ name }) => name));
  const others = [0, 2, 3].map((at) => `${pairs[at].name} — card not handed in`);
  await expect(openItems(page).filter({ hasText: "card" })).toHaveText(others);
  await openItems(page).filter({ hasText: pairs[0].name }).click();
  await expect(foot(page)).toHaveText(`${pairs[0].name}: card handed in.`);
  await expect(tick(page, pairs[0].name)).toBeChecked();
  expect(await notes(club, id)).toHaveLength(2);
});

test("A tick without a network is kept, and noted once although an answer is lost", async ({ page, club }) => {
  const { id, players } = await played(club);
  const [{ name }] = players;
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(ticks(page)).toHaveCount(8);
  const bodies = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().includes("/cards/")) bodies.push(request.postDataJSON());
  });
  const { version } = await club.look(id);
  await goOffline(page);
  await tick(page, name).click();
  await waiting(page, 1);
  await expect(tick(page, name)).toBeChecked();
  expect(await returned(club, id)).toEqual([]);
  await loseAnswers(page, "**/cards/*");
  const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("/cards/"));
  await page.context().setOffline(false);
  await lost;
  await expect.poll(() => returned(club, id)).toEqual([name]);
  await tryAgain(page, ".foot");
  await allSent(page);
  expect(bodies.length).toBeGreaterThan(1);
  expect(new Set(bodies.map((body) => body.id)).size).toBe(1);
  for (const body of bodies) expect(body).toMatchObject({ returned: true, based_on: version });
  expect(await notes(club, id)).toHaveLength(1);
  await page.reload();
  await expect(tick(page, name)).toBeChecked();
});

test("A tick that another device has taken back meanwhile is asked about", async ({ page, club }) => {
  const { id, players } = await played(club);
  const [{ id: player, name }] = players;
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(ticks(page)).toHaveCount(8);
  await goOffline(page);
  await tick(page, name).click();
  await waiting(page, 1);
  for (const returned of [true, false]) await club.ask("PUT", `/nights/${id}/cards/${player}`, { returned });
  await page.context().setOffline(false);
  await expect(sheet(page)).toContainText(`changed this for ${name} meanwhile: card not handed in.`, {
    timeout: 30_000,
  });
  await expect(sheet(page)).toContainText("Yours: card handed in.");
  await named(page, "Keep theirs").click();
  await expect(tick(page, name)).not.toBeChecked();
  expect(await returned(club, id)).toEqual([]);
});

test("Strangers and other sites have no column, nor has a night with imported results", async ({
  page,
  club,
  elsewhere,
}) => {
  const { id, players } = await played(club);
  await club.ask("PUT", "/league", { name: "Cribbage league", public: true });
  await club.ask("PUT", `/nights/${id}/cards/${players[0].id}`, { returned: true });
  await page.goto(`${club.base}/#/night?id=${id}`);
  await expect(page.locator(".night-standings tbody tr")).toHaveCount(8);
  await expect(ticks(page)).toHaveCount(0);
  await expect(heads(page)).toHaveText(["Place", "Player", /1/, "Total", "Prize"]);
  await page.goto(`${club.base}/embed/night/${id}`);
  await expect(page.locator("tbody tr")).toHaveCount(8);
  await expect(page.locator("input")).toHaveCount(0);
  const season = await club.ask("POST", "/seasons", { name: "Winter", starts: "2026-01-01", ends: "2099-01-01" });
  const csv = "date,player,game 1,game 2,total\r\n2026-01-21,Ann Archer,0,12,12\r\n2026-01-21,Bob Baker,31,0,31\r\n";
  await club.ask("POST", `/seasons/${season.id}/imports`, { csv, id: crypto.randomUUID() });
  const { nights } = await club.ask("GET", "/nights");
  const imported = nights.find(({ date }) => date === "2026-01-21");
  const other = await elsewhere({ locale: "en-CA" });
  await openAsCoordinator(other, club, `money?id=${imported.id}`);
  await expect(other.locator(".night-standings tbody tr")).toHaveCount(2);
  await expect(ticks(other)).toHaveCount(0);
  await go(other, `money?id=${id}`);
  await expect(ticks(other)).toHaveCount(8);
});

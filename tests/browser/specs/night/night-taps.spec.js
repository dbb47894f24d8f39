import { dayFromNow, goSignedIn } from "../../support/night/club.js";
import { sideOf } from "../../support/night/phones.js";
import { resultKey, typeNumber, winnerKey } from "../../support/game/results.js";
import { sheet } from "../../support/game/scorer.js";
import { card, openAsCoordinator } from "../../support/night/night.js";
import { count, expect, foot, named, openRound, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

// Counts all taps on a page from now on.
async function countTaps(page) {
  await page.evaluate(() => {
    window.taps = 0;
    addEventListener("pointerdown", () => (window.taps += 1), { capture: true });
  });
  return () => page.evaluate(() => window.taps);
}

test("Eight are checked in with their fees by nine taps, the first round is drawn by two @landing", async ({
  page,
  club,
}) => {
  const players = await club.members(8);
  const { id } = await club.night({ date: dayFromNow(0) });
  await goSignedIn(page, club.base, "coordinator");
  const taps = await countTaps(page);
  await page.locator(".on-now").getByRole("link", { name: "Check-in" }).click();
  for (const { name } of players) await page.getByRole("checkbox", { name: `${name} is here and has paid` }).click();
  await expect(count(page)).toHaveText("8 here · all paid · 2 tables of four");
  expect(await taps()).toBe(9);
  await page.getByRole("link", { name: "Draw round 1" }).click();
  await named(page, "Draw round 1 now").click();
  await expect(page.locator(".table-card")).toHaveCount(2);
  expect(await taps()).toBe(11);
  const { entries, rounds } = await club.look(id);
  expect([entries.filter(({ paid }) => paid).length, rounds.length]).toEqual([8, 1]);
});

test("A result at the desk takes three taps besides its digits", async ({ page, club }) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await goSignedIn(page, club.base, `check-in?id=${id}`);
  await expect(count(page)).toHaveText(/^8 here/);
  const taps = await countTaps(page);
  await page.getByRole("link", { name: "Tables", exact: true }).click();
  await card(page, 2)
    .getByRole("button", { name: /^Enter/ })
    .click();
  await typeNumber(sheet(page), 24);
  await sheet(page).locator(".winner-key").nth(1).click();
  await expect(foot(page)).toHaveText(/^Table 2: .* 97, .* 121\.$/);
  expect(await taps()).toBe(3 + "24".length);
  const { tables } = await openRound(club, id);
  expect(tables[1].sides.map(({ score }) => score)).toEqual([97, 121]);
});

test("A result on a player's phone takes two taps besides its digits", async ({ page, club }) => {
  const { id, players } = await club.gathered(8);
  const [{ name }] = players;
  await club.draw(id);
  const { join_code: code } = await club.look(id);
  await page.goto(`${club.base}/#/join-night?code=${code}`);
  await named(page, name).click();
  await named(page, "Keep score").click();
  await page.locator(".keys .number").first().waitFor();
  const taps = await countTaps(page);
  await resultKey(page).click();
  await typeNumber(page, 18);
  const { tables } = await openRound(club, id);
  const table = tables.find((each) => sideOf(each, name) >= 0);
  const own = sideOf(table, name);
  await winnerKey(page, own).click();
  await expect(page.locator(".final")).toHaveText(own === 0 ? ["121", "103"] : ["103", "121"]);
  expect(await taps()).toBe(2 + "18".length);
  const scores = async () => (await club.ask("GET", `/games/${table.game_id}`)).sides.map(({ score }) => score);
  await expect.poll(scores).toEqual(own === 0 ? [121, 103] : [103, 121]);
});

for (const [locale, words] of [
  [
    "en-CA",
    {
      more: "More for tonight",
      singles: "Singles",
      first: "Draw the first round: 3 players",
      next: "Draw round 2",
      makeUp: "Round 3: make the games up",
      now: (round) => `Draw round ${round} now`,
      enter: "Enter the result",
      yes: "Yes, that is right",
    },
  ],
  [
    "fr-CA",
    {
      more: "Autres choix pour ce soir",
      singles: "En simple",
      first: "Tirer la première ronde\u00a0: 3 joueurs",
      next: "Tirer la ronde 2",
      makeUp: "Ronde 3\u00a0: reprendre les parties",
      now: (round) => `Tirer la ronde ${round} maintenant`,
      enter: "Inscrire le résultat",
      yes: "Oui, c’est juste",
    },
  ],
]) {
  test.describe(locale, () => {
    test.use({ locale });

    test(`A night of singles takes two taps, and each round two, the games to make up too, in ${locale}`, async ({
      page,
      club,
    }) => {
      const { id } = await club.gathered(3);
      await openAsCoordinator(page, club, `tables?id=${id}`);
      const taps = await countTaps(page);
      await page.getByText(words.more).click();
      await page.getByRole("radio", { name: words.singles, exact: true }).check();
      await expect.poll(async () => (await club.look(id)).format).toBe("singles_rotation");
      expect(await taps()).toBe(2);
      await club.ask("PATCH", `/nights/${id}`, { games_per_night: 2 });
      for (const [at, key] of [words.first, words.next, words.makeUp].entries()) {
        const round = at + 1;
        await named(page, key).click();
        await named(page, words.now(round)).click();
        await expect.poll(async () => (await club.look(id)).rounds.length).toBe(round);
        await expect(page.locator(".table-card")).toHaveCount(1);
        expect(await taps()).toBe(2 + 2 * round);
        await club.play(id, [[100]]);
        await expect(page.locator(".table-card[data-status=finished]")).toHaveCount(1);
      }
      expect((await openRound(club, id)).extra).toBe(true);
      const { rows } = await club.ask("GET", `/nights/${id}/standings`);
      expect(rows.map(({ games }) => games)).toEqual([2, 2, 2]);
    });

    test(`A result from the card takes two taps besides its digits, and the other side’s yes one, in ${locale}`, async ({
      page,
      club,
      elsewhere,
    }) => {
      const { id } = await club.gathered(2);
      await club.ask("PATCH", `/nights/${id}`, { format: "singles_rotation", games_per_night: 1 });
      await club.draw(id);
      const { tables } = await openRound(club, id);
      const [table] = tables;
      const { join_code: code } = await club.look(id);
      const other = await elsewhere({ locale, viewport: { width: 390, height: 664 } });
      const phones = [page, other];
      const taps = [];
      for (const [side, phone] of phones.entries()) {
        await phone.goto(`${club.base}/#/join-night?code=${code}`);
        await named(phone, table.sides[side].players[0].name).click();
        await expect(named(phone, words.enter)).toBeVisible();
        taps.push(await countTaps(phone));
      }
      await named(page, words.enter).click();
      await typeNumber(page, 31);
      await winnerKey(page, 1).click();
      const game = () => club.ask("GET", `/games/${table.game_id}`);
      await expect.poll(async () => (await game()).sides.map(({ score }) => score)).toEqual([90, 121]);
      await named(other, words.yes).click();
      await expect.poll(async () => (await game()).result.confirmed).toEqual([1]);
      expect(await Promise.all(taps.map((count) => count()))).toEqual([2 + "31".length, 1]);
    });
  });
}

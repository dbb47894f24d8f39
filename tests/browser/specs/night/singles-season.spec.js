import { faults, overflow } from "../../support/browser/axe.js";
import { AWAY } from "../../support/browser/service.js";
import { cells } from "../../support/night/ending.js";
import { ANN, Hall, joinAs } from "../../support/night/hall.js";
import { enterAll, ORDER, playFour, seen, SINGLES, usual } from "../../support/night/singles.js";
import { heading, note, turnUntil, TV } from "../../support/night/television.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: new RegExp(`${AWAY}|ERR_FAILED|status of 4(0[134]|09|22)`) });

const SEASON = { name: "Winter", starts: "2026-01-01", ends: "2099-01-01" };
const TELEVISION = { viewport: { width: 1280, height: 720 } };
const FRENCH = { locale: "fr-CA" };
// The time that an answer may take until the test moves the clock on.
const SOON = { timeout: 1500 };

for (const [counts, from_points, heads, first, last, rule, ruleFr, tvNote] of [
  [
    "sum",
    3,
    ["Spread", "Points"],
    ["+22", "5"],
    ["+0", "0"],
    "The game points of full cards from 3 points on are added up.",
    "Les points de partie des cartes complètes d’au moins 3 points s’additionnent.",
    "The season’s points",
  ],
  [
    "average",
    null,
    ["Spread", "Points", "Per game"],
    ["+22", "5", "1.67"],
    ["−62", "2", "0.67"],
    "The game points per game on full cards rank.",
    "Les points de partie par partie des cartes complètes classent les joueurs.",
    "The season’s averages",
  ],
]) {
  test(`A season of game points by the ${counts} shows points, wins and spread, and says what counts`, async ({
    page,
    ownService,
    elsewhere,
  }) => {
    const opened = await new Hall(ownService.url).openPublic(0, { date: "2098-01-01" });
    const season = await opened.call("POST", "/seasons", { ...SEASON, card: "game_points", counts, from_points });
    const hall = await new Hall(ownService.url).openPublic(4, { ...SINGLES, season_id: season.id });
    await playFour(hall);
    await hall.finish();
    await page.goto(`${hall.base}/#/standings?season=${season.id}`);
    await expect(page.locator(".season-standings thead th")).toHaveText([
      "Place",
      "Player",
      "Nights",
      "Games",
      "Wins",
      ...heads,
      "Won",
    ]);
    const rows = page.locator(".season-standings tbody tr");
    await expect(rows.locator("th")).toContainText(ORDER);
    const shown = (await cells(rows)).map((texts) => texts.slice(2, -1));
    expect(shown[0]).toEqual(["1", "3", "2", ...first]);
    expect(shown[3]).toEqual(["1", "3", "1", ...last]);
    await expect(rows.first().locator(".lines-below")).toContainText("spread +22");
    const rules = page.locator(".season > .help");
    await expect(rules).toContainText("The cards count game points: only nights with this card count.");
    await expect(rules).toContainText(rule);
    const french = await elsewhere(FRENCH);
    await french.goto(`${hall.base}/#/standings?season=${season.id}`);
    await expect(french.locator(".season > .help")).toContainText(ruleFr);
    await expect(french.locator(".season-standings tbody tr")).toHaveCount(4);
    const sizes = [320, 360, 390, 604, 664, 800, 834, 1280].map((width) => ({ width, height: 664 }));
    expect(await faults(french, sizes)).toEqual({});

    await page.goto(`${hall.base}/embed/standings/${season.id}`);
    await expect(page.locator("thead th")).toHaveText(["Place", "Player", heads.at(-1), "Wins", "Spread"]);
    await expect(page.locator("tbody tr").first().locator("td")).toHaveText(["1", first.at(-1), "2", "+22"]);

    const tv = await elsewhere(TELEVISION);
    await tv.clock.install();
    await tv.goto(`${hall.base}${TV}?night=${hall.id}`);
    await turnUntil(tv, () => expect(heading(tv)).toHaveText(SEASON.name, SOON));
    await expect(note(tv)).toHaveText(tvNote);
    const place = tv.locator(".tv-places li").first();
    await expect(place.locator(".tv-note")).toHaveText("1 night · 2 wins · +22");
    await expect(place.locator(".tv-value")).toHaveText(first.at(-1));
  });
}

for (const [locale, heads, rule] of [
  ["en-CA", ["Game", "Opponent", "Score", "Spread", "Points", "Initials"], /^Win 2 points, skunk 3\./],
  ["fr-CA", ["Partie", "Adversaire", "Marque", "Écart", "Points", "Initiales"], /^Victoire 2 points, mouffette 3\./],
]) {
  test.describe(locale, () => {
    test.use({ locale });

    test(`Blank cards of singles have a line a game, and a column for the initials, in ${locale}`, async ({
      page,
      ownService,
    }) => {
      const hall = await new Hall(ownService.url).openPublic(4, { ...SINGLES, games_per_night: 9 });
      await page.goto(`${hall.base}/#/blank-cards?id=${hall.id}`);
      const card = page.locator(".blank-card").first();
      await expect(card).toContainText(ANN);
      await expect(card.locator("thead th")).toHaveText(heads);
      await expect(card.locator("tbody tr")).toHaveCount(9);
      await expect(card.locator("tfoot td")).toHaveCount(3);
      await expect(card.locator(".blank-rule")).toHaveText(rule);
      expect(await faults(page, [{ width: 320, height: 720 }])).toEqual({});
      await page.setViewportSize({ width: 816, height: 1056 });
      await page.emulateMedia({ media: "print" });
      const cut = await page
        .locator(".blank-card")
        .evaluateAll((cards) => cards.filter((card) => card.scrollHeight > card.clientHeight + 1).length);
      expect(cut, "cards with more than fits").toBe(0);
    });

    test(`Eleven rounds of singles fit every screen, and paper, in ${locale}`, async ({ page, ownService }) => {
      const hall = await new Hall(ownService.url).openPublic(7, { ...SINGLES, games_per_night: 9 });
      for (let round = 0; round < 11; round += 1) {
        await hall.draw();
        await enterAll(hall, usual);
      }
      await joinAs(page, hall, ANN);
      await expect(page.locator(".my-lines .card-total")).toBeVisible();
      const sizes = [320, 390, 600, 820, 1280].map((width) => ({ width, height: 720 }));
      expect(await faults(page, sizes)).toEqual({});
      await page.goto(`${hall.base}/#/night?id=${hall.id}`);
      await expect(seen(page.locator(".standings .total"))).toHaveCount(7);
      expect(await faults(page, sizes)).toEqual({});
      await page.setViewportSize({ width: 816, height: 1056 });
      await page.emulateMedia({ media: "print" });
      await expect(page.locator(".standings td.line").first()).toBeVisible();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await page.emulateMedia({ media: "screen" });
      await page.goto(`${hall.base}/embed/night/${hall.id}`);
      await expect(seen(page.locator("tbody .number"))).toHaveCount(7);
      expect(await faults(page, sizes.slice(0, 3))).toEqual({});
    });
  });
}

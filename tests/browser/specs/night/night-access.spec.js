import { faults, overflow, smallTargets, violations } from "../../support/browser/axe.js";
import { openAsCoordinator } from "../../support/night/night.js";
import { textSize, WAYS } from "../../support/game/table.js";
import { expect, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED });

// The phones between the smallest and a desk.
const PHONES = [320, 360, 390].map((width) => ({ width, height: 720 }));

async function inspect(page, view, dark) {
  expect(await violations(page), view).toEqual([]);
  expect(await overflow(page), `what is wider than the window in ${view}`).toBeLessThanOrEqual(0);
  expect(await smallTargets(page, "a, button, label.fee, label.fee-key, summary"), view).toEqual([]);
  if (dark) expect(await faults(page, PHONES), view).toEqual({});
}

for (const { width, locale, text, dark } of WAYS) {
  test.describe(`${width} wide, ${locale}, text of ${text} pixels`, () => {
    test.use({ viewport: { width, height: 720 }, locale });
    test("Everybody can use the coordinator's views of a night", async ({ page, club }) => {
      const { id, players } = await club.gathered(7, 1);
      await club.ask("POST", "/players", { name: "Marie-Madeleine Gagné-Desrosiers-Archambault" });
      await club.join(id, { player_id: players[0].id });
      if (text !== 16) await textSize(page, text);
      await openAsCoordinator(page, club, `check-in?id=${id}`);
      await page.locator(".someone summary").click();
      await inspect(page, "check-in", dark);
      await openAsCoordinator(page, club, `tables?id=${id}`);
      await page.locator(".next .primary").click();
      await inspect(page, "the draw", dark);
      await page.locator(".sheet .primary").click();
      await page.locator(".round-head .deed").click();
      await inspect(page, "a draw that is taken back", dark);
      await page.keyboard.press("Escape");
      await page.locator(".table-deeds .deed").first().click();
      await page.locator(".seat-key").first().click();
      await page.locator(".seat-key").nth(5).click();
      await expect(page.locator(".preview li").first()).toContainText(/^Table 1/);
      await inspect(page, "the seats", dark);
      await page.keyboard.press("Escape");
      await page.locator(".table-deeds .deed").nth(1).click();
      await inspect(page, "a game that is called off", dark);
      await page.keyboard.press("Escape");
      const late = await club.ask("POST", "/players", { name: "Zoé Zwick" });
      await club.enter(id, late.id);
      await page.locator(".late .primary").waitFor();
      await club.play(id, [[100], [90, 60]]);
      await expect(page.locator(".table-card[data-status=finished]")).toHaveCount(2);
      await page.locator(".table-head .quiet").first().click();
      await page.locator(".sheet").waitFor();
      await inspect(page, "a result", dark);
      await page.keyboard.type("61");
      await page.locator(".winner-key").first().click();
      await page.getByLabel(/^(Reason|Raison) /).fill("?");
      await inspect(page, "the reason of a correction", dark);
      await page.locator(".sheet .primary").click();
      await page.locator(".effects h2").waitFor();
      await page.locator(".more summary").click();
      await inspect(page, "tables", dark);
      await page.locator(".more .quiet").last().click();
      await page.locator(".preview li").nth(1).waitFor();
      await inspect(page, "the finish", dark);
      await openAsCoordinator(page, club, `check-in?id=${id}`);
      await page.locator(".late .deed").click();
      await inspect(page, "an excuse", dark);
      await openAsCoordinator(page, club, `money?id=${id}`);
      await page.locator(".fifty-fifty .keys-row button >> nth=0").click();
      await inspect(page, "the 50/50", dark);
      await page.locator(".sheet .primary").click();
      await expect(page.locator(".drawn-name")).not.toBeEmpty();
      await inspect(page, "money", dark);
      await openAsCoordinator(page, club, `phones?id=${id}`);
      await page.locator(".phones li").waitFor();
      await inspect(page, "phones", dark);
    });
  });
}

test("A name without a place to break is broken all the same", async ({ page, club }) => {
  const { id } = await club.gathered(2);
  const long = await club.ask("POST", "/players", {
    name: "Wolfeschlegelsteinhausenbergerdorff".repeat(3).slice(0, 100),
  });
  await club.enter(id, long.id);
  await club.join(id, { player_id: long.id });
  await page.setViewportSize({ width: 320, height: 700 });
  for (const [view, there] of Object.entries({ "check-in": ".attendee", phones: ".phones li" })) {
    await openAsCoordinator(page, club, `${view}?id=${id}`);
    await page.locator(there, { hasText: long.name }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBe(320);
  }
});

test.describe("In French", () => {
  test.use({ locale: "fr-CA" });

  test("where nobody is there, no sentence speaks of one who is", async ({ page, club }) => {
    const { id } = await club.night();
    await openAsCoordinator(page, club, `tables?id=${id}`);
    await expect(page.getByText("Il faut être au moins deux pour jouer.")).toBeVisible();
  });

  test("the first of a month is said as the first", async ({ page, club }) => {
    const { id } = await club.night({ date: "2026-04-01" });
    await openAsCoordinator(page, club, `tables?id=${id}`);
    await expect(page.locator(".tonight")).toHaveText(/^mercredi 1er avril, /);
  });
});

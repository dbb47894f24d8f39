import { overflow } from "../../support/browser/axe.js";
import { begin, dealKey, goOffline, link, pegElsewhere, endSum, tapNumber, undo } from "../../support/game/scorer.js";
import { digits, key, notice, tap, textSize, ways } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";
import { isFirst } from "../../support/browser/waits.js";

test.use({ tolerated: /status of 422|ERR_INTERNET_DISCONNECTED/ });

// Everything at a table that is touched, and the board.
const places = (page) =>
  page
    .locator(".tile, .menu-key, .said, .undo, .result-key, .keys button, .rail > *, .pegboard")
    .evaluateAll((nodes) => nodes.map((node) => JSON.stringify(node.getBoundingClientRect())));

const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 664 },
  { width: 390, height: 844 },
];
for (const viewport of SIZES) {
  for (const locale of ["en-CA", "fr-CA"]) {
    test.describe(`${viewport.width} by ${viewport.height}, ${locale}`, () => {
      test.use({ viewport, locale });

      test("Nothing moves under the thumb while a hand is counted @service", async ({ page }) => {
        await page.goto("/#/count");
        const place = await page.locator("[data-card='AS']").boundingBox();
        const still = async () => expect(await page.locator("[data-card='AS']").boundingBox()).toEqual(place);
        for (const card of ["5H", "5D", "5S", "JC", "5C"]) {
          await page.locator(`[data-card="${card}"]`).dispatchEvent("click");
          await still();
        }
        await expect(digits(page)).toHaveText("29");
        await still();
        await goOffline(page);
        await page.locator("[data-card='5C']").dispatchEvent("click");
        await expect(page.getByRole("button", { name: /^(Try again|Réessayer)$/ })).toBeVisible();
        await still();
      });

      test("No key moves when a number is chosen or pegged, however long the names are", async ({ page, baseURL }) => {
        const sides = [{ name: "Carol + Alexandrine" }, { name: "Dan + Bob" }];
        await page.goto(link(await begin(baseURL, { sides })));
        await page.locator(".dot[data-state=live]").waitFor();
        const before = await places(page);
        const isOneTap = await isFirst(page.locator(".block .number"), page.locator(".two-taps .number"));
        await page.locator('.number[value="12"]').first().click();
        if (isOneTap) await expect(page.locator(".quick-key")).toBeVisible();
        else await expect(page.locator(".plus").first()).toHaveText("+12");
        expect(await places(page)).toEqual(before);
      });

      test("Nothing moves on the table whatever is chosen, nor when the connection goes and comes back", async ({
        page,
        context,
        baseURL,
      }) => {
        const game = await begin(baseURL);
        await pegElsewhere(game, 0, 12);
        await page.goto(link(game));
        const live = page.locator(".dot[data-state=live]");
        await live.waitFor();
        const before = await places(page);
        for (const kind of ["Jeu|Play", "Main|Hand", "Crib", "Valet 2|Heels 2", "Go 1", "Faute|Penalty"]) {
          await page.locator(".kind-key").click();
          expect(await places(page)).toEqual(before);
          await page
            .locator(".kind-sheet")
            .getByRole("button", { name: new RegExp(`^(${kind})$`) })
            .click();
          expect(await places(page)).toEqual(before);
        }
        await page.locator(".said").click();
        await expect(page.locator(".peg-sheet")).toBeVisible();
        expect(await places(page)).toEqual(before);
        await page.keyboard.press("Escape");
        await goOffline(page);
        await tapNumber(page, 0, 2);
        await endSum(page);
        await expect(page.locator(".dot[data-state=away]")).toBeVisible();
        await expect(page.locator(".said .detail.away")).toContainText("1");
        expect(await places(page)).toEqual(before);
        await context.setOffline(false);
        await live.waitFor();
        expect(await places(page)).toEqual(before);
      });

      test("The key that splits a sum moves nothing, with large text too", async ({ page, baseURL }) => {
        const game = await begin(baseURL);
        await pegElsewhere(game, 1, 2, { for: "play" });
        await textSize(page, 21);
        await page.goto(link(game));
        await page.locator(".dot[data-state=live]").waitFor();
        for (const points of [1, 2]) await tapNumber(page, 1, points);
        const quick = page.locator(".quick-key");
        await expect(quick).toBeInViewport({ ratio: 1 });
        const before = await places(page);
        await quick.evaluate((key) => void (key.hidden = true));
        expect(await places(page)).toEqual(before);
      });

      test("Nothing moves under the thumb at a table, whatever is said", async ({ page, baseURL }) => {
        const game = await begin(baseURL);
        await page.goto(link(game));
        await expect(page.locator(".dot[data-state=live]")).toBeVisible();
        const before = await places(page);
        const still = async () => expect(await places(page)).toEqual(before);
        await tapNumber(page, 0, 4);
        await still();
        await undo(page).click();
        await still();
        await tapNumber(page, 1, 3);
        await tapNumber(page, 1, 1);
        await still();
        await dealKey(page).click();
        await still();
        await goOffline(page);
        await expect(page.locator(".dot[data-state=away]")).toBeVisible();
        await still();
        await tapNumber(page, 1, 2);
        await still();
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        await expect(dealKey(page)).toBeInViewport({ ratio: 1 });
        expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
      });

      test("Nothing moves under the thumb while the play is checked @service", async ({ page }) => {
        await page.goto("/#/play");
        const place = await page.locator("[data-card='AS']").boundingBox();
        const still = async () => expect(await page.locator("[data-card='AS']").boundingBox()).toEqual(place);
        for (const card of ["KC", "QC", "5C", "JC"]) {
          await page.locator(`[data-card="${card}"]`).dispatchEvent("click");
        }
        await expect(notice(page)).toContainText("25");
        await still();
        await goOffline(page);
        await page.locator("[data-card='2C']").dispatchEvent("click");
        await expect(page.getByRole("button", { name: /^(Try again|Réessayer)$/ })).toBeVisible();
        await still();
      });

      // A hand whose reasons are among the longest texts.
      test("Nothing moves under the thumb while cards are thrown @service", async ({ page }) => {
        await page.goto("/#/throw");
        const place = await page.locator("[data-card='AS']").boundingBox();
        const still = async () => expect(await page.locator("[data-card='AS']").boundingBox()).toEqual(place);
        for (const card of ["4D", "JD", "3D", "3S", "QD", "QC"]) {
          await page.locator(`[data-card="${card}"]`).dispatchEvent("click");
          await still();
        }
        for (const [players, count] of [
          ["2", 15],
          ["3", 5],
          ["4", 5],
        ]) {
          await page.locator(".pick select").selectOption(players);
          for (const crib of ["other", "own"]) {
            await page.locator(`input[value="${crib}"]`).check();
            await expect(page.locator(".asking")).toHaveCount(0);
            await expect(ways(page)).toHaveCount(count);
            await still();
          }
        }
        await goOffline(page);
        await page.locator("input[value='other']").check();
        await expect(page.getByRole("button", { name: /^(Try again|Réessayer)$/ })).toBeVisible();
        await still();
      });
    });
  }
}

test("A tap is felt before any answer @service", async ({ page }) => {
  await page.route("**/api/v1/play", () => {});
  await page.goto("/#/play");
  await tap(page, "KC");
  await expect(key(page, "KC")).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".step.waiting")).toHaveCount(1);
});

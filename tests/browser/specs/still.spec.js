import { overflow } from "../axe.js";
import { begin, goOffline, link, pegElsewhere } from "../scorer.js";
import { digits, key, notice, tap, ways } from "../table.js";
import { expect, test } from "../test.js";

test.use({ tolerated: /status of 422|ERR_INTERNET_DISCONNECTED/ });

for (const viewport of [
  { width: 320, height: 568 },
  { width: 390, height: 664 },
  { width: 390, height: 844 },
]) {
  for (const locale of ["en-CA", "fr-CA"]) {
    test.describe(`${viewport.width} by ${viewport.height}, ${locale}`, () => {
      test.use({ viewport, locale });

      test("Nothing moves under the thumb while a hand is counted", async ({ page }) => {
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
        await expect(page.locator(".again")).toBeVisible();
        await still();
      });

      test("No key moves when points are gathered, however long the names are", async ({ page, baseURL }) => {
        const sides = [{ name: "Carol + Alexandrine" }, { name: "Dan + Bob" }];
        await page.goto(link(await begin(baseURL, { sides })));
        await page.locator(".state[data-tone=live]").waitFor();
        const keys = page.locator(".controls button, .controls label");
        const places = () => keys.evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON()));
        const before = await places();
        await page.locator(".chip").last().click();
        await expect(page.locator(".plus").first()).toHaveText("+12");
        expect(await places()).toEqual(before);
      });

      test("Nothing moves on the table whatever is chosen, nor when the connection goes and comes back", async ({
        page,
        context,
        baseURL,
      }) => {
        const game = await begin(baseURL);
        await pegElsewhere(game, 0, 12);
        await page.goto(link(game));
        const live = page.locator(".state[data-tone=live]");
        await live.waitFor();
        const places = () =>
          page.evaluate(() =>
            [".turn-row button", ".kinds label", ".chip", ".side-key", ".pegboard"].flatMap((what) =>
              [...document.querySelectorAll(what)].map((node) => JSON.stringify(node.getBoundingClientRect())),
            ),
          );
        const before = await places();
        for (const kind of await page.locator(".kinds input").all()) {
          await kind.check();
          expect(await places()).toEqual(before);
        }
        await goOffline(page);
        await page.locator(".chip").nth(1).click();
        await page.locator(".side-key").first().click();
        const away = page.locator(".state[data-tone=away]");
        await expect(away).toContainText("1");
        const words = await away.locator("p").boundingBox();
        const acts = await page.locator(".controls").boundingBox();
        expect(words.y + words.height, "the foot of the words that say what is saved").toBeLessThanOrEqual(acts.y);
        expect(await places()).toEqual(before);
        await context.setOffline(false);
        await live.waitFor();
        expect(await places()).toEqual(before);
      });

      test("Nothing moves under the thumb at a table, whatever is said", async ({ page, baseURL }) => {
        const game = await begin(baseURL);
        await page.goto(link(game));
        const places = () =>
          page.locator(".controls button, .controls a").evaluateAll((nodes) =>
            nodes.map((node) => {
              const { x, y, width, height } = node.getBoundingClientRect();
              return [x, y, width, height];
            }),
          );
        await expect(page.locator(".state[data-tone=live]")).toBeVisible();
        const before = await places();
        const still = async () => expect(await places()).toEqual(before);
        await page.locator(".chip").last().click();
        await still();
        await page.locator(".side-key").first().click();
        await still();
        await page.locator(".side-key").first().click();
        await still();
        await page.locator(".turn-row .deal").click();
        await still();
        await goOffline(page);
        await expect(page.locator(".state[data-tone=away]")).toBeVisible();
        await still();
        await page.locator(".chip").last().click();
        await page.locator(".side-key").last().click();
        await still();
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        await expect(page.locator(".side-key").last()).toBeInViewport({ ratio: 1 });
        if (viewport.height > 800)
          expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
      });

      test("Nothing moves under the thumb while the play is checked", async ({ page }) => {
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
        await expect(page.locator(".again")).toBeVisible();
        await still();
      });

      // A hand whose reasons are among the longest to tell.
      test("Nothing moves under the thumb while cards are thrown", async ({ page }) => {
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
          await page.locator(`.row input[value="${players}"]`).check();
          for (const crib of ["other", "own"]) {
            await page.locator(`input[value="${crib}"]`).check();
            await expect(page.locator(".asking")).toHaveCount(0);
            await expect(ways(page)).toHaveCount(count);
            await still();
          }
        }
        await goOffline(page);
        await page.locator("input[value='other']").check();
        await expect(page.locator(".again")).toBeVisible();
        await still();
      });
    });
  }
}

test("A tap is felt before any answer", async ({ page }) => {
  await page.route("**/api/v1/play", () => {});
  await page.goto("/#/play");
  await tap(page, "KC");
  await expect(key(page, "KC")).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".step.waiting")).toHaveCount(1);
});

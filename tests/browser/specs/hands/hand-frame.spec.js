import { violations } from "../../support/browser/axe.js";
import { frameFaults } from "../../support/browser/frame.js";
import { joinAs, potNight } from "../../support/night/hands.js";
import { expect, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED });

const SIZES = [
  [390, 664],
  [360, 604],
  [320, 568],
  [375, 553],
  [664, 390],
  [568, 320],
];

for (const locale of ["en-CA", "fr-CA"]) {
  test.describe(locale, () => {
    test.use({ locale, viewport: { width: 390, height: 664 } });

    test(`The cards of a special hand fit each phone without scrolling`, async ({ page, club }) => {
      const { id, sides } = await potNight(club);
      await joinAs(page, club, id, sides[0][0].name);
      await page.locator(".hand-key").click();
      await page.locator("card-grid").waitFor();
      expect(await violations(page)).toEqual([]);
      const found = {};
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
        const faults = await frameFaults(page);
        if (faults.length > 0) found[`${width} × ${height}`] = faults;
      }
      expect(found).toEqual({});
    });
  });
}

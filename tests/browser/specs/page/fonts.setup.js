import { FONTS, familiesOf } from "../../support/browser/fonts.js";
import { expect, test } from "../../support/browser/test.js";

test("The page is drawn with the letters that this run is for @landing", async ({ page }, { project }) => {
  const { family, debian } = FONTS[project.metadata.font];
  await page.goto("/#/start");
  await page.locator("h1", { hasText: /./ }).waitFor();
  const missing = `${family} is not what the browser draws with: install it (apt-get install ${debian})`;
  expect(await familiesOf(page, "h1"), missing).toEqual([family]);
});

// Specs that measure run with every family of letters that fonts.js has, the rest with the first alone.
// All of it with one of them: PEGOUT_FONT=noto npm test
import { defineConfig } from "@playwright/test";
import { FONTS, launchedWith } from "./fonts.js";

const LAYOUT = /(access|hall-views|print|still|tv)\.spec\.js$/;

const { PEGOUT_FONT } = process.env;
if (PEGOUT_FONT && !FONTS[PEGOUT_FONT]) {
  throw new Error(`There is no PEGOUT_FONT ${PEGOUT_FONT}; give it one of ${Object.keys(FONTS).join(", ")}.`);
}
const fonts = PEGOUT_FONT ? [PEGOUT_FONT] : Object.keys(FONTS);

export default defineConfig({
  testDir: "specs",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Patient, not lenient: two cores may be busy with more than the browser.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: { browserName: "chromium", viewport: { width: 390, height: 844 }, locale: "en-CA" },
  projects: fonts.flatMap((font, at) => {
    const use = { launchOptions: launchedWith(font) };
    return [
      { name: `${font} is there`, testMatch: "fonts.setup.js", metadata: { font }, use },
      { name: font, testMatch: at === 0 ? undefined : LAYOUT, dependencies: [`${font} is there`], use },
    ];
  }),
});

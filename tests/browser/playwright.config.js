// Specs that measure run with every family of letters that fonts.js has, the rest with the first alone. With PEGOUT_LONG,
// which tests/long sets, more specs run with every family, tests with the tag @long run too, axe looks at every width, and
// Lighthouse runs last, when nothing else does (alone: PEGOUT_LONG=1 npx playwright test --project lighthouse --no-deps).
// All of it with one of them: PEGOUT_FONT=noto npm test
//
// In CI a test that fails is run once more, and support/unsteady.js names one that then passes; with PEGOUT_STEADY none is.
// Files in which a failure is a finding, once is enough, say so: test.describe.configure({ retries: 0 }).
import { defineConfig } from "@playwright/test";
import { FONTS, launchedWith } from "./support/browser/fonts.js";

const { CI, PEGOUT_FONT, PEGOUT_LONG, PEGOUT_STEADY } = process.env;
const LAYOUT = PEGOUT_LONG ? /(access|hall-views|print|still|tv-layout|whole-table)\.spec\.js$/ : /print\.spec\.js$/;
const LIGHTHOUSE = "lighthouse.spec.js";

if (PEGOUT_FONT && !FONTS[PEGOUT_FONT]) {
  throw new Error(`There is no PEGOUT_FONT ${PEGOUT_FONT}; give it one of ${Object.keys(FONTS).join(", ")}.`);
}
const fonts = PEGOUT_FONT ? [PEGOUT_FONT] : Object.keys(FONTS);
const useOf = (font) => ({ launchOptions: launchedWith(font) });

export default defineConfig({
  testDir: "specs",
  fullyParallel: true,
  workers: 2,
  retries: CI && !PEGOUT_STEADY ? 1 : 0,
  // Patient, not lenient: two cores may be busy with more than the browser.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  grepInvert: PEGOUT_LONG ? undefined : /@long/,
  forbidOnly: Boolean(CI),
  reporter: [["list"], ["./support/unsteady.js"]],
  use: { browserName: "chromium", viewport: { width: 390, height: 844 }, locale: "en-CA" },
  projects: [
    ...fonts.flatMap((font, at) => [
      { name: `${font} is there`, testMatch: "fonts.setup.js", metadata: { font }, use: useOf(font) },
      {
        name: font,
        testMatch: at === 0 ? undefined : LAYOUT,
        testIgnore: LIGHTHOUSE,
        dependencies: [`${font} is there`],
        use: useOf(font),
      },
    ]),
    ...(PEGOUT_LONG ? [{ name: "lighthouse", testMatch: LIGHTHOUSE, dependencies: fonts, use: useOf(fonts[0]) }] : []),
  ],
});

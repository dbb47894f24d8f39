// Two tiers. The landing tier, which tests/run runs, is the tests with "@landing" in their title or as a tag, about a hundred.
// One is chosen where it shows what we promise: no peg lost or doubled, what the coordinator does without a network, a stale
// server, and of each part of the page what is done most. Of two that show the same the quicker is chosen, and none that takes
// more than ten seconds where another will do. It is drawn with the first family of letters of fonts.js alone.
//
// With PEGOUT_LONG, which tests/long sets, all tests run: those that measure with every family of letters, and Lighthouse
// last, when nothing else does (alone: PEGOUT_LONG=1 npx playwright test --project lighthouse --no-deps).
// One spec whole: PEGOUT_LONG=1 npx playwright test specs/table/taps.spec.js --project dejavu --no-deps
// All of it with one family: PEGOUT_LONG=1 PEGOUT_FONT=noto npm test
//
// In CI a test that fails is run once more, and support/unsteady.js lists it if it then passes. With PEGOUT_STEADY no test is
// run twice. A spec in which a single failure is a finding has test.describe.configure({ retries: 0 }).
import { defineConfig } from "@playwright/test";
import { FONTS, launchedWith } from "./support/browser/fonts.js";

const { CI, PEGOUT_FONT, PEGOUT_LONG, PEGOUT_STEADY } = process.env;
const LAYOUT = /(access|hall-views|print|still|tv-layout|whole-table)\.spec\.js$/;
const LIGHTHOUSE = "lighthouse.spec.js";

if (PEGOUT_FONT && !FONTS[PEGOUT_FONT]) {
  throw new Error(`There is no PEGOUT_FONT ${PEGOUT_FONT}; give it one of ${Object.keys(FONTS).join(", ")}.`);
}
const families = PEGOUT_FONT ? [PEGOUT_FONT] : Object.keys(FONTS);
const fonts = PEGOUT_LONG ? families : families.slice(0, 1);
const useOf = (font) => ({ launchOptions: launchedWith(font) });

export default defineConfig({
  testDir: "specs",
  fullyParallel: true,
  workers: 2,
  retries: CI && !PEGOUT_STEADY ? 1 : 0,
  // Patient, not lenient: two cores may be busy with more than the browser.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  grep: PEGOUT_LONG ? undefined : /@landing/,
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

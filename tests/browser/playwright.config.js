// There are two tiers. The landing tier is about a hundred tests, with "@landing" in their title or as a tag. tests/run runs them.
// Choose a test for this tier if it shows a promise of ours: no peg lost or doubled, changes without a network, a stale server.
// Also choose the most usual task on each part of the page. If two tests show the same, choose the quicker one.
// Avoid a test of more than ten seconds. The landing tier uses the first family of letters in fonts.js only.
//
// All tests run with PEGOUT_LONG, which tests/long sets. Tests of layout then run with every family of letters.
// Lighthouse runs last, on an idle machine. The commands:
//
// - Lighthouse alone: PEGOUT_LONG=1 npx playwright test --project lighthouse --no-deps
// - One spec: PEGOUT_LONG=1 npx playwright test specs/table/taps.spec.js --project dejavu
// - One family of letters: PEGOUT_LONG=1 PEGOUT_FONT=noto npm test
//
// In CI a test that fails is run once more, and support/unsteady.js lists it if it then passes. With PEGOUT_STEADY no test is
// run twice. A spec in which a single failure is a finding has test.describe.configure({ retries: 0 }).
import { defineConfig } from "@playwright/test";
import { FONTS, launchedWith } from "./support/browser/fonts.js";

const { CI, PEGOUT_FONT, PEGOUT_LONG, PEGOUT_STEADY } = process.env;
const LAYOUT = /(access|frame|hall-views|print|still|tv-layout|whole-table)\.spec\.js$/;
const SCORING = /specs\/scoring\//;
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
    // Counting by the service, where the browser does not run the engine.
    { name: "service", testMatch: SCORING, use: { ...useOf(fonts[0]), engine: false } },
    ...(PEGOUT_LONG ? [{ name: "lighthouse", testMatch: LIGHTHOUSE, dependencies: fonts, use: useOf(fonts[0]) }] : []),
  ],
});

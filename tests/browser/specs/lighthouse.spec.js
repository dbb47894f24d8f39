import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { launchOptions } from "../chromium.js";
import { begin, link, pegElsewhere } from "../scorer.js";
import { expect, test } from "../test.js";

const CATEGORIES = ["performance", "accessibility", "best-practices"];
const LEAST = { performance: 0.9, accessibility: 1, "best-practices": 0.95 };

test.describe.configure({ mode: "serial" });

for (const view of ["the first view", "a table in play"]) {
  test(`Lighthouse thinks well of ${view} on a phone`, async ({ baseURL }, { parallelIndex }) => {
    test.slow();
    const port = 9300 + parallelIndex;
    const browser = await chromium.launch({
      ...launchOptions,
      args: [...launchOptions.args, `--remote-debugging-port=${port}`],
    });
    const game = await begin(baseURL);
    for (const points of [12, 16, 24, 8]) await pegElsewhere(game, 0, points);
    const url = view === "the first view" ? `${baseURL}/` : link(game);
    // A table in play never falls silent: its live line stays open.
    const { lhr } = await lighthouse(url, {
      port,
      onlyCategories: CATEGORIES,
      maxWaitForLoad: 20_000,
      logLevel: "error",
    });
    await browser.close();
    const scores = Object.fromEntries(CATEGORIES.map((name) => [name, lhr.categories[name].score]));
    const { numericValue: bytes } = lhr.audits["total-byte-weight"];
    console.log(`Lighthouse of ${view}: ${JSON.stringify(scores)}, ${Math.round(bytes)} bytes.`);
    const failed = Object.values(lhr.audits).filter(({ score }) => score !== null && score < 0.9);
    for (const name of CATEGORIES) {
      expect(scores[name], `${name}: ${failed.map(({ id }) => id).join(", ")}`).toBeGreaterThanOrEqual(LEAST[name]);
    }
  });
}

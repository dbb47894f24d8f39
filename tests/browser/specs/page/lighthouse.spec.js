import { availableParallelism, loadavg } from "node:os";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { launchOptions } from "../../support/browser/chromium.js";
import { Hall, expect, test } from "../../support/night/hall.js";
import { begin, link, pegElsewhere } from "../../support/game/scorer.js";

const LEAST = { performance: 0.98, accessibility: 1, "best-practices": 1, seo: 1 };
const CATEGORIES = Object.keys(LEAST);
// Milliseconds on a slow network, as Lighthouse simulates it.
const MOST = { "first-contentful-paint": 1500, "largest-contentful-paint": 2400 };
// The least performance on a machine that has more to do than it has processors.
const LEAST_BUSY = 0.9;
// Other programs on the machine make a page look slower than it is, and never faster: the best look counts.
const LOOKS = 3;

const VIEWS = {
  "the first view": (base) => `${base}/`,
  "the form to start a game": (base) => `${base}/#/start`,
  "a table in play": tableInPlay,
  "the count of a hand": (base) => `${base}/#/count`,
  "a league night": nightInPlay,
};

// Search engines are kept away from a night, on purpose.
const SKIPPED = { "a league night": ["is-crawlable"] };

// Milliseconds that the machine gets to become quiet after the earlier tests.
const REST = 90_000;

test.describe.configure({ mode: "serial" });

const isBusy = () => loadavg()[0] > availableParallelism();

test.beforeAll(async () => {
  test.setTimeout(2 * REST);
  // The tests run on a busy machine too.
  await expect
    .poll(isBusy, { timeout: REST })
    .toBe(false)
    .catch(() => {});
});

async function tableInPlay(base) {
  const game = await begin(base);
  for (const points of [12, 16, 24, 8]) await pegElsewhere(game, 0, points);
  return link(game);
}

async function nightInPlay(base) {
  const hall = await new Hall(base).openPublic(4);
  await hall.draw();
  await hall.results();
  return `${base}/#/night`;
}

async function look(url, port, skipAudits = []) {
  const args = [...launchOptions.args, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...launchOptions, args });
  // A table in play never falls silent: its live line stays open.
  const { lhr } = await lighthouse(url, {
    port,
    onlyCategories: CATEGORIES,
    skipAudits,
    maxWaitForLoad: 20_000,
    logLevel: "error",
  });
  await browser.close();
  return lhr;
}

// The scores of a look, and its times.
function measured({ categories, audits }) {
  const scores = Object.fromEntries(CATEGORIES.map((name) => [name, categories[name].score]));
  const times = Object.fromEntries(Object.keys(MOST).map((name) => [name, Math.round(audits[name].numericValue)]));
  return { scores, times };
}

const isEnough = ({ scores, times }) =>
  CATEGORIES.every((name) => scores[name] >= LEAST[name]) &&
  Object.keys(MOST).every((name) => times[name] <= MOST[name]);

for (const [view, open] of Object.entries(VIEWS)) {
  test(`Lighthouse thinks well of ${view} on a phone`, async ({ baseURL }, { parallelIndex }) => {
    test.slow();
    const url = await open(baseURL);
    const wasBusy = isBusy();
    const looks = [];
    for (let at = 0; at < LOOKS && !looks.some((lhr) => isEnough(measured(lhr))); at += 1) {
      looks.push(await look(url, 9300 + parallelIndex, SKIPPED[view]));
    }
    const lhr =
      looks.find((each) => isEnough(measured(each))) ??
      looks.toSorted((one, other) => other.categories.performance.score - one.categories.performance.score)[0];
    const { scores, times } = measured(lhr);
    const { numericValue: bytes } = lhr.audits["total-byte-weight"];
    console.log(`Lighthouse of ${view}: ${JSON.stringify({ ...scores, ...times })}, ${Math.round(bytes)} bytes.`);
    const failed = Object.values(lhr.audits).filter(({ score }) => score !== null && score < 0.9);
    const isNoisy = wasBusy || isBusy();
    if (isNoisy)
      console.log(`The machine is busy, so a performance of ${LEAST_BUSY} is enough, and no time is checked.`);
    const least = isNoisy ? { ...LEAST, performance: LEAST_BUSY } : LEAST;
    for (const name of CATEGORIES) {
      expect(scores[name], `${name}: ${failed.map(({ id }) => id).join(", ")}`).toBeGreaterThanOrEqual(least[name]);
    }
    for (const [name, most] of isNoisy ? [] : Object.entries(MOST)) expect(times[name], name).toBeLessThanOrEqual(most);
  });
}

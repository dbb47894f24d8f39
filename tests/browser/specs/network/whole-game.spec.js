import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { launchOptions } from "../../support/browser/chromium.js";
import { cut, disk, killBrowser, mend } from "../../support/browser/journal.js";
import {
  begin,
  call,
  chooseKind,
  endSum,
  happened,
  link,
  scoreOf,
  sheet,
  state,
  tapNumber,
} from "../../support/game/scorer.js";
import { EDITIONS, NEWEST, test as old } from "../../support/editions/front.js";
import { tapIn } from "../../support/editions/old-table.js";
import { expect } from "../../support/browser/test.js";

// A single failure here is a finding, also in CI.
old.describe.configure({ retries: 0 });
old.use({ tolerated: /ERR_|status of (404|409)|Service Worker registration blocked/, serviceWorkers: "block" });

const LIVE = "Every phone at the table sees this.";
// No side comes so far by the taps in between.
const FAR = 100;

function numbers(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const unsent = async (page) => (await disk(page)).pegout.outbox;
const told = async (game) => (await call(game, "GET", "")).sides.map(({ score }) => score);

// The page of this version has nothing to send, and both phones show what the service has.
async function agree(game, page, other) {
  await expect(state(page)).toHaveText(LIVE, { timeout: 30_000 });
  await expect.poll(() => unsent(other), { timeout: 30_000 }).toEqual([]);
  const scores = await told(game);
  for (const each of [page, other])
    for (const side of [0, 1]) await expect(scoreOf(each, side)).toHaveText(String(scores[side]));
  return scores;
}

// Clicks the first of these keys; returns false if there is none.
const click = (page, selector) =>
  page.locator(selector).evaluateAll((nodes) => nodes.slice(0, 1).map((node) => node.click()).length > 0);

// Changes the newest peg on the sheet, if the line opens it.
async function amend(page, next) {
  const value = next(2) ? `side ${next(2)}` : `points ${1 + next(6)}`;
  if (!(await click(page, ".said:enabled"))) return;
  await click(page, `.peg-sheet [value="${value}"]`);
  await click(page, ".peg-sheet .primary");
  await expect(page.locator(".peg-sheet[open]")).toHaveCount(0);
}

for (const edition of [NEWEST, ...EDITIONS]) {
  old.describe(`the second phone with the page of ${edition}`, () => {
    old.use({ edition: edition === NEWEST ? EDITIONS[0] : edition });

    old(
      "A game to 121 agrees at every point, whatever is cut, killed, loaded again and changed",
      async ({ browser, front, ownService }) => {
        old.slow();
        const game = await begin(ownService.url);
        const next = numbers(EDITIONS.indexOf(edition) + 7);
        const profile = await mkdtemp(join(tmpdir(), "pegout-profile-"));
        const launch = () => chromium.launchPersistentContext(profile, { ...launchOptions, locale: "en-CA" });
        let first = await launch();
        let [page] = first.pages();
        await page.goto(link(game));
        const context = await browser.newContext({ locale: "en-CA", viewport: { width: 390, height: 844 } });
        const other = await context.newPage();
        await other.goto(link({ ...game, base: edition === NEWEST ? ownService.url : front.url }));
        await agree(game, page, other);

        const tapOf = async (on) => {
          const [side, points] = [next(2), [1, 2, 3, 4, 6][next(5)]];
          if (Number(await scoreOf(on, side).textContent()) < FAR)
            await tapIn(on, on === other ? edition : NEWEST, side, points);
        };
        const steps = [
          () => tapOf(page),
          () => tapOf(other),
          async () => {
            await tapOf(page);
            await tapOf(page);
          },
          () => Promise.all([amend(page, next), tapOf(other)]),
          () => (edition === NEWEST ? Promise.all([amend(page, next), amend(other, next)]) : amend(page, next)),
          () => page.locator(".undo").click(),
          () => page.reload(),
          () => other.reload(),
          async () => {
            await cut(first);
            for (let at = 0; at < 3; at += 1) await (next(2) ? tapOf(page) : amend(page, next));
            await tapOf(other);
            await mend(page);
          },
          async () => {
            await cut(first);
            await tapOf(page);
            await tapOf(page);
            await expect(state(page)).toHaveText(/saved on this phone/);
            const ended = new Promise((resolve) => first.once("close", resolve));
            killBrowser(profile);
            await ended;
            first = await launch();
            [page] = first.pages();
            await page.goto(`${ownService.url}/#/table?id=${game.id}`);
          },
        ];
        for (let round = 0; round < 12; round += 1) {
          for (let at = 0; at < 3; at += 1) await steps[next(steps.length - 1)]();
          if (round % 6 === 3) await steps[steps.length - 1]();
          await agree(game, page, other);
        }
        for (let scores = await told(game); scores[0] < 121; scores = await agree(game, page, other)) {
          await chooseKind(page, "Play");
          await tapNumber(page, 0, 121 - scores[0] >= 12 ? 12 : 1);
          await endSum(page);
        }
        await expect(sheet(page)).toBeVisible();
        await expect(scoreOf(other, 0)).toHaveText("121");
        const events = await happened(game, "peg_amended");
        expect(events.length).toBeGreaterThan(5);
        await first.close();
        await context.close();
        await rm(profile, { recursive: true, force: true, maxRetries: 10 });
      },
    );
  });
}

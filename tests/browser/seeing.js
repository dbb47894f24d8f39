import { chromium } from "@playwright/test";
import { launchOptions } from "./support/browser/chromium.js";
import { Service } from "./support/browser/service.js";
import { begin, link, state } from "./support/game/scorer.js";

const LIVE = "Every phone at the table sees this.";
const POINTS = 2;
const [, , given = "30"] = process.argv;
const pegs = Number(given);

async function open(browser, game, side) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-CA" });
  const page = await context.newPage();
  await page.goto(link(game, side));
  await state(page).filter({ hasText: LIVE }).waitFor({ state: "attached" });
  return page;
}

// Both pages run on this machine, so they share its clock.
async function noteScores(page) {
  await page.evaluate(() => {
    window.shown = {};
    const score = document.querySelector(".tile.of-0 .score");
    const note = () => (window.shown[score.textContent] ??= Date.now());
    new MutationObserver(note).observe(score, { childList: true, characterData: true, subtree: true });
  });
}

async function tap(page) {
  return page.evaluate((points) => {
    const now = Date.now();
    document.querySelector(`.block.of-0 [value="${points}"]`).click();
    return now;
  }, POINTS);
}

const service = new Service({ env: { PEGOUT_WRITES: "1000000", PEGOUT_WRITES_AT_ONCE: "1000000" } });
await service.start();
const browser = await chromium.launch(launchOptions);
const game = await begin(service.url);
const [own, other] = [await open(browser, game, 0), await open(browser, game, 1)];
await noteScores(other);
const times = [];
for (let at = 1; at <= pegs; at += 1) {
  const tapped = await tap(own);
  await other.waitForFunction((score) => window.shown[score], at * POINTS);
  times.push((await other.evaluate((score) => window.shown[score], at * POINTS)) - tapped);
  // The next tap is a peg of its own.
  await own.keyboard.press("Escape");
}
times.sort((one, next) => one - next);
const part = (of) => times[Math.min(times.length - 1, Math.floor(times.length * of))];
console.log(
  `until the other phone shows a peg: median ${part(0.5)} ms, p90 ${part(0.9)} ms, slowest ${part(1)} ms, of ${pegs} pegs`,
);
await browser.close();
await service.close();

import {
  begin,
  happened,
  link,
  newest,
  openTable,
  pegElsewhere,
  scores,
  sheet,
  tapNumber,
  undo,
} from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ viewport: { width: 390, height: 664 } });

// Notes what vibrates, and what moves or lights up besides the pegs.
async function feelAll(page) {
  await page.addInitScript(() => {
    window.felt = { buzzes: [], moves: [] };
    navigator.vibrate = (pattern) => window.felt.buzzes.push(pattern) > 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
      if (frames && this.matches(".tile, .pegboard")) {
        const moves = JSON.stringify(frames).includes("transform");
        window.felt.moves.push(`${this.matches(".tile") ? "tile" : "board"} ${moves ? "moves" : "glows"}`);
      }
      return animate.call(this, frames, timing);
    };
  });
}

const felt = (page) => page.evaluate(() => window.felt);
const patterns = async (page) => (await felt(page)).buzzes.filter(Array.isArray);
const moves = async (page) => (await felt(page)).moves;

async function open(page, baseURL, begun = {}, pegs = []) {
  await feelAll(page);
  const game = await begin(baseURL, begun);
  for (const [side, points] of pegs) await pegElsewhere(game, side, points, { for: "other" });
  await openTable(page, game);
  return game;
}

const ALMOST = [29, 29, 29, 29].map((points) => [0, points]);
const SKUNKED = [...ALMOST, [1, 8]];
const CLOSE = [...ALMOST, [1, 29], [1, 29], [1, 29], [1, 20]];

for (const [locale, great, perfect] of [
  ["en-CA", "A hand to remember!", "Twenty-nine! The perfect hand!"],
  ["fr-CA", "Une main mémorable!", "Vingt-neuf! La main parfaite!"],
]) {
  test.describe(locale, () => {
    test.use({ locale });

    test("A count of 24 or more is felt, and 29 in its own way", async ({ page, baseURL }) => {
      const game = await begin(baseURL);
      await feelAll(page);
      await page.goto(link(game));
      await page.locator(".dot[data-state=live]").waitFor();
      await pegElsewhere(game, 0, 23, { for: "hand" });
      await expect(scores(page)).toHaveText(["23", "0"]);
      expect(await patterns(page)).toEqual([]);
      expect(await moves(page)).toEqual([]);
      // Two taps in one moment are one peg.
      await page.evaluate(() => {
        for (let tap = 0; tap < 2; tap += 1) document.querySelector('.block.of-1 [value="12"]').click();
      });
      await expect(scores(page)).toHaveText(["23", "24"]);
      await expect.poll(() => patterns(page)).toHaveLength(1);
      await expect.poll(() => moves(page)).toEqual(["tile glows", "tile moves"]);
      await page.keyboard.press("Escape");
      await expect(newest(page).last()).toHaveText(great);
      // A slow phone's peg could reach the service after the 29, and the line is about the last peg.
      await expect.poll(async () => (await happened(game, "pegged")).map(({ points }) => points)).toEqual([23, 24]);
      await pegElsewhere(game, 0, 29, { for: "hand" });
      await expect(newest(page).last()).toHaveText(perfect);
      await expect.poll(() => patterns(page)).toHaveLength(2);
      const [first, second] = await patterns(page);
      expect(second).not.toEqual(first);
    });
  });
}

test("A moment is felt once, also after Undo and a reload", async ({ page, baseURL }) => {
  const game = await open(page, baseURL, {}, [[0, 29]]);
  expect(await patterns(page)).toEqual([]);
  await tapNumber(page, 1, 2);
  await page.keyboard.press("Escape");
  await undo(page).click();
  await expect(scores(page)).toHaveText(["29", "0"]);
  await expect(newest(page).first()).toContainText("Taken back");
  expect(await patterns(page)).toEqual([]);
  await page.reload();
  await page.locator(".dot[data-state=live]").waitFor();
  await pegElsewhere(game, 1, 24, { for: "hand" });
  await expect.poll(() => patterns(page)).toHaveLength(1);
});

for (const [what, pegs, isSkunk] of [
  ["The end", CLOSE, false],
  ["A skunk", SKUNKED, true],
]) {
  test(`${what} is felt, and the sheet comes all the same`, async ({ page, baseURL }) => {
    await open(page, baseURL, {}, pegs);
    for (let tap = 0; tap < 2; tap += 1) await tapNumber(page, 0, 3);
    await expect(sheet(page)).toBeVisible();
    expect(await patterns(page)).toHaveLength(1);
    expect((await moves(page)).includes("board moves")).toBe(isSkunk);
    expect(await moves(page)).toContain("tile moves");
  });
}

test("A crash is felt by both phones", async ({ page, baseURL }) => {
  const game = await open(page, baseURL, { preset: "crash", crash_directions: [1, 1] }, [[0, 10]]);
  await pegElsewhere(game, 1, 10, { for: "other" });
  await expect(newest(page).last()).toContainText("Crash!");
  await expect.poll(() => patterns(page)).toHaveLength(1);
  expect(await moves(page)).toContain("board moves");
});

test.describe("with less motion", () => {
  test.use({ reducedMotion: "reduce" });

  test("A moment lights up and vibrates, and nothing moves", async ({ page, baseURL }) => {
    await open(page, baseURL, {}, SKUNKED);
    for (let tap = 0; tap < 2; tap += 1) await tapNumber(page, 0, 3);
    await expect(sheet(page)).toBeVisible();
    expect(await patterns(page)).toHaveLength(1);
    expect([...new Set(await moves(page))]).toEqual(["tile glows"]);
  });
});

test("A tap during a moment is a peg at once, and the vibration is short", async ({ page, baseURL }) => {
  const game = await open(page, baseURL);
  await pegElsewhere(game, 1, 29, { for: "hand" });
  await expect.poll(() => patterns(page)).toHaveLength(1);
  const isMoving = () => page.evaluate(() => document.querySelector(".tile.of-1").getAnimations().length > 0);
  // Stopped in the middle, it covers no key either.
  await page.evaluate(() =>
    document
      .querySelector(".tile.of-1")
      .getAnimations()
      .forEach((each) => each.pause()),
  );
  expect(await isMoving()).toBe(true);
  await tapNumber(page, 0, 3);
  await expect(scores(page)).toHaveText(["3", "29"]);
  const [pattern] = await patterns(page);
  expect(pattern.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(500);
});

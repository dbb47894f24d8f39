import { keepGames, savedGame } from "../../support/game/games.js";
import { begin, link, pegElsewhere } from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ viewport: { width: 390, height: 664 }, contextOptions: { forcedColors: "active" } });

const SIDES = [{ name: "Ann" }, { name: "Bob" }];

async function seated(page, baseURL, ...pegs) {
  const game = await begin(baseURL, { sides: SIDES });
  for (const [side, points, kind] of pegs) await pegElsewhere(game, side, points, { for: kind });
  await page.goto(`${link(game)}&side=0`);
  await page.locator(".dot[data-state=live]").waitFor();
  return game;
}

/** The keys on the page without an edge and without a colour of their own. */
function flat(page, selector) {
  return page.locator(selector).evaluateAll((nodes) =>
    nodes
      .filter((node) => node.checkVisibility() && node.getClientRects().length > 0)
      .filter((node) => {
        const { borderTopStyle, borderTopWidth, backgroundColor } = getComputedStyle(node);
        const hasEdge = borderTopStyle !== "none" && parseFloat(borderTopWidth) > 0;
        return !hasEdge && backgroundColor === getComputedStyle(document.body).backgroundColor;
      })
      .map((node) => `${node.className}: ${node.textContent}`),
  );
}

const background = (locator) => locator.evaluate((node) => getComputedStyle(node).backgroundColor);

const KEYS = ".tile, .menu-key, .undo, .number, .side-key, .rail-key, .answer, .kind, .primary, .quiet, .again";

test("Every key of the table has an edge, and the board keeps its colours", async ({ page, baseURL }) => {
  await seated(page, baseURL, [0, 20, "other"]);
  expect(await flat(page, KEYS)).toEqual([]);
  const board = page.locator(".board-place .pegboard").first();
  await expect(board).toHaveCSS("forced-color-adjust", "none");
  const colours = await board.evaluate((node) => [
    ...new Set([...node.querySelectorAll("*")].map((part) => getComputedStyle(part).fill)),
  ]);
  expect(colours.length).toBeGreaterThan(4);
});

test("The side that is due stands out from the other", async ({ page, baseURL }) => {
  await seated(page, baseURL, [1, 8, "hand"]);
  await expect(page.locator(".block.due")).toHaveCount(1);
  const due = await background(page.locator(".block.due .number").first());
  expect(due).not.toBe(await background(page.locator(".block:not(.due) .number").first()));
  const pips = page.locator(".part");
  const looks = await pips.evaluateAll((nodes) => nodes.map((node) => getComputedStyle(node).backgroundColor));
  expect(new Set(looks).size).toBe(3);
});

test("The number that was chosen, and the side that is due, stand out in two taps", async ({ page, baseURL }) => {
  await page.addInitScript(() => localStorage.setItem("pegout.keys", "two"));
  await seated(page, baseURL, [1, 8, "hand"]);
  await page.locator('.numbers [value="7"]').click();
  expect(await flat(page, KEYS)).toEqual([]);
  expect(await background(page.locator(".number.chosen"))).not.toBe(
    await background(page.locator(".number:not(.chosen)").first()),
  );
  expect(await background(page.locator(".side-key.due"))).not.toBe(
    await background(page.locator(".side-key:not(.due)")),
  );
});

test("A question has an edge on the board, and its likelier answer stands out", async ({ page, baseURL }) => {
  await seated(page, baseURL, [0, 2, "hand"]);
  await page.locator(".deal-key").click();
  await expect(page.locator(".question")).toBeVisible();
  await expect.poll(() => flat(page, `${KEYS}, .question`)).toEqual([]);
  const [likely, other] = await Promise.all([0, 1].map((at) => background(page.locator(".answer").nth(at))));
  expect(likely).not.toBe(other);
  await page.locator(".kind-key").click();
  expect(await flat(page, `${KEYS}, .kind-sheet`)).toEqual([]);
});

test("The sheets of the table have an edge, and their keys", async ({ page, baseURL }) => {
  const game = await seated(page, baseURL, [0, 2, "play"]);
  for (const [opener, sheet] of [
    [".menu-key", ".menu"],
    [".tile", ".names"],
    [".said", ".peg-sheet"],
  ]) {
    await page.locator(opener).first().click();
    const keys = [".primary", ".quiet", ".choice span", ".peg-choice"].map((key) => `${sheet} ${key}`);
    expect(await flat(page, [sheet, ...keys].join())).toEqual([]);
    await page.keyboard.press("Escape");
  }
  for (const points of [29, 29, 29, 29, 4]) await pegElsewhere(game, 0, points);
  await page.locator(".end-sheet[open]").waitFor();
  expect(await flat(page, ".end-sheet .primary, .end-sheet .quiet, .end-sheet .plain")).toEqual([]);
  await expect(page.locator(".end-picture")).toHaveCSS("forced-color-adjust", "none");
});

test.describe("with a game that is on the phone alone, which asks for its history", () => {
  test.use({ tolerated: /status of 404/ });
  test("Start, the result and the list of games have an edge for each key", async ({ page, baseURL }) => {
    await page.goto("/#/start");
    await page.locator(".start-rules strong").waitFor();
    expect(await flat(page, "main button, main .segments span")).toEqual([]);
    await keepGames(page, [savedGame({ names: ["Ann", "Bob"], scores: [60, 80] })]);
    await page.goto("/#/games");
    await page.locator("main .primary").first().waitFor();
    expect(await flat(page, "main button, main .primary")).toEqual([]);
    await seated(page, baseURL, [0, 2, "play"]);
    await page.goto(page.url().replace("#/table", "#/result"));
    await page.locator(".winner-key").first().waitFor();
    expect(await flat(page, ".pad-key, .winner-key")).toEqual([]);
  });
});

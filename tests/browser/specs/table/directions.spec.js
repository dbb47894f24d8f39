import { keepGames, savedGame } from "../../support/game/games.js";
import { begin, link, pegElsewhere } from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

const HEBREW = "דוד";
const ARABIC = "يوسف";
const MIXED = `Ann ${ARABIC}`;
const PHONE = `הטלפון של ${HEBREW}`;

test.use({ viewport: { width: 390, height: 664 } });

/** The left edges of these words in the element, in the order in which they are given. */
function places(locator, ...words) {
  return locator.first().evaluate((node, words) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    return words.map((word) => {
      const text = texts.find(({ data }) => data.includes(word));
      const range = document.createRange();
      range.setStart(text, text.data.indexOf(word));
      range.setEnd(text, text.data.indexOf(word) + word.length);
      return range.getBoundingClientRect().left;
    });
  }, words);
}

async function expectOrder(locator, ...words) {
  const found = await places(locator, ...words);
  expect(found, words.join(" before ")).toEqual([...found].sort((one, other) => one - other));
}

async function seated(page, baseURL, names = [HEBREW, MIXED], ...pegs) {
  const game = await begin(baseURL, { sides: names.map((name) => ({ name })) });
  for (const [side, points, kind] of [[1, 7, "play"], [0, 12, "play"], ...pegs])
    await pegElsewhere(game, side, points, { for: kind, by: PHONE });
  await page.goto(link(game));
  await page.locator(".dot[data-state=live]").waitFor();
  return game;
}

test("The last peg names the side, then the points, then the kind", async ({ page, baseURL }) => {
  await seated(page, baseURL);
  await expectOrder(page.locator(".said .what"), HEBREW, "+12", "play");
  await page.locator('.block.of-1 [value="3"]').click();
  await expectOrder(page.locator(".said .what"), "Ann", "+3", "play");
});

test("A tile, a caption and a side key have the name at their beginning", async ({ page, baseURL }) => {
  await seated(page, baseURL);
  for (const side of [0, 1]) {
    const tile = page.locator(`.tile.of-${side}`);
    const [mark, name] = await tile.evaluate((node) => {
      const range = document.createRange();
      range.selectNodeContents(node.querySelector(".side-name"));
      return [node.querySelector(".mark").getBoundingClientRect().right, range.getBoundingClientRect().left];
    });
    expect(name - mark).toBeGreaterThanOrEqual(0);
    expect(name - mark).toBeLessThan(12);
  }
  await expectOrder(page.locator(".block.of-1 .caption"), "Ann", ARABIC);
});

test("A question and its answers keep names and numbers in the order of the sentence", async ({ page, baseURL }) => {
  await seated(page, baseURL, [HEBREW, MIXED], [0, 29], [0, 29], [0, 29], [0, 16]);
  await page.locator('.block.of-0 [value="8"]').click();
  await expectOrder(page.locator("#question"), "Ann", "first");
  await expectOrder(page.locator("#question"), "Peg", "8", HEBREW);
  await expectOrder(page.locator(".answer").nth(0), "Ann", "first");
  await expectOrder(page.locator(".answer").nth(1), HEBREW, "+8");
});

test("The sheet of a peg keeps the order of its title", async ({ page, baseURL }) => {
  await seated(page, baseURL);
  await page.locator(".said").click();
  await expectOrder(page.locator("#peg-title"), HEBREW, "+12", "play");
});

test("The menu and the names sheet are not turned by a name", async ({ page, baseURL }) => {
  await seated(page, baseURL);
  await page.locator(".menu-key").click();
  await expectOrder(page.locator(".fact").nth(0), HEBREW, "Ann");
  await expectOrder(page.locator(".fact").nth(1), "Deal", "dealer", HEBREW);
  await page.keyboard.press("Escape");
  await page.locator(".tile").first().click();
  await expect(page.locator(".naming legend bdi").first()).toHaveText(HEBREW);
});

test("The history has each name before its points, and the phone’s name before what became of the peg", async ({
  page,
  baseURL,
}) => {
  const game = await seated(page, baseURL);
  await page.goto(page.url().replace("#/table", "#/history"));
  const row = page.locator(".past-peg").first();
  await expectOrder(row, HEBREW, "+12", "Play");
  await row.getByRole("button").click();
  await page.getByRole("button", { name: "Take back", exact: true }).click();
  const taken = page.locator(".past-peg.taken");
  await expectOrder(taken.locator(".when"), PHONE, "taken back");
  expect(game.id).toBeTruthy();
});

test("The end and its picture tell the winner, then whom they beat, then the scores", async ({ page, baseURL }) => {
  const game = await seated(page, baseURL, [HEBREW, ARABIC]);
  for (const points of [29, 29, 29, 22]) await pegElsewhere(game, 0, points);
  await page.locator(".end-sheet[open] .end-picture svg").waitFor();
  await expectOrder(page.locator(".end-picture"), "beat", ARABIC);
  const title = await page.locator("#end-title").innerText();
  expect(title).toMatch(new RegExp(`^\u2068${HEBREW}\u2069 beat \u2068${ARABIC}\u2069, 121`));
});

test.describe("with games that are on the phone alone, which asks for their history", () => {
  test.use({ tolerated: /status of 404/ });
  test("My games and Home have the score where it is for other names", async ({ page }) => {
    await keepGames(page, [
      savedGame({ names: [HEBREW, ARABIC], scores: [121, 88] }),
      savedGame({ names: [HEBREW, ARABIC], scores: [60, 88] }),
    ]);
    await page.goto("/#/");
    await page.reload();
    await expectOrder(page.locator("main p, main strong").filter({ hasText: HEBREW }), HEBREW, "60", ARABIC, "88");
    await page.goto("/#/games");
    await expectOrder(page.locator("main").filter({ hasText: "Going on" }), HEBREW, ARABIC, "60");
  });
});

test("A result’s keys have the name first, and the scores below it from left to right", async ({ page, baseURL }) => {
  await seated(page, baseURL);
  await page.goto(page.url().replace("#/table", "#/result"));
  for (const digit of ["3", "4"]) await page.getByRole("button", { name: digit, exact: true }).click();
  await expectOrder(page.locator(".winner-key").first(), "121", "87");
});

test("Start’s seats and chips hold names of both directions", async ({ page }) => {
  await page.addInitScript(
    (names) => localStorage.setItem("pegout.start", JSON.stringify({ seating: "1-1", names })),
    [HEBREW, MIXED],
  );
  await page.goto("/#/start");
  await page.locator(".start-rules strong").waitFor();
  const turned = await page.locator(".seat").evaluateAll(
    (seats, [hebrew, mixed]) => {
      const holders = seats.flatMap((seat) => [...seat.querySelectorAll("*")]);
      return holders
        .filter((node) => node.childElementCount === 0 && [hebrew, mixed].includes(node.textContent))
        .map((node) => node.tagName);
    },
    [HEBREW, MIXED],
  );
  expect(turned).toEqual(["BDI", "BDI"]);
});

import { randomUUID } from "node:crypto";
import { smallTargets, violations } from "../../support/browser/axe.js";
import { PAIRS, keepTable, resultKey, typeNumber, watchResults, winnerKey } from "../../support/game/results.js";
import { begin, call, happened, link, state } from "../../support/game/scorer.js";
import { textSize } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: /ERR_(FAILED|INTERNET_DISCONNECTED)|status of 4(04|09)/ });

const THREE = [{ name: "Ann" }, { name: "Bob" }, { name: "Cy" }];
const outputs = (page) => page.locator(".reading output");
const skunk = (page) => page.locator(".skunk-note");
const status = (page) => page.locator(".result-part > [role=status]");
const card = (page) => page.locator(".confirmation");

async function openForm(page, base, { sides = PAIRS, ...saved } = {}) {
  const sent = watchResults(page);
  const game = await keepTable(page, base, sides, saved);
  await page.goto(`${base}/#/result?id=${game.id}`);
  await expect(winnerKey(page, 0)).toBeVisible();
  return { game, sent };
}

test("A result is a number and who won, and says at once what it makes @landing", async ({ page, baseURL }) => {
  const { game, sent } = await openForm(page, baseURL, { side: 0, night: "n" });
  await winnerKey(page, 0).click({ force: true });
  await expect(page.getByText("First the number: 1 to the points that win.")).toBeVisible();
  await typeNumber(page, 34);
  await expect(outputs(page)).toHaveText(["34", "87"]);
  await expect(skunk(page)).toHaveText("Below 91: a skunk");
  await expect(winnerKey(page, 0)).toHaveText(/Solange \+ Noëlla\s*121.–.87, −1 each\s*the others 34 each/);
  await expect(winnerKey(page, 1)).toHaveText(/Björn \+ Gaëtan\s*121.–.87, −1 each\s*the others 34 each/);
  await winnerKey(page, 0).click();
  await expect(status(page)).toHaveText("Waiting for Björn + Gaëtan to confirm.");
  await expect(page.locator(".final")).toHaveText(["121", "87"]);
  expect(sent.results).toMatchObject([{ winner: 0, short_by: 34 }]);
  expect(await call(game, "GET", "")).toMatchObject({ status: "finished", winner: 0, skunk: "skunk" });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(winnerKey(page, 0)).toBeVisible();
  expect(await call(game, "GET", "")).toMatchObject({ status: "playing", sides: [{ score: 0 }, { score: 0 }] });
});

test("Either reading of the number is typed, and the other follows", async ({ page, baseURL }) => {
  await openForm(page, baseURL);
  await page.getByRole("button", { name: "Final score" }).first().click();
  await expect(page.locator(".reading-label")).toHaveText(["Losing score", "Short by"]);
  await typeNumber(page, 60);
  await expect(outputs(page)).toHaveText(["60", "61"]);
  await expect(skunk(page)).toHaveText("Below 61: a double skunk");
  await page.locator(".pad-word").last().click();
  await expect(outputs(page)).toHaveText(["61", "60"]);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(winnerKey(page, 1)).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.type("312");
  await expect(outputs(page)).toHaveText(["2", "119"]);
  await page.keyboard.press("Backspace");
  await expect(outputs(page)).toHaveText(["", ""]);
  await page.keyboard.type("5");
  await expect(winnerKey(page, 1)).toHaveText(/Gaëtan\s*121.–.116$/);
  await expect(skunk(page)).toHaveText("\u00a0");
});

test("Of three sides the winner comes first, then a number for each of the others", async ({ page, baseURL }) => {
  const { game, sent } = await openForm(page, baseURL, { sides: THREE });
  const enter = page.getByRole("button", { name: /^Enter/ });
  await expect(enter).toBeDisabled();
  await winnerKey(page, 1).click();
  await expect(page.locator(".reading-label").first()).toHaveText("Ann: short by");
  await typeNumber(page, 31);
  await winnerKey(page, 2).click();
  await expect(page.locator(".reading-label").first()).toHaveText("Cy: short by");
  await typeNumber(page, 61);
  await expect(winnerKey(page, 0)).toHaveText(/Ann\s*90/);
  await expect(enter).toHaveText(/Enter 121.–.90.–.60/);
  await enter.click();
  await expect(page.locator(".final")).toHaveText(["90", "121", "60"]);
  await expect(status(page)).toHaveText("Waiting for the other side to confirm.");
  expect(sent.results).toMatchObject([{ scores: [90, 121, 60] }]);
  expect(await call(game, "GET", "")).toMatchObject({ status: "finished", winner: 1 });
});

// A request passes a route by if the service worker takes the page over while the route is set.
test.describe("without the service worker", () => {
  test.use({
    serviceWorkers: "block",
    tolerated: /ERR_(FAILED|INTERNET_DISCONNECTED)|status of 4(04|09)|Service Worker registration blocked/,
  });

  test("A result that is entered without a network is kept, and sent when there is one @landing", async ({
    page,
    baseURL,
  }) => {
    const { game } = await openForm(page, baseURL, { side: 0 });
    await page.route("**/result", (route) => route.abort());
    await typeNumber(page, 8);
    await winnerKey(page, 1).click();
    await expect(status(page)).toHaveText("Kept on this phone until there is a connection.");
    await expect(page.locator(".final")).toHaveText(["113", "121"]);
    await page.reload();
    await expect(page.locator(".final")).toHaveText(["113", "121"]);
    expect(await call(game, "GET", "")).toMatchObject({ status: "playing" });
    await page.unroute("**/result");
    await expect(status(page)).toHaveText("Waiting for Björn + Gaëtan to confirm.", { timeout: 30_000 });
    expect(await happened(game, "result_entered")).toHaveLength(1);
    expect(await call(game, "GET", "")).toMatchObject({ winner: 1, sides: [{ score: 113 }, { score: 121 }] });
  });

  test("A result that was not sent yet is taken back", async ({ page, baseURL }) => {
    const { game } = await openForm(page, baseURL, { side: 0 });
    await page.route("**/result", (route) => route.abort());
    await typeNumber(page, 8);
    await winnerKey(page, 1).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(winnerKey(page, 0)).toBeVisible();
    await page.unroute("**/result");
    await page.reload();
    const kinds = async () => (await call(game, "GET", "/history")).events.map(({ kind }) => kind);
    await expect.poll(kinds, { timeout: 30_000 }).toEqual(["begun", "result_entered", "result_taken_back"]);
  });
});

// Another phone enters a result, and this one hears of it.
async function enteredElsewhere(game, scores) {
  await call(game, "PUT", "/result", { scores, by: "Ann’s phone", device: randomUUID() });
}

test("The phone of the other side confirms a result in one tap @landing", async ({ page, baseURL }) => {
  const { game, sent } = await openForm(page, baseURL, { side: 1 });
  await enteredElsewhere(game, [121, 87]);
  await expect(card(page)).toContainText(/Ann’s phone entered 121.–.87 for .*\. Right\?/);
  await card(page).getByRole("button", { name: "Yes, that is right" }).click();
  await expect(card(page)).toBeHidden();
  await expect.poll(() => sent.verdicts).toMatchObject([{ side: 1, agrees: true }]);
});

test("The phone of the other side contests a result, and gives its own @landing", async ({ page, baseURL }) => {
  const { game, sent } = await openForm(page, baseURL, { side: 1 });
  await enteredElsewhere(game, [121, 87]);
  await card(page).getByRole("button", { name: "No" }).click();
  await expect(card(page)).toContainText("is not right. What is it?");
  await card(page).getByRole("link", { name: "Enter your score" }).click();
  await typeNumber(page, 30);
  await winnerKey(page, 0).click();
  await expect
    .poll(() => sent.verdicts)
    .toMatchObject([
      { side: 1, agrees: false },
      { side: 1, agrees: false, scores: [121, 91] },
    ]);
  await expect(status(page)).toHaveText(/^Contested. Björn \+ Gaëtan: 121.–.91 for .*\.$/);
});

test("Of two results the second offers to contest the first with its scores", async ({ page, baseURL }) => {
  const { game, sent } = await openForm(page, baseURL, { side: 1 });
  // This phone's result is on its way while the result of the other phone arrives.
  let send = () => {};
  const heard = new Promise((resolve) => (send = resolve));
  await page.route("**/result", (route) => heard.then(() => route.continue()));
  await typeNumber(page, 30);
  await winnerKey(page, 0).click();
  await enteredElsewhere(game, [121, 87]);
  send();
  await expect(card(page)).toContainText(
    /Ann’s phone had entered 121.–.87 for .* before, you 121.–.91 for .*\. Is theirs right\?/,
  );
  await card(page).getByRole("button", { name: "No, ours" }).click();
  await expect.poll(() => sent.verdicts).toMatchObject([{ side: 1, agrees: false, scores: [121, 91] }]);
  await expect(card(page)).toBeHidden();
});

test("Nobody is asked whose side the phone does not know, nor whoever entered the result", async ({
  page,
  baseURL,
}) => {
  const { game } = await openForm(page, baseURL);
  await enteredElsewhere(game, [121, 87]);
  await expect(page.locator(".final")).toHaveText(["121", "87"]);
  await expect(card(page)).toBeHidden();
});

test("A game that was pegged to its end takes no result", async ({ page, baseURL }) => {
  const { game } = await openForm(page, baseURL);
  await page.evaluate(async (id) => {
    const { savedGames } = await window.moduleOf("/game/saved-games.ts");
    const { game } = savedGames.get(id);
    const pegs = [{ id: "p", side: 0, points: 8, for: "hand", by: null, at: new Date().toISOString() }];
    const sides = [{ ...game.sides[0], score: 121, previous: 113 }, game.sides[1]];
    await savedGames.save({ id, game: { ...game, status: "finished", winner: 0, sides, pegs } });
  }, game.id);
  await expect(page.getByText(/^This game was pegged to its end/)).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Back to the table" })).toBeVisible();
});

for (const [text, sizes] of [
  [
    16,
    [
      [390, 664],
      [360, 604],
      [320, 568],
      [667, 375],
    ],
  ],
  [32, [[320, 568]]],
]) {
  test(`The form fits on every phone with text of ${text}`, async ({ page, baseURL }) => {
    await textSize(page, text);
    for (const sides of [PAIRS, THREE]) {
      await openForm(page, baseURL, { sides, side: 0, night: "n" });
      if (sides === THREE) await winnerKey(page, 0).click();
      await typeNumber(page, 34);
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        const size = () =>
          page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
        const what = `${sides.length} sides, ${width} × ${height}`;
        const fits = text === 16 ? [width, height] : [width, expect.any(Number)];
        await expect.poll(size, what).toEqual(fits);
        expect(await violations(page), what).toEqual([]);
        expect(await smallTargets(page), what).toEqual([]);
      }
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
  });
}

test("A result takes two taps besides its digits: its key, the winner", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await page.goto(link(game));
  await expect(state(page)).toHaveText("Every phone at the table sees this.");
  await resultKey(page).click();
  await typeNumber(page, 18);
  await winnerKey(page, 0).click();
  await expect(status(page)).toHaveText("Waiting for the other side to confirm.");
  expect(await call(game, "GET", "")).toMatchObject({ winner: 0, sides: [{ score: 121 }, { score: 103 }] });
});

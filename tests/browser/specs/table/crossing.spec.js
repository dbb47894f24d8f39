import { randomUUID } from "node:crypto";
import {
  answer,
  begin,
  call,
  chooseKind,
  happened,
  newest,
  openTable,
  pegElsewhere,
  question,
  scores,
  sheet,
  tapNumber,
  undo,
} from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";
import { caughtUp, engineIsHere, stopClock } from "../../support/browser/waits.js";

// A single failure here is a finding, also in CI.
test.describe.configure({ retries: 0 });

const told = async (game) =>
  (await happened(game, "pegged")).map(({ side, points, for: kind }) => [side, points, kind]);

// A table whose clock stands still: no tap comes too late for a sum.
async function open(page, baseURL, begun) {
  await page.clock.install();
  const game = await begin(baseURL, begun);
  await openTable(page, game);
  await stopClock(page);
  return game;
}

test("A tap goes to the side that was tapped, also if the last peg was given to the other side @landing", async ({
  page,
  baseURL,
}) => {
  const game = await open(page, baseURL);
  await tapNumber(page, 0, 3);
  await expect.poll(() => told(game)).toHaveLength(1);
  const [{ id }] = await happened(game, "pegged");
  await call(game, "PATCH", `/pegs/${id}`, { id: randomUUID(), side: 1 });
  await expect(scores(page)).toHaveText(["0", "3"]);
  await tapNumber(page, 0, 1);
  await expect(scores(page)).toHaveText(["1", "3"]);
});

test("A tap after the other phone's peg is a peg of its own, and Undo takes it back @landing", async ({
  page,
  baseURL,
}) => {
  const game = await open(page, baseURL);
  await tapNumber(page, 0, 2);
  await expect.poll(() => told(game)).toHaveLength(1);
  await pegElsewhere(game, 1, 6, { deal: 1, for: "play" });
  await expect(scores(page)).toHaveText(["2", "6"]);
  await tapNumber(page, 0, 3);
  await expect(scores(page)).toHaveText(["5", "6"]);
  await undo(page).click();
  await expect(scores(page)).toHaveText(["2", "6"]);
  await expect
    .poll(() => told(game))
    .toEqual([
      [0, 2, "play"],
      [1, 6, "play"],
      [0, 3, "play"],
    ]);
});

test("Split gives both pegs to the side that has them", async ({ page, baseURL }) => {
  const game = await open(page, baseURL);
  await tapNumber(page, 0, 2);
  await tapNumber(page, 0, 1);
  await expect.poll(() => told(game)).toEqual([[0, 3, "play"]]);
  const [{ id }] = await happened(game, "pegged");
  await call(game, "PATCH", `/pegs/${id}`, { id: randomUUID(), side: 1 });
  await expect(scores(page)).toHaveText(["0", "3"]);
  await page.locator(".quick-key").click();
  await expect(newest(page).first()).toHaveText("Them +1 play");
  await expect(scores(page)).toHaveText(["0", "3"]);
});

test("Small taps that add up are still the play", async ({ page, baseURL }) => {
  const game = await open(page, baseURL);
  await tapNumber(page, 0, 2);
  await tapNumber(page, 0, 3);
  await tapNumber(page, 1, 2);
  await expect
    .poll(() => told(game))
    .toEqual([
      [0, 5, "play"],
      [1, 2, "play"],
    ]);
});

test("The play of a new deal stays the play if the last peg before it is taken back", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  for (const side of [1, 0]) await pegElsewhere(game, side, 8, { deal: 1, for: "hand" });
  const crib = await pegElsewhere(game, 0, 4, { deal: 1, for: "crib" });
  await call(game, "PUT", "/deals/2", { id: randomUUID() });
  await openTable(page, game);
  await call(game, "DELETE", `/pegs/${crib}`);
  await expect(scores(page)).toHaveText(["8", "8"]);
  await expect(undo(page)).toHaveAccessibleName("Undo: deal 2");
  await tapNumber(page, 0, 2);
  await expect.poll(async () => (await told(game)).at(-1)).toEqual([0, 2, "play"]);
});

test("A key of the keyboard that is held takes back one peg", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  for (const points of [1, 2, 3]) await pegElsewhere(game, 0, points, { deal: 1 });
  await openTable(page, game);
  for (let times = 0; times < 3; times += 1) await page.keyboard.down("u");
  await page.keyboard.up("u");
  await expect(scores(page)).toHaveText(["3", "0"]);
  await page.keyboard.press("u");
  await expect(scores(page)).toHaveText(["1", "0"]);
});

test.describe("near the game hole", () => {
  // Reds deal, and both sides have 115 points. The engine in the phone has the game, and knows which side counts first.
  async function close(page, baseURL) {
    await page.clock.install();
    const game = await begin(baseURL, { sides: [{ name: "Blues" }, { name: "Reds" }], first_dealer: 1 });
    for (const side of [0, 1]) {
      for (const points of [29, 29, 29, 28]) await pegElsewhere(game, side, points, { deal: 1, for: "other" });
    }
    const [history] = await Promise.all([page.waitForResponse("**/history"), openTable(page, game)]);
    await history.finished();
    expect(await page.evaluate(engineIsHere)).toBe(true);
    await caughtUp(page);
    await stopClock(page);
    await expect(scores(page)).toHaveText(["115", "115"]);
    await chooseKind(page, "Hand");
    return game;
  }

  test("What was added to a hand is withdrawn, and the hand stands until another phone pegs", async ({
    page,
    baseURL,
  }) => {
    const game = await close(page, baseURL);
    await tapNumber(page, 1, 4);
    await tapNumber(page, 1, 10);
    await page.clock.resume();
    await answer(page, "Blues first");
    await expect(newest(page)).toHaveText(["Not changed to 14", "Undo changes it after all"]);
    await expect(scores(page)).toHaveText(["115", "119"]);
    await pegElsewhere(game, 0, 3, { deal: 1, for: "hand" });
    await expect(newest(page).first()).toHaveText("Blues +3 hand");
    await expect(undo(page)).toHaveAccessibleName("Undo: Blues +3, hand");
  });

  test("A hand that was pegged too early is asked about no more once the game is over", async ({ page, baseURL }) => {
    const game = await close(page, baseURL);
    await tapNumber(page, 1, 4);
    await expect(question(page)).toContainText("Reds +4. To be counted first: Blues.");
    await expect.poll(() => told(game)).toHaveLength(9);
    await pegElsewhere(game, 0, 6, { deal: 1, for: "hand" });
    await expect(scores(page)).toHaveText(["121", "119"]);
    await expect(question(page)).toBeHidden();
  });

  test("A hand that was asked about is asked about no more once it has won", async ({ page, baseURL }) => {
    const game = await close(page, baseURL);
    await tapNumber(page, 1, 6);
    await expect(question(page)).toContainText("Peg 6 for Reds now?");
    await pegElsewhere(game, 0, 4, { deal: 1, for: "hand" });
    await expect(scores(page)).toHaveText(["119", "115"]);
    await tapNumber(page, 1, 2);
    await page.clock.resume();
    await expect(sheet(page)).toContainText("Reds beat Blues");
    await expect.poll(async () => (await told(game)).at(-1)).toEqual([1, 8, "hand"]);
    const [{ id }] = (await happened(game, "pegged")).slice(-1);
    await call(game, "DELETE", `/pegs/${id}`);
    await expect(scores(page)).toHaveText(["119", "115"]);
    await expect(question(page)).toBeHidden();
  });
});

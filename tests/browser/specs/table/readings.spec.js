import { kinds, open, quick, tap } from "../../support/game/readings.js";
import {
  answer,
  chooseKind,
  goOffline,
  newest,
  pegElsewhere,
  question,
  scores,
  sheet,
  tapNumber,
  undo,
} from "../../support/game/scorer.js";
import { pick, tap as tapCards } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";

// A single failure here is a finding, also in CI.
test.describe.configure({ retries: 0 });

const FIRST = "Blues first: the order decides the game. Peg 12 for Reds now?";
const DOUBT = "Blues +6: was it the hand? The order decides the game.";
// Milliseconds in which a question does not listen.
const QUESTION_REST = 400;
const pegSheet = (page) => page.getByRole("dialog", { name: / \+\d+/ });

test("A number that is large for the play is a hand of the side that counts first, and one tap makes it the play", async ({
  page,
  baseURL,
}) => {
  const game = await open(page, baseURL);
  await tap(page, 0, 6);
  await expect(newest(page).first()).toHaveText("Blues +6 hand");
  // Somebody may see it late.
  await page.clock.runFor(60_000);
  await expect(quick(page)).toHaveAccessibleName("Was it play?");
  await quick(page).click();
  await expect(newest(page).first()).toHaveText("Blues +6 play");
  await expect(quick(page)).toBeHidden();
  // After a wrong guess the next one needs more points.
  await tap(page, 0, 5);
  await expect(newest(page).first()).toHaveText("Blues +5 play");
  await expect(quick(page)).toHaveAccessibleName("Was it a hand?");
  await quick(page).click();
  await expect(newest(page).first()).toHaveText("Blues +5 hand");
  await expect
    .poll(() => kinds(game))
    .toEqual([
      [0, 6, "play"],
      [0, 5, "hand"],
    ]);
});

test("The dealer's number that the play may give is the play; a larger one is a hand @landing", async ({
  page,
  baseURL,
}) => {
  const game = await open(page, baseURL);
  await tap(page, 1, 6);
  await expect(newest(page).first()).toHaveText("Reds +6 play");
  await expect(quick(page)).toHaveAccessibleName("Was it a hand?");
  await tap(page, 1, 2);
  await tap(page, 0, 1);
  await tap(page, 1, 8);
  await expect
    .poll(() => kinds(game))
    .toEqual([
      [1, 6, "play"],
      [1, 2, "play"],
      [0, 1, "play"],
      [1, 8, "hand"],
    ]);
});

test("A hand that was guessed, and taken back, is guessed again", async ({ page, baseURL }) => {
  const game = await open(page, baseURL);
  await tap(page, 0, 8);
  await undo(page).click();
  await expect(scores(page)).toHaveText(["0", "0"]);
  await tap(page, 0, 10);
  await expect(newest(page).first()).toHaveText("Blues +10 hand");
  await expect.poll(() => kinds(game)).toContainEqual([0, 10, "hand"]);
});

test.describe("without a network", () => {
  test.use({ tolerated: /ERR_INTERNET_DISCONNECTED/ });

  test("the other reading of a tap stays until the next peg, and the line says that taps wait", async ({
    page,
    baseURL,
  }) => {
    await open(page, baseURL);
    await goOffline(page);
    await expect(page.locator(".dot[data-state=away]")).toBeVisible();
    await tap(page, 0, 6);
    await expect(newest(page)).toHaveText(["Blues +6 hand", "Saved here, 1 to send"]);
    await expect(page.locator(".said .detail")).toBeVisible();
    await quick(page).click();
    await expect(newest(page).first()).toHaveText("Blues +6 play");
    await expect(quick(page)).toBeHidden();
  });
});

test("Split makes two pegs of the play, however late and whatever was chosen since", async ({ page, baseURL }) => {
  const game = await open(page, baseURL);
  await tapNumber(page, 0, 5);
  await tap(page, 0, 2);
  await chooseKind(page, "Go 1");
  await quick(page).click();
  await expect(newest(page).first()).toHaveText("Blues +2 play");
  await expect
    .poll(() => kinds(game))
    .toEqual([
      [0, 5, "play"],
      [0, 2, "play"],
    ]);
});

test("Split of a small tap and a large one makes the play and a hand of them", async ({ page, baseURL }) => {
  const game = await open(page, baseURL);
  await tapNumber(page, 0, 1);
  await tapNumber(page, 0, 12);
  await expect(quick(page)).toHaveAccessibleName("Split 1 + 12");
  await quick(page).click();
  await expect
    .poll(() => kinds(game))
    .toEqual([
      [0, 1, "play"],
      [0, 12, "hand"],
    ]);
});

test("The other reading of the taps stays until the next peg, also in the sheet of the peg", async ({
  page,
  baseURL,
}) => {
  const game = await open(page, baseURL);
  await tapNumber(page, 0, 1);
  await tapNumber(page, 0, 2);
  await page.clock.runFor(60_000);
  await expect(quick(page)).toHaveAccessibleName("Split 1 + 2");
  await page.locator(".said").click();
  await expect(pegSheet(page).getByRole("button", { name: "Split 1 + 2" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.clock.resume();
  await pegElsewhere(game, 1, 2, { deal: 1, for: "play" });
  await expect(scores(page)).toHaveText(["3", "2"]);
  await expect(quick(page)).toBeHidden();
});

test.describe("A side that pegs on after its guessed hand", () => {
  async function pegOn(page, baseURL, points) {
    const game = await open(page, baseURL, [90, 108]);
    await tap(page, 0, 6);
    await tap(page, 1, 2);
    await expect(newest(page).first()).toHaveText("Reds +2 hand");
    await tap(page, 0, points);
    await expect(question(page)).toContainText("Blues +6: was it the hand?");
    await page.clock.runFor(QUESTION_REST);
    return game;
  }

  test("was in the play, and the order of the hands is asked about @landing", async ({ page, baseURL }) => {
    const game = await pegOn(page, baseURL, 1);
    await question(page).getByRole("button", { name: "Play" }).click();
    await expect(question(page)).toBeHidden();
    await expect
      .poll(() => kinds(game))
      .toEqual([
        [0, 6, "play"],
        [1, 2, "play"],
        [0, 1, "play"],
      ]);
    await tap(page, 1, 12);
    await expect(question(page)).toContainText(FIRST);
    await expect(scores(page)).toHaveText(["97", "110"]);
  });

  test("has its hand only now, if its points are many, and nothing more is asked", async ({ page, baseURL }) => {
    const game = await pegOn(page, baseURL, 8);
    const hintsHere = () =>
      page.evaluate(async (id) => {
        const { savedGames } = await window.moduleOf("/game/saved-games.ts");
        return savedGames.get(id).game.hints.map(({ kind }) => kind);
      }, game.id);
    await expect.poll(hintsHere).toContain("hand_twice");
    // The service has its hint until the change arrives.
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route("**/pegs/*", (route) => held.then(() => route.continue()));
    await question(page).getByRole("button", { name: "Play" }).click();
    await expect(question(page)).toBeHidden();
    release();
    await expect
      .poll(() => kinds(game))
      .toEqual([
        [0, 6, "play"],
        [1, 2, "play"],
        [0, 8, "hand"],
      ]);
  });

  test("has pegged for the other side, if that was the hand, and one tap gives it to that side", async ({
    page,
    baseURL,
  }) => {
    const game = await pegOn(page, baseURL, 3);
    await question(page).getByRole("button", { name: "Hand" }).click();
    await expect(question(page)).toContainText("Crib +3: Reds?");
    await page.clock.runFor(QUESTION_REST);
    await question(page).getByRole("button", { name: "Reds", exact: true }).click();
    await expect(scores(page)).toHaveText(["96", "113"]);
    await expect
      .poll(() => kinds(game))
      .toEqual([
        [0, 6, "hand"],
        [1, 2, "hand"],
        [1, 3, "crib"],
      ]);
  });

  test("keeps the kind of the answer when a tap is added at once", async ({ page, baseURL }) => {
    const game = await open(page, baseURL);
    await tap(page, 0, 6);
    await tap(page, 1, 2);
    await tapNumber(page, 0, 1);
    await page.clock.runFor(QUESTION_REST);
    await question(page).getByRole("button", { name: "Hand" }).click();
    await tapNumber(page, 0, 2);
    await expect.poll(async () => (await kinds(game)).slice(2, 3)).toEqual([[0, 1, "crib"]]);
  });

  test("keeps every point if an addition to a hand waits for an answer", async ({ page, baseURL }) => {
    const game = await open(page, baseURL, [90, 108]);
    await tap(page, 0, 6);
    await tapNumber(page, 1, 4);
    await tap(page, 1, 10);
    await expect(question(page)).toContainText(DOUBT);
    await tap(page, 0, 8);
    await expect(question(page)).toContainText("Peg 14 for Reds now?");
    await page.clock.resume();
    await answer(page, "Reds +14");
    await expect(sheet(page)).toContainText("Reds beat Blues");
    await expect
      .poll(async () => (await kinds(game)).map(([side, points]) => [side, points]))
      .toEqual([
        [0, 6],
        [1, 14],
        [0, 8],
      ]);
  });
});

test("A hand that is counted by cards after a wrong guess asks about that guess at the table @landing", async ({
  page,
  baseURL,
}) => {
  const game = await open(page, baseURL);
  await tap(page, 0, 6);
  await tap(page, 1, 2);
  await page.clock.resume();
  await page.getByRole("link", { name: "Cards" }).click();
  await pick(page, "Hand");
  await tapCards(page, "5H,5D,5S,JC,5C");
  await page.getByRole("button", { name: "Blues +29" }).click();
  await expect(question(page)).toHaveText(/^Blues \+6: was it the hand\?/);
  await answer(page, "Play");
  await expect(question(page)).toBeHidden();
  await expect(scores(page)).toHaveText(["35", "2"]);
  await expect
    .poll(() => kinds(game))
    .toEqual([
      [0, 6, "play"],
      [1, 2, "play"],
      [0, 29, "hand"],
    ]);
  // The hand that follows is due, and speaks against nothing.
  await page.getByRole("link", { name: "Cards" }).click();
  await tapCards(page, "2H,3D,8S,TC");
  await page.getByRole("button", { name: /^Reds \+/ }).click();
  await expect(page).toHaveURL(/#\/count/);
});

test("Split leaves the question about the show open, and the answer is about the first tap too", async ({
  page,
  baseURL,
}) => {
  const game = await open(page, baseURL);
  await tap(page, 0, 6);
  await tap(page, 1, 2);
  await tapNumber(page, 0, 1);
  await tapNumber(page, 0, 2);
  await expect(question(page)).toContainText("Blues +6: was it the hand?");
  await quick(page).click();
  await expect(newest(page).first()).toHaveText("Blues +2 play");
  await expect(question(page)).toContainText("Blues +6: was it the hand?");
  await page.clock.runFor(QUESTION_REST);
  await question(page).getByRole("button", { name: "Hand" }).click();
  await expect
    .poll(() => kinds(game))
    .toEqual([
      [0, 6, "hand"],
      [1, 2, "hand"],
      [0, 1, "crib"],
      [0, 2, "play"],
    ]);
});

test("A hand that is larger than the play gives is not doubted: what follows stays the show", async ({
  page,
  baseURL,
}) => {
  const game = await open(page, baseURL);
  await tap(page, 0, 8);
  await tap(page, 1, 2);
  await tap(page, 0, 2);
  await expect(question(page)).toContainText("Reds?");
  await expect
    .poll(async () => (await kinds(game)).slice(0, 2))
    .toEqual([
      [0, 8, "hand"],
      [1, 2, "hand"],
    ]);
});

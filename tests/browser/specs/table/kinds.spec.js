import {
  answer,
  begin,
  call,
  chooseKind,
  dealKey,
  happened,
  kind,
  leave,
  link,
  newest,
  OFFER_REST,
  openTable,
  peg,
  pegAndAnswer,
  pegElsewhere,
  question,
  scores,
  endSum,
  shownGame,
  start,
  state,
  tapAndAnswer,
  tapNumber,
} from "../../support/game/scorer.js";
import { picked, tap } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";
import { stopClock } from "../../support/browser/waits.js";

const LIVE = "Every phone at the table sees this.";
const DEAL = { path: "/deals/" };
// Milliseconds until an open question listens, and until a tap on the place of a closed question opens the board.
const QUESTION_REST = 400;
// Milliseconds until a question closes that need not be answered.
const QUESTION_PASSES = 10_000;
// Milliseconds until a tap on the place of the closed kinds opens the board.
const KINDS_REST = 650;

const kinds = (page) => page.locator(".kind-sheet");
const board = (page) => page.locator(".board-view");

// A table whose clock stands still.
async function openStill(page, baseURL) {
  const game = await begin(baseURL);
  await page.clock.install();
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  await stopClock(page);
  return game;
}

// Asks about a crib that the other side is to have.
async function askCrib(page) {
  await chooseKind(page, "Crib");
  await tapNumber(page, 1, 4);
  await expect(question(page)).toContainText("Crib +4: Us?");
  await page.clock.runFor(KINDS_REST);
}

// The middle of a key, once the key rests.
async function middleOf(key) {
  await key.click({ trial: true });
  const { x, y, width, height } = await key.boundingBox();
  return [x + width / 2, y + height / 2];
}

test("A kind that nobody tapped gives way to the number; one that somebody tapped does not", async ({ page }) => {
  await start(page);
  const game = await shownGame(page);
  await peg(page, 0, 19);
  await pegAndAnswer(page, 1, 3);
  await expect(newest(page)).toHaveText(["Them +3 play", "this phone"]);
  expect((await happened(game, "pegged")).map((event) => [event.points, event.for])).toEqual([
    [19, "other"],
    [3, "play"],
  ]);
});

test("The kinds close when the table goes on without a choice", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await openTable(page, game);
  const closeBy = async (goOn) => {
    await page.locator(".kind-key").click();
    await expect(kinds(page)).toBeVisible();
    await goOn();
    await expect(kinds(page)).toBeHidden();
  };
  await closeBy(() => pegAndAnswer(page, 0, 2));
  await closeBy(() => tapAndAnswer(page, () => dealKey(page).click(), DEAL));
  await closeBy(() => tapAndAnswer(page, () => page.keyboard.press("u"), DEAL));
  await closeBy(() => tapAndAnswer(page, () => page.keyboard.press("n"), DEAL));
  await closeBy(() => pegElsewhere(game, 1, 2));
  await closeBy(() => call(game, "PUT", "/deals/3", { id: crypto.randomUUID() }));
  await closeBy(() => call(game, "PUT", "/result", { scores: [121, 97] }));
});

test("The focus goes back to the key of the kinds when they close", async ({ page, baseURL }) => {
  await openTable(page, await begin(baseURL));
  const key = page.locator(".kind-key");
  for (const presses of [["2", "ArrowRight"], ["Escape"], ["Tab", "Enter"]]) {
    await key.press("Enter");
    await expect(page.locator(".kind-choice[aria-pressed=true]")).toBeFocused();
    for (const press of presses) await page.keyboard.press(press);
    await expect(kinds(page)).toBeHidden();
    await expect(key).toBeFocused();
  }
  await expect(scores(page)).toHaveText(["0", "2"]);
  await expect(kind(page)).toHaveText("Hand ▾");
});

test("A second tap on a kind opens no board", async ({ page, baseURL }) => {
  await openStill(page, baseURL);
  await page.locator(".kind-key").click();
  const place = await middleOf(kinds(page).getByRole("button", { name: "Crib" }));
  await page.mouse.dblclick(...place);
  await expect(kind(page)).toHaveText("Crib ▾");
  await expect(board(page)).toBeHidden();
  await page.clock.runFor(KINDS_REST);
  await page.mouse.click(...place);
  await expect(board(page)).toBeVisible();
});

test("A second tap on an answer opens no board", async ({ page, baseURL }) => {
  await openStill(page, baseURL);
  await askCrib(page);
  await page.clock.runFor(QUESTION_REST);
  const place = await middleOf(question(page).getByRole("button", { name: "Stays with Them" }));
  await page.mouse.dblclick(...place);
  await expect(question(page)).toBeHidden();
  await expect(board(page)).toBeHidden();
  await page.clock.runFor(QUESTION_REST);
  await page.mouse.click(...place);
  await expect(board(page)).toBeVisible();
});

test("A tap on the place of a question that another phone has settled opens no board", async ({ page, baseURL }) => {
  const game = await openStill(page, baseURL);
  await askCrib(page);
  const place = await middleOf(question(page).getByRole("button").first());
  await expect.poll(() => happened(game, "pegged")).toHaveLength(1);
  const [{ id }] = await happened(game, "pegged");
  await call(game, "DELETE", `/pegs/${id}`);
  await expect(question(page)).toBeHidden();
  await page.mouse.click(...place);
  await expect(board(page)).toBeHidden();
  await page.clock.runFor(QUESTION_REST);
  await page.mouse.click(...place);
  await expect(board(page)).toBeVisible();
});

test("The kind follows the deal: play, a hand each, the crib, and play again @landing", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await page.goto(link(game));
  await expect(kind(page)).toHaveText("Play ▾");
  const due = page.locator(".block.due");
  await expect(due).toHaveCount(0);
  await pegElsewhere(game, 1, 8, { for: "hand" });
  await expect(newest(page)).toHaveText(["Them +8 hand", "Bob’s phone"]);
  await expect(kind(page)).toHaveText("Hand ▾");
  await expect(due.locator(".caption")).toHaveText("UsHand");
  await pegElsewhere(game, 0, 6, { for: "hand" });
  await expect(kind(page)).toHaveText("Crib ▾");
  await expect(due.locator(".caption")).toHaveText("UsCrib");
  await expect(dealKey(page)).not.toHaveClass(/due/);
  await peg(page, 0, 4);
  await expect(dealKey(page)).toHaveClass(/due/);
  await tapAndAnswer(page, () => dealKey(page).click(), DEAL);
  await expect(kind(page)).toHaveText("Play ▾");
  expect((await happened(game, "pegged")).map((event) => event.for)).toEqual(["hand", "hand", "crib"]);
});

test("A key that offers nothing is not there, and no other key moves for it", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  for (const [side, kind] of [
    [1, "hand"],
    [0, "hand"],
  ])
    await pegElsewhere(game, side, 8, { for: kind });
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  await expect(page.locator(".offer-key")).toBeVisible();
  const places = () =>
    page.locator(".rail-key").evaluateAll((keys) => keys.map((key) => key.getBoundingClientRect().x));
  const before = await places();
  await pegElsewhere(game, 0, 4, { for: "crib" });
  await expect(page.locator(".offer-key")).toBeHidden();
  expect(await places()).toEqual(before);
});

test("The deal offers heels, then the show, then a hand of nothing @landing", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await page.clock.install();
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  await stopClock(page);
  const offer = page.locator(".offer-key");
  const takeOffer = async (name) => {
    await expect(offer).toHaveAccessibleName(name);
    await page.clock.runFor(OFFER_REST);
    await offer.click();
  };
  await takeOffer("Heels +2 for Us");
  // The second tap was not meant for the offer after the first tap.
  await page.clock.runFor(300);
  await offer.click();
  await expect(newest(page)).toHaveText(["Us +2 heels", "this phone"]);
  await expect(scores(page)).toHaveText(["2", "0"]);
  await expect(kind(page)).toHaveText("Play ▾");
  await takeOffer("Show, hand: Them first");
  await expect(kind(page)).toHaveText("Hand ▾");
  await expect(page.locator(".block.due .caption")).toHaveText("ThemHand");
  await tapAndAnswer(page, () => takeOffer("0, nothing: Them"), { body: { points: 0 } });
  await expect(newest(page)).toHaveText(["Them +0 hand", "Nineteen! (nothing)"]);
  await expect(page.locator(".block.due .caption")).toHaveText("UsHand");
  expect((await happened(game, "pegged")).map((event) => [event.points, event.for])).toEqual([
    [2, "heels"],
    [0, "hand"],
  ]);
});

test("A large number in the play is a hand, unless somebody chose the play for this deal", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  await chooseKind(page, "Play");
  await tapNumber(page, 0, 6);
  await endSum(page);
  await tapAndAnswer(page, () => tapNumber(page, 0, 8), { body: { points: 8 } });
  await endSum(page);
  await tapAndAnswer(page, () => dealKey(page).click(), DEAL);
  await tapAndAnswer(page, () => tapNumber(page, 0, 12), { body: { points: 12 } });
  await expect(newest(page).first()).toHaveText("Us +12 hand");
  expect((await happened(game, "pegged")).map((event) => event.for)).toEqual(["play", "play", "hand"]);
});

test("A count that another side is to have, or that was pegged already, is asked about after it was pegged @landing", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  const device = crypto.randomUUID();
  await pegElsewhere(game, 1, 8, { for: "hand", by: "Ann’s phone", deal: 1, device });
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  await tapAndAnswer(page, () => tapNumber(page, 1, 8), { body: { points: 8 } });
  await expect(scores(page)).toHaveText(["0", "16"]);
  await expect(question(page)).toContainText("Ann’s phone has pegged 8 for Them too. Once or twice?");
  await answer(page, "Once");
  await expect(scores(page)).toHaveText(["0", "8"]);
  await tapAndAnswer(page, () => tapNumber(page, 1, 6), { body: { points: 6 } });
  await expect(question(page)).toContainText("Hand +6: Us?");
  await answer(page, "Us");
  await expect(scores(page)).toHaveText(["6", "8"]);
  await expect(question(page)).toBeHidden();
  await chooseKind(page, "Crib");
  await tapAndAnswer(page, () => tapNumber(page, 1, 10), { body: { points: 10 } });
  await expect(question(page)).toContainText("Crib +10: Us?");
  // The next tap pegs, and the question waits no longer than it is seen.
  await tapNumber(page, 0, 2);
  await expect(scores(page)).toHaveText(["8", "18"]);
  await answer(page, "Stays with Them");
  await expect(question(page)).toBeHidden();
  expect((await happened(game, "pegged")).map(({ side, points, for: kind }) => [side, points, kind]).slice(2)).toEqual([
    [0, 6, "hand"],
    [1, 10, "crib"],
    [0, 2, expect.any(String)],
  ]);
});

test("A question about a peg that stands closes by itself, and does not come again", async ({ page, baseURL }) => {
  const game = await openStill(page, baseURL);
  await askCrib(page);
  const place = await middleOf(question(page).getByRole("button").first());
  // The kinds have rested since the question appeared.
  await page.clock.runFor(QUESTION_PASSES - KINDS_REST - 100);
  await expect(question(page)).toBeVisible();
  await page.clock.runFor(200);
  await expect(question(page)).toBeHidden();
  await page.mouse.click(...place);
  await expect(board(page)).toBeHidden();
  await pegElsewhere(game, 0, 1);
  await expect(scores(page)).toHaveText(["1", "4"]);
  await expect(question(page)).toBeHidden();
});

test("Count it opens with the kind that is chosen on the table, and pegs it as that", async ({ page }) => {
  await start(page);
  const game = await shownGame(page);
  await chooseKind(page, "Crib");
  await page.getByRole("link", { name: "Cards" }).click();
  await expect(picked(page)).toHaveText("Crib");
  await tap(page, "5H,5D,5S,JC,5C");
  await tapAndAnswer(page, async () => {
    await page.getByRole("button", { name: "Us +29" }).click();
    await page.locator(".back").click();
  });
  await expect(newest(page)).toHaveText(["Us +29 crib", "Twenty-nine! The perfect hand!"]);
  expect((await happened(game, "pegged")).map((event) => event.for)).toEqual(["crib"]);
});

test("A kind that was tapped stands until it was pegged, and the deal goes on from there", async ({ page }) => {
  await start(page);
  const game = await shownGame(page);
  await expect(state(page)).toHaveText(LIVE);
  await chooseKind(page, "Penalty");
  await expect(kind(page)).toHaveText("Penalty ▾");
  await chooseKind(page, "Hand");
  await leave(page, "History");
  await page.getByRole("link", { name: "Back to the table" }).click();
  await expect(kind(page)).toHaveText("Hand ▾");
  await peg(page, 1, 8);
  await expect(kind(page)).toHaveText("Hand ▾");
  await peg(page, 0, 14);
  await expect(kind(page)).toHaveText("Crib ▾");
  await peg(page, 0, 19);
  await expect(kind(page)).toHaveText("Crib ▾");
  await peg(page, 0, 16);
  await expect(kind(page)).toHaveText("Play ▾");
  await chooseKind(page, "Penalty");
  await pegAndAnswer(page, 1, 7);
  expect((await happened(game, "pegged")).map((event) => [event.points, event.for])).toEqual([
    [8, "hand"],
    [14, "hand"],
    [19, "other"],
    [16, "crib"],
    [7, "penalty"],
  ]);
  await dealKey(page).click();
  await expect(kind(page)).toHaveText("Play ▾");
});

test("What comes once gives way to the play: the peg after a go or his heels is neither", async ({ page }) => {
  await start(page);
  const game = await shownGame(page);
  for (const [name, points] of [
    ["Heels 2", 2],
    ["Go 1", 1],
  ]) {
    await chooseKind(page, name);
    await peg(page, 0, points);
    await expect(kind(page)).toHaveText("Play ▾");
    await pegAndAnswer(page, 1, 2);
  }
  expect((await happened(game, "pegged")).map((event) => event.for)).toEqual(["heels", "play", "go", "play"]);
});

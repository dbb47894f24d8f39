import {
  answer,
  begin,
  chooseKind,
  dealKey,
  happened,
  kind,
  leave,
  link,
  newest,
  OFFER_REST,
  peg,
  pegAndAnswer,
  pegElsewhere,
  question,
  scores,
  sendOpen,
  shownGame,
  start,
  state,
  tapAndAnswer,
  tapNumber,
  undo,
} from "../../support/game/scorer.js";
import { tap } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";
import { stopClock } from "../../support/browser/waits.js";

const LIVE = "Every phone at the table sees this.";
const DEAL = { path: "/deals/" };

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
  // What it offers after the first tap was not meant by the second.
  await page.clock.runFor(300);
  await offer.click();
  await expect(newest(page)).toHaveText(["Us +2 heels", "this phone"]);
  await expect(scores(page)).toHaveText(["2", "0"]);
  await expect(kind(page)).toHaveText("Play ▾");
  await takeOffer("Show, hand: Them first");
  await expect(kind(page)).toHaveText("Hand ▾");
  await expect(page.locator(".block.due .caption")).toHaveText("ThemHand");
  await tapAndAnswer(page, () => takeOffer("0, nineteen: Them"), { body: { points: 0 } });
  await expect(newest(page)).toHaveText(["Them +0 hand", "Nineteen! (nothing)"]);
  await expect(page.locator(".block.due .caption")).toHaveText("UsHand");
  expect((await happened(game, "pegged")).map((event) => [event.points, event.for])).toEqual([
    [2, "heels"],
    [0, "hand"],
  ]);
});

test("A large number in the play is asked about once a deal, and may be the first hand", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  await tapNumber(page, 0, 6);
  await expect(question(page)).toContainText("6 at once: is this a hand?");
  await answer(page, "Play +6");
  await sendOpen(page);
  await tapNumber(page, 0, 8);
  await expect(question(page)).toBeHidden();
  await expect(scores(page)).toHaveText(["14", "0"]);
  await sendOpen(page);
  await tapAndAnswer(page, () => dealKey(page).click(), DEAL);
  await tapNumber(page, 0, 12);
  await answer(page, "Hand +12");
  await tapAndAnswer(page, () => sendOpen(page));
  await expect(newest(page)).toHaveText(["Us +12 hand", "this phone"]);
  expect((await happened(game, "pegged")).map((event) => event.for)).toEqual(["play", "play", "hand"]);
});

test("A count that another side is to have, or that was pegged already, is asked about", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await pegElsewhere(game, 1, 8, { for: "hand", by: "Ann’s phone" });
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  await tapNumber(page, 1, 8);
  await expect(question(page)).toContainText("Ann’s phone has just pegged 8 for this. Once or twice?");
  await answer(page, "Once");
  await expect(scores(page)).toHaveText(["0", "8"]);
  await tapNumber(page, 1, 6);
  await expect(question(page)).toContainText("Them: counted already. Peg 6 for Us?");
  // Another key drops it, and Undo then pegs it after all.
  await tapNumber(page, 0, 4);
  await sendOpen(page);
  await expect(scores(page)).toHaveText(["4", "8"]);
  await expect(kind(page)).toHaveText("Crib ▾");
  await tapNumber(page, 1, 10);
  await expect(question(page)).toContainText("The crib: Us. Peg 10 for Us?");
  await page.locator(".kind-key").click();
  await page.keyboard.press("Escape");
  await chooseKind(page, "Crib");
  await expect(newest(page)).toHaveText(["10 not pegged", "Undo pegs it after all"]);
  await expect(undo(page)).toHaveAccessibleName("Undo: 10 not pegged");
  await undo(page).click();
  await expect(scores(page)).toHaveText(["4", "18"]);
  await tapAndAnswer(page, () => sendOpen(page), { body: { points: 10 } });
  expect((await happened(game, "pegged")).map(({ side, points, for: kind }) => [side, points, kind])).toEqual([
    [1, 8, "hand"],
    [0, 4, "hand"],
    [1, 10, "crib"],
  ]);
});

test("Count it opens with the kind that is chosen on the table, and pegs it as that", async ({ page }) => {
  await start(page);
  const game = await shownGame(page);
  await chooseKind(page, "Crib");
  await page.getByRole("link", { name: "Cards" }).click();
  await expect(page.getByRole("radio", { name: "Crib" })).toBeChecked();
  await tap(page, "5H,5D,5S,JC,5C");
  await tapAndAnswer(page, async () => {
    await page.getByRole("button", { name: "Us +29" }).click();
    await page.locator(".back").click();
  });
  await expect(newest(page)).toHaveText(["Us +29 crib", "this phone"]);
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

import {
  answer,
  call,
  chooseKind,
  chosenRules,
  crib,
  dealKey,
  happened,
  leave,
  newest,
  peg,
  pegAndAnswer,
  question,
  scores,
  seat,
  sheet,
  shownGame,
  start,
  state,
  tapAndAnswer,
  tapNumber,
  type,
  undo,
} from "../../support/game/scorer.js";
import { digits, tap } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";

const LIVE = "Every phone at the table sees this.";

test("A game is tapped to 121, stops on the game hole, and the sheet tells of the skunk @landing", async ({ page }) => {
  await start(page);
  for (const points of [12, 8, 29, 24]) await peg(page, 0, points);
  await peg(page, 1, 24);
  await expect(page.getByText("48 to go")).toBeVisible();
  for (const points of [24, 16]) await peg(page, 0, points);
  await expect(scores(page)).toHaveText(["113", "24"]);
  await peg(page, 1, 29);
  await peg(page, 1, 8);
  await pegAndAnswer(page, 0, 12);
  await expect(sheet(page).getByRole("heading")).toHaveText(/^Blue beat Orange, 121\W–\W61\.$/);
  await expect(sheet(page).locator(".end-picture").getByRole("img")).toHaveAccessibleName(/ A skunk, by 60\. /);
  await expect(sheet(page).locator(".end-words")).toHaveText("The win is worth 2.");
  await expect(scores(page)).toHaveText(["121", "61"]);
  const game = await shownGame(page);
  expect(await call(game, "GET", "")).toMatchObject({ status: "finished", winner: 0, skunk: "skunk", value: 2 });
});

test("A number is typed and given to a side by an arrow, and nobody pegs more than 29 at once @landing", async ({
  page,
}) => {
  await start(page);
  await expect(state(page)).toHaveText(LIVE);
  await type(page, "Right", 29);
  await expect(scores(page)).toHaveText(["0", "29"]);
  await tapNumber(page, 1, 1);
  await expect(question(page)).toContainText("Nobody pegs more than 29 at once.");
  await answer(page, "All right");
  await expect(question(page)).toBeHidden();
  await expect(scores(page)).toHaveText(["0", "29"]);
  await page.keyboard.press("1");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("ArrowLeft");
  await expect(question(page)).toContainText("First the points, then whose they are.");
  await answer(page, "All right");
  await page.keyboard.press("n");
  await answer(page, "Next deal");
  await expect(newest(page)).toHaveText(["Deal 2", "Crib: Them"]);
  await page.keyboard.press("u");
  await expect(newest(page)).toHaveText(["Taken back: deal 2", "this phone"]);
});

test("A side without points, and points of no hand, are refused before anything is sent @landing", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("pegout.keys", "two"));
  await start(page);
  const game = await shownGame(page);
  await page.locator(".side-key").first().click({ force: true });
  await expect(question(page)).toContainText("First the points, then whose they are.");
  await answer(page, "All right");
  await chooseKind(page, "Hand");
  await type(page, "Left", 19);
  await expect(question(page)).toContainText(/Nineteen\? .* how a player says “nothing”\./);
  await answer(page, "All right");
  await chooseKind(page, "Heels 2");
  await type(page, "Left", 19);
  await expect(question(page)).toContainText("Nobody pegs 19 for this (heels).");
  await expect(scores(page)).toHaveText(["0", "0"]);
  await expect(state(page)).toHaveText(LIVE);
  expect(await happened(game, "pegged")).toEqual([]);
});

test("A hand without its starter offers no pegs", async ({ page }) => {
  await start(page);
  await page.getByRole("link", { name: "Cards" }).click();
  await tap(page, "5H,5D,5S,JC");
  await expect(digits(page)).toHaveText("14");
  const key = page.getByRole("button", { name: "Us: first the points" });
  await key.dispatchEvent("click");
  await expect(page.locator(".notice p")).toHaveText("Tap the starter too, then whose points they are.");
  await tap(page, "5C");
  await page.getByRole("button", { name: "Us +29" }).click();
  await page.locator(".back").click();
  await expect(scores(page)).toHaveText(["29", "0"]);
});

test("Names that were pasted with what nobody sees, or are as long as they may be, keep a score", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("pegout.phone", "\u200eBob’s phone\u2028"));
  await page.goto("/#/start?seating=2-2");
  await expect(chosenRules(page)).not.toBeEmpty();
  await seat(page, "\u202eAnn\u200f", "W".repeat(98) + "🂡", "\u200b", "W".repeat(98) + "🂡");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.locator(".tile .side-name").first()).toHaveText("Ann");
  await pegAndAnswer(page, 0, 8);
  const game = await shownGame(page);
  const [pegged] = await happened(game, "pegged");
  expect(pegged.by).toBe("Bob’s phone");
});

test("Two pairs: the partners deal in turn, clockwise @landing", async ({ page }) => {
  await page.goto("/#/start?seating=2-2");
  await expect(chosenRules(page)).not.toBeEmpty();
  await seat(page, "Ann", "Cy", "Bob", "Di");
  await page.locator(".deal-disc").click();
  await page.locator(".seat", { hasText: "Cy" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.locator(".tile .side-name")).toHaveText(["Ann + Bob", "Cy + Di"]);
  await expect(newest(page).first()).toHaveText("Deal 1, dealer: Cy");
  await expect(crib(page)).toHaveText("Cy + Di");
  await tapAndAnswer(page, () => dealKey(page).click(), { path: "/deals/" });
  await expect(crib(page)).toHaveText("Ann + Bob");
  await page.locator(".menu-key").click();
  await expect(page.locator(".menu .fact")).toHaveText(["Ann + Bob · Cy + Di", "Deal 2, dealer: Bob"]);
});

test("Three sides play once around, to 61, each on a lane of its own @landing", async ({ page }) => {
  await page.goto("/#/start?seating=1-1-1");
  await expect(chosenRules(page)).not.toBeEmpty();
  await seat(page, "Ann", "Bob", "Cy");
  await page.getByRole("button", { name: "Change the house rules" }).click();
  await page.getByRole("button", { name: "Once around, to 61" }).click();
  await page.getByRole("button", { name: "Play by these" }).click();
  await expect(chosenRules(page)).toHaveText("Once around, to 61 To 61, skunk under 31");
  await page.getByRole("button", { name: "Start" }).click();
  await peg(page, 1, 29);
  await peg(page, 2, 28);
  await peg(page, 2, 3);
  await expect(
    page.getByRole("img", {
      name: "Pegboard. Ann 0, Bob 29, Cy 31. Ann: 31 holes to the skunk line. Bob: 2 holes to the skunk line.",
    }),
  ).toBeVisible();
  await expect(page.locator(".peg")).toHaveCount(6);
  await peg(page, 1, 29);
  await peg(page, 1, 12);
  await expect(sheet(page)).toContainText(/Bob beat Ann and Cy, 61\W–\W0\W–\W31\./);
  await expect(sheet(page)).toContainText("Won by 30.");
});

test("Count it pegs a hand with its cards, by this table's rules @landing", async ({ page }) => {
  await start(page);
  const game = await shownGame(page);
  await page.getByRole("link", { name: "Cards" }).click();
  // The key is pale until there are points, and says why.
  await page.locator(".view-count").getByRole("button", { name: /^Us:/ }).dispatchEvent("click");
  await expect(page.locator(".notice p")).toHaveText("First the cards, then whose points they are.");
  await tap(page, "5H,5D,5S,JC,5C");
  await tapAndAnswer(page, async () => {
    await page.getByRole("button", { name: "Us +29" }).click();
    await page.locator(".back").click();
  });
  await expect(scores(page)).toHaveText(["29", "0"]);
  await expect(newest(page)).toHaveText(["Us +29 hand", "Twenty-nine! The perfect hand!"]);
  const [event] = await happened(game, "pegged");
  expect(event).toMatchObject({ points: 29, for: "hand", cards: ["5H", "5D", "5S", "JC"], starter: "5C" });
  await leave(page, "History");
  await expect(page.locator(".past .small-cards")).toHaveCount(1);
});

test("History lists every peg with its time, the taken-back ones struck through @landing", async ({ page }) => {
  await start(page);
  await peg(page, 0, 8);
  await peg(page, 1, 2);
  await undo(page).click();
  await tapAndAnswer(page, () => dealKey(page).click(), { path: "/deals/" });
  await leave(page, "History");
  await expect(page.locator(".past li")).toHaveText([
    /Deal 2\. Dealer: Them.*\d:\d\d/,
    /The game begins\. Dealer: Us.*\d:\d\d/,
    /Them\+2Play.*\d:\d\d.*this phone.*taken back/,
    /Us\+8Play.*\d:\d\d.*this phone/,
  ]);
  await expect(page.locator(".past s")).toHaveCount(1);
  await page.getByRole("link", { name: "Back to the table" }).click();
  await expect(scores(page)).toHaveText(["8", "0"]);
});

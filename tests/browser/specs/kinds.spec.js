import { begin, happened, link, newest, peg, pegElsewhere, shownGame, start, state } from "../scorer.js";
import { tap } from "../table.js";
import { expect, test } from "../test.js";

const LIVE = "Every phone at the table sees this.";

test("A kind that nobody tapped gives way to the number; one that somebody tapped does not", async ({ page }) => {
  await start(page);
  const game = await shownGame(page);
  await peg(page, 0, 19);
  await peg(page, 1, 3);
  await expect(newest(page)).toHaveText("Them +3, play · this phone");
  await expect(state(page)).toHaveText(LIVE);
  expect((await happened(game, "pegged")).map((event) => [event.points, event.for])).toEqual([
    [19, "other"],
    [3, "play"],
  ]);
});

test("The kind follows the deal: play, a hand each, the crib, and play again", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await page.goto(link(game));
  const chosen = () => page.locator(".kinds input:checked").evaluate((input) => input.value);
  expect(await chosen()).toBe("play");
  for (const points of [8, 6]) {
    expect(await chosen()).not.toBe("crib");
    await pegElsewhere(game, 1, points, { for: "hand" });
    await expect(newest(page)).toContainText(`+${points}, hand`);
  }
  expect(await chosen()).toBe("crib");
  await peg(page, 0, 4);
  await page.getByRole("button", { name: /Next deal/ }).click();
  expect(await chosen()).toBe("play");
});

test("Count it opens with the kind that is chosen on the table, and pegs it as that", async ({ page }) => {
  await start(page);
  const game = await shownGame(page);
  await page.getByRole("radio", { name: "Crib" }).check();
  await page.getByRole("link", { name: "Count it" }).click();
  await expect(page.getByRole("radio", { name: "Crib" })).toBeChecked();
  await tap(page, "5H,5D,5S,JC,5C");
  await page.getByRole("button", { name: "Peg 29 points for Them" }).click();
  await expect(newest(page)).toHaveText("Them +29, crib · this phone");
  await expect(state(page)).toHaveText(LIVE);
  expect((await happened(game, "pegged")).map((event) => event.for)).toEqual(["crib"]);
});

test("A kind that was tapped stands until the deal passes on, and a number it cannot be is another peg", async ({
  page,
}) => {
  await start(page);
  const game = await shownGame(page);
  await page.getByRole("radio", { name: "Penalty" }).check();
  await expect(newest(page)).toHaveText("Penalty: tap who gets the points.");
  await page.getByRole("radio", { name: "Hand" }).check();
  for (const points of [8, 6, 19, 4]) await peg(page, 0, points);
  await expect(page.getByRole("radio", { name: "Hand" })).toBeChecked();
  await page.getByRole("link", { name: "History" }).click();
  await page.getByRole("link", { name: "Back to the table" }).click();
  await expect(page.getByRole("radio", { name: "Hand" })).toBeChecked();
  await expect(state(page)).toHaveText(LIVE);
  expect((await happened(game, "pegged")).map((event) => event.for)).toEqual(["hand", "hand", "other", "hand"]);
  await page.getByRole("button", { name: /Next deal/ }).click();
  await expect(page.getByRole("radio", { name: "Play" })).toBeChecked();
});

test("What comes once gives way to the play: the peg after a go or his heels is neither", async ({ page }) => {
  await start(page);
  const game = await shownGame(page);
  for (const [kind, points] of [
    ["Heels", 2],
    ["Go", 1],
  ]) {
    await page.getByRole("radio", { name: kind }).check();
    await peg(page, 0, points);
    await expect(page.getByRole("radio", { name: "Play" })).toBeChecked();
    await peg(page, 1, 2);
  }
  await expect(state(page)).toHaveText(LIVE);
  expect((await happened(game, "pegged")).map((event) => event.for)).toEqual(["heels", "play", "go", "play"]);
});

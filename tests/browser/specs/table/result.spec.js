import { randomUUID } from "node:crypto";
import {
  begin,
  call,
  goOffline,
  leave,
  link,
  newest,
  pegElsewhere,
  scores,
  sheet,
  state,
  undo,
} from "../../support/game/scorer.js";
import { violations } from "../../support/browser/axe.js";
import { expect, test } from "../../support/browser/test.js";

const LIVE = "Every phone at the table sees this.";

// More pegs than a Game contains, so that the page cannot add them up.
async function pegged(base) {
  const game = await begin(base);
  for (let at = 0; at < 11; at += 1) for (const side of [0, 1]) await pegElsewhere(game, side, 4 + side);
  return game;
}

test("After a result was entered the sheet offers to take back the result, and the pegs count again @landing", async ({
  page,
  baseURL,
}) => {
  const game = await pegged(baseURL);
  await page.goto(link(game));
  await expect(scores(page)).toHaveText(["44", "55"]);
  await call(game, "PUT", "/result", { scores: [121, 97] });
  await expect(sheet(page).getByRole("button")).toHaveText([
    "Yes, that is right",
    "No",
    "Share picture",
    "Home",
    "Rematch",
    "Take back: the result",
    "Look at the board",
  ]);
  expect(await violations(page, ["color-contrast"])).toEqual([]);
  await sheet(page).getByRole("button", { name: "Look at the board" }).click();
  await expect(undo(page)).toHaveAccessibleName("Undo: the result");
  await expect(newest(page).first()).toHaveText("A result was entered");
  await leave(page, "History");
  await expect(page.locator(".past-peg")).toHaveCount(22);
  await expect(page.getByRole("button", { name: /^Take back/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Back to the table" }).click();
  await sheet(page).getByRole("button", { name: "Take back: the result" }).click();
  await expect(sheet(page)).toBeHidden();
  await expect(scores(page)).toHaveText(["44", "55"]);
  await expect(newest(page)).toHaveText(["Taken back: the result", "this phone"]);
  await expect(undo(page)).toHaveAccessibleName("Undo: Them +5");
  await expect(state(page)).toHaveText(LIVE);
  expect(await call(game, "GET", "")).toMatchObject({ status: "playing", sides: [{ score: 44 }, { score: 55 }] });
});

test("A result stands after the rematch has begun, too", async ({ page, baseURL }) => {
  const game = await pegged(baseURL);
  await call(game, "PUT", "/result", { scores: [121, 97] });
  await call({ ...game, id: randomUUID() }, "PUT", "", { rematch_of: game.id });
  await page.goto(link(game));
  const keys = ["Yes, that is right", "No", "Share picture", "Home", "Go to the rematch", "Look at the board"];
  await expect(sheet(page).getByRole("button")).toHaveText(keys);
  await sheet(page).getByRole("button", { name: "Look at the board" }).click();
  await expect(undo(page)).toHaveAccessibleName("Undo: the result");
});

test("A long game that was won by pegs is no entered result", async ({ page, baseURL }) => {
  const game = await pegged(baseURL);
  for (const points of [29, 29, 19]) await pegElsewhere(game, 0, points);
  await page.goto(link(game));
  await expect(sheet(page).getByRole("button", { name: "Take back: Us +19" })).toBeVisible();
});

test.describe("without a network", () => {
  test.use({ tolerated: /ERR_INTERNET_DISCONNECTED|fetching the script/ });

  test("A result is not taken back without a network, and nothing of it is sent later", async ({
    page,
    context,
    baseURL,
  }) => {
    const game = await begin(baseURL);
    await call(game, "PUT", "/result", { scores: [121, 97] });
    await page.goto(link(game));
    await expect(sheet(page).getByRole("button", { name: "Take back: the result" })).toBeVisible();
    await goOffline(page);
    await sheet(page).getByRole("button", { name: "Take back: the result" }).click();
    await expect(sheet(page)).toBeHidden();
    await expect(page.getByText("No connection: the result was not changed.")).toBeVisible();
    await expect(undo(page)).toHaveAccessibleName("Undo: the result");
    await call(game, "DELETE", "/result");
    await call(game, "PUT", "/result", { scores: [121, 80] });
    await context.setOffline(false);
    await expect(scores(page)).toHaveText(["121", "80"]);
    await expect(state(page)).toHaveText(LIVE);
    const { events } = await call(game, "GET", "/history");
    expect(events.map(({ kind }) => kind)).toEqual(["begun", "result_entered", "result_taken_back", "result_entered"]);
  });
});

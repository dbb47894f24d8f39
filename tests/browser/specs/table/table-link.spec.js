import {
  begin,
  call,
  crib,
  dealKey,
  goOffline,
  leave,
  link,
  peg,
  pegAndAnswer,
  question,
  scores,
  start,
  state,
} from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

const LIVE = "Every phone at the table sees this.";

test("Home offers the table that this phone was keeping first", async ({ page }) => {
  await start(page);
  await peg(page, 0, 12);
  await peg(page, 1, 4);
  await leave(page, "Home");
  await expect(page.locator(".in-hand")).toContainText(/Us 12, Them 4Deal 1, last peg \d/);
  await page
    .locator("main a")
    .first()
    .and(page.getByRole("link", { name: "Resume: Us 12 and Them 4" }))
    .click();
  await expect(scores(page)).toHaveText(["12", "4"]);
});

test.describe("where a table is not to be found", () => {
  test.use({ tolerated: /status of 404/ });
  test("An address of no table says so", async ({ page }) => {
    await page.goto(`/#/table?id=${crypto.randomUUID()}`);
    await expect(page.getByText("This table was not found.")).toBeVisible();
    await page.getByRole("link", { name: "Home" }).click();
    await expect(page).toHaveURL(/#\/$/);
  });

  test("A table that has not come to the service yet is waited for, with the right to keep its score", async ({
    page,
    baseURL,
  }) => {
    const game = { id: crypto.randomUUID(), token: "A".repeat(43), base: baseURL };
    await page.goto(link(game));
    await expect(page.getByText(/^The server does not have this game yet/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^The server does not have this game yet/)).toBeVisible();
    await call(game, "PUT", "", { sides: [{ name: "Us" }, { name: "Them" }], scorer_token: game.token });
    await page.getByRole("button", { name: "Try again" }).click();
    await pegAndAnswer(page, 0, 5);
  });
});

test.describe("where the phone is away for a deal", () => {
  test.use({ tolerated: /status of 409|ERR_INTERNET_DISCONNECTED|fetching the script/ });
  test("A deal that the other phone had begun is no refusal to read, and trying again says that it tried", async ({
    page,
    context,
    baseURL,
  }) => {
    const game = await begin(baseURL);
    await page.goto(link(game));
    await expect(state(page)).toHaveText(LIVE);
    await goOffline(page);
    await dealKey(page).click();
    await page.locator(".menu-key").click();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(state(page)).toHaveText(/^Tried at .*: no answer yet\.$/);
    await call(game, "PUT", "/deals/2", { id: crypto.randomUUID() });
    await context.setOffline(false);
    await expect(state(page)).toHaveText(LIVE);
    await expect(crib(page)).toHaveText("Them");
    await expect(question(page)).toBeHidden();
  });
});

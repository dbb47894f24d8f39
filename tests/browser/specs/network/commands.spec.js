import { card, enterResult, openAsCoordinator } from "../../support/night/night.js";
import { goOffline, sheet } from "../../support/game/scorer.js";
import { expect, foot, named, test, TOLERATED, twoTables } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED });

// Enters a result. The page keeps the unsent command, and later reports how each command ended.
async function saveResult(page, table, lost) {
  await enterResult(page, table, 0, { 1: lost });
  await expect(sheet(page)).toHaveCount(0);
}

test("A result that somebody else entered meanwhile is asked about when the network is back, whatever is done after it @landing", async ({
  page,
  context,
  club,
}) => {
  const { tables } = await twoTables(page, club, "tables");
  const [one, two] = tables;
  await saveResult(page, two, 99);
  await page.getByRole("button", { name: /^Correct/ }).waitFor();
  await goOffline(page);
  await saveResult(page, one, 100);
  await enterResult(page, two, 0, { 1: 90 });
  await sheet(page).getByLabel("Reason (kept in the record; other people can read it)").fill("Misread");
  await named(sheet(page), "Save the correction").click();
  await expect(page.getByText("sending…")).toHaveCount(2);
  await club.ask("PUT", `/games/${one.game_id}/result`, { scores: [88, 121] });
  await context.setOffline(false);
  await expect(page.getByText("sending…")).toHaveCount(0);
  await expect(sheet(page)).toContainText(`entered this at table ${one.number} meanwhile`);
  await named(sheet(page), "Keep theirs").click();
  await expect(card(page, one.number).locator(".table-score")).toHaveText(["88", "121"]);
});

test("A network that is back before its loss is noticed is used at once @landing", async ({ page, club }) => {
  await page.clock.install();
  const { tables } = await twoTables(page, club, "tables");
  let lose;
  const held = new Promise((resolve) => (lose = resolve));
  const lost = async (route) => {
    await held;
    await route.abort();
  };
  await page.route("**/result", lost, { times: 1 });
  // Nothing is sent again after a while.
  await page.clock.pauseAt(Date.now() + 20_000);
  const sent = page.waitForRequest("**/result");
  await saveResult(page, tables[0], 100);
  await sent;
  await page.evaluate(() => dispatchEvent(new Event("online")));
  lose();
  await expect(card(page, 1)).toContainText("finished");
});

test("A finish that voids games is not done later, when others may be under way @landing", async ({
  page,
  context,
  club,
}) => {
  const { id } = await club.gathered(4);
  await club.draw(id);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await page.locator(".more summary").click();
  await goOffline(page);
  await named(page, "Finish the night now").click();
  const lost = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/finish"));
  await named(sheet(page), "Void the open games and finish").click();
  // The night's live line may be lost before.
  await lost;
  await expect(foot(page)).toHaveText(/^No answer since .*: what you see may have changed\.$/);
  await club.play(id, [[100]]);
  await club.draw(id);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Round 2, seats by movement" })).toBeVisible();
  await expect(foot(page)).toHaveText("No answer just now. Tap again when the connection is back.");
  await named(page, "One game more").click();
  await expect(foot(page)).toHaveText("Tonight has 5 games.");
  expect((await club.look(id)).status).toBe("playing");
});

test("The next round is drawn behind a result that still waits for the network @landing", async ({
  page,
  context,
  club,
}) => {
  const { id, tables } = await twoTables(page, club, "tables");
  await saveResult(page, tables[0], 100);
  await page.getByRole("button", { name: /^Correct/ }).waitFor();
  await goOffline(page);
  await saveResult(page, tables[1], 90);
  await expect(page.getByText("Every table has finished round 1.")).toBeVisible();
  await named(page, "Draw round 2").click();
  await named(sheet(page), "Draw round 2 now").click();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Round 2, seats by movement" })).toBeVisible();
  expect((await club.look(id)).rounds.map((round) => round.tables.map(({ status }) => status))).toEqual([
    ["finished", "finished"],
    ["playing", "playing"],
  ]);
});

test("The first result after the tables were opened is taken without a network", async ({ page, context, club }) => {
  const target = page.waitForResponse(/\/api\/v1\/games\/[^/]+$/);
  const { id, tables } = await twoTables(page, club, "tables");
  await (await target).finished();
  await goOffline(page);
  await saveResult(page, tables[0], 100);
  await expect(card(page, 1)).toContainText("sending…");
  await context.setOffline(false);
  await expect(card(page, 1)).toContainText("finished");
  const { rounds } = await club.look(id);
  expect(rounds[0].tables[0].sides.map(({ score }) => score)).toEqual([121, 100]);
});

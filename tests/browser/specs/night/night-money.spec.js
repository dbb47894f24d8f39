import { openAsCoordinator } from "../../support/night/night.js";
import { goOffline, sheet, tryAgain } from "../../support/game/scorer.js";
import { expect, foot, loseAnswers, named, test, TOLERATED } from "../../support/night/tonight.js";
import { caughtUp } from "../../support/browser/waits.js";

test.use({ tolerated: TOLERATED });

test("The 50/50 is drawn once, shown large, and voided with a reason; the money adds up to the cent @landing", async ({
  page,
  club,
}) => {
  const { id } = await club.gathered(20);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(page.getByText("The 50/50 can be drawn from the first round on.")).toBeVisible();
  await club.draw(id);
  await club.play(id, [[60], [90], [100], [101], [102]]);
  const money = (row) => page.locator(".adds-up tr", { hasText: row }).locator("td");
  await expect(page.locator(".adds-up")).toContainText("$51 · $51 · $13 · $13 of a pot of $128");
  await expect(money("Prizes")).toHaveText("$128");
  for (const [row, amount] of [
    ["20 fees of $10", "$200"],
    ["50/50", "$20"],
    ["Supplies", "$20"],
    ["Activities", "$32"],
    ["Total", "$200"],
  ])
    await expect(money(row)).toHaveText(amount);
  // Two tie for place 1 and share $64 and $38; two for place 3 share $26.
  await expect(page.locator(".standings tbody tr td:last-child").nth(0)).toHaveText("$51");
  await expect(page.locator(".standings tbody tr td:last-child").nth(3)).toHaveText("$13");
  await loseAnswers(page, "**/fifty-fifty");
  await named(page, "Draw the 50/50: $20").click();
  await named(page, "Draw now").click();
  await tryAgain(page, ".foot");
  await expect(page.locator(".drawn-name")).toHaveText(/ wins \$20$/);
  const { fifty_fifty: drawn } = await club.look(id);
  await expect(page.locator(".drawn-name")).toHaveText(`${drawn.name} wins $20`);
  await named(page, "Void this draw").click();
  await page.getByLabel("Reason (kept in the record; other people can read it)").fill("The winner had gone home.");
  await sheet(page).getByRole("button", { name: "Void this draw" }).click();
  await expect(page.locator(".drawn-name")).toBeEmpty();
  await expect(named(page, "Draw the 50/50: $20")).toBeVisible();
  await expect(page.locator(".record")).toHaveText(
    new RegExp(`^Voided at .* by .*: ${drawn.name} would have won \\$20\\. “The winner had gone home\\.”$`),
  );
});

test("On a laptop the standings have the wide column, and the money stands beside them", async ({ page, club }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { id } = await club.gathered(8);
  await club.draw(id);
  await club.play(id, [[60]]);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(page.locator(".standings tbody tr")).toHaveCount(8);
  const boxOf = (/** @type {string} */ shown) => page.locator(shown).boundingBox();
  const [jumps, standings, money] = [
    await boxOf(".night-body > nav"),
    await boxOf(".night-cards"),
    await boxOf(".money-part"),
  ];
  expect(jumps.y + jumps.height).toBeLessThanOrEqual(standings.y);
  expect(standings.width).toBeGreaterThan(money.width);
  expect(money.y).toBe(standings.y);
});

test("A fee that is missing is ticked beside the standings, and the prizes follow @landing", async ({ page, club }) => {
  const { id } = await club.gathered(4, 4);
  await club.draw(id);
  await club.play(id, [[100]]);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(page.getByText("No fees yet")).toBeVisible();
  await page.getByRole("checkbox", { name: "Ann Archer — owes $10" }).click();
  await expect(foot(page)).toHaveText("Ann Archer has paid.");
  await expect(page.locator(".adds-up thead")).toContainText("1 fee of $10");
  await named(page, "Undo").click();
  await expect(page.getByRole("checkbox", { name: "Ann Archer — owes $10" })).toBeVisible();
  await expect(page.getByText("No fees yet")).toBeVisible();
});

test("Printed, the standings stand alone on the page with the league and the day", async ({ page, club }) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await club.play(id, [[100], [90]]);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(page.locator(".standings tbody tr")).toHaveCount(8);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".print-head")).toHaveText("Cribbage league Wednesday, January 28, 2026");
  await expect(page.locator("main button:visible, main a:visible, .bar:visible")).toHaveCount(0);
  await expect(page.locator(".adds-up")).toBeHidden();
  await expect(page.locator(".standings td.line").first()).toBeVisible();
});

test("Phones join by the code, are listed, and are sent away", async ({ page, club }) => {
  const { id, players } = await club.gathered(4);
  await openAsCoordinator(page, club, `phones?id=${id}`);
  await expect(page.locator(".code-letters")).toHaveText((await club.look(id)).join_code);
  await expect(page.getByRole("img", { name: "QR code to join the night" })).toBeVisible();
  await club.join(id, { player_id: players[0].id });
  await club.join(id, { table: 1 });
  await expect(page.getByText("2 phones have joined.")).toBeVisible({ timeout: 20_000 });
  await expect(page.locator(".phones li > span")).toHaveText(["Ann Archer", "Phone of table 1"]);
  await expect(page.getByText("Without a phone of their own: Bob Baker, Cy Côté and Di Dubé.")).toBeVisible();
  await named(page, "Send away: Ann Archer").click();
  await sheet(page).getByRole("button", { name: "Send away" }).click();
  await expect(page.locator(".phones li")).toHaveCount(1);
  await named(page, "Send all phones away").click();
  await sheet(page).getByRole("button", { name: "Send all phones away" }).click();
  await expect(page.locator(".phones li")).toHaveCount(0);
  expect((await club.ask("GET", `/nights/${id}/phones`)).phones).toEqual([]);
});

test("A phone that was sent away does not come back with what was asked before", async ({ page, club }) => {
  const { id, players } = await club.gathered(2);
  await club.join(id, { player_id: players[0].id });
  await openAsCoordinator(page, club, `phones?id=${id}`);
  await expect(page.locator(".phones li")).toHaveCount(1);
  let release;
  const held = new Promise((resolve) => (release = resolve));
  let looked = false;
  let told;
  const late = new Promise((resolve) => (told = resolve));
  await page.route("**/phones", async (route) => {
    const response = await route.fetch();
    looked = true;
    await held;
    // The page may have given it up.
    await route.fulfill({ response }).catch(() => {});
    told();
  });
  await expect.poll(() => looked, { timeout: 20_000 }).toBe(true);
  await named(page, "Send away: Ann Archer").click();
  await sheet(page).getByRole("button", { name: "Send away" }).click();
  await expect(page.locator(".phones li")).toHaveCount(0);
  release();
  await late;
  await caughtUp(page);
  await expect(page.locator(".phones li")).toHaveCount(0);
});

test("Who has joined is shown on a slow line too", async ({ page, club }) => {
  const { id, players } = await club.gathered(2);
  await club.join(id, { player_id: players[0].id });
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/phones", async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await page.clock.install();
  const asked = page.waitForRequest("**/phones");
  await openAsCoordinator(page, club, `phones?id=${id}`);
  await asked;
  // Longer than between two looks, shorter than the page waits for an answer.
  await page.clock.runFor(6000);
  release();
  await expect(page.locator(".phones li")).toHaveCount(1);
});

test("All phones are not sent away later, when others may have joined", async ({ page, context, club }) => {
  const { id, players } = await club.gathered(2);
  await club.join(id, { player_id: players[0].id });
  await openAsCoordinator(page, club, `phones?id=${id}`);
  await expect(page.locator(".phones li")).toHaveCount(1);
  await goOffline(page);
  await named(page, "Send all phones away").click();
  const lost = page.waitForEvent("requestfailed", (request) => request.method() === "DELETE");
  await sheet(page).getByRole("button", { name: "Send all phones away" }).click();
  // The night's live line may be lost before.
  await lost;
  await expect(foot(page)).toHaveText(/^No answer since .*: what you see may have changed\.$/);
  await context.setOffline(false);
  await expect(foot(page)).toHaveText("No answer just now. Tap again when the connection is back.");
  expect((await club.ask("GET", `/nights/${id}/phones`)).phones).toHaveLength(1);
});

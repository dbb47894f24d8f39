import { cut, mend } from "../../support/browser/journal.js";
import { openAsCoordinator } from "../../support/night/night.js";
import { sheet, tryAgain } from "../../support/game/scorer.js";
import { expect, foot, loseAnswers, named, openRound, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const preview = (page) => sheet(page).locator(".preview li");

test("A round is drawn with two taps, and the sheet says what the service will do", async ({ page, club }) => {
  const { id, players } = await club.gathered(8);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await named(page, "Draw the first round: 8 players").click();
  await expect(preview(page)).toHaveText(["Everybody’s seat is drawn by lot."]);
  await expect(sheet(page).getByRole("radio")).toHaveCount(0);
  await named(page, "Draw round 1 now").click();
  await expect(page.getByRole("heading", { name: "Round 1" })).toBeVisible();
  await club.play(id, [[100], [90]]);
  await expect(page.getByText("Every table has finished round 1.")).toBeVisible();
  await named(page, "Draw round 2").click();
  await expect(preview(page)).toHaveText([
    "Everybody moves as usual: winners go on, the others stay.",
    "Nobody gets the same partner twice tonight.",
  ]);
  // Somebody leaves while the sheet is open: three stay at one table.
  await club.ask("DELETE", `/nights/${id}/entries/${players[0].id}`);
  await expect(sheet(page)).toContainText("Gone home: Ann Archer.");
  await expect(preview(page).first()).toHaveText(/cannot keep to the movement|can keep to the movement this time/);
  const { touched } = await club.ask("POST", `/nights/${id}/rounds`, { dry_run: true });
  expect(touched.length).toBeGreaterThan(0);
  await sheet(page).getByRole("radio", { name: "Draw all seats again" }).check();
  await expect(preview(page).first()).toHaveText("Everybody’s seat is drawn by lot.");
  const sent = page.waitForRequest((request) => request.postDataJSON()?.id && request.url().endsWith("/rounds"));
  await named(page, "Draw round 2 now").click();
  expect((await sent).postDataJSON()).toMatchObject({ number: 2, way: "afresh" });
  await expect(page.getByRole("heading", { name: "Round 2, seats by draw" })).toBeVisible();
});

test("A draw is taken back with two taps, once though the answer is lost, and drawn anew with who came late @landing", async ({
  page,
  club,
}) => {
  const { id } = await club.gathered(7);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await named(page, "Draw the first round: 7 players").click();
  await named(page, "Draw round 1 now").click();
  await expect(page.locator(".table-card")).toHaveCount(2);
  const first = await openRound(club, id);
  await loseAnswers(page, "**/rounds/*");
  await named(page, "Take this draw back").click();
  await expect(sheet(page)).toContainText("All 7 players lose their seats of this draw.");
  await expect(sheet(page)).toContainText("Phones that have joined stay joined");
  await named(page, "Take it back").click();
  await tryAgain(page, ".foot");
  await expect(foot(page)).toHaveText("The draw of round 1 is taken back.");
  await expect(page.locator(".table-card")).toHaveCount(0);
  expect((await club.look(id)).rounds).toEqual([]);
  const late = await club.ask("POST", "/players", { name: "Zoé Zwick" });
  await club.enter(id, late.id);
  await named(page, "Draw the first round: 8 players").click();
  await named(page, "Draw round 1 now").click();
  await expect(page.locator(".table-card")).toHaveCount(2);
  const second = await openRound(club, id);
  expect(second.id).not.toBe(first.id);
  expect(second.tables.map(({ sides }) => sides.length)).toEqual([2, 2]);
  const { events } = await club.ask("GET", `/nights/${id}/history`);
  expect(events.filter(({ kind }) => kind === "round_taken_back")).toHaveLength(1);
});

test("A draw is no more taken back once somebody has pegged, and the sentence names the table", async ({
  page,
  club,
}) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await named(page, "Take this draw back").click();
  const { tables } = await openRound(club, id);
  const peg = { side: 0, points: 2 };
  await club.ask("PUT", `/games/${tables[1].game_id}/pegs/${crypto.randomUUID()}`, peg);
  await named(page, "Take it back").click();
  await expect(foot(page)).toHaveText(/^Table 2 has begun, so the draw of this round stands\./);
  await expect(page.getByText("Take this draw back")).toBeHidden();
  expect((await club.look(id)).rounds).toHaveLength(1);
});

test("With the 50/50 drawn, the first draw is not taken back before that is void", async ({ page, club }) => {
  const { id } = await club.gathered(4);
  await club.draw(id);
  await club.ask("POST", `/nights/${id}/fifty-fifty`);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await named(page, "Take this draw back").click();
  await expect(foot(page)).toHaveText(/^The 50\/50 is drawn already\. Void that draw/);
  await expect(sheet(page)).toHaveCount(0);
});

test("Without a network a draw says that it cannot be foreseen, waits, and is sent once", async ({
  page,
  context,
  club,
}) => {
  const { id } = await club.gathered(4);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await page.route("**/rounds", (route) => route.abort("internetdisconnected"));
  await cut(context);
  await named(page, "Draw the first round: 4 players").click();
  await expect(preview(page)).toHaveText(["You are offline: other effects are not known yet."]);
  await named(page, "Draw round 1 now").click();
  await expect(foot(page)).toHaveText(/^No answer since/);
  await page.unroute("**/rounds");
  await mend(page);
  await expect(page.locator(".table-card")).toHaveCount(1);
  expect((await club.look(id)).rounds).toHaveLength(1);
});

test.describe("In French", () => {
  test.use({ locale: "fr-CA" });
  test("a draw is shown, made and taken back", async ({ page, club }) => {
    const { id } = await club.gathered(4);
    await openAsCoordinator(page, club, `tables?id=${id}`);
    await named(page, "Tirer la première ronde\u00a0: 4 joueurs").click();
    await expect(preview(page)).toHaveText(["Toutes les places sont tirées au sort."]);
    await named(page, "Tirer la ronde 1 maintenant").click();
    await named(page, "Annuler ce tirage").click();
    await named(page, "L’annuler").click();
    await expect(foot(page)).toHaveText("Le tirage de la ronde 1 est annulé.");
  });
});

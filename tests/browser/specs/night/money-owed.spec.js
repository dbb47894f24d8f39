import { readFileSync } from "node:fs";
import { go } from "../../support/night/club.js";
import { openAsCoordinator } from "../../support/night/night.js";
import { sheet } from "../../support/game/scorer.js";
import { expect, foot, named, openRound, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const settlement = (page) => page.getByRole("region", { name: "Who is owed what" });
const line = (page, name) => settlement(page).locator(".settlement").first().locator("li", { hasText: name });

// A night of two tables with one game, finished.
async function finished(club) {
  const { id } = await club.gathered(8);
  await club.ask("PATCH", `/nights/${id}`, { games_per_night: 1 });
  await club.draw(id);
  await club.play(id, [[60], [100]]);
  await club.ask("POST", `/nights/${id}/finish`, { void_open_games: false });
  return id;
}

const moneyOf = async (club, id, name) =>
  (await club.ask("GET", `/nights/${id}/money`)).players.find((player) => player.name === name);

test("Who owes the fee and who gets a prize is said in words, and a hand-out is ticked and undone", async ({
  page,
  club,
}) => {
  const { id, players } = await club.gathered(8, 1);
  await club.draw(id);
  await club.play(id, [[60], [100]]);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(page.locator(".debtors li")).toHaveText(/^Hal Houle has paid\s*owes \$10$/);
  const { players: all } = await club.ask("GET", `/nights/${id}/money`);
  const winner = all.find(({ prize_now: prize }) => prize > 0);
  expect(players.some(({ name }) => name === winner.name)).toBe(true);
  await expect(line(page, winner.name)).toContainText(`gets $${winner.prize_now / 100}`);
  await line(page, winner.name).getByRole("checkbox").click();
  await expect(foot(page)).toHaveText(`${winner.name}: $${winner.prize_now / 100} handed out in all.`);
  await expect(line(page, winner.name)).toHaveCount(0);
  expect((await moneyOf(club, id, winner.name)).handed_out).toBe(winner.prize_now);
  await named(page, "Undo").click();
  await expect(line(page, winner.name)).toContainText(`gets $${winner.prize_now / 100}`);
});

test("After a correction those alone are listed whose prize has changed", async ({ page, club }) => {
  const id = await finished(club);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(settlement(page)).toContainText("Everybody has what is theirs.");
  const { tables } = await openRound(club, id);
  const table = tables.find(({ sides }) => sides[1].score === 60);
  const body = { scores: [60, 121], reason: "Written the wrong way round" };
  await club.ask("PUT", `/games/${table.game_id}/result`, body);
  const [loser] = table.sides[0].players;
  const [winner] = table.sides[1].players;
  await expect(line(page, loser.name)).toContainText("gives back $");
  await expect(line(page, winner.name)).toContainText("gets $");
  await expect(settlement(page)).toContainText("Everybody else is settled.");
  await line(page, loser.name).getByRole("checkbox").click();
  await expect(line(page, loser.name)).toHaveCount(0);
  expect((await moneyOf(club, id, loser.name)).to_settle).toBe(0);
});

test("Another amount that was paid out is noted", async ({ page, club }) => {
  const id = await finished(club);
  await openAsCoordinator(page, club, `money?id=${id}`);
  const { players } = await club.ask("GET", `/nights/${id}/money`);
  const winner = players.find(({ prize_now: prize }) => prize > 1000);
  await page.locator("summary", { hasText: "Hand-outs" }).click();
  await named(page, `Another amount: ${winner.name}`).click();
  await page.getByLabel("Handed out in all, in dollars").fill("ten");
  await named(page, "Note it").click();
  await expect(sheet(page)).toBeVisible();
  await page.getByLabel("Handed out in all, in dollars").fill("10");
  await named(page, "Note it").click();
  await expect(foot(page)).toHaveText(`${winner.name}: $10 handed out in all.`);
  await expect(line(page, winner.name)).toContainText("gets $");
  expect((await moneyOf(club, id, winner.name)).handed_out).toBe(1000);
});

test("The treasurer’s sheet is printed with who paid, who owes, the uses and two lines for signatures", async ({
  page,
  club,
}) => {
  const { id } = await club.gathered(8, 1);
  await club.draw(id);
  await club.play(id, [[60], [100]]);
  await club.ask("POST", `/nights/${id}/fifty-fifty`, {});
  await page.addInitScript(() => (window.print = () => {}));
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(page.locator(".standings tbody tr").first()).toBeVisible();
  await named(page, "Print the treasurer’s sheet").click();
  await page.emulateMedia({ media: "print" });
  const paper = page.getByRole("region", { name: "Treasurer’s sheet" });
  await expect(paper).toBeVisible();
  await expect(page.locator(".night-standings")).toBeHidden();
  await expect(page.locator(".print-head")).toHaveText("Cribbage league Wednesday, January 28, 2026");
  await expect(paper.locator("tr", { hasText: "Hal Houle" }).first()).toContainText("owes $10");
  const { fifty_fifty: drawn } = await club.look(id);
  for (const text of ["Fees$70", `50/50: ${drawn.name}$7`, "Supplies$7", "Prize pot$", "Prizes$", "Activities$"])
    await expect(paper).toContainText(text);
  await expect(paper.locator(".signatures p")).toHaveText(["Treasurer, date", "Second signature, date"]);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(page.locator(".night-standings")).toBeVisible();
  await expect(paper).toBeHidden();
});

test("A night’s money and a season’s are saved as CSV with the token", async ({ page, club }) => {
  const season = await club.ask("POST", "/seasons", { name: "Winter", starts: "2026-01-01", ends: "2099-01-01" });
  const { id } = await club.night({ season_id: season.id });
  const [ann] = await club.members(2);
  await club.enter(id, ann.id, { paid: true });
  await openAsCoordinator(page, club, `money?id=${id}`);
  const saved = async () => {
    const [file] = await Promise.all([page.waitForEvent("download"), named(page, "Money as CSV").click()]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
  };
  const night = await saved();
  expect(night.name).toBe("night-money-2026-01-28.csv");
  expect(night.text).toMatch(/^\ufeffDate,Player,Fee paid.*\r\n2026-01-28,Ann Archer,10\.00/);
  await go(page, "seasons");
  const whole = await saved();
  expect(whole.name).toBe("season-money-Winter.csv");
  expect(whole.text).toContain("Ann Archer");
});

test("The 50/50 is drawn where one stands, on the view of the tables", async ({ page, club }) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await named(page, "Draw the 50/50: $8").click();
  await named(page, "Draw now").click();
  const { fifty_fifty: drawn } = await expect
    .poll(async () => (await club.look(id)).fifty_fifty)
    .not.toBeNull()
    .then(() => club.look(id));
  await expect(page.locator(".drawn-name")).toHaveText(`${drawn.name} wins $8`);
});

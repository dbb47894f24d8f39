import { goSignedIn } from "../../support/night/club.js";
import { openAsCoordinator } from "../../support/night/night.js";
import { sheet } from "../../support/game/scorer.js";
import { expect, foot, named, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const preview = (page) => sheet(page).locator(".preview li");
const lead = (page) => page.locator(".next .lead-words");

// Enters a result for every table of the newest round.
async function playRound(club, id) {
  const { tables } = (await club.look(id)).rounds.at(-1);
  for (const { game_id: game } of tables)
    await club.ask("PUT", `/games/${game}/result`, { scores: [121, 100], reason: "as the card says" });
}

test("A night of singles takes two taps before the draw, and ends with the games to make up @landing", async ({
  page,
  club,
}) => {
  const { id, players } = await club.gathered(5);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await page.getByText("More for tonight").click();
  await page.getByRole("radio", { name: "Singles" }).check();
  await expect.poll(async () => (await club.look(id)).format).toBe("singles_rotation");
  expect(await club.look(id)).toMatchObject({ card: "game_points", games_per_night: 9 });
  for (let games = 9; games > 3; games -= 1) await named(page, "One game fewer").click();
  await expect.poll(async () => (await club.look(id)).games_per_night).toBe(3);

  await expect(lead(page)).toHaveText("5 players are here: 2 tables of two.");
  await named(page, "Draw the first round: 5 players").click();
  await expect(preview(page)).toHaveText([/^\S+ \S+ sits out\.$/, "3 games each take 4 rounds with these players."]);
  await named(page, "Draw round 1 now").click();
  await expect(page.locator(".table-card")).toHaveCount(2);
  await expect(page.getByRole("radio", { name: "Singles" })).toBeHidden();
  const [{ name }] = (await club.look(id)).rounds[0].byes;
  await expect(page.getByText(`${name} sits out`, { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Waiting for a seat" })).toBeHidden();

  for (const n of [2, 3]) {
    await playRound(club, id);
    await expect(lead(page)).toHaveText(`Every table has finished round ${n - 1}.`);
    await named(page, `Draw round ${n}`).click();
    await expect(sheet(page).getByRole("radio")).toHaveCount(2);
    await named(page, `Draw round ${n} now`).click();
    await expect(page.locator(".table-card")).toHaveCount(2);
    await expect(foot(page)).toContainText(`Round ${n} is drawn`);
  }
  await playRound(club, id);
  await expect(lead(page)).toHaveText("Every table has finished round 3. 3 players lack a game.");
  await named(page, "Finish the night").click();
  await expect(sheet(page)).toContainText(
    "3 players lack a game. A bye is excused, and the average counts. A round that was missed without an excuse costs",
  );
  await named(page, "Not now").click();
  await named(page, "Round 4: make the games up").click();
  await expect(preview(page)).toHaveText([
    "3 players lack a game.",
    "2 tables of two.",
    /^\S+ \S+ has all games and helps: the game counts for the opponent alone\.$/,
    /opponent|meet again/,
  ]);
  await named(page, "Draw round 4 now").click();
  await expect(page.getByRole("heading", { name: "Round 4: games to make up" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Waiting for a seat" })).toBeHidden();
  // Nobody is to be excused for a bye, or for a round without a seat.
  await page.getByRole("link", { name: "Money" }).click();
  await expect(page.locator(".night-standings tbody tr")).toHaveCount(5);
  await expect(page.getByRole("button", { name: /^Excuse/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Tables" }).click();
  await playRound(club, id);
  await expect(lead(page)).toHaveText("Every table has finished round 4.");
  await expect(page.getByRole("button", { name: /make the games up/ })).toHaveCount(0);
  const { rows } = await club.ask("GET", `/nights/${id}/standings`);
  expect(rows.map(({ games }) => games)).toEqual(players.map(() => 3));
});

test("Where a player lacks two games, the page says that players lack games", async ({ page, club }) => {
  const { id, players } = await club.gathered(3);
  await club.ask("PATCH", `/nights/${id}`, { format: "singles_rotation", games_per_night: 4 });
  for (let round = 1; round <= 4; round += 1) {
    await club.draw(id);
    await playRound(club, id);
  }
  await openAsCoordinator(page, club, `tables?id=${id}`);
  const words = `${players.length} players lack games.`;
  await expect(lead(page)).toHaveText(`Every table has finished round 4. ${words}`);
  await named(page, "Finish the night").click();
  await expect(sheet(page)).toContainText(`${words} A bye is excused`);
  await named(page, "Not now").click();
  await named(page, "Round 5: make the games up").click();
  await expect(preview(page).first()).toHaveText(words);
});

test("The league chooses how a night is played, and a season what counts", async ({ page, club }) => {
  await goSignedIn(page, club.base, "league");
  await page.getByLabel("How a night is played").selectOption("singles_rotation");
  await expect(page.getByLabel("What a card counts")).toHaveValue("game_points");
  await expect(page.getByLabel("Games a night")).toHaveValue("9");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect
    .poll(() => club.ask("GET", "/league"))
    .toMatchObject({ format: "singles_rotation", card: "game_points", games_per_night: 9 });

  await page.goto(`${club.base}/#/seasons`);
  await page.getByLabel("Name", { exact: true }).fill("Winter");
  await page.getByLabel("First day").fill("2026-01-01");
  await page.getByLabel("Last day").fill("2026-04-30");
  await expect(page.getByLabel("What a card counts")).toHaveValue("game_points");
  await expect(page.getByLabel("Rank by the average")).toBeHidden();
  await page.getByLabel("What ranks the players").selectOption("sum");
  await page.getByLabel("The fewest game points of a card that counts").fill("12");
  await page.getByRole("button", { name: "Add the season" }).click();
  await expect(page.getByText("The sum of the cards from 12 game points on ranks them.")).toBeVisible();
  const [season] = (await club.ask("GET", "/seasons")).seasons;
  expect(season).toMatchObject({ card: "game_points", counts: "sum", from_points: 12 });
});

test("A night whose cards do not count in its season says so, and a season keeps the card that has counted", async ({
  page,
  club,
}) => {
  const days = { starts: "2026-01-01", ends: "2026-03-31" };
  const season = await club.ask("POST", "/seasons", { name: "Winter", ...days });
  const players = await club.members(2);
  const { id } = await club.night({ season_id: season.id, format: "singles_rotation", games_per_night: 1 });
  for (const player of players) await club.enter(id, player.id, { paid: true });
  await club.draw(id);
  await playRound(club, id);
  const words = "The cards of this night do not count in Winter: that season counts only nights with another card.";
  await page.goto(`${club.base}/#/night?id=${id}`);
  await expect(page.getByText(words)).toBeVisible();
  await page.goto(`${club.base}/#/standings?season=${season.id}`);
  await expect(page.locator(".season > .help").first()).toContainText(
    "count points short: only nights with this card count.",
  );
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await expect(page.locator("main").getByText(words)).toBeVisible();
  await named(page, "Finish the night").click();
  await expect(sheet(page)).toContainText(words);
  await named(page, "Not now").click();

  const path = `/seasons/${season.id}`;
  await club.ask("PATCH", path, { card: "game_points" });
  await page.reload();
  await named(page, "Finish the night").click();
  await expect(sheet(page)).toContainText("2 players are ranked.");
  await expect(page.getByText("do not count")).toBeHidden();
  await named(page, "Not now").click();
  await club.ask("POST", `/nights/${id}/finish`, {});
  await page.goto(`${club.base}/#/seasons`);
  await page.getByText("Change the season").click();
  const form = page.locator("details[open]", { hasText: "Change the season" }).last();
  await form.getByLabel("What a card counts").selectOption("points_scored");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toContainText("Keep its card, and add another season for nights with another card.");
  expect(await club.ask("GET", path)).toMatchObject({ card: "game_points" });
});

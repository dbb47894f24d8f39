import { card, openAsCoordinator } from "../../support/night/night.js";
import { sheet, tryAgain } from "../../support/game/scorer.js";
import { expect, foot, loseAnswers, named, openRound, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const WHY = "Reason (kept in the record; other people can read it)";
const voidKey = (page, number) => card(page, number).getByRole("button", { name: /^(Call off|Bring back)/ });
const status = async (club, id, at) => (await openRound(club, id)).tables[at].status;

test("A game is called off with a reason once it is said whom that costs what, and is brought back @landing", async ({
  page,
  club,
}) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  const { tables } = await openRound(club, id);
  await club.ask("PUT", `/games/${tables[1].game_id}/pegs/${crypto.randomUUID()}`, { side: 1, points: 12 });
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await voidKey(page, 2).click();
  for (const { players } of tables[1].sides)
    for (const { name } of players) await expect(sheet(page)).toContainText(name);
  await expect(sheet(page)).toContainText("get no line for round 1.");
  await expect(sheet(page)).toContainText("They are still ranked over the rounds that they could play");
  await named(page, "Call it off").click();
  await expect(sheet(page)).toBeVisible();
  await sheet(page).getByLabel(WHY).fill("A fire alarm");
  await page.route("**/void", (route) => route.abort());
  await named(page, "Call it off").click();
  await expect(page.locator(".foot .again").first()).toBeVisible();
  await page.unroute("**/void");
  await tryAgain(page, ".foot");
  await expect(foot(page)).toHaveText("Table 2 is called off.");
  await expect(card(page, 2)).toContainText("Reason: “A fire alarm”");
  await expect(page.getByText("Table 1 is still playing in round 1.")).toBeVisible();
  await voidKey(page, 2).click();
  await expect(foot(page)).toHaveText("Table 2 is as it was before it was called off.");
  await expect(card(page, 2).locator(".table-score")).toHaveText(["0", "12"]);
  expect(await status(club, id, 1)).toBe("playing");
  await named(page, "Undo").click();
  await expect.poll(() => status(club, id, 1)).toBe("void");
  const { events } = await club.ask("GET", `/games/${tables[1].game_id}/history`);
  const kinds = events.map(({ kind }) => kind).filter((kind) => kind.startsWith("void"));
  expect(kinds).toEqual(["voided", "void_taken_back", "voided"]);
});

test("A finished game is called off with its result, which comes back with it", async ({ page, club }) => {
  const { id } = await club.gathered(4);
  await club.draw(id);
  await club.play(id, [[100]]);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await voidKey(page, 1).click();
  await expect(sheet(page)).toContainText("The result stops counting, and stays on record.");
  await sheet(page).getByLabel(WHY).fill("The wrong four");
  await named(page, "Call it off").click();
  await expect(card(page, 1)).toContainText("called off");
  await named(page, "Undo").click();
  await expect(card(page, 1)).toContainText("finished");
  await expect(card(page, 1).locator(".table-score")).toHaveText(["121", "100"]);
});

test("The finish names open games and who is paid what; the night is reopened with a reason, as it was @landing", async ({
  page,
  club,
}) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await club.play(id, [[100], [60]]);
  await club.draw(id);
  await club.play(id, [[110], null]);
  const { tables } = await openRound(club, id);
  await club.ask("PUT", `/games/${tables[1].game_id}/pegs/${crypto.randomUUID()}`, { side: 1, points: 12 });
  // The open game has no result yet: without it the standings are the same.
  await page.route("**/standings?without=*", async (route) =>
    route.fulfill({ json: await club.ask("GET", `/nights/${id}/standings`) }),
  );
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await page.getByText("More for tonight").click();
  await named(page, "Finish the night now").click();
  for (const { players } of tables[1].sides)
    for (const { name } of players) await expect(sheet(page)).toContainText(name);
  await expect(sheet(page)).toContainText("Only 2 of 4 rounds are drawn");
  await expect(sheet(page)).toContainText("If you finish now:");
  const { rows } = await club.ask("GET", `/nights/${id}/standings`);
  const paid = rows.filter(({ prize }) => prize > 0);
  await expect(sheet(page).locator(".preview li")).toHaveText([
    ...paid.map(({ place, name, prize }) => `Place ${place}: ${name}, $${prize / 100}.`),
    "8 players are ranked.",
  ]);
  await named(page, "Void the open games and finish").click();
  await expect(page.locator(".tonight")).toHaveText(/finished$/);
  await expect(voidKey(page, 2)).toBeHidden();
  // The prizes are as announced.
  const after = (await club.ask("GET", `/nights/${id}/standings`)).rows.filter(({ place }) => place !== null);
  expect(after).toHaveLength(8);
  const [{ player_id: winner, prize: amount }] = after;
  await club.ask("PUT", `/nights/${id}/payouts/${winner}`, { amount });
  await loseAnswers(page, "**/finish?*");
  await named(page, "Reopen the night").click();
  await expect(sheet(page)).toContainText("Games that the finish called off are open again, with their pegs.");
  await expect(sheet(page)).toContainText(`Handed out so far: ${after[0].name} $${amount / 100}.`);
  await sheet(page).getByLabel(WHY).fill("Finished by mistake");
  await named(page, "Reopen it").click();
  await tryAgain(page, ".foot");
  await expect(foot(page)).toHaveText("The night goes on.");
  await expect(card(page, 2)).toContainText("playing");
  await expect(card(page, 2).locator(".table-score")).toHaveText(["0", "12"]);
  const { events } = await club.ask("GET", `/nights/${id}/history`);
  expect(events.filter(({ kind }) => kind === "reopened").map(({ reason }) => reason)).toEqual(["Finished by mistake"]);
});

test.describe("By the rule that every round counts", () => {
  test("a void says that it costs place and prize, and nobody is excused", async ({ page, club }) => {
    const league = await club.ask("GET", "/league");
    await club.ask("PUT", "/league", { ...league, full_card: "every_round" });
    const { id } = await club.gathered(4);
    await club.draw(id);
    const late = await club.ask("POST", "/players", { name: "Zoé Zwick" });
    await club.enter(id, late.id);
    await openAsCoordinator(page, club, `tables?id=${id}`);
    await expect(page.getByText("Zoé Zwick waits for a seat.")).toBeVisible();
    await expect(named(page, "Excuse Zoé Zwick")).toHaveCount(0);
    await voidKey(page, 1).click();
    await expect(sheet(page)).toContainText("so they lose their place and prize");
  });
});

test("Before a game is called off, or finished with, the service says who gains and loses by it", async ({
  page,
  club,
}) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await club.play(id, [[100], null]);
  const { tables } = await openRound(club, id);
  const { rows } = await club.ask("GET", `/nights/${id}/standings`);
  const [first, second, ...others] = rows;
  let moved = [{ ...first, place: null, prize: 0 }, { ...second, place: 1, prize: 6400 }, ...others];
  const asked = [];
  await page.route("**/standings?without=*", (route) => {
    asked.push(new URL(route.request().url()).searchParams.get("without"));
    return route.fulfill({ json: { rows: moved } });
  });
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await voidKey(page, 1).click();
  await expect(sheet(page).locator(".preview li")).toHaveText([
    `${first.name}: prize from $${first.prize / 100} to $0, place from ${first.place} to –.`,
    `${second.name}: prize from $${second.prize / 100} to $64.`,
  ]);
  await named(page, "Not now").click();
  moved = rows.map((row) => ({ ...row, place: row.place + 1 }));
  await voidKey(page, 1).click();
  await expect(sheet(page).locator(".preview li")).toHaveText(/^Only the place changes for .* \(from 1 to 2\)/);
  await named(page, "Not now").click();
  moved = rows.map((row) => ({ ...row, place: 1, prize: 100 }));
  await page.getByText("More for tonight").click();
  await named(page, "Finish the night now").click();
  await expect(sheet(page).locator(".preview li").first()).toHaveText(/, \$1\.$/);
  expect(asked).toEqual([tables[0].game_id, tables[0].game_id, tables[1].game_id]);
});

for (const [average, words] of [
  ["per_card", "In Winter a full card of tonight counts as one card like any other, with the total of its 1 game."],
  ["per_game", "In Winter every game counts alike, so a full card of tonight weighs as 1 game."],
]) {
  test(`A short night says what it counts for in a season ${average}`, async ({ page, club }) => {
    const days = { starts: "2026-01-01", ends: "2026-03-31" };
    const { id: season_id } = await club.ask("POST", "/seasons", { name: "Winter", ...days, average });
    const players = await club.members(4);
    const { id } = await club.night({ season_id });
    for (const player of players) await club.enter(id, player.id, { paid: true });
    await club.draw(id);
    await club.play(id, [[100]]);
    await openAsCoordinator(page, club, `tables?id=${id}`);
    await page.getByText("More for tonight").click();
    await named(page, "Finish the night now").click();
    await expect(sheet(page)).toContainText(words);
    await expect(sheet(page)).toContainText("As the results stand:");
  });
}

import { card, enterResult, openAsCoordinator } from "../../support/night/night.js";
import { sheet, tryAgain } from "../../support/game/scorer.js";
import {
  count,
  expect,
  foot,
  loseAnswers,
  named,
  openRound,
  player,
  test,
  TOLERATED,
  twoTables,
} from "../../support/night/tonight.js";
import { caughtUp } from "../../support/browser/waits.js";

test.use({ tolerated: TOLERATED });

const resultKey = (page, number) => card(page, number).getByRole("button", { name: /^(Enter|Correct)/ });

test("The first round is drawn for all who are here, paid or not, and another coordinator sees it @landing", async ({
  page,
  elsewhere,
  club,
}) => {
  const { id } = await club.gathered(23, 1);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  const other = await elsewhere();
  await openAsCoordinator(other, club, `tables?id=${id}`);
  await expect(other.getByText("23 players are here: 5 tables of four and 1 table of three.")).toBeVisible();
  await named(page, "Draw the first round: 23 players").click();
  await expect(sheet(page)).toContainText("Not paid yet: Wes Wolfe. They play all the same.");
  await expect(sheet(page)).toContainText("Everybody’s seat is drawn by lot.");
  await expect(sheet(page)).toContainText("You can take the draw back until somebody pegs");
  await named(page, "Not now").click();
  expect((await club.look(id)).rounds).toEqual([]);
  await loseAnswers(page, "**/rounds");
  await named(page, "Draw the first round: 23 players").click();
  await named(page, "Draw round 1 now").click();
  await tryAgain(page, ".foot");
  for (const at of [page, other]) await expect(at.locator(".table-card")).toHaveCount(6);
  await expect(foot(page)).toHaveText(/^Round 1 is drawn/);
  expect((await club.look(id)).rounds).toHaveLength(1);
});

const LONG = [
  "Marie-Madeleine Gagné-Desrosiers",
  "Christophe-Alexandre Vaillancourt",
  "Jean-François Desrochers-Bouchard",
  "Pierre-Emmanuel de la Durantaye",
];

for (const locale of ["en-CA", "fr-CA"]) {
  test.describe(locale, () => {
    test.use({ locale, viewport: { width: 360, height: 604 } });

    test(`The form for a result fits a small phone, with long names and a score so far, in ${locale}`, async ({
      page,
      club,
    }) => {
      const { id } = await club.night();
      for (const name of LONG) await club.enter(id, (await club.ask("POST", "/players", { name })).id, { paid: true });
      await club.draw(id);
      const [table] = (await openRound(club, id)).tables;
      const peg = { side: 0, points: 12, for: "other" };
      await club.ask("PUT", `/games/${table.game_id}/pegs/${crypto.randomUUID()}`, peg);
      await openAsCoordinator(page, club, `tables?id=${id}`);
      await page.locator(".table-card .table-head button").click();
      for (const key of await sheet(page).locator(".winner-key").all()) await expect(key).toBeInViewport({ ratio: 1 });
      const { clientHeight, scrollHeight } = await sheet(page).evaluate((node) => ({
        clientHeight: node.clientHeight,
        scrollHeight: node.scrollHeight,
      }));
      expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
    });
  });
}

test("A result of a wooden board is entered by hand, and undone @landing", async ({ page, club }) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  const { tables } = await openRound(club, id);
  await resultKey(page, 2).click();
  // Without a number nobody has won.
  await sheet(page).locator(".winner-key").first().click({ force: true });
  await expect(sheet(page)).toContainText("First the number");
  await named(page, "Not now").click();
  await enterResult(page, tables[1], 1, { 0: 97 });
  await expect(card(page, 2).locator(".table-score")).toHaveText(["97", "121"]);
  await expect(card(page, 2)).toContainText("finished");
  await expect(foot(page)).toHaveText(/^Table 2: .* 97, .* 121\.$/);
  expect((await openRound(club, id)).tables[1].sides.map(({ score }) => score)).toEqual([97, 121]);
  await named(page, "Undo").click();
  await expect(card(page, 2)).toContainText("playing");
  await expect(foot(page)).toHaveText("Table 2 is as it was.");
});

test("A result that is saved stands there before the line tells it", async ({ page, club }) => {
  await page.route("**/live*", (route) => route.abort());
  const { tables } = await twoTables(page, club, "tables");
  await enterResult(page, tables[0], 0, { 1: 100 });
  await expect(card(page, 1)).toContainText("finished");
  await expect(card(page, 1).locator(".table-score")).toHaveText(["121", "100"]);
  await expect(page.getByText("Table 2 is still playing in round 1.")).toBeVisible();
});

test("A table of three has two losers, and live scores show as the phones peg", async ({ page, club }) => {
  const { id } = await club.gathered(3);
  await club.draw(id);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  const { tables } = await openRound(club, id);
  const peg = { side: 2, points: 12, for: "hand" };
  await club.ask("PUT", `/games/${tables[0].game_id}/pegs/${crypto.randomUUID()}`, peg);
  await expect(card(page, 1).locator(".table-score")).toHaveText(["0", "0", "12"]);
  await resultKey(page, 1).click();
  await expect(sheet(page)).toContainText("The phones have it at:");
  await named(page, "Not now").click();
  await enterResult(page, tables[0], 2, { 0: 101, 1: 57 });
  await expect(card(page, 1).locator(".table-score")).toHaveText(["101", "57", "121"]);
});

test("A correction says why, shows what it changes, and is undone @landing", async ({ page, club }) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  const { tables } = await openRound(club, id);
  await club.play(id, [[100], [88]]);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await enterResult(page, tables[0], 0, { 1: 60 });
  await expect(sheet(page)).toContainText(/The result was: .* 121, .* 100\./);
  await expect(sheet(page)).toContainText(`${tables[0].sides[1].players[0].name}: game 1 from 21 to 61`);
  await named(page, "Save the correction").click();
  await expect(sheet(page)).toContainText("Everybody who can see this game can read the reason.");
  await page.getByLabel("Reason (kept in the record; other people can read it)").fill("The back peg was read.");
  await named(page, "Save the correction").click();
  const effects = page.getByRole("region", { name: "Table 1 is corrected." });
  const [winner] = tables[0].sides[0].players;
  const [loser] = tables[0].sides[1].players;
  // Two tied for place 3 shared 20 % of $51.20; now two tie for place 1 and share 80 %.
  await expect(effects).toContainText(`${winner.name}: game 1 from 0 to −2, prize from $5 to $20, place from 3 to 1.`);
  await expect(effects).toContainText(`${loser.name}: game 1 from 21 to 61, place from 5 to 7.`);
  await named(page, "Undo the correction").click();
  await expect(card(page, 1).locator(".table-score")).toHaveText(["121", "100"]);
  await expect(effects).toBeHidden();
  const { events } = await club.ask("GET", `/games/${tables[0].game_id}/history`);
  expect(events.filter(({ kind }) => kind === "result_entered").map(({ reason }) => reason)).toEqual([
    null,
    "The back peg was read.",
    "The correction was taken back.",
  ]);
  await enterResult(page, tables[0], 0, { 1: 99 });
  const said = "\u2060–\u2060";
  await expect(sheet(page).locator(".record li")).toHaveText([
    new RegExp(`: 121${said}100\\.$`),
    new RegExp(`: 121${said}60\\. “The back peg was read\\.”$`),
    new RegExp(`: 121${said}100\\. “The correction was taken back\\.”$`),
  ]);
});

test("The next round names the tables that it waits for, and leads to them", async ({ page, club }) => {
  const { id } = await club.gathered(12);
  await club.draw(id);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await expect(page.getByText("Every table is playing round 1.")).toBeVisible();
  await club.play(id, [[100], null, null]);
  await expect(page.getByText("Tables 2 and 3 are still playing in round 1.")).toBeVisible();
  await named(page, "Draw round 2").click();
  await expect(foot(page)).toHaveText("Tables 2 and 3 are still playing in round 1.");
  await expect(sheet(page)).toHaveCount(0);
  await named(page, "Go to table 3").click();
  await expect(page.getByRole("heading", { name: "Table 3" })).toBeFocused();
  await club.play(id, [null, [90], [80]]);
  await expect(page.getByText("Every table has finished round 1.")).toBeVisible();
  await named(page, "Draw round 2").click();
  await expect(sheet(page)).toContainText("Phones then no longer change round 1");
  await named(page, "Draw round 2 now").click();
  await expect(page.getByRole("heading", { name: "Round 2" })).toBeVisible();
  await page.getByRole("radio", { name: "Round 1" }).check();
  await expect(card(page, 1)).toContainText("finished");
  expect((await club.look(id)).rounds).toHaveLength(2);
});

test("The night gets a game more, and one fewer by Undo @landing", async ({ page, club }) => {
  const { id } = await club.gathered(4);
  await club.draw(id);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await page.getByText("More for tonight").click();
  await named(page, "One game more").click();
  await expect(page.locator(".tonight")).toHaveText(/round 1 of 5$/);
  await named(page, "Undo").click();
  await expect(page.locator(".tonight")).toHaveText(/round 1 of 4$/);
  for (const left of [3, 2, 1]) {
    await named(page, "One game fewer").click();
    await expect(page.locator(".tonight")).toHaveText(new RegExp(`round 1 of ${left}$`));
  }
  await club.play(id, [[100]]);
  await expect(named(page, "Finish the night")).toBeVisible();
});

test("A finish names the games that it voids; a correction afterwards shows what was paid out", async ({
  page,
  club,
}) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await club.play(id, [[100], [60]]);
  await club.draw(id);
  await club.play(id, [[110], null]);
  const { tables } = await openRound(club, id);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await page.getByText("More for tonight").click();
  await named(page, "Finish the night now").click();
  await expect(sheet(page)).toContainText("Round 2, table 2 is still playing:");
  await expect(sheet(page)).toContainText("Games that are still playing are called off if you finish now.");
  await named(page, "Void the open games and finish").click();
  await expect(page.locator(".tonight")).toHaveText(/finished$/);
  await expect(card(page, 2)).toContainText("called off");
  const prizes = async () => (await club.ask("GET", `/nights/${id}/standings`)).rows;
  const paidOut = new Map((await prizes()).map(({ player_id, prize }) => [player_id, prize]));
  await enterResult(page, tables[1], 0, { 1: 120 });
  await page.getByLabel("Reason (kept in the record; other people can read it)").fill("They had played on.");
  await named(page, "Save the correction").click();
  await expect(page.getByRole("region", { name: "Table 2 is corrected." })).toBeVisible();
  await page.getByRole("link", { name: "Go to standings and money" }).click();
  const now = (await prizes()).find(({ prize_at_finish: other }) => other > 0);
  expect(now.prize_at_finish).toBe(paidOut.get(now.player_id));
  const row = page.locator(".standings tbody tr", { hasText: now.name });
  await expect(row.locator("td").last()).toHaveText(`$${now.prize / 100} (was $${now.prize_at_finish / 100})`);
});

test("A night is begun by keyboard alone", async ({ page, club }) => {
  await club.members(2);
  const { id } = await club.night();
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  const press = async (wanted) => {
    for (let at = 0; at < 40; at += 1) {
      if (await wanted.evaluate((node) => node === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await expect(wanted).toBeFocused();
    await page.keyboard.press("Space");
  };
  await page.getByLabel("Find a name").focus();
  await press(player(page, "Ann Archer"));
  await press(page.getByRole("checkbox", { name: "Ann Archer has paid" }));
  await press(player(page, "Bob Baker"));
  await expect(count(page)).toHaveText("2 here · 1 unpaid · 1 table of two");
  await page.getByRole("link", { name: "Tables" }).focus();
  await page.keyboard.press("Enter");
  await press(named(page, "Draw the first round: 2 players"));
  await press(named(page, "Draw round 1 now"));
  await press(resultKey(page, 1));
  await expect(sheet(page).locator(".winner-key").first()).toBeVisible();
  await page.keyboard.type("24");
  await press(sheet(page).locator(".winner-key").first());
  await expect(card(page, 1)).toContainText("finished");
  await expect(named(page, "Draw round 2")).toBeVisible();
});

test("Keys that are tapped twice do what they say", async ({ page, club }) => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const answers = [];
  await page.route("**/api/v1/games/*", async (route) => {
    answers.push(page.waitForResponse((response) => response.request() === route.request()));
    await held;
    await route.continue();
  });
  const { id } = await twoTables(page, club, "tables");
  const enter = card(page, 1).getByRole("button", { name: /^Enter/ });
  await enter.click();
  await enter.click();
  release();
  await sheet(page).waitFor();
  await Promise.all(answers);
  await caughtUp(page);
  await expect(sheet(page)).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.locator(".more summary").click();
  await named(page, "One game more").dblclick();
  await expect(page.locator(".more")).toContainText("Tonight has 6 games.");
  await expect(page.getByText("sending…")).toHaveCount(0);
  await expect.poll(async () => (await club.look(id)).games_per_night).toBe(6);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await page.locator(".fifty-fifty .keys-row button >> nth=0").click();
  await named(page, "Draw now").dblclick();
  await expect(page.locator(".drawn-name")).not.toBeEmpty();
  await expect(foot(page)).toHaveText("");
});

test("The amount of the 50/50 moves no key when it comes", async ({ page, club }) => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/money?*", async (route) => {
    await held;
    await route.continue();
  });
  await twoTables(page, club, "tables");
  const amount = page.locator(".fifty-fifty .keys-row button >> nth=0");
  const keys = () =>
    page
      .locator("summary, button:not(.fifty-fifty *)")
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().top));
  await expect(page.getByText("More for tonight")).toBeVisible();
  await expect(amount).toBeHidden();
  const before = await keys();
  release();
  await expect(amount).toBeVisible();
  expect(await keys()).toEqual(before);
});

test("Whoever closes what a correction changed is not sent to the top", async ({ page, club }) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await club.play(id, [[100], [90]]);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await card(page, 1)
    .getByRole("button", { name: /^Correct/ })
    .click();
  await expect(sheet(page).locator(".winner-key").first()).toBeVisible();
  await page.keyboard.type("22");
  await sheet(page).locator(".winner-key").first().click();
  await sheet(page).getByLabel("Reason (kept in the record; other people can read it)").fill("Misread");
  await named(sheet(page), "Save the correction").click();
  await named(page, "Close").press("Enter");
  await expect(page.locator(".night-body")).toBeFocused();
});

test("Why a draw has to wait is said as it is now, not as it was before too", async ({ page, club }) => {
  const { id } = await twoTables(page, club, "tables");
  await club.play(id, [[100], null]);
  await named(page, "Go to table 2").waitFor();
  await named(page, "Draw round 2").click();
  await expect(foot(page)).toHaveText("Table 2 is still playing in round 1.");
  const [one] = (await openRound(club, id)).tables;
  await club.ask("DELETE", `/games/${one.game_id}/result`);
  await expect(page.locator(".next .lead-words")).toHaveText("Every table is playing round 1.");
  await named(page, "Draw round 2").click();
  await expect(foot(page)).toHaveText("Tables 1 and 2 are still playing in round 1.");
});

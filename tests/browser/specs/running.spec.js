import AxeBuilder from "@axe-core/playwright";
import { card, Club, enterResult, openAsCoordinator } from "../night.js";
import { sheet } from "../scorer.js";
import { textSize, WAYS } from "../table.js";
import { test as base, expect } from "../test.js";

const test = base.extend({
  club: async ({ ownService }, use) => use(new Club(ownService.url)),
});
test.use({ tolerated: /ERR_(INTERNET_DISCONNECTED|FAILED)|status of 4(04|09|22)/ });

const player = (page, name) => page.getByRole("button", { name, pressed: undefined });
const count = (page) => page.locator(".count");
const foot = (page) => page.locator(".foot .notice p");
const named = (page, name) => page.getByRole("button", { name, exact: true });

async function openRound(club, night) {
  return (await club.look(night)).rounds.at(-1);
}

// The answer is lost on its way, what was asked is done.
async function loseAnswers(page, path) {
  await page.route(path, async (route) => {
    await route.fetch();
    await route.abort();
    await page.unroute(path);
  });
}

test("Players are checked in and out by taps, before any answer, and a lost network loses none of them", async ({
  page,
  context,
  club,
}) => {
  await club.members(5);
  const { id } = await club.night();
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await player(page, "Ann Archer").click();
  await page.getByRole("checkbox", { name: "Ann Archer has paid" }).check();
  await expect(count(page)).toHaveText("1 here · all paid");
  await context.setOffline(true);
  await player(page, "Bob Baker").click();
  await player(page, "Cy Côté").click();
  await player(page, "Di Dubé").click();
  await page.getByRole("checkbox", { name: "Di Dubé has paid" }).check();
  await player(page, "Cy Côté").click();
  await expect(count(page)).toHaveText("3 here · 1 unpaid · 1 table of three");
  await expect(page.getByRole("button", { name: /Bob Baker/ })).toHaveText("Bob Bakersending…");
  await expect(foot(page)).toHaveText(/^No answer since .*: 5 changes wait here/);
  expect((await club.look(id)).entries).toHaveLength(1);
  await context.setOffline(false);
  await expect(page.getByText("sending…")).toHaveCount(0);
  await expect(foot(page)).toHaveText("");
  expect((await club.look(id)).entries.map(({ name, paid }) => [name, paid])).toEqual([
    ["Ann Archer", true],
    ["Bob Baker", false],
    ["Di Dubé", true],
  ]);
});

test("A tap by mistake is undone by another, and the fee that was paid is not forgotten", async ({ page, club }) => {
  const { id } = await club.gathered(3);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await player(page, "Bob Baker").click();
  await expect(count(page)).toHaveText("2 here · all paid · 1 table of two");
  await expect.poll(async () => (await club.look(id)).entries.length).toBe(2);
  await player(page, "Bob Baker").click();
  await expect(page.getByRole("checkbox", { name: "Bob Baker has paid" })).toBeChecked();
  await expect.poll(async () => (await club.look(id)).entries.filter(({ paid }) => paid).length).toBe(3);
});

test("Somebody who is no member plays as a guest, and a new name is added on the spot, once", async ({
  page,
  club,
}) => {
  await club.members(2);
  await club.ask("POST", "/players", { name: "Zoé Zwick", active_member: false });
  const { id } = await club.night();
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(player(page, "Zoé Zwick")).toBeHidden();
  await page.getByText("Someone else").click();
  await player(page, "Zoé Zwick").click();
  await expect(page.getByRole("button", { name: "Zoé Zwick guest" })).toHaveAttribute("aria-pressed", "true");
  await loseAnswers(page, "**/api/v1/players");
  await page.getByLabel("A new name").fill("Yves Yelle");
  await named(page, "Add and check in").click();
  await named(page, "Try again").click();
  await expect(page.getByRole("button", { name: "Yves Yelle guest" })).toHaveAttribute("aria-pressed", "true");
  await page.getByLabel("A new name").fill("ann archer");
  await named(page, "Add and check in").click();
  await expect(foot(page)).toHaveText("ann archer is on the list already: find the name above.");
  const { players } = await club.ask("GET", "/players");
  expect(players.filter(({ name }) => name === "Yves Yelle")).toHaveLength(1);
  expect((await club.look(id)).entries.map(({ name, guest }) => [name, guest])).toEqual([
    ["Zoé Zwick", true],
    ["Yves Yelle", true],
  ]);
});

test("A name is found without its accents", async ({ page, club }) => {
  await club.members(12);
  const { id } = await club.night();
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await page.getByLabel("Find a name").fill("leo l");
  await expect(page.locator(".player-name:visible")).toHaveText(["Léo Lavoie"]);
  await page.getByLabel("Find a name").fill("nobody");
  await expect(page.getByText("Nobody is called “nobody”.")).toBeVisible();
});

test("Between games somebody comes late, and somebody goes home and comes back", async ({ page, club }) => {
  const { id, players } = await club.gathered(8);
  await club.ask("POST", "/players", { name: "Zoé Zwick" });
  await club.draw(id);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await player(page, "Zoé Zwick").click();
  await expect(page.getByRole("button", { name: "Zoé Zwick plays from round 2" })).toBeVisible();
  await player(page, players[0].name).click();
  await expect(page.getByRole("button", { name: `${players[0].name} leaves after this game` })).toBeVisible();
  await club.play(id, [[100], [90]]);
  await expect(page.getByRole("button", { name: `${players[0].name} has left` })).toBeVisible();
  await page.getByRole("button", { name: `${players[0].name} has left` }).click();
  await expect(page.getByRole("checkbox", { name: `${players[0].name} has paid` })).toBeChecked();
  await expect.poll(async () => (await club.look(id)).entries.filter(({ left }) => left).length).toBe(0);
});

test("The first round is drawn for all who are here, paid or not, and another coordinator sees it", async ({
  page,
  context,
  club,
}) => {
  const { id } = await club.gathered(23, 1);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  const other = await context.newPage();
  await openAsCoordinator(other, club, `tables?id=${id}`);
  await expect(other.getByText("23 players are here: 5 tables of four and 1 table of three.")).toBeVisible();
  await named(page, "Draw the first round: 23 players").click();
  await expect(sheet(page)).toContainText("Not paid yet: Wes Wolfe. They play all the same.");
  await expect(sheet(page)).toContainText("A draw cannot be undone.");
  await named(page, "Not now").click();
  expect((await club.look(id)).rounds).toEqual([]);
  await loseAnswers(page, "**/rounds");
  await named(page, "Draw the first round: 23 players").click();
  await named(page, "Draw round 1 now").click();
  await named(page, "Try again").click();
  for (const at of [page, other]) await expect(at.locator(".table-card")).toHaveCount(6);
  await expect(foot(page)).toHaveText(/^Round 1 is drawn/);
  expect((await club.look(id)).rounds).toHaveLength(1);
});

test("A result of a wooden board is entered by hand, and undone", async ({ page, club }) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  const { tables } = await openRound(club, id);
  await card(page, 2).getByRole("button").click();
  await named(page, "Save the result").click();
  await expect(sheet(page)).toBeVisible();
  await named(page, "Not now").click();
  await enterResult(page, tables[1], 1, { 0: 97 });
  await named(page, "Save the result").click();
  await expect(card(page, 2).locator(".table-score")).toHaveText(["97", "121"]);
  await expect(card(page, 2)).toContainText("finished");
  await expect(foot(page)).toHaveText(/^Table 2: .* 97, .* 121\.$/);
  expect((await openRound(club, id)).tables[1].sides.map(({ score }) => score)).toEqual([97, 121]);
  await named(page, "Undo").click();
  await expect(card(page, 2)).toContainText("playing");
  await expect(foot(page)).toHaveText("Table 2 is as it was.");
});

test("A table of three has two losers, and live scores show as the phones peg", async ({ page, club }) => {
  const { id } = await club.gathered(3);
  await club.draw(id);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  const { tables } = await openRound(club, id);
  const peg = { side: 2, points: 12, for: "hand" };
  await club.ask("PUT", `/games/${tables[0].game_id}/pegs/${crypto.randomUUID()}`, peg);
  await expect(card(page, 1).locator(".table-score")).toHaveText(["0", "0", "12"]);
  await enterResult(page, tables[0], 2, { 0: 101, 1: 57 });
  await expect(sheet(page)).toContainText("The phones have it at:");
  await named(page, "Save the result").click();
  await expect(card(page, 1).locator(".table-score")).toHaveText(["101", "57", "121"]);
});

test("A correction says why, shows what it changes, and is undone", async ({ page, club }) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  const { tables } = await openRound(club, id);
  await club.play(id, [[100], [88]]);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await enterResult(page, tables[0], 0, { 1: 60 });
  await expect(sheet(page)).toContainText(/The result was: .* 121, .* 100\./);
  await named(page, "Save the correction").click();
  await expect(sheet(page)).toBeVisible();
  await page.getByLabel("Why? It stays on record.").fill("The back peg was read.");
  await named(page, "Save the correction").click();
  const effects = page.getByRole("region", { name: "Table 1 is corrected." });
  const [winner] = tables[0].sides[0].players;
  const [loser] = tables[0].sides[1].players;
  // Two tied for place 3 shared 20 % of $51.20; now two tie for place 1 and share 80 %.
  await expect(effects).toContainText(
    `${winner.name}: game 1 was 0, now −2, prize was $5, now $20, place was 3, now 1.`,
  );
  await expect(effects).toContainText(`${loser.name}: game 1 was 21, now 61, place was 5, now 7.`);
  await named(page, "Undo the correction").click();
  await expect(card(page, 1).locator(".table-score")).toHaveText(["121", "100"]);
  await expect(effects).toBeHidden();
  const { events } = await club.ask("GET", `/games/${tables[0].game_id}/history`);
  expect(events.filter(({ kind }) => kind === "result_entered").map(({ reason }) => reason)).toEqual([
    null,
    "The back peg was read.",
    "The correction was taken back.",
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
  await expect(sheet(page)).toContainText("phones no longer change round 1");
  await named(page, "Draw round 2 now").click();
  await expect(page.getByRole("heading", { name: "Round 2" })).toBeVisible();
  await page.getByRole("radio", { name: "Round 1" }).check();
  await expect(card(page, 1)).toContainText("finished");
  expect((await club.look(id)).rounds).toHaveLength(2);
});

test("Two seats are swapped once though the answer is lost, swapped back, and no more after the first peg", async ({
  page,
  club,
}) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  const seats = async () =>
    (await openRound(club, id)).tables.map(({ sides }) =>
      sides.flatMap(({ players }) => players.map(({ name }) => name)),
    );
  const before = await seats();
  const [one, other] = [before[0][1], before[1][2]];
  await loseAnswers(page, "**/swaps");
  await named(page, "Swap two seats").click();
  await named(page, one).click();
  await expect(named(page, one)).toHaveAttribute("aria-pressed", "true");
  await named(page, other).click();
  await named(page, "Try again").click();
  await expect(foot(page)).toHaveText(`${one} and ${other} have changed places.`);
  const swapped = await seats();
  expect([swapped[0][1], swapped[1][2]]).toEqual([other, one]);
  await named(page, "Undo").click();
  await expect.poll(seats).toEqual(before);
  const { tables } = await openRound(club, id);
  await club.ask("PUT", `/games/${tables[0].game_id}/pegs/${crypto.randomUUID()}`, { side: 0, points: 2 });
  await expect(named(page, "Done swapping")).toBeHidden();
  await expect(card(page, 1).getByRole("button")).toHaveAccessibleName(/^Enter the result: Table 1/);
});

test("The 50/50 is drawn once, shown large, and voided with a reason; the money adds up to the cent", async ({
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
    ["Together", "$200"],
  ])
    await expect(money(row)).toHaveText(amount);
  // Two tie for place 1 and share $64 and $38; two for place 3 share $26.
  await expect(page.locator(".standings tbody tr td:last-child").nth(0)).toHaveText("$51");
  await expect(page.locator(".standings tbody tr td:last-child").nth(3)).toHaveText("$13");
  await loseAnswers(page, "**/fifty-fifty");
  await named(page, "Draw the 50/50: $20").click();
  await named(page, "Try again").click();
  const { fifty_fifty: drawn } = await club.look(id);
  await expect(page.locator(".drawn-name")).toHaveText(`${drawn.name} wins $20`);
  await named(page, "Void this draw").click();
  await page.getByLabel("Why? It stays on record.").fill("The winner had gone home.");
  await sheet(page).getByRole("button", { name: "Void this draw" }).click();
  await expect(page.locator(".drawn-name")).toBeEmpty();
  await expect(named(page, "Draw the 50/50: $20")).toBeVisible();
});

test("A fee that is missing is ticked beside the standings, and the prizes follow", async ({ page, club }) => {
  const { id } = await club.gathered(4, 4);
  await club.draw(id);
  await club.play(id, [[100]]);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(page.getByText("No fees yet")).toBeVisible();
  await page.getByRole("checkbox", { name: "Ann Archer has paid" }).click();
  await expect(foot(page)).toHaveText("Ann Archer has paid.");
  await expect(page.locator(".adds-up thead")).toContainText("1 fee of $10");
  await named(page, "Undo").click();
  await expect(page.getByRole("checkbox", { name: "Ann Archer has paid" })).toBeVisible();
  await expect(page.getByText("No fees yet")).toBeVisible();
});

test("The night gets a game more, and one fewer by Undo", async ({ page, club }) => {
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
  await expect(sheet(page)).toContainText("Table 2 is still playing in round 2.");
  await expect(sheet(page)).toContainText("that cannot be undone");
  await named(page, "Void the open games and finish").click();
  await expect(page.locator(".tonight")).toHaveText(/finished$/);
  await expect(card(page, 2)).toContainText("called off");
  const prizes = async () => (await club.ask("GET", `/nights/${id}/standings`)).rows;
  const paidOut = new Map((await prizes()).map(({ player_id, prize }) => [player_id, prize]));
  await enterResult(page, tables[1], 0, { 1: 120 });
  await page.getByLabel("Why? It stays on record.").fill("They had played on.");
  await named(page, "Save the correction").click();
  await expect(page.getByRole("region", { name: "Table 2 is corrected." })).toBeVisible();
  await page.getByRole("link", { name: "Go to standings and money" }).click();
  const now = (await prizes()).find(({ prize_at_finish: other }) => other > 0);
  expect(now.prize_at_finish).toBe(paidOut.get(now.player_id));
  const row = page.locator(".standings tbody tr", { hasText: now.name });
  await expect(row.locator("td").last()).toHaveText(`$${now.prize / 100} (was $${now.prize_at_finish / 100})`);
});

test("Phones join by the code, are listed, and are sent away", async ({ page, club }) => {
  const { id, players } = await club.gathered(4);
  await openAsCoordinator(page, club, `phones?id=${id}`);
  await expect(page.locator(".code-letters")).toHaveText((await club.look(id)).join_code);
  await expect(page.getByRole("img", { name: "QR code to join the night" })).toBeVisible();
  await club.join(id, { player_id: players[0].id });
  await club.join(id, { table: 1 });
  await expect(page.getByText("2 phones have joined.")).toBeVisible({ timeout: 10_000 });
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

test("A refusal is told in the page's words, and what was tapped goes back", async ({ page, club }) => {
  const { id } = await club.gathered(4);
  await club.draw(id);
  await club.ask("POST", `/nights/${id}/fifty-fifty`);
  const { fifty_fifty: drawn } = await club.look(id);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  const tick = page.getByRole("checkbox", { name: `${drawn.name} has paid` });
  // Not `uncheck`: the refusal may be there before it looks.
  await tick.click();
  await expect(foot(page)).toHaveText(/^The 50\/50 was drawn from this fee\./);
  await expect(tick).toBeChecked();
});

test("A night that is not there says so", async ({ page, club }) => {
  await page.goto(`${club.base}/#/tables?id=${crypto.randomUUID()}`);
  await page.locator("#password").fill("wednesday");
  await page.locator("#password").press("Enter");
  await expect(page.getByText("This night is not to be found.")).toBeVisible();
});

test("No key is there to tap before the night is known", async ({ page, club }) => {
  const { id } = await club.gathered(4);
  await club.draw(id);
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route("**/api/v1/nights/**", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${club.base}/#/money?id=${id}`);
  await page.locator("#password").fill("wednesday");
  await page.locator("#password").press("Enter");
  await expect(page.getByRole("link", { name: "Tables" })).toBeVisible();
  await expect(page.locator("main").getByRole("button")).toHaveCount(0);
  release();
  await expect(named(page, "Draw the 50/50: $4")).toBeVisible();
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
  await press(card(page, 1).getByRole("button"));
  await press(sheet(page).getByRole("radio").first());
  await page.keyboard.press("Tab");
  await page.keyboard.type("97");
  await page.keyboard.press("Enter");
  await expect(card(page, 1)).toContainText("finished");
  await expect(named(page, "Draw round 2")).toBeVisible();
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

async function violations(page, rules) {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const found = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.target.join(" "))]);
}

async function inspect(page, view, dark) {
  expect(await violations(page), view).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide, `what is wider than the window in ${view}`).toBeLessThanOrEqual(0);
  const targets = await page
    .locator("a:visible, button:visible, label.fee:visible, summary:visible")
    .evaluateAll((nodes) =>
      nodes.map((node) => {
        const { width, height } = node.getBoundingClientRect();
        return { name: node.textContent, width, height };
      }),
    );
  expect(
    targets.filter(({ width, height }) => width < 47.99 || height < 47.99),
    view,
  ).toEqual([]);
  if (!dark) return;
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page, ["color-contrast"]), `${view}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

for (const { width, locale, text, dark } of WAYS) {
  test.describe(`${width} wide, ${locale}, text of ${text} pixels`, () => {
    test.use({ viewport: { width, height: 720 }, locale });
    test("Everybody can use the coordinator's views of a night", async ({ page, club }) => {
      const { id, players } = await club.gathered(7, 1);
      await club.ask("POST", "/players", { name: "Marie-Madeleine Gagné-Desrosiers-Archambault" });
      await club.join(id, { player_id: players[0].id });
      if (text !== 16) await textSize(page, text);
      await openAsCoordinator(page, club, `check-in?id=${id}`);
      await page.locator(".someone summary").click();
      await inspect(page, "check-in", dark);
      await openAsCoordinator(page, club, `tables?id=${id}`);
      await page.locator(".next .primary").click();
      await inspect(page, "the draw", dark);
      await page.locator(".sheet .primary").click();
      await page.locator(".swap-row button").click();
      await page.locator(".seat-key").first().click();
      await inspect(page, "swapping", dark);
      await club.play(id, [[100], [90, 60]]);
      await page.locator(".table-card .quiet").first().click();
      await inspect(page, "a correction", dark);
      await page.locator("#score-1").fill("60");
      await page.locator("#reason").fill("?");
      await page.locator(".sheet .primary").click();
      await page.locator(".effects h2").waitFor();
      await page.locator(".more summary").click();
      await inspect(page, "tables", dark);
      await openAsCoordinator(page, club, `money?id=${id}`);
      await page.locator(".fifty-fifty .primary").click();
      await expect(page.locator(".drawn-name")).not.toBeEmpty();
      await inspect(page, "money", dark);
      await openAsCoordinator(page, club, `phones?id=${id}`);
      await page.locator(".phones li").waitFor();
      await inspect(page, "phones", dark);
    });
  });
}

// What the service has not heard yet waits on the page; what became of each is told.
async function twoTables(page, club, view) {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await openAsCoordinator(page, club, `${view}?id=${id}`);
  const { tables } = await openRound(club, id);
  return { id, tables };
}

async function saveResult(page, table, lost) {
  await enterResult(page, table, 0, { 1: lost });
  await named(sheet(page), "Save the result").click();
  await expect(sheet(page)).toHaveCount(0);
}

test("A result that is refused when the network is back is told by its table, whatever is done after it", async ({
  page,
  context,
  club,
}) => {
  const { tables } = await twoTables(page, club, "tables");
  const [one, two] = tables;
  await saveResult(page, two, 99);
  await page.getByRole("button", { name: /^Correct/ }).waitFor();
  await context.setOffline(true);
  await saveResult(page, one, 100);
  await page.getByRole("button", { name: /^Correct/ }).click();
  await sheet(page).locator("#score-1").fill("90");
  await sheet(page).getByLabel("Why? It stays on record.").fill("Misread");
  await named(sheet(page), "Save the correction").click();
  await club.ask("PUT", `/games/${one.game_id}/result`, { scores: [88, 121] });
  await context.setOffline(false);
  await expect(page.getByText("sending…")).toHaveCount(0);
  await expect(foot(page)).toHaveText(
    "Table 1: This game has ended meanwhile. Tap Correct, and say why its result is to be another.",
  );
});

test("A finish that voids games is not done later, when others may be under way", async ({ page, context, club }) => {
  const { id } = await club.gathered(4);
  await club.draw(id);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await page.locator(".more summary").click();
  await context.setOffline(true);
  await named(page, "Finish the night now").click();
  await named(sheet(page), "Void the open games and finish").click();
  await club.play(id, [[100]]);
  await club.draw(id);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Round 2, seats by movement" })).toBeVisible();
  await expect(foot(page)).toHaveText("No answer just now. Tap again when the connection is back.");
  await named(page, "One game more").click();
  await expect(foot(page)).toHaveText("Tonight has 5 games.");
  expect((await club.look(id)).status).toBe("playing");
});

test("The next round is drawn behind a result that still waits for the network", async ({ page, context, club }) => {
  const { id, tables } = await twoTables(page, club, "tables");
  await saveResult(page, tables[0], 100);
  await expect(foot(page)).toHaveText(/^Table 1: /);
  await context.setOffline(true);
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

test("Keys that are tapped twice do what they say", async ({ page, club }) => {
  const { id } = await twoTables(page, club, "tables");
  await page.route("**/api/v1/games/*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  const enter = card(page, 1).getByRole("button", { name: /^Enter/ });
  await enter.click();
  await enter.click();
  await sheet(page).waitFor();
  await page.waitForTimeout(1000);
  await expect(sheet(page)).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.locator(".more summary").click();
  await named(page, "One game more").dblclick();
  await expect(page.locator(".more")).toContainText("Tonight has 6 games.");
  await expect(page.getByText("sending…")).toHaveCount(0);
  await expect.poll(async () => (await club.look(id)).games_per_night).toBe(6);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await page.locator(".fifty-fifty .primary").dblclick();
  await expect(page.locator(".drawn-name")).not.toBeEmpty();
  await expect(foot(page)).toHaveText("");
});

test("A new name is added once however often it is sent, and not before the list is there", async ({
  page,
  context,
  club,
}) => {
  const { id } = await club.gathered(4);
  let arrive;
  const held = new Promise((resolve) => (arrive = resolve));
  await page.route("**/api/v1/players", async (route) => {
    if (route.request().method() === "GET") await held;
    await route.continue();
  });
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(page.locator(".seek")).toBeVisible();
  await expect(page.locator(".someone")).toBeHidden();
  arrive();
  await page.locator(".someone summary").click();
  await context.setOffline(true);
  for (const name of ["Zoé Zola", "zoe zola"]) {
    await page.getByLabel("A new name").fill(name);
    await named(page, "Add and check in").click();
  }
  await context.setOffline(false);
  await expect(player(page, "Zoé Zola")).toBeVisible();
  await expect(page.getByText("sending…")).toHaveCount(0);
  await expect(foot(page)).toHaveText("");
  expect((await club.ask("GET", "/players")).players).toHaveLength(5);
  expect((await club.look(id)).entries).toHaveLength(5);
});

test("A screen reader hears no count again at another table's peg, and a row that goes leaves the focus in its list", async ({
  page,
  club,
}) => {
  const { id } = await club.gathered(4, 2);
  await club.draw(id);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(count(page)).toHaveText(/^4 here/);
  await page.locator(".count").evaluate((node) => {
    new MutationObserver(() => (node.dataset.said = true)).observe(node, { childList: true, characterData: true });
  });
  const [table] = (await openRound(club, id)).tables;
  await club.ask("PUT", `/games/${table.game_id}/result`, { scores: [121, 100] });
  await page.waitForTimeout(1000);
  await expect(count(page)).not.toHaveAttribute("data-said");
  await page.evaluate((hash) => (location.hash = hash), `#/money?id=${id}`);
  await page.locator(".debtors input").first().focus();
  await page.keyboard.press("Space");
  await expect(page.locator(".debtors li")).toHaveCount(1);
  await expect(page.locator(".debtors")).toBeFocused();
});

test.describe("In French", () => {
  test.use({ locale: "fr-CA" });

  test("where nobody is there, no sentence speaks of one who is", async ({ page, club }) => {
    const { id } = await club.night();
    await openAsCoordinator(page, club, `tables?id=${id}`);
    await expect(page.getByText("Il faut être au moins deux pour jouer.")).toBeVisible();
  });

  test("the first of a month is said as the first", async ({ page, club }) => {
    const { id } = await club.night({ date: "2026-04-01" });
    await openAsCoordinator(page, club, `tables?id=${id}`);
    await expect(page.locator(".tonight")).toHaveText(/^mercredi 1er avril, /);
  });
});

test("A name without a place to break is broken all the same", async ({ page, club }) => {
  const { id } = await club.gathered(2);
  const long = await club.ask("POST", "/players", {
    name: "Wolfeschlegelsteinhausenbergerdorff".repeat(3).slice(0, 100),
  });
  await club.enter(id, long.id);
  await club.join(id, { player_id: long.id });
  await page.setViewportSize({ width: 320, height: 700 });
  for (const [view, there] of Object.entries({ "check-in": ".attendee", phones: ".phones li" })) {
    await openAsCoordinator(page, club, `${view}?id=${id}`);
    await page.locator(there, { hasText: long.name }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBe(320);
  }
});

test("Who has joined is shown on a slow line too", async ({ page, club }) => {
  const { id, players } = await club.gathered(2);
  await club.join(id, { player_id: players[0].id });
  await page.route("**/phones", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 6000));
    await route.continue().catch(() => {});
  });
  await openAsCoordinator(page, club, `phones?id=${id}`);
  await expect(page.locator(".phones li")).toHaveCount(1, { timeout: 9000 });
});

test("Whoever swaps seats by keyboard, or closes what a correction changed, is not sent to the top", async ({
  page,
  club,
}) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await named(page, "Swap two seats").click();
  await card(page, 1).locator(".seat-key").first().click();
  await card(page, 2).locator(".seat-key").first().press("Enter");
  await expect(foot(page)).toHaveText(/have changed places\.$/);
  await expect(card(page, 2).getByRole("heading")).toBeFocused();
  await club.play(id, [[100], [90]]);
  await card(page, 1)
    .getByRole("button", { name: /^Correct/ })
    .click();
  await sheet(page).locator("#score-1").fill("99");
  await sheet(page).getByLabel("Why? It stays on record.").fill("Misread");
  await named(sheet(page), "Save the correction").click();
  await named(page, "Close").press("Enter");
  await expect(page.locator(".night-body")).toBeFocused();
});

import { typeNumber, watchResults, winnerKey } from "../../support/game/results.js";
import { ANN, expect, Hall, joinAs, line, seat, tableOf, test, TOLERATED } from "../../support/night/hall.js";
import {
  leave,
  newest,
  peg,
  pegAndAnswer,
  question,
  scoreOf,
  scores,
  sheet,
  shownGame,
  state,
  undo,
} from "../../support/game/scorer.js";

test.use({ tolerated: TOLERATED });

test("Who joined sees their seat with the draw, keeps the score there, and two phones at a table agree @landing", async ({
  page,
  hall,
  elsewhere,
}) => {
  await joinAs(page, hall, ANN);
  const tables = await hall.draw();
  const table = tableOf(tables, ANN);
  await expect(seat(page).locator("strong")).toHaveText(`Table ${table.number}`);
  const own = table.sides.findIndex(({ players }) => players.some(({ name }) => name === ANN));
  const [partner] = table.sides[own].players.filter(({ name }) => name !== ANN);
  const others = table.sides[1 - own].players.map(({ name }) => name).join(" and ");
  await expect(seat(page)).toHaveText(`Table ${table.number} with ${partner.name} against ${others}`);
  await page.getByRole("button", { name: "Keep score" }).click();
  await expect(state(page)).toHaveText("Every phone at the table sees this.");
  const second = await elsewhere();
  await joinAs(second, hall, partner.name);
  await second.getByRole("button", { name: "Keep score" }).click();
  await peg(page, 0, 8);
  await expect(scoreOf(second, 0)).toHaveText("8");
  await peg(second, 1, 12);
  await expect(scoreOf(page, 1)).toHaveText("12");
  // A player at a table sees their own side first.
  for (const phone of [page, second]) await expect(scores(phone)).toHaveText(own === 0 ? ["8", "12"] : ["12", "8"]);
  await leave(page, "My card");
  // A card shows the player's own side first, and the draw may seat Ann on either side.
  const said = own === 0 ? "8\u2060–\u206012" : "12\u2060–\u20608";
  await expect(line(page)).toHaveText(`The score is ${said}.`);
});

test("A phone that stays at a table keeps the score of whoever sits there, round after round @landing", async ({
  page,
  hall,
}) => {
  await page.goto(`${hall.base}/#/join-night?code=${hall.code}`);
  await page.getByText("This phone stays at one table").click();
  await page.getByLabel("Number of the table").fill("2");
  await page.getByRole("button", { name: "Stay there" }).click();
  await page.waitForURL(/#\/card/);
  for (const round of [1, 2]) {
    const [, table] = await hall.draw();
    await page.goto(`${hall.base}/#/card?id=${hall.id}`);
    await expect(page.getByRole("heading", { name: `Round ${round} of 4` })).toBeVisible();
    await expect(seat(page)).toContainText(table.sides[0].players[0].name);
    await page.getByRole("button", { name: "Keep score" }).click();
    await pegAndAnswer(page, 0, 5);
    await expect.poll(async () => (await hall.tables())[1].sides[0].score).toBe(5);
    await hall.results();
  }
});

test("A card shows no seat between two rounds, and says what a total means", async ({ page, hall, elsewhere }) => {
  await joinAs(page, hall, ANN);
  const tables = await hall.draw();
  await expect(seat(page)).toContainText(`Table ${tableOf(tables, ANN).number}`);
  await hall.results();
  await expect(line(page)).toContainText("The next round comes any moment.");
  await expect(seat(page)).toBeHidden();
  const lines = page.locator(".my-lines");
  await expect(lines).toContainText("A win is 0, by a skunk −1, by a double skunk −2.");
  await expect(lines).toContainText("The lowest total wins.");
  const french = await elsewhere({ locale: "fr-CA" });
  await joinAs(french, hall, "Bob Baker");
  await expect(french.locator(".my-lines")).toContainText("avec mouffette −1, avec double mouffette −2.");
  const next = await hall.draw();
  await expect(seat(page)).toContainText(`Table ${tableOf(next, ANN).number}`);
});

test("A game that is called off tells so at its table", async ({ page, hall }) => {
  await joinAs(page, hall, ANN);
  await hall.draw();
  await page.getByRole("button", { name: "Keep score" }).click();
  await pegAndAnswer(page, 0, 8);
  await hall.finish();
  await expect(newest(page).first()).toHaveText("The game was called off.");
});

test("A game that is called off offers no key that would be refused, until it is brought back", async ({
  page,
  hall,
}) => {
  await joinAs(page, hall, ANN);
  const { game_id: id } = tableOf(await hall.draw(), ANN);
  await page.getByRole("button", { name: "Keep score" }).click();
  await pegAndAnswer(page, 0, 8);
  const keys = page.locator(".keys, .rail, .undo");
  await expect(keys.filter({ visible: true })).toHaveCount(3);
  await hall.call("PUT", `/games/${id}/void`, { reason: "A fire alarm" });
  await expect(newest(page).first()).toHaveText("The game was called off.");
  await expect(keys.filter({ visible: true })).toHaveCount(0);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 667, height: 375 });
  await expect(page.locator(".keys button, .rail > *, .undo").filter({ visible: true })).toHaveCount(0);
  await page.setViewportSize(size);
  await hall.call("DELETE", `/games/${id}/void`);
  await expect(keys.filter({ visible: true })).toHaveCount(3);
  await pegAndAnswer(page, 0, 2);
});

test("The open menu of a game that was called off offers the result again once it is brought back", async ({
  page,
  hall,
}) => {
  await joinAs(page, hall, ANN);
  const { game_id: id } = tableOf(await hall.draw(), ANN);
  await page.getByRole("button", { name: "Keep score" }).click();
  await pegAndAnswer(page, 0, 8);
  await hall.call("PUT", `/games/${id}/void`, { reason: "A fire alarm" });
  await expect(newest(page).first()).toHaveText("The game was called off.");
  await page.locator(".menu-key").click();
  const result = page.locator(".menu").getByRole("link", { name: "Enter a result" });
  await expect(page.locator(".menu").getByRole("link", { name: "History" })).toBeVisible();
  await expect(result).toHaveCount(0);
  await hall.call("DELETE", `/games/${id}/void`);
  await expect(result).toBeVisible();
});

test("A result that the coordinator entered is theirs to take back", async ({ page, hall }) => {
  await joinAs(page, hall, ANN);
  const table = tableOf(await hall.draw(), ANN);
  await page.getByRole("button", { name: "Keep score" }).click();
  await pegAndAnswer(page, 0, 8);
  // Cut the stream of the night: its news would end the offer too.
  await page.route("**/nights/*/live*", (route) => route.abort());
  await hall.result(table);
  await expect(sheet(page).getByRole("button")).toHaveText(["Share picture", "My card", "Look at the board"]);
  await sheet(page).getByRole("button", { name: "Look at the board" }).click();
  await expect(undo(page)).toBeHidden();
  // The letter of a keyboard is refused, as a key would be.
  await page.keyboard.press("u");
  await expect(question(page)).toContainText("A result was entered for this game.");
  await expect(scoreOf(page, 0)).toHaveText("121");
});

test("A game that was called off tells so in the count view, too", async ({ page, hall }) => {
  await joinAs(page, hall, ANN);
  await hall.draw();
  await page.getByRole("button", { name: "Keep score" }).click();
  await pegAndAnswer(page, 0, 8);
  const { id } = await shownGame(page);
  await hall.finish();
  await expect(newest(page).first()).toHaveText("The game was called off.");
  await page.goto(`${hall.base}/#/count?table=${id}&cards=5H,5D,5S,JC&starter=5C`);
  await page
    .getByRole("button", { name: / \+29$/ })
    .first()
    .click();
  await expect(page.locator(".notice p")).toHaveText("The game was called off.");
});

test("After the game the sheet tells what the cards get and, with the next round, the next table @landing", async ({
  page,
  hall,
}) => {
  await joinAs(page, hall, ANN);
  const tables = await hall.draw();
  await page.getByRole("button", { name: "Keep score" }).click();
  for (const points of [29, 29, 29, 29]) await peg(page, 0, points);
  await pegAndAnswer(page, 0, 5);
  const [winners, losers] = tableOf(tables, ANN).sides.map(({ players }) =>
    players.map(({ name }) => name).join(" and "),
  );
  await expect(sheet(page)).toContainText(`${winners} get −2 each. ${losers} get 121 each.`);
  await expect(sheet(page).getByRole("button", { name: "Rematch" })).toHaveCount(0);
  await expect(sheet(page).getByRole("button", { name: /^Take back/ })).toBeVisible();
  await sheet(page).getByRole("button", { name: "Look at the board" }).click();
  for (const table of tables) if (table !== tableOf(tables, ANN)) await hall.result(table);
  const next = tableOf(await hall.draw(), ANN);
  await expect(sheet(page)).toContainText(`Round 2 is drawn. You are at table ${next.number} with `);
  await expect(sheet(page).getByRole("button", { name: /^Take back/ })).toHaveCount(0);
  await sheet(page).getByRole("button", { name: "My card" }).click();
  await expect(seat(page).locator("strong")).toHaveText(`Table ${next.number}`);
  await page.getByRole("button", { name: "Keep score" }).click();
  await expect(scores(page)).toHaveText(["0", "0"]);
  await peg(page, 0, 3);
  await expect.poll(async () => tableOf(await hall.tables(), ANN).sides[0].score).toBe(3);
});

test("A tap that comes after its round was closed is kept and told @landing", async ({ page, context, hall }) => {
  await joinAs(page, hall, ANN);
  const table = tableOf(await hall.draw(), ANN);
  await page.getByRole("button", { name: "Keep score" }).click();
  await pegAndAnswer(page, 0, 4);
  await context.setOffline(true);
  await peg(page, 1, 6);
  await expect(state(page)).toHaveText(/1 tap saved on this phone/);
  await hall.result(table);
  await hall.results().catch(() => {});
  for (const other of await hall.tables()) if (other.status === "playing") await hall.result(other);
  await hall.draw();
  await context.setOffline(false);
  await expect(sheet(page)).toContainText("Not counted: ");
  await expect(sheet(page)).toContainText("The round was over. Tell the coordinator if its result is wrong.");
  await expect(sheet(page)).toContainText("Round 2 is drawn.");
  await sheet(page).getByRole("button", { name: "Look at the board" }).click();
  await expect(question(page)).toContainText(/Not counted: .*The round was over\./);
});

test("The lines of a card are those of the service’s standings, as is the place", async ({ page, hall }) => {
  await joinAs(page, hall, ANN);
  for (let round = 0; round < 4; round += 1) {
    await hall.draw();
    await hall.results();
  }
  await hall.finish();
  const rows = await hall.standings();
  const row = rows.find(({ name }) => name === ANN);
  const written = row.lines.map((points) => String(points).replace("-", "−"));
  const shown = page.locator(".my-lines tbody .number");
  await expect(shown).toHaveText(written.map((points) => new RegExp(`^${points}(\\D|$)`)));
  await expect(page.locator(".my-lines tfoot .number")).toHaveText(String(row.total).replace("-", "−"));
  await expect(line(page)).toHaveText(
    new RegExp(`^Place ${row.place}( \\(shared\\))? of 8, with a total of ${row.total}`),
  );
});

test("A joined player enters the result of their table from the card, with the lines that it makes", async ({
  page,
  hall,
}) => {
  await joinAs(page, hall, ANN);
  const tables = await hall.draw();
  const sent = watchResults(page);
  await page.getByRole("button", { name: "Enter the result" }).click();
  await typeNumber(page, 34);
  const side = tableOf(tables, ANN).sides.findIndex(({ players }) => players.some(({ name }) => name === ANN));
  await expect(winnerKey(page, side)).toContainText(/121.–.87, −1 each.*the others 34 each/);
  await winnerKey(page, side).click();
  await expect(page.getByText(/^Waiting for .* to confirm\.$/)).toBeVisible();
  expect(sent.results).toMatchObject([{ winner: side, short_by: 34 }]);
  await page.goto(`${hall.base}/#/games`);
  await expect(page.locator(".past-games li")).toContainText(/Today, table \d skunk/);
});

test("The first view offers tonight’s seat first, and nothing moves when it comes @landing", async ({ page, hall }) => {
  await joinAs(page, hall, ANN);
  await hall.draw();
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(`**/api/v1/nights/${hall.id}*`, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: "Home" }).click();
  const tonight = page.locator(".tonight");
  const places = () =>
    page.locator(".ways-on a").evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
  await expect(tonight).toContainText("My card");
  const before = await places();
  release();
  await expect(tonight).toContainText(/Tonight: table \dwith /);
  expect(await places()).toEqual(before);
  await tonight.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`#/card\\?id=${hall.id}`));
});

test("The first view does not offer to resume a game that was entered by hand", async ({ page, hall }) => {
  await joinAs(page, hall, ANN);
  await hall.draw();
  await page.getByRole("button", { name: "Keep score" }).click();
  await pegAndAnswer(page, 0, 4);
  await page.goto("about:blank");
  await hall.results();
  await hall.draw();
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/api/v1/games/*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${hall.base}/#/card?id=${hall.id}`);
  await expect(page.getByRole("heading", { name: "Round 2 of 4" })).toBeVisible();
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page.getByText(/Tonight: table/)).toBeVisible();
  release();
  await expect(page.getByRole("link", { name: /^Resume/ })).toHaveCount(0);
});

test("Whoever has the link sees seats, live scores, earlier rounds and standings @landing", async ({ page, hall }) => {
  await hall.publish();
  const [table] = await hall.draw();
  await page.goto(`${hall.base}/#/night`);
  await expect(page).toHaveURL(new RegExp(`id=${hall.id}`));
  await hall.peg(table, 0, 7);
  await expect(page.locator(".round-table").first().locator(".number").first()).toHaveText("7");
  await hall.results();
  await hall.draw();
  await expect(page.getByRole("heading", { name: "Round 2 of 4" })).toBeVisible();
  await expect(page.locator(".standings tbody tr")).toHaveCount(8);
  await page.getByRole("radio", { name: "Round 1" }).check({ force: true });
  await expect(page.getByRole("heading", { name: "Round 1 of 4" })).toBeVisible();
  await expect(page.locator(".round-table .winner")).toHaveCount(2);
  await page.goto(`${hall.base}/#/night?id=00000000-0000-4000-8000-000000000000`);
  await expect(page.getByText("There is no such night.")).toBeVisible();
});

test("Without an answer nobody is told that tonight's night is not there", async ({ page, hall }) => {
  await hall.publish();
  await page.goto(`${hall.base}/#/night?id=${hall.id}`);
  await page.getByText("8 are here").waitFor();
  await page.route("**/api/v1/nights", (route) => route.abort());
  await page.goto(`${hall.base}/?again#/night`);
  await expect(page.getByText("No answer yet. The night comes as soon as there is a connection.")).toBeVisible();
  await page.unroute("**/api/v1/nights");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("8 are here")).toBeVisible();
});

test("A season shows who leads, its nights, and a table for a spreadsheet", async ({ page, hall }) => {
  await hall.publish();
  const season = await hall.call("POST", "/seasons", { name: "Winter", starts: "2026-01-01", ends: "2099-01-01" });
  const night = await new Hall(hall.base).open(4, { season_id: season.id, starts_at: "20:00" });
  await night.draw();
  await night.results();
  await night.finish();
  await page.goto(`${hall.base}/#/standings?season=${season.id}`);
  await expect(page.locator(".season-standings tbody tr")).toHaveCount(4);
  await expect(page.locator(".season-standings tbody tr").first().locator("td").first()).toHaveText("1");
  await expect(page.locator(".nights li")).toHaveCount(1);
  await page.locator(".paper-links summary").first().click();
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "For a spreadsheet (CSV)" }).first().click();
  expect(await (await coming).suggestedFilename()).toMatch(/\.csv$/);
});

test("A joined phone tells its player whether the fee is paid, and nobody else", async ({ page, hall, elsewhere }) => {
  await joinAs(page, hall, ANN);
  const fee = page.locator(".fee-line");
  await expect(fee).toHaveText("Your fee is paid.");
  await hall.call("PUT", `/nights/${hall.id}/entries/${hall.players[0].id}`, { paid: false });
  await expect(fee).toHaveText("Your fee is still due.");
  await page.goto(`${hall.base}/#/night?id=${hall.id}`);
  await expect(fee).toHaveText("Your fee is still due.");
  const stranger = await elsewhere();
  await stranger.goto(`${hall.base}/#/night?id=${hall.id}`);
  await expect(stranger.locator(".here li")).toHaveCount(8);
  await expect(stranger.locator(".fee-line")).toBeHidden();
});

test("The winner of the 50/50 reads it on the phone, and nobody else", async ({ page, hall, elsewhere }) => {
  await hall.draw();
  const { name, player_id: winner } = await hall
    .call("POST", `/nights/${hall.id}/fifty-fifty`, {})
    .then(() => hall.call("GET", `/nights/${hall.id}`).then(({ fifty_fifty: drawn }) => drawn));
  await joinAs(page, hall, name);
  await expect(page.locator(".fee-line")).toHaveText("You have won the 50/50: $8. Your fee is paid.");
  const other = await elsewhere();
  await joinAs(other, hall, hall.players.find(({ id }) => id !== winner).name);
  await expect(other.locator(".fee-line")).toHaveText("Your fee is paid.");
});

test("The views of nights, seasons and players alone are not for search engines", async ({ page, hall }) => {
  const season = await hall.call("POST", "/seasons", { name: "Winter", starts: "2026-01-01", ends: "2099-01-01" });
  const robots = page.locator("meta[name=robots]");
  const look = async (view, count) => {
    await page.goto(`${hall.base}/#/${view}`);
    await expect(page.locator(`#main.view-${view.split("?")[0] || "home"}`)).toHaveCount(1);
    await expect(robots, view).toHaveCount(count);
  };
  await look("", 0);
  for (const view of [`night?id=${hall.id}`, `standings?season=${season.id}`, "card", "players"]) await look(view, 1);
  await look("count", 0);
});

import { randomUUID } from "node:crypto";
import { AWAY } from "../../support/browser/service.js";
import { Hall } from "../../support/night/hall.js";
import { board, heading, note, row, state, TURN, turnUntil, TV } from "../../support/night/television.js";
import { expect, test } from "../../support/browser/test.js";

test.use({
  viewport: { width: 1280, height: 720 },
  tolerated: new RegExp(`${AWAY}|ERR_FAILED|status of 40[134]`),
});

// The time that an answer may take until the test moves the clock on. The page's own time limits run with that clock.
const SOON = { timeout: 1500 };
const people = (page) => page.locator(".tv-list li");
const places = (page) => page.locator(".tv-places li");
const minus = (points) => String(points).replace("-", "−");

test("The board goes from who is here to seats, race, standings and podium without a touch @landing", async ({
  page,
  ownService,
}) => {
  const hall = await new Hall(ownService.url).openPublic(7);
  await page.clock.install();
  await page.goto(hall.base + TV);
  await expect(heading(page)).toHaveText("Tonight at 7:00 p.m.");
  await expect(people(page)).toHaveCount(7);
  await expect(page.locator("#foot")).toHaveText("7 players are here");
  const [four, three] = await hall.draw();
  await expect(heading(page)).toHaveText("Round 1: where you sit");
  await expect(people(page)).toHaveCount(7);
  await hall.result(three);
  await hall.peg(four, 1, 12);
  await turnUntil(page, () => expect(heading(page)).toHaveText("Round 1 of 4", SOON));
  await expect(note(page)).toHaveText("1 playing, 1 finished");
  await expect(row(page, 1).locator(".tv-scores")).toHaveText("012");
  await hall.result(four);
  await expect(heading(page)).toHaveText("Round 1 of 4 is over");
  await turnUntil(page, () => expect(heading(page)).toHaveText("Standings after round 1", SOON));
  await expect(places(page)).toHaveCount(7);
  const drawn = await hall.call("POST", `/nights/${hall.id}/fifty-fifty`);
  await turnUntil(page, () => expect(state(page)).toHaveText(`50/50: ${drawn.name}, $7`, SOON));
  await hall.draw();
  await expect(heading(page)).toHaveText("Round 2: where you sit");
  await hall.results();
  await hall.finish();
  await expect(heading(page)).toHaveText("Tonight’s podium");
  await expect(page.locator(".tv-fifty")).toHaveText(`50/50${drawn.name}$7`);
  const rows = await hall.standings();
  const best = rows.filter(({ place }) => place === 1).map(({ name }) => name);
  await expect(page.locator(".place-1 bdi")).toHaveText(best);
  await expect(page.locator("body")).not.toContainText(hall.code);
});

test("The seats stay until the first peg, and take turns with the race until it stands everywhere", async ({
  page,
  ownService,
}) => {
  const hall = await new Hall(ownService.url).openPublic(8);
  await page.clock.install();
  const [one, two] = await hall.draw();
  await page.goto(hall.base + TV);
  const seats = "Round 1: where you sit";
  await expect(heading(page)).toHaveText(seats);
  await page.clock.runFor(5 * TURN);
  await expect(heading(page)).toHaveText(seats);
  const [{ name }] = one.sides[0].players;
  const family = name.split(" ").slice(1).join(" ");
  const seat = people(page).filter({ hasText: `${family} ${name.split(" ")[0]}` });
  await expect(seat.locator(".tv-number")).toHaveText("1");
  await expect(seat.locator(".side-0")).toHaveCount(1);
  await hall.peg(one, 0, 2);
  await turnUntil(page, () => expect(heading(page)).toHaveText("Round 1 of 4", SOON));
  await turnUntil(page, () => expect(heading(page)).toHaveText(seats, SOON));
  await hall.peg(two, 0, 2);
  await expect(heading(page)).toHaveText("Round 1 of 4");
  await page.clock.runFor(3 * TURN);
  await expect(heading(page)).toHaveText("Round 1 of 4");
});

test("Seats that change and a late table are shown at once, and who waits has a dash", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).openPublic(8);
  const [one, two] = await hall.draw();
  await page.goto(hall.base + TV);
  await expect(people(page)).toHaveCount(8);
  const seatOf = ({ name }) => people(page).filter({ hasText: name.split(" ").slice(1).join(" ") });
  const mover = one.sides[0].players[0];
  const other = two.sides[1].players[0];
  const tables = [one, two].map(({ number, sides }) => ({
    number,
    sides: sides.map(({ players }) =>
      players.map(({ id }) => (id === mover.id ? other.id : id === other.id ? mover.id : id)),
    ),
  }));
  await hall.call("PUT", `/nights/${hall.id}/rounds/1/seats`, { tables });
  await expect(seatOf(mover).locator(".tv-number")).toHaveText("2");
  await expect(seatOf(mover).locator(".side-1")).toHaveCount(1);
  const late = [await hall.add("Zoé Zorn"), await hall.add("Yan Yates")];
  await expect(people(page)).toHaveCount(10);
  await expect(seatOf(late[0]).locator(".tv-number")).toHaveText("–");
  await expect(page.locator("#foot")).toHaveText("A dash means: waiting for the next round");
  await hall.call("POST", `/nights/${hall.id}/rounds/1/tables`, {
    players: late.map(({ id }) => id),
    id: randomUUID(),
  });
  await expect(seatOf(late[0]).locator(".tv-number")).toHaveText("3");
});

test("A draw that is taken back and a night that is reopened go back to what was before", async ({
  page,
  ownService,
}) => {
  const hall = await new Hall(ownService.url).openPublic(4);
  await page.goto(hall.base + TV);
  await hall.draw();
  await expect(heading(page)).toHaveText("Round 1: where you sit");
  await hall.call("DELETE", `/nights/${hall.id}/rounds/1`);
  await expect(heading(page)).toHaveText("Tonight at 7:00 p.m.");
  await hall.draw();
  await hall.results();
  await expect(heading(page)).toHaveText("Round 1 of 4 is over");
  await hall.draw();
  await expect(heading(page)).toHaveText("Round 2: where you sit");
  await hall.call("DELETE", `/nights/${hall.id}/rounds/2`);
  await expect(heading(page)).toHaveText("Round 1 of 4 is over");
  await hall.finish();
  await expect(heading(page)).toHaveText("Tonight’s podium");
  await hall.call("DELETE", `/nights/${hall.id}/finish`, { reason: "One more round" });
  await expect(heading(page)).toHaveText("Round 1 of 4 is over");
});

// Measured within the page, and again if the node has left it: the page may redraw a row at any moment.
async function box(locator) {
  const measured = await locator.evaluate((node) => {
    const { x, width } = node.getBoundingClientRect();
    return node.isConnected ? { x, width } : null;
  });
  return measured ?? box(locator);
}

test("A peg moves on the track, and the race tells who is near its end", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).openPublic(11);
  const [one, two, three] = await hall.draw();
  for (const table of [one, two, three]) await hall.peg(table, 0, 1);
  await page.goto(hall.base + TV);
  const peg = row(page, 1).locator(".peg").first();
  const along = async () => (await box(peg)).x;
  await expect(row(page, 3).locator(".peg")).toHaveCount(three.sides.length);
  await expect(peg).toBeVisible();
  const before = await along();
  for (let taps = 0; taps < 4; taps += 1) await hall.peg(one, 0, 24);
  await expect(row(page, 1).locator(".tv-scores")).toHaveText("970");
  const track = await box(row(page, 1).locator(".tv-track"));
  await expect.poll(async () => (await along()) - before).toBeCloseTo((track.width * (96 * 492)) / 121 / 520, 0);
  await expect(row(page, 1).locator(".tv-number")).toHaveClass(/plate/);
  await expect(row(page, 2).locator(".tv-number")).not.toHaveClass(/plate/);
  await expect(note(page)).toHaveText("3 playing, 1 in the last street");
  await hall.peg(one, 0, 23);
  await expect(state(page)).toHaveText("Table 1: in the stink hole.");
  await hall.result(two, 80);
  await expect(row(page, 2).locator(".lost")).not.toHaveCount(0);
  const brass = await box(row(page, 2).locator(".game-rim"));
  const winner = row(page, 2).locator(".peg").first();
  await expect
    .poll(async () => {
      const { x, width } = await box(winner);
      return x + width / 2;
    })
    .toBeCloseTo(brass.x + brass.width / 2, 0);
  await hall.call("PUT", `/games/${three.game_id}/void`, { reason: "The lights went out" });
  await expect(row(page, 3).locator(".tv-void")).toBeVisible();
  await expect(row(page, 3).locator(".tv-scores li").first()).toHaveText("–");
  await expect(note(page)).toHaveText("1 playing, 1 finished, 1 called off, 1 in the last street");
});

test("A skunk and a double skunk are told apart", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).openPublic(8);
  const [one, two] = await hall.draw();
  for (const table of [one, two]) await hall.peg(table, 0, 1);
  await page.goto(hall.base + TV);
  await hall.result(one, 90);
  await expect(state(page)).toHaveText("Table 1: a skunk!");
  await hall.call("PUT", `/games/${one.game_id}/result`, { scores: [121, 60], reason: "The sheet says so." });
  await expect(state(page)).toHaveText("Table 1: a double skunk!");
});

test("Rules that come late and are the usual ones leave each track in its place", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).openPublic(4);
  const [table] = await hall.draw();
  await hall.peg(table, 0, 1);
  let tell;
  const told = new Promise((resolve) => (tell = resolve));
  await page.route(/\/games\/[^/]+$/, async (route) => {
    await told;
    await route.continue();
  });
  await page.goto(hall.base + TV);
  const first = await row(page, 1).elementHandle();
  const answered = page.waitForResponse(/\/games\/[^/]+$/);
  tell();
  await (await answered).finished();
  await hall.peg(table, 0, 4);
  await expect(row(page, 1).locator(".tv-scores")).toHaveText("50");
  expect(await first.evaluate((node) => node.isConnected)).toBe(true);
});

test("Pegs glide for 900 ms, and stand at once where less motion is asked for", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).openPublic(2);
  const [table] = await hall.draw();
  await hall.peg(table, 0, 1);
  const glide = () =>
    page.evaluate(() => {
      const { transitionDuration, transitionProperty } = getComputedStyle(document.querySelector(".tv-track .peg"));
      return transitionProperty === "all" ? "none" : transitionDuration;
    });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto(hall.base + TV);
  await row(page, 1).waitFor();
  expect(await glide()).toBe("0.9s");
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await glide()).toBe("none");
});

test("The podium has those who tie on one block, with what each gets, and the season's table after it", async ({
  page,
  ownService,
}) => {
  const season = { name: "Winter", starts: "2026-01-01", ends: "2099-01-01" };
  const signedIn = await new Hall(ownService.url).openPublic(0, { date: "2098-01-01" });
  const { id: season_id } = await signedIn.call("POST", "/seasons", season);
  const hall = await new Hall(ownService.url).openPublic(12, { season_id, games_per_night: 1 });
  await page.clock.install();
  await page.goto(`${hall.base}${TV}?night=${hall.id}`);
  await hall.draw();
  await hall.results();
  await hall.finish();
  await expect(heading(page)).toHaveText("Tonight’s podium");
  const rows = await hall.standings();
  const first = rows.filter(({ place }) => place === 1);
  expect(first.length).toBe(6);
  await expect(page.locator(".place-1 bdi")).toHaveCount(6);
  await expect(page.locator(".place-1 .tv-points")).toHaveText("0 points");
  await expect(page.locator(".place-1 .tv-prize")).toHaveText(`$${first[0].prize / 100} each`);
  await expect(page.locator(".place-2, .place-3")).toHaveCount(0);
  const others = rows.filter(({ place }) => place > 1);
  await expect(page.locator("aside .tv-places .tv-value")).toHaveText(others.map(({ total }) => minus(total)));
  await turnUntil(page, () => expect(heading(page)).toHaveText("Winter", SOON));
  await expect(places(page)).toHaveCount(12);
  await expect(places(page).first()).toContainText("1 night0.00");
  await turnUntil(page, () => expect(heading(page)).toHaveText("Tonight’s podium", SOON));
});

test("Prizes that the board is not told leave no room for them", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).openPublic(4);
  await hall.draw();
  await hall.results();
  await hall.call("POST", `/nights/${hall.id}/fifty-fifty`);
  await hall.finish();
  const silent = (url) =>
    page.route(url, async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll(/"(prize|amount)":\d+/g, '"$1":null');
      await route.fulfill({ response, body: text });
    });
  await silent("**/standings*");
  await silent(`**/nights/${hall.id}*`);
  // The stream would send the amount.
  await page.route("**/live*", (route) => route.abort());
  await page.goto(hall.base + TV);
  await expect(heading(page)).toHaveText("Tonight’s podium");
  await expect(page.locator(".place-1 .tv-prize")).toHaveText("");
  await expect(page.locator(".tv-fifty bdi")).not.toBeEmpty();
  await expect(board(page)).not.toContainText("$");
  await expect(board(page)).not.toContainText("null");
});

test("More than ten tables take turns, whole pages of them", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).openPublic(44);
  for (const table of await hall.draw()) await hall.peg(table, 0, 2);
  await page.clock.install();
  await page.goto(hall.base + TV);
  await expect(note(page)).toHaveText("11 playing · 1 of 2");
  await expect(page.locator(".tv-race .tv-number")).toHaveText(["1", "2", "3", "4", "5", "6"]);
  await turnUntil(page, () => expect(note(page)).toHaveText("11 playing · 2 of 2", SOON));
  await expect(page.locator(".tv-race .tv-number")).toHaveText(["7", "8", "9", "10", "11"]);
});

test("A night whose games were all void leaves no empty board", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).openPublic(4);
  await hall.draw();
  await hall.finish();
  await page.goto(`${ownService.url}/tv`);
  await expect(board(page)).toHaveText(/The night is over\.$/);
});

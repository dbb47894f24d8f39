import { dayFromNow, goSignedIn } from "../../support/night/club.js";
import { cells, standingsOf, written } from "../../support/night/ending.js";
import { button, Evening, expect, namesOf, seatWords } from "../../support/night/evening.js";
import { joinAs, tableOf } from "../../support/night/hall.js";
import { card, Club, enterResult } from "../../support/night/night.js";
import { peg, scoreOf, sheet } from "../../support/game/scorer.js";
import { row, turnUntil } from "../../support/night/television.js";
import { test } from "../../support/browser/test.js";

const PHONE = { viewport: { width: 390, height: 844 } };
const TELEVISION = { viewport: { width: 1280, height: 720 } };

test.use({ viewport: { width: 1280, height: 800 }, actionTimeout: 20_000 });

const OWING = "Ora Ouellet";
const LEAVING = "Val Vachon";
const LATE = "Wes Wolfe";

// The cards of the three with a phone of their own: −8, and −7 twice. By the first sheet the second had −1 for game 3.
const CARDS = [
  [-2, -2, -2, -2],
  [-2, -2, -2, -1],
  [-2, -1, -2, -2],
];
const SHEETS = CARDS.with(1, [-2, -2, -1, -1]);

// 23 fees of $10. $2 of each are for the 50/50: when it was drawn 22 had paid, and half of $44 is $22.
// The pot is 80 % of the other $184, $147.20. Its 50, 30 and 20 % are $73.60, $44.16 and $29.44, so $74, $44 and $29.
// The players on shared places 2 and 3 get half of $44.16 and $29.44, $36.80, so $37 each. Activities get the other
// $36.80, minus 80 cents, because the prizes of $148 are 80 cents more than the pot.
const PRIZES = ["$74", "$37", "$37"];
const MONEY = [
  ["23 fees of $10", "$230"],
  ["50/50", "$22"],
  ["Supplies", "$24"],
  ["Prizes$74 · $37 · $37 of a pot of $147.20", "$148"],
  ["Activities", "$36"],
  ["Total", "$230"],
];
const ENDED = [
  "Place 1 of 21, with a total of −8. You win $74.",
  "Place 2 (shared) of 21, with a total of −7. You win $37.",
  "Place 2 (shared) of 21, with a total of −7. You win $37.",
];

// How the first table pegs, from phone to phone: 121 to 60.
const PEGS = [
  [24, 12],
  [20, 16],
  [16, 8],
  [29, 24],
  [12, 0],
  [20, 0],
];

const attendee = (page, name) => page.locator(".presence", { hasText: name });
const linesOf = (rows) => Object.fromEntries(rows.map(({ name, lines }) => [name, lines]));
const fee = (page, name) => page.getByRole("checkbox", { name: `${name} has paid` });

test("A whole night of 23 is run by the page, from the check-in to the prizes, as everybody in the hall sees it", async ({
  page,
  ownService,
  elsewhere,
}) => {
  test.setTimeout(240_000);
  const club = new Club(ownService.url);
  const names = (await club.members(23)).map(({ name }) => name);
  const season = { name: "Winter", starts: dayFromNow(-30), ends: dayFromNow(60) };
  const { id: season_id } = await club.ask("POST", "/seasons", season);
  const { id } = await club.night({ date: dayFromNow(0), season_id });
  // The television looks for tonight without a link of its own.
  await club.ask("PUT", "/league", { name: "Cribbage league", public: true });
  const tv = await elsewhere(TELEVISION);
  await tv.clock.install();
  await tv.goto(`${club.base}/tv`);
  const evening = new Evening(club, id, page, tv);

  await test.step("Everybody on time is checked in, and all but one pay", async () => {
    await goSignedIn(page, club.base, "coordinator");
    await page.locator(".on-now").getByRole("link", { name: "Check-in" }).click();
    for (const name of names.filter((each) => each !== LATE)) {
      await attendee(page, name).click();
      if (name !== OWING) await fee(page, name).check();
    }
    await expect(page.locator(".count")).toHaveText("22 here · 1 unpaid · 5 tables of four and 1 table of two");
    await expect(page.getByText("sending…")).toHaveCount(0);
    await expect(tv.locator(".tv-list li")).toHaveCount(22);
  });

  const first = await evening.draw(
    "Draw the first round: 22 players",
    "22 players are here: 5 tables of four and 1 table of two.",
    `Not paid yet: ${OWING}. They play all the same.`,
  );
  const best = [1, 2, 6].map((number) =>
    first[number - 1].sides.flatMap(namesOf).find((each) => ![LEAVING, OWING].includes(each)),
  );
  evening.best = Object.fromEntries(best.map((name, at) => [name, SHEETS[at]]));
  const phones = await Promise.all(best.map(() => elsewhere(PHONE)));
  const [winner] = phones;
  const atTable = await elsewhere(PHONE);
  const showSeats = async (tables) => {
    for (const [at, phone] of phones.entries())
      await expect(phone.locator(".my-seat")).toHaveText(seatWords(tables, best[at]).card);
  };

  await test.step("Four phones join by the code and show their seats", async () => {
    await evening.go("Phones");
    const letters = page.locator(".code-letters");
    await expect(letters).toHaveText(/^\w{6}$/);
    const code = await letters.textContent();
    for (const phone of [winner, atTable]) {
      await phone.goto(`${club.base}/#/join-night`);
      await phone.getByLabel("The code on the wall").fill(code);
      await button(phone, "Go on").click();
    }
    await winner.getByLabel("Search for a name").fill(best[0]);
    await button(winner, best[0]).click();
    await atTable.getByText("This phone stays at one table").click();
    await atTable.getByLabel("Number of the table").fill("1");
    await button(atTable, "Stay there").click();
    for (const at of [1, 2]) await joinAs(phones[at], { base: club.base, code }, best[at]);
    await showSeats(first);
    const sides = first[0].sides.map((side) => namesOf(side).join(" and "));
    await expect(atTable.locator(".my-seat")).toHaveText(`Table 1 ${sides.join(" – ")}`);
    await expect(page.getByText("4 phones have joined.")).toBeVisible();
  });

  await test.step("Two phones peg the first table's game, and everybody watches", async () => {
    const { sides } = first[0];
    const own = sides.findIndex((side) => namesOf(side).includes(best[0]));
    const watched = card(page, 1).locator(".table-score");
    const raced = row(tv, 1).locator(".tv-scores li");
    for (const phone of [winner, atTable]) await button(phone, "Keep score").click();
    await evening.go("Tables");
    const sums = [0, 0];
    for (const [ours, theirs] of PEGS) {
      await peg(winner, own, ours);
      if (theirs > 0) await peg(atTable, 1 - own, theirs);
      sums[own] += ours;
      sums[1 - own] += theirs;
      await expect(watched).toHaveText(sums.map(String));
      // If other tables have not begun, the television shows their seats in turn.
      await turnUntil(tv, () => expect(raced).toHaveText(sums.map(String), { timeout: 1500 }));
      for (const phone of [winner, atTable])
        for (const side of [0, 1]) await expect(scoreOf(phone, side)).toHaveText(String(sums[side]));
    }
    const [ours, theirs] = [sides[own], sides[1 - own]].map((side) => namesOf(side).join(" and "));
    for (const phone of [winner, atTable])
      await expect(sheet(phone)).toContainText(`${ours} get −2 each. ${theirs} get 61 each.`);
    await evening.play(first, 1);
  });

  await test.step("Somebody comes late, and the phones and the television show the next tables", async () => {
    await evening.go("Check-in");
    await attendee(page, LATE).click();
    await fee(page, LATE).check();
    await expect(page.getByRole("button", { name: `${LATE} plays from round 2` })).toBeVisible();
    const second = await evening.draw(
      "Draw round 2",
      "23 players are here: 5 tables of four and 1 table of three.",
      `New at the tables: ${LATE}.`,
    );
    await expect(sheet(winner)).toContainText(`Round 2 is drawn. ${seatWords(second, best[0]).sheet}`);
    await expect(sheet(atTable)).toContainText("Round 2 is drawn. At table 1: ");
    for (const phone of [winner, atTable]) await button(phone, "My card").click();
    await showSeats(second);
    await evening.play(second);
  });

  await test.step("Somebody leaves early", async () => {
    await evening.go("Check-in");
    await attendee(page, LEAVING).click();
    await expect(button(page, `${LEAVING} has left`)).toBeVisible();
    const third = await evening.draw("Draw round 3", "22 players are here", `Gone home: ${LEAVING}.`);
    await showSeats(third);
    await evening.play(third);
  });

  const drawn = await test.step("At the break the 50/50 is drawn, and the missing fee is paid after it", async () => {
    await evening.go("Money");
    await button(page, "Draw the 50/50: $22").click();
    await expect(sheet(page)).toContainText(`Not among them, for want of the fee: ${OWING}.`);
    await button(page, "Draw now").click();
    await expect(page.locator(".drawn-name")).toHaveText(/ wins \$22$/);
    await page.getByRole("checkbox", { name: `${OWING} — owes $10` }).click();
    await expect(page.locator(".foot")).toContainText(`${OWING} has paid.`);
    await expect(page.locator(".adds-up thead")).toContainText("23 fees of $10");
    return page.locator(".drawn-name").textContent();
  });
  expect(names.filter((name) => name !== OWING).map((name) => `${name} wins $22`)).toContain(drawn);

  await test.step("A result of an earlier round is corrected, and what that changes is shown", async () => {
    const last = await evening.draw("Draw round 4");
    await showSeats(last);
    await evening.play(last);
    const table = tableOf(evening.played[2], best[1]);
    const before = linesOf(await standingsOf(club, id));
    const lost = Object.keys(table.scores).filter((side) => table.scores[side] < 121);
    for (const side of lost) table.scores[side] = 60;
    await page.getByRole("radio", { name: "Round 3" }).check();
    await enterResult(page, table, table.scores.indexOf(121), Object.fromEntries(lost.map((side) => [side, 60])));
    await page.getByLabel("Reason (kept in the record; other people can read it)").fill("The sheet says 60.");
    await button(page, "Save the correction").click();
    const effects = page.getByRole("region", { name: `Round 3, table ${table.number} is corrected.` });
    await expect(effects).toBeVisible();
    const after = linesOf(await standingsOf(club, id));
    for (const name of table.sides.flatMap(namesOf)) {
      const [was, is] = [before, after].map((told) => written(told[name][2]));
      await expect(effects).toContainText(`${name}: game 3 from ${was} to ${is}`);
    }
    // Whether somebody shared place 3 until now depends on the draw.
    await expect(effects).toContainText(/: game 3 from −1 to −2, prize from \$\d+ to \$37, place from 3 to 2\./);
    await expect(effects).toContainText(`${best[2]}: prize from $44 to $37.`);
  });

  const ended = await standingsOf(club, id);
  const told = linesOf(ended);
  const held = Object.fromEntries(ended.map(({ name, place }) => [name, place]));
  expect(best.map((name) => told[name])).toEqual(CARDS);
  expect(best.map((name) => held[name])).toEqual([1, 2, 2]);
  expect(Object.values(held).filter((place) => place !== null && place < 4)).toHaveLength(3);
  expect(names.filter((name) => held[name] === null)).toEqual([LEAVING, LATE]);

  const standings = page.locator(".standings tbody tr");
  await test.step("The night is finished, and the money adds up to the cent", async () => {
    await button(page, "Finish the night").click();
    await button(sheet(page), "Finish the night").click();
    await expect(page.locator(".tonight")).toHaveText(/finished$/);
    await page.getByRole("link", { name: "Go to standings and money" }).click();
    await expect(standings).toHaveCount(23);
    const total = (name) => ended.find((row) => row.name === name).total;
    const card = (name) => [...told[name].map(written), written(total(name)), PRIZES[best.indexOf(name)] ?? ""];
    const rows = await cells(standings);
    // Below a name are its lines, for a narrow screen, and the key to excuse a player who missed a round.
    const below = (lines) => {
      const texts = lines.map(written);
      const played = texts.slice(0, texts.findLastIndex((text) => text !== "") + 1);
      return played.map((text) => text || "no line").join(" · ");
    };
    const excuse = (name) => ([LEAVING, LATE].includes(name) ? "Excuse" : "");
    const wanted = names.map((name) => [written(held[name]), name + below(told[name]) + excuse(name), ...card(name)]);
    expect(rows.toSorted((one, other) => one[1].localeCompare(other[1]))).toEqual(wanted);
    const order = rows.map(([place]) => (place === "" ? names.length : Number(place)));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    await expect.poll(() => cells(page.locator(".adds-up tr"))).toEqual(MONEY);
    await expect(page.locator(".drawn-name")).toHaveText(drawn);
  });

  await test.step("Everybody sees how it ended", async () => {
    for (const [at, phone] of phones.entries()) {
      await expect(phone.locator(".seat-line")).toHaveText(ENDED[at]);
      const lines = CARDS[at].map((line) => (line === -2 ? "−2 double skunk" : "−1 skunk"));
      await expect(phone.locator(".my-lines tbody .number")).toHaveText(lines);
    }
    await expect(atTable.getByRole("heading", { name: "The night is over" })).toBeVisible();
    await expect(evening.board).toHaveText("Tonight’s podium");
    const firstThree = (await cells(standings)).slice(0, 3);
    for (const place of ["1", "2"]) {
      const rows = firstThree.filter(([first]) => first === place);
      const [points, prize] = rows[0].slice(-2);
      const step = tv.locator(`.place-${place}`);
      const there = rows.map(([, name]) => best.find((each) => name.startsWith(each)));
      await expect(step.locator("bdi")).toHaveText(there);
      await expect(step.locator(".tv-points")).toHaveText(`${points} points`);
      await expect(step.locator(".tv-prize")).toHaveText(rows.length > 1 ? `${prize} each` : prize);
    }
    await winner.getByRole("link", { name: "Everybody’s tables and standings" }).click();
    await winner.getByRole("link", { name: "The season’s standings" }).click();
    const leaders = winner.locator(".season-standings tbody tr");
    await expect(leaders).toHaveCount(23);
    const [[place, leader]] = await cells(leaders);
    expect([place, leader]).toEqual(["1", `${best[0]}Nights 1 · wins 4 of 4\u00a0· $74`]);
  });
});

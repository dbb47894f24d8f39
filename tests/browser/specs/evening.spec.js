import { dayFromNow, goSignedIn } from "../club.js";
import { cards, ending, enter, keepApart, places, seatWords, total } from "../evening.js";
import { joinAs, tableOf } from "../hall.js";
import { card, Club, enterResult } from "../night.js";
import { peg, scores, sheet } from "../scorer.js";
import { expect as patient, test } from "../test.js";

// Six browsers at once are slow where others work beside them.
const expect = patient.configure({ timeout: 20_000 });
test.use({ viewport: { width: 1280, height: 800 }, actionTimeout: 20_000 });

const PHONE = { viewport: { width: 390, height: 844 } };
const TELEVISION = { viewport: { width: 1280, height: 720 } };

const OWING = "Ora Ouellet";
const LEAVING = "Val Vachon";
const LATE = "Wes Wolfe";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const present = (page, name) => page.getByRole("button", { name });
const fee = (page, name) => page.getByRole("checkbox", { name: `${name} has paid` });
const seat = (page) => page.locator(".my-seat");
const written = (line) => (line === null ? "–" : String(line).replace("-", "−"));

// What each best player is to have: −8, and twice −7 when the third line of the second, −1 on the sheet, is corrected.
const LINES = [
  [-2, -2, -2, -2],
  [-2, -2, -1, -1],
  [-2, -1, -2, -2],
];
const BEST = [
  [-2, -2, -2, -2],
  [-2, -2, -2, -1],
  [-2, -1, -2, -2],
];

// 23 fees of $10. $2 of each are for the 50/50, of which 22 were paid when it was drawn: half of $44 to who was drawn.
// Of 23 times $8, $184, 80 % are the pot: $147.20, of which 50, 30 and 20 %, $73.60, $44.16 and $29.44, are $74, $44
// and $29. The two who share the places 2 and 3 get half of $44.16 and $29.44 each, $36.80: $37. Activities have $36.80,
// and what rounding takes: $147.20 − $148.
const PRIZES = ["$74", "$37", "$37"];
const MONEY = [
  ["23 fees of $10", "$230"],
  ["50/50", "$22"],
  ["Supplies", "$24"],
  ["Prizes$74 · $37 · $37 of a pot of $147.20", "$148"],
  ["Activities", "$36"],
  ["Together", "$230"],
];

// Who is to tap what at the table of the first game: 121 to 60.
const PEGS = [
  [24, 12],
  [20, 16],
  [16, 8],
  [29, 24],
  [12, 0],
  [20, 0],
];

test("A whole night of 23 is run by the page, from the check-in to the prizes, as everybody in the hall sees it", async ({
  page,
  ownService,
  elsewhere,
}) => {
  test.setTimeout(240_000);
  const club = new Club(ownService.url);
  const people = await club.members(23);
  const names = people.map(({ name }) => name);
  const season = { name: "Winter", starts: dayFromNow(-30), ends: dayFromNow(60) };
  const { id: season_id } = await club.ask("POST", "/seasons", season);
  const { id } = await club.night({ date: dayFromNow(0), season_id });
  const tablesNow = async () => (await club.look(id)).rounds.at(-1).tables;
  const go = (view) => page.getByRole("link", { name: view, exact: true }).click();

  const tv = await elsewhere(TELEVISION);
  await tv.clock.install();
  await tv.goto(`${club.base}/tv`);
  const board = tv.getByRole("heading", { level: 1 });

  await test.step("Everybody on time is checked in, and all but one pay", async () => {
    await goSignedIn(page, club.base, "coordinator");
    await page.locator(".on-now").getByRole("link", { name: "Check-in" }).click();
    for (const name of names.filter((name) => name !== LATE)) {
      await present(page, name).click();
      if (name !== OWING) await fee(page, name).check();
    }
    await expect(page.locator(".count")).toHaveText("22 here · 1 unpaid · 5 tables of four and 1 table of two");
    await expect(page.getByText("sending…")).toHaveCount(0);
    await expect(tv.locator(".tv-here li")).toHaveCount(22);
  });

  // Draws the next round, for which the sheet says these things; the best are kept apart. Answers the tables.
  const draw = async (round, words, best = []) => {
    await go("Tables");
    await page.locator(".next .primary").click();
    for (const each of words) await expect(sheet(page)).toContainText(each);
    await button(page, `Draw round ${round} now`).click();
    await expect(page.getByRole("heading", { name: new RegExp(`^Round ${round}\\b`) })).toBeVisible();
    await keepApart(page, await tablesNow(), best);
    const tables = await tablesNow();
    const seated = tables.flatMap(({ sides }) => sides).flatMap(({ players }) => players);
    await expect(board).toHaveText(`Round ${round} of 4: take your seats`);
    // First names tell them apart.
    await expect(tv.locator(".tv-names > span")).toHaveText(seated.map(({ name }) => `${name.split(" ")[0]} `));
    return tables;
  };
  const played = [];
  const play = async (tables, best, pegged = null) => {
    const round = played.length + 1;
    const ended = tables.map((table) => ({ ...table, scores: ending(round, table, best) }));
    for (const table of ended) if (table.number !== pegged) await enter(page, table, table.scores);
    await expect(page.getByText(`Every table has finished round ${round}.`)).toBeVisible();
    await expect(board).toHaveText(`Round ${round} of 4 is over`);
    played.push(ended);
  };

  const first = await draw(1, ["22 players are here: 5 tables of four and 1 table of two.", `Not paid yet: ${OWING}.`]);
  // Whoever joins with a phone plays best, at three tables.
  const best = [1, 2, 6].map((number) => {
    const { sides } = first[number - 1];
    return sides.flatMap(({ players }) => players).find(({ name }) => name !== LEAVING).name;
  });
  const linesOf = Object.fromEntries(best.map((name, at) => [name, LINES[at]]));
  const phones = await Promise.all(best.map(() => elsewhere(PHONE)));
  const atTable = await elsewhere(PHONE);
  const [winner] = phones;
  const shownSeats = async (tables) => {
    for (const [at, phone] of phones.entries()) {
      const { table, with: partner, against } = seatWords(tables, best[at]);
      await expect(seat(phone)).toHaveText(`${table.replace("t", "T")}${partner}${against}`);
    }
  };

  await test.step("Four phones join by the code and show their seats", async () => {
    await go("Phones");
    const letters = page.locator(".code-letters");
    await expect(letters).toHaveText(/^\w{6}$/);
    const code = await letters.textContent();
    for (const phone of [winner, atTable]) {
      await phone.goto(`${club.base}/#/join-night`);
      await phone.getByLabel("The code on the wall").fill(code);
      await phone.getByRole("button", { name: "Go on" }).click();
    }
    await winner.getByLabel("Search for a name").fill(best[0]);
    await button(winner, best[0]).click();
    await atTable.getByText("This phone stays at one table").click();
    await atTable.getByLabel("Number of the table").fill("1");
    await button(atTable, "Stay there").click();
    for (const at of [1, 2]) await joinAs(phones[at], { base: club.base, code }, best[at]);
    await shownSeats(first);
    const sides = first[0].sides.map(({ players }) => players.map(({ name }) => name).join(" and "));
    await expect(seat(atTable)).toHaveText(`Table 1 ${sides.join(" – ")}`);
    await expect(page.getByText("4 phones have joined.")).toBeVisible();
  });

  await test.step("Two phones peg the first table's game, and everybody watches", async () => {
    const own = first[0].sides.findIndex(({ players }) => players.some(({ name }) => name === best[0]));
    const inOrder = (mine, others) => (own === 0 ? [mine, others] : [others, mine]).map(String);
    for (const phone of [winner, atTable]) await phone.getByRole("button", { name: "Keep score" }).click();
    await go("Tables");
    const sums = [0, 0];
    for (const [mine, others] of PEGS) {
      await peg(winner, own, mine);
      if (others) await peg(atTable, 1 - own, others);
      sums[0] += mine;
      sums[1] += others;
      for (const phone of [winner, atTable]) await expect(scores(phone)).toHaveText(inOrder(...sums));
      await expect(tv.locator(".tv-table").first().locator(".tv-score")).toHaveText(inOrder(...sums));
      await expect(card(page, 1).locator(".table-score")).toHaveText(inOrder(...sums));
    }
    expect(sums).toEqual([121, 60]);
    const [winners, losers] = inOrder(0, 1).map((side) => first[0].sides[side].players.map(({ name }) => name));
    for (const phone of [winner, atTable])
      await expect(sheet(phone)).toContainText(
        `${winners.join(" and ")} get −2 each. ${losers.join(" and ")} get 61 each.`,
      );
    await play(first, linesOf, 1);
  });

  await test.step("Somebody comes late, and phones and television follow to the next tables", async () => {
    await go("Check-in");
    await present(page, LATE).click();
    await fee(page, LATE).check();
    await expect(button(page, `${LATE} plays from round 2`)).toBeVisible();
    const words = ["23 players are here: 5 tables of four and 1 table of three.", `New at the tables: ${LATE}.`];
    const second = await draw(2, words, best);
    const { table, with: partner, against } = seatWords(second, best[0]);
    await expect(sheet(winner)).toContainText(
      `Round 2 is drawn. You are at ${table}${partner}${partner && ","}${against}.`.replace(
        /(\d) against/,
        "$1, against",
      ),
    );
    await expect(sheet(atTable)).toContainText("Round 2 is drawn. At table 1: ");
    for (const phone of [winner, atTable]) await sheet(phone).getByRole("button", { name: "My card" }).click();
    await shownSeats(second);
    await play(second, linesOf);
  });

  await test.step("Somebody leaves early", async () => {
    await go("Check-in");
    await present(page, LEAVING).click();
    await expect(button(page, `${LEAVING} has left`)).toBeVisible();
    const third = await draw(3, [`Gone home: ${LEAVING}.`], best);
    await shownSeats(third);
    await play(third, linesOf);
  });

  let drawn;
  await test.step("At the break the 50/50 is drawn, and the missing fee is paid after it", async () => {
    await go("Standings and money");
    await button(page, "Draw the 50/50: $22").click();
    await expect(page.locator(".drawn-name")).toHaveText(/ wins \$22$/);
    drawn = (await page.locator(".drawn-name").textContent()).replace(" wins $22", "");
    expect(names).toContain(drawn);
    expect(drawn).not.toBe(OWING);
    await fee(page, OWING).click();
    await expect(page.locator(".foot")).toContainText(`${OWING} has paid.`);
    await expect(page.locator(".adds-up thead")).toContainText("23 fees of $10");
  });

  await test.step("A result of an earlier round is corrected, and what it changes is shown", async () => {
    const last = await draw(4, []);
    await shownSeats(last);
    await play(last, linesOf);
    const table = tableOf(played[2], best[1]);
    const before = cards(names, played);
    table.scores = table.scores.map((score) => (score === 121 ? 121 : 60));
    const after = cards(names, played);
    await page.getByRole("radio", { name: "Round 3" }).check();
    const lost = Object.fromEntries(Object.entries(table.scores).filter(([, score]) => score !== 121));
    await enterResult(page, table, table.scores.indexOf(121), lost);
    await page.getByLabel("Why? It stays on record.").fill("The sheet says 60.");
    await button(page, "Save the correction").click();
    const effects = page.getByRole("region", { name: `Round 3, table ${table.number} is corrected.` });
    for (const { name } of table.sides.flatMap(({ players }) => players)) {
      const [was, is] = [before, after].map((told) => written(told[name][2]));
      await expect(effects).toContainText(`${name}: game 3 was ${was}, now ${is}`);
    }
    await expect(effects).toContainText(/: game 3 was −1, now −2, prize was \$\d+, now \$37, place was 3, now 2\./);
    await expect(effects).toContainText(`${best[2]}: prize was $44, now $37.`);
  });

  const told = cards(names, played);
  expect(best.map((name) => told[name])).toEqual(BEST);
  const held = places(told);
  expect(
    Object.values(held)
      .filter((place) => place <= 4)
      .sort()
      .slice(0, 4),
  ).toEqual([1, 2, 2, 4]);
  expect(best.map((name) => held[name])).toEqual([1, 2, 2]);
  expect(names.filter((name) => !held[name])).toEqual([LEAVING, LATE]);

  await test.step("The night is finished, and the money adds up to the cent", async () => {
    await button(page, "Finish the night").click();
    await sheet(page).getByRole("button", { name: "Finish the night" }).click();
    await expect(page.locator(".tonight")).toHaveText(/finished$/);
    await page.getByRole("link", { name: "Go to standings and money" }).click();
    await expect(page.locator(".standings tbody tr")).toHaveCount(23);
    const rows = await page
      .locator(".standings tbody tr")
      .evaluateAll((nodes) =>
        nodes.map(({ cells: [place, name, ...numbers] }) =>
          [place, name.firstChild, ...numbers].map(({ textContent }) => textContent),
        ),
      );
    const wanted = names.map((name) => [
      written(held[name] ?? null),
      name,
      ...told[name].map(written),
      written(total(told[name])),
      PRIZES[best.indexOf(name)] ?? "",
    ]);
    const byName = (one, other) => names.indexOf(one[1]) - names.indexOf(other[1]);
    expect([...rows].sort(byName)).toEqual(wanted);
    const order = rows.map(([place]) => (place === "–" ? Infinity : Number(place)));
    expect(order).toEqual([...order].sort((one, other) => one - other));
    const money = await page
      .locator(".adds-up tr")
      .evaluateAll((nodes) => nodes.map(({ cells }) => [...cells].map(({ textContent }) => textContent)));
    expect(money).toEqual(MONEY);
    await expect(page.locator(".drawn-name")).toHaveText(`${drawn} wins $22`);
  });

  await test.step("Everybody sees how it ended", async () => {
    const words = ["1 of 23, with a total of −8. You win $74.", "2 (shared) of 23, with a total of −7. You win $37."];
    for (const [at, phone] of phones.entries()) {
      await expect(phone.locator(".seat-line")).toHaveText(`Place ${words[Math.min(at, 1)]}`);
      const lines = BEST[at].map((line) => (line === -2 ? "−2 double skunk" : "−1 skunk"));
      await expect(phone.locator(".my-lines tbody .number")).toHaveText(lines);
    }
    await expect(atTable.getByRole("heading", { name: "The night is over" })).toBeVisible();
    await expect(board).toHaveText("Final standings");
    const firstThree = await page
      .locator(".standings tbody tr")
      .evaluateAll((nodes) =>
        nodes.slice(0, 3).map(({ cells }) => [cells[1].firstChild, cells[7]].map(({ textContent }) => textContent)),
      );
    // The television turns a page every twelve seconds.
    await expect(async () => {
      await tv.clock.runFor(12_500);
      for (const [at, words] of firstThree.entries()) {
        const row = tv.locator(".tv-standings tbody tr").nth(at);
        await patient(row.locator(".name")).toHaveText(words[0], { timeout: 500 });
        await patient(row.locator("td").last()).toHaveText(words[1], { timeout: 500 });
      }
    }).toPass();
    await winner.getByRole("link", { name: "Everybody’s tables and standings" }).click();
    await winner.getByRole("link", { name: "The season’s standings" }).click();
    const leader = winner.locator(".season-standings tbody tr").first();
    await expect(leader.locator("td").first()).toHaveText("1");
    await expect(leader.locator("th")).toContainText(best[0]);
    await expect(leader.locator("th")).toContainText("Nights 1 · wins 4 of 4 · $74");
  });
});

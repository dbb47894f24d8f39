import { AWAY } from "../../support/browser/service.js";
import { ANN, Hall, joinAs, tableOf } from "../../support/night/hall.js";
import { enterResult, openAsCoordinator } from "../../support/night/night.js";
import {
  enterAll,
  namesOf,
  ORDER,
  playFour,
  seen,
  signed,
  SINGLES,
  spoken,
  TOTALS,
  usual,
} from "../../support/night/singles.js";
import { typeNumber, winnerKey } from "../../support/game/results.js";
import { peg, pegAndAnswer, sheet } from "../../support/game/scorer.js";
import { heading, note, turnUntil, TV } from "../../support/night/television.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: new RegExp(`${AWAY}|ERR_FAILED|status of 4(0[134]|09|22)`) });

const TELEVISION = { viewport: { width: 1280, height: 720 } };
const FRENCH = { locale: "fr-CA" };
// The time that an answer may take until the test moves the clock on.
const SOON = { timeout: 1500 };

const totals = (page) => page.locator(".standings .total [aria-hidden]");
const rowOf = (page, name) => page.locator(".standings tbody tr", { hasText: name });
const cardHead = (page) => page.locator(".view-card .now h2");
const seatLine = (page) => page.locator(".seat-line");
const roundHead = (page) => page.locator(".tables-part h2");
test("A night of singles shows game points, wins and spread on the night, the card, other sites and the television @landing", async ({
  page,
  ownService,
  elsewhere,
}) => {
  const hall = await new Hall(ownService.url).openPublic(4, SINGLES);
  expect((await hall.call("GET", `/nights/${hall.id}`)).card).toBe("game_points");
  await joinAs(page, hall, ANN);
  const lines = page.locator(".my-lines");
  await expect(lines).toContainText("A win is 2 game points, by a skunk 3.");
  await expect(lines).toContainText("Game points, then wins, then spread: the highest wins.");
  await expect(lines).not.toContainText("lowest");
  const spreads = await playFour(hall);

  await test.step("The card of a player", async () => {
    await expect(lines.locator("thead th")).toHaveText(["Game", "Table and opponent", "Spread"]);
    const shown = spreads[ANN].map((spread) => new RegExp(`^\\${signed(spread)}(\\D|$)`));
    await expect(lines.locator("tbody .number")).toHaveText(shown);
    await expect(lines.locator("tbody tr", { hasText: "+31" })).toContainText("skunk");
    await expect(lines.locator("tbody tr", { hasText: "−11" })).not.toContainText(/won|skunk/);
    const total = lines.locator(".card-total");
    await expect(total).toHaveClass(/(^| )marked/);
    await expect(total).toHaveCSS("font-weight", "700");
    await expect(seen(total)).toHaveText("5/2 +22");
    await expect(spoken(total)).toHaveText("5 points, 2 wins, plus 22");
    // A line never breaks within a total.
    await expect.poll(() => seen(total).textContent()).toBe("5/2\u00a0+22");
    await expect(lines.locator(".help [aria-hidden]")).toContainText("Place 1 of 4, with a total of 5/2 +22");
    await expect(lines.locator(".help .unseen")).toContainText("with a total of 5 points, 2 wins, plus 22");
  });

  await test.step("The night", async () => {
    await page.goto(`${hall.base}/#/night?id=${hall.id}`);
    await expect(roundHead(page)).toHaveText("Round 3 of 3");
    await expect(totals(page)).toHaveText(TOTALS);
    await expect(page.locator(".standings tbody th")).toContainText(ORDER);
    await expect(spoken(page.locator(".standings .total"))).toHaveText([
      "5 points, 2 wins, plus 22",
      "4 points, 2 wins, plus 40",
      "3 points, 1 win, plus 0",
      "2 points, 1 win, minus 62",
    ]);
    const below = ORDER.map((name) => spreads[name].map(signed).join(" · "));
    await expect(page.locator(".lines-below")).toHaveText(below);
    await expect(page.locator(".standings caption")).toContainText(
      "Game points, then wins, then spread: the highest wins.",
    );
    // In three games four points or more are marked.
    await expect(page.locator(".standings .marked")).toHaveCount(2);
    await expect(page.locator(".standings .total").nth(1)).toHaveCSS("font-weight", "700");
    await expect(page.locator(".standings .total").nth(2)).toHaveCSS("font-weight", "400");
    await expect(page.locator(".sits-out")).toBeHidden();
    await page.emulateMedia({ media: "print" });
    const bullets = await page
      .locator(".standings .total")
      .evaluateAll((nodes) => nodes.map((node) => getComputedStyle(node, "::after").content));
    expect(bullets.map((content) => content.includes("•"))).toEqual([true, true, false, false]);
    await page.emulateMedia({ media: "screen" });
  });

  const rule = "Points de partie, puis victoires, puis écart\u00a0: le plus élevé gagne.";
  const french = await elsewhere(FRENCH);
  await test.step("The card in French", async () => {
    await joinAs(french, hall, "Bob Baker");
    await expect(french.locator(".my-lines")).toContainText(rule);
    await expect(french.locator(".my-lines thead th").last()).toHaveText("Écart");
    await expect(seen(french.locator(".card-total"))).toHaveText("2/1 −62");
    await expect(french.locator(".card-total")).toHaveCSS("font-weight", "400");
    await expect(spoken(french.locator(".card-total"))).toHaveText("2 points, 1 victoire, moins 62");
  });

  await hall.finish();
  await test.step("The card after the night", async () => {
    await page.goto(`${hall.base}/#/card?id=${hall.id}`);
    await expect(seen(seatLine(page))).toContainText("Place 1 of 4, with a total of 5/2 +22.");
    await expect(spoken(seatLine(page))).toContainText("Place 1 of 4, with a total of 5 points, 2 wins, plus 22.");
  });

  await test.step("The page for other sites", async () => {
    await page.goto(`${hall.base}/embed/night/${hall.id}`);
    await expect(seen(page.locator("tbody .number"))).toHaveText(TOTALS);
    await expect(spoken(page.locator("tbody .number")).first()).toHaveText("5 points, 2 wins, plus 22");
    await expect(page.locator("tbody .marked")).toHaveCount(2);
    await expect(page.locator(".state").last()).toHaveText("Game points, then wins, then spread: the highest wins.");
  });

  await test.step("The television", async () => {
    const tv = await elsewhere(TELEVISION);
    await tv.goto(`${hall.base}${TV}?night=${hall.id}`);
    await expect(heading(tv)).toHaveText("Tonight’s podium");
    for (const [at, total] of TOTALS.slice(0, 3).entries())
      await expect(seen(tv.locator(`.place-${at + 1} .tv-points`))).toHaveText(total);
    await expect(seen(tv.locator("aside .tv-value"))).toHaveText([TOTALS[3]]);
    await expect(tv.locator("#foot")).toHaveText("Game points, then wins, then spread: the highest wins. 4 players.");
  });

  await test.step("The night in French", async () => {
    await french.goto(`${hall.base}/#/night?id=${hall.id}`);
    await expect(totals(french)).toHaveText(TOTALS);
    await expect(spoken(french.locator(".standings .total")).last()).toHaveText("2 points, 1 victoire, moins 62");
    await expect(french.locator(".standings caption")).toContainText(rule);
    await french.goto(`${hall.base}/embed/night/${hall.id}`);
    await expect(french.locator(".state").last()).toHaveText(rule);
  });
});

test("Somebody who sits out reads it, and gets the game back in a round of its own", async ({
  page,
  ownService,
  elsewhere,
}) => {
  const hall = await new Hall(ownService.url).openPublic(5, { ...SINGLES, games_per_night: 2 });
  const roundOf = async () => (await hall.call("GET", `/nights/${hall.id}`)).rounds.at(-1);
  await hall.draw();
  const [{ name: out }] = (await roundOf()).byes;
  const tv = await elsewhere(TELEVISION);
  await tv.clock.install();
  await tv.goto(hall.base + TV);
  const night = await elsewhere();
  await night.goto(`${hall.base}/#/night?id=${hall.id}`);
  const french = await elsewhere(FRENCH);
  await french.goto(`${hall.base}/#/night?id=${hall.id}`);
  await joinAs(page, hall, out);

  await test.step("The round in which somebody sits out", async () => {
    await expect(cardHead(page)).toHaveText("Round 1 of 2");
    await expect(seatLine(page)).toHaveText("You sit out this round. You get the game back at the end.");
    await expect(night.locator(".sits-out")).toHaveText(`${out} sits out`);
    await expect(french.locator(".sits-out")).toHaveText(`${out} ne joue pas cette ronde`);
    await expect(heading(tv)).toHaveText("Round 1: where you sit");
    await expect(note(tv)).toHaveText(`${out} sits out`);
    await expect(tv.locator("#foot")).toHaveText("A dash means: no game in this round");
    await hall.peg((await hall.tables())[0], 0, 2);
    await turnUntil(tv, () => expect(heading(tv)).toHaveText("Round 1 of 2", SOON));
    await expect(note(tv)).toHaveText(`2 playing · ${out} sits out`);
  });

  await enterAll(hall, usual);
  await hall.draw();
  const [{ name: next }] = (await roundOf()).byes;
  expect(next).not.toBe(out);
  const full = hall.players.map(({ name }) => name).find((name) => ![out, next].includes(name));
  await enterAll(hall, usual);
  const second = await elsewhere();
  await joinAs(second, hall, full);

  await test.step("After the last round of the night", async () => {
    await expect(seatLine(page)).toContainText("The next round comes any moment.");
    await expect(seatLine(second)).toContainText("That was the last game.");
    await expect(page.locator(".my-lines tbody .number").first()).toHaveText("sat out");
    await expect(rowOf(night, out).locator(".lines-below")).toHaveText(/^sat out · [+−]\d+$/);
    await expect(rowOf(night, out).locator(".games-of")).toHaveText(/^1 game: average [0-3]\.00$/);
    await expect(rowOf(french, out).locator(".lines-below")).toHaveText(/^repos · [+−]\d+$/);
    await expect(night.locator(".standings caption")).toContainText(
      "Per game: game points, then wins, then spread. The highest wins.",
    );
  });

  await hall.draw();
  expect(await roundOf()).toMatchObject({ number: 3, way: "drawn", extra: true, byes: [] });
  await test.step("The round with a game to make up", async () => {
    await expect(cardHead(page)).toHaveText("Round 3: games to make up");
    await expect(page.locator(".my-seat")).toHaveText(`Table 1 against ${next}`);
    await expect(seatLine(second)).toHaveText(
      "You have played all your games. In this round other players make up a game.",
    );
    await expect(second.locator(".my-lines tbody tr")).toHaveCount(2);
    await expect(roundHead(night)).toHaveText("Round 3: games to make up");
    await expect(roundHead(french)).toHaveText("Ronde 3\u00a0: parties à reprendre");
    await expect(heading(tv)).toHaveText("Round 3: where you sit");
    await hall.peg((await hall.tables())[0], 0, 2);
    await turnUntil(tv, () => expect(heading(tv)).toHaveText("Round 3: games to make up", SOON));
    const site = await elsewhere();
    await site.goto(`${hall.base}/embed/night/${hall.id}`);
    await expect(site.locator(".state").first()).toHaveText("Round 3: games to make up, live.");
    await site.goto(`${hall.base}/embed/night/${hall.id}?lang=fr`);
    await expect(site.locator(".state").first()).toHaveText("Ronde 3\u00a0: parties à reprendre, en direct.");
  });

  await enterAll(hall, usual);
  await test.step("When all have their games", async () => {
    await turnUntil(tv, () => expect(heading(tv)).toHaveText("Round 3 is over", SOON));
    await expect(seatLine(page)).toContainText("That was the last game. The standings follow.");
    await expect(rowOf(night, out).locator(".lines-below")).toHaveText(/^sat out · [+−]\d+ · [+−]\d+$/);
    await expect(night.locator(".games-of")).toHaveCount(0);
    await expect(night.locator(".standings caption")).toContainText(
      "Game points, then wins, then spread: the highest wins.",
    );
  });
});

test("A player with all games who helps has a word for it, and no line", async ({ page, ownService, elsewhere }) => {
  const hall = await new Hall(ownService.url).openPublic(3, { ...SINGLES, games_per_night: 1 });
  for (let round = 0; round < 2; round += 1) {
    await hall.draw();
    await enterAll(hall, usual);
  }
  const { helped, name } = (await hall.standings()).find((row) => row.helped.length > 0);
  expect(helped).toEqual([2]);
  await page.goto(`${hall.base}/#/night?id=${hall.id}`);
  await expect(rowOf(page, name).locator(".lines-below")).toHaveText(/^[+−]\d+ · helped$/);
  const card = await elsewhere();
  await joinAs(card, hall, name);
  await expect(card.locator(".my-lines tbody .number").last()).toHaveText("helped");
  const french = await elsewhere(FRENCH);
  await french.goto(`${hall.base}/#/night?id=${hall.id}`);
  await expect(rowOf(french, name).locator(".lines-below")).toHaveText(/^[+−]\d+ · aide$/);
});

test("Two who meet again are told so, and no word is said of partners", async ({ page, ownService, elsewhere }) => {
  const hall = await new Hall(ownService.url).openPublic(2, { ...SINGLES, games_per_night: 2 });
  await hall.draw();
  await enterAll(hall, usual);
  await hall.draw();
  await page.goto(`${hall.base}/#/night?id=${hall.id}`);
  await expect(page.locator(".round-table .help").last()).toHaveText("These two have met tonight already.");
  await expect(page.locator(".round-tables")).not.toContainText("partner");
  const french = await elsewhere(FRENCH);
  await french.goto(`${hall.base}/#/night?id=${hall.id}`);
  await expect(french.locator(".round-table .help").last()).toContainText("se sont déjà rencontrés ce soir");
});

test("A night that counts points scored shows them, and says that the most win", async ({
  page,
  ownService,
  elsewhere,
}) => {
  const hall = await new Hall(ownService.url).openPublic(4, { ...SINGLES, games_per_night: 1, card: "points_scored" });
  await joinAs(page, hall, ANN);
  await expect(page.locator(".my-lines")).toContainText(
    "A game is the points that you scored in it. The most points win.",
  );
  await hall.draw();
  await enterAll(hall, usual);
  const scores = ["121", "121", "99", "98"];
  await page.goto(`${hall.base}/#/night?id=${hall.id}`);
  await expect(page.locator(".standings .total")).toHaveText(scores);
  await expect(page.locator(".standings td.line")).toHaveText(scores);
  await expect(page.locator(".standings caption")).toContainText("The most points win.");
  await page.goto(`${hall.base}/embed/night/${hall.id}`);
  await expect(page.locator("tbody td:last-child")).toHaveText(scores);
  await expect(page.locator(".state").last()).toHaveText("The most points win.");
  await hall.finish();
  const tv = await elsewhere(TELEVISION);
  await tv.goto(`${hall.base}${TV}?night=${hall.id}`);
  await expect(tv.locator(".place-1 .tv-points")).toHaveText("121 points");
  await expect(tv.locator(".place-3 .tv-points")).toHaveText("99 points");
  await expect(tv.locator("#foot")).toHaveText("The most points win. 4 players.");
});

test("Of pairs, the lowest total wins only as long as all have played as many games", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).openPublic(8);
  const caption = page.locator(".standings caption");
  await hall.draw();
  await hall.results();
  await page.goto(`${hall.base}/#/night?id=${hall.id}`);
  await expect(caption).toContainText("The lowest total wins.");
  const [table] = await hall.draw();
  await hall.result(table);
  await expect(caption).toContainText("The lowest average per game wins.");
  const site = `${hall.base}/embed/night/${hall.id}`;
  await page.goto(site);
  await expect(page.locator(".state").last()).toHaveText("The lowest average per game wins.");
  await page.goto(`${site}?lang=fr`);
  await expect(page.locator(".state").last()).toHaveText("La moyenne par partie la plus basse gagne.");
});

test("A corrected result says what it changes on a card of game points", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).open(2, { ...SINGLES, games_per_night: 1 });
  const [table] = await hall.draw();
  await hall.result(table, 100);
  const [winner, loser] = namesOf(table);
  await openAsCoordinator(page, hall, `tables?id=${hall.id}`);
  await enterResult(page, table, 0, { 1: 60 });
  await expect(sheet(page)).toContainText(`${winner}: game 1 from +21 to +61, total from 2/1 +21 to 3/1 +61.`);
  await expect(sheet(page)).toContainText(`${loser}: game 1 from −21 to −61, total from 0/0 −21 to 0/0 −61.`);
});

test("The keys of a result have the spread of each side", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).openPublic(2, { ...SINGLES, games_per_night: 1 });
  await joinAs(page, hall, ANN);
  const table = tableOf(await hall.draw(), ANN);
  await page.getByRole("button", { name: "Enter the result" }).click();
  await typeNumber(page, 34);
  const side = namesOf(table).indexOf(ANN);
  await expect(winnerKey(page, side)).toContainText(/121.–.87, \+34.*the other −34/);
});

test("The end of a game tells each player the spread for the card", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).openPublic(2, { ...SINGLES, games_per_night: 1 });
  await joinAs(page, hall, ANN);
  const [winner, loser] = namesOf(tableOf(await hall.draw(), ANN));
  await page.getByRole("button", { name: "Keep score" }).click();
  for (const points of [29, 29, 29, 29]) await peg(page, 0, points);
  await pegAndAnswer(page, 0, 5);
  await expect(sheet(page)).toContainText(`${winner} gets +121. ${loser} gets −121.`);
});

import { AWAY } from "../../support/browser/service.js";
import { dayFromNow, goSignedIn } from "../../support/night/club.js";
import { Desk } from "../../support/night/desk.js";
import { standingsOf } from "../../support/night/ending.js";
import { button, expect, namesOf, seatWords } from "../../support/night/evening.js";
import { tableOf } from "../../support/night/hall.js";
import { history } from "../../support/browser/journal.js";
import { card, Club } from "../../support/night/night.js";
import { Phone, sideOf } from "../../support/night/phones.js";
import { goOffline, happened, sheet } from "../../support/game/scorer.js";
import { countSingles } from "../../support/night/second-count.js";
import { seen } from "../../support/night/singles.js";
import { test } from "../../support/browser/test.js";
import { openRound } from "../../support/night/tonight.js";

test.use({
  viewport: { width: 1280, height: 800 },
  actionTimeout: 20_000,
  tolerated: new RegExp(`ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED)|${AWAY}`),
});

const PLAYERS = 13;
const GAMES = 9;
const MAKE_UP = GAMES + 1;
const FIRST_DRAW = `Draw the first round: ${PLAYERS} players`;
// Losers' points: a skunk ends at 90, a double skunk at 60. No round has the same scores as the round before.
const LOST = [90, 91, 120, 60, 104, 77, 113, 61, 99, 118, 85];
// How a table pegs to the end on one phone, 121 to 91, and how another begins before its result is entered.
// prettier-ignore
const PEGS = [[0, 24], [1, 20], [0, 29], [1, 24], [0, 24], [1, 29], [0, 20], [1, 18], [0, 24]];
const BEGUN = [
  [0, 12],
  [1, 8],
];

// The scores of a table: sides win in turn.
function endingOf({ number }, round) {
  const lost = LOST[(round * 6 + number) % LOST.length];
  return (round + number) % 2 === 0 ? [121, lost] : [lost, 121];
}

// The rows of a table of standings: place, name and total.
async function readStandings(page, names) {
  const rows = page.locator(".standings tbody tr");
  await expect(rows).toHaveCount(names.length);
  const told = await rows.evaluateAll((nodes) =>
    nodes.map((row) => ({
      place: Number(row.cells[0].textContent),
      told: row.cells[1].textContent,
      total: row.querySelector(".total [aria-hidden]").textContent.replace("\u00a0", " "),
    })),
  );
  return told.map(({ told: text, ...row }) => ({ ...row, name: names.find((name) => text.startsWith(name)) }));
}

const byName = (rows) =>
  rows
    .map(({ place, name, total }) => ({ place, name, total }))
    .toSorted((one, other) => one.name.localeCompare(other.name));

test("Thirteen play nine games of singles each, and four phones enter, confirm and peg their own", async ({
  page,
  ownService,
  elsewhere,
}) => {
  test.setTimeout(300_000);
  const club = new Club(ownService.url);
  const names = (await club.members(PLAYERS)).map(({ name }) => name);
  const { id } = await club.night({ date: dayFromNow(0) });
  const desk = new Desk(page);
  const played = [];
  // The games with a result from a phone, and the side of the other phone at the table, or null.
  const entered = [];
  const phones = await Promise.all(Array.from({ length: 4 }, () => Phone.open(elsewhere)));
  const gameOf = async ({ game_id: game }) => club.ask("GET", `/games/${game}`);
  const scoresOf = async (table) => (await gameOf(table)).sides.map(({ score }) => score);
  const statusOf = async (table) => (await gameOf(table)).status;
  const phonesAt = ({ sides }) => phones.filter(({ name }) => sides.flatMap(namesOf).includes(name));

  await test.step("The night becomes one of singles, and thirteen are checked in", async () => {
    await goSignedIn(page, club.base, `tables?id=${id}`);
    await page.getByText("More for tonight").click();
    await page.getByRole("radio", { name: "Singles" }).check();
    await expect.poll(async () => (await club.look(id)).format).toBe("singles_rotation");
    await desk.go("Check-in");
    for (const name of names) await page.getByRole("checkbox", { name: `${name} is here and has paid` }).click();
    await expect(page.locator(".count")).toHaveText(/^13 here · all paid/);
    await expect(page.getByText("sending…")).toHaveCount(0);
  });

  const draw = async (round) => {
    await desk.go("Tables");
    const key = { 1: FIRST_DRAW, [MAKE_UP]: `Round ${round}: make the games up` }[round] ?? `Draw round ${round}`;
    await button(page, key).click();
    if (round === 1) await expect(sheet(page)).toContainText("9 games each take 10 rounds with these players.");
    if (round === MAKE_UP) await expect(sheet(page)).toContainText(/has all games and helps/);
    await button(page, `Draw round ${round} now`).click();
    await expect(page.getByRole("heading", { name: new RegExp(`^Round ${round}\\b`) })).toBeVisible();
    const { tables, byes } = await openRound(club, id);
    expect(tables).toHaveLength(round === MAKE_UP ? 5 : 6);
    played.push(tables.map((table) => ({ ...table, scores: endingOf(table, round) })));
    return byes.map(({ name }) => name);
  };

  const out = [await draw(1)];
  await test.step("Four phones join: two who play each other, one at another table, and the one who sits out", async () => {
    const [one, other] = played[0].map(({ sides }) => sides.flatMap(namesOf));
    [...one, other[0], ...out[0]].forEach((name, at) => (phones[at].name = name));
    await desk.go("Phones");
    await expect(page.locator(".code-letters")).toHaveText(/^\w{6}$/);
    const code = await page.locator(".code-letters").textContent();
    for (const phone of phones) await phone.joinAs(club.base, code, phone.name);
    await expect(page.getByText("4 phones have joined.")).toBeVisible();
    await desk.go("Tables");
  });

  const showSeats = async (round) => {
    for (const phone of phones) {
      if (tableOf(played[round - 1], phone.name)) {
        await expect(phone.seat).toHaveText(seatWords(played[round - 1], phone.name).card);
        continue;
      }
      await phone.toCard();
      const words =
        round === MAKE_UP ? /^You have played all your games\./ : /^You sit out this round\. You get the game back/;
      await expect(phone.page.locator(".seat-line")).toHaveText(words);
    }
  };

  // The phone of a side enters the result from its card, and the other side's phone says yes.
  const enter = async (table, phone, isAway = false) => {
    await button(phone.page, "Enter the result").click();
    await expect(phone.page.locator(".winner-key")).toHaveCount(2);
    if (isAway) await goOffline(phone.page);
    await phone.type(table.scores);
    await expect(phone.page.getByRole("heading", { name: "Entered" })).toBeVisible();
  };
  const confirm = async (table, first) => {
    const second = phonesAt(table).find((each) => each !== first);
    entered.push({ table, side: second ? sideOf(table, second.name) : null });
    if (!second) return;
    const asked = second.page.locator(".confirmation");
    await expect(asked).toContainText(`${first.name} entered 121`);
    await button(asked, "Yes, that is right").click();
    await expect(asked).toBeHidden();
  };
  const play = async (table, phone) => {
    await enter(table, phone);
    await expect.poll(() => scoresOf(table)).toEqual(table.scores);
    await confirm(table, phone);
  };

  for (let round = 1; round <= MAKE_UP; round += 1)
    await test.step(`Round ${round} is played`, async () => {
      if (round > 1) out.push(await draw(round));
      await showSeats(round);
      const tables = played[round - 1];
      const withPhones = tables.filter((table) => phonesAt(table).length > 0);
      const others = tables.filter((table) => !withPhones.includes(table));
      // Their two tables have ways of their own in the rounds 2 and 3.
      const [first, second] = withPhones;
      const usual = round === 2 ? withPhones.slice(2) : withPhones.filter((table) => round !== 3 || table !== first);
      if (round === 2) {
        const [scorer, other] = [first, second].map((table) => phonesAt(table)[0]);
        first.scores = [121, 91];
        await scorer.keepScore();
        await scorer.peg(first, ...PEGS);
        await expect(sheet(scorer.page)).toBeVisible();
        await expect.poll(() => scoresOf(first)).toEqual(first.scores);
        await scorer.toCard();
        await other.keepScore();
        await other.peg(second, ...BEGUN);
        await expect(card(page, second.number).locator(".table-score")).toHaveText(["12", "8"]);
        await other.enter(second.scores);
        await expect.poll(() => scoresOf(second)).toEqual(second.scores);
        await confirm(second, other);
      }
      const away = round === 3 ? phonesAt(first)[0] : null;
      if (away) {
        await enter(first, away, true);
        await expect(away.page.getByText("Kept on this phone until there is a connection.")).toBeVisible();
      }
      await Promise.all(usual.map((table) => play(table, phonesAt(table)[0])));
      if (round === 1) {
        for (const table of others) {
          await desk.enter(table, table.scores);
          await expect(card(page, table.number)).toContainText("finished");
        }
      } else {
        for (const { game_id: game, scores } of others) await club.ask("PUT", `/games/${game}/result`, { scores });
      }
      if (away) {
        await expect(page.locator(".lead-words")).toHaveText(`Table ${first.number} is still playing in round 3.`);
        expect(await statusOf(first)).toBe("playing");
        await away.page.context().setOffline(false);
        await expect.poll(() => scoresOf(first), { timeout: 60_000 }).toEqual(first.scores);
        await confirm(first, away);
      }
      const lacking = round === GAMES ? " 9 players lack a game." : "";
      await expect(page.locator(".lead-words")).toHaveText(`Every table has finished round ${round}.${lacking}`);
    });

  const counted = countSingles(names, played, GAMES);
  await test.step("Everybody has nine games against nine others, one of them helped, and nobody sat out twice", async () => {
    expect(counted.map(({ games }) => games)).toEqual(names.map(() => GAMES));
    expect(counted.filter(({ helped }) => helped > 0).map(({ helped }) => helped)).toEqual([1]);
    expect(new Set(out.flat()).size).toBe(GAMES);
    expect(out.flat()).toHaveLength(GAMES);
    const met = played.flat().map(({ sides }) => sides.flatMap(namesOf).toSorted().join(" – "));
    expect(new Set(met).size).toBe(59);
  });

  await test.step("The service has each table as it was played, and each result once", async () => {
    const { rounds } = await club.look(id);
    const told = rounds.map(({ tables }) => tables.map(({ sides }) => sides.map(({ score }) => score)));
    expect(told).toEqual(played.map((tables) => tables.map(({ scores }) => scores)));
    for (const { table, side } of entered) {
      const { result } = await gameOf(table);
      expect(result).toMatchObject({ confirmed: side === null ? [] : [side], contested: [] });
      expect(await happened({ base: club.base, id: table.game_id }, "result_entered")).toHaveLength(1);
    }
    expect(entered.filter(({ side }) => side !== null).length).toBeGreaterThan(0);
    const kinds = (await history(club, id)).map(({ kind }) => kind);
    const times = (kind) => kinds.filter((each) => each === kind).length;
    expect([times("entered"), times("round_drawn")]).toEqual([PLAYERS, MAKE_UP]);
    const rows = await standingsOf(club, id);
    const keys = ["name", "place", "games", "points", "wins", "spread"];
    const only = (row) => Object.fromEntries(keys.map((key) => [key, row[key]]));
    const sorted = (all) => all.map(only).toSorted((one, other) => one.name.localeCompare(other.name));
    expect(sorted(rows)).toEqual(sorted(counted));
  });

  await button(page, "Finish the night").click();
  await button(sheet(page), "Finish the night").click();
  await expect(page.locator(".tonight")).toHaveText(/finished$/);

  await test.step("The desk, the phones' cards and the night show the standings of a second count", async () => {
    await page.getByRole("link", { name: "Go to standings and money" }).click();
    const [phone] = phones;
    for (const each of phones) await each.toCard();
    for (const { page: each, name } of phones) {
      const { place, total } = counted.find((row) => row.name === name);
      const shared = counted.filter((row) => row.place === place).length > 1 ? " (shared)" : "";
      await expect(seen(each.locator(".my-lines .card-total"))).toHaveText(total);
      await expect(seen(each.locator(".seat-line"))).toContainText(
        `Place ${place}${shared} of ${PLAYERS}, with a total of ${total}.`,
      );
    }
    await phone.page.getByRole("link", { name: "Everybody’s tables and standings" }).click();
    for (const each of [page, phone.page]) {
      const shown = await readStandings(each, names);
      expect(byName(shown)).toEqual(byName(counted));
      expect(shown.map(({ place }) => place)).toEqual(counted.map(({ place }) => place));
    }
  });
});

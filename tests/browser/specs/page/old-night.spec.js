import { editions, EDITIONS, expect, keepsWhole, NEWEST, test } from "../../support/editions/front.js";
import { openOld, pegOld, signInOld, tapOld } from "../../support/editions/old-page.js";
import { enterIn, tapIn } from "../../support/editions/old-table.js";
import { cells, written } from "../../support/night/ending.js";
import { seatWords } from "../../support/night/evening.js";
import { ANN, Hall, tableOf } from "../../support/night/hall.js";
import { sideOf } from "../../support/night/phones.js";
import { PAIRS, pairUp } from "../../support/night/pairs.js";
import { seen, SINGLES, signed } from "../../support/night/singles.js";
import { goOffline, happened } from "../../support/game/scorer.js";
import { AWAY } from "../../support/browser/service.js";

test.use({
  tolerated: new RegExp(`${AWAY}|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Refused to apply style`),
  viewport: { width: 390, height: 664 },
});

const NO_SEAT = "You play from the next round on. Your table is shown here as soon as it is drawn.";
const OFFLINE = /^\d taps? saved on this phone/;
// A game begins with the first list, and the second list ends it at 121.
const BEGUN = [
  [0, 3],
  [1, 2],
];
// prettier-ignore
const REST = [[1, 24], [0, 29], [0, 29], [0, 29], [0, 29], [0, 2]];
const go = (page, hash) => page.evaluate((to) => (location.hash = to), `#/${hash}`);

// A night of three units, which play two games each in three rounds: two byes and a round with a game to make up.
async function open(url, kind, edition) {
  const isPaired = kind === "fixed pairs";
  const night = [isPaired ? 6 : 3, { ...(isPaired ? PAIRS : SINGLES), games_per_night: 2 }];
  const hall = await new Hall(url).open(...night);
  // A database of 0.1.0 shows its lists to everybody.
  if (edition === "0.1.0") await hall.publish();
  if (isPaired) await pairUp((...asked) => hall.call(...asked), hall.id, hall.players);
  return hall;
}

for (const edition of EDITIONS) {
  for (const kind of ["singles", "fixed pairs"]) {
    test.describe(`The page of ${edition}`, () => {
      test.use({ edition });

      test(`shows a coordinator of ${kind} the tables of a round with games to make up`, async ({
        page,
        front,
        ownService,
      }) => {
        const hall = await open(ownService.url, kind, edition);
        for (let round = 0; round < 2; round += 1) {
          await hall.draw();
          await hall.results();
        }
        await openOld(page, front.url, edition);
        await signInOld(page, `tables?id=${hall.id}`);
        await expect(page.locator(".table-card")).toContainText("finished");
        await hall.draw();
        await expect(page.locator(".table-card")).toContainText("playing");
        await page.reload();
        await expect(page.locator(".table-card")).toHaveCount(1);
      });

      test(`shows the seats of a night of ${kind}, loses no peg and no result, and has the card at the end`, async ({
        page,
        front,
        ownService,
      }) => {
        test.slow();
        const hall = await open(ownService.url, kind, edition);
        const scoresOf = async (table) =>
          (await hall.call("GET", `/games/${table.game_id}`)).sides.map(({ score }) => score);
        await openOld(page, front.url, edition);
        await go(page, `join-night?code=${hall.code}`);
        await page.getByRole("button", { name: ANN }).click();
        await expect(page.locator(".whose")).toHaveText(/^Ann Archer · /);

        // Pegs with and without a network.
        const peg = async (table) => {
          await tapOld(page, "Keep score");
          await expect(page.locator(".score")).toHaveText(["0", "0"]);
          await tapIn(page, edition, 0, 3);
          await expect.poll(() => scoresOf(table)).toEqual([3, 0]);
          await goOffline(page);
          await tapIn(page, edition, 1, 2);
          await expect(page.getByText(OFFLINE).first()).toBeAttached();
          expect(await scoresOf(table)).toEqual([3, 0]);
          await page.context().setOffline(false);
          await expect.poll(() => scoresOf(table), { timeout: 60_000 }).toEqual([3, 2]);
          const pegs = await happened({ base: hall.base, id: table.game_id }, "pegged");
          expect(pegs.map(({ side, points, by }) => [side, points, by])).toEqual(BEGUN.map((each) => [...each, ANN]));
        };
        // The page of 0.1.0 pegs a game to its end, the page of 0.2.0 enters the result.
        const end = async (table, isBegun) => {
          const own = sideOf(table, ANN);
          if (edition === "0.1.0") {
            if (!isBegun) await tapOld(page, "Keep score");
            await pegOld(page, ...(isBegun ? [] : BEGUN), ...REST);
            return expect.poll(() => scoresOf(table)).toEqual([121, 26]);
          }
          if (isBegun) await go(page, `card?id=${hall.id}`);
          await enterIn(page, own, 24);
          await expect.poll(() => scoresOf(table)).toEqual(own === 0 ? [121, 97] : [97, 121]);
        };

        let games = 0;
        for (let round = 1; round <= 3; round += 1)
          await test.step(`Round ${round}`, async () => {
            const tables = await hall.draw();
            await go(page, `card?id=${hall.id}`);
            await expect(page.locator(".now h2")).toHaveText(`Round ${round} of 2`);
            const table = tableOf(tables, ANN);
            if (!table) {
              await expect(page.locator(".seat-line")).toHaveText(NO_SEAT);
              await hall.results();
              return;
            }
            await expect(page.locator(".my-seat")).toHaveText(seatWords(tables, ANN).card);
            games += 1;
            if (games === 1) await peg(table);
            await end(table, games === 1);
          });
        expect(games).toBe(2);

        const rows = await hall.standings();
        const own = rows.find(({ name }) => name === ANN);
        await test.step("The card has the lines and the total of the service", async () => {
          await go(page, `card?id=${hall.id}`);
          const lines = page.locator(".my-lines tbody td.number");
          await expect(lines).toHaveText(
            own.lines.map((line) => new RegExp(`^${line === null ? "–" : written(line)}`)),
          );
          await expect(page.locator(".my-lines tfoot .number")).toHaveText(written(own.total));
        });

        await test.step("The night has its tables, its rounds and a row a player", async () => {
          await go(page, `night?id=${hall.id}`);
          await expect(page.locator(".round-table")).toHaveCount(1);
          await expect(page.locator(".rounds input, .rounds button")).toHaveCount(3);
          const shown = page.locator(".night-standings tbody tr");
          await expect(shown).toHaveCount(rows.length);
          const told = (await cells(shown)).map(([place, name]) => [place, name]);
          expect(told.map(([place]) => place)).toEqual(rows.map(({ place }) => String(place)));
          for (const [at, { name }] of rows.entries()) expect(told[at][1].startsWith(name)).toBe(true);
          expect(await editions(page)).toEqual([edition]);
        });

        await hall.finish();
        await go(page, `card?id=${hall.id}`);
        await expect(page.locator(".seat-line")).toHaveText(
          new RegExp(`^Place ${own.place}( \\(shared\\))? of ${rows.length}, with a total of ${written(own.total)}\\.`),
        );

        await test.step("After an upgrade the card of the same phone counts game points", async () => {
          front.upgrade();
          await page.reload();
          await keepsWhole(page, NEWEST);
          await page.reload();
          expect(await editions(page)).toEqual([NEWEST]);
          await expect(page.locator(".whose")).toHaveText(/^Ann Archer · /);
          const total = `${own.points}/${own.wins} ${signed(own.spread)}`;
          await expect(seen(page.locator(".my-lines .card-total"))).toHaveText(total);
        });
      });
    });
  }
}

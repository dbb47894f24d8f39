import {
  answer,
  begin,
  call,
  chooseKind,
  happened,
  leave,
  link,
  newest,
  openTable,
  pegElsewhere,
  question,
  scoreOf,
  scores,
  secondPhone,
  sheet,
  tapAndAnswer,
  tapNumber,
  undo,
} from "../../support/game/scorer.js";
import { disk } from "../../support/browser/journal.js";
import { EDITIONS, test as old } from "../../support/editions/front.js";
import { tapIn } from "../../support/editions/old-table.js";
import { tap } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";

// A single failure here is a finding, also in CI.
test.describe.configure({ retries: 0 });

const FIRST = "Blues first: the order decides the game. Peg 6 for Reds now?";
const hollow = (page) => page.locator(".asked-points");

// Reds deal, and both sides have 115 points.
async function close(base) {
  const game = await begin(base, { sides: [{ name: "Blues" }, { name: "Reds" }], first_dealer: 1 });
  for (const side of [0, 1]) {
    for (const points of [29, 29, 29, 28]) await pegElsewhere(game, side, points, { deal: 1, for: "other" });
  }
  return game;
}

async function open(page, base, side = 0) {
  const game = await close(base);
  await openTable(page, game, side);
  return game;
}

const shows = async (game) =>
  (await happened(game, "pegged"))
    .filter(({ for: kind }) => kind !== "other")
    .map(({ side, points }) => [side, points]);

// The hand of Reds, the dealers.
async function tapHand(page, points = 6) {
  await chooseKind(page, "Hand");
  await tapNumber(page, 1, points);
}

test("The dealer's hand that would win asks while the pone's is uncounted, and the other hand goes on @landing", async ({
  page,
  baseURL,
}) => {
  const game = await open(page, baseURL);
  await tapHand(page);
  await expect(question(page)).toContainText(FIRST);
  await expect(scores(page)).toHaveText(["115", "115"]);
  await expect(hollow(page).filter({ visible: true })).toHaveAttribute("data-points", "+6");
  expect(await shows(game)).toEqual([]);
  // The line is about the newest peg, and the next tap does not add to it.
  await expect(newest(page)).toHaveText(["Reds +28", "Past the skunk line."]);
  // Another tap pegs itself, and leaves the question open.
  await tapAndAnswer(page, () => tapNumber(page, 0, 4));
  await expect(scores(page)).toHaveText(["119", "115"]);
  await expect(question(page)).toContainText("Peg 6 for Reds now?");
  await answer(page, "Reds +6");
  await expect(sheet(page)).toContainText("Reds beat Blues");
  await expect
    .poll(() => shows(game))
    .toEqual([
      [0, 4],
      [1, 6],
    ]);
});

test("The pone first: the dealer's hand is withdrawn, and Undo pegs it after all", async ({ page, baseURL }) => {
  const game = await open(page, baseURL);
  await tapHand(page);
  await answer(page, "Blues first");
  await expect(newest(page)).toHaveText(["6 not pegged", "Undo pegs it after all"]);
  await expect(hollow(page).filter({ visible: true })).toHaveCount(0);
  await undo(page).click();
  await expect(sheet(page)).toContainText("Reds beat Blues");
  await expect.poll(() => shows(game)).toEqual([[1, 6]]);
});

test("After the answer the pone's points are the hand, and the dealer's are not asked about again", async ({
  page,
  baseURL,
}) => {
  const game = await open(page, baseURL);
  await tapNumber(page, 1, 8);
  await answer(page, "Blues first");
  await tapAndAnswer(page, () => tapNumber(page, 0, 4));
  await expect(newest(page)).toContainText(["Blues +4 hand"]);
  await tapNumber(page, 1, 8);
  await expect(sheet(page)).toContainText("Reds beat Blues");
  const kinds = async () => (await happened(game, "pegged")).slice(-2).map(({ for: kind }) => kind);
  await expect.poll(kinds).toEqual(["hand", "hand"]);
});

test("The pone's hand that wins ends the game, and the dealer's is not counted", async ({ page, baseURL }) => {
  const game = await open(page, baseURL);
  await tapHand(page);
  await tapNumber(page, 0, 8);
  await expect(sheet(page)).toContainText("Blues beat Reds");
  await expect.poll(() => shows(game)).toEqual([[0, 8]]);
  await expect(hollow(page).filter({ visible: true })).toHaveCount(0);
});

test("It is asked again after a reload, in History's way back and in a second tab, and counts once @landing", async ({
  page,
  context,
  baseURL,
}) => {
  const game = await open(page, baseURL);
  await tapHand(page);
  await expect(question(page)).toContainText(FIRST);
  await page.reload();
  await expect(question(page)).toContainText(FIRST);
  await leave(page, "History");
  await page.getByRole("link", { name: "Back to the table" }).click();
  await expect(question(page)).toContainText(FIRST);
  const second = await context.newPage();
  await second.goto(`${baseURL}/#/table?id=${game.id}`);
  await expect(question(second)).toContainText(FIRST);
  expect((await disk(page)).pegout.outbox).toEqual([]);
  expect(await shows(game)).toEqual([]);
  await answer(second, "Reds +6");
  await expect(sheet(page)).toContainText("Reds beat Blues");
  await expect(question(page)).toBeHidden();
  await expect.poll(() => shows(game)).toEqual([[1, 6]]);
});

test("Two taps that make such a hand are one hand", async ({ page, baseURL }) => {
  const game = await open(page, baseURL);
  await chooseKind(page, "Hand");
  await tapNumber(page, 1, 4);
  await tapNumber(page, 1, 10);
  await expect(question(page)).toContainText("Peg 14 for Reds now?");
  await expect(scores(page)).toHaveText(["115", "119"]);
  await answer(page, "Reds +14");
  await expect(sheet(page)).toContainText("Reds beat Blues");
  await expect.poll(() => shows(game)).toEqual([[1, 14]]);
});

test("A crib that would win asks while a hand is uncounted, and a hand that does not win asks nothing", async ({
  page,
  baseURL,
}) => {
  const game = await open(page, baseURL);
  await chooseKind(page, "Crib");
  await tapNumber(page, 1, 6);
  await expect(question(page)).toContainText(FIRST);
  await answer(page, "Blues first");
  await chooseKind(page, "Hand");
  await tapAndAnswer(page, () => tapNumber(page, 1, 4));
  await expect(scores(page)).toHaveText(["115", "119"]);
  expect(await shows(game)).toEqual([[1, 4]]);
});

test("A hand that is counted by cards asks too, from the phone of the other side", async ({
  page,
  browser,
  baseURL,
}) => {
  const game = await open(page, baseURL, 1);
  const other = await secondPhone(browser, game);
  await other.getByRole("link", { name: "Cards" }).click();
  await tap(other, "5H,5D,5S,JC,5C");
  await other.getByRole("button", { name: "Reds +29" }).click();
  await expect(question(other)).toContainText("Peg 29 for Reds now?");
  await expect(scoreOf(page, 1)).toHaveText("115");
  await answer(other, "Reds +29");
  await expect(scoreOf(page, 1)).toHaveText("121");
  expect((await call(game, "GET", "")).pegs[0]).toMatchObject({ points: 29, cards: ["5H", "5D", "5S", "JC"] });
  await other.context().close();
});

for (const edition of EDITIONS) {
  old.describe(`with a page of ${edition} in a second tab`, () => {
    old.use({ edition, tolerated: /ERR_|Service Worker registration blocked/, serviceWorkers: "block" });

    old("The older page does not send the hand that waits", async ({ page, context, front }) => {
      const game = await close(front.url);
      const older = await context.newPage();
      await older.goto(link(game));
      await expect(scores(older)).toHaveText(["115", "115"]);
      front.upgrade();
      await openTable(page, game);
      await tapHand(page);
      await expect(question(page)).toContainText(FIRST);
      // The other tab hears of the hand when it is on the disk.
      await expect.poll(async () => (await disk(page)).pegout.tables[0].asked?.peg.points).toBe(6);
      await page.close();
      // The older page goes on, and sends its own taps.
      await tapIn(older, edition, 0, 2);
      await expect.poll(async () => (await call(game, "GET", "")).sides[0].score).toBe(117);
      expect((await happened(game, "pegged")).filter(({ points }) => points === 6)).toEqual([]);
      const next = await context.newPage();
      await next.goto(`${front.url}/#/table?id=${game.id}`);
      await expect(question(next)).toContainText(/Peg 6 for Reds now\?/);
    });
  });
}

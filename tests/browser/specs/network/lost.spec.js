import { randomUUID } from "node:crypto";
import {
  answer,
  begin,
  call,
  engineHasGame,
  happened,
  link,
  openTable,
  pegAndAnswer,
  pegElsewhere,
  question,
  scores,
  sheet,
  state,
  tryAgain,
} from "../../support/game/scorer.js";
import { Club, card, openAsCoordinator } from "../../support/night/night.js";
import { AWAY } from "../../support/browser/service.js";
import { expect, test } from "../../support/browser/test.js";

// A single failure here is a finding, also in CI.
test.describe.configure({ retries: 0 });

// The service refuses the second of two phones that begin the same deal.
test.use({ tolerated: new RegExp(`${AWAY}|status of 409`), viewport: { width: 390, height: 664 } });

const LOST = /^The service lost 25 pegs of this game\./;
const LIVE = "Every phone at the table sees this.";
const SCORES = ["63", "28"];
const SEND = "Send the 25 pegs";

/** The pegs of the service, as it has them: ids and what they are. @param {object} game @returns {Promise<object[]>} */
async function stored(game) {
  const pegs = await happened(game, "pegged");
  return pegs.map(({ id, side, points, for: kind, cards, starter, by, deal }) => ({
    ...{ id, side, points, kind, cards, starter, by, deal },
  }));
}

/** Saves the database at this moment. @param {import("../../support/browser/service.js").Service} service */
async function backUp(service) {
  await service.kill();
  await service.copy();
  await service.start();
}

/** Puts the saved database back. @param {import("../../support/browser/service.js").Service} service */
async function restore(service) {
  await service.kill();
  await service.putBack();
  await service.start();
}

/** Drops the writes of games that the disk may do later, as if the user left before. It runs in a page before its scripts. */
function dropRelaxedWrites() {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    const isDropped = this.name === "tables" && this.transaction.durability === "relaxed";
    return isDropped ? this.get("") : put.apply(this, given);
  };
}

/** Waits until the page no longer says that it must stay open: the disk of a busy machine may give no answer for two seconds. @param {import("@playwright/test").Page} page */
const diskAnswers = (page) => expect(state(page)).toHaveText(LIVE, { timeout: 30_000 });

/** Begins a deal as another phone would. @param {object} game @param {number} number */
const dealElsewhere = (game, number) => call(game, "PUT", `/deals/${number}`, { id: randomUUID(), by: "Bob’s phone" });

/** A game of four pegs that were saved, and 25 more in two deals, at these pages; the service has lost the 25. */
async function loseTwentyFive(service, ...pages) {
  const game = await begin(service.url);
  for (const page of pages) await openTable(page, game);
  // From then on each phone keeps the log.
  for (const page of pages) await engineHasGame(page);
  for (const points of [1, 2, 3, 4]) await pegElsewhere(game, 0, points, { deal: 1 });
  await backUp(service);
  for (const page of pages) await tryAgain(page);
  await pegAndAnswer(pages[0], 1, 6);
  for (let at = 0; at < 11; at += 1) await pegElsewhere(game, at % 2, 1 + (at % 3), { deal: 1, for: "play" });
  await dealElsewhere(game, 2);
  await pegAndAnswer(pages.at(-1), 1, 3);
  const hand = { for: "hand", cards: ["5H", "5S", "5D", "JC"], starter: "5C", deal: 2 };
  await pegElsewhere(game, 0, 29, hand);
  for (let at = 0; at < 11; at += 1) await pegElsewhere(game, at % 2, 2, { deal: 2, for: "play" });
  const pegs = await stored(game);
  expect(pegs).toHaveLength(29);
  for (const page of pages) await expect(scores(page)).toHaveText(SCORES);
  await restore(service);
  return { game, pegs };
}

test("What the service lost is sent again by one phone, once and by the same ids, when somebody says so @landing", async ({
  page,
  elsewhere,
  ownService,
}) => {
  const other = await elsewhere();
  const { game, pegs } = await loseTwentyFive(ownService, page, other);
  await Promise.all([tryAgain(page), tryAgain(other)]);
  await expect(question(page)).toContainText(LOST);
  await expect(question(other)).toContainText(LOST);
  // The phone sends nothing before a tap, also after a reload.
  await diskAnswers(page);
  await page.reload();
  await expect(question(page)).toContainText(LOST);
  expect(await stored(game)).toEqual(pegs.slice(0, 4));
  await answer(page, SEND);
  await expect(scores(page)).toHaveText(SCORES);
  await expect(question(page)).toBeHidden();
  await expect.poll(() => stored(game)).toEqual(pegs);
  expect((await call(game, "GET", "")).deal).toBe(2);
  await expect(question(other)).toBeHidden();
  await expect(scores(other)).toHaveText(SCORES);
  await other.reload();
  await expect(state(other)).toHaveText(LIVE);
  await expect(question(other)).toBeHidden();
});

test("A page that is left before the disk has its newest pegs offers them all when it comes back @landing", async ({
  page,
  ownService,
}) => {
  await page.addInitScript(dropRelaxedWrites);
  await loseTwentyFive(ownService, page);
  await tryAgain(page);
  await expect(question(page)).toContainText(LOST);
  await diskAnswers(page);
  await page.reload();
  await expect(question(page)).toContainText(LOST);
});

test("Two phones that send at once add each peg once, and complain of nothing", async ({
  page,
  elsewhere,
  ownService,
}) => {
  const other = await elsewhere();
  const { game, pegs } = await loseTwentyFive(ownService, page, other);
  await Promise.all([tryAgain(page), tryAgain(other)]);
  for (const phone of [page, other]) await expect(question(phone)).toContainText(LOST);
  await Promise.all([answer(page, SEND), answer(other, SEND)]);
  const byId = (one, two) => one.id.localeCompare(two.id);
  await expect.poll(async () => (await stored(game)).sort(byId)).toEqual(pegs.toSorted(byId));
  for (const phone of [page, other]) {
    await expect(scores(phone)).toHaveText(SCORES);
    await expect(state(phone)).toHaveText(LIVE);
    await expect(question(phone)).toBeHidden();
  }
  expect(await stored(game)).toHaveLength(29);
});

test("Where somebody has pegged since, the lost pegs are shown and not sent @landing", async ({ page, ownService }) => {
  const { game, pegs } = await loseTwentyFive(ownService, page);
  const since = await pegElsewhere(game, 1, 12);
  await tryAgain(page);
  await expect(question(page)).toHaveText(/^The service lost 25 pegs of this game\. The table has gone on since/);
  await expect(question(page).getByRole("button")).toHaveText(["See them", "Leave them"]);
  await answer(page, "See them");
  await expect(sheet(page).getByRole("listitem")).toHaveCount(25);
  await expect(sheet(page).getByRole("listitem").nth(13)).toHaveText("Us +29, hand");
  await sheet(page).getByRole("button", { name: "Back to the table" }).click();
  await answer(page, "Leave them");
  await expect(question(page)).toBeHidden();
  await page.reload();
  await expect(scores(page)).toHaveText(["10", "12"]);
  await expect(question(page)).toBeHidden();
  expect((await stored(game)).map(({ id }) => id)).toEqual([...pegs.slice(0, 4).map(({ id }) => id), since]);
});

test("A phone that only looks on is not asked, and what was left is not asked about again", async ({
  page,
  elsewhere,
  ownService,
}) => {
  const game = await begin(ownService.url);
  await openTable(page, game);
  const watcher = await elsewhere();
  await watcher.goto(`${ownService.url}/#/table?id=${game.id}`);
  await pegElsewhere(game, 0, 4);
  await expect(scores(watcher)).toHaveText(["4", "0"]);
  await backUp(ownService);
  await Promise.all([tryAgain(page), tryAgain(watcher)]);
  await pegAndAnswer(page, 1, 5);
  await expect(scores(watcher)).toHaveText(["4", "5"]);
  await restore(ownService);
  await Promise.all([tryAgain(page), tryAgain(watcher)]);
  await expect(question(page)).toHaveText(/^The service lost 1 peg of this game\. This phone has it\./);
  await expect(scores(watcher)).toHaveText(["4", "0"]);
  await answer(page, "Leave it");
  await expect(question(page)).toBeHidden();
  await page.reload();
  await expect(state(page)).toHaveText(LIVE);
  await pegAndAnswer(page, 1, 2);
  await expect(scores(watcher)).toHaveText(["4", "2"]);
  for (const phone of [page, watcher]) await expect(question(phone)).toBeHidden();
});

test("The coordinator reads which table's phone has more, until it has sent it @landing", async ({
  page,
  elsewhere,
  ownService,
}) => {
  const club = new Club(ownService.url);
  const { id, players } = await club.gathered(8);
  await club.draw(id);
  const { tables } = (await club.look(id)).rounds[0];
  const { token } = await club.join(id, { player_id: tables[1].sides[0].players[0].id });
  expect(players).toHaveLength(8);
  const game = { base: ownService.url, id: tables[1].game_id, token };
  const phone = await elsewhere();
  await phone.goto(link(game));
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await backUp(ownService);
  for (const points of [1, 2, 3]) await pegElsewhere(game, 0, points);
  await tryAgain(phone);
  await expect(scores(phone)).toHaveText(["6", "0"]);
  await restore(ownService);
  await tryAgain(phone);
  const words = "A phone at this table has 3 changes that the service lost. Open the table there to send them.";
  await expect(card(page, 2)).toContainText(words);
  await expect(card(page, 1)).not.toContainText("the service lost");
  await answer(phone, "Send the 3 pegs");
  await expect(card(page, 2)).not.toContainText("the service lost");
  await expect(card(page, 2).locator(".table-score").first()).toHaveText("6");
});

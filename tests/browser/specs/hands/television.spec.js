import { randomUUID } from "node:crypto";
import { AWAY } from "../../support/browser/service.js";
import { Hall } from "../../support/night/hall.js";
import { handOf, HIGH, POT } from "../../support/night/hands.js";
import { board, heading, turnUntil, TURN, TV } from "../../support/night/television.js";
import { expect, test } from "../../support/browser/test.js";

test.use({
  viewport: { width: 1280, height: 720 },
  tolerated: new RegExp(`${AWAY}|ERR_FAILED|status of 40[134]`),
});

const SOON = { timeout: 1500 };
const shownFor = 20_000;

// Opens the television, which then has the first state of the pots.
async function watch(page, base, query = "") {
  await page.clock.install();
  const answered = page.waitForResponse(/\/pots/);
  await page.goto(`${base}${TV}${query}`);
  await answered;
}

// A hall of four with pots, and its first round.
async function open(base, { isPublic = true } = {}) {
  const hall = await new Hall(base).open(4);
  if (isPublic) await hall.publish();
  const pots = [POT, HIGH].map((pot) => ({ id: randomUUID(), pot }));
  for (const { id, pot } of pots) await hall.call("PUT", `/pots/${id}`, pot);
  const ids = pots.map(({ id }) => id);
  for (const { id } of hall.players)
    await hall.call("PUT", `/nights/${hall.id}/entries/${id}`, { paid: true, pots: ids });
  const [table] = await hall.draw();
  return { hall, table };
}

async function enter({ hall, table }, side, points) {
  const [{ id, name }] = table.sides[side].players;
  const body = { player_id: id, game_id: table.game_id, ...handOf(points) };
  await hall.call("PUT", `/nights/${hall.id}/hands/${randomUUID()}`, body);
  return name;
}

test("A hand of 28 fills the television for twenty seconds with its cards and its player @landing", async ({
  page,
  ownService,
}) => {
  const night = await open(ownService.url);
  await enter(night, 1, 28);
  await watch(page, ownService.url);
  await expect(heading(page)).toHaveText("Round 1: where you sit");
  await page.clock.runFor(TURN);
  await expect(page.locator(".tv-hand")).toHaveCount(0);
  const name = await enter(night, 0, 29);
  await turnUntil(page, () => expect(heading(page)).toHaveText("A hand of 29!", SOON));
  await expect(page.locator(".tv-card")).toHaveCount(5);
  await expect(page.locator(".tv-hand .tv-name")).toHaveText(name);
  await page.clock.runFor(shownFor);
  await expect(heading(page)).toHaveText("Round 1: where you sit");
  await expect(page.locator(".tv-hand")).toHaveCount(0);
});

test("A claimed hand is on the television when the other side agrees, and not before", async ({ page, ownService }) => {
  const night = await open(ownService.url);
  const [[one], [other]] = night.table.sides.map(({ players }) => players);
  await watch(page, ownService.url);
  const path = `/nights/${night.hall.id}/hands/${randomUUID()}`;
  const join = async ({ id }) =>
    (await night.hall.call("POST", "/nights/join", { code: night.hall.code, player_id: id })).token;
  const { token } = night.hall;
  const as = async (phone, method, to, body) => {
    night.hall.token = phone;
    await night.hall.call(method, to, body);
    night.hall.token = token;
  };
  const told = page.waitForResponse(/\/pots/);
  await as(await join(one), "PUT", path, { player_id: one.id, game_id: night.table.game_id, ...handOf(28) });
  await page.clock.runFor(TURN);
  await told;
  await page.clock.runFor(TURN);
  await expect(page.locator(".tv-hand")).toHaveCount(0);
  await as(await join(other), "PUT", `${path}/witness`, { agrees: true, id: randomUUID() });
  await turnUntil(page, () => expect(page.locator(".tv-hand .tv-name")).toHaveText(one.name, SOON));
});

test("Between the rounds the television shows the pots with their amounts and holders", async ({
  page,
  ownService,
}) => {
  const night = await open(ownService.url);
  await watch(page, ownService.url);
  await expect(heading(page)).toHaveText("Round 1: where you sit");
  const name = await enter(night, 0, 24);
  await night.hall.results();
  await turnUntil(page, () => expect(heading(page)).toHaveText("In the pots tonight", SOON));
  await expect(page.locator(".tv-pot-amount")).toHaveText(["$4", "$4"]);
  await expect(page.locator(".tv-pot-holder")).toHaveText(["Nobody holds it yet", `${name}, 24`]);
  await expect(board(page)).not.toContainText("stake");
});

test("A television that sees no amounts shows the names of the pots and their holders", async ({
  page,
  ownService,
}) => {
  const night = await open(ownService.url, { isPublic: false });
  await watch(page, ownService.url, `?night=${night.hall.id}`);
  const name = await enter(night, 0, 24);
  await night.hall.results();
  await turnUntil(page, () => expect(heading(page)).toHaveText("In the pots tonight", SOON));
  await expect(page.locator(".tv-pot-amount")).toHaveCount(0);
  await expect(page.locator(".tv-pot-holder").last()).toHaveText(`${name}, 24`);
});

test("Without a pot the television has no such page", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).openPublic(4);
  await hall.draw();
  await hall.results();
  await watch(page, ownService.url);
  const titles = new Set();
  for (let turn = 0; turn < 6; turn += 1) {
    titles.add(await heading(page).textContent());
    await page.clock.runFor(TURN);
  }
  expect([...titles]).toContain("Standings after round 1");
  expect([...titles]).not.toContain("In the pots tonight");
});

test.describe("in French", () => {
  test.use({ locale: "fr-CA" });

  test("The television shows a hand of 28 and the pots", async ({ page, ownService }) => {
    const night = await open(ownService.url);
    await watch(page, ownService.url);
    await expect(heading(page)).toContainText("Ronde 1");
    await enter(night, 0, 28);
    await turnUntil(page, () => expect(heading(page)).toHaveText("Une main de 28!", SOON));
    await night.hall.results();
    await turnUntil(page, () => expect(heading(page)).toHaveText("Dans les cagnottes ce soir", SOON));
  });
});

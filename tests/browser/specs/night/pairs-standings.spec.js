import { randomUUID } from "node:crypto";
import { faults, overflow } from "../../support/browser/axe.js";
import { AWAY } from "../../support/browser/service.js";
import { ANN, Hall, joinAs } from "../../support/night/hall.js";
import { pairName, PAIRS, pairUp } from "../../support/night/pairs.js";
import { seen } from "../../support/night/singles.js";
import { heading, note, turnUntil, TV } from "../../support/night/television.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: new RegExp(`${AWAY}|ERR_FAILED|status of 4(0[134]|09|22)`) });

const TELEVISION = { viewport: { width: 1280, height: 720 } };
const SOON = { timeout: 1500 };
const LONG = [
  "Marie-Madeleine Gagné-Desrosiers",
  "Jean-François Desrochers-Bouchard",
  "Christophe-Alexandre Vaillancourt",
  "Anne-Élisabeth Charlebois-Tremblay",
  "Pierre-Emmanuel de la Durantaye",
  "Frédérique Châteauguay",
];
const seatLine = (page) => page.locator(".seat-line");

// A public night of fixed pairs whose players are paired in their order.
async function openPairs(url, count, more = {}) {
  const hall = await new Hall(url).openPublic(count, { ...PAIRS, ...more });
  const pairs = await pairUp((...asked) => hall.call(...asked), hall.id, hall.players);
  return { hall, names: pairs.map(({ name }) => name) };
}

// The words of these nodes that are broken over two lines; a word may break after its hyphen.
function brokenWords(nodes) {
  const broken = [];
  for (const node of nodes) {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement.checkVisibility()) continue;
      for (const { index, 0: word } of text.data.matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) broken.push(word);
      }
    }
  }
  return broken;
}

// The names of the pairs with their places, as the service ranks them.
async function ranked(hall) {
  const rows = await hall.standings();
  const mate = (row) => rows.findIndex(({ player_id: id }) => id === row.partner_id);
  return rows
    .filter((row, at) => mate(row) > at)
    .map((row) => ({ place: String(row.place), name: pairName([row, rows[mate(row)]]) }));
}

test("A pair is one line on the night, on other sites and on the television, with the pair's place @landing", async ({
  page,
  ownService,
  elsewhere,
}) => {
  const { hall } = await openPairs(ownService.url, 8);
  await joinAs(page, hall, ANN);
  await expect(seatLine(page)).toContainText("You play with Bob Baker tonight.");
  // Spreads that make no two totals alike.
  const losers = [120, 119, 117, 113, 105, 92];
  for (let round = 0; round < 3; round += 1)
    for (const table of await hall.draw()) await hall.result(table, losers.pop());
  const lines = await ranked(hall);
  expect(lines.length).toBe(4);

  await test.step("The card of a player", async () => {
    const own = lines.find(({ name }) => name.includes(ANN));
    await expect(page.locator(".my-lines .help [aria-hidden]")).toContainText(
      new RegExp(`Place ${own.place}( \\(shared\\))? of 4, with a total of`),
    );
    await expect(page.locator(".my-lines tbody tr").first()).toContainText("with Bob Baker");
  });

  await test.step("The night, in both languages", async () => {
    for (const locale of ["en-CA", "fr-CA"]) {
      const night = await elsewhere({ locale });
      await night.goto(`${hall.base}/#/night?id=${hall.id}`);
      await expect(night.locator(".standings tbody th")).toContainText(lines.map(({ name }) => name));
      await expect(night.locator(".standings tbody td:first-child")).toHaveText(lines.map(({ place }) => place));
      const sizes = [320, 390, 820].map((width) => ({ width, height: 720 }));
      expect(await faults(night, sizes)).toEqual({});
      await night.setViewportSize({ width: 816, height: 1056 });
      await night.emulateMedia({ media: "print" });
      expect(await overflow(night)).toBeLessThanOrEqual(0);
    }
  });

  await hall.finish();
  await test.step("The page for other sites", async () => {
    await page.goto(`${hall.base}/embed/night/${hall.id}`);
    await expect(page.locator("tbody th")).toHaveText(lines.map(({ name }) => name));
    await expect(page.locator("tbody td:first-child")).toHaveText(lines.map(({ place }) => place));
    expect(await faults(page, [{ width: 320, height: 720 }])).toEqual({});
  });

  await test.step("The television", async () => {
    const tv = await elsewhere(TELEVISION);
    await tv.goto(`${hall.base}${TV}?night=${hall.id}`);
    await expect(heading(tv)).toHaveText("Tonight’s podium");
    for (const name of lines[0].name.split(" + ")) await expect(tv.locator(".place-1")).toContainText(name);
    const parts = lines[3].name.split(" + ").map((name) => name.split(" "));
    const initials = parts.map(([given, family]) => `${given} ${family[0]}.`).join(" + ");
    const given = parts.map(([first]) => first).join(" + ");
    // The longest form that fits: never initials alone.
    const forms = [lines[3].name, initials, given].map((form) => form.replace("+", "\\+"));
    await expect(tv.locator("aside .tv-places li")).toHaveCount(1);
    await expect(tv.locator("aside .tv-name")).toHaveText(new RegExp(`^(${forms.join("|")})$`));
  });
});

test("A pair that sits out is named as a pair, and meets each pair once", async ({ page, ownService, elsewhere }) => {
  const { hall, names } = await openPairs(ownService.url, 6);
  await hall.draw();
  const { byes } = (await hall.call("GET", `/nights/${hall.id}`)).rounds[0];
  const out = pairName(byes);
  expect(names).toContain(out);
  await page.goto(`${hall.base}/#/night?id=${hall.id}`);
  await expect(page.locator(".sits-out")).toHaveText(`${out} sit out`);
  const french = await elsewhere({ locale: "fr-CA" });
  await french.goto(`${hall.base}/#/night?id=${hall.id}`);
  await expect(french.locator(".sits-out")).toHaveText(`${out} ne jouent pas cette ronde`);
  const tv = await elsewhere(TELEVISION);
  await tv.clock.install();
  await tv.goto(hall.base + TV);
  await expect(note(tv)).toHaveText(`${out} sit out`);
  await expect(tv.locator("#foot")).toHaveText("A dash means: no game in this round");
  const phone = await elsewhere();
  await joinAs(phone, hall, byes[0].name);
  await expect(seatLine(phone)).toHaveText("You sit out this round. You get the game back at the end.");
  await hall.results();
  await hall.draw();
  await hall.results();
  await hall.draw();
  await hall.results();
  await turnUntil(tv, () => expect(heading(tv)).toHaveText("Standings after round 3", SOON));
  const lines = await ranked(hall);
  await expect(tv.locator(".tv-places li")).toHaveCount(lines.length);
  // Three pairs meet in three rounds, so the round with games to make up repeats.
  await hall.draw();
  await page.goto(`${hall.base}/#/night?id=${hall.id}`);
  await page.reload();
  await expect(page.locator(".round-table .help").last()).toHaveText("These pairs have met tonight already.");
});

test("A prize of one partner says whose it is, and the television names a long pair that sits out", async ({
  page,
  ownService,
  elsewhere,
}) => {
  const hall = await new Hall(ownService.url).openPublic(0, PAIRS);
  for (const name of LONG) await hall.add(name);
  await pairUp((...asked) => hall.call(...asked), hall.id, hall.players);
  // The second partner of each pair has not paid.
  for (const { id } of hall.players.filter((_, at) => at % 2))
    await hall.call("PUT", `/nights/${hall.id}/entries/${id}`, { paid: false });
  await hall.draw();
  const tv = await elsewhere(TELEVISION);
  await tv.clock.install();
  await tv.goto(hall.base + TV);
  await expect(note(tv)).toHaveText(/^\S.* \+ .* sit out$/);
  const isCut = () => note(tv).evaluate((node) => node.scrollWidth > node.clientWidth);
  expect(await isCut()).toBe(false);
  const [table] = await hall.tables();
  await hall.peg(table, 0, 12);
  await turnUntil(tv, () => expect(heading(tv)).toHaveText("Round 1 of 3", SOON));
  await expect(note(tv)).toHaveText(/^1 playing · .* \+ .* sit out$/);
  expect(await isCut()).toBe(false);
  await hall.results();
  for (let round = 2; round <= 4; round += 1) {
    await hall.draw();
    await hall.results();
  }
  await hall.finish();
  for (const locale of ["en-CA", "fr-CA"]) {
    const night = await elsewhere({ locale, viewport: { width: 320, height: 604 } });
    await night.goto(`${hall.base}/#/night?id=${hall.id}`);
    const best = night.locator(".standings tbody tr").first();
    const { name, prize } = (await hall.standings()).find((row) => row.place === 1 && row.prize);
    expect(prize).toBeGreaterThan(0);
    const only = locale === "en-CA" ? `The prize is only for ${name}` : `Le prix est seulement pour ${name}`;
    await expect(best).toContainText(only);
    expect(await night.locator(".standings th.player").evaluateAll(brokenWords)).toEqual([]);
    expect(await overflow(night)).toBeLessThanOrEqual(0);
  }
  await page.goto(`${hall.base}/embed/night/${hall.id}`);
  await expect(page.locator("tbody th")).toHaveCount(3);
});

test("A substitute's card has the games that the pair played before, and a player without a partner reads it", async ({
  page,
  ownService,
  elsewhere,
}) => {
  const { hall } = await openPairs(ownService.url, 8);
  await hall.draw();
  await hall.results();
  const late = await hall.add("Kim King");
  const lone = await elsewhere();
  await joinAs(lone, hall, "Kim King");
  await expect(seatLine(lone)).toHaveText("You have no partner yet. Tell the coordinator who plays with you.");
  const { pairs } = await hall.call("GET", `/nights/${hall.id}`);
  const [{ id, players }] = pairs;
  await hall.call("DELETE", `/nights/${hall.id}/entries/${players[0].player_id}`);
  await hall.call("PUT", `/nights/${hall.id}/pairs/${id}`, {
    players: [{ player_id: late.id, stands_for: players[0].player_id }, { player_id: players[1].player_id }],
  });
  await hall.draw();
  await hall.results();
  await expect(lone.locator(".my-lines tbody tr").first()).toContainText("Ann Archer and Bob Baker played");
  await hall.call("DELETE", `/nights/${hall.id}/entries/${players[1].player_id}`);
  await hall.draw();
  await expect(seatLine(lone)).toHaveText(
    "Bob Baker has left, so your pair waits. Tell the coordinator who plays with you.",
  );
  await expect(lone.locator(".my-lines tbody tr").nth(1)).toContainText("with Bob Baker");
  await page.goto(`${hall.base}/#/night?id=${hall.id}`);
  const row = page.locator(".standings tbody tr", { hasText: "Kim King" });
  await expect(row.locator("th")).toContainText(/^(Kim King \+ Bob Baker|Bob Baker \+ Kim King)/);
  await expect(row).toContainText("Kim King plays for Ann Archer");
  await expect(lone.locator(".my-lines thead th").nth(1)).toHaveText("Where and with whom");
  await expect(lone.locator(".my-lines")).toContainText("This card counts for Ann Archer.");
  await expect(seen(row.locator(".total"))).toHaveText(/^\d\/\d\s[+−]\d+$/);
  await joinAs(page, hall, "Cy Cole");
  await expect(page.locator(".my-lines tbody tr").first()).toContainText("with Di Drew");
  await expect(page.locator(".my-lines")).not.toContainText("This card counts for");
});

test("A player who changes to another pair has the games of that pair on the card", async ({ page, ownService }) => {
  const { hall } = await openPairs(ownService.url, 8);
  await joinAs(page, hall, ANN);
  await hall.draw();
  await hall.results();
  const { pairs: before } = await hall.call("GET", `/nights/${hall.id}`);
  const [own, other] = before.map(({ id, players }) => ({ id, players: players.map(({ player_id: one }) => one) }));
  await hall.call("DELETE", `/nights/${hall.id}/pairs/${own.id}`);
  const pairs = { [other.id]: [own.players[0], other.players[1]], [randomUUID()]: [own.players[1], other.players[0]] };
  for (const [id, both] of Object.entries(pairs))
    await hall.call("PUT", `/nights/${hall.id}/pairs/${id}`, { players: both.map((one) => ({ player_id: one })) });
  const lines = page.locator(".my-lines tbody tr");
  await expect(lines.first()).toContainText("Cy Cole and Di Drew played");
  await hall.draw();
  await hall.results();
  await expect(lines.nth(1)).toContainText("with Di Drew");
});

for (const [locale, heads, whose] of [
  ["en-CA", ["Game", "Opponents", "Score", "Spread", "Points", "Initials"], "Pair"],
  ["fr-CA", ["Partie", "Adversaires", "Marque", "Écart", "Points", "Initiales"], "Équipe"],
]) {
  test.describe(locale, () => {
    test.use({ locale });

    test(`Blank cards of fixed pairs are one card a pair, in ${locale}`, async ({ page, ownService }) => {
      const { hall, names } = await openPairs(ownService.url, 8, { games_per_night: 9 });
      await page.goto(`${hall.base}/#/blank-cards?id=${hall.id}`);
      const written = page.locator(".blank-card .written-line");
      const card = page.locator(".blank-card").first();
      await expect(card).toContainText(`${whose} ${names[0]}`);
      await expect(card.locator("thead th")).toHaveText(heads);
      await expect(page.locator(".blank-card")).toHaveCount(6);
      const shown = (await written.allTextContents()).filter((text) => text.includes(" + "));
      expect(shown).toEqual(names);
      await page.setViewportSize({ width: 816, height: 1056 });
      await page.emulateMedia({ media: "print" });
      const cut = await page
        .locator(".blank-card")
        .evaluateAll((cards) => cards.filter((one) => one.scrollHeight > one.clientHeight + 1).length);
      expect(cut, "cards with more than fits").toBe(0);
    });
  });
}

import { dayFromNow } from "../../support/night/club.js";
import { sheet } from "../../support/game/scorer.js";
import { card, openAsCoordinator } from "../../support/night/night.js";
import { listed, pairName, PAIRS, pairUp } from "../../support/night/pairs.js";
import { seen } from "../../support/night/singles.js";
import { expect, foot, named, player, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const preview = (page) => sheet(page).locator(".preview li");
const lead = (page) => page.locator(".next .lead-words");
const tab = (page) => page.getByRole("radio", { name: /^Pairs/ });
const rows = (page) => page.locator(".night-standings tbody tr");
const dollars = (cents) => `$${cents / 100}`;

async function drawNext(page, n) {
  await expect(lead(page)).toHaveText(`Every table has finished round ${n - 1}.`);
  await named(page, `Draw round ${n}`).click();
  await named(page, `Draw round ${n} now`).click();
  await expect(foot(page)).toContainText(`Round ${n} is drawn`);
}

test("Ten play as fixed pairs from the check-in to the prizes, with a substitute in the middle @landing", async ({
  page,
  club,
}) => {
  const players = await club.members(11);
  const names = players.map(({ name }) => name);
  const [ann, bob, kim] = [names[0], names[1], names[10]];
  const { id } = await club.night({ date: dayFromNow(0), ...PAIRS });
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  const paid = (name) => page.getByRole("checkbox", { name: `${name} is here and has paid` });
  for (const name of names.slice(0, 10)) await paid(name).click();
  await page.locator(".count-row").getByRole("button", { name: "Pairs" }).click();
  await expect(tab(page)).toBeFocused();
  for (let at = 0; at < 8; at += 2) {
    await named(page, names[at]).click();
    await named(page, `Pair ${names[at]} and ${names[at + 1]}`).click();
  }
  await named(page, `Pair ${names[8]} and ${names[9]}`).click();
  await expect(listed(page)).toHaveCount(5);
  await expect.poll(async () => (await club.look(id)).pairs.length).toBe(5);

  await page.getByRole("link", { name: "Draw round 1" }).click();
  await expect(sheet(page)).toContainText("5 pairs are here: 2 tables of four.");
  await expect(preview(page)).toHaveText([
    /^\S+ \S+ \+ \S+ \S+ sit out\.$/,
    "3 games each take 4 rounds with these pairs.",
  ]);
  await named(page, "Draw round 1 now").click();
  await expect(page.locator(".table-card")).toHaveCount(2);
  const byes = pairName((await club.look(id)).rounds[0].byes);
  await expect(page.getByText(`${byes} sit out`, { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Waiting for a seat" })).toBeHidden();

  await test.step("A pair that is playing does not change", async () => {
    const { rounds } = await club.look(id);
    const [table] = rounds[0].tables;
    const playing = pairName(table.sides[0].players);
    await club.ask("PUT", `/games/${table.game_id}/pegs/${crypto.randomUUID()}`, { side: 0, points: 2, for: "other" });
    await page.getByRole("link", { name: "Check-in" }).click();
    await tab(page).check();
    await named(page, playing).click();
    await expect(sheet(page)).toContainText("This pair is playing at table 1. Change the pair after that game.");
    await expect(sheet(page).getByRole("button", { name: /comes in|Split/ })).toHaveCount(0);
    await page.keyboard.press("Escape");
  });

  await club.play(id, [[100], [99]]);
  await test.step("A substitute comes in for a player who has left", async () => {
    await page.getByRole("radio", { name: "Players" }).check();
    await player(page, `${ann} with ${bob}`).click();
    await paid(kim).click();
    await tab(page).check();
    await expect(page.locator(".pair-key", { hasText: ann })).toContainText(`${ann} has left, so the pair waits`);
    await named(page, `${ann} + ${bob} ${ann} has left, so the pair waits`).click();
    await named(page, `Somebody comes in for ${ann}`).click();
    await expect(sheet(page).getByRole("radio", { name: kim })).toBeChecked();
    await expect(sheet(page).getByRole("radio", { name: ann })).toBeChecked();
    await named(page, "Put the substitute in").click();
    await expect(foot(page)).toHaveText(`${kim} comes in for ${ann}.`);
    await expect(page.locator(".pair-key", { hasText: kim })).toContainText(`${kim} plays for ${ann}`);
    await expect
      .poll(async () => (await club.look(id)).pairs[0].players)
      .toMatchObject([
        { name: kim, stands_for: { name: ann } },
        { name: bob, stands_for: null },
      ]);
  });

  await page.getByRole("link", { name: "Tables", exact: true }).click();
  for (const n of [2, 3]) {
    await drawNext(page, n);
    await club.play(id, [[100 - n], [90 + n]]);
  }
  await expect(lead(page)).toHaveText(/^Every table has finished round 3\. \d players lack a game\.$/);
  await named(page, "Round 4: make the games up").click();
  await expect(preview(page).nth(1)).toHaveText(/^\d tables? of four\.$/);
  await expect(preview(page).nth(2)).toHaveText(
    /^\S+ \S+ \+ \S+ \S+ have all games and help: the game counts for the other pair alone\.$/,
  );
  await named(page, "Draw round 4 now").click();
  await expect(page.getByRole("heading", { name: "Round 4: games to make up" })).toBeVisible();
  await expect(card(page, 1)).toBeVisible();
  await club.play(id, [[80], [85], [86]]);
  await expect(lead(page)).toHaveText("Every table has finished round 4.");
  await named(page, "Finish the night").click();
  await sheet(page).getByRole("button", { name: "Finish the night" }).click();
  await expect.poll(async () => (await club.look(id)).status).toBe("finished");

  await page.getByRole("link", { name: "Go to standings and money" }).click();
  const { rows: all } = await club.ask("GET", `/nights/${id}/standings`);
  const mate = (row) => all.findIndex(({ player_id: one }) => one === row.partner_id);
  const pairs = all.filter((row, at) => mate(row) > at);
  expect(pairs.length).toBe(5);
  // A player who left after a game has a line without a card: the substitute has the pair's card.
  const alone = all.filter((row) => mate(row) < 0);
  expect(alone.map(({ name, total }) => [name, total])).toEqual(alone.map(() => [ann, null]));
  const lines = pairs.map((row) => pairName([row, all[mate(row)]]));
  await expect(rows(page).locator("th.player")).toContainText([...lines, ...alone.map(({ name }) => name)]);
  const none = alone.map(() => "");
  await expect(rows(page).locator("td:first-child")).toHaveText([...pairs.map(({ place }) => String(place)), ...none]);
  await expect(rows(page).filter({ hasText: kim })).toContainText(`${kim} plays for ${ann}`);
  const prizes = pairs.map(({ prize }) => (prize > 0 ? `${dollars(prize)} each` : ""));
  expect(prizes.filter(Boolean).length).toBeGreaterThan(0);
  await expect(rows(page).locator(".prize")).toHaveText([...prizes, ...none]);
  await expect(seen(rows(page).locator(".total"))).toHaveCount(5);
  // The money is handed out to each player.
  for (const { name } of all.filter(({ prize }) => prize > 0))
    await expect(page.locator(".settlement, .money-part").getByText(name).first()).toBeVisible();

  await test.step("After the finish the card can still be given to the substitute", async () => {
    await page.getByRole("link", { name: "Check-in" }).click();
    await tab(page).check();
    await page.locator(".pair-key", { hasText: kim }).click();
    await expect(sheet(page).getByRole("button")).toHaveCount(2);
    await named(page, `Count the card in the season for ${kim}`).click();
    await expect(foot(page)).toHaveText(`The card counts in the season for ${kim}.`);
    await expect.poll(async () => (await club.look(id)).pairs[0].players[0]).toMatchObject({ stands_for: null });
  });
});

test("The seats of whole pairs change places, and a split waits until the game is over", async ({ page, club }) => {
  const { id, players } = await (async () => {
    const members = await club.members(10);
    const night = await club.night({ date: dayFromNow(0), ...PAIRS });
    for (const one of members) await club.enter(night.id, one.id, { paid: true });
    return { id: night.id, players: members };
  })();
  await pairUp((...asked) => club.ask(...asked), id, players);
  await club.draw(id);
  const before = (await club.look(id)).rounds[0];
  const [one, other] = [before.tables[0].sides[0].players, before.byes];
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await card(page, 1)
    .getByRole("button", { name: /^Seats/ })
    .click();
  await sheet(page).getByRole("button", { name: one[0].name }).click();
  await expect(sheet(page).getByRole("button", { name: "Gets no seat" })).toHaveCount(0);
  await sheet(page).getByRole("button", { name: other[1].name }).click();
  await expect(preview(page).first()).toContainText("Table 1:");
  await named(page, "Change the seats").click();
  await expect(foot(page)).toContainText("The seats of table 1 are changed.");
  const after = (await club.look(id)).rounds[0];
  expect(pairName(after.tables[0].sides[0].players).split(" + ").sort()).toEqual(pairName(other).split(" + ").sort());
  await expect(page.getByText(`${pairName(after.byes)} sit out`)).toBeVisible();

  await page.getByRole("link", { name: "Check-in" }).click();
  await tab(page).check();
  await listed(page).filter({ hasText: other[0].name }).click();
  await expect(sheet(page)).toContainText("This pair sits at table 1. Split the pair after that game.");
  await expect(named(page, "Split this pair")).toHaveCount(0);
  await expect(named(page, `Somebody comes in for ${other[0].name}`)).toBeVisible();
});

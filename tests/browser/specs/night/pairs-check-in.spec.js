import { dayFromNow, goSignedIn } from "../../support/night/club.js";
import { faults } from "../../support/browser/axe.js";
import { sheet } from "../../support/game/scorer.js";
import { openAsCoordinator } from "../../support/night/night.js";
import { listed, pairName, PAIRS, pairsPart, pairUp } from "../../support/night/pairs.js";
import { count, expect, foot, named, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const tab = (page) => page.getByRole("radio", { name: /^(Pairs|Équipes)/ });
const singles = (page) => pairsPart(page).locator(".seat-key");
const namesOf = (pairs) => pairs.map(({ players }) => pairName(players));

// A night of fixed pairs with `count` players who are here and have no partner.
async function waitingNight(club, count, more = {}) {
  const players = await club.members(count);
  const { id } = await club.night({ date: dayFromNow(0), ...PAIRS, ...more });
  for (const player of players) await club.enter(id, player.id, { paid: true });
  return { id, players };
}

test("Two taps on the night's page choose fixed pairs, and the way back has the league's own number of games", async ({
  page,
  club,
}) => {
  const league = await club.ask("GET", "/league");
  await club.ask("PUT", "/league", { name: league.name, games_per_night: 6 });
  const { id } = await club.gathered(4);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await page.getByText("More for tonight").click();
  await page.getByRole("radio", { name: "Fixed pairs" }).check();
  await expect
    .poll(() => club.look(id))
    .toMatchObject({ format: "fixed_pairs", card: "game_points", games_per_night: 9 });
  await expect(page.locator(".formats")).toContainText("Two partners stay together all night");
  await expect(page.locator(".lead-words")).toHaveText("It takes two pairs to play. Pair the players at the check-in.");
  await page.getByRole("link", { name: "Go to the pairs" }).click();
  await expect(tab(page)).toBeChecked();
  await expect(singles(page)).toHaveCount(4);
  await page.getByRole("link", { name: "Tables", exact: true }).click();
  await page.getByText("More for tonight").click();
  await page.getByRole("radio", { name: "Pairs that change" }).check();
  await expect
    .poll(() => club.look(id))
    .toMatchObject({ format: "doubles_movement", card: "points_short", games_per_night: 6 });
  await club.ask("PUT", "/league", { name: league.name, format: "singles_rotation", games_per_night: 7 });
  await page.getByRole("radio", { name: "Fixed pairs" }).check();
  await expect.poll(async () => (await club.look(id)).games_per_night).toBe(9);
  await page.getByRole("radio", { name: "Pairs that change" }).check();
  await expect.poll(async () => (await club.look(id)).games_per_night).toBe(4);
});

test("A pair takes two taps, the last pair one, and Undo splits it @landing", async ({ page, club }) => {
  const { id, players } = await waitingNight(club, 4);
  const [ann, bob, cy, di] = players.map(({ name }) => name);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(count(page)).toHaveText("4 here · all paid · 4 without a partner");
  await expect(page.locator(".presence", { hasText: ann })).toContainText("no partner yet");
  await tab(page).check();
  await expect(page.getByRole("heading", { name: "4 players without a partner" })).toBeVisible();
  await named(page, ann).click();
  await expect(named(page, ann)).toHaveAttribute("aria-pressed", "true");
  await expect(pairsPart(page)).toContainText(`Now tap the partner of ${ann}.`);
  await named(page, `Pair ${ann} and ${bob}`).click();
  await expect(listed(page)).toHaveText([`${ann} + ${bob}`]);
  await expect(foot(page)).toHaveText(`${ann} + ${bob} play together.`);
  await expect(singles(page)).toHaveText([cy, di]);
  await expect.poll(async () => namesOf((await club.look(id)).pairs)).toEqual([`${ann} + ${bob}`]);

  await pairsPart(page)
    .locator(".primary", { hasText: `Pair ${cy} and ${di}` })
    .click();
  await expect(listed(page)).toHaveText([`${ann} + ${bob}`, `${cy} + ${di}`]);
  await expect(count(page)).toHaveText("4 here · all paid · 1 table of four");
  await expect(page.getByRole("link", { name: "Draw round 1" })).toBeVisible();
  await named(page, "Undo").click();
  await expect(listed(page)).toHaveText([`${ann} + ${bob}`]);
  await expect.poll(async () => (await club.look(id)).pairs.length).toBe(1);

  await named(page, `${ann} + ${bob}`).click();
  await sheet(page).getByRole("button", { name: "Split this pair" }).click();
  await expect(listed(page)).toHaveCount(0);
  await expect.poll(async () => (await club.look(id)).pairs).toEqual([]);
  await named(page, "Undo").click();
  await expect(listed(page)).toHaveText([`${ann} + ${bob}`]);
  await page.getByRole("radio", { name: "Players" }).check();
  await expect(page.getByRole("button", { name: `${ann} with ${bob}` })).toBeVisible();
});

test("One tap pairs everybody as last time, if both are here without a partner", async ({ page, club }) => {
  const players = await club.members(9);
  const names = players.map(({ name }) => name);
  const last = await club.night({ date: dayFromNow(-7), ...PAIRS });
  for (const player of players.slice(0, 8)) await club.enter(last.id, player.id, { paid: true });
  await pairUp((...asked) => club.ask(...asked), last.id, players.slice(0, 8));
  await club.draw(last.id);
  await club.play(last.id, [[100], [90]]);
  await club.ask("POST", `/nights/${last.id}/finish`, { void_open_games: true });
  // A newer night of another format has no pairs to repeat.
  const other = await club.night({ date: dayFromNow(-3) });
  for (const player of players.slice(0, 4)) await club.enter(other.id, player.id, { paid: true });
  await club.draw(other.id);
  await club.ask("POST", `/nights/${other.id}/finish`, { void_open_games: true });

  const { id } = await club.night({ date: dayFromNow(0), ...PAIRS });
  // One player of the last pair is away, and one player of the first pair has another partner.
  for (const player of players.filter((_, at) => at !== 7)) await club.enter(id, player.id, { paid: true });
  await pairUp((...asked) => club.ask(...asked), id, [players[0], players[8]]);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await tab(page).check();
  await named(page, "As last time (2 pairs)").click();
  const first = `${names[0]} + ${names[8]}`;
  const again = [`${names[2]} + ${names[3]}`, `${names[4]} + ${names[5]}`];
  await expect(listed(page)).toHaveText([first, ...again]);
  await expect(foot(page)).toHaveText("2 pairs play together as last time.");
  await expect.poll(async () => namesOf((await club.look(id)).pairs)).toEqual([first, ...again]);
  await expect(page.getByRole("button", { name: /^As last time/ })).toBeHidden();
  await named(page, "Undo").click();
  await expect.poll(async () => namesOf((await club.look(id)).pairs)).toEqual([first]);
});

test("Before the draw it says who has no partner", async ({ page, club }) => {
  const { id, players } = await waitingNight(club, 6);
  const [one, other] = players.slice(4).map(({ name }) => name);
  await pairUp((...asked) => club.ask(...asked), id, players.slice(0, 4));
  await openAsCoordinator(page, club, `tables?id=${id}`);
  const words = `${one} and ${other} have no partner here, and are not drawn.`;
  await expect(page.locator(".lead-words")).toHaveText(`2 pairs are here: 1 table of four. ${words}`);
  await named(page, "Draw the first round: 4 players").click();
  await expect(sheet(page)).toContainText(words);
  await named(page, "Draw round 1 now").click();
  await expect(page.locator(".table-card")).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Waiting for a seat" })).toHaveText(words);
  const [table] = (await club.look(id)).rounds[0].tables;
  expect(namesOf(table.sides).sort()).toEqual(
    [players.slice(0, 2), players.slice(2, 4)].map((pair) => pairName(pair)).sort(),
  );
});

test("Before the draw many players without a partner are counted, and the pairs are a tap away", async ({
  page,
  club,
}) => {
  const { id, players } = await waitingNight(club, 9);
  await pairUp((...asked) => club.ask(...asked), id, players.slice(0, 4));
  await openAsCoordinator(page, club, `tables?id=${id}`);
  const words = "5 players have no partner here, and are not drawn.";
  await expect(page.locator(".lead-words")).toHaveText(`2 pairs are here: 1 table of four. ${words}`);
  await named(page, "Draw the first round: 4 players").click();
  await expect(sheet(page)).toContainText(words);
  await named(page, "Not now").click();
  await page.getByRole("link", { name: "Go to the pairs" }).click();
  await expect(page.getByRole("heading", { name: "5 players without a partner" })).toBeVisible();
});

test("The pairs count one number of players without a partner, also if the partner has left", async ({
  page,
  club,
}) => {
  const { id, players } = await waitingNight(club, 5);
  await pairUp((...asked) => club.ask(...asked), id, players.slice(0, 4));
  await club.draw(id);
  await club.play(id, [[100]]);
  await club.ask("DELETE", `/nights/${id}/entries/${players[0].id}`);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await tab(page).check();
  await expect(page.getByRole("radio", { name: "Pairs: 2 wait" })).toBeChecked();
  await expect(page.getByRole("heading", { name: "2 players without a partner" })).toBeVisible();
  await expect(count(page)).toHaveText("4 here · all paid · 2 without a partner");
  await expect(pairsPart(page).locator(".help").first()).toHaveText(
    `${players[4].name} waits until another player comes. The partner of ${players[1].name} has left: tap the pair below.`,
  );
});

test("A card can count for somebody who never came, and again for an absent player after a mistake", async ({
  page,
  club,
}) => {
  const players = await club.members(5);
  const { id } = await club.night({ date: dayFromNow(0), ...PAIRS });
  for (const player of players.slice(0, 4)) await club.enter(id, player.id, { paid: true });
  await pairUp((...asked) => club.ask(...asked), id, players.slice(0, 4));
  const absent = players[4];
  const [ann, bob] = players.map(({ name }) => name);
  const standsFor = async () =>
    (await club.look(id)).pairs[0].players.map(({ stands_for: other }) => other?.name ?? null);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await tab(page).check();
  const giveAway = async () => {
    await listed(page).first().click();
    await named(page, `${bob} is a substitute`).click();
    const owner = sheet(page).getByLabel("For whom does the card count in the season?");
    await expect(owner.getByRole("option", { name: ann })).toHaveCount(0);
    await owner.selectOption(absent.name);
    await named(page, "Save").click();
    await expect(foot(page)).toHaveText(`The card counts in the season for ${absent.name}.`);
    await expect.poll(standsFor).toEqual([null, absent.name]);
  };
  await giveAway();
  await listed(page).first().click();
  await named(page, `Count the card in the season for ${bob}`).click();
  await expect.poll(standsFor).toEqual([null, null]);
  await giveAway();
  await named(page, "Undo").click();
  await expect.poll(standsFor).toEqual([null, null]);

  await club.draw(id);
  await club.play(id, [[100]]);
  await club.ask("POST", `/nights/${id}/finish`, {});
  await giveAway();
});

test("The door sees the pairs of a finished night, and corrects none", async ({ page, club }) => {
  const { id, players } = await waitingNight(club, 4);
  await pairUp((...asked) => club.ask(...asked), id, players);
  await club.draw(id);
  await club.play(id, [[100]]);
  await club.ask("POST", "/representatives", { name: "Rita", password: "wednesday night", role: "door" });
  await goSignedIn(page, club.base, `check-in?id=${id}&pairs=1`, { name: "Rita", password: "wednesday night" });
  await expect(page.locator(".pair-key:enabled")).toHaveCount(2);
  await club.ask("POST", `/nights/${id}/finish`, {});
  await expect(page.locator(".pair-key:disabled")).toHaveCount(2);
});

test("Without a network pairs are made and split, and are sent later", async ({ page, club, context }) => {
  const { id, players } = await waitingNight(club, 4);
  const [ann, bob] = players.map(({ name }) => name);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await tab(page).check();
  await expect(singles(page)).toHaveCount(4);
  await context.setOffline(true);
  await named(page, ann).click();
  await named(page, `Pair ${ann} and ${bob}`).click();
  await expect(listed(page)).toHaveText([`${ann} + ${bob}`]);
  await expect(singles(page)).toHaveCount(2);
  expect((await club.look(id)).pairs).toEqual([]);
  await context.setOffline(false);
  await expect.poll(async () => namesOf((await club.look(id)).pairs)).toEqual([`${ann} + ${bob}`]);
});

test("A helper at the door pairs players, and a player in another pair is refused", async ({ page, club }) => {
  const { id, players } = await waitingNight(club, 4);
  const [ann, bob, cy] = players.map(({ name }) => name);
  await club.ask("POST", "/representatives", { name: "Rita", password: "wednesday night", role: "door" });
  await goSignedIn(page, club.base, `check-in?id=${id}`, { name: "Rita", password: "wednesday night" });
  await tab(page).check();
  await named(page, ann).click();
  // Somebody else pairs two of them at the same moment.
  let isPaired = false;
  await page.route("**/pairs/*", async (route) => {
    if (!isPaired) await pairUp((...asked) => club.ask(...asked), id, [players[1], players[2]]);
    isPaired = true;
    await route.continue();
  });
  await named(page, `Pair ${ann} and ${bob}`).click();
  await expect(foot(page)).toContainText(
    `Nothing was changed: ${bob} left meanwhile, plays in another pair, or has a substitute.`,
  );
  await expect(listed(page)).toHaveText([`${bob} + ${cy}`]);
});

for (const [locale, words] of [
  ["en-CA", { pair: "Pair", help: "Tap two players who play together.", list: "3 pairs", back: "Players" }],
  ["fr-CA", { pair: "Associer", help: "Touchez deux personnes", list: "3 équipes", back: "Joueurs" }],
]) {
  test.describe(locale, () => {
    test.use({ locale });

    test(`The pairs fit a narrow phone, and keys alone make one, in ${locale}`, async ({ page, club }) => {
      const { id, players } = await waitingNight(club, 9);
      await pairUp((...asked) => club.ask(...asked), id, players.slice(0, 6));
      await openAsCoordinator(page, club, `check-in?id=${id}`);
      await tab(page).check();
      await expect(pairsPart(page)).toContainText(words.help);
      await expect(pairsPart(page).getByRole("heading", { name: words.list })).toBeVisible();
      const sizes = [320, 390, 820, 1280].map((width) => ({ width, height: 568 }));
      expect(await faults(page, sizes)).toEqual({});
      const keys = pairsPart(page).locator("button:visible");
      for (const box of await keys.evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().height)))
        expect(box).toBeGreaterThanOrEqual(44);
      await page.setViewportSize({ width: 320, height: 568 });
      const [one, other] = players.slice(6).map(({ name }) => name);
      await named(page, one).focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await expect(page.locator(":focus")).toHaveAttribute(
        "aria-label",
        new RegExp(`^${words.pair} ${one} .* ${other}$`),
      );
      await page.keyboard.press("Space");
      await expect(listed(page)).toHaveCount(4);
      await listed(page).first().click();
      await expect(sheet(page)).toContainText(players[0].name);
      expect(await faults(page, sizes.slice(0, 2))).toEqual({});
      await page.keyboard.press("Escape");
      await page.getByRole("radio", { name: words.back }).check();
      await expect(page.locator(".attendee")).toHaveCount(9);
      expect(await faults(page, sizes.slice(0, 2))).toEqual({});
    });
  });
}

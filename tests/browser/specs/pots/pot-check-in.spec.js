import { overflow, smallTargets, violations } from "../../support/browser/axe.js";
import { goOffline, sheet } from "../../support/game/scorer.js";
import { goSignedIn } from "../../support/night/club.js";
import { openAsCoordinator } from "../../support/night/night.js";
import { addPot } from "../../support/night/pots.js";
import { count, expect, foot, named, player, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const row = (page, name) => page.locator(".attendee", { hasText: name });
const fee = (page, name) => row(page, name).locator(".fee-key");
const menu = (page, name) => row(page, name).locator(".more-key");
const account = async (club, name) =>
  (await club.ask("GET", "/ledger/players")).players.find((one) => one.name === name);
const entry = async (club, id, name) => (await club.look(id)).entries.find((one) => one.name === name);
const payAhead = (club, { id }, amount) =>
  club.ask("PUT", `/ledger/${crypto.randomUUID()}`, { from: "outside", to: "credit", amount, player_id: id });
const inPots = async (club) => (await club.ask("GET", "/pots")).pots.map(({ balance }) => balance);

/** A night with two pots for everybody. */
async function withPots(club) {
  const players = await club.members(3);
  const pots = [await addPot(club, "High hand", "high"), await addPot(club, "28 and 29", "two")];
  const { id } = await club.night();
  // The service sorts the pots of an entry by id.
  return { id, players, two: pots[1].id, pots: pots.map((pot) => pot.id).sort() };
}

for (const words of [
  {
    language: "English",
    locale: "en-CA",
    key: "here + $12",
    here: "Ann Archer is here and has paid $12: $10, High hand $1, 28 and 29 $1.",
    paid: "paid $12",
    credit: "Bob Baker is here and has paid $12: $10, High hand $1, 28 and 29 $1 from the credit: $28 left.",
    undo: "Undo",
  },
  {
    language: "Français",
    locale: "fr-CA",
    key: "là + 12 $",
    here: "Ann Archer est là et a payé 12 $ : 10 $, High hand 1 $, 28 and 29 1 $.",
    paid: "12 $ payés",
    credit: "Bob Baker est là et a payé 12 $ : 10 $, High hand 1 $, 28 and 29 1 $ avec son avance : reste 28 $.",
    undo: "Annuler",
  },
]) {
  test.describe(`In ${words.language}`, () => {
    test.use({ locale: words.locale });

    test("one tap is here and paid with two pots, in cash or by credit @landing", async ({ page, club }) => {
      const { id, players, pots } = await withPots(club);
      await payAhead(club, players[1], 4000);
      await openAsCoordinator(page, club, `check-in?id=${id}`);
      await expect(fee(page, "Ann Archer")).toHaveText(words.key);
      await fee(page, "Ann Archer").click();
      await expect(foot(page)).toHaveText(words.here);
      await expect(fee(page, "Ann Archer")).toHaveText(words.paid);
      await expect.poll(() => entry(club, id, "Ann Archer")).toMatchObject({ paid: true, pots });
      await fee(page, "Bob Baker").click();
      await expect(foot(page)).toHaveText(words.credit);
      await expect.poll(() => entry(club, id, "Bob Baker")).toMatchObject({ paid: true, pots });
      expect(await account(club, "Bob Baker")).toMatchObject({ credit: 2800 });
      expect(await inPots(club)).toEqual([200, 200]);
      await named(page, words.undo).click();
      await expect.poll(() => account(club, "Bob Baker")).toMatchObject({ credit: 4000 });
      await expect.poll(() => entry(club, id, "Bob Baker")).toBeUndefined();
      expect(await inPots(club)).toEqual([100, 100]);
    });
  });
}

test("Undo takes the stakes of a tap by mistake back in cash, and the fee’s tick takes them back too", async ({
  page,
  club,
}) => {
  const { id, pots } = await withPots(club);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await fee(page, "Ann Archer").click();
  await expect.poll(() => inPots(club)).toEqual([100, 100]);
  await named(page, "Undo").click();
  await expect.poll(() => entry(club, id, "Ann Archer")).toBeUndefined();
  expect([await inPots(club), (await club.ask("GET", "/ledger")).credits]).toEqual([[0, 0], 0]);
  await fee(page, "Ann Archer").click();
  await expect(fee(page, "Ann Archer")).toHaveText("paid $12");
  await fee(page, "Ann Archer").click();
  await expect(foot(page)).toHaveText("Ann Archer has not paid.");
  await expect.poll(() => entry(club, id, "Ann Archer")).toMatchObject({ paid: false, pots: [] });
  await named(page, "Undo").click();
  await expect.poll(() => entry(club, id, "Ann Archer")).toMatchObject({ paid: true, pots });
  // The stakes of a player who goes before the first game become credit.
  await player(page, "Ann Archer").click();
  await expect(foot(page)).toHaveText("Ann Archer is not here. The stakes are credit now: $2.");
  await expect.poll(() => account(club, "Ann Archer")).toMatchObject({ credit: 200 });
  await named(page, "Undo").click();
  await expect.poll(() => entry(club, id, "Ann Archer")).toMatchObject({ paid: true, pots });
  expect([await inPots(club), (await club.ask("GET", "/ledger")).credits]).toEqual([[100, 100], 0]);
});

test("The menu of a row leaves somebody in or out of each pot", async ({ page, club }) => {
  const { id, two } = await withPots(club);
  const extra = await addPot(club, "24s", "high", { everyone: false, stake: 50 });
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await menu(page, "Ann Archer").click();
  await sheet(page).getByLabel("High hand $1").uncheck();
  await named(sheet(page), "Pays $11").click();
  await expect(foot(page)).toHaveText("Ann Archer is here and has paid $11: $10, 28 and 29 $1.");
  await expect(row(page, "Ann Archer")).toContainText("not in High hand");
  await expect.poll(() => entry(club, id, "Ann Archer")).toMatchObject({ paid: true, pots: [two] });
  await menu(page, "Ann Archer").click();
  await expect(sheet(page).getByRole("button", { name: /^(Pays|Gets)/ })).toHaveCount(0);
  await sheet(page).getByLabel("28 and 29 $1").uncheck();
  await sheet(page).getByLabel("24s $0.50").check();
  await page.screenshot({ path: test.info().outputPath("menu.png") });
  await named(sheet(page), "Pays $0.50, gets $1 back").click();
  await expect(row(page, "Ann Archer")).toContainText("in 24s · not in High hand and 28 and 29");
  await expect.poll(() => entry(club, id, "Ann Archer")).toMatchObject({ pots: [extra.id] });
  await named(page, "Undo").click();
  await expect.poll(() => entry(club, id, "Ann Archer")).toMatchObject({ pots: [two] });
  expect((await club.ask("GET", "/ledger")).credits).toBe(0);
});

test("Credit that covers the fee alone pays the fee, and the stakes are cash", async ({ page, club }) => {
  const { id, players, pots } = await withPots(club);
  await payAhead(club, players[0], 1000);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(row(page, "Ann Archer")).toContainText("$10 ahead");
  await fee(page, "Ann Archer").click();
  await expect(foot(page)).toHaveText(
    "Ann Archer is here and has paid $10 from the credit: $0 left. In cash: High hand $1, 28 and 29 $1.",
  );
  await expect.poll(() => entry(club, id, "Ann Archer")).toMatchObject({ paid: true, pots });
  expect(await inPots(club)).toEqual([100, 100]);
  await named(page, "Undo").click();
  await expect.poll(() => entry(club, id, "Ann Archer")).toBeUndefined();
  expect(await account(club, "Ann Archer")).toMatchObject({ credit: 1000 });
  expect(await inPots(club)).toEqual([0, 0]);
});

test("Without a network the row shows the stakes, which are sent once; credit that was used elsewhere pays nothing @landing", async ({
  page,
  context,
  club,
}) => {
  const { id, players, pots } = await withPots(club);
  await payAhead(club, players[1], 1200);
  const { id: other } = await club.night({ date: "2026-02-04" });
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(row(page, "Bob Baker")).toContainText("$12 ahead");
  await goOffline(page);
  await fee(page, "Ann Archer").click();
  await fee(page, "Bob Baker").click();
  await expect(fee(page, "Ann Archer")).toHaveText("paid $12");
  await expect(count(page)).toHaveText("2 here · all paid · 1 table of two");
  await club.enter(other, players[1].id, { paid: true, with: "credit" });
  await context.setOffline(false);
  await expect(foot(page)).toHaveText("Bob Baker’s credit was used elsewhere: $12 to pay.");
  await expect(fee(page, "Bob Baker")).toHaveText("owes $12");
  expect(await entry(club, id, "Ann Archer")).toMatchObject({ paid: true, pots });
  expect(await entry(club, id, "Bob Baker")).toMatchObject({ paid: false, pots: [], left: false });
  expect(await inPots(club)).toEqual([100, 100]);
});

test("A fee from before, tonight’s fee and two pots are two taps for a helper at the door", async ({ page, club }) => {
  const { id: before } = await club.gathered(4, 1);
  await club.draw(before);
  await club.play(before, [[100]]);
  await addPot(club, "High hand", "high");
  const { id } = await club.night({ date: "2026-02-04" });
  await club.ask("POST", "/representatives", { name: "Lou", password: "fifteen-six", role: "door" });
  await goSignedIn(page, club.base, `check-in?id=${id}`, { name: "Lou", password: "fifteen-six" });
  await fee(page, "Di Dubé").click();
  await named(sheet(page), "Pays $21").click();
  await expect(foot(page)).toHaveText("Di Dubé has paid $21.");
  await expect.poll(() => inPots(club)).toEqual([100]);
});

test("If another device has changed the entry meanwhile, the question names the pots", async ({ page, club }) => {
  const { id, players } = await withPots(club);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await goOffline(page);
  await fee(page, "Ann Archer").click();
  await club.enter(id, players[0].id, { paid: false });
  await page.context().setOffline(false);
  await expect(sheet(page)).toContainText("has paid and in 2 pots");
  await sheet(page).locator("button.primary").click();
  await expect.poll(() => inPots(club)).toEqual([100, 100]);
});

test("Without an active pot nothing of the check-in is different", async ({ page, club }) => {
  await club.members(2);
  const pot = await addPot(club, "High hand", "high");
  await club.ask("PUT", `/pots/${pot.id}`, { name: "High hand", stake: 100, pays: pot.pays, active: false });
  const { id } = await club.night();
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(fee(page, "Ann Archer")).toHaveText("here + $10");
  await fee(page, "Ann Archer").click();
  await expect(foot(page)).toHaveText("Ann Archer is here and has paid $10.");
  await menu(page, "Ann Archer").click();
  await expect(sheet(page).getByRole("heading")).toHaveText("Ann Archer pays ahead");
  await expect(sheet(page).getByRole("checkbox")).toHaveCount(0);
});

for (const [width, height] of [
  [390, 664],
  [360, 604],
  [320, 604],
  [664, 390],
  [1280, 800],
]) {
  test(`At ${width} px the rows and the menu with pots fit`, async ({ page, club }) => {
    await page.setViewportSize({ width, height });
    const { id, players } = await withPots(club);
    await addPot(club, "Four of a kind on the last night of the month", "four", { everyone: false });
    await payAhead(club, players[1], 4000);
    await openAsCoordinator(page, club, `check-in?id=${id}`);
    for (const language of ["en", "fr"]) {
      if (language === "fr") await page.getByRole("button", { name: "Français" }).click();
      await fee(page, "Ann Archer").waitFor();
      if (language === "en") {
        await fee(page, "Ann Archer").click();
        await expect(fee(page, "Ann Archer")).toHaveText("paid $12");
        await fee(page, "Bob Baker").click();
      }
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: test.info().outputPath(`rows-${language}-${colorScheme}.png`) });
        expect([await overflow(page), await violations(page)]).toEqual([0, []]);
      }
      expect(await smallTargets(page, ".attendee :is(button, label)")).toEqual([]);
      await menu(page, "Cy Côté").click();
      await page.screenshot({ path: test.info().outputPath(`menu-${language}.png`) });
      expect([await overflow(page), await violations(page)]).toEqual([0, []]);
      expect(await smallTargets(page, ".sheet :is(button, .pot-ticks label)")).toEqual([]);
      await page.keyboard.press("Escape");
      await page.emulateMedia({ colorScheme: "light" });
    }
  });
}

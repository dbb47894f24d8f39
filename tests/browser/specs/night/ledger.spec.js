import { overflow, smallTargets, violations } from "../../support/browser/axe.js";
import { goOffline, sheet } from "../../support/game/scorer.js";
import { goSignedIn } from "../../support/night/club.js";
import { openAsCoordinator } from "../../support/night/night.js";
import { count, expect, foot, named, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const row = (page, name) => page.locator(".attendee", { hasText: name });
const fee = (page, name) => row(page, name).locator(".fee-key");
const menu = (page, name) => row(page, name).locator(".more-key");
const account = async (club, name) =>
  (await club.ask("GET", "/ledger/players")).players.find((one) => one.name === name);
const entry = async (club, id, name) => (await club.look(id)).entries.find((one) => one.name === name);
const payAhead = (club, player, amount) =>
  club.ask("PUT", `/ledger/${crypto.randomUUID()}`, { from: "outside", to: "credit", amount, player_id: player.id });

/** A night of four whose last player owes the fee, and the next night. */
async function withDebt(club) {
  const { id: before, players } = await club.gathered(4, 1);
  await club.draw(before);
  await club.play(before, [[100]]);
  const { id } = await club.night({ date: "2026-02-04" });
  return { before, id, players };
}

for (const words of [
  {
    language: "English",
    locale: "en-CA",
    key: "$40",
    ahead: "Ann Archer has $40 ahead.",
    here: "Ann Archer is here and has paid $10 from the credit: $30 left.",
    paid: "paid · $30 left",
    undo: "Undo",
  },
  {
    language: "Français",
    locale: "fr-CA",
    key: "40 $",
    ahead: "Ann Archer a 40 $ d’avance.",
    here: "Ann Archer est là et a payé 10 $ avec son avance : reste 30 $.",
    paid: "payé · reste 30 $",
    undo: "Annuler",
  },
]) {
  test.describe(`In ${words.language}`, () => {
    test.use({ locale: words.locale });

    test("a player pays ahead in two taps, and the credit pays the fee in the usual tap @landing", async ({
      page,
      club,
    }) => {
      await club.members(2);
      const { id } = await club.night();
      await openAsCoordinator(page, club, `check-in?id=${id}`);
      await menu(page, "Ann Archer").click();
      await named(sheet(page), words.key).click();
      await expect(foot(page)).toHaveText(words.ahead);
      await expect.poll(() => account(club, "Ann Archer")).toMatchObject({ credit: 4000 });
      await fee(page, "Ann Archer").click();
      await expect(foot(page)).toHaveText(words.here);
      await expect(fee(page, "Ann Archer")).toHaveText(words.paid);
      await expect.poll(() => account(club, "Ann Archer")).toMatchObject({ credit: 3000 });
      await named(page, words.undo).click();
      await expect.poll(() => account(club, "Ann Archer")).toMatchObject({ credit: 4000 });
      await expect.poll(() => entry(club, id, "Ann Archer")).toBeUndefined();
    });
  });
}

test("Money that was paid ahead is taken back with Undo, and any amount can be typed", async ({ page, club }) => {
  await club.members(2);
  const { id } = await club.night();
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await menu(page, "Bob Baker").click();
  await page.getByLabel("Another amount, in dollars").fill("12.50");
  await page.getByLabel("Another amount, in dollars").press("Enter");
  await expect(foot(page)).toHaveText("Bob Baker has $12.50 ahead.");
  await expect(row(page, "Bob Baker")).toContainText("$12.50 ahead");
  await expect.poll(() => account(club, "Bob Baker")).toMatchObject({ credit: 1250 });
  const { entries } = await club.ask("GET", `/ledger?night_id=${id}`);
  expect(entries).toMatchObject([{ from: "outside", to: "credit", amount: 1250, name: "Bob Baker" }]);
  await named(page, "Undo").click();
  await expect.poll(() => account(club, "Bob Baker")).toBeUndefined();
  await expect(row(page, "Bob Baker")).not.toContainText("ahead");
  // Credit pays a fee only whole.
  await payAhead(club, (await club.ask("GET", "/players")).players[0], 500);
  await page.reload();
  await expect(row(page, "Ann Archer")).toContainText("$5 ahead");
  await row(page, "Ann Archer").locator(".presence").click();
  await expect(fee(page, "Ann Archer")).toHaveText("owes $10");
});

test("A check-in by credit waits without a network; if the credit was used elsewhere the player is here and owes @landing", async ({
  page,
  context,
  club,
}) => {
  const [ann] = await club.members(2);
  await payAhead(club, ann, 1000);
  const { id } = await club.night();
  const { id: other } = await club.night({ date: "2026-02-04" });
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(row(page, "Ann Archer")).toContainText("$10 ahead");
  await goOffline(page);
  await fee(page, "Ann Archer").click();
  await expect(count(page)).toHaveText("1 here · all paid");
  await club.enter(other, ann.id, { paid: true, with: "credit" });
  await context.setOffline(false);
  await expect(foot(page)).toHaveText("Ann Archer’s credit was used elsewhere: $10 to pay.");
  await expect(fee(page, "Ann Archer")).toHaveText("owes $10");
  expect(await entry(club, id, "Ann Archer")).toMatchObject({ paid: false, left: false });
});

test("A check-in by credit without a network is sent once when it is back", async ({ page, context, club }) => {
  const [ann] = await club.members(2);
  await payAhead(club, ann, 2500);
  const { id } = await club.night();
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(row(page, "Ann Archer")).toContainText("$25 ahead");
  await goOffline(page);
  await fee(page, "Ann Archer").click();
  await menu(page, "Bob Baker").click();
  await named(sheet(page), "$20").click();
  await expect(row(page, "Bob Baker")).toContainText("$20 ahead");
  await expect(fee(page, "Ann Archer")).toHaveText("paid · $15 left");
  await context.setOffline(false);
  await expect.poll(() => account(club, "Bob Baker")).toMatchObject({ credit: 2000 });
  expect(await account(club, "Ann Archer")).toMatchObject({ credit: 1500 });
  expect(await entry(club, id, "Ann Archer")).toMatchObject({ paid: true });
  expect((await club.ask("GET", "/ledger")).entries).toHaveLength(3);
});

test("A fee from before is paid with tonight’s in two taps, by a helper at the door @landing", async ({
  page,
  club,
}) => {
  const { before, id } = await withDebt(club);
  await club.ask("POST", "/representatives", { name: "Lou", password: "fifteen-six", role: "door" });
  await goSignedIn(page, club.base, `check-in?id=${id}`, { name: "Lou", password: "fifteen-six" });
  await expect(row(page, "Di Dubé")).toContainText("owes $10 from Jan 28");
  // The helper sees no prize that somebody is to get.
  await expect(page.locator("main")).not.toContainText("to get");
  await fee(page, "Di Dubé").click();
  expect(await violations(page)).toEqual([]);
  await named(sheet(page), "Pays $20").click();
  await expect(foot(page)).toHaveText("Di Dubé has paid $20.");
  await expect(row(page, "Di Dubé")).not.toContainText("Jan 28");
  await expect.poll(() => entry(club, before, "Di Dubé")).toMatchObject({ paid: true });
  expect(await entry(club, id, "Di Dubé")).toMatchObject({ paid: true, left: false });
  await named(page, "Undo").click();
  await expect(row(page, "Di Dubé")).toContainText("owes $10 from Jan 28");
  await expect.poll(() => entry(club, before, "Di Dubé")).toMatchObject({ paid: false });
  await expect.poll(() => entry(club, id, "Di Dubé")).toBeUndefined();
  await fee(page, "Di Dubé").click();
  await named(sheet(page), "Later").click();
  await expect(fee(page, "Di Dubé")).toHaveText("owes $10");
  await fee(page, "Di Dubé").click();
  await named(sheet(page), "Pays tonight’s $10").click();
  await expect(fee(page, "Di Dubé")).toHaveText("paid $10");
  await menu(page, "Di Dubé").click();
  await named(sheet(page), "Pays $10 from Jan 28").click();
  await expect(foot(page)).toHaveText("Di Dubé has paid $10 from Jan 28.");
  await expect.poll(() => account(club, "Di Dubé")).toBeUndefined();
});

test("The list of a service without a ledger has no credit and no error", async ({ page, club }) => {
  await club.members(2);
  const { id } = await club.night();
  await page.route("**/ledger/players", (route) =>
    route.fulfill({
      status: 404,
      contentType: "application/problem+json",
      body: JSON.stringify({ type: "/problems/not-found", title: "There is nothing here", status: 404 }),
    }),
  );
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await fee(page, "Ann Archer").click();
  await expect(foot(page)).toHaveText("Ann Archer is here and has paid $10.");
  await expect(page.locator(".more-key:visible")).toHaveCount(0);
});

for (const width of [390, 360, 320, 664]) {
  test(`At ${width} px a row holds the name, the fee and the menu`, async ({ page, club }) => {
    await page.setViewportSize({ width, height: width > 600 ? 360 : 604 });
    const { id, players } = await withDebt(club);
    await payAhead(club, players[0], 4000);
    await club.ask("POST", "/players", { name: "Marie-Claude Desrochers-Tremblay" });
    await openAsCoordinator(page, club, `check-in?id=${id}`);
    await expect(row(page, "Ann Archer")).toContainText("$40 ahead");
    await fee(page, "Ann Archer").click();
    await expect(fee(page, "Ann Archer")).toHaveText("paid · $30 left");
    expect((await row(page, "Bob Baker").boundingBox()).height).toBeLessThan(64);
    await page.screenshot({ path: test.info().outputPath(`check-in-${width}.png`) });
    expect([
      await overflow(page),
      await smallTargets(page, ".attendee :is(button, label)"),
      await violations(page),
    ]).toEqual([0, [], []]);
    await menu(page, "Di Dubé").click();
    await page.screenshot({ path: test.info().outputPath(`menu-${width}.png`) });
    expect([await overflow(page), await violations(page)]).toEqual([0, []]);
  });
}

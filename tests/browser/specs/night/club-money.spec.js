import { overflow, smallTargets, violations } from "../../support/browser/axe.js";
import { sheet } from "../../support/game/scorer.js";
import { dayFromNow, goSignedIn } from "../../support/night/club.js";
import { openAsCoordinator } from "../../support/night/night.js";
import { expect, foot, named, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 }, acceptDownloads: true });

const account = async (club, name) =>
  (await club.ask("GET", "/ledger/players")).players.find((one) => one.name === name);
const post = (club, posting) => club.ask("PUT", `/ledger/${crypto.randomUUID()}`, posting);
const payAhead = (club, { id }, amount) => post(club, { from: "outside", to: "credit", amount, player_id: id });
const line = (page, name) => page.locator(".accounts li", { hasText: name });
const posting = (page, words) => page.locator(".postings li", { hasText: words });

/** A night of four: the first player has paid ahead, and the last player owes the fee. */
async function clubWithMoney(club) {
  const { id, players } = await club.gathered(4, 1);
  await club.draw(id);
  await club.play(id, [[100]]);
  await payAhead(club, players[0], 4000);
  return { id, players };
}

test("The night’s Money leads to all debts in two taps, and a name to the statement @landing", async ({
  page,
  club,
}) => {
  const { id } = await clubWithMoney(club);
  await openAsCoordinator(page, club, `phones?id=${id}`);
  await page.getByRole("link", { name: "Money", exact: true }).click();
  await page.getByRole("link", { name: "Players", exact: true }).click();
  await expect(line(page, "Di Dubé")).toContainText("owes $10 from Jan 28");
  await expect(line(page, "Ann Archer")).toContainText("$40 ahead");
  await line(page, "Ann Archer").getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Ann Archer" })).toBeVisible();
  await expect(page.locator(".statement-lines tbody tr")).toHaveText([/Paid ahead\$40\$40$/]);
  await page.locator("summary", { hasText: "Give back" }).click();
  await page.locator("details[open]").getByLabel("Amount in dollars").fill("50");
  await named(page, "Give back").click();
  await expect(page.getByText("The most is $40.")).toBeVisible();
  await page.locator("details[open]").getByLabel("Amount in dollars").fill("12.50");
  await named(page, "Give back").click();
  await expect(page.getByText("$12.50 is given back to Ann Archer.")).toBeVisible();
  await expect(page.locator(".statement-lines tbody tr").last()).toHaveText(/Given back−\$12\.50\$27\.50$/);
  await page.locator("summary", { hasText: "Receive" }).click();
  await page.locator("details[open]").getByLabel("Amount in dollars").fill("2,50");
  await named(page, "Receive").click();
  await expect(page.getByText("Ann Archer has paid $2.50 ahead.")).toBeVisible();
  expect(await account(club, "Ann Archer")).toMatchObject({ credit: 3000 });
  // A reload shows the same statement.
  await page.reload();
  await expect(page.locator(".statement-lines tbody tr")).toHaveCount(3);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".statement-lines")).toBeVisible();
  await expect(page.locator(".print-head")).toContainText("Statement");
  await expect(page.locator("main button:visible, main summary:visible, main a:visible")).toHaveCount(0);
});

test("The box is counted, and the difference is written off with a reason @landing", async ({ page, club }) => {
  await clubWithMoney(club);
  await goSignedIn(page, club.base, "coordinator");
  await page.getByRole("link", { name: "Club money" }).click();
  await page.getByRole("link", { name: "The box" }).click();
  const { box } = await club.ask("GET", "/ledger");
  expect(box).toBe(7000);
  await expect(page.getByRole("heading", { name: "There should be $70 in the box" })).toBeVisible();
  await page.getByLabel("In the box now, in dollars").fill("70");
  await named(page, "Compare").click();
  await expect(page.getByText("The count is right.")).toBeVisible();
  await page.getByLabel("In the box now, in dollars").fill("72.50");
  await expect(page.getByText("The count is right.")).toBeHidden();
  await named(page, "Compare").click();
  await expect(page.getByText("There is $2.50 more than there should be.")).toBeVisible();
  await named(page, "Write off $2.50").click();
  await expect(page.getByRole("heading", { name: "There should be $72.50 in the box" })).toBeVisible();
  await expect(posting(page, "Brought in: Activities")).toContainText("Count of the box");
  await page.getByLabel("In the box now, in dollars").fill("72");
  await named(page, "Compare").click();
  await expect(page.getByText("$0.50 is missing.")).toBeVisible();
  await named(page, "Write off $0.50").click();
  await expect(page.getByRole("heading", { name: "There should be $72 in the box" })).toBeVisible();
  const { entries } = await club.ask("GET", "/ledger");
  expect(entries.slice(-2)).toMatchObject([
    { from: "outside", to: "activities", amount: 250, reason: "Count of the box" },
    { from: "activities", to: "outside", amount: 50, reason: "Count of the box" },
  ]);
});

test("Money is brought in and taken out, and a posting is taken back", async ({ page, club }) => {
  const { id, players } = await clubWithMoney(club);
  await club.enter(id, players[3].id, {});
  await payAhead(club, players[3], 1000);
  await club.enter(id, players[3].id, { paid: true, with: "credit" });
  await goSignedIn(page, club.base, "ledger?part=box");
  await page.getByLabel("Fund").selectOption("Supplies");
  await page.getByLabel("Amount in dollars").fill("20");
  await page.getByLabel("Reason").fill("From the sponsor");
  await named(page, "Note it").click();
  await expect(page.getByText("$20 is brought in.")).toBeVisible();
  await expect(page.locator(".adds-up tr", { hasText: "Supplies" })).toContainText("$2");
  await page.getByRole("radio", { name: "Take out" }).check();
  await page.getByLabel("Fund").selectOption("Prize fund of the season");
  await page.getByLabel("Amount in dollars").fill("20");
  await page.getByLabel("Reason").fill("Trophy");
  await named(page, "Note it").click();
  await expect(page.getByText("There is not enough money left for that.")).toBeVisible();
  // The fee of a night is taken back at the night.
  await expect(posting(page, "Fee, paid from the credit").getByRole("button")).toHaveCount(0);
  await named(page, "Undo: Paid ahead: Di Dubé").click();
  await named(sheet(page), "Take it back").click();
  await expect(page.getByText("There is not enough money left for that.").last()).toBeVisible();
  await named(page, "Undo: Brought in: Supplies").click();
  await named(sheet(page), "Take it back").click();
  await expect(page.getByText("Taken back: Brought in: Supplies, $20.")).toBeVisible();
  await expect(posting(page, "Brought in: Supplies")).toContainText("taken back");
  const download = page.waitForEvent("download");
  await named(page, "Save all postings (CSV)").click();
  expect((await download).suggestedFilename()).toMatch(/^club-money-.*\.csv$/);
});

test("A helper at the door has no way to the club’s money", async ({ page, club }) => {
  await club.ask("POST", "/representatives", { name: "Lou", password: "fifteen-six", role: "door" });
  await goSignedIn(page, club.base, "coordinator", { name: "Lou", password: "fifteen-six" });
  await expect(page.getByRole("link", { name: "Club money" })).toHaveCount(0);
});

test("A prize goes to the credit by the second key of its sheet, and Undo takes it back @landing", async ({
  page,
  club,
}) => {
  const players = await club.members(4);
  const { id } = await club.night({ games_per_night: 1 });
  for (const player of players) await club.enter(id, player.id, { paid: true });
  await club.draw(id);
  await club.play(id, [[100]]);
  await club.ask("POST", `/nights/${id}/finish`, {});
  const { open } = await club.ask("GET", `/nights/${id}/money`);
  const { player_id: winner, amount } = open.find(({ what }) => what === "prize");
  const { name } = players.find((player) => player.id === winner);
  const dollars = `$${amount % 100 === 0 ? amount / 100 : (amount / 100).toFixed(2)}`;
  await openAsCoordinator(page, club, `money?id=${id}`);
  await named(page, `Another amount: ${name}`).click();
  await page.screenshot({ path: test.info().outputPath("to-credit.png") });
  await named(sheet(page), `To credit: ${dollars}`).click();
  await expect(foot(page)).toHaveText(`${name} has ${dollars} more ahead.`);
  await expect.poll(() => account(club, name)).toMatchObject({ credit: amount, to_get: 0 });
  await named(page, "Undo").click();
  await expect.poll(() => account(club, name)).toMatchObject({ credit: 0, to_get: amount });
});

test("A cancelled night asks once where the fees go, and the first key is the credit @landing", async ({
  page,
  club,
}) => {
  const [ann, bob] = await club.members(3);
  const { id } = await club.night({ date: dayFromNow(3) });
  for (const { id: player } of [ann, bob]) await club.enter(id, player, { paid: true });
  await goSignedIn(page, club.base, `cancel?id=${id}`);
  await page.getByLabel("Reason").fill("Snow");
  await named(page, "Cancel the night").click();
  await expect(sheet(page)).toContainText("2 players have paid");
  await page.screenshot({ path: test.info().outputPath("fees.png") });
  // A sheet that is closed cancels nothing.
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toHaveCount(0);
  expect((await club.look(id)).status).not.toBe("cancelled");
  await named(page, "Cancel the night").click();
  await named(sheet(page), "To credit").click();
  await expect(page.getByText("Cancelled: Snow")).toBeVisible();
  expect([await account(club, ann.name), await account(club, bob.name)]).toMatchObject([
    { credit: 1000 },
    { credit: 1000 },
  ]);
});

for (const [key, credits] of [
  ["Hand it back: $40", { box: 0, activities: 0 }],
  ["To activities", { box: 4000, activities: 4000 }],
]) {
  test(`A player with credit is forgotten after “${key}”`, async ({ page, club }) => {
    const [ann] = await club.members(2);
    await payAhead(club, ann, 4000);
    await goSignedIn(page, club.base, "players");
    await page.getByRole("button", { name: /^Ann Archer/ }).click();
    await named(sheet(page), "Forget this player…").click();
    await named(page, "Forget for good").click();
    const asked = page.getByRole("dialog", { name: "Ann Archer has $40 ahead" });
    await page.screenshot({ path: test.info().outputPath("forget.png") });
    await named(asked, key).click();
    await expect(page.getByRole("button", { name: /^Ann Archer/ })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Bob Baker/ })).toBeVisible();
    expect((await club.ask("GET", "/players")).players.map(({ name }) => name)).toEqual(["Bob Baker"]);
    expect(await club.ask("GET", "/ledger")).toMatchObject({ credits: 0, ...credits });
  });
}

for (const [width, height] of [
  [390, 664],
  [320, 604],
  [664, 390],
  [1280, 800],
]) {
  test(`At ${width} px players, a statement and the box fit`, async ({ page, club }) => {
    await page.setViewportSize({ width, height });
    const { id, players } = await clubWithMoney(club);
    await club.enter(id, players[0].id, { paid: false });
    await club.enter(id, players[0].id, { paid: true, with: "credit" });
    const long = await club.ask("POST", "/players", { name: "Marie-Claude Desrochers-Tremblay" });
    await payAhead(club, long, 99_999);
    await post(club, { from: "outside", to: "prize_fund", amount: 30_000, reason: "Opening balance of the season" });
    await goSignedIn(page, club.base, "ledger?part=players");
    for (const [view, shown] of [
      ["part=players", ".accounts"],
      [`player=${players[0].id}`, ".statement-lines"],
      ["part=box", ".postings"],
    ]) {
      await page.goto(`${club.base}/#/ledger?${view}`);
      await page.locator(shown).first().waitFor();
      for (const language of ["en", "fr"]) {
        if (language === "fr") await page.getByRole("button", { name: "Français" }).click();
        await page.locator(shown).first().waitFor();
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme });
          const name = `${view.replaceAll(/\W|\d/g, "").slice(0, 8)}-${language}-${colorScheme}.png`;
          await page.screenshot({ path: test.info().outputPath(name), fullPage: true });
          expect([Math.max(0, await overflow(page)), await violations(page)], name).toEqual([0, []]);
        }
        await page.emulateMedia({ colorScheme: "light" });
      }
      expect(await smallTargets(page, "main :is(a, button, input, select, summary)")).toEqual([]);
      await page.getByRole("button", { name: "English" }).click();
    }
  });
}

import { overflow, smallTargets, violations } from "../../support/browser/axe.js";
import { sheet } from "../../support/game/scorer.js";
import { goSignedIn } from "../../support/night/club.js";
import { openAsCoordinator } from "../../support/night/night.js";
import { addPot, bringIn, finish, hold } from "../../support/night/pots.js";
import { expect, foot, named, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const card = (page, words) => page.locator(".pot-card", { hasText: words });
const ofNight = (club, id) => club.ask("GET", `/nights/${id}/pots`);
const box = (club) => club.ask("GET", "/ledger");

/** A night of four whose players are all in these pots, with the first round drawn. */
async function played(club, pots) {
  const players = await club.members(4);
  const { id } = await club.night({ games_per_night: 1 });
  for (const player of players) await club.enter(id, player.id, { paid: true, pots: pots.map((pot) => pot.id) });
  await club.draw(id);
  return { id, players };
}

for (const words of [
  {
    language: "English",
    locale: "en-CA",
    pay: "Pay Ann Archer $70.50",
    half: "$70.50",
    paid: "Ann Archer got $70.50 in cash.",
    undo: "Undo",
  },
  {
    language: "Français",
    locale: "fr-CA",
    pay: "Payer Ann Archer : 70,50 $",
    half: "70,50 $",
    paid: "Ann Archer : 70,50 $ comptant.",
    undo: "Annuler",
  },
]) {
  test.describe(`In ${words.language}`, () => {
    test.use({ locale: words.locale });

    test("the leader of a pot is paid in two taps, and Undo takes it back @landing", async ({ page, club }) => {
      const pot = await addPot(club, "28 and 29", "two");
      await bringIn(club, pot, 13_700);
      const { id, players } = await played(club, [pot]);
      await hold(club, id, players[0], 28);
      await openAsCoordinator(page, club, `money?id=${id}`);
      await expect(card(page, "28 and 29").locator(".pot-head")).toContainText("141");
      await expect(card(page, "28 and 29")).toContainText(words.half);
      await expect(card(page, "28 and 29").getByRole("button")).toHaveCount(0);
      await finish(club, id);
      await named(page, words.pay).click();
      await expect(sheet(page).locator(".small-cards .face")).toHaveCount(5);
      expect(await violations(page)).toEqual([]);
      await page.screenshot({ path: test.info().outputPath("pay.png") });
      await named(sheet(page), words.pay).click();
      await expect(foot(page)).toHaveText(words.paid);
      await expect(card(page, "28 and 29").locator(".pot-head")).toContainText(words.half);
      expect((await ofNight(club, id)).pots).toMatchObject([
        { balance: 7050, paid: { winners: [{ name: "Ann Archer", amount: 7050, to: "cash", stands: true }] } },
      ]);
      await named(page, words.undo).click();
      await expect(named(page, words.pay)).toBeVisible();
      expect(await box(club)).toMatchObject({ pots: 14_100 });
    });
  });
}

test("A pot goes to the credit with the keyboard, and is taken back with a reason", async ({ page, club }) => {
  const pot = await addPot(club, "High hand", "high");
  const { id, players } = await played(club, [pot]);
  await hold(club, id, players[1], 24);
  await finish(club, id);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await named(page, "Pay Bob Baker $4").focus();
  await page.keyboard.press("Enter");
  await expect(sheet(page).getByRole("heading")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await expect(named(sheet(page), "Pay Bob Baker $4")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(foot(page)).toHaveText("Bob Baker got $4 as credit.");
  expect(await box(club)).toMatchObject({ pots: 0, credits: 400 });
  await expect(card(page, "High hand")).toContainText("Bob Baker got $4 as credit.");
  await named(page, "Take back").click();
  await sheet(page).getByLabel("Reason").fill("The hand was a 20");
  await named(sheet(page), "Take back").click();
  await expect(foot(page)).toHaveText("The payment is taken back: High hand.");
  await expect(named(page, "Pay Bob Baker $4")).toBeVisible();
  expect(await box(club)).toMatchObject({ pots: 400, credits: 0 });
  const winners = [{ player_id: players[1].id, to: "credit" }];
  await club.ask("PUT", `/nights/${id}/pots/${pot.id}/win`, { id: crypto.randomUUID(), winners });
  await page.goto(`${club.base}/#/ledger?player=${players[1].id}`);
  await expect(page.locator(".statement-lines tbody tr").last()).toContainText("Won: High hand");
});

test("Two leaders share to the cent, and what is left stays", async ({ page, club }) => {
  const pot = await addPot(club, "High hand", "high");
  await bringIn(club, pot, 101);
  const { id, players } = await played(club, [pot]);
  await hold(club, id, players[0], 20);
  await hold(club, id, players[2], 20);
  await finish(club, id);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await named(page, "Pay Ann Archer and Cy Côté $2.50 each").click();
  await named(sheet(page), "Pay Ann Archer and Cy Côté $2.50 each").click();
  await expect(foot(page)).toHaveText("Ann Archer and Cy Côté got $2.50 each in cash.");
  expect(await box(club)).toMatchObject({ pots: 1 });
});

test("Players who cut are asked about, and so is a pot whose winner is named", async ({ page, club }) => {
  const cut = await addPot(club, "High hand", "high", { among: "cut" });
  const other = await addPot(club, "Best hat", "named");
  const { id, players } = await played(club, [cut, other]);
  await hold(club, id, players[0], 20);
  await hold(club, id, players[3], 20);
  await finish(club, id);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await named(page, "The players cut: who won?").click();
  await expect(sheet(page).locator(".pay-keys button")).toHaveText(["Ann Archer", "Di Dubé"]);
  await page.screenshot({ path: test.info().outputPath("cut.png") });
  await named(sheet(page), "Di Dubé").click();
  await named(sheet(page), "Pay Di Dubé $4").click();
  await expect(foot(page)).toHaveText("Di Dubé got $4 in cash.");
  await named(page, "Who won?").click();
  await sheet(page).getByLabel("Bob Baker").check();
  await sheet(page).getByLabel("Cy Côté").check();
  await named(sheet(page), "Next").click();
  await named(sheet(page), "Pay Bob Baker and Cy Côté $2 each").click();
  await expect(foot(page)).toHaveText("Bob Baker and Cy Côté got $2 each in cash.");
  const { pots } = await ofNight(club, id);
  expect(pots.map(({ paid }) => paid.winners.map(({ name }) => name))).toEqual([["Di Dubé"], ["Bob Baker", "Cy Côté"]]);
});

test("A claim of a phone is settled, and a pegged hand without a player gets one", async ({ page, club }) => {
  const pot = await addPot(club, "28 and 29", "two");
  const { id, players } = await played(club, [pot]);
  const { rounds } = await club.look(id);
  const { sides, game_id: game } = rounds[0].tables[0];
  const { token } = await club.join(id, { player_id: players[0].id });
  const claim = { player_id: players[0].id, game_id: game, cards: ["5H", "5D", "5S", "KC"], starter: "5C" };
  const response = await fetch(`${club.base}/api/v1/nights/${id}/hands/${crypto.randomUUID()}`, {
    method: "PUT",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify(claim),
  });
  expect(response.status).toBe(201);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(card(page, "Ann Archer claims a hand")).toContainText("The other side has not answered yet.");
  await page.screenshot({ path: test.info().outputPath("claim.png") });
  await named(page, "Not so").click();
  await expect(card(page, "Ann Archer claims a hand")).toContainText("The other side says no.");
  await named(page, "It is right").click();
  await expect(card(page, "Ann Archer claims a hand")).toHaveCount(0);
  await expect(card(page, "28 and 29")).toContainText("Ann Archer: hand of 28, round 1, table 1");
  // A peg with its cards says the side, and not the player.
  const side = sides.findIndex(({ players: own }) => own.some((one) => one.id !== players[0].id));
  const peg = { side, points: 29, for: "hand", cards: ["5H", "5D", "5S", "JC"], starter: "5C" };
  await club.ask("PUT", `/games/${game}/pegs/${crypto.randomUUID()}`, peg);
  await finish(club, id);
  const names = sides[side].players.map(({ name }) => name);
  await expect(page.getByRole("heading", { name: `Whose hand? ${names.join(" or ")}` })).toBeVisible();
  await named(page, names[1]).click();
  await expect(named(page, `Pay ${names[1]} $4`)).toBeVisible();
});

test("A winner whose hand is taken back has money to return", async ({ page, club }) => {
  const pot = await addPot(club, "High hand", "high");
  const { id, players } = await played(club, [pot]);
  const { hands } = await hold(club, id, players[0], 24);
  await hold(club, id, players[1], 20);
  await finish(club, id);
  await club.ask("PUT", `/nights/${id}/pots/${pot.id}/win`, { id: crypto.randomUUID() });
  await club.ask("DELETE", `/nights/${id}/hands/${hands[0].id}`);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(card(page, "High hand")).toContainText("Ann Archer has $4 to return.");
});

test("A month: Ann pays four fees ahead, and wins the jackpot in the fourth week @landing", async ({ page, club }) => {
  const pot = await addPot(club, "28 and 29", "two");
  const players = await club.members(4);
  await club.ask("PUT", `/ledger/${crypto.randomUUID()}`, {
    ...{ from: "outside", to: "credit", amount: 4800, player_id: players[0].id },
  });
  for (const date of ["2026-01-07", "2026-01-14", "2026-01-21"]) {
    const { id } = await club.night({ date, games_per_night: 1 });
    const noted = { paid: true, pots: [pot.id] };
    for (const [at, { id: player }] of players.entries())
      await club.enter(id, player, at === 0 ? { ...noted, with: "credit" } : noted);
    await club.draw(id);
    await finish(club, id);
  }
  const { id } = await club.night({ games_per_night: 1 });
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  const row = (name) => page.locator(".attendee", { hasText: name });
  await expect(row("Ann Archer")).toContainText("$15 ahead");
  for (const { name } of players) await row(name).locator(".fee-key").click();
  await expect(row("Ann Archer").locator(".fee-key")).toHaveText("paid · $4 left");
  await expect.poll(async () => (await ofNight(club, id)).pots[0].balance).toBe(1600);
  await page.getByRole("link", { name: "Draw round 1" }).click();
  await named(page, "Draw round 1 now").click();
  await expect.poll(async () => (await club.look(id)).rounds.length).toBe(1);
  await hold(club, id, players[0], 28);
  await finish(club, id);
  await page.getByRole("link", { name: "Money", exact: true }).click();
  await expect(card(page, "28 and 29")).toContainText("$12 from before · $4 tonight · 4 players at $1");
  await named(page, "Pay Ann Archer $8").click();
  await named(sheet(page), "Pay Ann Archer $8").click();
  await expect(card(page, "28 and 29")).toContainText("Ann Archer got $8 in cash.");
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => document.documentElement.classList.add("prints-sheet"));
  await expect(page.locator(".sheet-pots tbody tr")).toHaveText("28 and 29$12$4Ann Archer $8$8");
  await expect(page.locator(".sheet-pots")).toBeVisible();
  await page.screenshot({ path: test.info().outputPath("sheet.png"), fullPage: true });
  expect(await box(club)).toMatchObject({ pots: 800, credits: 400 });
});

for (const [width, height] of [
  [390, 664],
  [360, 604],
  [320, 604],
  [664, 390],
  [1280, 800],
]) {
  test(`At ${width} px the cards of the pots fit`, async ({ page, club }) => {
    await page.setViewportSize({ width, height });
    const two = await addPot(club, "28 and 29", "two");
    const high = await addPot(club, "The highest hand of Wednesday", "high");
    const four = await addPot(club, "Four of a kind", "four", { among: "cut" });
    await bringIn(club, two, 13_700);
    const { id, players } = await played(club, [two, high, four]);
    await hold(club, id, players[0], 28);
    await hold(club, id, players[1], 28);
    await finish(club, id);
    await club.ask("PUT", `/nights/${id}/pots/${two.id}/win`, { id: crypto.randomUUID() });
    await openAsCoordinator(page, club, `money?id=${id}`);
    for (const language of ["en", "fr"]) {
      if (language === "fr") await page.getByRole("button", { name: "Français" }).click();
      await page.locator(".pot-card").first().waitFor();
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        const path = test.info().outputPath(`cards-${language}-${colorScheme}.png`);
        await page.screenshot({ path, fullPage: true });
        expect([await overflow(page), await violations(page)]).toEqual([0, []]);
      }
      expect(await smallTargets(page, ".pot-card button")).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
    }
  });
}

for (const words of [
  {
    language: "English",
    locale: "en-CA",
    forget: "Forget this player…",
    sure: "Forget for good",
    title: "The pot “28 and 29” is not paid yet",
    open: "Open the Money of that night",
    pay: "Pay Ann Archer $2",
  },
  {
    language: "Français",
    locale: "fr-CA",
    forget: "Oublier cette personne…",
    sure: "Oublier pour de bon",
    title: "La cagnotte « 28 and 29 » n’est pas encore payée",
    open: "Ouvrir l’Argent de cette soirée",
    pay: "Payer Ann Archer : 2 $",
  },
]) {
  test.describe(`In ${words.language}`, () => {
    test.use({ locale: words.locale });

    test("who wins an unpaid pot is not forgotten, and its payment is one tap away", async ({ page, club }) => {
      const pot = await addPot(club, "28 and 29", "two");
      const { id, players } = await played(club, [pot]);
      await hold(club, id, players[0], 28);
      await finish(club, id);
      for (const { player_id: player, amount } of (await club.ask("GET", `/nights/${id}/money`)).prizes)
        await club.ask("PUT", `/nights/${id}/payouts/${player}`, { amount });
      await goSignedIn(page, club.base, "players");
      const row = page.getByRole("button", { name: /^Ann Archer/ });
      await row.click();
      await named(sheet(page), words.forget).click();
      await named(page, words.sure).click();
      const said = page.getByRole("dialog", { name: words.title });
      await expect(said).toContainText("Ann Archer");
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      await page.screenshot({ path: test.info().outputPath("forget-pot.png") });
      await named(said, words.open).click();
      await named(page, words.pay).click();
      await named(sheet(page), words.pay).click();
      await expect(card(page, "28 and 29")).toContainText("Ann Archer");
      await expect.poll(async () => (await ofNight(club, id)).pots[0].paid?.winners.length).toBe(1);
      await page.goto(`${club.base}/#/players`);
      await row.click();
      await named(sheet(page), words.forget).click();
      await named(page, words.sure).click();
      await expect(row).toHaveCount(0);
    });
  });
}

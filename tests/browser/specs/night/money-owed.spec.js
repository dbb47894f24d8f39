import { readFileSync } from "node:fs";
import { go, goSignedIn } from "../../support/night/club.js";
import { openAsCoordinator } from "../../support/night/night.js";
import { sheet } from "../../support/game/scorer.js";
import { expect, foot, named, openRound, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const settlement = (page) => page.getByRole("region", { name: "Still open" });
const lines = (page) => settlement(page).locator(".settlement").first().locator("li");
const line = (page, name) => lines(page).filter({ hasText: name });
const box = (page, name) => line(page, name).getByRole("checkbox");
const SETTLED = "All prizes and fees are settled.";

// A finished night of two tables with one game. If all 8 have paid, two players win $20 each and two players win $5 each.
async function finished(club, isPaid = true) {
  const { id } = await club.gathered(8);
  await club.ask("PATCH", `/nights/${id}`, { games_per_night: 1 });
  await club.draw(id);
  await club.play(id, [[60], [100]]);
  const { tables } = await openRound(club, id);
  const [first, last] = tables.find(({ sides }) => sides[1].score === 60).sides.map(({ players }) => players);
  const [third] = tables.find(({ sides }) => sides[1].score === 100).sides.map(({ players }) => players);
  if (!isPaid) await club.enter(id, last[0].id, { paid: false });
  await club.ask("POST", `/nights/${id}/finish`, { void_open_games: false });
  return { id, first, third, late: last[0] };
}

async function handOut(club, id) {
  const { players } = await club.ask("GET", `/nights/${id}/money`);
  for (const { player_id: player, prize_now: amount } of players.filter(({ prize_now: prize }) => prize > 0))
    await club.ask("PUT", `/nights/${id}/payouts/${player}`, { amount });
}

const moneyOf = async (club, id, name) =>
  (await club.ask("GET", `/nights/${id}/money`)).players.find((player) => player.name === name);

test("Undo of a tick takes back no later amount of another device", async ({ page, club }) => {
  const { id, first } = await finished(club);
  const [{ id: player, name }] = first;
  await openAsCoordinator(page, club, `money?id=${id}`);
  await box(page, name).click();
  await expect(foot(page)).toHaveText(`${name}: $20 handed out in all.`);
  await club.ask("PUT", `/nights/${id}/payouts/${player}`, { amount: 1500 });
  await expect(line(page, name)).toContainText("$5 more prize");
  await named(page, "Undo").click();
  await expect(sheet(page)).toContainText(`changed this for ${name} meanwhile: $15 handed out. Yours: $0 handed out.`);
  await sheet(page).getByRole("button", { name: "Keep theirs" }).click();
  await expect(sheet(page)).toBeHidden();
  expect((await moneyOf(club, id, name)).handed_out).toBe(1500);
});

test("After a late fee between two finishes the page says who gets the difference, a tick a line, each with undo @landing", async ({
  page,
  club,
}) => {
  const { id, first, third, late } = await finished(club, false);
  await openAsCoordinator(page, club, `money?id=${id}`);
  const prizes = (texts) => [...first, ...third].map(({ name }, at) => `${name} — ${texts[at < 2 ? 0 : 1]}`);
  const owes = `${late.name} — owes $10`;
  const textOf = () => lines(page).locator("label").allTextContents();
  await expect.poll(async () => (await textOf()).sort()).toEqual([...prizes(["$18 prize", "$4 prize"]), owes].sort());
  await box(page, first[0].name).click();
  await expect(foot(page)).toHaveText(`${first[0].name}: $18 handed out in all.`);
  await expect(line(page, first[0].name)).toHaveCount(0);
  await named(page, "Undo").click();
  await expect(line(page, first[0].name)).toContainText("$18 prize");
  expect((await moneyOf(club, id, first[0].name)).handed_out).toBe(0);
  for (const { name } of [...first, ...third]) {
    await box(page, name).click();
    await expect(line(page, name)).toHaveCount(0);
  }
  await expect(lines(page)).toHaveCount(1);
  await expect(settlement(page)).not.toContainText(SETTLED);
  await box(page, late.name).click();
  await expect(foot(page)).toHaveText(`${late.name} has paid.`);
  const left = prizes(["$2 more prize, $18 handed out", "$1 more prize, $4 handed out"]);
  await expect.poll(async () => (await textOf()).sort()).toEqual(left.sort());
  await club.ask("DELETE", `/nights/${id}/finish`, { reason: "One round was still to come" });
  await expect(settlement(page)).toContainText("By the standings so far.");
  await club.ask("POST", `/nights/${id}/finish`, {});
  await expect(page.locator(".tonight")).toHaveText(/finished$/);
  await expect.poll(async () => (await textOf()).sort()).toEqual(left.sort());
  for (const { name } of [...first, ...third]) {
    await expect(settlement(page)).not.toContainText(SETTLED);
    await box(page, name).click();
    await expect(line(page, name)).toHaveCount(0);
  }
  await expect(settlement(page)).toContainText(`${SETTLED} The 50/50 of $8 is still to be drawn.`);
  const { players } = await club.ask("GET", `/nights/${id}/money`);
  expect(players.reduce((sum, { handed_out: cents }) => sum + cents, 0)).toBe(5000);
  await named(page, "Undo").click();
  await expect(lines(page)).toHaveCount(1);
  await expect(settlement(page)).not.toContainText(SETTLED);
});

test("The second tap of a double tap does not tick the line that moves there", async ({ page, club }) => {
  const { id } = await finished(club);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(lines(page)).toHaveCount(4);
  // Taps the same place again at the moment when another line has moved there.
  await lines(page)
    .first()
    .locator("label")
    .evaluate((label) => {
      label.scrollIntoView({ block: "center" });
      const { left, top, height } = label.getBoundingClientRect();
      const tap = () => document.elementFromPoint(left + 20, top + height / 2).click();
      const second = new MutationObserver(() => {
        second.disconnect();
        tap();
      });
      second.observe(label.closest(".settlement"), { childList: true });
      tap();
    });
  await expect(lines(page)).toHaveCount(3);
  await expect(lines(page).first().getByRole("checkbox")).not.toBeChecked();
  await expect(lines(page).getByText("sending…")).toHaveCount(0);
  const { players } = await club.ask("GET", `/nights/${id}/money`);
  expect(players.filter(({ handed_out: cents }) => cents > 0)).toHaveLength(1);
});

test("A prize less the fee is one tick, and its undo takes both back", async ({ page, club }) => {
  const { id, first } = await finished(club);
  const [{ id: player, name }] = first;
  await club.enter(id, player, { paid: false });
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(line(page, name).locator("label")).toHaveText(`${name} — hand over $10: $20 less the fee`);
  await box(page, name).click();
  await expect(foot(page)).toHaveText(`${name} has paid. ${name}: $20 handed out in all.`);
  await expect(line(page, name)).toHaveCount(0);
  expect(await moneyOf(club, id, name)).toMatchObject({ fee_due: 0, handed_out: 2000, to_settle: 0 });
  await named(page, "Undo").click();
  await expect(line(page, name)).toContainText("hand over $10");
  expect(await moneyOf(club, id, name)).toMatchObject({ fee_due: 1000, handed_out: 0 });
});

test("Whoever has paid and is checked out again has a line until the fee is given back, with undo", async ({
  page,
  club,
}) => {
  const { id, players } = await club.gathered(8);
  const [{ id: player, name }] = players;
  await club.ask("DELETE", `/nights/${id}/entries/${player}`);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(lines(page).locator("label")).toHaveText([`${name} — gets the $10 fee back`]);
  await expect(settlement(page)).not.toContainText("Not paid yet");
  await box(page, name).click();
  await expect(foot(page)).toHaveText(`${name}: the $10 fee is given back.`);
  await expect(lines(page)).toHaveCount(0);
  expect((await club.look(id)).withdrawn).toMatchObject([{ player_id: player, paid: false }]);
  await named(page, "Undo").click();
  await expect(line(page, name)).toContainText("gets the $10 fee back");
  // The fee is still in the box: it pays again.
  await club.enter(id, player, {});
  await expect(line(page, name)).toHaveCount(0);
});

test("The 50/50 and a contested result have their lines, the worst first", async ({ page, club }) => {
  const { id, players } = await club.gathered(8);
  const { token } = await club.join(id, { table: 1 });
  await club.draw(id);
  await club.play(id, [[60], null]);
  await club.ask("POST", `/nights/${id}/fifty-fifty`, {});
  const [{ game_id: game }] = (await openRound(club, id)).tables;
  const contest = await fetch(`${club.base}/api/v1/games/${game}/result/confirmation`, {
    method: "PUT",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ id: crypto.randomUUID(), side: 1, agrees: false }),
  });
  expect(contest.status).toBe(201);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(lines(page).first()).toHaveText("Table 1 in round 1: the result is contested");
  const { fifty_fifty: drawn } = await club.look(id);
  expect(players.some(({ name }) => name === drawn.name)).toBe(true);
  const share = line(page, "from the 50/50");
  await expect(share.locator("label")).toHaveText(`${drawn.name} — $8 from the 50/50`);
  await share.getByRole("checkbox").click();
  await expect(foot(page)).toHaveText(`${drawn.name}: $8 of the 50/50 handed out.`);
  await expect(share).toHaveCount(0);
  await page.locator("summary", { hasText: "Hand-outs" }).click();
  const given = settlement(page).locator("details li", { hasText: `${drawn.name} — $8 from the 50/50` });
  await expect(given.getByRole("checkbox")).toBeChecked();
  await given.getByRole("checkbox").click();
  await expect(share).toHaveCount(1);
  expect(await moneyOf(club, id, drawn.name)).toMatchObject({ fifty_fifty_due: 800, fifty_fifty_handed: 0 });
  await lines(page).first().getByRole("link").click();
  await expect(page.locator(".contests")).toBeVisible();
});

test("After a correction those alone are listed whose prize has changed", async ({ page, club }) => {
  const { id } = await finished(club);
  await handOut(club, id);
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(settlement(page)).toContainText(SETTLED);
  const { tables } = await openRound(club, id);
  const table = tables.find(({ sides }) => sides[1].score === 60);
  const body = { scores: [60, 121], reason: "Written the wrong way round" };
  await club.ask("PUT", `/games/${table.game_id}/result`, body);
  const [loser] = table.sides[0].players;
  const [winner] = table.sides[1].players;
  await expect(line(page, loser.name)).toContainText("gives back $20");
  await expect(line(page, winner.name)).toContainText("$20 prize");
  await expect(lines(page)).toHaveCount(4);
  await expect(settlement(page)).not.toContainText(SETTLED);
  await box(page, loser.name).click();
  await expect(line(page, loser.name)).toHaveCount(0);
  expect((await moneyOf(club, id, loser.name)).to_settle).toBe(0);
});

test("Another amount that was paid out is noted", async ({ page, club }) => {
  const { id, first } = await finished(club);
  const [{ name }] = first;
  await openAsCoordinator(page, club, `money?id=${id}`);
  await named(page, `Another amount: ${name}`).click();
  await page.getByLabel("Handed out in all, in dollars").fill("ten");
  await named(page, "Note it").click();
  await expect(sheet(page)).toBeVisible();
  await page.getByLabel("Handed out in all, in dollars").fill("15");
  await named(page, "Note it").click();
  await expect(foot(page)).toHaveText(`${name}: $15 handed out in all.`);
  await expect(line(page, name)).toContainText("$5 more prize, $15 handed out");
  expect((await moneyOf(club, id, name)).handed_out).toBe(1500);
});

test("The treasurer’s sheet is printed with who paid, who owes, the uses and two lines for signatures", async ({
  page,
  club,
}) => {
  const { id, first, late } = await finished(club, false);
  await club.ask("POST", `/nights/${id}/fifty-fifty`, {});
  const { fifty_fifty: drawn } = await club.look(id);
  await club.ask("PUT", `/nights/${id}/payouts/${drawn.player_id}`, { amount: 700, what: "fifty_fifty" });
  await club.ask("PUT", `/nights/${id}/payouts/${first[0].id}`, { amount: 1800 });
  await page.addInitScript(() => (window.print = () => {}));
  await openAsCoordinator(page, club, `money?id=${id}`);
  await expect(page.locator(".standings tbody tr").first()).toBeVisible();
  await named(page, "Print the treasurer’s sheet").click();
  await page.emulateMedia({ media: "print" });
  const paper = page.getByRole("region", { name: "Treasurer’s sheet" });
  await expect(paper).toBeVisible();
  await expect(page.locator(".night-standings")).toBeHidden();
  await expect(page.locator(".print-head")).toHaveText("Cribbage league Wednesday, January 28, 2026");
  const row = (name) => paper.locator("tr", { hasText: name }).first();
  await expect(row(late.name)).toContainText("owes $10");
  await expect(row(first[0].name)).toContainText(first[0].name === drawn.name ? "$18$7✓ $25" : "$18✓ $18");
  await expect(paper.locator("tfoot tr")).toHaveText("Total$70$44$7$25gets $26; owes $10");
  const names = await paper.locator("tbody").first().locator("th").allTextContents();
  expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, "en")));
  await expect(paper.locator("thead th")).toHaveText([
    "Player",
    "Fee paid",
    "Prize",
    "50/50",
    "Handed out",
    "Still open",
  ]);
  for (const text of ["Fees$70", `50/50: ${drawn.name}$7`, "Supplies$7", "Prize pot$", "Prizes$", "Activities$"])
    await expect(paper).toContainText(text);
  await expect(paper.locator(".signatures p")).toHaveText(["Treasurer, date", "Second signature, date"]);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(page.locator(".night-standings")).toBeVisible();
  await expect(paper).toBeHidden();
});

test("A night’s money and a season’s are saved as CSV with the token", async ({ page, club }) => {
  const season = await club.ask("POST", "/seasons", { name: "Winter", starts: "2026-01-01", ends: "2099-01-01" });
  const { id } = await club.night({ season_id: season.id });
  const [ann] = await club.members(2);
  await club.enter(id, ann.id, { paid: true });
  await openAsCoordinator(page, club, `money?id=${id}`);
  const saved = async () => {
    const [file] = await Promise.all([page.waitForEvent("download"), named(page, "Money as CSV").click()]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
  };
  const night = await saved();
  expect(night.name).toBe("night-money-2026-01-28.csv");
  expect(night.text).toMatch(/^\ufeffDate,Player,Fee paid.*\r\n2026-01-28,Ann Archer,10\.00/);
  await go(page, "seasons");
  const whole = await saved();
  expect(whole.name).toBe("season-money-Winter.csv");
  expect(whole.text).toContain("Ann Archer");
});

test("The season’s sheet says what is owed to people and by people, and counts the 50/50 as handed out", async ({
  page,
  club,
}) => {
  const { id: season } = await club.ask("POST", "/seasons", {
    name: "Winter",
    starts: "2026-01-01",
    ends: "2099-01-01",
  });
  const { id } = await club.night({ season_id: season });
  const players = await club.members(4);
  for (const player of players) await club.enter(id, player.id, { paid: true });
  await club.draw(id);
  await club.play(id, [[60]]);
  await club.enter(id, players[3].id, { paid: false });
  const { player_id: drawn } = await club.ask("POST", `/nights/${id}/fifty-fifty`, {});
  await club.ask("PUT", `/nights/${id}/payouts/${drawn}`, { amount: 300, what: "fifty_fifty" });
  await club.ask("POST", `/nights/${id}/finish`, {});
  const { prizes, open } = await club.ask("GET", `/nights/${id}/money`);
  const prize = prizes.reduce((sum, { amount }) => sum + amount, 0) / 100;
  const withFee = open.reduce((sum, { prize: cents = 0 }) => sum + cents, 0) / 100;
  expect(prize).toBeGreaterThan(0);
  await goSignedIn(page, club.base, `season-sheet?season=${season}`);
  const sheetOfSeason = page.getByRole("region", { name: "Treasurer’s sheet of the season" });
  const heads = [
    "Night",
    "Fees",
    "50/50",
    "Supplies",
    "Prizes",
    "Handed out",
    "Activities",
    "To hand out",
    "To collect",
  ];
  const signed = ["Treasurer, date", "Second signature, date"];
  await expect(sheetOfSeason.locator("thead th")).toHaveText([...heads, ...signed]);
  const sums = ["$30", "$3", "$3", `$${prize}`, "$3", `$${24 - prize}`, `$${prize + withFee}`, "$10", "", ""];
  await expect(sheetOfSeason.locator("tbody tr").first().locator("td")).toHaveText(sums);
});

test("The 50/50 is drawn where one stands, on the view of the tables", async ({ page, club }) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await named(page, "Draw the 50/50: $8").click();
  await named(page, "Draw now").click();
  const { fifty_fifty: drawn } = await expect
    .poll(async () => (await club.look(id)).fifty_fifty)
    .not.toBeNull()
    .then(() => club.look(id));
  await expect(page.locator(".drawn-name")).toHaveText(`${drawn.name} wins $8`);
});

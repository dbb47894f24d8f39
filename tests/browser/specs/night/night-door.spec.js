import { card, openAsCoordinator } from "../../support/night/night.js";
import { sheet } from "../../support/game/scorer.js";
import { count, expect, foot, named, openRound, player, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const herePaid = (page, name) => page.getByRole("checkbox", { name: `${name} is here and has paid` });
const paid = (page, name) => page.getByRole("checkbox", { name: `${name} has paid` });
const shown = (page) => page.locator(".attendee:visible .player-name").allTextContents();
const entry = async (club, id, name) => (await club.look(id)).entries.find((one) => one.name === name);

test("Eight come and pay with one tap each, and two more draw the first round @landing", async ({ page, club }) => {
  const players = await club.members(8);
  const { id } = await club.night();
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  for (const { name } of players) await herePaid(page, name).click();
  await expect(count(page)).toHaveText("8 here · all paid · 2 tables of four");
  await page.getByRole("link", { name: "Draw round 1" }).click();
  await named(page, "Draw round 1 now").click();
  await expect(page.locator(".table-card")).toHaveCount(2);
  const { entries, rounds } = await club.look(id);
  expect([entries.filter((one) => one.paid).length, rounds.length]).toEqual([8, 1]);
  // A reload does not ask again.
  await page.reload();
  await expect(card(page, 1)).toBeVisible();
  await expect(sheet(page)).toHaveCount(0);
});

test("Undo brings back what stood before a tap: nobody, a guest, and a fee @landing", async ({ page, club }) => {
  await club.members(2);
  const guest = await club.ask("POST", "/players", { name: "Zoé Zwick", active_member: false });
  const { id } = await club.night();
  await club.enter(id, guest.id, { paid: true, guest: true });
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await herePaid(page, "Ann Archer").click();
  await expect(foot(page)).toHaveText("Ann Archer is here and has paid $10.");
  await named(page, "Undo").click();
  await expect(herePaid(page, "Ann Archer")).not.toBeChecked();
  await expect.poll(() => entry(club, id, "Ann Archer")).toBeUndefined();
  await paid(page, "Zoé Zwick").click();
  await expect(foot(page)).toHaveText("Zoé Zwick has not paid.");
  await named(page, "Undo").click();
  await expect(paid(page, "Zoé Zwick")).toBeChecked();
  await player(page, "Zoé Zwick").click();
  await expect(foot(page)).toHaveText("Zoé Zwick is not here.");
  await expect.poll(() => entry(club, id, "Zoé Zwick")).toBeUndefined();
  await named(page, "Undo").click();
  await expect.poll(() => entry(club, id, "Zoé Zwick")).toMatchObject({ paid: true, guest: true, left: false });
  await expect(page.getByText("sending…")).toHaveCount(0);
});

test("Undo brings back who had played before they left", async ({ page, club }) => {
  const { id, players } = await club.gathered(4);
  await club.draw(id);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  const [{ name }] = players;
  await player(page, name).click();
  await expect.poll(async () => (await entry(club, id, name)).left).toBe(true);
  await named(page, "Undo").click();
  await expect.poll(() => entry(club, id, name)).toMatchObject({ paid: true, left: false });
});

test("A tap that would reverse what another device has just done does nothing and says who did it", async ({
  page,
  club,
}) => {
  await club.members(3);
  await club.ask("POST", "/representatives", { name: "Lou", password: "fifteen-six" });
  const { id } = await club.night();
  // The seconds in which it is news do not pass by themselves.
  const now = Date.now();
  await page.clock.setFixedTime(now);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(player(page, "Ann Archer")).toBeVisible();
  const { token } = await club.ask("POST", "/session", { name: "Lou", password: "fifteen-six" });
  const { players } = await club.ask("GET", "/players");
  const enter = (name, notes) =>
    fetch(`${club.base}/api/v1/nights/${id}/entries/${players.find((one) => one.name === name).id}`, {
      method: "PUT",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify(notes),
    });
  await enter("Ann Archer", {});
  await expect(player(page, "Ann Archer")).toHaveAttribute("aria-pressed", "true");
  await player(page, "Ann Archer").click();
  await expect(foot(page)).toHaveText(
    "Lou has just changed this for Ann Archer, so your tap did nothing. Tap again if you mean it.",
  );
  await expect(player(page, "Ann Archer")).toHaveAttribute("aria-pressed", "true");
  // A tap further in the same direction does not reverse a change. A tap two seconds later is meant, so it is done.
  await paid(page, "Ann Archer").click();
  await expect.poll(() => entry(club, id, "Ann Archer")).toMatchObject({ paid: true, left: false });
  await enter("Bob Baker", { paid: true });
  await expect(paid(page, "Bob Baker")).toBeChecked();
  await paid(page, "Bob Baker").click();
  await expect(foot(page)).toHaveText(/^Lou has just changed this for Bob Baker/);
  await expect(paid(page, "Bob Baker")).toBeChecked();
  await page.clock.setFixedTime(now + 2100);
  await paid(page, "Bob Baker").click();
  await expect.poll(() => entry(club, id, "Bob Baker")).toMatchObject({ paid: false });
});

test("Among sixty nobody loses the place: not by a tap, not by a search, not by another view", async ({
  page,
  club,
}) => {
  for (let at = 0; at < 60; at += 1)
    await club.ask("POST", "/players", { name: `Player ${String.fromCharCode(65 + (at % 26))}${10 + at}` });
  const { id } = await club.night();
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(page.locator(".attendee")).toHaveCount(60);
  await page.evaluate(() => scrollTo(0, 1200));
  const row = page.locator(".attendee").nth(25);
  await expect(row).toBeInViewport();
  const top = async () => Math.round((await row.boundingBox()).y);
  const before = await top();
  await row.locator(".fee-key").click();
  await expect(count(page)).toHaveText("1 here · all paid");
  expect(await top()).toBe(before);
  await page.getByLabel("Find a name").fill("a10");
  await expect.poll(() => shown(page)).toEqual(["Player A10"]);
  await page.getByLabel("Find a name").fill("");
  await expect.poll(top).toBe(before);
  await page.getByRole("link", { name: "Tables", exact: true }).click();
  await page.getByRole("link", { name: "Check-in", exact: true }).click();
  await expect(row).toBeVisible();
  await expect.poll(top).toBe(before);
});

test("Those who are not here yet are a list of their own, in which a tap moves no row", async ({ page, club }) => {
  const { id } = await club.gathered(2, 1);
  await club.ask("POST", "/players", { name: "Cy Côté" });
  await club.ask("POST", "/players", { name: "Di Dubé" });
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await page.getByRole("radio", { name: "Not here 2" }).check();
  expect(await shown(page)).toEqual(["Cy Côté", "Di Dubé"]);
  await herePaid(page, "Cy Côté").click();
  await expect(page.getByRole("radio", { name: "Not here 1" })).toBeChecked();
  expect(await shown(page)).toEqual(["Cy Côté", "Di Dubé"]);
  await page.getByRole("radio", { name: "Unpaid 1" }).check();
  expect(await shown(page)).toEqual(["Bob Baker"]);
  await page.getByRole("radio", { name: "Not here 1" }).check();
  expect(await shown(page)).toEqual(["Di Dubé"]);
});

test("A result that a phone contests comes first, with what it has instead", async ({ page, club }) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  const { tables } = await openRound(club, id);
  const { token } = await club.join(id, { player_id: tables[1].sides[1].players[0].id });
  await club.play(id, [[100], [90]]);
  const answer = await fetch(`${club.base}/api/v1/games/${tables[1].game_id}/result/confirmation`, {
    method: "PUT",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ id: crypto.randomUUID(), side: 1, agrees: false, scores: [121, 93] }),
  });
  expect(answer.status).toBe(201);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  const contested = page.locator(".contests");
  await expect(contested).toContainText("Round 1, table 2 is contested");
  await expect(contested).toContainText("121\u2060–\u206093");
  await expect(page.locator(".table-card h3")).toHaveText(["Table 2", "Table 1"]);
  await expect(card(page, 2)).toContainText("contested");
  await expect(card(page, 2)).toContainText("121\u2060–\u206093");
});

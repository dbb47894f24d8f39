import { card, enterResult, openAsCoordinator } from "../../support/night/night.js";
import { allSent } from "../../support/browser/journal.js";
import { goOffline, sheet } from "../../support/game/scorer.js";
import { dayFromNow } from "../../support/night/club.js";
import { listed, PAIRS, pairUp } from "../../support/night/pairs.js";
import { expect, foot, named, openRound, test, TOLERATED, twoTables } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

/** A representative's session, in addition to the coordinator's session. */
async function asLou(club) {
  const { token } = await club.ask("POST", "/session", { name: "Lou", password: "wednesday" });
  return async (method, path, body) => {
    const answer = await fetch(`${club.base}/api/v1${path}`, {
      method,
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
}

const asMember = ({ id }) => ({ player_id: id });
const nameOf = ({ players }) => players.map(({ name }) => name).join(" and ");

test("A result of somebody else's is shown with names, and kept or replaced @landing", async ({ page, club }) => {
  const lou = await asLou(club);
  const target = page.waitForResponse(/\/api\/v1\/games\/[^/]+$/);
  const { id, tables } = await twoTables(page, club, "tables");
  // The sheet of a result asks for no game that is known.
  await (await target).finished();
  const [{ sides, game_id: game }] = tables;
  await goOffline(page);
  await enterResult(page, tables[0], 0, { 1: 90 });
  await lou("PUT", `/games/${game}/result`, { scores: [121, 91] });
  await page.context().setOffline(false);
  const theirs = `Lou entered this at table 1 meanwhile: ${nameOf(sides[0])} 121, ${nameOf(sides[1])} 91.`;
  await expect(sheet(page)).toContainText(theirs, { timeout: 30_000 });
  await expect(sheet(page)).toContainText(`Yours: ${nameOf(sides[0])} 121, ${nameOf(sides[1])} 90.`);
  await named(page, "Keep theirs").click();
  await allSent(page);
  await expect(card(page, 1).locator(".table-score")).toHaveText(["121", "91"]);
  await expect(foot(page)).toHaveText("");
  expect((await openRound(club, id)).tables[0].sides[1].score).toBe(91);
});

test("What was entered here goes out again with the newest version", async ({ page, club }) => {
  const lou = await asLou(club);
  const { id, tables } = await twoTables(page, club, "tables");
  const [{ game_id: game }] = tables;
  const bodies = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/result") && request.method() === "PUT") bodies.push(request.postDataJSON());
  });
  await club.play(id, [[90], null]);
  await expect(card(page, 1)).toContainText("finished");
  await enterResult(page, (await openRound(club, id)).tables[0], 0, { 1: 92 });
  await page.getByLabel("Reason (kept in the record; other people can read it)").fill("Read wrong");
  await lou("PUT", `/games/${game}/result`, { scores: [121, 91], reason: "The card says so" });
  await sheet(page).getByRole("button", { name: "Save the correction" }).click();
  await named(page, "Enter yours").click();
  await expect(foot(page)).toHaveText("Done: your choice is saved.");
  await expect(card(page, 1).locator(".table-score")).toHaveText(["121", "92"]);
  const [{ id: command, based_on: first }, { id: again, based_on: second }] = bodies;
  expect(command).toMatch(/^[0-9a-f-]{36}$/);
  expect(again).toBe(command);
  expect(second).toBeGreaterThan(first);
});

test("A fee that somebody else noted is asked about by name", async ({ page, club }) => {
  const lou = await asLou(club);
  const { id, players } = await club.gathered(4, 4);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  const [{ id: ann, name }] = players;
  await goOffline(page);
  await page.getByRole("checkbox", { name: new RegExp(name) }).click();
  await lou("PUT", `/nights/${id}/entries/${ann}`, { guest: true });
  await page.context().setOffline(false);
  await expect(sheet(page)).toContainText(
    `Lou changed this for ${name} meanwhile: here, has not paid and plays as a guest.`,
    { timeout: 30_000 },
  );
  await expect(sheet(page)).toContainText("Yours: has paid.");
  await named(page, "Note yours").click();
  await allSent(page);
  const [entry] = (await club.look(id)).entries;
  expect([entry.paid, entry.guest]).toEqual([true, true]);
});

test("A 50/50 that was drawn meanwhile is told, and drawn once", async ({ page, club }) => {
  const lou = await asLou(club);
  const { id } = await twoTables(page, club, "money");
  await named(page, "Draw the 50/50: $8").click();
  const { name } = await lou("POST", `/nights/${id}/fifty-fifty`, { id: crypto.randomUUID() });
  await named(page, "Draw now").click();
  await expect(foot(page)).toHaveText(`Lou drew the 50/50 meanwhile: ${name} wins $8.`);
  await expect(page.locator(".drawn-name")).toHaveText(`${name} wins $8`);
});

test("The number of games, seats and a void carry the version they were tapped at @landing", async ({ page, club }) => {
  const lou = await asLou(club);
  const { id, tables } = await twoTables(page, club, "tables");
  await goOffline(page);
  await page.locator("summary", { hasText: "More" }).click();
  await named(page, "One game more").click();
  await lou("PATCH", `/nights/${id}`, { games_per_night: 3 });
  await page.context().setOffline(false);
  await expect(sheet(page)).toContainText("Lou set the night to 3 games meanwhile. Keep theirs, or play 5?", {
    timeout: 30_000,
  });
  await named(page, "Play 5").click();
  await allSent(page);
  expect((await club.look(id)).games_per_night).toBe(5);
  await card(page, 2).getByRole("button", { name: /^Call/ }).click();
  await page.getByLabel("Reason (kept in the record; other people can read it)").fill("The wrong four sat down");
  await lou("PUT", `/games/${tables[1].game_id}/result`, { scores: [121, 100] });
  await sheet(page).getByRole("button", { name: /^Call/ }).click();
  await expect(sheet(page)).toContainText("Lou entered this at table 2 meanwhile");
  await named(page, "Keep theirs").click();
  expect((await openRound(club, id)).tables[1].status).toBe("finished");
});

test("A tick that was sent late sets no amount over the later one of another device @landing", async ({
  page,
  club,
}) => {
  const lou = await asLou(club);
  const { id } = await club.gathered(4);
  await club.draw(id);
  await club.play(id, [[60]]);
  await openAsCoordinator(page, club, `money?id=${id}`);
  const [{ player_id: player, name }] = (await club.ask("GET", `/nights/${id}/money`)).prizes;
  const line = page.locator(".settlement").first().locator("li").filter({ hasText: name });
  await expect(line).toContainText("prize");
  await goOffline(page);
  await line.getByRole("checkbox").click();
  await expect(line).toContainText("sending");
  await lou("PUT", `/nights/${id}/payouts/${player}`, { amount: 300 });
  await page.context().setOffline(false);
  await expect(sheet(page)).toContainText(`Lou changed this for ${name} meanwhile: $3 handed out.`, {
    timeout: 30_000,
  });
  await named(page, "Keep theirs").click();
  await allSent(page);
  const { players } = await club.ask("GET", `/nights/${id}/money`);
  expect(players.find((row) => row.player_id === player).handed_out).toBe(300);
});

test("A pair that somebody else has changed is shown as it is now, and split or kept", async ({ page, club }) => {
  const lou = await asLou(club);
  const players = await club.members(5);
  const [ann, bob, , , kim] = players.map(({ name }) => name);
  const { id } = await club.night({ date: dayFromNow(0), ...PAIRS });
  for (const player of players) await club.enter(id, player.id, { paid: true });
  const [pair] = await pairUp((...asked) => club.ask(...asked), id, players.slice(0, 4));
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await page.getByRole("radio", { name: /^Pairs/ }).check();
  await expect(listed(page)).toHaveCount(2);
  await goOffline(page);
  await named(page, `${ann} + ${bob}`).click();
  await named(page, "Split this pair").click();
  const substitute = {
    players: [{ player_id: players[0].id }, { player_id: players[4].id, stands_for: players[1].id }],
  };
  await lou("PUT", `/nights/${id}/pairs/${pair.id}`, substitute);
  await page.context().setOffline(false);
  const theirs = `Lou changed this for ${ann} + ${bob} meanwhile: ${ann} + ${kim}, ${kim} plays for ${bob}. Yours: split up.`;
  await expect(sheet(page)).toContainText(theirs, { timeout: 30_000 });
  await named(page, "Keep theirs").click();
  await allSent(page);
  await expect(listed(page).first()).toHaveText(`${ann} + ${kim}`);

  // The same holds for a change while the sheet is open.
  await named(page, `${ann} + ${kim} ${kim} plays for ${bob}`).click();
  await lou("PUT", `/nights/${id}/pairs/${pair.id}`, { players: players.slice(0, 2).map(asMember) });
  await expect(listed(page).first()).toHaveText(`${ann} + ${bob}`);
  await named(page, "Split this pair").click();
  await expect(sheet(page)).toContainText(`meanwhile: ${ann} + ${bob}. Yours: split up.`);
  await named(page, "Keep theirs").click();
  await lou("PUT", `/nights/${id}/pairs/${pair.id}`, substitute);
  await expect(listed(page).first()).toHaveText(`${ann} + ${kim}`);

  await goOffline(page);
  await named(page, `${ann} + ${kim} ${kim} plays for ${bob}`).click();
  await named(page, `Count the card in the season for ${kim}`).click();
  await lou("DELETE", `/nights/${id}/pairs/${pair.id}`);
  await page.context().setOffline(false);
  await expect(sheet(page)).toContainText(
    `Lou changed this for ${ann} + ${kim} meanwhile: split up. Yours: ${ann} + ${kim}.`,
    {
      timeout: 30_000,
    },
  );
  await named(page, "Note yours").click();
  await expect(foot(page)).toHaveText("Done: your choice is saved.");
  const pairs = async () => (await club.look(id)).pairs.map((one) => one.players.map(({ stands_for: other }) => other));
  await expect.poll(pairs).toContainEqual([null, null]);
  await expect.poll(async () => (await pairs()).length).toBe(2);
});

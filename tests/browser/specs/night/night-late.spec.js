import { openAsCoordinator } from "../../support/night/night.js";
import { sheet, tryAgain } from "../../support/game/scorer.js";
import { goSignedIn } from "../../support/night/club.js";
import { expect, foot, loseAnswers, named, openRound, player, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const late = (page) => page.getByRole("region", { name: "Waiting for a seat" });
const WHY = "Reason (kept in the record; other people can read it)";

async function withGuests(club, count, names) {
  const night = await club.gathered(count);
  const guests = [];
  for (const name of names) guests.push(await club.ask("POST", "/players", { name }));
  await club.draw(night.id);
  return { ...night, guests };
}

test("Somebody who comes a minute late is seated at a table of three with one tap, at the door @landing", async ({
  page,
  club,
}) => {
  const { id } = await withGuests(club, 7, ["Zoé Zwick"]);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(late(page)).toBeHidden();
  await player(page, "Zoé Zwick").click();
  await expect(late(page)).toContainText("Zoé Zwick waits for a seat.");
  await expect(late(page)).toContainText("Table 2 has not begun. The seats there are drawn anew, also for");
  await loseAnswers(page, "**/seats");
  await named(page, "Seat at table 2").dblclick();
  await tryAgain(page, ".foot");
  await expect(foot(page)).toHaveText("Zoé Zwick sits at table 2.");
  await expect(late(page)).toBeHidden();
  const { tables } = await openRound(club, id);
  expect(tables.map(({ sides }) => sides.flatMap(({ players }) => players).length)).toEqual([4, 4]);
  const { events } = await club.ask("GET", `/nights/${id}/history`);
  expect(events.filter(({ kind }) => kind === "reseated")).toHaveLength(1);
});

test("Four who come late get a table of their own with one tap, by the tables", async ({ page, club }) => {
  const names = ["Wim Wuyts", "Xia Xu", "Yves Yelle", "Zoé Zwick"];
  const { id, guests } = await withGuests(club, 4, names);
  for (const guest of guests) await club.enter(id, guest.id);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await expect(late(page)).toContainText("Wim Wuyts, Xia Xu, Yves Yelle and Zoé Zwick wait for a seat.");
  await expect(late(page)).toContainText("It begins at once and touches nobody else.");
  // The question for the coordinator comes before the next step.
  const order = await page
    .locator(".night-body > :visible")
    .evaluateAll((nodes) => nodes.map((node) => node.className));
  expect(order.indexOf("late")).toBeLessThan(order.indexOf("next"));
  await named(page, "Give these 4 a new table").click();
  await expect(foot(page)).toHaveText("Wim Wuyts, Xia Xu, Yves Yelle and Zoé Zwick sit at table 2.");
  await expect(page.locator(".table-card")).toHaveCount(2);
  await expect(late(page)).toBeHidden();
  expect((await openRound(club, id)).tables).toHaveLength(2);
});

test("Whoever finds no seat is excused with a reason, on the list of the door, and the excuse is taken back", async ({
  page,
  club,
}) => {
  const { id } = await withGuests(club, 4, ["Zoé Zwick"]);
  const { tables } = await openRound(club, id);
  await club.ask("PUT", `/games/${tables[0].game_id}/pegs/${crypto.randomUUID()}`, { side: 0, points: 2 });
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await player(page, "Zoé Zwick").click();
  await expect(late(page)).toContainText("No table is free now. They play from round 2 on.");
  await named(late(page), "Excuse Zoé Zwick").click();
  await expect(sheet(page).getByRole("checkbox", { name: "Round 1" })).toBeChecked();
  await expect(sheet(page)).toContainText("does not count as missed");
  await sheet(page).getByLabel(WHY).fill("There was no table.");
  await named(page, "Save").click();
  await expect(foot(page)).toHaveText("Zoé Zwick is excused from round 1.");
  const excused = async () => (await club.look(id)).entries.find(({ name }) => name === "Zoé Zwick").excused;
  expect(await excused()).toEqual([1]);
  const row = page.locator(".attendee", { hasText: "Zoé Zwick" });
  await expect(row).toContainText("excused from round 1");
  await expect(named(late(page), "Excuse Zoé Zwick")).toHaveCount(0);
  await named(row, "Excuse Zoé Zwick").click();
  await sheet(page).getByRole("checkbox", { name: "Round 1" }).uncheck();
  await sheet(page).getByLabel(WHY).fill("She had been asked.");
  await named(page, "Save").click();
  await expect(foot(page)).toHaveText("Zoé Zwick is not excused from any round.");
  await named(page, "Undo").click();
  await expect.poll(excused).toEqual([1]);
  const { events } = await club.ask("GET", `/nights/${id}/history`);
  expect(events.filter(({ kind }) => kind === "excused").map(({ reason }) => reason)).toEqual([
    "There was no table.",
    "She had been asked.",
    "The correction was taken back.",
  ]);
});

test("Who comes late reads about place and prize, with the key that excuses the round beside it", async ({
  page,
  elsewhere,
  club,
}) => {
  const { id } = await withGuests(club, 4, ["Zoé Zwick"]);
  const { tables } = await openRound(club, id);
  await club.ask("PUT", `/games/${tables[0].game_id}/pegs/${crypto.randomUUID()}`, { side: 0, points: 2 });
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  const row = page.locator(".attendee", { hasText: "Zoé Zwick" });
  const before = "A player who comes now plays from round 2. Round 1 is missing: no place and no prize tonight.";
  const coming = (view) => view.getByText("who comes now");
  await expect(coming(page)).toHaveText(before);
  await player(page, "Zoé Zwick").click();
  await expect(row).toContainText("plays from round 2 · round 1 is missing: no place and no prize tonight");
  await expect(late(page)).toContainText("Zoé Zwick: without an excuse, no place and no prize tonight.");
  await page.screenshot({ path: test.info().outputPath("late.png") });
  // A helper at the door reads whom to ask.
  await club.ask("POST", "/representatives", { name: "Dee", password: "fifteen-two", role: "door" });
  const door = await elsewhere();
  await goSignedIn(door, club.base, `check-in?id=${id}`, { name: "Dee", password: "fifteen-two" });
  await expect(coming(door)).toHaveText(`${before} Ask the coordinator to excuse round 1.`);
  const seen = door.locator(".attendee", { hasText: "Zoé Zwick" });
  await expect(seen).toContainText("no place and no prize tonight · ask the coordinator to excuse round 1");
  await expect(seen.locator(".deed")).toBeHidden();
  // One tap more excuses the round, with a reason that is ready.
  await named(row, "Excuse round 1: Zoé Zwick").click();
  await expect(sheet(page).getByRole("checkbox", { name: "Round 1" })).toBeChecked();
  await expect(sheet(page).getByLabel(WHY)).toHaveValue("came late");
  await expect(sheet(page)).toContainText("The coordinator and the representatives can read the reason.");
  await named(page, "Leave it so").click();
  await expect(row).toContainText("no place and no prize tonight");
  await named(row, "Excuse round 1: Zoé Zwick").click();
  await named(page, "Save").click();
  await expect(row).toContainText("plays from round 2 · excused from round 1");
  await expect(row).not.toContainText("no prize");
  await expect(late(page)).not.toContainText("no prize");
});

test("Whoever leaves early reads at the door which rounds are then missing, in the row and at the foot @landing", async ({
  page,
  club,
}) => {
  const { id, players } = await club.gathered(8);
  const [{ name }] = players;
  await club.draw(id);
  await club.play(id, [[100], [90]]);
  await club.draw(id);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(page.getByText("who comes now")).toHaveText(
    "A player who comes now plays from round 3. Rounds 1 and 2 are missing: no place and no prize tonight. A table that has not begun may have room.",
  );
  await player(page, name).click();
  await expect(foot(page)).toHaveText(`${name} leaves. Rounds 3 and 4 are missing: no place and no prize tonight.`);
  const row = page.locator(".attendee", { hasText: name });
  await expect(row).toContainText("leaves after this game · rounds 3 and 4 are missing: no place and no prize tonight");
  await named(page, "Undo").click();
  await expect(row).not.toContainText("missing");
  await club.ask("PATCH", `/nights/${id}`, { games_per_night: 9 });
  await player(page, name).click();
  await expect(row).toContainText("rounds 3–9 are missing");
  await named(page, "Undo").click();
  // In the last round nobody misses a round by leaving, and nobody comes to play.
  await club.play(id, [[100], [90]]);
  await club.ask("PATCH", `/nights/${id}`, { games_per_night: 2 });
  await expect(page.getByText("who comes now")).toHaveCount(0);
  await player(page, name).click();
  await expect(foot(page)).toHaveText(/lines and fee stay\.$/);
  await expect(row).not.toContainText("missing");
});

test("On a night of singles, whoever comes late reads that the game can be made up", async ({ page, club }) => {
  const { id } = await club.gathered(4);
  const guest = await club.ask("POST", "/players", { name: "Zoé Zwick" });
  await club.ask("PATCH", `/nights/${id}`, { format: "singles_rotation", games_per_night: 3 });
  await club.draw(id);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(page.getByText("who comes now")).toHaveText(
    "A player who comes now plays from round 2. Round 1 is missing and can be made up.",
  );
  await player(page, guest.name).click();
  const row = page.locator(".attendee", { hasText: guest.name });
  await expect(row).toContainText("plays from round 2 · round 1 is missing and can be made up");
  await expect(row).not.toContainText("no prize");
});

test("Excused rounds stand in the standings, on paper and on the player's card, with the games that count", async ({
  page,
  elsewhere,
  club,
}) => {
  const { id, guests } = await withGuests(club, 4, ["Zoé Zwick"]);
  const [guest] = guests;
  await club.ask("PATCH", `/nights/${id}`, { games_per_night: 2 });
  await club.play(id, [[100]]);
  await club.enter(id, guest.id, { paid: true });
  await club.draw(id);
  await club.play(id, [[100, 90], [80]]);
  await openAsCoordinator(page, club, `money?id=${id}`);
  const row = page.locator(".standings tbody tr", { hasText: guest.name });
  await expect(row.locator("td").first()).toHaveText("");
  await named(row, "Excuse Zoé Zwick").click();
  await sheet(page).getByRole("checkbox", { name: "Round 1" }).check();
  await sheet(page).getByLabel(WHY).fill("The bus was late.");
  await named(page, "Save").click();
  await expect(row).toContainText("exc.");
  await expect(row).toContainText("1 game: average");
  await expect(row.locator("td").first()).not.toHaveText("");
  await page.emulateMedia({ media: "print" });
  await expect(row.getByText("1 game: average")).toBeVisible();
  await expect(row.locator(".deed")).toBeHidden();
  const phone = await elsewhere();
  await phone.goto(`${club.base}/#/join-night?code=${(await club.look(id)).join_code}`);
  await named(phone, guest.name).click();
  const lines = phone.locator(".my-lines");
  await expect(lines.locator("tbody tr").first()).toContainText("exc.");
  await expect(lines.locator("tfoot")).toContainText("1 game: average");
});

test("Undo brings an excuse back with its reason", async ({ page, club }) => {
  const { id, guests } = await withGuests(club, 4, ["Zoé Zwick"]);
  const [{ id: zoe, name }] = guests;
  await club.enter(id, zoe, { paid: true, excused: [1], reason: "There was no table." });
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  const sent = [];
  page.on("request", (request) => request.method() === "PUT" && sent.push(request.postDataJSON()));
  const record = page.waitForResponse("**/history");
  await page.locator(".presence", { hasText: name }).click();
  await (await record).finished();
  await expect(foot(page)).toHaveText(/^Zoé Zwick leaves\./);
  const entry = async () => (await club.look(id)).entries.find((one) => one.name === name);
  await expect.poll(entry).toBeUndefined();
  await named(page, "Undo").click();
  await expect.poll(entry).toMatchObject({ paid: true, left: false, excused: [1] });
  expect(sent[0]).toMatchObject({ paid: true, excused: [1], reason: "There was no table." });
});

import { allSent, commandsOnDisk, cut, mend } from "../../support/browser/journal.js";
import { card, exchange, openAsCoordinator, openSeats, swapSeats } from "../../support/night/night.js";
import { sheet, tryAgain } from "../../support/game/scorer.js";
import { Hall } from "../../support/night/hall.js";
import { expect, foot, loseAnswers, named, openRound, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const namesOf = ({ sides }) => sides.flatMap(({ players }) => players.map(({ name }) => name));
const seats = async (club, id) => (await openRound(club, id)).tables.map(namesOf);
const preview = (page) => sheet(page).locator(".preview li");
const WHY = "Reason (kept in the record; other people can read it)";

async function drawn(page, club, count) {
  const night = await club.gathered(count);
  await club.draw(night.id);
  await openAsCoordinator(page, club, `tables?id=${night.id}`);
  return { ...night, before: await seats(club, night.id) };
}

test("Two players change places across tables, once though the answer is lost, and back by Undo @landing", async ({
  page,
  club,
}) => {
  const { id, before } = await drawn(page, club, 8);
  const [one, other] = [before[0][1], before[1][2]];
  await loseAnswers(page, "**/seats");
  await openSeats(page, 1);
  await exchange(page, one, other);
  await expect(preview(page)).toHaveText([/^Table 1: /, /^Table 2: /]);
  await expect(preview(page).first()).toContainText(other);
  await expect(sheet(page).getByLabel(WHY)).toHaveCount(0);
  const sent = page.waitForRequest((request) => request.url().endsWith("/seats") && request.postDataJSON().id);
  await named(page, "Change the seats").click();
  expect((await sent).method()).toBe("PUT");
  await tryAgain(page, ".foot");
  await expect(foot(page)).toHaveText("The seats of tables 1 and 2 are changed.");
  const after = await seats(club, id);
  expect([after[0][1], after[1][2]]).toEqual([other, one]);
  await named(page, "Undo").click();
  await expect.poll(() => seats(club, id)).toEqual(before);
  const { events } = await club.ask("GET", `/nights/${id}/history`);
  expect(events.filter(({ kind }) => kind === "reseated")).toHaveLength(2);
});

test("Nothing is sent where nothing changes, and a tap on the same player takes the choice back", async ({
  page,
  club,
}) => {
  const { id, before } = await drawn(page, club, 4);
  await openSeats(page, 1);
  const [[one, other]] = before;
  await exchange(page, one, other);
  await exchange(page, one, other);
  await expect(preview(page)).toHaveCount(0);
  await exchange(page, one, one);
  await expect(sheet(page).locator("[aria-pressed=true]")).toHaveCount(0);
  await named(page, "Change the seats").click();
  await expect(sheet(page)).toHaveCount(0);
  expect(await seats(club, id)).toEqual(before);
  const { events } = await club.ask("GET", `/nights/${id}/history`);
  expect(events.filter(({ kind }) => kind === "reseated")).toHaveLength(0);
});

test("Somebody who waits is seated at a table of three, and somebody stands up", async ({ page, club }) => {
  const { id, before } = await drawn(page, club, 7);
  const late = await club.ask("POST", "/players", { name: "Zoé Zwick" });
  await club.enter(id, late.id);
  await page.locator(".late").waitFor();
  await openSeats(page, 2);
  await named(sheet(page), "Zoé Zwick").click();
  await named(sheet(page), "Sits here too").click();
  await expect(sheet(page)).toContainText("Partners are drawn by lot.");
  await expect(preview(page)).toHaveText([/^Table 2: .*Zoé Zwick/]);
  await named(page, "Change the seats").click();
  await expect(foot(page)).toHaveText("The seats of table 2 are changed.");
  expect((await seats(club, id)).map((table) => table.length)).toEqual([4, 4]);
  await openSeats(page, 1);
  await named(sheet(page), before[0][0]).click();
  await named(sheet(page), "Gets no seat").click();
  await expect(preview(page).last()).toHaveText(`${before[0][0]} has no seat then.`);
  await named(page, "Change the seats").click();
  await expect.poll(async () => (await seats(club, id)).map((table) => table.length)).toEqual([3, 4]);
  expect((await club.look(id)).late.waiting.map(({ name }) => name)).toEqual([before[0][0]]);
});

test("Who really sat at a finished table is put right with a reason, and what it costs is said first", async ({
  page,
  club,
}) => {
  const { id, before } = await drawn(page, club, 4);
  const other = await club.ask("POST", "/players", { name: "Zoé Zwick" });
  await club.play(id, [[100]]);
  await expect(card(page, 1)).toContainText("finished");
  await openSeats(page, 1);
  await expect(sheet(page)).toContainText("Who really sat here?");
  const [gone] = before[0];
  await named(sheet(page), gone).click();
  await sheet(page).getByText("Somebody else of the club").click();
  await named(sheet(page), other.name).click();
  await expect(preview(page)).toContainText([
    /^Table 1: .*Zoé Zwick/,
    "Zoé Zwick is checked in by it, and owes the fee.",
    `${gone} has no seat then.`,
    `${gone} loses the line of round 1.`,
    "Zoé Zwick gets the line of round 1.",
    `${gone}: the prize was`,
  ]);
  await named(page, "Change the seats").click();
  await expect(sheet(page)).toBeVisible();
  await sheet(page).getByLabel(WHY).fill("They were mistaken for each other.");
  await named(page, "Change the seats").click();
  await expect(foot(page)).toHaveText("The seats of table 1 are changed.");
  const { rows } = await club.ask("GET", `/nights/${id}/standings`);
  expect(rows.find(({ name }) => name === other.name).lines[0]).toBe(0);
  expect(rows.find(({ name }) => name === gone).lines[0]).toBe(null);
  const { events } = await club.ask("GET", `/nights/${id}/history`);
  expect(events.find(({ kind }) => kind === "reseated").reason).toBe("They were mistaken for each other.");
  // After the finish too.
  await club.ask("POST", `/nights/${id}/finish`, { void_open_games: true });
  await expect(page.locator(".tonight")).toHaveText(/finished$/);
  await openSeats(page, 1);
  await exchange(page, other.name, gone);
  await sheet(page).getByLabel(WHY).fill("No, it was as drawn.");
  await named(page, "Change the seats").click();
  await expect.poll(() => seats(club, id)).toEqual(before);
});

test("Seats that another device has changed meanwhile are refused in a sentence", async ({ page, context, club }) => {
  const { id, players, before } = await drawn(page, club, 8);
  await cut(context);
  await swapSeats(page, 1, before[0][0], before[1][0]);
  await expect(foot(page)).toHaveText(/^No answer since/);
  await expect(card(page, 1)).toContainText("sending…");
  const { id: gone } = players.find(({ name }) => name === before[0][0]);
  await club.ask("DELETE", `/nights/${id}/entries/${gone}`);
  await mend(page);
  await expect(foot(page)).toHaveText(
    `Seats of tables 1 and 2: Nothing was changed: the seat or check-in of ${before[0][0]} has changed. Check the tables.`,
  );
  expect(await seats(club, id)).toEqual(before);
});

test("A swap that an older page has left on the disk is still sent", async ({ page, context, club }) => {
  const { id, players, before } = await drawn(page, club, 8);
  const ids = [before[0][0], before[1][0]].map((name) => players.find((player) => player.name === name).id);
  await cut(context);
  // As an older page wrote it.
  await page.evaluate(
    ([night, pair]) =>
      new Promise((resolve) => {
        const opening = indexedDB.open("pegout-commands");
        opening.onsuccess = () => {
          const path = `/api/v1/nights/${night}/rounds/1/swaps`;
          const body = { players: pair, id: crypto.randomUUID() };
          const command = { method: "POST", path, body, night, by: "", key: crypto.randomUUID(), refused: null };
          const writing = opening.result.transaction("commands", "readwrite");
          writing.objectStore("commands").add(command);
          writing.oncomplete = () => resolve(opening.result.close());
        };
      }),
    [id, ids],
  );
  expect((await commandsOnDisk(page)).map(({ path }) => path.split("/").at(-1))).toEqual(["swaps"]);
  await page.reload();
  await mend(page);
  await allSent(page);
  const after = await seats(club, id);
  expect([after[0][0], after[1][0]]).toEqual([before[1][0], before[0][0]]);
});

test("After the seats of a finished table are put right, the standings are the new ones on every screen", async ({
  page,
  ownService: { url },
  elsewhere,
}) => {
  const hall = await new Hall(url).openPublic(4);
  const [{ number, sides }] = await hall.draw();
  await hall.results();
  const [winners, losers] = sides.map(({ players }) => players.map(({ name }) => name));
  const views = [`/#/night?id=${hall.id}`, `/embed/night/${hall.id}`, "/tv"];
  const pages = [page, await elsewhere(), await elsewhere()];
  for (const [at, view] of views.entries()) await pages[at].goto(url + view);
  const first = (open) => open.locator("tbody tr, .tv-places li").first();
  const says = (open, names) => expect(first(open)).toContainText(new RegExp(names.join("|")), { timeout: 25_000 });
  for (const open of pages) await says(open, winners);
  const tables = [{ number, sides: sides.toReversed().map(({ players }) => players.map(({ id }) => id)) }];
  await hall.call("PUT", `/nights/${hall.id}/rounds/1/seats`, { tables, reason: "They sat the other way round." });
  for (const open of pages) await says(open, losers);
});

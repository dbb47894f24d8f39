import { card, openAsCoordinator } from "../../support/night/night.js";
import { sheet } from "../../support/game/scorer.js";
import { allSent } from "../../support/browser/journal.js";
import { expect, foot, named, openRound, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const DASH = "\u2060–\u2060";
const contests = (page) => page.locator(".contests");

// A phone of one side has entered the result, and a phone of the other says something of it.
async function judged(club, { agrees, scores }, settings = {}) {
  const { id } = await club.gathered(8);
  await club.ask("PATCH", `/nights/${id}`, settings);
  await club.draw(id);
  const { tables } = await openRound(club, id);
  const { game_id: game, sides } = tables[1];
  const phone = async (side, path, body) => {
    const [{ id: player }] = sides[side].players;
    const { token } = await club.join(id, { player_id: player });
    const answer = await fetch(`${club.base}/api/v1/games/${game}${path}`, {
      method: "PUT",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
  };
  await phone(0, "/result", { scores: [121, 90] });
  await phone(1, "/result/confirmation", { id: crypto.randomUUID(), side: 1, agrees, scores });
  return { id, game, sides };
}

const nameOf = ({ players }) => players.map(({ name }) => name).join(" and ");

test("A table says who entered its result and who confirmed it", async ({ page, club }) => {
  const { id, sides } = await judged(club, { agrees: true });
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await expect(card(page, 2)).toContainText(`Entered by: ${sides[0].players[0].name}. Confirmed: ${nameOf(sides[1])}`);
  await expect(contests(page)).toBeHidden();
});

test("A contested result comes first with both scores, and is kept with one tap @landing", async ({ page, club }) => {
  const { id, game, sides } = await judged(club, { agrees: false, scores: [121, 93] });
  await openAsCoordinator(page, club, `tables?id=${id}`);
  const first = page.locator(".night-body > :visible").first();
  await expect(first).toContainText("Round 1, table 2 is contested");
  await expect(first).toContainText(`${sides[0].players[0].name} entered 121${DASH}90 for ${nameOf(sides[0])}.`);
  await expect(first).toContainText(`${nameOf(sides[1])} say 121${DASH}93 for ${nameOf(sides[0])}.`);
  await named(page, `Keep 121${DASH}90 for ${nameOf(sides[0])}`).click();
  await expect(foot(page)).toHaveText("Table 2 keeps its result.");
  await expect(contests(page)).toBeHidden();
  await allSent(page);
  const { status, result } = await club.ask("GET", `/games/${game}`);
  expect([status, result.contested]).toEqual(["finished", []]);
  await expect(card(page, 2).locator(".table-score")).toHaveText(["121", "90"]);
});

test("A card says that its result is contested, until it is kept", async ({ page, club }) => {
  const { id, game, sides } = await judged(club, { agrees: false });
  const { join_code: code } = await club.look(id);
  await page.goto(`${club.base}/#/join-night?code=${code}`);
  await page.getByRole("button", { name: sides[1].players[0].name, exact: true }).click();
  const said = `The result 90${DASH}121 is contested. Go and see the coordinator.`;
  await expect(page.locator(".now")).toContainText(said);
  await club.ask("PUT", `/games/${game}/result`, { scores: [121, 90], reason: "Kept" });
  await expect(page.locator(".now")).toContainText(`You lost, 90${DASH}121.`);
  await expect(page.locator(".now")).not.toContainText("contested");
});

test("A draw names the contested table; after it the result is kept all the same", async ({ page, club }) => {
  const { id, sides } = await judged(club, { agrees: false, scores: [121, 93] });
  await club.play(id, [[100], null]);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await named(page, "Draw round 2").click();
  await expect(page.getByRole("dialog")).toContainText("Table 2: one side says that the result is not right.");
  await named(page, "Draw round 2 now").click();
  await expect(page.getByRole("heading", { name: "Round 2" })).toBeVisible();
  await expect(contests(page)).toContainText("Round 1, table 2 is contested");
  await page.getByRole("radio", { name: "Round 1" }).check();
  await expect(card(page, 2)).toContainText("contested");
  await expect(card(page, 2)).toContainText(`say 121${DASH}93 for ${nameOf(sides[0])}.`);
  await named(page, `Keep 121${DASH}90 for ${nameOf(sides[0])}`).click();
  await expect(contests(page)).toBeHidden();
  await expect(card(page, 2)).not.toContainText("contested");
});

test("What the other side says is taken with one tap, and Undo brings the first result back", async ({
  page,
  club,
}) => {
  const { id, game, sides } = await judged(club, { agrees: false, scores: [121, 93] });
  const claim = `121${DASH}93 for ${nameOf(sides[0])}`;
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await named(page, `Take ${claim}`).click();
  await expect(foot(page)).toHaveText(`Table 2: ${claim}.`);
  await expect(card(page, 2).locator(".table-score")).toHaveText(["121", "93"]);
  await expect(contests(page)).toBeHidden();
  await named(page, "Undo").click();
  const scores = async () => (await club.ask("GET", `/games/${game}`)).sides.map(({ score }) => score);
  await expect.poll(scores).toEqual([121, 90]);
});

test("Where a side has no other scores, the result is corrected by hand", async ({ page, club }) => {
  const { id } = await judged(club, { agrees: false });
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await named(contests(page), "Correct the result").click();
  await expect(page.getByRole("dialog", { name: "Correct round 1, table 2" })).toBeVisible();
});

test("The finish names a contested result, which is listed and kept after it too", async ({ page, club }) => {
  const { id, sides } = await judged(club, { agrees: false, scores: [121, 93] });
  await club.play(id, [[100], null]);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await page.getByText("More for tonight").click();
  await named(page, "Finish the night now").click();
  await expect(page.getByRole("dialog")).toContainText("Round 1, table 2 is contested: one side says");
  await named(page.getByRole("dialog"), "Finish the night").click();
  await expect(page.locator(".tonight")).toHaveText(/finished$/);
  await expect(contests(page)).toContainText("Round 1, table 2 is contested");
  await named(page, `Take 121${DASH}93 for ${nameOf(sides[0])}`).click();
  await expect(contests(page)).toBeHidden();
  await expect(card(page, 2).locator(".table-score")).toHaveText(["121", "93"]);
});

test("A claim of the other winner asks first, and says what it changes @landing", async ({ page, club }) => {
  const { id, game, sides } = await judged(club, { agrees: false, scores: [109, 121] });
  await openAsCoordinator(page, club, `tables?id=${id}`);
  const [first, second] = sides.map(nameOf);
  await expect(contests(page)).toContainText(
    `${second} say they won, 121${DASH}109. ${sides[0].players[0].name} entered 121${DASH}90 for ${first}.`,
  );
  await expect(named(page, `Keep 121${DASH}90 for ${first}`)).toBeVisible();
  const take = named(page, `Take 121${DASH}109 for ${second}`);
  await take.click();
  await expect(sheet(page)).toContainText(`So far 121${DASH}90 for ${first}, then 121${DASH}109 for ${second}.`);
  await expect(sheet(page)).toContainText("The next draw seats these players by the new winner.");
  await expect(sheet(page)).toContainText(`${sides[0].players[0].name}: game 1 from −1 to 12,`);
  await expect(sheet(page)).toContainText(`${sides[1].players[0].name}: game 1 from 31 to 0,`);
  await named(page, "Not now").click();
  const scores = async () => (await club.ask("GET", `/games/${game}`)).sides.map(({ score }) => score);
  expect(await scores()).toEqual([121, 90]);
  await take.click();
  await named(page, "Take this result").click();
  await expect(foot(page)).toHaveText(`Table 2: 121${DASH}109 for ${second}.`);
  await expect.poll(scores).toEqual([109, 121]);
});

test("After the next draw, a claim of the other winner says that nobody is reseated", async ({ page, club }) => {
  const { id, sides } = await judged(club, { agrees: false, scores: [109, 121] });
  await club.play(id, [[100], null]);
  await club.draw(id);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await named(page, `Take 121${DASH}109 for ${nameOf(sides[1])}`).click();
  await expect(sheet(page)).toContainText("Nobody is reseated.");
});

test("Another winner is not taken over a correction that came while it was asked about", async ({ page, club }) => {
  const { id, game, sides } = await judged(club, { agrees: false, scores: [109, 121] });
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await named(page, `Take 121${DASH}109 for ${nameOf(sides[1])}`).click();
  await club.ask("PUT", `/games/${game}/result`, { scores: [121, 100], reason: "The back peg was read." });
  await named(page, "Take this result").click();
  await expect(page.getByText(/Somebody else|meanwhile/).first()).toBeVisible();
  const scores = async () => (await club.ask("GET", `/games/${game}`)).sides.map(({ score }) => score);
  expect(await scores()).toEqual([121, 100]);
});

test("In the last round, a claim of the other winner says that nobody is reseated", async ({ page, club }) => {
  const { id, sides } = await judged(club, { agrees: false, scores: [109, 121] }, { games_per_night: 1 });
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await named(page, `Take 121${DASH}109 for ${nameOf(sides[1])}`).click();
  await expect(sheet(page)).toContainText("Nobody is reseated.");
});

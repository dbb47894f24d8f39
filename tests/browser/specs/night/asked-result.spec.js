import { typeNumber, winnerKey } from "../../support/game/results.js";
import { openRound, expect, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const question = (page) => page.locator(".confirmation");

// A phone joins for a player of the second side, and another enters the result for the first.
async function entered(club, page) {
  const { id } = await club.gathered(4);
  await club.draw(id);
  const { tables } = await openRound(club, id);
  const { game_id: game, sides } = tables[0];
  const [[first], [second]] = sides.map(({ players }) => players);
  const { join_code: code } = await club.look(id);
  await page.goto(`${club.base}/#/join-night?code=${code}`);
  await page.getByRole("button", { name: second.name, exact: true }).click();
  await page.waitForURL(/#\/card/);
  const { token } = await club.join(id, { player_id: first.id });
  const enter = () =>
    fetch(`${club.base}/api/v1/games/${game}/result`, {
      method: "PUT",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ scores: [121, 90] }),
    });
  const confirmed = async () => (await club.ask("GET", `/games/${game}`)).result.confirmed;
  return { id, first, enter, confirmed };
}

for (const view of ["card", "night"]) {
  test(`A joined phone that shows its ${view} is asked whether the result is right, once, also after a reload`, async ({
    page,
    club,
  }) => {
    const { id, first, enter, confirmed } = await entered(club, page);
    if (view === "night") await page.goto(`${club.base}/#/night?id=${id}`);
    await expect(page.locator("main h2").first()).toContainText("Round 1");
    await expect(question(page)).toHaveCount(0);
    expect((await enter()).status).toBe(201);
    await expect(question(page)).toContainText(`${first.name} entered 121`);
    await page.reload();
    await expect(question(page)).toContainText(`${first.name} entered 121`);
    await question(page).getByRole("button", { name: "Yes, that is right" }).click();
    await expect(question(page)).toBeHidden();
    await expect.poll(confirmed).toEqual([1]);
    // The question needs the game, whose stream is opened with it.
    const opened = page.waitForRequest(/\/games\/[^/]+\/live/);
    await page.reload();
    await opened;
    await expect(page.locator("main h2").first()).toContainText("Round 1");
    await expect(question(page).filter({ visible: true })).toHaveCount(0);
  });
}

test("A joined phone is not asked about the result of a closed round", async ({ page, club }) => {
  const { id, enter } = await entered(club, page);
  expect((await enter()).status).toBe(201);
  await expect(question(page)).toBeVisible();
  await club.draw(id);
  await expect(page.locator("main h2").first()).toContainText("Round 2");
  await expect(question(page)).toHaveCount(0);
});

test("The question goes with the phone’s right to answer it", async ({ page, club }) => {
  const { id, enter } = await entered(club, page);
  expect((await enter()).status).toBe(201);
  await expect(question(page)).toBeVisible();
  await club.ask("POST", `/nights/${id}/finish`, { void_open_games: true });
  await expect(page.getByRole("heading", { name: "The night is over" })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
});

// A night of singles with two games for each of these players, and its first round.
async function singles(club, count) {
  const { id } = await club.gathered(count);
  await club.ask("PATCH", `/nights/${id}`, { format: "singles_rotation", games_per_night: 2 });
  await club.draw(id);
  const { join_code: code } = await club.look(id);
  const join = async (page, name) => {
    await page.goto(`${club.base}/#/join-night?code=${code}`);
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page.getByRole("button", { name: "Enter the result" })).toBeVisible();
  };
  return { id, names: (await openRound(club, id)).tables[0].sides.map(({ players }) => players[0].name), join };
}

test("A phone on the result whose player sits out next goes to its card, which says so", async ({
  page,
  club,
  elsewhere,
}) => {
  const { id, names, join } = await singles(club, 3);
  const pages = [page, await elsewhere({ viewport: { width: 390, height: 664 } })];
  for (const [at, phone] of pages.entries()) {
    await join(phone, names[at]);
    await phone.getByRole("button", { name: "Enter the result" }).click();
  }
  await typeNumber(page, 31);
  await winnerKey(page, 1).click();
  for (const phone of pages) await expect(phone.getByRole("heading", { name: "Entered" })).toBeVisible();
  await club.draw(id);
  const [{ name: out }] = (await openRound(club, id)).byes;
  expect(names).toContain(out);
  const [resting] = pages.filter((_, at) => names[at] === out);
  await expect(resting.locator(".seat-line")).toHaveText(/^You sit out this round/);
  await expect(resting.locator(".now")).toContainText("Round 2 is drawn.");
  await expect(resting.locator(".now")).not.toContainText("This is your new seat.");
});

test("A phone whose card shows a seat enters the result without a network", async ({ page, club }) => {
  const { id, names, join } = await singles(club, 2);
  await join(page, names[0]);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Enter the result" }).click();
  await typeNumber(page, 31);
  await winnerKey(page, 0).click();
  await expect(page.getByRole("heading", { name: "Entered" })).toBeVisible();
  expect((await openRound(club, id)).tables[0].status).toBe("playing");
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await openRound(club, id)).tables[0].sides.map(({ score }) => score))
    .toEqual([121, 90]);
});

test("A phone that entered a result goes to its seat after the next draw, and says so", async ({ page, club }) => {
  const { id } = await club.gathered(4);
  await club.draw(id);
  const { tables } = await openRound(club, id);
  const [{ name }] = tables[0].sides[0].players;
  const { join_code: code } = await club.look(id);
  await page.goto(`${club.base}/#/join-night?code=${code}`);
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("button", { name: "Enter the result" }).click();
  await typeNumber(page, 18);
  await winnerKey(page, 0).click();
  await expect(page.getByRole("heading", { name: "Entered" })).toBeVisible();
  await expect.poll(async () => (await club.ask("GET", `/games/${tables[0].game_id}`)).status).toBe("finished");
  await club.draw(id);
  const said = page.getByText("Round 2 is drawn. This is your new seat.");
  await expect(said).toBeVisible();
  await expect(page.locator("main h2").first()).toContainText("Round 2");
  await club.play(id, [[100]]);
  await club.draw(id);
  await expect(page.locator("main h2").first()).toContainText("Round 3");
  await expect(said).toBeHidden();
});

import { dayFromNow, goSignedIn, loseAnswer, row, unfold } from "../../support/night/club.js";
import { Club } from "../../support/night/night.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: /status of (401|409|422|429)|ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });

test("An empty database becomes a league with a night tonight, by keyboard and taps @landing", async ({
  page,
  ownService,
}) => {
  await page.goto(`${ownService.url}/#/coordinator`);
  await page.locator("#password").focus();
  await page.keyboard.type("wednesday");
  await page.keyboard.press("Enter");
  const steps = page.locator(".first-steps li");
  await expect(steps).toHaveCount(4);
  await expect(steps.first()).toHaveAttribute("aria-current", "step");

  await steps.first().getByRole("link").press("Enter");
  await page.getByLabel("Name of the league").fill("Crib d’Auclair");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await expect(page.getByText("Crib d’Auclair is saved.")).toBeVisible();
  await page.getByRole("link", { name: "Coordinator" }).click();
  await expect(page.locator(".first-steps .done")).toHaveCount(1);

  await page.getByRole("link", { name: "Add the players" }).click();
  await expect(page.getByText("There is nobody on the list yet.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).focus();
  for (const name of ["Bob Baker", "Ann Archer", "Émile Roy"]) {
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await expect(page.getByText(`${name} is on the list.`)).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  }
  await expect(page.locator(".roll strong")).toHaveText(["Ann Archer", "Bob Baker", "Émile Roy"]);
  await page.getByRole("link", { name: "Coordinator" }).click();

  await page.getByRole("link", { name: "Add a season" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Winter");
  await page.getByLabel("First day").fill(dayFromNow(0));
  await page.getByLabel("Last day").fill(dayFromNow(-1));
  await page.getByRole("button", { name: "Add the season" }).click();
  await expect(page.getByText("The season ends before it starts. Choose a later last day.")).toBeVisible();
  await page.getByLabel("Last day").fill(dayFromNow(10));
  await page.getByRole("button", { name: "Add the season" }).click();
  await expect(page.getByRole("heading", { name: "Winter" })).toBeVisible();
  await page.getByRole("link", { name: "Coordinator" }).click();

  await expect(page.locator(".first-steps .done")).toHaveCount(3);
  await expect(page.getByLabel("Day")).toHaveValue(dayFromNow(0));
  await expect(page.getByLabel("Starts")).toHaveValue("19:00");
  await expect(page.getByLabel("Season").locator("option:checked")).toHaveText("Winter");
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/api/v1/nights", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Schedule the night" }).dblclick();
  release();
  await expect(page.locator(".on-now")).toContainText("Scheduled");
  await expect(page.locator(".on-now").getByRole("link", { name: "Check-in" })).toHaveAttribute(
    "href",
    /^#\/check-in\?id=[0-9a-f-]{36}$/,
  );
  const club = new Club(ownService.url);
  expect((await club.ask("GET", "/nights")).nights).toHaveLength(1);
  const again = page.getByRole("button", { name: /^Add a night on/ });
  await again.click();
  await expect(page.locator(".night-list")).toContainText("Scheduled");
  expect((await club.ask("GET", "/nights")).nights.map(({ date }) => date)).toEqual([dayFromNow(0), dayFromNow(7)]);
  // The season is over a fortnight from now.
  await expect(again).toBeHidden();
});

test("The link that a night needs next stands in front, whatever its status", async ({ page, ownService }) => {
  const club = new Club(ownService.url);
  const players = await club.members(4);
  const { id } = await club.night({ date: dayFromNow(0) });
  await goSignedIn(page, ownService.url, "coordinator");
  const next = page.locator(".on-now .primary");
  await expect(next).toHaveText("Check-in");
  for (const player of players) await club.enter(id, player.id);
  await club.draw(id);
  await page.reload();
  await expect(next).toHaveText("Tables");
  await expect(page.locator(".on-now")).toContainText("Being played · 4 players");
  await club.play(id, [[91]]);
  await club.ask("POST", `/nights/${id}/finish`, {});
  await page.reload();
  await expect(next).toHaveText("Standings and money");
});

test("A view that has no answer yet says so, and goes on when asked again", async ({ page, ownService }) => {
  await new Club(ownService.url).members(1);
  await page.route("**/api/v1/players", (route) => route.abort());
  await goSignedIn(page, ownService.url, "players");
  await expect(page.getByText(/^No answer since \d/)).toBeVisible();
  await page.unroute("**/api/v1/players");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(row(page, "Ann Archer")).toBeVisible();
});

test("A season is changed, and a season whose answer was lost is there once @landing", async ({ page, ownService }) => {
  const club = new Club(ownService.url);
  await goSignedIn(page, ownService.url, "seasons");
  await loseAnswer(page, "/api/v1/seasons", "POST");
  await page.getByLabel("Name", { exact: true }).fill("Winter 2026");
  await page.getByLabel("First day").fill("2026-01-07");
  await page.getByLabel("Last day").fill("2026-04-15");
  await page.getByRole("button", { name: "Add the season" }).click();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Winter 2026 is saved.")).toBeVisible();
  await unfold(page, "Change the season");
  await page.getByLabel("Best nights that count").first().fill("10");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The 10 best nights count.")).toBeVisible();
  const { seasons } = await club.ask("GET", "/seasons");
  expect(seasons.map(({ name, best_of }) => [name, best_of])).toEqual([["Winter 2026", 10]]);
  await expect(page.getByRole("link", { name: "Standings of the season" })).toHaveAttribute(
    "href",
    `#/standings?season=${seasons[0].id}`,
  );
});

test("A season's nights are scheduled in one step, without the days that are unticked", async ({
  page,
  ownService,
}) => {
  const club = new Club(ownService.url);
  const season = await club.ask("POST", "/seasons", { name: "March", starts: "2026-03-01", ends: "2026-03-31" });
  await club.ask("POST", "/nights", { date: "2026-03-10", starts_at: "20:00", season_id: season.id });
  await page.clock.setFixedTime("2026-03-05T17:00:00Z");
  await goSignedIn(page, ownService.url, "seasons");
  await unfold(page, "Schedule a night every week");
  await page.getByLabel("Day of the week").selectOption("Tuesday");
  await expect(page.getByText("4 nights. Untick the days without cribbage.")).toBeVisible();
  // The days that are past are ticked by hand.
  await expect(page.getByLabel("March 3, 2026")).not.toBeChecked();
  await page.getByLabel("March 3, 2026").check();
  await expect(page.getByLabel("March 10, 2026: scheduled already")).toBeDisabled();
  await page.getByLabel("March 17, 2026").uncheck();
  await page.getByLabel("Starts").fill("18:30");
  await page.getByLabel("Ends (if you like)").fill("22:00");
  await page.getByRole("button", { name: "Schedule these nights" }).click();
  await expect(page.getByText("4 nights of the season are scheduled.")).toBeVisible();
  await expect(
    page.getByRole("link", { name: /Tuesday, March 24, 6:30.p\.m\. to 10:00.p\.m\./ }).first(),
  ).toBeVisible();
  const { nights } = await club.ask("GET", `/nights?season_id=${season.id}`);
  expect(nights.map(({ date, starts_at, ends_at }) => [date, starts_at, ends_at])).toEqual([
    ["2026-03-03", "18:30", "22:00"],
    ["2026-03-10", "20:00", null],
    ["2026-03-24", "18:30", "22:00"],
    ["2026-03-31", "18:30", "22:00"],
  ]);
});

test("The league's money is set in dollars and percent, and what does not add up is said", async ({
  page,
  ownService,
}) => {
  const club = new Club(ownService.url);
  await club.ask("PUT", "/league", { name: "Auclair", rules: { muggins: true } });
  await goSignedIn(page, ownService.url, "league");
  await page.getByLabel("Fee, in dollars").fill("7,50");
  await page.getByLabel("Part for the 50/50").fill("8");
  const save = page.getByRole("button", { name: "Save" });
  await save.click();
  await expect(page.getByText(/^What goes to the 50\/50 is not an amount within the fee\./)).toBeVisible();
  await page.getByLabel("Part for the 50/50").fill("1.25");
  await page.getByRole("button", { name: "One more prize" }).click();
  await page.getByLabel("Prize of place 4, in percent of the pot").fill("10");
  await save.click();
  await expect(page.locator(".notice", { hasText: "Together 110%, which is 10% too much." })).toBeVisible();
  await page.getByLabel("Prize of place 1, in percent of the pot").fill("35");
  await expect(page.getByText("Together 95%. The other 5% go to activities.")).toBeVisible();
  await save.click();
  await expect(page.getByText("Auclair is saved.")).toBeVisible();
  const league = await club.ask("GET", "/league");
  expect([league.fee, league.draw_part, league.prize_shares]).toEqual([750, 125, [35, 30, 20, 10]]);
  expect(league.rules.muggins, "rules that are the league's own stay").toBe(true);
});

test("Settings that somebody else has changed meanwhile are shown, and not written over", async ({
  page,
  ownService,
}) => {
  const club = new Club(ownService.url);
  await club.ask("PUT", "/league", { name: "Auclair" });
  await goSignedIn(page, ownService.url, "league");
  const games = page.getByLabel("Games a night");
  const save = page.getByRole("button", { name: "Save" });
  await games.fill("3");
  await save.click();
  await expect(page.getByText("Auclair is saved.")).toBeVisible();
  await games.fill("5");
  await save.click();
  await expect.poll(async () => (await club.ask("GET", "/league")).games_per_night).toBe(5);

  await club.ask("PUT", "/league", { name: "Auclair", games_per_night: 5, fee: 700 });
  await games.fill("6");
  await save.click();
  await expect(page.getByText("Somebody else changed this.")).toBeVisible();
  await expect(games).toHaveValue("5");
  await expect(page.getByLabel("Fee, in dollars")).toHaveValue("7");
  await games.fill("6");
  await save.click();
  await expect(page.getByText("Auclair is saved.")).toBeVisible();
  const league = await club.ask("GET", "/league");
  expect([league.games_per_night, league.fee]).toEqual([6, 700]);
});

test("A coordinator's page that was left open overnight shows the night of the new day", async ({
  page,
  ownService,
}) => {
  const club = new Club(ownService.url);
  await club.night({ date: dayFromNow(1) });
  await page.clock.install();
  await goSignedIn(page, ownService.url, "coordinator");
  await expect(page.getByText("There is no night today.")).toBeVisible();
  await page.clock.setFixedTime(Date.now() + 24 * 3_600_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.locator(".on-now")).toBeVisible();
});

test("A league of before chooses in plain words that a game called off costs nobody the place", async ({
  page,
  ownService,
}) => {
  const club = new Club(ownService.url);
  await club.ask("PUT", "/league", { name: "Auclair", full_card: "every_round" });
  await goSignedIn(page, ownService.url, "league");
  const rule = page.getByLabel("Who has a place, and a prize, at the end of a night");
  await expect(rule.locator(":checked")).toHaveText("Only whoever played every round");
  await rule.selectOption("Whoever played all the rounds that they could");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Auclair is saved.")).toBeVisible();
  expect((await club.ask("GET", "/league")).full_card).toBe("excused");
});

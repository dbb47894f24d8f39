import { go, goSignedIn, row, unfold } from "../../support/night/club.js";
import { expect, named, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const form = (page) => page.getByRole("dialog");

async function choose(page, from, into) {
  await row(page, from).getByRole("button").click();
  await unfold(page, "Same person twice?");
  await form(page).getByLabel(`${from} is the same person as`).selectOption(into);
  await named(form(page), "Make them one person").click();
}

test("A person who was entered twice is made one, and two again", async ({ page, club }) => {
  const [ann] = await club.members(2);
  const { id } = await club.night({ date: "2026-01-28" });
  await club.enter(id, ann.id);
  await goSignedIn(page, club.base, "players");
  await choose(page, "Bob Baker", "Ann Archer");
  const question = page.getByRole("dialog", { name: "Is Bob Baker the same person as Ann Archer?" });
  await expect(question).toContainText("then count for Ann Archer, past ones too");
  await expect(question).toContainText("On a night at which both were checked in, the later entry counts.");
  await expect(question).toContainText("Ann Archer: last checked in on January 28, 2026.");
  await expect(question).toContainText("Bob Baker: never checked in.");
  await expect(question).not.toContainText(/[0-9a-f]{8}-/);
  await named(question, "Yes, one person").click();
  await expect(page.getByText("Bob Baker now counts as Ann Archer.")).toBeVisible();
  await expect(row(page, "Bob Baker")).toHaveCount(0);
  expect((await club.ask("GET", "/players")).players.map(({ name }) => name)).toEqual(["Ann Archer"]);
  await named(page, "Undo: they are two").click();
  await expect(page.getByText("Bob Baker is a person of their own again.")).toBeVisible();
  await expect(row(page, "Bob Baker")).toBeVisible();
  expect((await club.ask("GET", "/players")).players).toHaveLength(2);
});

test("A merge of days ago is taken back where the person who stayed is changed", async ({ page, club }) => {
  const [ann, bob, cleo] = await club.members(3);
  await club.ask("POST", `/players/${bob.id}/merge`, { into: cleo.id });
  await goSignedIn(page, club.base, "players");
  // Bob counts as Cleo. After the merge of Cleo into Ann, Bob counts as Ann too.
  await choose(page, cleo.name, ann.name);
  await named(page.getByRole("dialog", { name: /the same person/ }), "Yes, one person").click();
  await expect(row(page, cleo.name)).toHaveCount(0);
  await row(page, ann.name).getByRole("button").click();
  await expect(form(page)).toContainText(`${bob.name} now counts as ${ann.name}.`);
  await expect(form(page)).toContainText(`${cleo.name} now counts as ${ann.name}.`);
  await page.screenshot({ path: test.info().outputPath("sheet.png") });
  await form(page).locator("form", { hasText: cleo.name }).getByRole("button", { name: "Undo: they are two" }).click();
  await expect(page.getByText(`${cleo.name} is a person of their own again.`)).toBeVisible();
  await expect(row(page, cleo.name)).toBeVisible();
  await row(page, cleo.name).getByRole("button").click();
  await expect(form(page)).toContainText(`${bob.name} now counts as ${cleo.name}.`);
  const { players, merges } = await club.ask("GET", "/players");
  expect(players.map(({ name }) => name)).toEqual([ann.name, cleo.name]);
  expect(merges).toEqual([{ id: bob.id, name: bob.name, into: cleo.id }]);
});

test("Two who sat in one round are refused in words", async ({ page, club }) => {
  const { id } = await club.gathered(4);
  await club.draw(id);
  await goSignedIn(page, club.base, "players");
  await choose(page, "Bob Baker", "Ann Archer");
  await named(page, "Yes, one person").click();
  await expect(form(page)).toContainText("These two sat in one round of a night or have two cards of it");
  expect((await club.ask("GET", "/players")).players).toHaveLength(4);
});

test("A season ranks per full card or per game, and its standings say which", async ({ page, club }) => {
  const { id } = await club.ask("POST", "/seasons", { name: "Winter", starts: "2026-01-01", ends: "2099-01-01" });
  await club.ask("PUT", "/league", { name: "Wednesday Cribbage", public: true });
  await goSignedIn(page, club.base, "seasons");
  await unfold(page, "Change");
  await page.locator(".season-part").getByLabel("Rank by the average").selectOption("per game");
  await named(page.locator(".season-part"), "Save").click();
  await expect(page.getByText("Rank by the average: per game.")).toBeVisible();
  expect((await club.ask("GET", `/seasons/${id}`)).average).toBe("per_game");
  await go(page, `standings?season=${id}`);
  await expect(page.getByText("The average is per game.")).toBeVisible();
});

test("The last season is copied a year on, with the day and hours of its nights", async ({ page, club }) => {
  const season = { name: "Winter 2026-27", starts: "2026-01-06", ends: "2026-03-31", best_of: 8, minimum_nights: 3 };
  const { id } = await club.ask("POST", "/seasons", season);
  await club.night({ season_id: id, date: "2026-01-08", starts_at: "18:30", ends_at: "22:00" });
  await goSignedIn(page, club.base, "seasons");
  await unfold(page, "Add a season");
  const fresh = page.locator("details", { has: named(page, "Copy last season") });
  await named(fresh, "Copy last season").click();
  await expect(fresh.getByLabel("Name")).toHaveValue("Winter 2027-28");
  await expect(fresh.locator("[name=starts]")).toHaveValue("2027-01-05");
  await expect(fresh.locator("[name=ends]")).toHaveValue("2027-03-30");
  await expect(fresh.locator("[name=best_of]")).toHaveValue("8");
  await fresh.locator("button.primary").click();
  const part = page.locator(".season-part", { hasText: "Winter 2027-28" });
  await expect(part).toBeVisible();
  await expect(part.locator("[name=weekday]")).toHaveValue("thursday");
  await expect(part.locator("[name=starts_at]")).toHaveValue("18:30");
  await expect(part.locator("[name=ends_at]")).toHaveValue("22:00");
});

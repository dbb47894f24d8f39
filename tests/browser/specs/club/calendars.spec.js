import { goSignedIn, unfold } from "../../support/night/club.js";
import { expect, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, timezoneId: "America/Halifax" });

const PLACE = "Salle de la Légion, 12, rue Principale";

test("The coordinator says where and by which clock the league plays, and takes both back", async ({ page, club }) => {
  await club.ask("PUT", "/league", { name: "Cribbage Rosemont" });
  await goSignedIn(page, club.base, "league");
  const [place, zone] = ["The place where you play", "Time zone of the hall"].map((label) => page.getByLabel(label));
  await expect(place).toHaveValue("");
  await expect(zone).toHaveValue("");
  // That of the browser comes first, after none.
  await expect(zone.locator("option").nth(0)).toHaveText("Not said");
  await expect(zone.locator("option").nth(1)).toHaveText("America/Halifax");
  await place.fill(PLACE);
  await zone.selectOption("America/Toronto");
  const save = page.locator("form", { has: place }).locator("button.primary");
  await save.click();
  const said = async () => {
    const { place, time_zone: zone } = await club.ask("GET", "/league");
    return [place, zone];
  };
  await expect.poll(said).toEqual([PLACE, "America/Toronto"]);
  await page.screenshot({ path: test.info().outputPath("settings.png"), fullPage: true });
  await page.reload();
  await expect(zone).toHaveValue("America/Toronto");
  await place.fill("");
  await zone.selectOption("");
  await save.click();
  await expect.poll(said).toEqual([null, null]);
});

test("The season’s page leads into the phone’s calendar, and a night that is to come does", async ({ page, club }) => {
  await club.ask("PUT", "/league", { name: "Cribbage Rosemont", public: true });
  const days = { starts: "2026-01-01", ends: "2026-12-31" };
  const { id: season } = await club.ask("POST", "/seasons", { name: "Winter", ...days });
  const { id: night } = await club.night({ season_id: season });
  await page.goto(`${club.base}/#/standings?season=${season}`);
  const link = page.getByRole("link", { name: "Add its nights to my calendar" });
  const address = await link.getAttribute("href");
  expect(address).toBe(`${club.base.replace("http:", "webcal:")}/api/v1/seasons/${season}.ics`);
  const calendar = await page.request.get(address.replace("webcal:", "http:"));
  expect([calendar.status(), calendar.headers()["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
  await page.goto(`${club.base}/#/night?id=${night}`);
  const own = page.getByRole("link", { name: "Add to my calendar" });
  expect(await own.getAttribute("href")).toBe(`${club.base}/api/v1/nights/${night}.ics`);
  await club.ask("PUT", `/nights/${night}/cancellation`, { reason: "Snow" });
  await page.reload();
  await expect(page.getByRole("link", { name: "The season’s standings" })).toBeVisible();
  await expect(own).toHaveCount(0);
});

test("A new league proposes the time zone of the browser, and keeps it once it is saved", async ({ page, club }) => {
  await goSignedIn(page, club.base, "league");
  const zone = page.getByLabel("Time zone of the hall");
  await expect(zone).toHaveValue("America/Halifax");
  await expect(page.getByText("Proposed from this browser")).toBeVisible();
  const name = page.getByLabel("Name of the league");
  await name.fill("Cribbage Rosemont");
  await page.locator("form", { has: name }).locator("button.primary").click();
  await expect(page.getByText("Cribbage Rosemont is saved.")).toBeVisible();
  expect((await club.ask("GET", "/league")).time_zone).toBe("America/Halifax");
  // Control: a named league without a time zone keeps that choice.
  await club.ask("PUT", "/league", { name: "Cribbage Rosemont", time_zone: null });
  await page.reload();
  await expect(zone).toHaveValue("");
  await expect(page.getByText("Proposed from this browser")).toHaveCount(0);
});

test("The links to calendars say that the league has no time zone", async ({ page, club }) => {
  await club.ask("PUT", "/league", { name: "Cribbage Rosemont", public: true });
  const days = { starts: "2026-01-01", ends: "2026-12-31" };
  const { id: season } = await club.ask("POST", "/seasons", { name: "Winter", ...days });
  const { id: night } = await club.night({ season_id: season });
  const note = page.getByText("In another time zone, a calendar shows the wrong hour.");
  const views = [`standings?season=${season}`, `night?id=${night}`];
  for (const view of views) {
    await page.goto(`${club.base}/?${view.length}#/${view}`);
    await expect(note).toBeVisible();
  }
  await page.screenshot({ path: test.info().outputPath("note.png"), fullPage: true });
  await club.ask("PUT", "/league", { name: "Cribbage Rosemont", time_zone: "America/Toronto" });
  for (const view of views) {
    const answer = page.waitForResponse("**/api/v1/league");
    await page.goto(`${club.base}/?zone${view.length}#/${view}`);
    await answer;
    await expect(page.getByRole("link", { name: /calendar$/ })).toBeVisible();
    await expect(note).toBeHidden();
  }
});

test("The lines for another website are made in a public league, and ask for it first", async ({ page, club }) => {
  const days = { starts: "2026-01-01", ends: "2026-02-28" };
  const { id } = await club.ask("POST", "/seasons", { name: 'Winter "26"', ...days });
  await goSignedIn(page, club.base, "seasons");
  await unfold(page, "Show the standings on another website");
  await expect(page.getByText("Other websites show only a league that everybody may see.")).toBeVisible();
  await page.screenshot({ path: test.info().outputPath("question.png"), fullPage: true });
  await page.getByRole("button", { name: "Let everybody see the league" }).click();
  const lines = page.getByLabel("Lines for the page");
  const frame = `<iframe src="${club.base}/embed/standings/${id}" title="Winter &quot;26&quot;" width="320" height="600"></iframe>`;
  await expect(lines).toHaveValue(frame);
  expect((await club.ask("GET", "/league")).public).toBe(true);
  await page.reload();
  await unfold(page, "Show the standings on another website");
  await expect(lines).toHaveValue(frame);
});

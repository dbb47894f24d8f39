import { goSignedIn } from "../../support/night/club.js";
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

import { goSignedIn } from "../../support/night/club.js";
import { Hall, today } from "../../support/night/hall.js";
import { TV } from "../../support/night/television.js";
import { expect, named, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const ADDRESS = "https://www.example.org/cribbage/";

test("The club’s own page is one tap from home and from the card, and the television names it", async ({
  page,
  club,
  context,
}) => {
  await club.ask("PUT", "/league", { name: "Cribbage Rosemont", public: true });
  await goSignedIn(page, club.base, "league");
  const field = page.getByLabel("The club’s page on the web");
  await expect(field).toHaveValue("");
  await field.fill(ADDRESS);
  await page.locator("form", { has: field }).locator("button.primary").click();
  await expect.poll(async () => (await club.ask("GET", "/league")).address).toBe(ADDRESS);
  const link = page.getByRole("link", { name: "Cribbage Rosemont: the club’s own page" });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 604 });
    await page.goto(`${club.base}/?${width}#/`);
    await expect(link).toHaveAttribute("href", ADDRESS);
    // The links below stay in one row, and the first view whole.
    const tops = await page.locator(".foot-links li").evaluateAll((items) => items.map((item) => item.offsetTop));
    expect(new Set(tops).size).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.screenshot({ path: test.info().outputPath(`home-${width}.png`) });
  }
  const { id } = await club.gathered(4);
  await club.draw(id);
  const { join_code: code } = await club.look(id);
  await page.goto(`${club.base}/#/join-night?code=${code}`);
  await named(page, "Ann Archer").click();
  await page.waitForURL(/#\/card/);
  await expect(link).toHaveAttribute("href", ADDRESS);
  await page.screenshot({ path: test.info().outputPath("card.png"), fullPage: true });
  const hall = await context.newPage();
  await hall.setViewportSize({ width: 1280, height: 720 });
  await hall.goto(`${club.base}${TV}?night=${id}`);
  await expect(hall.locator("#league")).toHaveText("Cribbage Rosemont · example.org/cribbage");
  await hall.screenshot({ path: test.info().outputPath("tv.png") });
});

test("A league without a page of its own shows no link to one", async ({ page, ownService }) => {
  await new Hall(ownService.url).openPublic(4);
  const answer = page.waitForResponse("**/api/v1/league");
  await page.goto(ownService.url);
  await answer;
  await expect(page.locator(".foot-links a")).toHaveCount(2);
});

test("The coordinator’s page says that many wrong codes are typed, and leads to the QR code of the night that is on", async ({
  page,
  club,
}) => {
  await club.ask("POST", "/nights", { date: today() });
  await page.route("**/api/v1/sessions", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), warnings: ["wrong_codes"] } });
  });
  await goSignedIn(page, club.base, "coordinator");
  const warning = page.locator(".club .warning");
  await expect(warning).toContainText("Many wrong codes are being typed.");
  await warning.getByRole("link", { name: "Show the QR code" }).click();
  await expect(page.locator(".join-picture svg, .join-picture img")).toBeVisible();
});

test("The coordinator’s page says that the disk is nearly full and a backup failed, and nothing of what it does not know", async ({
  page,
  club,
}) => {
  const warnings = ["low_disk", "backup_failed", "of_tomorrow"];
  await page.route("**/api/v1/sessions", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), warnings } });
  });
  await goSignedIn(page, club.base, "coordinator");
  await expect(page.getByText("The disk of the computer that runs Pegout is nearly full.")).toBeVisible();
  await expect(page.getByText("No backup could be made.")).toBeVisible();
  await expect(page.locator("main")).not.toContainText("coordinator.warning");
  await expect(page.getByRole("link", { name: "For developers: the API" })).toBeVisible();
  // A warning must look different from help text.
  const looks = (/** @type {string} */ selector) =>
    page
      .locator(selector)
      .first()
      .evaluate((node) => [getComputedStyle(node).color, getComputedStyle(node).fontSize]);
  await expect(page.locator(".club .warning")).toHaveCount(2);
  expect(await looks(".club .warning p")).not.toEqual(await looks(".club .help"));
  await page.screenshot({ path: test.info().outputPath("low-disk.png") });
  // Control: without a warning the line is missing.
  warnings.length = 0;
  await page.reload();
  await expect(page.getByRole("heading", { name: "Coordinator" })).toBeVisible();
  await expect(page.locator(".club .stack")).toBeVisible();
  await expect(page.getByText("nearly full")).toHaveCount(0);
});

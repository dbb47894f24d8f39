import { ANN, Hall, expect, joinAs, test } from "../../support/night/hall.js";
import { overflow, violations } from "../../support/browser/axe.js";
import { begin, goOffline, link, state } from "../../support/game/scorer.js";

const LIVE = "Every phone at the table sees this.";
test.use({ tolerated: /ERR_INTERNET_DISCONNECTED|status of 4/ });

const PAPER = { width: 816, height: 1056 };

const part = (page, name) => page.getByRole("region", { name, exact: true });

for (const lang of ["en", "fr"]) {
  test(`The rules fit every phone in ${lang}`, async ({ page }) => {
    await page.goto(`/?lang=${lang}#/rules`);
    await expect(page.locator(".variant").last()).toBeAttached();
    await expect(page.locator(".rules-in-force li").first()).toBeVisible();
    for (const [width, height] of [
      [390, 664],
      [360, 604],
      [320, 568],
    ]) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => overflow(page), `${width}`).toBeLessThanOrEqual(0);
      expect(await violations(page), `${width}`).toEqual([]);
    }
  });
}

test("A newcomer finds the club's rules, the game, what scores, fifteens and variants", async ({
  page,
  ownService,
}) => {
  const hall = await new Hall(ownService.url).open(4);
  await hall.call("PUT", "/league", { name: "Auclair", rules: { muggins: true } });
  await page.goto(`${ownService.url}/#/rules`);
  await expect(part(page, "In force here")).toContainText(
    /Auclair plays by these rules. In force since \w+ \d+, 20\d\d\./,
  );
  await expect(part(page, "In force here")).toContainText("Muggins is played");
  await page.getByRole("button", { name: "What scores" }).click();
  await expect(part(page, "What scores").getByRole("heading", { level: 2 })).toBeFocused();
  await expect(part(page, "The game")).toContainText("1 for a jack in the hand or the crib, of the starter’s suit");
  const row = part(page, "What scores").getByRole("listitem").filter({ hasText: "The best hand" });
  await expect(row).toContainText(/^The best hand29.*and one for his nob is twenty-nine\.$/);
  await expect(part(page, "What scores").getByRole("listitem").filter({ hasText: "Nothing" })).toContainText(
    "No score.",
  );
  await expect(part(page, "Fifteens")).toContainText("There are 71 ways to make fifteen.");
  await expect(part(page, "Fifteens").locator("li")).toHaveCount(71);
  const { length } = Object.keys(await (await fetch(`${ownService.url}/api/v1/rules`)).json());
  await expect(part(page, "Variants").getByRole("heading", { level: 3 })).toHaveCount(length);
  const lowball = part(page, "Variants").locator(".variant").filter({ hasText: "Lowball" });
  await expect(lowball).toContainText("A winner below 92 skunks the side that lost.");
});

test("Every variant of the service is told in words", async ({ page, baseURL }) => {
  const presets = Object.keys(await (await fetch(`${baseURL}/api/v1/rules`)).json());
  await page.goto("/#/rules");
  await expect(page.locator(".variant")).toHaveCount(presets.length);
  await expect(page.locator(".variant > p")).toHaveCount(presets.length);
});

test("The rules of a table are those of its game, and the way back leads there", async ({ page, baseURL }) => {
  const game = await begin(baseURL, { preset: "lowball" });
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  await page.getByRole("button", { name: /^Menu/ }).click();
  await page.getByRole("link", { name: "The rules" }).click();
  await expect(part(page, "In force here")).toContainText("Your table plays by these rules.");
  await expect(part(page, "In force here")).toContainText("The first to the end of the board loses.");
  await page.getByRole("link", { name: "Back to the table" }).click();
  await expect(page).toHaveURL(new RegExp(`#/table\\?id=${game.id}`));
});

test("From the card the way back from the rules leads to the card, before the draw and after it", async ({
  page,
  hall,
}) => {
  const readRules = async (whose) => {
    await page.getByRole("link", { name: "The rules", exact: true }).click();
    await expect(part(page, "In force here")).toContainText(whose);
    await page.getByRole("link", { name: "My card", exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`#/card\\?id=${hall.id}$`));
  };
  await joinAs(page, hall, ANN);
  await readRules("Cribbage league plays by these rules.");
  await hall.draw();
  await page.getByRole("button", { name: "Keep score" }).click();
  await expect(state(page)).toHaveText(LIVE);
  await page.goBack();
  await readRules("Your table plays by these rules.");
});

test("The rules are one tap from Home, and two from Start and Count @landing", async ({ page }) => {
  for (const [from, ...keys] of [[""], ["start", /Change/], ["count", /^Rules$/]]) {
    await page.goto(`/#/${from}`);
    for (const name of keys) await page.getByRole("button", { name }).first().click();
    await page.getByRole("link", { name: "The rules", exact: true }).click();
    await expect(page).toHaveURL(/#\/rules$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("The rules");
  }
});

test("Without a network all but the club's own rules is there", async ({ page, ownService, engine }) => {
  await page.goto(`${ownService.url}/#/rules`);
  await expect(page.locator(".variant").first()).toBeVisible();
  await page.goto(`${ownService.url}/#/`);
  // Home loads its board after the first paint.
  await expect(page.locator(".pegboard")).toBeVisible();
  await goOffline(page);
  await page.evaluate(() => (location.hash = "#/rules"));
  await expect(part(page, "In force here")).toContainText("The club’s rules come with the connection.");
  // The engine counts the examples.
  const example = engine ? "Double run of three" : "The examples come with the connection.";
  await expect(part(page, "What scores").getByText(example)).toBeVisible();
  await expect(page.locator(".variant").first()).toBeVisible();
});

test("The rules print black on white, without a control", async ({ page }) => {
  await page.goto("/#/rules");
  await expect(page.locator(".variant").first()).toBeVisible();
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.locator("button:visible, input:visible, a:visible, .bar:visible, .notice:visible")).toHaveCount(0);
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  const paper = await page.pdf({ preferCSSPageSize: true, format: "Letter" });
  expect(paper.toString("latin1").match(/\/Type\s*\/Page\b/g).length).toBeLessThanOrEqual(8);
});

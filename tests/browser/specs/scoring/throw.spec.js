import { best, key, notice, pick, picked, tap, ways } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";

const EXAMPLE = "7C,9H,5H,5C,5D,JS";

// The text of each way to throw: its sign, then the two numbers.
async function sums(page) {
  const texts = await ways(page).locator(".sum").allTextContents();
  return texts.map((text) => text.replaceAll(/\s+/g, " "));
}

test("Three fives and a jack are kept, and seven and nine go into one's own crib", async ({ page }) => {
  await page.goto("/#/throw");
  await expect(notice(page)).toHaveText("Tap the 6 cards that you were dealt.");
  await tap(page, EXAMPLE);
  await expect(best(page)).toHaveText(["7", "9"]);
  await expect(notice(page)).toHaveText(
    /^Throw the 7 of clubs and 9 of hearts: your hand is worth 16\.65 on average and your crib adds \d\.\d\d; the next best way is \d\.\d\d points worse\.$/,
  );
  await expect(ways(page)).toHaveCount(15);
  await expect(ways(page).first()).toContainText("Keep 5 of hearts, 5 of clubs, 5 of diamonds and jack of spades");
  await expect(page).toHaveURL(/#\/throw\?cards=7C,9H,5H,5C,5D,JS&players=2&crib=own$/);
});

test("The list is the service's, in its order and with its numbers @service", async ({ page }) => {
  const answered = page.waitForResponse("**/api/v1/discard");
  await page.goto(`/#/throw?cards=${EXAMPLE}&players=2&crib=own`);
  const { options } = await (await answered).json();
  const shown = (value) => value.toFixed(2);
  await expect(ways(page).locator(".points")).toHaveText(options.map((way) => `Worth ${shown(way.expected)}`));
  expect(await sums(page)).toEqual(options.map((way) => `hand ${shown(way.hand.mean)}+ crib ${shown(way.crib.mean)}`));
});

test("Another's crib is taken off, and the answer is another", async ({ page }) => {
  await page.goto(`/#/throw?cards=4C,5D,6H,QC,5S,JD`);
  await expect(notice(page)).toContainText("your crib adds");
  await page.getByRole("radio", { name: "Their crib" }).check();
  await expect(notice(page)).toContainText("their crib takes off");
  await expect(page).toHaveURL(/crib=other$/);
  for (const sum of await sums(page)) expect(sum).toMatch(/^hand \d+\.\d\d− crib \d\.\d\d$/);
});

test("What is worth less than nothing has a true minus", async ({ page }) => {
  await page.goto("/#/throw?cards=7C,9H,5H,5C,5D&players=4&crib=other");
  await expect(ways(page).last().locator(".points")).toHaveText(/^Worth −0\.\d\d$/);
});

test("A best way that keeps less in the hand says that the crib decides", async ({ page }) => {
  await page.goto("/#/throw?cards=3C,QH,8H,5S,6D,9H&crib=own");
  await expect(notice(page)).toHaveText(
    /^Throw the queen of hearts and 5 of spades: your hand is worth 4\.17 on average, not the 6\.43 it could, but your crib adds/,
  );
  await page.goto("/#/throw?cards=TC,6H,AD,JS,4C,7H&crib=other");
  await expect(notice(page)).toContainText(/not the \d\.\d\d it could, but their crib takes off only \d\.\d\d;/);
});

test("Ties are said as ties", async ({ page }) => {
  await page.goto("/#/throw?cards=2D,4D,3S,4C,2H,3C&crib=own");
  await expect(notice(page)).toContainText(/; 3 other ways are just as good\.$/);
  await expect(ways(page).nth(3).locator(".tie")).toHaveText("tied");
  await expect(ways(page).nth(4).locator(".tie")).toHaveCount(0);
  await page.goto("/#/throw?cards=2H,2C,8H,5D,5S&players=4&crib=own");
  await expect(notice(page)).toContainText(/; another way is just as good\.$/);
});

test("A lead too small to show is not shown as nothing", async ({ page }) => {
  await page.goto("/#/throw?cards=JD,2H,6D,AD,KC,9H&crib=own");
  await expect(notice(page)).toContainText(/the next best way is less than 0\.01 points worse\.$/);
});

for (const [players, own, said] of [
  ["3", "My crib", "your crib adds"],
  ["4", "Our crib", "your side’s crib adds"],
]) {
  test(`At ${players} players five cards are dealt and one is thrown`, async ({ page }) => {
    await page.goto("/#/throw");
    await pick(page, `${players} players`);
    await expect(page.getByRole("radio", { name: own })).toBeChecked();
    await expect(page.getByRole("button", { name: /^Card \d: empty$/ })).toHaveCount(5);
    await tap(page, "7C,9H,5H,5C,5D");
    await expect(ways(page)).toHaveCount(5);
    await expect(best(page)).toHaveText(["9"]);
    await expect(notice(page)).toContainText(said);
  });
}

test("The sixth card comes back when two play again", async ({ page }) => {
  await page.goto(`/#/throw?cards=${EXAMPLE}`);
  await expect(ways(page)).toHaveCount(15);
  await pick(page, "4 players");
  await expect(ways(page)).toHaveCount(5);
  await expect(key(page, "JS")).toHaveAttribute("aria-pressed", "false");
  await pick(page, "2 players");
  await expect(ways(page)).toHaveCount(15);
  await expect(key(page, "JS")).toHaveAttribute("aria-pressed", "true");
});

test("A card is taken back on the grid and on its slot, and its place is filled next", async ({ page }) => {
  await page.goto(`/#/throw?cards=${EXAMPLE}`);
  await expect(ways(page)).toHaveCount(15);
  await tap(page, "2C");
  await expect(notice(page)).toHaveText("That is 6 cards already. Tap one of them to take it back.");
  await tap(page, "9H");
  await expect(notice(page)).toHaveText("One more card, please.");
  await expect(page.getByRole("button", { name: "Card 2: empty" })).toBeVisible();
  await expect(ways(page)).toHaveCount(0);
  await tap(page, "2C");
  await expect(ways(page)).toHaveCount(15);
  await expect(page).toHaveURL(/cards=7C,2C,5H,/);
  await page.getByRole("button", { name: "Take back the 2 of clubs" }).click();
  await expect(key(page, "2C")).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("button", { pressed: true })).toHaveCount(0);
  await expect(page).toHaveURL(/#\/throw\?players=2&crib=own$/);
});

test("A reload and another language keep the cards", async ({ page }) => {
  await page.goto("/#/throw?players=3&crib=other");
  await tap(page, "7C,9H,5H,5C,5D");
  await expect(ways(page)).toHaveCount(5);
  await page.reload();
  await expect(ways(page)).toHaveCount(5);
  await expect(picked(page)).toHaveText("3 players");
  await expect(page.getByRole("radio", { name: "Their crib" })).toBeChecked();
  await page.getByRole("button", { name: "Français" }).click();
  await expect(notice(page)).toHaveText(
    /^À écarter\s: 9 de cœur\. La main vaut 11,87 en moyenne et le crib adverse enlève \d,\d\d; le choix suivant est moins bon de \d,\d\d points?\.$/,
  );
  await expect(page.getByRole("radio", { name: "Leur crib" })).toBeChecked();
});

test("A link with too many cards, or none that are, is taken as far as it goes", async ({ page }) => {
  await page.goto("/#/throw?cards=10h,xx,TH,7c,9h,5h,5c,5d,js&players=9&crib=whose");
  await expect(ways(page)).toHaveCount(15);
  await expect(page).toHaveURL(/cards=TH,7C,9H,5H,5C,5D&players=2&crib=own$/);
});

test("A reason of the service is told @service", async ({ page }) => {
  await page.route("**/api/v1/discard", (route) =>
    route.fulfill({
      status: 422,
      contentType: "application/problem+json",
      json: { type: "/problems/brand-new", detail: "A rule of tomorrow." },
    }),
  );
  await page.goto(`/#/throw?cards=${EXAMPLE}`);
  await expect(notice(page)).toHaveText("A rule of tomorrow.");
  await expect(ways(page)).toHaveCount(0);
});

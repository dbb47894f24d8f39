import { digits, key, notice, pick, picked, tap } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";

test("The perfect hand counts 29, item by item, with its call", async ({ page }) => {
  await page.goto("/#/count");
  await tap(page, "5H,5D,5S,JC,5C");
  await expect(digits(page)).toHaveText("29");
  await expect(notice(page)).toHaveText("The perfect hand! One deal in 216,580 has it.");
  await expect(page.locator(".call")).toContainText(/^Fifteen two, .* and one for his nob is twenty-nine\.$/);
  await expect(page.locator(".item .kind")).toHaveText([...Array(8).fill("fifteen"), "double pair royal", "his nob"]);
  await expect(page.locator(".item .points > [aria-hidden]")).toHaveText([...Array(8).fill("2"), "12", "1"]);
  await expect(page.locator(".item").last()).toContainText("jack of clubs");
});

test("The same hand is called in French", async ({ page }) => {
  await page.goto("/#/count?cards=5H,5D,5S,JC&starter=5C");
  await page.getByRole("button", { name: "Français" }).click();
  await expect(page.locator(".call")).toHaveText(
    "Quinze-deux, quinze-quatre, quinze-six, quinze-huit, quinze-dix, quinze-douze, quinze-quatorze, quinze-seize, une double paire royale, vingt-huit, et un pour le valet de la couleur, vingt-neuf.",
  );
  await expect(page.locator(".item .kind").last()).toHaveText("valet de la couleur");
});

test("Four of a suit are a flush in the hand and nothing in the crib", async ({ page }) => {
  await page.goto("/#/count");
  await tap(page, "2H,4H,8H,TH,QC");
  await expect(digits(page)).toHaveText("4");
  await expect(page.locator(".item .kind")).toHaveText(["flush"]);
  await pick(page, "Crib");
  await expect(digits(page)).toHaveText("0");
  await expect(page).toHaveURL(/crib=1/);
});

test("Five of a suit are a flush in the crib", async ({ page }) => {
  await page.goto("/#/count?crib=1");
  await tap(page, "2H,4H,8H,TH,QH");
  await expect(digits(page)).toHaveText("5");
  await expect(page.locator(".item .kind")).toHaveText(["flush"]);
});

test("Four cards are counted before the cut", async ({ page }) => {
  await page.goto("/#/count");
  await tap(page, "8S,7H,7D");
  await expect(notice(page)).toHaveText("One more card, please.");
  await tap(page, "AC");
  await expect(digits(page)).toHaveText("8");
  await expect(notice(page)).toContainText("Before the cut");
});

test("A hand of nothing is called nineteen", async ({ page }) => {
  await page.goto("/#/count");
  await tap(page, "TH,2D,4S,6C,8C");
  await expect(digits(page)).toHaveText("0");
  await expect(notice(page)).toContainText("Nineteen, as the table says: nothing.");
  await expect(page.locator(".call")).toHaveText("No score.");
});

test("Twenty-eight gets its odds", async ({ page }) => {
  await page.goto("/#/count");
  await tap(page, "5H,5D,5S,5C,JC");
  await expect(digits(page)).toHaveText("28");
  await expect(notice(page)).toContainText("One deal in 15,028");
});

test("The pattern of a hand is named", async ({ page }) => {
  for (const [cards, pattern] of [
    ["3H,4D,4S,5C&starter=KC", "Double run of three."],
    ["3H,4D,4S,5C&starter=6C", "Double run of four."],
    ["3H,4D,4S,4C&starter=5C", "Triple run."],
    ["3H,3D,4S,4C&starter=5C", "Double double run."],
  ]) {
    await page.goto(`/#/count?cards=${cards}`);
    await expect(notice(page)).toHaveText(pattern);
  }
});

test("A card is taken back on the grid and on its slot, and its place is filled next", async ({ page }) => {
  await page.goto("/#/count");
  await tap(page, "5H,5D,5S,JC,5C");
  await expect(digits(page)).toHaveText("29");
  await tap(page, "5D");
  await expect(key(page, "5D")).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByRole("button", { name: "Card 2: empty" })).toBeVisible();
  await expect(digits(page)).toHaveText("");
  await tap(page, "2D");
  await expect(page.getByRole("button", { name: "Take back the 2 of diamonds" })).toBeVisible();
  await page.getByRole("button", { name: "Take back the starter, the 5 of clubs" }).click();
  await expect(notice(page)).toContainText("Before the cut");
  await expect(key(page, "5C")).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("button", { pressed: true })).toHaveCount(0);
  await expect(page).toHaveURL(/#\/count$/);
});

test("A sixth card is declined in words", async ({ page }) => {
  await page.goto("/#/count?cards=5H,5D,5S,JC&starter=5C");
  await expect(digits(page)).toHaveText("29");
  await tap(page, "2C");
  await expect(notice(page)).toContainText("five cards already");
  await expect(key(page, "2C")).toHaveAttribute("aria-pressed", "false");
  await expect(digits(page)).toHaveText("29");
});

test("A reload and a link keep the hand", async ({ page, context }) => {
  await page.goto("/#/count?crib=1");
  await tap(page, "8S,7H,7D,AC,TD");
  await expect(digits(page)).toHaveText("8");
  await page.reload();
  await expect(digits(page)).toHaveText("8");
  await expect(picked(page)).toHaveText("Crib");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole("button", { name: "Take back the starter, the 10 of diamonds" })).toBeVisible();
  await expect(digits(other)).toHaveText("8");
});

test("A link written by hand is read in any case, and what is no card is left out", async ({ page }) => {
  await page.goto("/#/count?cards=10h,td,xx,10H,9z,jc,QS&starter=KS");
  await expect(page.getByRole("button", { pressed: true })).toHaveCount(5);
  await expect(digits(page)).toHaveText("10");
});

test("An answer that comes late does not stand under newer cards @service", async ({ page }) => {
  const gate = Promise.withResolvers?.() ?? {};
  if (!gate.promise) gate.promise = new Promise((resolve) => Object.assign(gate, { resolve }));
  let first = true;
  await page.route("**/api/v1/score/hand", async (route) => {
    const held = first;
    first = false;
    if (held) await gate.promise;
    await route.continue().catch(() => {});
  });
  await page.goto("/#/count");
  const late = page.waitForEvent("request", (request) => request.url().endsWith("/score/hand"));
  await tap(page, "5H,5D,5S,JC,5C");
  await expect(digits(page)).toHaveText("29");
  gate.resolve();
  await (await late).response().catch(() => {});
  await expect(digits(page)).toHaveText("29");
  await expect(notice(page)).toHaveText("The perfect hand! One deal in 216,580 has it.");
});

test("A crib that misses its flush is told why, and the next count is a hand's", async ({ page }) => {
  await page.goto("/#/count?cards=2H,4H,8H,TH&starter=KD&crib=1");
  await expect(digits(page)).toHaveText("0");
  await expect(notice(page)).toHaveText("Four of a suit count in a hand. In the crib the starter must match them too.");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(picked(page)).toHaveText("Hand");
});

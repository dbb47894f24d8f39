import { overflow, violations } from "../../support/browser/axe.js";
import { begin, call, happened, link, state } from "../../support/game/scorer.js";
import { best, chooseRules, digits, notice, pegged, pick, picked, tap, ways } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";
import { outlast } from "../../support/browser/waits.js";

// Milliseconds in which a side's key does not listen after a tap.
const REST = 650;
const TWO_JOKERS = encodeURI('{"jokers":2}');

test.use({ viewport: { width: 390, height: 664 }, tolerated: /status of 422/ });

const joker = (page, number = 1) => page.locator(`[data-card=JK${number}]`);
const declare = (page) => page.locator(".declare:visible");

async function tapAll(page, cards) {
  for (const card of cards.split(",")) await page.locator(`[data-card="${card}"]`).click();
}

test("A joker counts as the best card, and as another that is said with two taps", async ({ page }) => {
  await page.goto("/#/count?rules=jokers");
  await tapAll(page, "5H,5D,5S,JK1,5C");
  await expect(digits(page)).toHaveText("40");
  await expect(declare(page)).toHaveAccessibleName("5 best: the joker is the 5 of clubs. Say another card");
  await expect(page.locator(".declared")).toHaveText("Joker as 5 of clubs. 3 other ways do as well.");
  await expect(page.locator(".item").last()).toContainText("five of a kind");
  await declare(page).click();
  await expect(notice(page)).toContainText("Tap the card that the joker is to be");
  await tapAll(page, "KS");
  await expect(digits(page)).toHaveText("28");
  await expect(notice(page)).toHaveText("");
  await expect(page).toHaveURL(/cards=5H,5D,5S,JK1=KS&starter=5C&rules=jokers$/);
  await page.reload();
  await expect(digits(page)).toHaveText("28");
  await expect(page.getByRole("button", { name: "Take back the joker as king of spades" })).toBeVisible();
  await declare(page).click();
  await declare(page).click();
  await expect(digits(page)).toHaveText("40");
  await joker(page).click();
  await expect(declare(page)).toHaveCount(0);
  await expect(digits(page)).toHaveText("");
});

test("A joker may be a copy of a card in the hand", async ({ page }) => {
  await page.goto("/#/count?cards=5H,5D,5S,JC&starter=JK&rules=jokers");
  await expect(digits(page)).toHaveText("29");
  await declare(page).click();
  await tapAll(page, "JC");
  await expect(digits(page)).toHaveText("23");
});

test("Rules without a name stay in the link, and jokers go with them", async ({ page }) => {
  await page.goto(`/#/count?cards=5H,5D,JK1,JK2&starter=5C&rules=${TWO_JOKERS}`);
  await expect(digits(page)).toHaveText("40");
  await expect(declare(page)).toHaveCount(2);
  await page.reload();
  await expect(digits(page)).toHaveText("40");
  expect(decodeURI(page.url())).toContain('rules={"jokers":2}');
  await chooseRules(page);
  await page.locator('.preset[value="auclair"]').click();
  await page.getByRole("button", { name: "Play by these" }).click();
  await expect(page).toHaveURL(/cards=5H,5D&starter=5C$/);
  await expect(joker(page)).toHaveCount(0);
});

test("A crib has five or six cards where as many play", async ({ page }) => {
  await page.goto("/#/count");
  await pick(page, "Crib of 6");
  await expect(picked(page)).toHaveText("Crib of 6");
  await tap(page, "5C,5D,5H,5S,JC,QD,KH");
  await expect(digits(page)).toHaveText("47");
  await expect(page).toHaveURL(/crib=1&size=6$/);
  await page.reload();
  await expect(digits(page)).toHaveText("47");
  await pick(page, "Crib of 5");
  await expect(page.locator(".slots .slot:visible")).toHaveCount(6);
  await pick(page, "Hand");
  await expect(page.locator(".slots .slot:visible")).toHaveCount(5);
  await expect(digits(page)).toHaveText("28");
});

test("Without a discard nothing of a crib is shown", async ({ page }) => {
  await page.goto("/#/count?cards=7H,8D,9C,KS&starter=8S&crib=1&rules=no_discard");
  await expect(digits(page)).toHaveText("12");
  await expect(page.getByRole("combobox")).toHaveCount(0);
  await expect(page.locator("#main")).not.toContainText(/crib/i, { useInnerText: true });
});

test("In the play a joker is declared by its rank, and its link keeps it", async ({ page }) => {
  await page.goto("/#/play?rules=jokers&players=5");
  await expect(page.locator(".scoreboard .seat")).toHaveText(["Pone", "Player 2", "Player 3", "Player 4", "Dealer"]);
  await tapAll(page, "TC,JK1");
  await expect(notice(page)).toHaveText("Tap a card of the rank that the joker is to have.");
  await tapAll(page, "5D");
  await expect(digits(page)).toHaveText("15");
  await expect(pegged(page)).toHaveText(["0", "2", "0", "0", "0"]);
  await expect(page).toHaveURL(/players=5&plays=TC,JK1=5&rules=jokers$/);
  await page.reload();
  await expect(pegged(page)).toHaveText(["0", "2", "0", "0", "0"]);
  await joker(page).click();
  await expect(notice(page)).toHaveText("The joker is on the table already.");
});

test("A deal with a joker is checked to its end, gos too", async ({ page }) => {
  await page.goto("/#/play?rules=jokers&plays=KC,KD,5C,go,go,QD,QC,JD,JK1=A,9H");
  await expect(notice(page)).toContainText("Pone should not have said go at 25: the joker could be played.");
});

test("Before the first card it is said by which rules there is no advice", async ({ page }) => {
  for (const [rules, en, fr] of [
    ["jokers", "There is no advice with jokers yet.", "Il n’y a pas encore de conseil avec des jokers."],
    ["crash", "There is no advice for crash cribbage yet.", "Il n’y a pas encore de conseil pour le crash."],
    ["no_discard", "Nothing is thrown in this game", "On n’écarte rien à ce jeu"],
  ]) {
    await page.goto(`/#/throw?rules=${rules}`);
    await expect(notice(page)).toContainText(en);
    await page.getByRole("button", { name: "Français" }).click();
    await expect(notice(page)).toContainText(fr);
    await expect(page).toHaveURL(new RegExp(`rules=${rules}$`));
    await page.getByRole("button", { name: "English" }).click();
  }
});

test("By lowball the fewest points are best", async ({ page }) => {
  await page.goto("/#/throw?cards=7C,9H,5H,5C,5D,JS&rules=lowball");
  await expect(ways(page)).toHaveCount(15);
  await expect(page.locator(".words")).toContainText("The fewest points first.");
  await expect(best(page)).toContainText(["J"]);
  await expect(notice(page)).toContainText("but your crib adds only");
});

test("At six players one of five cards is thrown, and the others may throw any", async ({ page }) => {
  await page.goto("/#/throw?cards=7C,9H,5H,5C,5D");
  await pick(page, "6 players");
  await expect(ways(page)).toHaveCount(5);
  await expect(notice(page)).toContainText("your side’s crib adds");
  await expect(page.locator(".words")).toContainText("any cards that the others may throw");
  await pick(page, "2 players");
  await expect(notice(page)).toHaveText("One more card, please.");
});

test("The show of a table with a joker is pegged with what it was declared", async ({ page, baseURL }) => {
  const game = await begin(baseURL, { preset: "jokers" });
  await page.goto(link(game));
  await expect(state(page)).toHaveText("Every phone at the table sees this.");
  await page.getByRole("link", { name: "Cards" }).click();
  const count = async (cards, points) => {
    await tapAll(page, cards);
    await expect(digits(page)).toHaveText(String(points));
    await outlast(page, REST);
    await page.locator(".side-key.due").click();
  };
  await count("5H,5D,5S,5C,JK1", 40);
  // The starter stays, and gets a new declaration.
  await count("2H,4H,9H,TC", 7);
  await count("KH,QD,JS,AC", 10);
  await expect(page.locator(".next-deal")).toBeVisible();
  await expect.poll(async () => (await happened(game, "pegged")).length).toBe(3);
  const pegs = await happened(game, "pegged");
  expect(pegs.map(({ points, for: kind, starter }) => [points, kind, starter])).toEqual([
    [40, "hand", "JK1=5C"],
    [7, "hand", expect.stringMatching(/^JK1=/)],
    [10, "crib", expect.stringMatching(/^JK1=/)],
  ]);
});

test("At six players the table's crib has six cards", async ({ page, baseURL }) => {
  const sides = [
    { name: "Odd", players: ["A", "C", "E"] },
    { name: "Even", players: ["B", "D", "F"] },
  ];
  const game = await begin(baseURL, { sides });
  for (const side of [1, 0, 1, 0, 1, 0]) {
    await call(game, "PUT", `/pegs/${crypto.randomUUID()}`, { side, points: 2, for: "hand", deal: 1 });
  }
  await page.goto(link(game));
  await expect(state(page)).toHaveText("Every phone at the table sees this.");
  await page.getByRole("link", { name: "Cards" }).click();
  await expect(picked(page)).toHaveText("Crib");
  await tapAll(page, "5C,5D,5H,5S,JC,QD,KH");
  await expect(digits(page)).toHaveText("47");
  await outlast(page, REST);
  await page.locator(".side-key.due").click();
  await expect(page.locator(".next-deal")).toBeVisible();
  await expect.poll(async () => (await call(game, "GET", "")).sides[0].score).toBe(53);
});

test("At a table without a discard the show has no crib, and the dealer's sign is the pack", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL, { preset: "no_discard" });
  const plain = await begin(baseURL);
  const sign = () => page.locator(".tile .crib:visible path").getAttribute("d");
  await page.goto(link(plain));
  await expect(page.locator(".tile .crib:visible")).toHaveText("Crib");
  const crib = await sign();
  await page.goto(link(game));
  await expect(page.locator(".tile .crib:visible")).toHaveText("deals");
  expect(await sign()).not.toBe(crib);
  await page.getByRole("link", { name: "Cards" }).click();
  await expect(page.locator(".side-key").first()).toBeVisible();
  await expect(page.getByRole("combobox")).toHaveCount(0);
  await expect(page.locator("#main")).not.toContainText(/crib/i, { useInnerText: true });
});

const VIEWS = {
  "two jokers": `count?cards=5H,5D,JK1=5S,JK2&starter=5C&rules=${TWO_JOKERS}`,
  "a crib of six": "count?cards=5C,5D,5H,5S,JC,QD&starter=KH&crib=1&size=6",
  "six in the play": `play?players=6&plays=TC,JK1=5,9D&rules=${TWO_JOKERS}`,
  "lowball’s advice": "throw?cards=7C,9H,5H,5C,5D,JS&rules=lowball",
};
for (const [name, address] of Object.entries(VIEWS)) {
  test(`The view of ${name} fits every phone in French, and everybody can use it`, async ({ page }) => {
    await page.goto(`/?lang=fr#/${address}`);
    await expect(page.locator(".items, .step, .ways").first()).toBeAttached();
    for (const [width, height] of [
      [390, 664],
      [320, 568],
    ]) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => overflow(page), `${width}`).toBeLessThanOrEqual(0);
      expect(await violations(page), `${width}`).toEqual([]);
    }
  });
}

import { begin, call, link, pegElsewhere, state } from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";
import { stopClock } from "../../support/browser/waits.js";

// Milliseconds until a peg is closed and sent.
const SENT = 2600;
const SIDES = [{ name: "Ann" }, { name: "Bob" }];

let game;

test.beforeEach(async ({ page, baseURL }) => {
  game = await begin(baseURL, { sides: SIDES });
  await page.clock.install();
  await page.goto(`${link(game)}&side=0`);
  await page.locator(".dot[data-state=live]").waitFor();
  await stopClock(page);
  await page.evaluate(() => {
    window.heard = [];
    const live = [...document.querySelectorAll("[role=status], [role=alert], [aria-live]")];
    for (const node of live)
      new MutationObserver(() => window.heard.push(node.textContent)).observe(node, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    window.asked = [];
    const question = document.querySelector("[role=alertdialog]");
    new MutationObserver(() => window.asked.push(question.hidden)).observe(question, { attributeFilter: ["hidden"] });
  });
});

// A change is complete when its peg is closed, sent and answered. Until then the page says these words, each once.
async function expectHeard(page, ...words) {
  const heard = () => page.evaluate(() => window.heard);
  await expect.poll(heard).toEqual(words);
  await page.clock.runFor(SENT);
  await expect(state(page)).toHaveText("Every phone at the table sees this.");
  expect(await heard()).toEqual(words);
  await page.evaluate(() => window.heard.splice(0));
}

const key = (page, side, points) => page.locator(`.block.of-${side} [value="${points}"]`);
const undo = (page) => page.locator(".undo").click();

test("One peg is said once, while it is open, is sent and is answered", async ({ page }) => {
  await key(page, 0, 4).click();
  await expectHeard(page, "Ann +4 play. Ann 4, Bob 0");
  await key(page, 1, 2).click();
  await expectHeard(page, "Bob +2 play. Ann 4, Bob 2");
});

test("Each tap on an open peg is said once", async ({ page }) => {
  await key(page, 0, 3).click();
  await key(page, 0, 1).click();
  await expectHeard(page, "Ann +3 play. Ann 3, Bob 0", "Ann +4 play. Ann 4, Bob 0");
});

test("A tap on another side closes the open peg and says no more than its own", async ({ page }) => {
  await key(page, 0, 3).click();
  await key(page, 1, 1).click();
  await expectHeard(page, "Ann +3 play. Ann 3, Bob 0", "Bob +1 play. Ann 3, Bob 1");
});

test("What is taken back is said once, also while the peg is open", async ({ page }) => {
  await key(page, 0, 4).click();
  await expectHeard(page, "Ann +4 play. Ann 4, Bob 0");
  await undo(page);
  await expectHeard(page, "Taken back: Ann +4, play. Ann 0, Bob 0");
  await key(page, 1, 3).click();
  await undo(page);
  await expectHeard(page, "Bob +3 play. Ann 0, Bob 3", "Taken back: Bob +3, play. Ann 0, Bob 0");
});

test("The next deal is said once, and once that it was taken back", async ({ page }) => {
  await key(page, 0, 4).click();
  await expectHeard(page, "Ann +4 play. Ann 4, Bob 0");
  await page.locator(".deal-key").click();
  await expectHeard(page, "Deal 2. Ann 4, Bob 0");
  await undo(page);
  await expectHeard(page, "Taken back: deal 2. Ann 4, Bob 0");
});

test("A peg of another phone is said once, also after something was taken back here", async ({ page }) => {
  await pegElsewhere(game, 1, 2, { for: "play" });
  await expectHeard(page, "Bob +2 play. Ann 0, Bob 2");
  await key(page, 0, 4).click();
  await expectHeard(page, "Ann +4 play. Ann 4, Bob 2");
  await undo(page);
  await expectHeard(page, "Taken back: Ann +4, play. Ann 0, Bob 2");
  await pegElsewhere(game, 1, 3, { for: "play" });
  await expectHeard(page, "Bob +3 play. Ann 0, Bob 5");
});

test("A takeback of another phone is said once", async ({ page }) => {
  const first = await pegElsewhere(game, 1, 2, { for: "play" });
  await expectHeard(page, "Bob +2 play. Ann 0, Bob 2");
  await call(game, "DELETE", `/pegs/${first}?by=Bob`);
  await expectHeard(page, "Taken back: Bob +2, play. Ann 0, Bob 0");
  await expect(page.locator(".said .detail")).toHaveText("Bob");
});

test("A question is asked once, by its own words, and nothing else is said", async ({ page }) => {
  for (const sum of [29, 58, 87, 116]) {
    await pegElsewhere(game, 0, 29);
    await expectHeard(page, `Ann +29. Ann ${sum}, Bob 0`);
  }
  await key(page, 0, 6).click();
  const question = page.getByRole("alertdialog", { name: "Bob first: the order decides the game. Peg 6 for Ann now?" });
  await expect(question).toBeVisible();
  await expect(question).toHaveAccessibleName(await question.locator("p").innerText());
  await expectHeard(page);
  expect(await page.evaluate(() => window.asked.splice(0))).toEqual([false]);
});

test("The end is said once", async ({ page }) => {
  for (const points of [29, 29, 29, 29, 1]) await pegElsewhere(game, 0, points);
  await expect(page.locator(".unseen[role=status]")).toHaveText("Ann +1. Ann 117, Bob 0");
  await page.evaluate(() => window.heard.splice(0));
  await key(page, 0, 4).click();
  await expectHeard(page, "Ann +4 play. Ann 121, Bob 0");
});

import { digits, key, notice, pegged, pick, picked, tap } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";

test("The first deal told in the rules ends 6 to 3", async ({ page }) => {
  await page.goto("/#/play");
  await expect(page.locator(".turn-words")).toHaveText("Pone leads");
  await tap(page, "4C,7D,4D");
  await expect(digits(page)).toHaveText("15");
  await expect(notice(page)).toHaveText("Pone: 2 points (fifteen).");
  await expect(page.locator(".turn-words")).toHaveText("Dealer to play");
  await tap(page, "JS,go,5H,go");
  await expect(notice(page)).toHaveText("Dealer: 1 point (go).");
  await tap(page, "7S,8C,9H");
  await expect(pegged(page)).toHaveText(["6", "3"]);
  await expect(page.locator(".turn-words")).toHaveText("The play is over");
  await expect(notice(page)).toHaveText("Pone 6 and Dealer 3. Every go was right.");
});

test("The second deal told in the rules is pegged card by card", async ({ page }) => {
  await page.goto("/#/play");
  await tap(page, "4C,4D,4H,3C,2D,5S,go,9C");
  await expect(pegged(page)).toHaveText(["9", "10"]);
  await expect(notice(page)).toHaveText("Dealer: 2 points (thirty-one).");
  await tap(page, "QC");
  await expect(notice(page)).toHaveText("Pone 10 and Dealer 10. The go was right.");
});

test("The deal about go pays the go, then the pair and the last card", async ({ page }) => {
  await page.goto("/#/play");
  await tap(page, "KC,AH,QC,AD,2C,go,AS");
  await expect(page.locator(".turn-words")).toHaveText("Dealer leads");
  await expect(notice(page)).toHaveText("Pone: 1 point (go).");
  await tap(page, "8H,8D");
  await expect(page.locator(".step").first()).toContainText("pair and last card");
  await expect(notice(page)).toHaveText("Pone 1 and Dealer 3. The go was right.");
});

test("Three players take their turns", async ({ page }) => {
  await page.goto("/#/play");
  await pick(page, "3 players");
  await expect(page.locator(".scoreboard .seat")).toHaveText(["Pone", "Player 2", "Dealer"]);
  await tap(page, "5C,5D,5H");
  await expect(pegged(page)).toHaveText(["0", "2", "8"]);
  await expect(page.locator(".scoreboard .turn")).toContainText("Pone");
  await tap(page, "9C,7D");
  await expect(digits(page)).toHaveText("0");
  await expect(pegged(page)).toHaveText(["0", "4", "8"]);
  await expect(page.locator(".scoreboard .turn")).toContainText("Dealer");
});

test("Four players sit as pone, two more and the dealer", async ({ page }) => {
  await page.goto("/#/play?players=4");
  await expect(page.locator(".scoreboard .seat")).toHaveText(["Pone", "Player 2", "Player 3", "Dealer"]);
});

test("A card that is on the table already is refused", async ({ page }) => {
  await page.goto("/#/play");
  await tap(page, "4C,4C");
  await expect(notice(page)).toHaveText("The 4 of clubs is on the table already.");
  await expect(page).toHaveURL(/plays=4C$/);
});

test("A card past thirty-one is refused and given back", async ({ page }) => {
  await page.goto("/#/play");
  await tap(page, "KC,QC,5C,JC");
  await expect(notice(page)).toHaveText(
    "The jack of clubs would take 25 past thirty-one. Whoever cannot play taps Go.",
  );
  await expect(key(page, "JC")).toHaveAttribute("aria-pressed", "false");
  await expect(digits(page)).toHaveText("25");
});

test("A go while every card fits is refused", async ({ page }) => {
  await page.goto("/#/play?plays=KC");
  await tap(page, "go");
  await expect(notice(page)).toHaveText("No go at 10: Dealer can still play a card.");
  await expect(page).toHaveURL(/plays=KC$/);
});

test("A card after the last is refused", async ({ page }) => {
  await page.goto("/#/play?players=2&plays=4C,7D,4D,JS,go,5H,go,7S,8C,9H");
  await expect(notice(page)).toContainText("Pone 6");
  await tap(page, "2C");
  await expect(notice(page)).toContainText("the play is over");
  await expect(key(page, "2C")).toHaveAttribute("aria-pressed", "false");
});

test("A go when nobody is to act is refused", async ({ page }) => {
  await page.goto("/#/play?players=2&plays=4C,7D,4D,JS,go,5H,go,7S,8C,9H");
  await expect(notice(page)).toContainText("Pone 6");
  await tap(page, "go,go,go");
  await expect(notice(page)).toContainText("the play is over");
});

test("The reasons that take known hands have words too @service", async ({ page }) => {
  const reasons = [
    ["card-not-held", { card: "4C" }, "Nobody was dealt the 4 of clubs."],
    [
      "not-your-turn",
      { player: 1, count: 9, playable: ["2C", "3D"] },
      "Dealer is to act first, and can play the 2 of clubs or 3 of diamonds.",
    ],
    ["renege", { player: 0, count: 25, playable: ["AS"] }, "No go at 25: Pone can play the ace of spades."],
  ];
  for (const [slug, members, words] of reasons) {
    const problem = {
      type: `/problems/${slug}`,
      detail: "",
      errors: [{ pointer: "/plays/0", detail: "" }],
      ...members,
    };
    await page.route(
      "**/api/v1/play",
      (route) => route.fulfill({ status: 422, contentType: "application/problem+json", json: problem }),
      { times: 1 },
    );
    await page.goto("/#/play");
    await tap(page, "4C");
    await expect(notice(page)).toHaveText(words);
  }
});

test("A reason that the page does not know is told in the service's words @service", async ({ page }) => {
  await page.route("**/api/v1/play", (route) =>
    route.fulfill({
      status: 422,
      contentType: "application/problem+json",
      json: {
        type: "/problems/brand-new",
        detail: "A rule of tomorrow.",
        errors: [{ pointer: "/plays/0", detail: "" }],
      },
    }),
  );
  await page.goto("/#/play");
  await tap(page, "4C");
  await expect(notice(page)).toHaveText("A rule of tomorrow.");
});

test("Fast taps are all kept, and the answer is that of the newest list @service", async ({ page }) => {
  let first = true;
  const release = {};
  const gate = new Promise((resolve) => Object.assign(release, { now: resolve }));
  await page.route("**/api/v1/play", async (route) => {
    const held = first;
    first = false;
    if (held) await gate;
    await route.continue().catch(() => {});
  });
  await page.goto("/#/play");
  const asked = page.waitForRequest("**/api/v1/play");
  await tap(page, "4C");
  await asked;
  await page.evaluate(() => {
    for (const card of ["7D", "4D", "JS"]) document.querySelector(`[data-card="${card}"]`).click();
  });
  await expect(digits(page)).toHaveText("25");
  release.now();
  await expect(page.locator(".step")).toHaveCount(4);
  await expect(page).toHaveURL(/plays=4C,7D,4D,JS$/);
  await expect(digits(page)).toHaveText("25");
});

test("A refused tap among fast ones is taken out, and the others stay", async ({ page }) => {
  await page.goto("/#/play");
  await key(page, "4C").waitFor();
  await page.evaluate(() => {
    for (const card of ["4C", "4C", "7D"]) document.querySelector(`[data-card="${card}"]`).click();
  });
  await expect(notice(page)).toHaveText("The 4 of clubs is on the table already.");
  await expect(page).toHaveURL(/plays=4C,7D$/);
  await expect(digits(page)).toHaveText("11");
});

test("A wrong go is found when the hands are known", async ({ page }) => {
  await page.goto("/#/play");
  await tap(page, "KC,KD,5C,go,go,QD,QC,JD,AC,9H");
  await expect(notice(page)).toContainText("Pone should not have said go at 25: the ace of clubs could be played.");
  const gos = page.locator(".step.go");
  await expect(gos.first()).toContainText("says go, but held the ace of clubs");
  await expect(gos.last()).toContainText("says go, rightly");
  await expect(gos.last()).toContainText("Dealer");
});

test("A wrong go is found although the cards fall in a legal order", async ({ page }) => {
  await page.goto("/#/play");
  await tap(page, "KC,KD,5C,go,go,2H,QC,QD,9C,JD");
  await expect(notice(page)).toContainText("Dealer should not have said go at 25: the 2 of hearts could be played.");
});

test("Undo takes back as deep as needed and says what", async ({ page }) => {
  await page.goto("/#/play");
  await tap(page, "KC,QC,5C,go");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(notice(page)).toHaveText("Taken back: Go.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(notice(page)).toHaveText("Taken back: 5 of clubs.");
  await expect(digits(page)).toHaveText("20");
  await expect(key(page, "5C")).toHaveAttribute("aria-pressed", "false");
});

test("A new deal can be undone, and so can another number of players", async ({ page }) => {
  await page.goto("/#/play");
  await tap(page, "KC,QC");
  await page.getByRole("button", { name: "New deal" }).click();
  await expect(digits(page)).toHaveText("0");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(digits(page)).toHaveText("20");
  await pick(page, "4 players");
  await expect(digits(page)).toHaveText("0");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(digits(page)).toHaveText("20");
  await expect(picked(page)).toHaveText("2 players");
});

test("A reload keeps the deal", async ({ page }) => {
  await page.goto("/#/play");
  await pick(page, "3 players");
  await tap(page, "KC,QC,5C");
  await expect(digits(page)).toHaveText("25");
  await page.reload();
  await expect(digits(page)).toHaveText("25");
  await expect(picked(page)).toHaveText("3 players");
  await expect(page.locator(".step")).toHaveCount(3);
});

test("Cards tapped after a refused one are taken back with it, since nobody knows whose they were", async ({
  page,
}) => {
  await page.goto("/#/play?plays=TC,KD,9H,7D,2S");
  await expect(notice(page)).toContainText("The 7 of diamonds would take 29 past thirty-one.");
  await expect(notice(page)).toContainText("taken back too");
  await expect(page).toHaveURL(/plays=TC,KD,9H$/);
});

test("After a go the page says who plays on, and that the last player says go too", async ({ page }) => {
  await page.goto("/#/play?plays=TC,KD,9H,go");
  await expect(notice(page)).toHaveText("Dealer says go. Pone plays on, or taps Go.");
  await tap(page, "go");
  await expect(page.locator(".turn-words")).toHaveText("Dealer leads");
});

test("A deal is still there after a look at another view", async ({ page }) => {
  await page.goto("/#/play");
  await tap(page, "4C,7D");
  await expect(digits(page)).toHaveText("11");
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: "Check the play" }).click();
  await expect(digits(page)).toHaveText("11");
  await expect(page).toHaveURL(/plays=4C,7D$/);
});

// A random number below a bound, the same in each run.
function numbers(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const valueOf = (card) => ({ A: 1, T: 10, J: 10, Q: 10, K: 10 })[card[0]] ?? Number(card[0]);

// The plays of a deal: each player in turn plays a card that fits, or says go once in a count.
function playOut(players, saysLast, random) {
  const cards = [..."A23456789TJQK"].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit));
  const hands = Array.from({ length: players }, () =>
    Array.from({ length: 4 }, () => cards.splice(random(cards.length), 1)[0]),
  );
  const plays = [];
  let [turn, count, last, gos] = [0, 0, null, new Set()];
  const close = () => {
    [turn, count, last, gos] = [(last + 1) % players, 0, null, new Set()];
  };
  while (hands.some((hand) => hand.length > 0)) {
    const fitting = hands[turn].filter((card) => count + valueOf(card) <= 31);
    if (fitting.length > 0) {
      const card = fitting[random(fitting.length)];
      hands[turn] = hands[turn].filter((other) => other !== card);
      plays.push(card);
      [count, last] = [count + valueOf(card), turn];
    } else {
      if (hands[turn].length > 0 && !gos.has(turn) && (turn !== last || saysLast)) plays.push("go");
      gos.add(turn);
    }
    if (count === 31 || (turn === last && fitting.length === 0)) close();
    else turn = (turn + 1) % players;
  }
  return plays;
}

test("True plays are right on the page, with the go of the last player or without, for two to six players", async ({
  page,
}) => {
  const random = numbers(1);
  await page.goto("/#/play");
  for (let deal = 0; deal < 60; deal += 1) {
    const players = 2 + (deal % 5);
    const plays = playOut(players, deal % 2 === 0, random).join();
    await page.goto(`/?deal=${deal}#/play?players=${players}&plays=${plays}`);
    await expect(page.locator(".turn-words"), plays).toHaveText("The play is over");
    await expect(page.locator(".step"), plays).toHaveCount(plays.split(",").length);
    await expect(notice(page), plays).toHaveText(/^Pone \d+/);
    await expect(notice(page), plays).not.toContainText("should not have said go");
  }
});

import {
  begin,
  call,
  engineHasGame,
  goOffline,
  link,
  openTable,
  pegElsewhere,
  sheet,
  tapNumber,
} from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: /ERR_INTERNET_DISCONNECTED/ });

const HAND = { for: "hand", cards: ["4C", "4D", "5S", "6H"], starter: "5H" };
const TOLD = [
  "The lead changed 2 times. After deal 2 nobody was ahead of Ann again.",
  "Largest count: Bob, a hand of 24.",
];

const summary = (page) => page.locator(".game-summary");
const rows = (page) => summary(page).getByRole("row");

async function deal(game, number) {
  await call(game, "PUT", `/deals/${number}`, { id: crypto.randomUUID() });
}

// Ann is ahead in the first deal and Bob in the second. Ann lacks `short` points in the third.
async function almostWon(game, short) {
  await pegElsewhere(game, 0, 12, { for: "hand" });
  await pegElsewhere(game, 1, 8, { for: "hand" });
  await deal(game, 2);
  await pegElsewhere(game, 1, 24, HAND);
  const wrong = await pegElsewhere(game, 0, 29, { for: "hand" });
  await call(game, "DELETE", `/pegs/${wrong}`);
  await deal(game, 3);
  for (const points of [29, 29, 29, 22 - short]) await pegElsewhere(game, 0, points);
}

async function showsTheWholeGame(page) {
  await expect(summary(page).locator("p")).toHaveText(TOLD);
  await expect(summary(page).locator(".small-cards .unseen")).toHaveText(
    "4 of clubs, 4 of diamonds, 5 of spades, 6 of hearts and 5 of hearts",
  );
  await expect(summary(page).getByRole("img")).toHaveAccessibleName("Chart of the scores: Ann 121 and Bob 32.");
  await summary(page).getByText("The scores, deal by deal").click();
  await expect(rows(page)).toHaveText(["Deal Ann Bob", "1128", "21232", "312132"]);
}

test("Without a network the end of a game and its history say how the game went @landing", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL, { sides: [{ name: "Ann" }, { name: "Bob" }] });
  await almostWon(game, 1);
  await openTable(page, game);
  await engineHasGame(page);
  await goOffline(page);
  await tapNumber(page, 0, 1);
  await expect(sheet(page)).toBeVisible();
  await showsTheWholeGame(page);
  await sheet(page).getByRole("link", { name: "History" }).click();
  await expect(page.locator(".past-peg").first()).toBeVisible();
  await showsTheWholeGame(page);
});

test("A phone that looks on asks the service how the game went", async ({ page, baseURL }) => {
  const game = await begin(baseURL, { sides: [{ name: "Ann" }, { name: "Bob" }] });
  await almostWon(game, 0);
  const asked = page.waitForRequest((request) => request.url().includes("/summary?"));
  await page.goto(`${baseURL}/#/table?id=${game.id}`);
  await expect(sheet(page)).toBeVisible();
  await showsTheWholeGame(page);
  expect((await asked).url()).toContain(`${game.id}/summary?seen=`);
});

test("A game that was entered as a result says nothing of leads", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await call(game, "PUT", "/result", { scores: [121, 97] });
  await page.goto(link(game));
  await expect(sheet(page)).toBeVisible();
  const read = page.waitForResponse((response) => response.url().includes("/history"));
  await sheet(page).getByRole("link", { name: "History" }).click();
  await read;
  await expect(page.getByText("A result was entered")).toBeVisible();
  await expect(summary(page)).toBeAttached();
  await expect(summary(page)).toBeHidden();
});

test("Pegs before an entered result leave the largest count and the chart", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await pegElsewhere(game, 0, 12, { for: "hand" });
  await pegElsewhere(game, 1, 16, { for: "crib" });
  await call(game, "PUT", "/result", { scores: [121, 97] });
  await page.goto(link(game));
  await expect(sheet(page)).toBeVisible();
  await expect(summary(page).locator("p")).toHaveText(["Largest count: Them, a crib of 16."]);
  await summary(page).getByText("The scores, deal by deal").click();
  await expect(rows(page)).toHaveText(["Deal Us Them", "11216", "Result12197"]);
});

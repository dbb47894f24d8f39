import { smallTargets, violations } from "../../support/browser/axe.js";
import { keepGames, savedGame } from "../../support/game/games.js";
import { begin, call, goOffline, link, pegElsewhere, scores } from "../../support/game/scorer.js";
import { textSize } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";

// The games of these tests are on the phone alone.
test.use({ tolerated: /status of 404|ERR_(INTERNET_DISCONNECTED|FAILED)|fetching the script/ });

const ours = { names: ["Us", "Them"], named: false };
const past = (page) => page.locator(".past-games li");
const figures = (page) => page.locator(".figures dd");

async function withGames(page, ...games) {
  await keepGames(page, games);
  await page.getByRole("link", { name: /^My games/ }).click();
  await expect(page).toHaveURL(/#\/games$/);
}

test("Open games come first, then the others, the newest first, with the winner in bold @landing", async ({ page }) => {
  // Days of another year have it.
  await page.clock.setFixedTime(new Date("2026-10-20T12:00:00"));
  await withGames(
    page,
    savedGame({ ...ours, scores: [118, 121], side: 0, day: "2025-10-01" }),
    savedGame({ ...ours, scores: [87, 91], side: 1, hands: [[0, 12]] }),
    savedGame({ names: ["Ann + Bob", "Cy + Di"], scores: [121, 87], skunk: 1, side: 0, table: 2, night: "n" }),
    savedGame({ names: ["Ann", "Bob", "Cy"], scores: [40, 121, 90], skunk: 2, token: null, day: "2026-10-10" }),
  );
  await expect(page.locator(".open-game h3")).toHaveText(/Them\s*Us/);
  await expect(page.locator(".open-game .game-score")).toHaveText(/87.–.91/);
  await expect(page.locator(".open-game .strip-line")).toHaveCount(2);
  await expect(past(page)).toHaveText([
    /Ann \+ Bob won\s*Cy \+ Di 121.–.87 Wednesday, October 14, table 2 skunk/,
    /Ann\s*Bob won\s*Cy 40.–.121.–.90 Saturday, October 10 double skunk/,
    /Us\s*Them won 118.–.121 October 1, 2025 lost by 3/,
  ]);
  await expect(past(page).first().locator("strong")).toHaveText(["Ann + Bob", "121"]);
  await expect(figures(page)).toHaveText(["2", "1", "1"]);
});

test("A record counts what this phone knows: its side, and the best hand of the whole history", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL, { sides: [{ name: "Ann" }, { name: "Bob" }] });
  const wrong = await pegElsewhere(game, 0, 28, { for: "hand" });
  await call(game, "DELETE", `/pegs/${wrong}`);
  await pegElsewhere(game, 0, 24, { for: "hand" });
  for (let at = 0; at < 21; at += 1) await pegElsewhere(game, 0, 4, { for: "play" });
  await pegElsewhere(game, 1, 29, { for: "hand" });
  await pegElsewhere(game, 0, 13, { for: "other" });
  await page.goto(link(game).replace("&side=0", ""));
  await expect(scores(page)).toHaveText(["121", "29"]);
  await page.goto(`${baseURL}/#/games`);
  await expect(figures(page)).toHaveText(["1"]);
  await page.evaluate(async (id) => {
    const { savedGames } = await window.moduleOf("/game/saved-games.ts");
    await savedGames.save({ id, side: 0 });
  }, game.id);
  await page.reload();
  await expect(figures(page)).toHaveText(["1", "1", "1", "24"]);
  await page.route("**/history", (route) => route.abort());
  await page.reload();
  await expect(figures(page)).toHaveText(["1", "1", "1", "24"]);
});

test("A game that was put away is back for eight seconds, and in the list after that", async ({ page }) => {
  await page.clock.install();
  const game = savedGame({ ...ours, scores: [87, 91], side: 0 });
  await withGames(page, game);
  const undo = page.getByRole("button", { name: "Undo" });
  await page.getByRole("button", { name: "Dismiss: Us and Them" }).click();
  await expect(undo).toBeFocused();
  await expect(page.getByText("Put away. You find it in the list below.")).toBeVisible();
  await expect(past(page)).toHaveCount(0);
  await undo.click();
  await expect(page.getByRole("button", { name: "Dismiss: Us and Them" })).toBeFocused();
  await page.clock.runFor(9000);
  await expect(page.getByRole("link", { name: "Resume, deal 5" })).toBeVisible();
  await page.getByRole("button", { name: "Dismiss: Us and Them" }).click();
  await page.clock.runFor(9000);
  await expect(undo).toBeHidden();
  await expect(past(page)).toHaveText([/not finished/]);
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("link", { name: /^Resume/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "My games", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "My games" }).click();
  await past(page).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`#/table\\?id=${game.id}`));
  await page.goto("/#/games");
  await expect(page.getByRole("link", { name: "Resume, deal 5" })).toBeVisible();
});

test("More than eight games are searched by name and day, whatever the accents", async ({ page }) => {
  const eight = Array.from({ length: 8 }, (_, at) =>
    savedGame({ names: ["Ann", "Bob"], scores: [121, 99], day: `2026-09-0${at + 1}` }),
  );
  await withGames(page, ...eight);
  await expect(past(page)).toHaveCount(8);
  await expect(page.getByLabel("Search names and dates")).toBeHidden();
  await keepGames(page, [savedGame({ names: ["Noëlla O’Neil", "Réjean"], scores: [121, 99] })]);
  await page.getByRole("link", { name: "My games" }).click();
  const search = page.getByLabel("Search names and dates");
  await search.fill("REJEAN noella");
  await expect(past(page)).toHaveText([/Noëlla/]);
  await search.fill("oneil");
  await expect(past(page)).toHaveText([/Noëlla/]);
  await search.fill("september 3");
  await expect(past(page)).toHaveText([/September 3/]);
  await search.fill("nobody");
  await expect(past(page)).toHaveCount(0);
  await expect(page.getByText("No game fits that.")).toBeVisible();
});

test("A phone without games says what comes here", async ({ page }) => {
  await page.goto("/#/games");
  await expect(page.getByText(/^No game is on this phone yet/)).toBeVisible();
  await expect(page.locator(".figures")).toBeHidden();
});

test("My games are there without a network, and an old end is opened", async ({ page, baseURL }) => {
  const game = await begin(baseURL, { sides: [{ name: "Ann" }, { name: "Bob" }] });
  await call(game, "PUT", "/result", { scores: [121, 97] });
  await page.goto(link(game));
  await expect(page.getByRole("dialog")).toBeVisible();
  await goOffline(page);
  await page.goto(`${baseURL}/#/games`);
  await past(page).getByRole("link").click();
  await expect(page.getByRole("dialog")).toContainText("Ann beat Bob");
});

for (const text of [16, 32]) {
  test(`My games fit on a narrow phone with text of ${text}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await textSize(page, text);
    await withGames(
      page,
      savedGame({ names: ["Geneviève-Peggy Quirion-Gagnon + Évangéline Jégou", "Réjean"], scores: [87, 91] }),
      savedGame({ names: ["Marie-Ève de la Durantaye", "Ann", "Bob"], scores: [121, 99, 104] }),
    );
    await expect(past(page)).toHaveCount(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await violations(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
  });
}

import { ANN, expect, Hall, joinAs, tableOf, test, TOLERATED } from "../../support/night/hall.js";
import { resultKey } from "../../support/game/results.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

// The texts that are a dash, or a row of values with a dash.
function dashes(page) {
  return page.locator("main").evaluate((main) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode())
      if (/(^|· )[–—]( ·|$)/.test(texts.currentNode.data.trim())) found.push(texts.currentNode.data);
    return found;
  });
}

for (const [locale, join, keep, gap] of [
  ["en-CA", "Game", "Keep score", "no line"],
  ["fr-CA", "Partie", "Marquer les points", "sans ligne"],
]) {
  test.describe(locale, () => {
    test.use({ locale });

    test("A player meets no dash in the place of a missing value", async ({ page, ownService }) => {
      const hall = await new Hall(ownService.url).openPublic(8);
      await joinAs(page, hall, ANN);
      await expect(page.locator(".my-lines")).toContainText(join);
      expect(await dashes(page)).toEqual([]);
      const table = tableOf(await hall.draw(), ANN);
      await page.getByRole("button", { name: keep }).click();
      await resultKey(page).click();
      await expect(page.locator(".reading output")).toHaveText(["", ""]);
      expect(await dashes(page)).toEqual([]);
      await hall.result(table);
      await page.goto(`${hall.base}/#/card?id=${hall.id}`);
      await expect(page.locator(".my-lines tfoot")).toBeVisible();
      expect(await dashes(page)).toEqual([]);
      await page.goto(`${hall.base}/#/night?id=${hall.id}`);
      await expect(page.locator(".standings tbody tr")).toHaveCount(8);
      expect(await dashes(page)).toEqual([]);
      await page.goto(`${hall.base}/#/games`);
      await expect(page.locator(".figures dd").first()).toHaveText("1");
      expect(await dashes(page)).toEqual([]);
    });

    test("A game without a line keeps its place between two others", async ({ page, ownService }) => {
      const hall = await new Hall(ownService.url).openPublic(4);
      const [table] = await hall.draw();
      await hall.result(table);
      await page.route("**/nights/*/standings*", async (route) => {
        const answer = await (await route.fetch()).json();
        answer.rows[0].card_lines = [0, null, 12, null];
        await route.fulfill({ json: answer });
      });
      await page.goto(`${hall.base}/#/night?id=${hall.id}`);
      await expect(page.locator(".lines-below").first()).toHaveText(`0 · ${gap} · 12`);
      await expect(page.locator(".standings tbody tr").first().locator("td.line")).toHaveText(["0", "", "12", ""]);
    });
  });
}

import { overflow } from "../../support/browser/axe.js";
import { begin, link, pegElsewhere } from "../../support/game/scorer.js";
import { textSize } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";

const WAYS = [
  { width: 320, height: 568, text: 24 },
  { width: 320, height: 568, text: 32 },
  { width: 390, height: 664, text: 32 },
];

for (const { width, height, text } of WAYS) {
  test.describe(`${width} × ${height}, text of ${text} px`, () => {
    test.use({ viewport: { width, height } });

    test("The table scrolls, and nothing is cut off or lies over anything", async ({ page, baseURL }) => {
      const game = await begin(baseURL, { sides: [{ name: "Ann" }, { name: "Bob" }] });
      await pegElsewhere(game, 0, 20);
      await textSize(page, text);
      await page.goto(`${link(game)}&side=0`);
      await page.locator(".dot[data-state=live]").waitFor();
      await expect(page.locator("body")).toHaveCSS("font-size", `${text}px`);
      await expect(page.locator(".side-key")).toHaveCount(2);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      const board = await page.locator(".board-key").boundingBox();
      expect(board.height).toBeGreaterThanOrEqual(0.4 * width);
      const cut = () =>
        page
          .locator(".tile *, .said *, .number, .side-key *, .rail-key *, .question *")
          .evaluateAll((nodes) =>
            nodes
              .filter(
                (node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0,
              )
              .map((node) => `${node.className}: ${node.textContent}`),
          );
      expect(await cut()).toEqual([]);
      await page.locator(".said").click();
      await expect(page.locator(".question")).toBeInViewport();
      expect(await cut()).toEqual([]);
      const [tiles, question, bar] = await Promise.all(
        [".tiles", ".question", ".bar-row"].map((row) => page.locator(row).boundingBox()),
      );
      expect(question.y).toBeGreaterThanOrEqual(tiles.y + tiles.height);
      expect(question.y + question.height).toBeLessThanOrEqual(bar.y);
    });
  });
}

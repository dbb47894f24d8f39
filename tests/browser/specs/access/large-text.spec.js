import { overflow } from "../../support/browser/axe.js";
import { begin, link, pegElsewhere, tapNumber } from "../../support/game/scorer.js";
import { textSize } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";

const WAYS = [
  { width: 320, height: 568, text: 24 },
  { width: 320, height: 568, text: 32 },
  { width: 390, height: 664, text: 32 },
];

for (const sides of [
  [{}, {}],
  [
    { name: "Ann + Bob", players: ["Ann", "Bob"] },
    { name: "Cy + Di", players: ["Cy", "Di"] },
  ],
  [{ name: "Ann" }, { name: "Solange" }, { name: "Bob" }],
])
  test.describe("390 × 664, text of 32 px", () => {
    test.use({ viewport: { width: 390, height: 664 } });

    test(`The scores and the keys are on one screen: ${sides.map(({ name = "–" }) => name).join(", ")}`, async ({
      page,
      baseURL,
    }) => {
      const game = await begin(baseURL, { sides });
      await pegElsewhere(game, 0, 20);
      await textSize(page, 32);
      await page.goto(`${link(game)}&side=0`);
      await page.locator(".dot[data-state=live]").waitFor();
      await expect(page.locator(".side-key")).toHaveCount(sides.length);
      const lowest = () =>
        page
          .locator(".score, .number, .side-key")
          .evaluateAll((nodes) => Math.max(...nodes.map((node) => node.getBoundingClientRect().bottom)));
      await expect.poll(lowest).toBeLessThanOrEqual(664);
    });
  });

test.describe("390 × 664, text of 32 px", () => {
  test.use({ viewport: { width: 390, height: 664 } });

  // The share of a screen without a word or a key, below the bar at the top.
  const blank = (page) =>
    page.evaluate(() => {
      const boxes = [...document.querySelectorAll("main *")]
        .filter(
          (node) =>
            node.matches("button, svg, card-slot, fieldset") ||
            [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()),
        )
        .filter((node) => node.checkVisibility() && !node.closest(".unseen"))
        .map((node) => node.getBoundingClientRect())
        .filter(({ width, height }) => width > 1 && height > 1);
      const top = document.querySelector("main").getBoundingClientRect().top;
      const rows = Array.from({ length: Math.floor(innerHeight - top) }, (_, at) => top + at);
      return rows.filter((y) => boxes.every((box) => y < box.top || y > box.bottom)).length / innerHeight;
    });

  test("Nothing covers the choices of a peg", async ({ page, baseURL }) => {
    const game = await begin(baseURL, { first_dealer: 1 });
    await textSize(page, 32);
    await page.goto(link(game));
    await page.locator(".dot[data-state=live]").waitFor();
    await tapNumber(page, 0, 6);
    await expect(page.locator(".quick-key")).toHaveText("Was it play?");
    await page.locator(".said").click();
    const covered = () =>
      page.locator(".peg-sides button, .peg-kinds button").evaluateAll((keys) =>
        keys
          .filter((key) => {
            const { x, y, width, height } = key.getBoundingClientRect();
            return !key.contains(document.elementFromPoint(x + width / 2, y + height / 2));
          })
          .map((key) => key.textContent),
      );
    await expect(page.locator(".peg-kinds button").first()).toBeVisible();
    expect(await covered()).toEqual([]);
  });

  test("Counting and entering a result fill the first screen", async ({ page, baseURL }) => {
    await textSize(page, 32);
    await page.goto("/#/count");
    await expect(page.locator("card-grid .key").first()).toBeAttached();
    expect(await blank(page), "count").toBeLessThan(0.15);
    const game = await begin(baseURL, { sides: [{ name: "Ann" }, { name: "Bob" }] });
    await page.goto(`${link(game)}&side=0`);
    await page.locator(".dot[data-state=live]").waitFor();
    await page.goto(`${baseURL}/#/result?id=${game.id}`);
    await expect(page.locator(".pad-key").first()).toBeVisible();
    expect(await blank(page), "result").toBeLessThan(0.15);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    const pad = await page.locator(".number-pad").boundingBox();
    expect(pad.y + pad.height / 2).toBeLessThan(664);
  });
});

for (const { width, height, text } of WAYS) {
  test.describe(`${width} × ${height}, text of ${text} px`, () => {
    test.use({ viewport: { width, height } });

    test("The table scrolls, and nothing is cut off or lies over anything", async ({ page, baseURL }) => {
      const game = await begin(baseURL, { sides: [{ name: "Ann" }, { name: "Bob" }] });
      await pegElsewhere(game, 0, 20, { for: "hand" });
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
      await page.locator(".deal-key").click();
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

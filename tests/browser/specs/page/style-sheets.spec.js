import { expect, test } from "../../support/browser/test.js";
import { furnish, tour } from "../../support/browser/tour.js";

// The style sheets of the features. The page keeps them when another view is shown.
const SHEETS = ["game", "start", "table", "cards", "rulebook", "night", "club"];

// The elements of this view whose size or colour changes when all style sheets are loaded, before and after.
async function spoilt(page) {
  return page.evaluate(async (names) => {
    const { src } = document.querySelector("script[type=module]");
    const own = Array.from(document.styleSheets, ({ href }) => href);
    const links = names
      .map((name) => new URL(`styles/${name}.css`, src).href)
      .filter((href) => !own.includes(href))
      .map((href) => Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
    const loaded = links.map((link) => new Promise((resolve) => link.addEventListener("load", resolve)));
    document.head.append(...links);
    await Promise.all(loaded);
    const looks = () =>
      Array.from(document.querySelectorAll("main *"), (node) => {
        const { width, height } = node.getBoundingClientRect();
        const { color, backgroundColor, fontSize } = getComputedStyle(node);
        const name = [node.localName, node.getAttribute("class")].join(".");
        return [name, width.toFixed(1), height.toFixed(1), color, backgroundColor, fontSize].join(" ");
      });
    const among = looks();
    for (const link of links) link.disabled = true;
    const alone = looks();
    for (const link of links) link.remove();
    return alone.flatMap((look, at) => (look === among[at] ? [] : [[look, among[at]]]));
  }, SHEETS);
}

test("Every view looks the same after the views of every other feature", async ({ page, ownService }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const look = async (path) => expect.soft(await spoilt(page), path).toEqual([]);
  const place = await furnish(ownService.url);
  await tour(page, ownService.url, { role: "the coordinator", way: "by its address", look }, place);
  const states = {
    "#/play?players=4&plays=4C,7D,4D,JS,go": ".step.go",
    "#/throw?cards=7C,9H,5H,5C,5D,JS": ".way .sum",
  };
  for (const [hash, shown] of Object.entries(states)) {
    await page.goto("about:blank");
    await page.goto(`${ownService.url}/${hash}`);
    await page.locator(shown).first().waitFor({ state: "attached" });
    await look(hash);
  }
});

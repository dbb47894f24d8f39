import { begin, link, pegElsewhere } from "../../support/game/scorer.js";
import { goSignedIn } from "../../support/night/club.js";
import { Hall } from "../../support/night/hall.js";
import { expect, test } from "../../support/browser/test.js";

// The style sheets of the features. The page keeps them when another view is shown.
const SHEETS = ["board", "game", "games", "table", "scoring", "rulebook", "night", "club"];

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

test("A view looks the same after the views of every other feature", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).openPublic(8);
  await hall.draw();
  await hall.results();
  const game = await begin(ownService.url, { sides: [{ name: "Ann" }, { name: "Bob" }] });
  await pegElsewhere(game, 0, 12);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await goSignedIn(page, ownService.url, "coordinator");
  const views = {
    [link(game)]: ".keys .number",
    "#/": ".board-frame svg",
    "#/start": ".start-rules strong",
    "#/play?players=4&plays=4C,7D,4D,JS,go": ".step.go",
    "#/throw?cards=7C,9H,5H,5C,5D,JS": ".way .sum",
    "#/rules": ".rules-here .whose-rules",
    [`#/night?id=${hall.id}`]: ".night-standings td",
    [`#/money?id=${hall.id}`]: ".night-standings td",
    [`#/tables?id=${hall.id}`]: ".table-card",
    "#/seasons": ".club form",
  };
  for (const [view, shown] of Object.entries(views)) {
    await page.goto("about:blank");
    await page.goto(new URL(view, ownService.url).href);
    await page.locator(shown).first().waitFor({ state: "attached" });
    expect(await spoilt(page), view).toEqual([]);
  }
});

import { begin, call, link, pegElsewhere } from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

const chart = (page) => page.getByRole("figure");

async function openHistory(page, game) {
  await page.goto(link(game));
  await page.locator(".dot[data-state=live]").waitFor();
  await page.goto(`${game.base}/#/history?id=${game.id}`);
}

async function deal(game, number) {
  await call(game, "PUT", `/deals/${number}`, { id: crypto.randomUUID() });
}

test("The history shows the scores as lines, and deal by deal as a table", async ({ page, baseURL }) => {
  const game = await begin(baseURL, { sides: [{ name: "Ann" }, { name: "סיוון" }] });
  await pegElsewhere(game, 0, 12, { for: "hand" });
  const wrong = await pegElsewhere(game, 1, 28, { for: "hand" });
  await call(game, "DELETE", `/pegs/${wrong}`);
  await pegElsewhere(game, 1, 8, { for: "hand" });
  await deal(game, 2);
  // More pegs than a Game contains.
  for (let at = 0; at < 20; at += 1) await pegElsewhere(game, 0, 2);
  await deal(game, 3);
  await pegElsewhere(game, 1, 6, { for: "hand" });
  await openHistory(page, game);
  await expect(chart(page).getByRole("img")).toHaveAccessibleName(
    "Chart of the scores: Ann 52 and \u2068סיוון\u2069 14.",
  );
  await expect(chart(page).locator(".chart-line")).toHaveCount(2);
  const dashes = chart(page).locator(".chart-line[stroke-dasharray]");
  await expect(dashes, "the lines differ without colours").toHaveCount(1);
  await expect(chart(page).locator("svg text").filter({ hasText: /\p{L}/u })).toHaveText(["Ann", "סיוון"]);
  const tops = await chart(page)
    .locator(".chart-line")
    .evaluateAll((paths) => paths.map((path) => path.getBBox().height));
  expect(tops[0] / tops[1]).toBeCloseTo(52 / 14, 1);
  await expect(chart(page).getByRole("table")).toBeHidden();
  await chart(page).getByText("The scores, deal by deal").click();
  await expect(chart(page).getByRole("row")).toHaveText(["Deal Ann סיוון", "1128", "2528", "35214"]);
  await pegElsewhere(game, 0, 3);
  await expect(chart(page).getByRole("row").last()).toHaveText("35514");
  await expect(chart(page).getByRole("table"), "it stays open").toBeVisible();
});

test("The lines end at the result that was entered", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  for (const side of [0, 1, 0]) await pegElsewhere(game, side, 10);
  await call(game, "PUT", "/result", { scores: [121, 97] });
  await openHistory(page, game);
  await expect(chart(page).getByRole("img")).toHaveAccessibleName("Chart of the scores: Us 121 and Them 97.");
});

test("No chart is drawn of a game that has hardly begun", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await pegElsewhere(game, 0, 10);
  await openHistory(page, game);
  await expect(page.locator(".past-peg")).toHaveCount(1);
  await expect(chart(page)).toBeHidden();
});

import { begin, call, happened, link, newest, scores, state } from "../../support/game/scorer.js";
import { digits, notice } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";
import { outlast } from "../../support/browser/waits.js";

// Milliseconds in which a side's key does not listen after a tap.
const REST = 650;
const MOST_TAPS = 18;

test.use({ viewport: { width: 390, height: 664 }, hasTouch: true });

test("The whole show of two is counted by cards in 18 taps, from the table to the next deal", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  await page.goto(link(game));
  await expect(state(page)).toHaveText("Every phone at the table sees this.");
  let taps = 0;
  const tap = async (locator) => {
    taps += 1;
    await locator.tap();
  };
  const due = page.locator(".side-key.due");
  const count = async (cards, points) => {
    for (const card of cards.split(",")) await tap(page.locator(`[data-card="${card}"]`));
    await expect(digits(page)).toHaveText(String(points));
    await outlast(page, REST);
    await tap(due);
  };
  await tap(page.getByRole("link", { name: "Cards" }));
  await count("5H,5D,5S,JC,5C", 29);
  await expect(notice(page)).toContainText("Us");
  // The starter stands for the hands that follow.
  await count("2H,3D,8S,TC", 6);
  await count("KH,QD,JS,AC", 9);
  await outlast(page, REST);
  await tap(page.locator(".next-deal"));
  await expect(newest(page)).toHaveText(["Deal 2", "Crib: Them"]);
  await expect(scores(page)).toHaveText(["15", "29"]);
  expect(taps).toBeLessThanOrEqual(MOST_TAPS);
  await expect(state(page)).toHaveText("Every phone at the table sees this.");
  const pegs = await happened(game, "pegged");
  expect(pegs.map(({ side, points, for: kind }) => [side, points, kind])).toEqual([
    [1, 29, "hand"],
    [0, 6, "hand"],
    [0, 9, "crib"],
  ]);
  expect(await call(game, "GET", "")).toMatchObject({ deal: 2, hints: [] });
});

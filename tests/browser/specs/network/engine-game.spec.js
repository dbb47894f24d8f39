import { expect, test } from "../../support/browser/test.js";
import {
  answer,
  begin,
  chooseKind,
  goOffline,
  happened,
  link,
  peg,
  question,
  scores,
  state,
  tapNumber,
} from "../../support/game/scorer.js";

test.use({ tolerated: /ERR_INTERNET_DISCONNECTED/ });

const LIVE = "Every phone at the table sees this.";

/** Opens the table, and waits until the engine has its log. */
async function openWithEngine(page, game) {
  const engine = page.waitForResponse(/engine\.wasm$/);
  const log = page.waitForResponse(/\/history$/);
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  await (await engine).finished();
  await (await log).finished();
}

test("Without a network the phone itself asks whose crib it is, and sends the answer later", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  await openWithEngine(page, game);
  await goOffline(page);
  await tapNumber(page, 1, 8);
  await tapNumber(page, 0, 6);
  await chooseKind(page, "Crib");
  await tapNumber(page, 1, 10);
  await expect(question(page)).toContainText("Crib +10: Us?");
  await answer(page, "Us");
  await expect(scores(page)).toHaveText(["16", "8"]);
  await page.context().setOffline(false);
  await expect(state(page)).toHaveText(LIVE);
  const pegs = async () => (await happened(game, "pegged")).map(({ side, points, for: kind }) => [side, points, kind]);
  await expect.poll(pegs).toEqual([
    [1, 8, "hand"],
    [0, 6, "hand"],
    [0, 10, "crib"],
  ]);
});

test("Without a network a peg that lands on another in crash cribbage throws it back", async ({ page, baseURL }) => {
  const game = await begin(baseURL, { preset: "crash" });
  await openWithEngine(page, game);
  await goOffline(page);
  await peg(page, 0, 8);
  await peg(page, 1, 8);
  await expect(scores(page)).toHaveText(["0", "8"]);
});

import { expect, test } from "../../support/browser/test.js";
import {
  answer,
  begin,
  chooseKind,
  engineHasGame,
  goOffline,
  happened,
  openTable,
  question,
  scores,
  state,
  tapNumber,
} from "../../support/game/scorer.js";

test.use({ tolerated: /ERR_INTERNET_DISCONNECTED/ });

const LIVE = "Every phone at the table sees this.";

test("Without a network the phone itself asks whose crib it is, and sends the answer later", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  await openTable(page, game);
  await engineHasGame(page);
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

import { kinds, open, tap } from "../../support/game/readings.js";
import {
  answer,
  chooseKind,
  dealKey,
  newest,
  OFFER_REST,
  question,
  scores,
  sheet,
  tapAndAnswer,
  tapNumber,
} from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

// A single failure here is a finding, also in CI.
test.describe.configure({ retries: 0 });

const DOUBT = "Blues +6: was it the hand? The order decides the game.";

test.describe("The dealer's count that would win asks whether the hand before it was counted", () => {
  async function count(page, first) {
    await tap(page, 0, first);
    await tap(page, 1, 2);
    await tap(page, 1, 12);
  }

  test("if that hand was guessed, also after a reload", async ({ page, baseURL }) => {
    const game = await open(page, baseURL, [90, 108]);
    await tap(page, 0, 6);
    await tapAndAnswer(page, () => tap(page, 1, 2), { body: { points: 2 } });
    await page.reload();
    await expect(dealKey(page)).toBeVisible();
    await tap(page, 1, 12);
    await expect(question(page)).toContainText(DOUBT);
    await page.clock.resume();
    await answer(page, "Hand: Reds +12");
    await expect(sheet(page)).toContainText("Reds beat Blues");
    await expect
      .poll(() => kinds(game))
      .toEqual([
        [0, 6, "hand"],
        [1, 2, "hand"],
        [1, 12, "crib"],
      ]);
    // The answer stands for the next count.
    await sheet(page).getByRole("button", { name: "Take back" }).click();
    await expect(scores(page)).toHaveText(["96", "110"]);
    await tapNumber(page, 1, 12);
    await expect(sheet(page)).toContainText("Reds beat Blues");
  });

  test("with keys for all that was tapped, and one for the play if its points are few", async ({ page, baseURL }) => {
    const game = await open(page, baseURL, [90, 117]);
    await tap(page, 0, 6);
    await tapNumber(page, 1, 4);
    await expect(question(page).getByRole("button")).toHaveText([
      "Hand: Reds +4",
      "Play: Reds +4",
      "Play: Blues first",
    ]);
    await tapNumber(page, 1, 2);
    await expect(question(page).getByRole("button").first()).toHaveText("Hand: Reds +6");
    await page.clock.resume();
    await answer(page, "Play: Reds +6");
    await expect(sheet(page)).toContainText("Reds beat Blues");
    await expect
      .poll(() => kinds(game))
      .toEqual([
        [0, 6, "play"],
        [1, 6, "play"],
      ]);
  });

  test("if the kind of the count was chosen, and the answer that it was the play makes it that", async ({
    page,
    baseURL,
  }) => {
    const game = await open(page, baseURL, [90, 108]);
    await tap(page, 0, 6);
    await tap(page, 1, 2);
    await chooseKind(page, "Hand");
    await tap(page, 1, 12);
    await expect(question(page)).toContainText(DOUBT);
    await page.clock.resume();
    await answer(page, "Play: Blues first");
    await expect(newest(page).first()).toHaveText("12 not pegged");
    await expect
      .poll(() => kinds(game))
      .toEqual([
        [0, 6, "play"],
        [1, 2, "play"],
      ]);
  });

  test("not if it is surely a hand", async ({ page, baseURL }) => {
    await open(page, baseURL, [90, 108]);
    await count(page, 8);
    await page.clock.resume();
    await expect(sheet(page)).toContainText("Reds beat Blues");
  });

  test("not if the show was begun", async ({ page, baseURL }) => {
    await open(page, baseURL, [90, 108]);
    await tap(page, 0, 2);
    await page.clock.runFor(OFFER_REST);
    await page.locator(".offer-key").click();
    await count(page, 6);
    await page.clock.resume();
    await expect(sheet(page)).toContainText("Reds beat Blues");
  });
});

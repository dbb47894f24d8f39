import { cut, TAILED } from "../../support/browser/glyphs.js";
import { Hall } from "../../support/night/hall.js";
import { begin, link, pegElsewhere, state } from "../../support/game/scorer.js";
import { textSize } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";

const [ANN, BOB, CY, DI, EVE, FAY, GUY] = TAILED;
const LONG = "Geneviève-Peggy Quirion-Gagnon + Évangéline Jégou";
const SEATINGS = {
  "two players": [{ name: ANN.split(" ")[0] }, { name: BOB.split(" ")[0] }],
  "two pairs": [
    { name: `${ANN} + ${BOB}`, players: [ANN, BOB] },
    { name: LONG, players: [CY, DI] },
  ],
  "three players": [{ name: EVE }, { name: FAY }, { name: GUY }],
};

for (const [width, text] of [
  [320, 16],
  [320, 32],
  [390, 16],
  [1280, 16],
]) {
  test(`Names keep their tails on the table and its keys, ${width} wide with text of ${text}`, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await textSize(page, text);
    for (const [seating, sides] of Object.entries(SEATINGS)) {
      const game = await begin(baseURL, { sides });
      await pegElsewhere(game, 0, 12, { for: "hand" });
      await page.goto(link(game));
      await expect(state(page)).toHaveText("Every phone at the table sees this.");
      expect(await cut(page), seating).toEqual([]);
      await page.goto(`${baseURL}/#/count?table=${game.id}&cards=5H,5D,5S,JC&starter=5C`);
      await page.locator(".items").waitFor();
      expect(await cut(page), seating).toEqual([]);
    }
  });
}

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
]) {
  test(`Names keep their tails on the television, ${width} × ${height}`, async ({ page, ownService }) => {
    await page.setViewportSize({ width, height });
    const hall = await new Hall(ownService.url).open(0);
    await hall.call("PUT", "/league", { name: "Ligue Égyptienne du Jeudi, à Québec-Joly", public: true });
    for (const name of TAILED) await hall.add(name);
    await page.goto(`${hall.base}/tv`);
    await expect(page.locator("#league")).not.toBeEmpty();
    const whole = async (there) => {
      await page.locator(there).first().waitFor();
      expect(await cut(page), there).toEqual([]);
    };
    await whole(".tv-list li");
    const [table] = await hall.draw();
    await whole(".tv-list .tv-number");
    await hall.peg(table, 0, 12);
    await whole(".tv-scores");
    await hall.results();
    await hall.finish();
    await whole(".tv-podium");
  });
}

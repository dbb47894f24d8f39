import { answer, chooseKind, endSum, goOffline, question, scoreOf, tapNumber } from "../../support/game/scorer.js";
import { handOf, handsOf, joinAs, pegHand, potNight, typeHand } from "../../support/night/hands.js";
import { expect, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const forPot = (page) => page.getByRole("button", { name: "For the pot" });
const given = ({ name }) => name.split(" ")[0];

// A phone of the first side keeps the score of a night with a pot.
async function keepScore(page, club, options) {
  const night = await potNight(club, options);
  await joinAs(page, club, night.id, night.sides[0][0].name);
  await page.getByRole("button", { name: "Keep score" }).click();
  await page.locator(".keys .number").first().waitFor();
  return night;
}

// Pegs a hand of 28 by three taps.
async function pegGreat(page, side) {
  await chooseKind(page, "Hand");
  for (const points of [12, 12, 4]) await tapNumber(page, side, points);
  await endSum(page);
}

test("After a hand of 28 without cards the table asks for them, and the hand counts @landing", async ({
  page,
  club,
}) => {
  const { id, sides } = await keepScore(page, club);
  await pegGreat(page, 0);
  await expect(question(page)).toContainText("28! For the pot: which cards?");
  await answer(page, "Tap the cards");
  await typeHand(page, 28);
  await page.locator(".hand-people label", { hasText: given(sides[0][1]) }).click();
  await forPot(page).click();
  await expect(scoreOf(page, 0)).toHaveText("28");
  await expect
    .poll(() => handsOf(club, id))
    .toMatchObject([{ name: sides[0][1].name, points: 28, proof: "pegged", cards: handOf(28).cards }]);
  await expect(question(page)).toBeHidden();
});

test("Cards that count something else are not sent", async ({ page, club }) => {
  const { id } = await keepScore(page, club);
  await pegGreat(page, 0);
  await answer(page, "Tap the cards");
  await typeHand(page, 29);
  await forPot(page).click();
  await expect(page.getByText("These cards count 29, but 28 was pegged.")).toBeVisible();
  expect(await handsOf(club, id)).toEqual([]);
});

test("The next peg is one tap although the question about the cards is open", async ({ page, club }) => {
  await keepScore(page, club);
  await pegGreat(page, 0);
  await expect(question(page)).toContainText("which cards?");
  await tapNumber(page, 1, 8);
  await expect(scoreOf(page, 1)).toHaveText("8");
  await expect(question(page)).toBeHidden();
});

test("The cards of a pegged hand are kept without a network, and sent later", async ({ page, club }) => {
  const { id } = await keepScore(page, club);
  await pegGreat(page, 0);
  await expect(question(page)).toContainText("which cards?");
  await goOffline(page);
  await answer(page, "Tap the cards");
  await typeHand(page, 28);
  await forPot(page).click();
  await expect(scoreOf(page, 0)).toHaveText("28");
  expect(await handsOf(club, id)).toEqual([]);
  await page.context().setOffline(false);
  await expect.poll(() => handsOf(club, id), { timeout: 30_000 }).toMatchObject([{ points: 28, proof: "pegged" }]);
});

test("The table asks which partner held a hand that was pegged with its cards", async ({ page, club }) => {
  const { id, table, sides } = await keepScore(page, club);
  await pegHand(club, table.game_id, { side: 1, points: 28, ...handOf(28) });
  await pegHand(club, table.game_id, { side: 0, points: 29, ...handOf(29) });
  const [ann, bob] = sides[0].map(given);
  await expect(question(page)).toContainText(`Who held the 29: ${ann} or ${bob}?`);
  await answer(page, bob);
  const named = async () => (await handsOf(club, id)).map(({ points, name }) => `${points} ${name}`).sort();
  await expect.poll(named).toEqual(["28 null", `29 ${sides[0][1].name}`]);
  await expect(question(page)).toBeHidden();
});

test("Without a pot a table asks nothing about a great hand", async ({ page, club }) => {
  const asked = [];
  page.on("request", (request) => /\/pots/.test(request.url()) && asked.push(request.url()));
  await keepScore(page, club, { pots: [] });
  await expect.poll(() => asked.length).toBe(2);
  await pegGreat(page, 0);
  await expect(scoreOf(page, 0)).toHaveText("28");
  await tapNumber(page, 1, 2);
  await expect(scoreOf(page, 1)).toHaveText("2");
  // A sum of taps closes by itself: the key that splits it goes.
  await expect(page.locator(".quick-key")).toBeHidden();
  await expect(question(page)).toBeHidden();
  expect(asked).toHaveLength(2);
});

test.describe("in French", () => {
  test.use({ locale: "fr-CA" });

  test("The table asks for the cards of a hand of 28", async ({ page, club }) => {
    const { id, sides } = await potNight(club);
    await joinAs(page, club, id, sides[0][0].name);
    await page.getByRole("button", { name: "Marquer les points" }).click();
    await page.locator(".keys .number").first().waitFor();
    await page.locator(".kind-key").click();
    await page.locator(".kind-sheet").getByRole("button", { name: "Main", exact: true }).click();
    for (const points of [12, 12, 4]) await tapNumber(page, 0, points);
    await expect(question(page)).toContainText("28! Pour la cagnotte");
    await answer(page, "Toucher les cartes");
    await typeHand(page, 28);
    await page.getByRole("button", { name: "Pour la cagnotte" }).click();
    await expect.poll(() => handsOf(club, id)).toMatchObject([{ points: 28, proof: "pegged" }]);
  });
});

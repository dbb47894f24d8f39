import {
  countTaps,
  enterHand,
  HIGH,
  handsOf,
  joinAs,
  pegHand,
  handOf,
  potNight,
  typeHand,
} from "../../support/night/hands.js";
import { expect, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const PHONE = { viewport: { width: 390, height: 664 }, locale: "en-CA" };
const foot = (page) => page.locator(".pots-foot");
const question = (page) => page.locator(".hand-question");
const claims = (page) => page.locator(".claims li");
const held = (page) => page.getByRole("link", { name: "I held a special hand" });
const forPot = (page) => page.getByRole("button", { name: "For the pot" });
const mostTaps = 13;

// Types the five cards of a hand, and sends them for the pot.
async function claim(page, points) {
  await held(page).click();
  await typeHand(page, points);
  await forPot(page).click();
}

test("A hand is claimed in thirteen taps at most, and the other side agrees in one @landing", async ({
  page,
  club,
  elsewhere,
}) => {
  const { id, sides } = await potNight(club);
  const [[ann, partner], [other]] = sides;
  const phone = await elsewhere(PHONE);
  await joinAs(page, club, id, ann.name);
  await joinAs(phone, club, id, other.name);
  await expect(foot(page)).toHaveText("28 and 29: $4");
  const taps = await countTaps(page);
  await held(page).click();
  const [first] = partner.name.split(" ");
  await page.locator(".hand-people label", { hasText: first }).click();
  await typeHand(page, 28);
  await forPot(page).click();
  await expect(claims(page)).toContainText(`A hand of 28 for ${partner.name}`);
  await expect(claims(page)).toContainText("The other side has not answered yet");
  expect(await taps()).toBeLessThanOrEqual(mostTaps);
  await expect(question(phone)).toContainText(`${partner.name} claims a hand of 28`);
  await expect(question(page)).toHaveCount(0);
  const answered = await countTaps(phone);
  await phone.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(question(phone)).toHaveCount(0);
  expect(await answered()).toBe(1);
  await expect(claims(page)).toContainText("it counts");
  await expect(foot(page)).toHaveText(`28 and 29: ${partner.name}, 28 ($4)`);
  expect(await handsOf(club, id)).toMatchObject([{ name: partner.name, points: 28, proof: "witnessed" }]);
});

test("Thirteen taps are enough on a screen where each card takes two", async ({ page, club }) => {
  await page.setViewportSize({ width: 320, height: 480 });
  const { id, sides } = await potNight(club);
  await joinAs(page, club, id, sides[0][0].name);
  const taps = await countTaps(page);
  await held(page).click();
  await expect(page.locator(".rank-key").first()).toBeVisible();
  await page.locator(".hand-people label").nth(3).click();
  await typeHand(page, 24);
  await forPot(page).click();
  await expect(claims(page)).toContainText("A hand of 24");
  expect(await taps()).toBeLessThanOrEqual(mostTaps);
});

test("The other side says that it was not so, and the hand does not count", async ({ page, club, elsewhere }) => {
  const { id, sides } = await potNight(club);
  const phone = await elsewhere(PHONE);
  await joinAs(page, club, id, sides[0][0].name);
  await joinAs(phone, club, id, sides[1][1].name);
  await claim(page, 29);
  await question(phone).getByRole("button", { name: "Not so" }).click();
  await expect(question(phone)).toHaveCount(0);
  await expect(claims(page)).toContainText("The other side says that it was not so");
  await expect(foot(page)).toHaveText("28 and 29: $4");
  await phone.reload();
  await expect(foot(phone)).toBeVisible();
  await expect(question(phone)).toHaveCount(0);
});

test("A joined phone that shows the night is asked too", async ({ page, club, elsewhere }) => {
  const { id, sides } = await potNight(club);
  const phone = await elsewhere(PHONE);
  await joinAs(page, club, id, sides[0][0].name);
  await joinAs(phone, club, id, sides[1][0].name);
  await phone.goto(`${club.base}/#/night?id=${id}`);
  await claim(page, 28);
  await question(phone).getByRole("button", { name: "Yes", exact: true }).click();
  await expect.poll(async () => (await handsOf(club, id))[0].proof).toBe("witnessed");
});

test("A claimed hand is taken back", async ({ page, club }) => {
  const { id, sides } = await potNight(club);
  await joinAs(page, club, id, sides[0][0].name);
  await claim(page, 28);
  await claims(page).getByRole("button", { name: "Take it back" }).click();
  await expect(claims(page)).toHaveCount(0);
  expect(await handsOf(club, id)).toEqual([]);
});

test("A refused hand says why, and keeps the cards", async ({ page, club }) => {
  const { id, sides } = await potNight(club);
  await joinAs(page, club, id, sides[0][0].name);
  await page.route("**/hands/*", async (route) => {
    const body = { ...route.request().postDataJSON(), points: 29 };
    await route.continue({ postData: JSON.stringify(body) });
  });
  await claim(page, 28);
  await expect(page.getByText("The hand was not sent: these cards count 28.")).toBeVisible();
  await expect(page.locator("card-slot .filled")).toHaveCount(5);
  await page.unroute("**/hands/*");
  await forPot(page).click();
  await expect(claims(page)).toContainText("A hand of 28");
});

test("A hand that is typed without a network is sent when the network is back", async ({ page, club }) => {
  const { id, sides } = await potNight(club);
  await joinAs(page, club, id, sides[0][0].name);
  await held(page).click();
  await typeHand(page, 29);
  await page.context().setOffline(true);
  await forPot(page).click();
  await expect(page.getByText("No connection: the hand is not sent yet.")).toBeVisible();
  expect(await handsOf(club, id)).toEqual([]);
  await page.context().setOffline(false);
  await expect(claims(page)).toContainText("A hand of 29");
  expect(await handsOf(club, id)).toHaveLength(1);
});

test("The foot of the card names who holds each pot", async ({ page, club }) => {
  const { id, sides, table } = await potNight(club, { pots: [HIGH] });
  const [ann, bob] = [sides[0][0], sides[1][0]];
  await joinAs(page, club, id, ann.name);
  await enterHand(club, id, { player_id: bob.id, game_id: table.game_id }, 24);
  await expect(foot(page)).toHaveText(`High hand: ${bob.name}, 24 ($4)`);
});

test("One tap on the card says which partner held a pegged hand", async ({ page, club }) => {
  const { id, sides, table } = await potNight(club);
  const [ann, bob] = sides[0];
  await joinAs(page, club, id, ann.name);
  await pegHand(club, table.game_id, { side: 0, points: 28, ...handOf(28) });
  await expect(claims(page)).toContainText("Who held the 28");
  await claims(page).getByRole("button", { name: bob.name }).click();
  await expect(foot(page)).toHaveText(`28 and 29: ${bob.name}, 28 ($4)`);
  await expect(claims(page)).toHaveCount(0);
});

test("Without a pot the card and the night ask for nothing and show nothing", async ({ page, club }) => {
  const { id, sides, table } = await potNight(club, { pots: [] });
  const asked = [];
  page.on("request", (request) => /\/pots/.test(request.url()) && asked.push(request.url()));
  await joinAs(page, club, id, sides[0][0].name);
  await expect.poll(() => asked.length).toBe(1);
  for (let at = 0; at < 3; at += 1) await pegHand(club, table.game_id, { side: 0, points: 12 });
  await expect(page.locator(".my-lines")).toBeVisible();
  await expect(page.locator(".seat-line")).toContainText("36");
  await expect(page.locator(".card-pots")).toBeHidden();
  expect(asked).toHaveLength(1);
});

test.describe("in French", () => {
  test.use({ locale: "fr-CA" });

  test("A hand is claimed and witnessed @landing", async ({ page, club, elsewhere }) => {
    const { id, sides } = await potNight(club);
    const phone = await elsewhere({ ...PHONE, locale: "fr-CA" });
    await joinAs(page, club, id, sides[0][0].name);
    await joinAs(phone, club, id, sides[1][0].name);
    const taps = await countTaps(page);
    await page.getByRole("link", { name: "J’ai eu une main spéciale" }).click();
    await typeHand(page, 29);
    await page.getByRole("button", { name: "Pour la cagnotte" }).click();
    await expect(claims(page)).toContainText("Une main de 29");
    expect(await taps()).toBeLessThanOrEqual(mostTaps);
    await expect(question(phone)).toContainText("annonce une main de 29");
    await question(phone).getByRole("button", { name: "Oui" }).click();
    await expect(claims(page)).toContainText("la main compte");
  });
});

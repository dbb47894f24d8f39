import { begin, link, pegElsewhere, newest, sheet } from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

const unnamed = (...names) => names.map((name) => ({ name, named: false }));

// The names that the page gives to these sides, from the side of the phone.
async function named(page, sides, own) {
  await page.locator("main a").first().waitFor();
  return page.evaluate(
    async ({ sides, own }) => {
      const { sideNames } = await window.moduleOf("/game/names.ts");
      return sideNames(sides, own);
    },
    { sides, own },
  );
}

test("A side without a name is called from the side of this phone", async ({ page }) => {
  await page.goto("/");
  const two = unnamed("Us", "Them");
  expect(await named(page, two, 0)).toEqual(["Us", "Them"]);
  expect(await named(page, two, 1)).toEqual(["Them", "Us"]);
  const three = unnamed("Us", "Them", "Third");
  expect(await named(page, three, 0)).toEqual(["Us", "Left", "Right"]);
  expect(await named(page, three, 1)).toEqual(["Right", "Us", "Left"]);
  expect(await named(page, three, 2)).toEqual(["Left", "Right", "Us"]);
});

test("A phone whose side nobody has said calls the sides by their colours", async ({ page }) => {
  await page.goto("/");
  expect(await named(page, unnamed("Us", "Them"), null)).toEqual(["Blue", "Orange"]);
  expect(await named(page, unnamed("Us", "Them", "Third"))).toEqual(["Blue", "Orange", "Green"]);
});

test("A side with a name keeps it, also where the service does not say so", async ({ page }) => {
  await page.goto("/");
  const sides = [{ name: "Ann + Bob" }, { name: "Cy", named: true }];
  for (const own of [null, 0, 1]) expect(await named(page, sides, own)).toEqual(["Ann + Bob", "Cy"]);
  expect(await named(page, [{ name: "Ann" }, { name: "Them", named: false }], 1)).toEqual(["Ann", "Us"]);
});

test.describe("in a French browser", () => {
  test.use({ locale: "fr-CA" });

  test("The words are French", async ({ page }) => {
    await page.goto("/");
    expect(await named(page, unnamed("Us", "Them"), 1)).toEqual(["Eux", "Nous"]);
    expect(await named(page, unnamed("Us", "Them", "Third"), 0)).toEqual(["Nous", "Gauche", "Droite"]);
    expect(await named(page, unnamed("Us", "Them"), null)).toEqual(["Bleu", "Orange"]);
  });
});

const pair = (...players) => ({ name: players.join(" + "), players });
const ANN_BOB = pair("Ann", "Bob");
const LONG = pair("Marie-Ève", "Jean-François");

test("A name becomes shorter until it fits, and is never a pronoun", async ({ page }) => {
  await page.goto("/");
  await page.locator("main a").first().waitFor();
  const brief = (sides, own = 0) =>
    page.evaluate(
      async ({ sides, own }) => {
        const { nameForms } = await window.moduleOf("/game/names.ts");
        return nameForms(sides, own).map((form) => form.brief);
      },
      { sides, own },
    );
  expect(await brief([ANN_BOB, LONG])).toEqual(["Ann + Bob", "M.-È. + J.-F."]);
  expect(
    await brief([pair("Solange", "Noëlla"), { name: "Marie-Ève Desrosiers", players: ["Marie-Ève Desrosiers"] }]),
  ).toEqual(["S. + N.", "Marie-È."]);
  expect(await brief([{ name: "Les Flâneurs du samedi", players: ["Zoé", "Léa"] }, ANN_BOB])).toEqual([
    "Les Flâneurs…",
    "Ann + Bob",
  ]);
  expect(await brief([pair("Solange", "Noëlla"), pair("Sylvie", "Nathalie")])).toEqual([
    "Solange + Noëlla",
    "Sylvie + Nathalie",
  ]);
});

test.describe("390 wide", () => {
  test.use({ viewport: { width: 390, height: 664 } });

  test("Partners stand on one line where it has room, else on two in both tiles @landing", async ({
    page,
    baseURL,
  }) => {
    const lines = page.locator(".tile .side-name.lines");
    await page.goto(link(await begin(baseURL, { sides: [ANN_BOB, pair("Cy", "Di")] })));
    await expect(page.locator(".tile .side-name")).toHaveText(["Ann + Bob", "Cy + Di"]);
    await expect(lines).toHaveCount(0);
    const game = await begin(baseURL, { sides: [ANN_BOB, LONG] });
    await pegElsewhere(game, 1, 5, { for: "play" });
    await page.goto("about:blank");
    await page.goto(link(game));
    await expect(lines).toHaveCount(2);
    await expect(page.locator(".caption bdi")).toHaveText(["Ann + Bob", "M.-È. + J.-F."]);
    await expect(newest(page).first()).toHaveText("M.-È. + J.-F. +5 play");
  });
});

for (const [locale, beat] of [
  ["en-CA", /^Blue beat Orange, 121\W–\W0\.$/],
  ["fr-CA", /^Bleu l’emporte sur Orange, 121\W–\W0\.$/],
])
  test.describe(`in a browser of ${locale}`, () => {
    test.use({ locale });

    test("The picture at the end names the colours of sides without a name", async ({ page, baseURL }) => {
      const game = await begin(baseURL, { sides: [{}, {}] });
      for (const points of [29, 29, 29, 29, 5]) await pegElsewhere(game, 0, points);
      await page.goto(link(game, 0));
      await expect(sheet(page).getByRole("heading")).toHaveText(beat);
      const picture = sheet(page).locator(".end-picture svg").first();
      await expect(picture).toHaveAccessibleName(locale === "en-CA" ? /Blue beat Orange/ : /Bleu l’emporte sur Orange/);
    });
  });

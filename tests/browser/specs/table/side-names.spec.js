import { expect, test } from "../../support/browser/test.js";

const unnamed = (...names) => names.map((name) => ({ name, named: false }));

// The names that the page gives to these sides, from the side of the phone.
async function named(page, sides, own) {
  await page.locator("main a").first().waitFor();
  return page.evaluate(
    async ({ sides, own }) => {
      const { sideNames } = await window.moduleOf("/game/side-names.js");
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

test("A phone whose side nobody has said numbers the sides", async ({ page }) => {
  await page.goto("/");
  expect(await named(page, unnamed("Us", "Them"), null)).toEqual(["Side 1", "Side 2"]);
  expect(await named(page, unnamed("Us", "Them", "Third"))).toEqual(["Side 1", "Side 2", "Side 3"]);
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
    expect(await named(page, unnamed("Us", "Them"), null)).toEqual(["Camp 1", "Camp 2"]);
  });
});

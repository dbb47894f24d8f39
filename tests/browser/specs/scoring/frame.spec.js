import { begin, link, pegElsewhere, state } from "../../support/game/scorer.js";
import { digits, key, textSize } from "../../support/game/table.js";
import { drawn } from "../../support/browser/whole.js";
import { frameFaults } from "../../support/browser/frame.js";
import { expect, test } from "../../support/browser/test.js";

const PHONES = [
  [390, 664],
  [360, 604],
  [375, 553],
  [320, 568],
  [667, 375],
].map(([width, height]) => ({ width, height }));

const TWO_JOKERS = encodeURI('{"jokers":2}');
const VIEWS = {
  "an empty hand": "count",
  "a hand of 29": "count?cards=5H,5D,5S,JC&starter=5C",
  "two jokers": `count?cards=5H,5D,JK1=5S,JK2&starter=5C&rules=${TWO_JOKERS}`,
  "a crib of five": "count?cards=5C,5D,5H,5S,JC&starter=KH&crib=1&size=5",
  "a crib of six": "count?cards=5C,5D,5H,5S,JC,QD&starter=KH&crib=1&size=6",
  "the play of two": "play?players=2&plays=4C,7D,4D",
  "the play of six": `play?players=6&plays=TC,JK1=5,9D&rules=${TWO_JOKERS}`,
  "a long count": "play?players=4&plays=AC,AD,AS,AH,2C,2D,2H,2S,3C,3D",
  "six cards to throw from": "throw?cards=TC,QH,TS,5S,6D,TH&crib=own",
  "five cards to throw from": "throw?cards=7C,9H,5H,5C,5D&players=4&crib=other",
};
const SIDES = [{ name: "Ann" }, { name: "Gaëtan" }, { name: "Bob" }];

async function arrived(page) {
  await page.locator(".items, .step, .ways, .help").first().waitFor({ state: "attached" });
  await expect(page.locator(".asking")).toHaveCount(0);
}

async function expectWhole(page, sizes) {
  for (const text of sizes) {
    await textSize(page, text);
    for (const phone of PHONES) {
      await page.setViewportSize(phone);
      await drawn(page, text);
      const at = `${phone.width} × ${phone.height}, text of ${text}`;
      expect.soft(await frameFaults(page), at).toEqual([]);
      await expect.soft(page.locator("card-grid .key[data-card]:visible:not([data-card^=JK])"), at).toHaveCount(52);
    }
  }
}

for (const [locale, colorScheme] of [
  ["en-CA", "light"],
  ["fr-CA", "dark"],
])
  test.describe(`${locale}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme, viewport: PHONES[0] });

    for (const [name, address] of Object.entries(VIEWS))
      test(`The cards and the keys are on one screen of every phone: ${name}`, async ({ page }) => {
        await page.goto(`/#/${address}`);
        await arrived(page);
        await expectWhole(page, [16, 21]);
      });

    test("The cards and the keys are on one screen of every phone: the hand of a table of three", async ({
      page,
      baseURL,
    }) => {
      const game = await begin(baseURL, { sides: SIDES });
      await pegElsewhere(game, 1, 8, { for: "hand" });
      await page.goto(link(game));
      await page.locator(".dot[data-state=live]").waitFor();
      await page.goto(`${baseURL}/#/count?table=${game.id}&cards=5H,5D,5S,JC&starter=5C`);
      await arrived(page);
      await expect(page.locator(".side-key")).toHaveCount(3);
      await expectWhole(page, [16, 21]);
    });

    test("With text of twice the size a rank is tapped first, on one screen too", async ({ page }) => {
      await textSize(page, 32);
      for (const address of [VIEWS["two jokers"], VIEWS["the play of six"], VIEWS["six cards to throw from"]]) {
        await page.goto(`/#/${address}`);
        await arrived(page);
        for (const phone of PHONES) {
          await page.setViewportSize(phone);
          await drawn(page, 32);
          await expect(page.locator(".rank-key:visible")).toHaveCount(13);
          await expect(page.locator("card-grid .suit .key:visible")).toHaveCount(4);
          expect.soft(await frameFaults(page, 48), `${address}, ${phone.width} × ${phone.height}`).toEqual([]);
        }
      }
    });
  });

test.describe("with a thumb", () => {
  test.use({ viewport: PHONES[3], hasTouch: true });

  test("A hand of five cards is five taps, and nothing moves @landing", async ({ page }) => {
    await page.goto("/#/count");
    await expect(key(page, "5H")).toBeVisible();
    await drawn(page, 16);
    const places = () =>
      page
        .locator("card-grid .key, .words, .frame-foot > *")
        .evaluateAll((nodes) => nodes.map((node) => JSON.stringify(node.getBoundingClientRect())));
    const before = await places();
    for (const card of ["5H", "5D", "5S", "JC", "5C"]) await key(page, card).tap();
    await expect(digits(page)).toHaveText("29");
    expect(await places()).toEqual(before);
    expect(await frameFaults(page)).toEqual([]);
  });

  test("With large text a card is two taps, and one more of its rank is one", async ({ page }) => {
    await textSize(page, 32);
    await page.goto("/#/count");
    await page.getByRole("button", { name: "5", exact: true }).tap();
    for (const card of ["5H", "5D", "5S", "5C"]) await key(page, card).tap();
    await page.getByRole("button", { name: "jack", exact: true }).tap();
    await expect(key(page, "5H")).toBeHidden();
    await key(page, "JC").tap();
    await expect(digits(page)).toHaveText("28");
  });

  test("The words are read whole over the pack, and fold when the cards change", async ({ page }) => {
    await page.goto("/#/count?cards=5H,5D,5S,JC&starter=5C");
    await expect(digits(page)).toHaveText("29");
    const last = page.locator(".item").last();
    await expect(last).not.toBeInViewport();
    const unfold = page.getByRole("button", { name: "How it counts" });
    await unfold.tap();
    await expect(unfold).toHaveAttribute("aria-expanded", "true");
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Take back the starter, the 5 of clubs" }).tap();
    await expect(unfold).toHaveAttribute("aria-expanded", "false");
    await key(page, "5C").tap();
    await expect(digits(page)).toHaveText("29");
  });

  test("The rules of a table are one tap away, and the hand is there again after them", async ({ page, baseURL }) => {
    const game = await begin(baseURL);
    await page.goto(link(game));
    await expect(state(page)).toHaveText("Every phone at the table sees this.");
    await page.goto(`${baseURL}/#/count?table=${game.id}&cards=5H,5D,5S,JC&starter=5C`);
    await page.getByRole("link", { name: "Rules", exact: true }).tap();
    await expect(page).toHaveURL(new RegExp(`#/rules\\?table=${game.id}$`));
    await expect(page.getByRole("link", { name: "Rules", exact: true })).toHaveCount(0);
    await page.goBack();
    await expect(digits(page)).toHaveText("29");
  });
});

test("Control: what is covered, cut, outside the screen or too small is found", async ({ page }) => {
  await page.setViewportSize(PHONES[3]);
  await page.goto("/#/throw?cards=7C,9H,5H,5C,5D,JS");
  await arrived(page);
  await drawn(page, 16);
  expect(await frameFaults(page)).toEqual([]);
  for (const rule of [
    ".framed.framed { padding-bottom: 0; height: 101dvh; min-height: 101dvh; }",
    ".framed .pack { margin-inline-end: -20px; }",
    ".frame-foot .choice label { min-height: 0; height: 40px; }",
    ".frame-foot .pick { font-size: 60px; width: 64px; overflow: hidden; }",
    "card-grid.x, card-grid .key { font-size: 30px; }",
    "card-grid .key { width: 20px; }",
    ".frame-foot { transform: translateY(-30px); }",
    ".words { z-index: 1; margin-block-end: -30px; }",
  ]) {
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, rule);
    expect.soft(await frameFaults(page), rule).not.toEqual([]);
  }
});

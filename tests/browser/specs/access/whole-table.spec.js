import {
  answer,
  begin,
  call,
  chooseKind,
  dealKey,
  goOffline,
  happened,
  link,
  newest,
  OFFER_REST,
  pegElsewhere,
  question,
  scores,
  endSum,
  state,
  tapAndAnswer,
  tapNumber,
  undo,
} from "../../support/game/scorer.js";
import { textSize } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";
import { outlast } from "../../support/browser/waits.js";
import { boardShare, drawn, faults, PHONES, sitDown, smallKeys } from "../../support/browser/whole.js";

test.use({ tolerated: /ERR_INTERNET_DISCONNECTED/ });

// Holds a key until the sheet of the peg is open.
async function hold(page, key) {
  await key.hover();
  await page.mouse.down();
  await expect(page.locator(".peg-sheet")).toBeVisible();
  await page.mouse.up();
}

const LIVE = "Every phone at the table sees this.";
const UPRIGHT = 0.28;
const FLAT = 0.4;
const isFlat = ({ width, height }) => width > height;

test("No badge with points lies over the crib or the score @landing", async ({ page, baseURL }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const sides = [{ name: "Blues" }, { name: "Reds" }];
  const game = await begin(baseURL, { sides, first_dealer: 1 });
  for (const points of [29, 29, 29, 28]) await pegElsewhere(game, 1, points, { deal: 1, for: "other" });
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  await chooseKind(page, "Hand");
  await tapNumber(page, 1, 6);
  await expect(question(page)).toBeVisible();
  await page.locator(".asked-points").first().waitFor({ state: "attached" });
  const covered = () =>
    page.evaluate(() => {
      const tile = document.querySelector(".tile.of-1");
      const asked = tile.querySelector(".asked-points");
      // The badge of a peg has the same place, for two seconds.
      const pill = asked.cloneNode();
      pill.className = "pill";
      tile.append(pill);
      const badges = [asked, pill].map((node) => node.getBoundingClientRect());
      const others = [...tile.querySelectorAll(".crib, .score")].map((node) => [node, node.getBoundingClientRect()]);
      pill.remove();
      return others
        .filter(([, box]) => badges.some((one) => one.bottom > box.top && one.right > box.left && one.left < box.right))
        .map(([node]) => node.className);
    });
  for (const text of [16, 21]) {
    await textSize(page, text);
    for (const phone of PHONES) {
      await page.setViewportSize(phone);
      await drawn(page, text);
      expect.soft(await covered(), `${phone.width} × ${phone.height}, text of ${text}`).toEqual([]);
    }
  }
});

// Each row is a table with the settings of its look; long names may end in dots if the text is large.
for (const [table, locale, colorScheme, keys] of [
  ["two", "en-CA", "light"],
  ["two", "fr-CA", "dark", "two"],
  ["partners", "en-CA", "dark"],
  ["partners", "fr-CA", "light"],
  ["three", "en-CA", "light"],
  ["three", "fr-CA", "dark"],
  ["short", "fr-CA", "light"],
  ["crash", "en-CA", "dark"],
  ["crash", "fr-CA", "light", "two"],
  ["eight", "en-CA", "light"],
  ["eight", "fr-CA", "dark"],
]) {
  test.describe(`${locale}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme, viewport: PHONES[3] });

    test(`A table is whole on every phone: ${table}${keys ? `, ${keys} taps` : ""}`, async ({ page, baseURL }) => {
      await page.addInitScript((mode) => mode && localStorage.setItem("pegout.keys", mode), keys);
      await sitDown(page, baseURL, table);
      for (const text of [16, 21]) {
        await textSize(page, text);
        for (const phone of PHONES) {
          await page.setViewportSize(phone);
          await drawn(page, text);
          const isLarge = text > 16;
          const isLong = table === "partners" && (phone.width < 390 || isFlat(phone));
          const isThree = ["three", "eight"].includes(table) && isFlat(phone);
          const at = `${phone.width} × ${phone.height}, text of ${text}`;
          expect.soft(await faults(page, { shortened: isLarge && (isLong || isThree) }), at).toEqual([]);
          expect.soft(await smallKeys(page), at).toEqual([]);
          expect.soft(await boardShare(page), at).toBeGreaterThanOrEqual(isFlat(phone) ? FLAT : UPRIGHT);
          await expect.soft(page.locator(".to-go").first(), at).toBeVisible({ visible: !(isLarge && isThree) });
        }
      }
    });
  });
}

test("Control: what is covered, cut, moved or too small is found", async ({ page, baseURL }) => {
  await page.setViewportSize(PHONES[3]);
  await sitDown(page, baseURL, "two");
  await drawn(page, 16);
  const withRule = (rule) =>
    page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, rule);
  for (const rule of [
    ".undo { transform: translateY(-30px); }",
    ".rail { transform: translateY(20px); }",
    ".view-table { height: calc(100dvh + 10px); }",
    ".rail-key { width: 40px; overflow: hidden; }",
    ".said .what { width: 20px; overflow: hidden; white-space: nowrap; }",
    ".crib { position: absolute; inset: 8px auto auto 4px; }",
    ".bar-row::after { content: ''; position: absolute; inset: 60% 0 0; }",
  ]) {
    await withRule(rule);
    expect(await faults(page), rule).not.toEqual([]);
  }
  await withRule(".numbers .number { min-height: 40px; }");
  expect(await smallKeys(page)).not.toEqual([]);
  await withRule(".view-table .board-place { max-height: 150px; }");
  await expect.poll(() => boardShare(page)).toBeLessThan(UPRIGHT);
  await withRule("");
  await drawn(page, 16);
  expect(await faults(page)).toEqual([]);
});

for (const table of ["two", "partners", "three"]) {
  test(`With text of twice the size a table is read by scrolling, and nothing covers anything: ${table}`, async ({
    page,
    baseURL,
  }) => {
    await textSize(page, 32);
    for (const phone of [PHONES[0], PHONES[3]]) {
      await page.setViewportSize(phone);
      await sitDown(page, baseURL, table);
      await drawn(page, 32);
      const at = `${phone.width} × ${phone.height}`;
      expect.soft(await faults(page, { scrolls: true, shortened: true }), at).toEqual([]);
      expect.soft(await smallKeys(page), at).toEqual([]);
      const { height } = await page.locator(".pegboard").boundingBox();
      expect.soft(height, at).toBeGreaterThanOrEqual(0.4 * phone.width - 1);
    }
  });
}

test.describe("without a connection", () => {
  test.use({ locale: "fr-CA", viewport: PHONES[0] });

  test("The words for what waits are read whole, and cover nothing", async ({ page, baseURL }) => {
    await sitDown(page, baseURL, "two");
    await goOffline(page);
    await page.locator(".deal-key").click();
    await answer(page, "Donne suivante");
    await expect(page.locator(".said .detail")).toHaveText("Gardé ici, 1 à envoyer");
    await drawn(page, 16);
    expect(await faults(page)).toEqual([]);
  });
});

test.describe("with a thumb", () => {
  test.use({ viewport: PHONES[3], hasTouch: true });

  const number = (page, side, points) => page.locator(`.block.of-${side} [value="${points}"]`);
  const kinds = async (game) => (await happened(game, "pegged")).map((peg) => [peg.side, peg.points, peg.for]);

  // A tap is one touch of a button on the screen.
  test("A deal takes few taps: heels 1, a pair 1, the show 1, a hand of 8 1, one of 14 2, a crib 1, the next deal 1", async ({
    page,
    baseURL,
  }) => {
    const game = await begin(baseURL);
    await page.goto(link(game));
    await expect(state(page)).toHaveText(LIVE);
    await outlast(page, OFFER_REST);
    await page.locator(".offer-key").tap();
    await expect(scores(page)).toHaveText(["2", "0"]);
    await number(page, 1, 2).tap();
    await expect(scores(page)).toHaveText(["2", "2"]);
    await outlast(page, OFFER_REST);
    await page.locator(".offer-key").tap();
    await number(page, 1, 8).tap();
    await expect(scores(page)).toHaveText(["2", "10"]);
    await number(page, 0, 12).tap();
    await number(page, 0, 2).tap();
    await expect(scores(page)).toHaveText(["16", "10"]);
    await endSum(page);
    await number(page, 0, 4).tap();
    await expect(scores(page)).toHaveText(["20", "10"]);
    await tapAndAnswer(page, () => dealKey(page).tap(), { path: "/deals/" });
    await expect(newest(page)).toHaveText(["Deal 2", "Crib: Them"]);
    expect(await kinds(game)).toEqual([
      [0, 2, "heels"],
      [1, 2, "play"],
      [1, 8, "hand"],
      [0, 14, "hand"],
      [0, 4, "crib"],
    ]);
  });

  test("The first hand takes one tap without the key for the show", async ({ page, baseURL }) => {
    const game = await begin(baseURL);
    await page.goto(link(game));
    await expect(state(page)).toHaveText(LIVE);
    await tapAndAnswer(page, () => number(page, 1, 8).tap());
    await expect(scores(page)).toHaveText(["0", "8"]);
    expect(await kinds(game)).toEqual([[1, 8, "hand"]]);
  });

  for (const how of ["said", "undo"]) {
    test(`A wrong side is put right in two touches: ${how}`, async ({ page, baseURL }) => {
      const game = await begin(baseURL);
      await page.goto(link(game));
      await expect(state(page)).toHaveText(LIVE);
      await number(page, 0, 4).tap();
      await endSum(page);
      if (how === "said") await page.locator(".said").tap();
      else await hold(page, undo(page));
      await expect(scores(page)).toHaveText(["4", "0"]);
      await tapAndAnswer(page, () => page.locator('.peg-choice[value="side 1"]').tap(), { body: { side: 1 } });
      await expect(scores(page)).toHaveText(["0", "4"]);
      expect((await call(game, "GET", "")).sides.map(({ score }) => score)).toEqual([0, 4]);
    });
  }

  test("A peg is taken back in one tap, and a number and a side are two", async ({ page, baseURL }) => {
    await page.addInitScript(() => localStorage.setItem("pegout.keys", "two"));
    await page.goto(link(await begin(baseURL)));
    await expect(state(page)).toHaveText(LIVE);
    await page.locator('.numbers [value="2"]').tap();
    await page.locator(".side-key.of-1").tap();
    await expect(scores(page)).toHaveText(["0", "2"]);
    await undo(page).tap();
    await expect(scores(page)).toHaveText(["0", "0"]);
  });

  test("A touch that is long or wide, or of two fingers, pegs nothing", async ({ page, context, baseURL }) => {
    await page.goto(link(await begin(baseURL)));
    await expect(state(page)).toHaveText(LIVE);
    const session = await context.newCDPSession(page);
    const at = async (points) => {
      const { x, y, width, height } = await number(page, 0, points).boundingBox();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const touch = async (fingers, pause = 0) => {
      for (let count = 1; count <= fingers.length; count += 1)
        await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers.slice(0, count) });
      await outlast(page, pause);
      await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    await touch([{ ...(await at(3)), radiusX: 30, radiusY: 30, id: 0 }]);
    await touch([{ ...(await at(3)), id: 0 }], 900);
    await touch([
      { ...(await at(1)), id: 0 },
      { ...(await at(3)), id: 1 },
    ]);
    await outlast(page, OFFER_REST);
    await expect(scores(page)).toHaveText(["0", "0"]);
    await touch([{ ...(await at(3)), radiusX: 8, radiusY: 8, id: 0 }]);
    await expect(scores(page)).toHaveText(["3", "0"]);
  });
});

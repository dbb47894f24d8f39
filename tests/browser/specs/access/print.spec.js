import { overflow } from "../../support/browser/axe.js";
import { goSignedIn } from "../../support/night/club.js";
import { Hall } from "../../support/night/hall.js";
import { expect, test as base } from "../../support/browser/test.js";

const test = base.extend({
  hall: async ({ ownService }, use) => use(await new Hall(ownService.url).open(8)),
});

test.use({ tolerated: /ERR_INTERNET_DISCONNECTED/ });

// US Letter, in pixels of a page.
const LETTER = { width: 816, height: 1056 };

async function onPaper(page) {
  await page.setViewportSize(LETTER);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.locator("button:visible, input:visible, a:visible, .bar:visible, .notice:visible")).toHaveCount(0);
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
}

// The sizes of the pages that the browser makes of it, in points.
async function sizes(page) {
  const paper = await page.pdf({ preferCSSPageSize: true, format: "Letter" });
  return paper.toString("latin1").match(/(?<=\/MediaBox \[)[^\]]+/g);
}

// How many pages the browser makes of it.
async function pages(page) {
  return (await sizes(page)).length;
}

test("A night’s standings print with the league’s name and the day, and without a control", async ({ page, hall }) => {
  await hall.call("PUT", "/league", { name: "Wednesday Cribbage" });
  await hall.draw();
  await hall.results();
  await page.goto(`${hall.base}/#/night?id=${hall.id}`);
  await page.locator(".standings tbody tr").first().waitFor();
  await onPaper(page);
  await expect(page.locator(".print-head")).toHaveText(/^Wednesday Cribbage \w+day, /);
  await expect(page.locator(".standings tbody tr")).toHaveCount(8);
  await expect(page.locator(".standings td").first()).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator(".standings td.line:visible").first()).toBeVisible();
  await expect(page.locator(".round-tables")).toBeHidden();
  expect(await pages(page)).toBe(1);
});

test("A season’s standings print on a page", async ({ page, hall }) => {
  const season = { name: "Winter", starts: "2026-01-01", ends: "2099-01-01" };
  const { id } = await hall.call("POST", "/seasons", season);
  const night = await new Hall(hall.base).open(8, { season_id: id });
  await night.draw();
  await night.results();
  await night.finish();
  await page.goto(`${hall.base}/#/standings?season=${id}`);
  await page.locator(".season-standings tbody tr").first().waitFor();
  await onPaper(page);
  await expect(page.locator(".print-head")).toHaveText(/ Winter$/);
  await expect(page.locator(".season-standings tbody tr")).toHaveCount(8);
  await expect(page.locator(".nights")).toBeHidden();
  expect(await pages(page)).toBe(1);
});

test("Blank scorecards print six to a page, with the names of who is here, and without a network", async ({
  page,
  context,
  hall,
}) => {
  await page.goto(`${hall.base}/#/blank-cards?id=${hall.id}`);
  await expect(page.locator(".blank-card")).toHaveCount(12);
  await expect(page.locator(".blank-card").first()).toContainText("Ann Archer");
  await expect(page.locator(".blank-card").first().locator("tbody tr")).toHaveCount(4);
  // Wait for the worker: without a network while it keeps the page, the browser complains.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await context.setOffline(true);
  await onPaper(page);
  const cut = await page
    .locator(".blank-card")
    .evaluateAll((cards) => cards.filter((card) => card.scrollHeight > card.clientHeight + 1).length);
  expect(cut, "cards with more than fits").toBe(0);
  expect(await pages(page)).toBe(2);
});

test("One page of blank scorecards needs no night", async ({ page, hall }) => {
  await page.goto(`${hall.base}/#/blank-cards`);
  await expect(page.locator(".blank-card")).toHaveCount(6);
  await onPaper(page);
  expect(await pages(page)).toBe(1);
});

for (const [lang, key, nob] of [
  ["en", "Print as a card to fold", "His nob"],
  ["fr", "Imprimer en carte à plier", "Valet de la couleur"],
]) {
  test(`What scores prints by itself, as a card with marks to cut and to fold, in ${lang}`, async ({
    page,
    baseURL,
  }) => {
    await page.addInitScript(() => (window.print = () => {}));
    await page.goto(`${baseURL}/?lang=${lang}#/rules`);
    await expect(page.locator(".variant").first()).toBeVisible();
    await expect(page.locator(".crop-marks")).toBeHidden();
    await page.getByRole("button", { name: key }).click();
    await onPaper(page);
    await expect(page.getByRole("listitem").filter({ visible: true })).toHaveCount(27);
    await expect(page.getByRole("listitem").filter({ hasText: nob }).filter({ visible: true }).first()).toContainText(
      "1",
    );
    await expect(page.locator(".crop-marks")).toHaveCSS("stroke", "rgb(0, 0, 0)");
    // In millimetres: the marks, the faces, and the edges of each text.
    const card = await page.evaluate(() => {
      const [origin] = document.querySelectorAll(".crop-marks");
      const { left, top } = origin.getBoundingClientRect();
      const inMm = (node) => {
        const box = node.getBoundingClientRect();
        return [box.left - left, box.top - top, box.right - left, box.bottom - top].map((px) => (px * 25.4) / 96);
      };
      const faces = [...document.querySelectorAll(".of-aid > section")];
      return {
        marks: inMm(origin.querySelector("path")).map(Math.round),
        faces: faces.map((face) => inMm(face).map(Math.round)),
        reach: faces.map((face) => [...face.querySelectorAll("h3, li, .face, strong")].map(inMm)),
        smallest: Math.min(...faces.map((face) => Number.parseFloat(getComputedStyle(face).fontSize) * 0.75)),
      };
    });
    expect(card.marks).toEqual([2, 2, 144, 106]);
    expect(card.faces).toEqual([
      [10, 10, 73, 98],
      [73, 10, 136, 98],
    ]);
    for (const [at, all] of card.reach.entries()) {
      const [left, top, right, bottom] = card.faces[at];
      const out = all.filter(
        (box) => box[0] < left + 2 || box[1] < top + 2 || box[2] > right - 2 || box[3] > bottom - 2,
      );
      expect(out, "what is too near to the edge").toEqual([]);
    }
    expect(card.smallest).toBeGreaterThanOrEqual(6);
    // 146 mm by 108 mm. After that the whole book prints again.
    expect(await sizes(page)).toEqual(["0 0 414 306"]);
    expect(await pages(page)).toBeGreaterThan(2);
  });
}

for (const locale of ["en-CA", "fr-CA"]) {
  test.describe(locale, () => {
    test.use({ locale });
    test("The treasurer’s sheet of a season prints on a page: a line a night, with room for two signatures", async ({
      page,
      hall,
    }) => {
      const { id } = await hall.call("POST", "/seasons", { name: "Winter", starts: "2026-01-01", ends: "2099-01-01" });
      for (const starts_at of ["19:00", "21:00"]) {
        const night = await new Hall(hall.base).open(4, { season_id: id, starts_at });
        await night.add("Poe, Pat");
        await night.draw();
        await night.results();
        await night.finish();
      }
      await goSignedIn(page, hall.base, "seasons");
      await page.locator("a[href^='#/season-sheet']").click();
      await expect(page.locator(".treasurer-sheet tbody tr")).toHaveCount(3);
      expect(await overflow(page), "what is wider than the phone").toBeLessThanOrEqual(0);
      await onPaper(page);
      const rows = page.locator(".treasurer-sheet tbody tr:visible");
      await expect(rows).toHaveCount(3);
      await expect(rows.last()).toContainText(/^(All nights\s*\$100|Toutes les soirées\s*100\s\$)/);
      await expect(rows.first().locator(".signature")).toHaveCount(2);
      expect(await pages(page)).toBe(1);
    });
  });
}

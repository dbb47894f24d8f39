import { smallTargets, violations } from "../../support/browser/axe.js";
import { begin, link, pegElsewhere, scores } from "../../support/game/scorer.js";
import { textSize } from "../../support/game/table.js";
import { wordsOn } from "../../support/browser/layout.js";
import { expect, test } from "../../support/browser/test.js";

const SIDES = [
  { name: "Solange + Noëlla", players: ["Solange", "Noëlla"] },
  { name: "Björn + Gaëtan", players: ["Björn", "Gaëtan"] },
];
// Today in the browser's time zone.
const today = (page) => page.evaluate(async () => (await window.moduleOf("/lib/format.ts")).today());

async function withGame(page, base) {
  const game = await begin(base, { sides: SIDES });
  await pegElsewhere(game, 0, 12);
  await page.goto(link(game));
  await expect(scores(page)).toHaveText(["12", "0"]);
  await page.goto(`${base}/#/`);
  return game;
}

test("The first view leads to all the others and to the interface @landing", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Pegout, the cribbage scorer");
  await expect(page.getByRole("img", { name: /wooden cribbage board/ })).toBeVisible();
  await page.getByRole("link", { name: /Keep score/ }).click();
  await expect(page).toHaveTitle("Who plays? – Pegout");
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: /Count a hand/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Count a hand");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle("Count a hand – Pegout");
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: /Check the play/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check the play");
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: /Which cards to throw/ }).click();
  await expect(page).toHaveTitle("Which cards to throw – Pegout");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pegout");
});

for (const [lang, docs, coordinator] of [
  ["en", "For developers: the API", "Coordinator"],
  ["fr", "Pour les développeurs : l’API", "Coordination"],
]) {
  test(`The interface for developers is one level below the first view: ${lang}`, async ({ page }) => {
    await page.goto(`/?lang=${lang}#/`);
    await expect(page.getByRole("link", { name: coordinator })).toBeVisible();
    await expect(page.locator("main a[href='docs/']")).toHaveCount(0);
    await page.getByRole("link", { name: coordinator }).click();
    await expect(page.getByRole("link", { name: docs })).toHaveAttribute("href", "docs/");
  });
}

test("An address that is no view shows the first one", async ({ page }) => {
  await page.goto("/#/nowhere");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pegout");
});

test("The language is switched, kept over a reload, and told to the browser", async ({ page }) => {
  await page.goto("/#/count?cards=8S,7H,7D,AC");
  await page.getByRole("button", { name: "Français" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await expect(page).toHaveTitle("Compter une main – Pegout");
  await expect(page.getByRole("button", { name: "English" })).toBeFocused();
  await expect(page.getByRole("button", { pressed: true })).toHaveCount(4);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Count a hand");
});

test.describe("in a French browser", () => {
  test.use({ locale: "fr-CA" });
  test("The page speaks French by itself", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("link", { name: /Compter une main/ })).toBeVisible();
  });
});

test.describe("in a browser of another language", () => {
  test.use({ locale: "de-DE" });
  test("The page speaks English", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("link", { name: /Count a hand/ })).toBeVisible();
  });
});

test("A browser that forbids storage still switches the language", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("forbidden", "SecurityError");
      },
    });
  });
  await page.goto("/");
  await page.getByRole("button", { name: "Français" }).click();
  await expect(page.getByRole("link", { name: /Compter une main/ })).toBeVisible();
});

for (const locale of ["en-CA", "fr-CA"]) {
  test.describe(`in a browser of ${locale}`, () => {
    test.use({ locale });

    test("All of Home is seen at once on every screen, with a game in hand", async ({ page, baseURL }) => {
      await withGame(page, baseURL);
      await expect(page.locator(".board-frame svg")).toBeVisible();
      for (const [width, height] of [
        [390, 664],
        [360, 604],
        [320, 568],
        [667, 375],
        [1280, 720],
      ]) {
        const what = `${width} × ${height}`;
        await page.setViewportSize({ width, height });
        const lowest = () =>
          page
            .locator("main a, .board-frame")
            .evaluateAll((nodes) => Math.max(...nodes.map((node) => node.getBoundingClientRect().bottom)));
        await expect.poll(lowest, what).toBeLessThanOrEqual(height);
        expect(await violations(page), what).toEqual([]);
        expect(await smallTargets(page), what).toEqual([]);
        const { width: across, height: high } = await page.locator(".board-frame").boundingBox();
        expect(Math.abs(across / high - 378 / 244), what).toBeLessThan(0.02);
      }
    });
  });
}

const WIDE = [
  [667, 375],
  [740, 360],
  [844, 390],
  [915, 412],
  [1024, 768],
  [1280, 800],
  [1366, 768],
  [1920, 1080],
];

for (const locale of ["en-CA", "fr-CA"])
  for (const hasGame of [false, true])
    test.describe(`in a browser of ${locale}`, () => {
      test.use({ locale });

      test(`Nothing of Home lies on the board, on a phone on its side and on a laptop, with${hasGame ? "" : "out"} a game`, async ({
        page,
        baseURL,
      }) => {
        await page.setViewportSize({ width: 667, height: 375 });
        if (hasGame) await withGame(page, baseURL);
        else await page.goto("/");
        await expect(page.locator(".board-frame svg")).toBeVisible();
        for (const [width, height] of WIDE) {
          await page.setViewportSize({ width, height });
          const what = `${width} × ${height}`;
          await expect.poll(() => wordsOn(page, ".board-frame"), what).toEqual([]);
          const { height: high } = await page.locator(".tonight").boundingBox();
          expect.soft(high, what).toBeLessThan(90);
          const { width: across } = await page.locator(".board-frame").boundingBox();
          expect.soft(across, what).toBeGreaterThan(Math.min(0.35 * width, 0.45 * height));
        }
      });
    });

test("With a game in hand the largest key goes on with it", async ({ page, baseURL }) => {
  await withGame(page, baseURL);
  await expect(page.locator(".board-frame svg")).toBeVisible();
  const boxOf = (name) => page.getByRole("link", { name }).boundingBox();
  const [resume, keep] = [await boxOf(/^Resume/), await boxOf("Keep score")];
  expect(resume.height).toBeGreaterThan(keep.height);
  await expect(page.locator(".primary")).toHaveText(["Resume"]);
});

test.describe("in French", () => {
  test.use({ locale: "fr-CA" });

  test("Going on with a game and taking a peg back have words of their own", async ({ page, baseURL }) => {
    await withGame(page, baseURL);
    await expect(page.locator(".primary")).toHaveText(["Continuer"]);
    await page.goto("/#/games");
    await page.getByRole("link", { name: "Continuer, donne 1" }).click();
    await page.locator(".said").click();
    await expect(page.locator(".peg-sheet")).toContainText("Reprendre");
  });
});

test("With text of twice the size Home is read by scrolling down alone", async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await textSize(page, 32);
  await withGame(page, baseURL);
  await expect(page.locator(".board-frame svg")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test("Home tells of the game in hand, and how many are open @landing", async ({ page, baseURL }) => {
  await withGame(page, baseURL);
  await expect(page.locator(".in-hand")).toContainText(/Solange \+ Noëlla 12, Björn \+ Gaëtan 0Deal 1, last peg \d/);
  await expect(page.getByRole("img", { name: "Solange + Noëlla 12 and Björn + Gaëtan 0" })).toBeVisible();
  await expect(page.getByRole("link", { name: "My games, 1 open" })).toBeVisible();
  await page.getByRole("link", { name: /^Resume/ }).click();
  await expect(scores(page)).toHaveText(["12", "0"]);
});

test("Home tells of the club’s night of today, and nothing moves when it comes", async ({ page }) => {
  await page.goto("/#/count");
  const night = { id: crypto.randomUUID(), date: await today(page), status: "open", starts_at: "19:00" };
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/api/v1/league", (route) =>
    route.fulfill({ json: { name: "Club de crib Rosemont", public: true } }),
  );
  await page.route("**/api/v1/nights", async (route) => {
    await held;
    await route.fulfill({ json: { nights: [{ ...night, date: "2020-01-01" }, night] } });
  });
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page.locator(".tonight")).toContainText("Tonight’s leagueWith the code on the wall");
  await page.locator(".board-frame svg").waitFor();
  const places = () =>
    page.locator("main a").evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().y));
  const before = await places();
  release();
  await expect(page.locator(".tonight")).toContainText(/Tonight, 7:00\sp\.m\.Club de crib Rosemont/);
  expect(await places()).toEqual(before);
  await page.getByRole("link", { name: "Join tonight’s league" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tonight’s league");
});

test("Home of a stranger asks a private club for no list, and says how to see the night", async ({ page }) => {
  const asked = [];
  await page.route("**/api/v1/league", (route) => route.fulfill({ json: { name: "Club", public: false } }));
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/");
  await expect(page.locator(".tonight")).toContainText("TonightScan the code in the hall, or ask for the night’s link");
  expect(asked).not.toContain("/api/v1/nights");
});

test.describe("where the sign-in has expired", () => {
  test.use({ tolerated: /status of 401/ });

  test("Home says the same as to a stranger", async ({ page }) => {
    await page.route("**/api/v1/league", (route) => route.fulfill({ json: { name: "Club", public: false } }));
    await page.addInitScript(() => {
      const token = "a".repeat(43);
      localStorage.setItem("pegout.session", JSON.stringify({ token, name: "", role: "coordinator" }));
    });
    await page.goto("/");
    await expect(page.locator(".tonight")).toContainText("TonightScan the code in the hall");
  });
});

// The oldest browsers that the README names: nothing younger is needed, and older browsers say so.
import { missingIn } from "../../house/oldest.js";
import { forget, WithoutContainers, YOUNG } from "../../support/browser/oldest.js";
import { closePages, expect, test as base } from "../../support/browser/test.js";
import { furnish, ROLES, tour } from "../../support/browser/tour.js";
import { drawn, faults, sitDown } from "../../support/browser/whole.js";
import {
  begin,
  goOffline,
  link,
  peg,
  pegAndAnswer,
  scores,
  start,
  state,
  takeBack,
  tryAgain,
} from "../../support/game/scorer.js";
import { Hall } from "../../support/night/hall.js";

const LIVE = "Every phone at the table sees this.";
const TOO_OLD = /too old for Pegout|trop ancien pour Pegout/;
// Some supported browsers lack one of these APIs, or lack it over plain http.
const OPTIONAL = [
  { of: "Window", name: "BroadcastChannel" },
  { of: "Window", name: "WebAssembly" },
  { of: "Navigator", name: "locks" },
  { of: "Navigator", name: "serviceWorker" },
  { of: "Navigator", name: "storage" },
  { of: "Navigator", name: "wakeLock" },
  { of: "Window", name: "requestIdleCallback" },
];

const test = base.extend({
  bare: async ({ browser, ownService }, use) => {
    const front = new WithoutContainers(ownService.url);
    await front.start();
    await use(front.url);
    await closePages(browser);
    await front.close();
  },
});

test.use({ tolerated: /ERR_INTERNET_DISCONNECTED|status of 422/ });

test("Control: what is forgotten is what the oldest browsers lack", async ({ page }) => {
  await forget(page, YOUNG);
  await page.goto("/");
  const left = () => [
    "toSorted" in Array.prototype,
    "groupBy" in Object,
    "wakeLock" in navigator,
    "requestSubmit" in HTMLFormElement.prototype,
    "findLast" in Array.prototype,
    "BroadcastChannel" in window,
  ];
  expect(await page.evaluate(left)).toEqual([false, false, false, false, true, true]);
  const support = { safari: { version_added: "16.4" }, safari_ios: { version_added: "15.6" } };
  for (const browser of ["chrome", "webview_android", "firefox"]) support[browser] = { version_added: "1" };
  expect(missingIn({ __compat: { support } })).toBe("Safari 16.4");
});

for (const role of Object.keys(ROLES)) {
  test(`Every view opens for ${role} without anything younger than the oldest browsers`, async ({
    page,
    ownService: { url },
  }) => {
    test.slow();
    await forget(page, YOUNG);
    const look = () => expect(page.getByText(TOO_OLD).filter({ visible: true })).toHaveCount(0);
    await tour(page, url, { role, way: "by its address", look }, await furnish(url));
  });
}

test("A game is kept without anything younger than the oldest browsers", async ({ page }) => {
  await forget(page, YOUNG);
  await start(page);
  await pegAndAnswer(page, 0, 8);
  await pegAndAnswer(page, 1, 6);
  await takeBack(page);
  await expect(scores(page)).toHaveText(["8", "0"]);
  await page.reload();
  await expect(scores(page)).toHaveText(["8", "0"]);
  await expect(state(page)).toHaveText(LIVE);
});

for (const each of OPTIONAL) {
  test(`A game is kept without ${each.name}`, async ({ page }) => {
    await forget(page, [each]);
    await start(page);
    await pegAndAnswer(page, 0, 8);
    await pegAndAnswer(page, 1, 6);
    await page.reload();
    await expect(scores(page)).toHaveText(["8", "6"]);
    await expect(state(page)).toHaveText(LIVE);
  });
}

test("Without BroadcastChannel two tabs of one phone share one outbox @landing", async ({ page, context, baseURL }) => {
  const game = await begin(baseURL);
  const tab = await context.newPage();
  for (const each of [page, tab]) {
    await forget(each, [{ of: "Window", name: "BroadcastChannel" }]);
    await each.goto(link(game));
    await expect(state(each)).toHaveText(LIVE);
  }
  await goOffline(page);
  await peg(page, 0, 8);
  await peg(tab, 1, 4);
  await peg(page, 0, 2);
  for (const each of [page, tab]) {
    await expect(scores(each)).toHaveText(["10", "4"]);
    await expect(state(each)).toHaveText(/3 taps saved on this phone/);
  }
  await context.setOffline(false);
  await tryAgain(page);
  for (const each of [page, tab]) await expect(state(each)).toHaveText(LIVE);
});

for (const [width, height] of [
  [390, 664],
  [320, 568],
]) {
  test.describe(`without containers, at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    for (const table of ["two", "partners", "three"]) {
      test(`A table is whole on one screen: ${table}`, async ({ page, bare }) => {
        await sitDown(page, bare, table);
        await drawn(page, 16);
        expect(await faults(page)).toEqual([]);
        const rules = () => [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).map(String);
        expect(await page.evaluate(rules)).not.toContain("[object CSSContainerRule]");
      });
    }

    test("No view is wider than the screen", async ({ page, bare }) => {
      test.slow();
      const look = async (path) => {
        const wide = () => document.documentElement.scrollWidth - innerWidth;
        expect.soft(await page.evaluate(wide), path).toBeLessThanOrEqual(0);
      };
      await tour(page, bare, { role: "the coordinator", way: "by its address", look }, await furnish(bare));
    });
  });
}

test("A browser that is too old says in both languages what to do @landing", async ({ page, baseURL }) => {
  const hall = await new Hall(baseURL).openPublic(4);
  // An old browser reads no module, and does not know the selector.
  await page.route("**/styles/*.css", async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    expect(text).toContain("selector(:has(*))");
    await route.fulfill({ response, body: text.replace("selector(:has(*))", "selector(:unknown(*))") });
  });
  for (const path of ["/", "/tv", `/embed/night/${hall.id}`]) {
    await page.route(`${baseURL}${path}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('type="module"', 'type="unknown"');
      await route.fulfill({ response, body });
    });
    await page.goto(path);
    await expect(page.getByText(TOO_OLD)).toHaveText([
      "This browser is too old for Pegout. Update it, or use at least Safari 15.6 (iOS 15.6), Chrome 108, Firefox 121.",
      "Ce navigateur est trop ancien pour Pegout. Mettez-le à jour, ou prenez au moins Safari 15.6 (iOS 15.6), Chrome 108, Firefox 121.",
    ]);
    for (const line of await page.getByText(TOO_OLD).all()) await expect(line).toBeInViewport({ ratio: 1 });
  }
});

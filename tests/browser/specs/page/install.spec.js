import { chromium } from "@playwright/test";
import { launchOptions } from "../../support/browser/chromium.js";
import { Hall } from "../../support/night/hall.js";
import { openAsCoordinator } from "../../support/night/night.js";
import { begin, chosenRules, leave, link, peg, pegAndAnswer, scores, state, type } from "../../support/game/scorer.js";
import { Proxy } from "../../support/browser/proxy.js";
import { AWAY } from "../../support/browser/service.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: new RegExp(`${AWAY}|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Refused to apply style`) });

test("What was opened once opens without a network, every view of it, and keeps score @landing", async ({
  page,
  ownService,
}) => {
  await page.goto(ownService.url);
  const kept = () => page.evaluate(() => navigator.serviceWorker.ready.then(() => caches.keys()));
  await expect.poll(kept).toHaveLength(1);
  await page.waitForFunction(() => localStorage.getItem("pegout.rules"));
  await ownService.kill();
  await page.goto(`${ownService.url}/#/start`);
  await page.reload();
  await page.getByRole("button", { name: "Start" }).click();
  await peg(page, 0, 12);
  await expect(state(page)).toHaveText(/2 taps saved on this phone/);
  await page.reload();
  await expect(scores(page)).toHaveText(["12", "0"]);
  await expect(state(page)).toHaveText(/2 taps saved on this phone/);
  await page.getByRole("link", { name: "Cards" }).click();
  await expect(page.getByRole("button", { name: "ace of spades", exact: true })).toBeVisible();
  await page.evaluate(() => (location.hash = "#/"));
  await page.getByRole("button", { name: "Français" }).click();
  await expect(page.getByRole("link", { name: /Compter une main/ })).toBeVisible();
});

// A proxy that lets nobody keep a script.
class Forbidding extends Proxy {
  serve(asked, answer) {
    const isScript = this.pathOf(asked).endsWith("/main.js");
    this.pass(asked, answer, { headers: isScript ? { "cache-control": "no-store" } : {} });
  }
}

test.describe("behind a proxy that lets nobody keep a script", () => {
  test.use({ tolerated: /This phone cannot open the page/ });

  test("The page names the script in its log, and what to change", async ({ page, ownService }) => {
    const proxy = new Forbidding(ownService.url);
    await proxy.start();
    const warned = page.waitForEvent("console", (message) => message.type() === "warning");
    await page.goto(proxy.url);
    expect((await warned).text()).toMatch(
      /^This phone cannot open the page .* until \/page\/\w{8}\/main\.js is sent without “Cache-Control: no-store”\.$/,
    );
    await page.close();
    await proxy.close();
  });
});

// Keeps a second version of the page, with a different text on the way to a count.
async function keepAnother(page, isWhole) {
  await page.evaluate(async (whole) => {
    const [name] = await caches.keys();
    const [from, to] = [await caches.open(name), await caches.open(`pegout3:/:${Date.now() + 1}`)];
    // The page that was opened a moment ago may still tidy, and what is without "/" would go.
    if (whole) await to.put("/", await from.match("/"));
    for (const { url } of await from.keys()) {
      const { pathname } = new URL(url);
      const response = await from.match(pathname);
      if (pathname.startsWith("/client/") || (pathname === "/" && !whole)) continue;
      const marked = pathname.endsWith("/cards.js") && `document.title = "Another";${await response.text()}`;
      await to.put(pathname, marked ? new Response(marked, { headers: response.headers }) : response);
    }
  }, isWhole);
}

async function openKept(page, url) {
  await page.goto(url);
  const isWhole = async () => {
    await navigator.serviceWorker.ready;
    const [name] = await caches.keys();
    return Boolean(name && (await (await caches.open(name)).match("/")));
  };
  await expect.poll(() => page.evaluate(isWhole)).toBe(true);
  await page.reload();
}

const isAnother = (page) =>
  page.evaluate(async () => {
    const address = new URL("cards.js", document.querySelector("script[type=module]").src);
    return (await (await fetch(address)).text()).includes('"Another"');
  });

test("A page keeps the version that it began with, and the next page has the newest @landing", async ({
  page,
  ownService,
}) => {
  // The worker's tidying could take the second version for a version that was cut short.
  await page.addInitScript(() => {
    ServiceWorker.prototype.postMessage = () => {};
  });
  await openKept(page, ownService.url);
  await keepAnother(page, true);
  expect(await isAnother(page)).toBe(false);
  const next = await page.context().newPage();
  await next.goto(ownService.url);
  expect(await isAnother(next)).toBe(true);
  expect(await isAnother(page)).toBe(false);
  await next.close();
  await page.reload();
  expect(await isAnother(page)).toBe(true);
});

test("A version whose coming was cut short is not used, and goes", async ({ page, ownService }) => {
  await openKept(page, ownService.url);
  await keepAnother(page, false);
  await page.reload();
  expect(await isAnother(page)).toBe(false);
  await expect.poll(() => page.evaluate(() => caches.keys().then((keys) => keys.length))).toBe(1);
});

test("A view of a league night is kept on the phone from its first look on", async ({ page, ownService }) => {
  await new Hall(ownService.url).openPublic(1);
  await openKept(page, ownService.url);
  await page.evaluate(() => (location.hash = "#/standings"));
  await expect(page.locator(".season")).toBeVisible();
  await ownService.kill();
  await page.reload();
  await expect(page.locator(".season")).toBeVisible();
  await page.evaluate(() => (location.hash = "#/coordinator"));
  await expect(page.getByText("This part comes with the connection.")).toBeVisible();
});

test("A page that is older than the service is reloaded when it asks for a view that it has not kept", async ({
  page,
  ownService,
}) => {
  await openKept(page, ownService.url);
  await page.evaluate(async () => {
    const FOLDER = /page\/\w+\//g;
    const [name] = await caches.keys();
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const response = await cache.match(url);
      const path = new URL(url).pathname.replace(FOLDER, "page/older/");
      const body = path === "/" ? (await response.text()).replaceAll(FOLDER, "page/older/") : await response.blob();
      await cache.delete(url);
      await cache.put(path, new Response(body, { headers: response.headers }));
    }
  });
  await page.reload();
  const began = await page.evaluate(() => document.querySelector("script[type=module]").src);
  expect(began).toMatch(/\/page\/older\/main\.js$/);
  await page.evaluate(() => (location.hash = "#/coordinator"));
  await expect(page.locator("#password")).toBeVisible();
  const now = await page.evaluate(() => document.querySelector("script[type=module]").src);
  expect(now).toMatch(/\/page\/\w{8}\/main\.js$/);
  await openKept(page, ownService.url);
});

test("A view that does not fit the page reloads it, once", async ({ page }) => {
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error("forbidden"));
  });
  const body = 'import { nothing } from "./main.js"; export const $club_coordinator = { default: { mount: nothing } };';
  let loads = 0;
  page.on("request", (request) => (loads += Number(request.isNavigationRequest())));
  await page.route("**/club.js", (route) => route.fulfill({ contentType: "text/javascript", body }));
  await page.goto("/#/coordinator");
  await expect.poll(() => loads).toBe(2);
  await expect(page.getByText("This part comes with the connection.")).toBeVisible();
  await page.unroute("**/club.js");
  await page.reload();
  await expect(page.locator("#password")).toBeVisible();
  expect(loads).toBe(3);
});

test("The manifest names the page and icons that are there", async ({ page, request }) => {
  await page.goto("/");
  const address = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = await (await request.get(address)).json();
  expect(manifest).toMatchObject({ name: "Pegout", display: "standalone", start_url: ".", scope: "." });
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.headers()["content-type"]).toBe(type);
  }
});

test("The screen stays on while a table is looked at, and no longer", async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    window.held = 0;
    navigator.wakeLock.request = async () => {
      window.held += 1;
      return { release: () => (window.held -= 1) };
    };
  });
  const game = await begin(baseURL);
  await page.goto(link(game));
  await expect.poll(() => page.evaluate(() => window.held)).toBe(1);
  await leave(page, "Home");
  await expect.poll(() => page.evaluate(() => window.held)).toBe(0);
});

test("A screen that may not stay on is asked for again at a tap, once in 30 seconds @landing", async ({
  page,
  baseURL,
}) => {
  await page.addInitScript(() => {
    window.asked = 0;
    window.isRefused = true;
    navigator.wakeLock.request = async () => {
      window.asked += 1;
      if (window.isRefused) throw new DOMException("", "NotAllowedError");
      window.lock = { released: false, release: window.endLock };
      return window.lock;
    };
    window.endLock = () => {
      window.lock.released = true;
      window.lock.onrelease();
    };
  });
  await page.clock.install();
  const game = await begin(baseURL);
  await page.goto(link(game));
  const asked = () => page.evaluate(() => window.asked);
  const tap = () => page.locator("body").click({ position: { x: 1, y: 1 } });
  await expect.poll(asked).toBe(1);
  await tap();
  expect(await asked()).toBe(2);
  await tap();
  expect(await asked()).toBe(2);
  await page.evaluate(() => (window.isRefused = false));
  await page.clock.fastForward(30_000);
  await tap();
  expect(await asked()).toBe(3);
  await page.clock.fastForward(30_000);
  await tap();
  expect(await asked(), "it is held").toBe(3);
  await page.evaluate(() => window.endLock());
  expect(await asked()).toBe(4);
  await page.evaluate(() => window.endLock());
  await tap();
  expect(await asked()).toBe(4);
  await page.clock.fastForward(30_000);
  await tap();
  expect(await asked()).toBe(5);
  await page.clock.fastForward(30_000);
  await leave(page, "Home");
  await expect.poll(() => page.evaluate(() => window.lock.released)).toBe(true);
  expect(await asked(), "nobody looks any more").toBe(5);
});

const LIMITS =
  /^Over http, browsers open Pegout only with a network, do not install it, and let the screen go dark.* counts and keeps the score without a network/;

// Opens the page by a name that the browser does not take for this machine, as a phone in a hall does.
async function openPlainly({ url }, hash) {
  const args = [...launchOptions.args, "--host-resolver-rules=MAP table.test 127.0.0.1"];
  const browser = await chromium.launch({ ...launchOptions, args });
  const page = await browser.newPage({ locale: "en-CA" });
  await page.goto(`http://table.test:${new URL(url).port}/${hash}`);
  return { browser, page };
}

test("Over plain http the page says what the browser forbids, and keeps score all the same", async ({ ownService }) => {
  const { browser, page } = await openPlainly(ownService, "#/start");
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  const powers = () => [isSecureContext, "locks" in navigator, "randomUUID" in crypto, "wakeLock" in navigator];
  expect(await page.evaluate(powers)).toEqual([false, false, false, false]);
  await expect(page.getByText(LIMITS)).toBeVisible();
  await expect(chosenRules(page)).not.toBeEmpty();
  await page.getByRole("button", { name: "Start" }).click();
  await pegAndAnswer(page, 0, 8);
  await expect(scores(page)).toHaveText(["8", "0"]);
  await expect(page.getByText(LIMITS)).toHaveCount(0);
  await leave(page, "Share");
  await page.getByRole("button", { name: "Copy the link" }).click();
  await expect(page.locator(".notice p")).toHaveText("Copied.");
  expect(errors).toEqual([]);
  await browser.close();
});

test("Who joins a night over plain http reads what the browser forbids, and so does the coordinator", async ({
  page,
  ownService,
}) => {
  const hall = await new Hall(ownService.url).openPublic(1);
  const plain = await openPlainly(ownService, `#/join-night?code=${hall.code}`);
  await expect(plain.page.getByRole("button", { name: "Ann Archer" })).toBeVisible();
  await expect(plain.page.getByText(LIMITS)).toBeVisible();
  await plain.browser.close();
  // Here the page is secure, but the code leads phones to this machine's address over http.
  await openAsCoordinator(page, hall, `phones?id=${hall.id}`);
  await expect(page.getByText(LIMITS)).toBeVisible();
  await page.goto(`${ownService.url}/#/join-night?code=${hall.code}`);
  await expect(page.getByRole("button", { name: "Ann Archer" })).toBeVisible();
  await expect(page.getByText(LIMITS)).toHaveCount(0);
});

test("Where the code leads phones to https, nothing is forbidden", async ({ page, ownService }) => {
  await ownService.kill();
  await ownService.start({ PEGOUT_PUBLIC_URL: "https://pegout.test" });
  const hall = await new Hall(ownService.url).openPublic(1);
  await openAsCoordinator(page, hall, `phones?id=${hall.id}`);
  await expect(page.locator(".join-link")).toContainText("https://pegout.test/#/join-night");
  await expect(page.locator(".join-part .limits")).toHaveText(LIMITS);
  await expect(page.locator(".join-part .limits")).toBeHidden();
});

test("An old browser says over https that the screen may go dark", async ({ page }) => {
  await page.addInitScript(() => delete Navigator.prototype.wakeLock);
  await page.goto("/#/start");
  await expect(page.locator(".start-form")).toContainText("In this browser the screen may go dark.");
  await expect(page.getByText(LIMITS)).toHaveCount(0);
});

test("A tap is felt where the phone can vibrate", async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    window.felt = [];
    navigator.vibrate = (pattern) => window.felt.push(pattern);
  });
  const game = await begin(baseURL);
  await page.goto(link(game));
  await peg(page, 0, 8);
  await type(page, "Left", 0);
  expect(await page.evaluate(() => window.felt)).toEqual([10, 60]);
});

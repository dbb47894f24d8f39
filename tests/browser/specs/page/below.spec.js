// The service below a path of a host: a proxy cuts the path off, and other sites have the rest of the host.
import { Host } from "../../support/browser/below.js";
import { AWAY, Service } from "../../support/browser/service.js";
import { closePages, expect, test as base } from "../../support/browser/test.js";
import { furnish, tour } from "../../support/browser/tour.js";
import { call, leave, link, peg, pegAndAnswer, scores, start, state, tryAgain } from "../../support/game/scorer.js";
import { Hall } from "../../support/night/hall.js";

const EMPTY = "No game is on this phone yet.";
const LIVE = "Every phone at the table sees this.";

const test = base.extend({
  paths: [["/crib", "/other/crib"], { option: true }],
  host: async ({ browser, ownService, paths }, use) => {
    const second = new Service();
    await second.start();
    const host = new Host({ [paths[0]]: ownService.url, [paths[1]]: second.url });
    await host.start();
    await use(host);
    await closePages(browser);
    await host.close();
    await second.close();
    expect(host.strays, "asked for outside of the paths of the services").toEqual([]);
  },
  // Started as the operator of such a service is told to.
  below: async ({ host, ownService, paths: [path] }, use) => {
    await ownService.kill();
    await ownService.start({ PEGOUT_BEHIND_PROXY: "1", PEGOUT_PUBLIC_URL: host.url + path });
    await use(host.url + path);
  },
});

test.use({ tolerated: new RegExp(`${AWAY}|ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 422`) });

// Waits until the worker of the page keeps the whole page.
async function keepsWhole(page) {
  const isWhole = async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { pathname } = new URL("./", location.href);
    const own = (await caches.keys()).filter((name) => name.startsWith(`pegout3:${pathname}:`));
    const whole = await Promise.all(own.map((name) => caches.match(pathname, { cacheName: name })));
    return active.state === "activated" && whole.some(Boolean);
  };
  await expect.poll(() => page.evaluate(isWhole)).toBe(true);
}

// The paths of the services that have games, settings and the files of their page on this phone, each kind for itself.
async function kept(page) {
  const [games, settings, files] = await page.evaluate(async () => {
    const pathIn = (name) => name.split(" ")[1] ?? "/";
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const versions = (await caches.keys()).map(async (name) => {
      const path = name.split(":")[1];
      const requests = await (await caches.open(name)).keys();
      const names = requests.map(({ url }) => new URL(url).pathname.slice(path.length));
      const isOwn = names.every((own) => /^(page|client|icon|manifest|$)/.test(own));
      return isOwn ? path : `${path} and ${names}`;
    });
    return [
      databases.filter((name) => name.split(" ")[0] === "pegout").map(pathIn),
      Object.keys(localStorage).map(pathIn),
      await Promise.all(versions),
    ].map((paths) => [...new Set(paths)].sort());
  });
  expect([settings, files]).toEqual([games, games]);
  return games;
}

test("Below a path a game is kept on two phones, and opens without a network @landing", async ({
  page,
  elsewhere,
  host,
  below,
}) => {
  await start(page, below);
  await pegAndAnswer(page, 0, 8);
  await leave(page, "Share");
  const shared = await page.getByRole("textbox", { name: "The link" }).inputValue();
  const [, id, token] = /^(?:.*)\/#\/table\?id=([0-9a-f-]{36})&token=([\w-]{43})$/.exec(shared);
  const game = { base: below, id, token };
  expect(shared).toBe(link(game).replace("&side=0", ""));
  await expect(page.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the table" }).click();

  const second = await elsewhere();
  await second.goto(shared);
  await second
    .getByRole("dialog", { name: "Who are you?" })
    .getByRole("button", { name: /^Orange/ })
    .click();
  await pegAndAnswer(second, 1, 6);
  await expect(scores(page)).toHaveText(["8", "6"]);

  await keepsWhole(page);
  await page.reload();
  host.cut();
  await page.goto(`${below}/#/games`);
  await page.reload();
  await expect(page.locator(".open-game")).toHaveCount(1);
  await page.goto(`${below}/#/table?id=${id}`);
  await peg(page, 0, 2);
  await expect(state(page)).toHaveText(/saved on this phone/);
  await page.reload();
  await expect(scores(page)).toHaveText(["10", "6"]);
  host.mend();
  await tryAgain(page);
  await expect(state(page)).toHaveText(LIVE);
  expect(await call(game, "GET", "")).toMatchObject({ sides: [{ score: 10 }, { score: 6 }] });
});

for (const paths of [
  ["/crib", "/other/crib"],
  ["/crib", ""],
]) {
  test.describe(`Two services of one host, at ${paths.map((path) => `${path}/`).join(" and ")},`, () => {
    test.use({ paths });

    test("keep the games and pages of a phone apart @landing", async ({ page, host }) => {
      const [first, second] = paths.map((path) => host.url + path);
      await page.goto(`${second}/#/games`);
      await expect(page.getByText(EMPTY)).toBeVisible();
      await keepsWhole(page);
      // At the root of the host the worker of the second service has this page, too, until the first has its own.
      await page.reload();
      await start(page, first);
      await pegAndAnswer(page, 0, 8);
      await keepsWhole(page);
      await page.goto(`${second}/#/games`);
      await expect(page.getByText(EMPTY)).toBeVisible();
      await start(page, second);
      await pegAndAnswer(page, 0, 12);
      expect(await kept(page)).toEqual(paths.map((path) => `${path}/`).sort());
      host.cut();
      for (const [address, score] of [
        [first, "8"],
        [second, "12"],
      ]) {
        await page.goto(`${address}/#/games`);
        await page.reload();
        await expect(page.locator(".open-game")).toHaveCount(1);
        await page.locator(".open-game .game-keys a").first().click();
        await expect(scores(page)).toHaveText([score, "0"]);
      }
    });
  });
}

test.describe("At a mistyped address", () => {
  test.use({ tolerated: /status of 40[14]/ });

  test("below a path that the service does not know, a page leads home, and /tv/ to the board @landing", async ({
    page,
    host,
  }) => {
    const below = `${host.url}/crib`;
    for (const name of ["nowhere", "tables/3/"]) {
      await page.goto(`${below}/${name}`);
      await expect(page.getByText("No page has this address.")).toBeVisible();
      await expect(page.locator("body"), "the style sheet is there").toHaveCSS("margin", "0px");
      await page.getByRole("link", { name: "Accueil" }).click();
      await expect(page).toHaveURL(`${below}/`);
    }
    await page.goto(`${below}/tv/?lang=en,fr`);
    await expect(page).toHaveURL(`${below}/tv?lang=en,fr`);
  });
});

test("Below a path every view of the coordinator opens, and names the address of the service", async ({
  page,
  below,
}) => {
  test.slow();
  const place = await furnish(below);
  await tour(page, below, { role: "the coordinator", way: "after another" }, place);
  const shown = below.replace("http://", "");
  await page.goto(`${below}/#/phones?id=${place.hall.id}`);
  await expect(page.locator(".join-link")).toContainText(`${below}/#/join-night?code=${place.hall.code}`);
  await expect(page.locator(".join-part")).toContainText(`${shown} `);
  await page.goto(`${below}/#/standings?season=${place.season}`);
  const calendar = page.getByRole("link", { name: "Add its nights to my calendar" });
  await expect(calendar).toHaveAttribute("href", `webcal://${shown}/api/v1/seasons/${place.season}.ics`);
  await page.goto(`${below}/#/coordinator`);
  await expect(page.getByRole("link", { name: /television/i })).toContainText(`${shown}/tv`);
});

test.describe("in a wide window", () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test("Below a path Swagger UI asks the service, and a television and frames show the night", async ({
    page,
    below,
  }) => {
    test.slow();
    const hall = await new Hall(below).openPublic(4);
    await page.goto(`${below}/docs`);
    await expect(page).toHaveURL(`${below}/docs/`);
    const operation = page.locator("#operations-Scoring-countHand");
    await page.locator(".opblock-tag[data-tag=Scoring]").click();
    await operation.locator(".opblock-summary-control").click();
    await operation.getByRole("button", { name: "Execute" }).click();
    await expect(operation.locator(".live-responses-table .response-col_status").last()).toHaveText(/^200/);
    await expect(operation.locator(".request-url")).toContainText(`${below}/api/v1/score/hand`);
    await expect(page.locator(".info .description")).toContainText(`games=${below}/api/v1/games`);
    const { servers } = await (await page.request.get(`${below}/openapi.json`)).json();
    expect(servers).toMatchObject([{ url: below }]);

    await page.goto(`${below}/tv#token=${hall.token}`);
    await expect(page.locator(".tv-address")).toHaveText(below.replace("http://", ""));
    await hall.draw();
    await page.goto(`${below}/embed/night/${hall.id}`);
    await expect(page.locator("main")).toContainText("Ann Archer");
    await page.goto(`${below}/docs/`);
    await page.locator(".brand").click();
    await expect(page).toHaveURL(`${below}/`);
    await page.getByRole("link", { name: "Coordinator" }).click();
    await page.getByRole("link", { name: "For developers: the API" }).click();
    await expect(page).toHaveURL(`${below}/docs/`);
  });
});

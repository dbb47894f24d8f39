import { Hall, expect, test } from "../../support/night/hall.js";
import { LATER, nameOf } from "../../support/browser/modules.js";
import { begin, link, pegElsewhere } from "../../support/game/scorer.js";

// The most requests of Home, and the most waves of requests until a view that was opened by its link has its files. The
// first wave are the files in index.html, the second wave the files that main.js requests.
const REQUESTS = 15;
const WAVES = 2;
const ICONS = /^\/(icon|manifest)/;
const VIEWS = [
  { path: "table", chunks: ["board", "game", "table"], shown: ".dot[data-state=live]" },
  { path: "start", chunks: ["game", "start"], shown: ".start-form" },
  { path: "count", chunks: ["game", "cards"], shown: ".suit" },
  { path: "night", chunks: ["game", "night"], shown: ".night-standings" },
];

// Records the files of the page with the wave that each is asked for in: one more than the file that asks for it.
async function recordWaves(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const waves = new Map();
  session.on("Network.requestWillBeSent", ({ request, initiator, type }) => {
    const name = nameOf(request.url);
    const isFile = ["Document", "Script", "Stylesheet"].includes(type);
    if (!isFile || ICONS.test(name) || waves.has(name)) return;
    const referrer = initiator.url ?? initiator.stack?.callFrames[0]?.url;
    waves.set(name, referrer ? waves.get(nameOf(referrer)) + 1 : 0);
  });
  return waves;
}

async function addressOf(path, base) {
  if (path !== "table") return `${base}/#/${path}`;
  const game = await begin(base);
  await pegElsewhere(game, 0, 12);
  return link(game);
}

async function open(page, address, shown) {
  const waves = await recordWaves(page);
  await page.goto(address);
  await page.locator(shown).first().waitFor({ state: "attached" });
  return waves;
}

test("The first view takes few requests, and its board a few more @landing", async ({ page }) => {
  // The requests of the worker do not belong to the view.
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error("forbidden"));
  });
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  // The page asks for the rules with a name when it has all that comes after the first paint.
  const last = page.waitForResponse("**/api/v1/rules");
  await page.goto("/");
  await expect(page.locator(".board-frame svg")).toBeVisible();
  await last;
  const isLast = (path) => LATER.includes(nameOf(`http://page${path}`));
  const files = asked.filter((path) => !path.startsWith("/api/") && !isLast(path));
  const painted = await page.evaluate(() => {
    const [{ startTime }] = performance.getEntriesByName("first-contentful-paint");
    return performance.getEntriesByType("resource").filter((entry) => entry.startTime < startTime).length;
  });
  console.log(`The first view takes ${files.length} requests, ${painted + 1} of them before its first paint.`);
  expect(files.length, files.join(", ")).toBeLessThanOrEqual(REQUESTS);
  const names = files.map((path) => nameOf(`http://page${path}`));
  expect(names).toEqual(expect.arrayContaining(["/", "main.js", "messages/en.js", "styles/shell.css", "board.js"]));
});

for (const { path, chunks, shown } of VIEWS) {
  test(`A link to ${path} loads its files in ${WAVES} waves`, async ({ page, ownService }) => {
    if (path === "night") await new Hall(ownService.url).openPublic(4);
    const waves = await open(page, await addressOf(path, ownService.url), shown);
    const scripts = ["main", ...chunks].map((name) => `${name}.js`);
    expect([...waves.keys()]).toEqual(expect.arrayContaining(["/", "styles/shell.css", ...scripts]));
    expect([...waves].filter(([, wave]) => !(wave <= WAVES))).toEqual([]);
    expect(waves.get("main.js")).toBe(1);
  });
}

test("A link that watches a table loads its files in as many waves", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  const waves = await open(page, `${baseURL}/#/table?id=${game.id}`, ".dot[data-state=live]");
  expect(Math.max(...waves.values()), JSON.stringify([...waves])).toBe(WAVES);
});

test("A script that is not asked for with the one that imports it is found a wave later", async ({ page, baseURL }) => {
  await page.route("**/main.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll("./board.js", "./table.js") });
  });
  const waves = await open(page, await addressOf("table", baseURL), ".dot[data-state=live]");
  expect([...waves].filter(([, wave]) => wave > WAVES)).toEqual([["board.js", WAVES + 1]]);
});

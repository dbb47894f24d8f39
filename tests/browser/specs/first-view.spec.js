import { readFileSync } from "node:fs";
import { Hall, expect, test } from "../hall.js";
import { begin, link, pegElsewhere } from "../scorer.js";

const WEB = new URL("../../../web/", import.meta.url);
// At most so many requests before the first view is painted, and so many waves of them until a view that was opened by its
// link has its files: those that index.html names, and those that main.js asks for when it runs.
const REQUESTS = 15;
const WAVES = 2;
const ICONS = /^\/(icon|manifest)/;
const IMPORTS = /^(?:im|ex)port (?:[^;]*? from )?"(\.[^"]+)"/gm;
const PRELOADED = "link[rel=modulepreload]";
const VIEWS = [
  { path: "table", module: "/game/scorer.js", shown: ".state[data-tone=live]" },
  { path: "start", module: "/game/start.js", shown: "main form" },
  { path: "count", module: "/scoring/count.js", shown: ".suit" },
  { path: "night", module: "/night/night.js", shown: ".night-standings" },
];

// The paths of a module and of all that it imports before it runs.
function closure(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  const text = readFileSync(new URL(`.${path}`, WEB), "utf8");
  for (const [, name] of text.matchAll(IMPORTS)) closure(new URL(name, `http://page${path}`).pathname, found);
  return found;
}

// The differences of a list of modules from those that are needed.
function differences(listed, needed) {
  return [
    ...[...needed].filter((path) => !listed.includes(path)).map((path) => `${path} is missing`),
    ...listed.filter((path) => !needed.has(path)).map((path) => `${path} is not needed`),
    ...listed.filter((path, at) => listed.indexOf(path) !== at).map((path) => `${path} is listed twice`),
  ];
}

// Records the files of the page with the wave that each is asked for in: one more than the file that asks for it.
async function recordWaves(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const waves = new Map();
  session.on("Network.requestWillBeSent", ({ request, initiator, type }) => {
    const { pathname } = new URL(request.url);
    const isFile = ["Document", "Script", "Stylesheet"].includes(type);
    if (!isFile || ICONS.test(pathname) || waves.has(pathname)) return;
    const referrer = initiator.url ?? initiator.stack?.callFrames[0]?.url;
    // The browser does not name the script that added a preload; it is main.js.
    const wave = referrer && (waves.get(new URL(referrer).pathname) ?? waves.get("/main.js"));
    waves.set(pathname, referrer ? wave + 1 : 0);
  });
  return waves;
}

// The files that are asked for before the first view is painted: what the first frame does not wait for comes after it.
async function filesOfFirstPaint(page) {
  return page.evaluate(async () => {
    const painted = await new Promise((resolve) =>
      new PerformanceObserver((entries, observer) => {
        const [first] = entries.getEntriesByName("first-contentful-paint");
        if (!first) return;
        observer.disconnect();
        resolve(first.startTime);
      }).observe({ type: "paint", buffered: true }),
    );
    const files = performance.getEntriesByType("resource").filter(({ startTime }) => startTime < painted);
    return ["/", ...files.map(({ name }) => new URL(name).pathname)];
  });
}

// What follows the first paint is not the table's.
function isOfTable(file) {
  return closure("/game/scorer.js").has(file) || closure("/main.js").has(file) || !file.endsWith(".js");
}

async function addressOf(path, base) {
  if (path !== "table") return `${base}/#/${path}`;
  const game = await begin(base);
  await pegElsewhere(game, 0, 12);
  return link(game);
}

test("The first view is painted after few requests", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator(".entries")).toBeVisible();
  const files = (await filesOfFirstPaint(page)).filter((path) => !ICONS.test(path));
  console.log(`The first view is painted after ${files.length} requests.`);
  expect(files.length, files.join(", ")).toBeLessThanOrEqual(REQUESTS);
  expect(files).toEqual(expect.arrayContaining(["/main.js", "/messages/en.js"]));
});

test("The page preloads exactly what main.js imports", async () => {
  const html = readFileSync(new URL("index.html", WEB), "utf8");
  const listed = [...html.matchAll(/(?:modulepreload" href|module" src)="([^"]+)"/g)].map(([, path]) => path);
  expect(differences(listed, closure("/main.js"))).toEqual([]);
  expect(differences(listed.slice(1), closure("/main.js"))).toEqual([`${listed[0]} is missing`]);
  expect(differences(["/no.js", ...listed, listed[0]], closure("/main.js"))).toEqual([
    "/no.js is not needed",
    `${listed[0]} is listed twice`,
  ]);
});

for (const { path, module, shown } of VIEWS) {
  test(`A link to ${path} loads its files in ${WAVES} waves`, async ({ page, baseURL }) => {
    if (path === "night") await new Hall(baseURL).open(4);
    const waves = await recordWaves(page);
    await page.goto(await addressOf(path, baseURL));
    await page.locator(shown).first().waitFor({ state: "attached" });
    const needed = new Set([...closure("/main.js"), ...closure(module)]);
    const listed = await page
      .locator(PRELOADED)
      .evaluateAll((links) => links.map((node) => new URL(node.href).pathname));
    expect(differences([...listed, "/main.js"], needed)).toEqual([]);
    const own = [...waves].filter(([file]) => needed.has(file) || file.endsWith(".css") || file.includes("/messages/"));
    expect(own.length).toBeGreaterThan(needed.size);
    expect(own.filter(([, wave]) => wave > WAVES)).toEqual([]);
  });
}

test("A link that watches a table loads its files in as many waves", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  const waves = await recordWaves(page);
  await page.goto(`${baseURL}/#/table?id=${game.id}`);
  await page.locator(".state[data-tone=live]").waitFor();
  const own = [...waves].filter(([file]) => isOfTable(file));
  expect(Math.max(...own.map(([, wave]) => wave)), JSON.stringify(own)).toBe(WAVES);
});

test("A module that is not preloaded is found a wave later", async ({ page, baseURL }) => {
  const left = "/lib/journal.js";
  await page.route("**/main.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(`"${left}",`, "") });
  });
  const waves = await recordWaves(page);
  await page.goto(await addressOf("table", baseURL));
  await page.locator(".state[data-tone=live]").waitFor();
  const late = [...waves].filter(([file, wave]) => isOfTable(file) && wave > WAVES);
  expect(late.map(([file]) => file)).toEqual([left]);
});

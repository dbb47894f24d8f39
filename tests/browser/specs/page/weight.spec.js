import ts from "typescript";
import { LATER, WEB, nameOf } from "../../support/browser/modules.js";
import { begin, link } from "../../support/game/scorer.js";
import { digits } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";

// The most bytes over the wire, with headers, to open Home and a table, of the engine, and of the other files for counting.
const HOME_AND_TABLE = 100_000;
const ENGINE = 110_000;
const COUNT = 40_000;
const CHUNKS = ["main", "board", "game", "table", "start", "rules", "cards", "night", "night-me", "league", "club"];

// Weighs the files that the service sends to a page, without the answers of the HTTP interface.
async function weigh(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const [names, weights] = [new Map(), new Map()];
  session.on("Network.requestWillBeSent", ({ requestId, request }) => names.set(requestId, nameOf(request.url)));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId) ?? "";
    if (!name.startsWith("/api/")) weights.set(requestId, encodedDataLength);
  });
  return {
    files: () => [...weights.keys()].map((id) => names.get(id)),
    total: (isCounted) =>
      [...weights].filter(([id]) => isCounted(names.get(id))).reduce((sum, [, weight]) => sum + weight, 0),
  };
}

test("Home and a table weigh less than 100 kB over the wire, counting 40 kB more and the engine 110 kB @landing", async ({
  page,
  baseURL,
}) => {
  // The browser already has the files that the worker would request.
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error("forbidden"));
  });
  const game = await begin(baseURL);
  const weight = await weigh(page);
  await page.goto("/");
  await expect(page.locator(".board-frame svg")).toBeVisible();
  await page.evaluate(async () => void (await (await fetch("/sw.js")).text()));
  await page.goto(link(game));
  await page.locator(".dot[data-state=live]").waitFor();
  // The browser reports a file a moment after the page has it.
  const needed = ["/", "/sw.js", "main.js", "table.js", "styles/table.css", ...LATER];
  await expect.poll(weight.files).toEqual(expect.arrayContaining(needed));
  const isEngine = (name) => name === "engine.wasm";
  const light = weight.total((name) => !LATER.includes(name));
  const counting = weight.total((name) => LATER.includes(name) && !isEngine(name));
  const [engine, files] = [weight.total(isEngine), weight.files()];
  const twice = files.filter((name, at) => files.indexOf(name) !== at);
  expect(twice.filter((name) => !name.startsWith("/"))).toEqual([]);
  console.log(
    `Home and a table weigh ${light} bytes in ${files.length} files, counting ${counting}, the engine ${engine}.`,
  );
  for (const [weight, most] of [
    [light, HOME_AND_TABLE],
    [counting, COUNT],
    [engine, ENGINE],
  ]) {
    expect(weight).toBeGreaterThan(0);
    expect(weight).toBeLessThan(most);
  }
});

// The names that a source exports.
function exportsOf(source) {
  const file = ts.createSourceFile("x.ts", source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
  const isType = (statement) => ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement);
  const isExported = (statement) =>
    !isType(statement) && statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const named = file.statements
    .filter(isExported)
    .flatMap((statement) => statement.declarationList?.declarations ?? [statement])
    .map(({ name }) => name.text);
  return [...named, ...(file.statements.some(ts.isExportAssignment) ? ["default"] : [])].sort();
}

test("The scripts that are sent export what their sources do", async ({ page }) => {
  await page.goto("/");
  const sent = await page.evaluate(async (chunks) => {
    const { src } = document.querySelector("script[type=module]");
    const loaded = await Promise.all(chunks.map((name) => import(new URL(`${name}.js`, src))));
    return loaded.flatMap((chunk) => Object.entries(chunk).map(([name, all]) => [name, Object.keys(all).sort()]));
  }, CHUNKS);
  const sources = WEB.scripts().map((path) => [`$${path.slice(1, -3).replaceAll(/[/-]/g, "_")}`, path]);
  const paths = new Map(sources);
  expect(sent.length).toBeGreaterThan(50);
  expect(new Set(sent.map(([name]) => name)).size).toBe(sent.length);
  for (const [name, all] of sent) expect(all, name).toEqual(exportsOf(WEB.read(paths.get(name))));
});

test("The messages that are sent are those of the sources", async ({ page }) => {
  await page.goto("/");
  const paths = WEB.scripts().filter((path) => path.includes("/messages/"));
  const sent = await page.evaluate(async (paths) => {
    const { src } = document.querySelector("script[type=module]");
    return Promise.all(paths.map(async (path) => (await import(new URL(`.${path}`, src))).default));
  }, paths);
  expect(paths.length).toBeGreaterThan(10);
  for (const [at, path] of paths.entries()) {
    const { default: own } = await import(`data:text/javascript,${encodeURIComponent(WEB.read(path))}`);
    expect(sent[at], path).toEqual(own);
  }
});

test("Scripts and style sheets are sent without comments", async ({ page, baseURL }) => {
  const asked = new Set(["/sw.js"]);
  page.on("response", (response) => asked.add(new URL(response.url()).pathname));
  const last = page.waitForResponse("**/api/v1/rules");
  await page.goto("/#/coordinator");
  await expect(page.locator("#password")).toBeVisible();
  await last;
  const files = [...asked].filter((path) => /\.(js|css)$/.test(path));
  expect(files.length).toBeGreaterThan(10);
  const print = (text, removeComments) =>
    ts
      .createPrinter({ removeComments })
      .printFile(ts.createSourceFile("x.js", text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS));
  expect(print("/** One. */ const a = 1;", true)).not.toBe(print("/** One. */ const a = 1;", false));
  for (const path of files) {
    const text = await (await page.request.get(`${baseURL}${path}`)).text();
    if (path.endsWith(".css")) expect(text, path).not.toContain("/*");
    else expect(print(text, true), path).toBe(print(text, false));
    expect(text, path).not.toContain("sourceMappingURL");
  }
});

test("Nothing is asked of anybody else @landing", async ({ page, baseURL }) => {
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).origin));
  const last = page.waitForResponse("**/api/v1/rules");
  await page.goto("/#/count?cards=8S,7H,7D,AC");
  await expect(digits(page)).toHaveText("8");
  await last;
  expect([...new Set(asked)]).toEqual([baseURL]);
});

import { begin, link, pegElsewhere } from "../scorer.js";
import { expect, test } from "../test.js";

const ICON = "/icon.svg";

for (const view of ["first view", "table in play"]) {
  test(`The whole page weighs less than 100 kB over the wire, opened at the ${view}`, async ({ page, baseURL }) => {
    const game = await begin(baseURL);
    for (const points of [12, 16, 24, 8]) await pegElsewhere(game, 0, points);
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    const sizes = new Map();
    const asked = new Set();
    session.on("Network.requestWillBeSent", ({ request }) => asked.add(new URL(request.url).pathname));
    const count = ({ requestId, encodedDataLength }) =>
      sizes.set(requestId, (sizes.get(requestId) ?? 0) + encodedDataLength);
    // A stream never ends, so its pieces are weighed as they come.
    session.on("Network.dataReceived", count);
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
      sizes.set(requestId, encodedDataLength),
    );
    await page.goto(view === "first view" ? "/" : link(game));
    await page.locator(view === "first view" ? ".entries" : ".state[data-tone=live]").waitFor();
    await expect.poll(() => page.evaluate(() => caches.keys().then((keys) => keys.length))).toBe(1);
    // A browser without a window shows no icon, and does not ask for it by itself.
    if (!asked.has(ICON)) {
      await session.send("Network.setBypassServiceWorker", { bypass: true });
      const before = sizes.size;
      await page.evaluate((icon) => fetch(icon, { cache: "no-store" }).then((answer) => answer.text()), ICON);
      await expect.poll(() => sizes.size).toBe(before + 1);
    }
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size);
    console.log(`Opened at the ${view}, the page weighs ${bytes} bytes over the wire, headers included.`);
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThan(100_000);
  });
}

test("Nothing is asked of anybody else", async ({ page, baseURL }) => {
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).origin));
  await page.goto("/#/count?cards=8S,7H,7D,AC", { waitUntil: "networkidle" });
  expect([...new Set(asked)]).toEqual([baseURL]);
});

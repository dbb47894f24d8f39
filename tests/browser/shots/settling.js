import { setTimeout as wait } from "node:timers/promises";

// Milliseconds without a change after which a page is at rest, between two looks, and after which it never will be.
const REST = 150;
const LOOK = 30;
const LONG = 20_000;

/** Watches what a page asks the service for. @param {import("@playwright/test").Page} page @returns {Set<object>} the requests that have no answer yet */
export function watched(page) {
  const open = new Set();
  const closed = (request) => open.delete(request);
  page.on("request", (request) => open.add(request));
  page.on("requestfinished", closed);
  page.on("requestfailed", closed);
  // A live stream never finishes.
  page.on("response", (response) => {
    if (response.headers()["content-type"]?.startsWith("text/event-stream")) closed(response.request());
  });
  return open;
}

/** Waits until nothing is asked for, and nothing changes in the page. @param {import("@playwright/test").Page} page @param {Set<object>} requests from {@link watched} */
export async function settled(page, requests) {
  const late = Date.now() + LONG;
  let html = "";
  let since = Date.now();
  while (Date.now() - since < REST) {
    await wait(LOOK);
    const seen = await page.evaluate(() => document.documentElement.outerHTML);
    if (requests.size > 0 || seen !== html) since = Date.now();
    html = seen;
    if (Date.now() > late) throw new Error(`${page.url()} does not come to rest`);
  }
  await page.evaluate(async () => void (await document.fonts.ready));
}

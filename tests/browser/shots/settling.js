import { setTimeout as wait } from "node:timers/promises";

// Milliseconds: the time without a change that makes a page at rest, the time between two looks, and the longest wait.
const REST = 400;
const LOOK = 40;
const LONG = 60_000;

/** Watches the requests of a page to the service. @param {import("@playwright/test").Page} page @returns {Set<object>} the requests that have no answer yet */
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

/** The page as it is now. @param {import("@playwright/test").Page} page @returns {Promise<{html: string, empty: boolean}>} */
function look(page) {
  return page.evaluate(() => {
    const words = document.querySelector("main")?.innerText.trim() ?? "";
    const empty = !words || /^(Fetching…|Un instant…)$/m.test(words);
    return { html: document.documentElement.outerHTML, empty };
  });
}

/** Waits until nothing is asked for, and nothing changes in the page. @param {import("@playwright/test").Page} page @param {Set<object>} requests from {@link watched} @returns {Promise<string>} the page's HTML */
export async function settled(page, requests) {
  const late = Date.now() + LONG;
  let html = "";
  let since = Date.now();
  while (Date.now() - since < REST) {
    await wait(LOOK);
    const seen = await look(page);
    if (requests.size > 0 || seen.empty || seen.html !== html) since = Date.now();
    html = seen.html;
    if (Date.now() > late) throw new Error(`${page.url()} does not come to rest`);
  }
  await page.evaluate(async () => void (await document.fonts.ready));
  return html;
}

/** True if the page is still the same. @param {import("@playwright/test").Page} page @param {string} html from {@link settled} @returns {Promise<boolean>} */
export async function isSame(page, html) {
  return (await look(page)).html === html;
}

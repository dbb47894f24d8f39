import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Proxy } from "../browser/proxy.js";
import { closePages, expect, test as base } from "../browser/test.js";

export { expect };

const PAGE = new URL("../../data/0.1.0/page.json.gz", import.meta.url);

/** The editions of the page: what the front answers, and what the service does. */
export const [FIRST, NEWEST] = ["0.1.0", "newest"];

/** Stands before a service and answers the page of 0.1.0 in its stead, until the service is upgraded. */
export class Front extends Proxy {
  #page = JSON.parse(gunzipSync(readFileSync(PAGE)));

  /** Leaves the page, too, to the service from now on. */
  upgrade() {
    this.#page = {};
  }

  serve(asked, answer) {
    const file = this.#page[this.pathOf(asked)];
    if (file && asked.method === "GET") respond(asked, answer, file);
    else this.pass(asked, answer, { headers: mark(NEWEST) });
  }
}

// A browser tells it to the page, also of files that a worker keeps.
function mark(edition) {
  return { "server-timing": `edition;desc="${edition}"` };
}

function respond({ headers: asked }, answer, { headers, text, base64 }) {
  const told = { ...headers, ...mark(FIRST) };
  if (asked["if-none-match"] === headers.etag) answer.writeHead(304, told).end();
  else answer.writeHead(200, told).end(text ?? Buffer.from(base64, "base64"));
}

/** The editions that a page's files are of, each once. @param {import("@playwright/test").Page} page @returns {Promise<string[]>} */
export async function editions(page) {
  return page.evaluate(() => {
    const files = ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type));
    const own = files.filter(({ initiatorType }) => initiatorType !== "fetch");
    return [...new Set(own.map(({ serverTiming: [timing] }) => timing?.description))];
  });
}

/** Waits until the page's worker keeps the whole of an edition. @param {import("@playwright/test").Page} page @param {string} edition */
export async function keepsWhole(page, edition) {
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const whole = await Promise.all(names.map((name) => caches.match("/", { cacheName: name })));
      return whole.map((response) => response?.headers.get("server-timing"));
    });
  await expect.poll(kept, { timeout: 40_000 }).toContain(mark(edition)["server-timing"]);
  // It answers with it only when it is active.
  const isActive = () =>
    page.evaluate(async () => {
      const { active, installing, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {};
      return active?.state === "activated" && !installing && !waiting;
    });
  await expect.poll(isActive).toBe(true);
}

/** Tests with a service of their own that is behind the page of 0.1.0. */
export const test = base.extend({
  front: async ({ browser, ownService }, use) => {
    const front = new Front(ownService.url);
    await front.start();
    await use(front);
    await closePages(browser);
    await front.close();
  },
});

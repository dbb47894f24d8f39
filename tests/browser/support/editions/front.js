import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Proxy } from "../browser/proxy.js";
import { closePages, expect, test as base } from "../browser/test.js";

export { expect };

/** The editions that are recorded. */
export const EDITIONS = ["0.1.0", "0.2.0"];

/** The edition that the front answers if a test names no other, and the one of the service. */
export const [FIRST, NEWEST] = [EDITIONS[0], "newest"];

/** A proxy that answers with the page of an edition, until the service behind it is upgraded. */
export class Front extends Proxy {
  #edition;
  #page;

  /** @param {string} behind the service's address @param {string} edition a recorded one */
  constructor(behind, edition) {
    super(behind);
    const page = new URL(`../../data/${edition}/page.json.gz`, import.meta.url);
    this.#edition = edition;
    this.#page = JSON.parse(gunzipSync(readFileSync(page)));
  }

  /** Leaves the page, too, to the service from now on. */
  upgrade() {
    this.#page = {};
  }

  serve(asked, answer) {
    const file = this.#page[this.pathOf(asked)];
    if (file && asked.method === "GET")
      respond(asked, answer, { ...file, headers: { ...file.headers, ...mark(this.#edition) } });
    else this.pass(asked, answer, { headers: mark(NEWEST) });
  }
}

// A browser gives this header to the page, also for files that a worker keeps.
function mark(edition) {
  return { "server-timing": `edition;desc="${edition}"` };
}

function respond({ headers: asked }, answer, { headers, text, base64 }) {
  if (asked["if-none-match"] === headers.etag) answer.writeHead(304, headers).end();
  else answer.writeHead(200, headers).end(text ?? Buffer.from(base64, "base64"));
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
  // A worker answers with its files only when it is active.
  const isActive = () =>
    page.evaluate(async () => {
      const { active, installing, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {};
      return active?.state === "activated" && !installing && !waiting;
    });
  await expect.poll(isActive).toBe(true);
}

/** Tests with a service of their own that is behind the page of the first edition, or of another `edition`. */
export const test = base.extend({
  edition: [FIRST, { option: true }],
  front: async ({ browser, ownService, edition }, use) => {
    const front = new Front(ownService.url, edition);
    await front.start();
    await use(front);
    await closePages(browser);
    await front.close();
  },
});

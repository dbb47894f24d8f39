import { setTimeout } from "node:timers/promises";
import { test as base, expect } from "@playwright/test";
import { Service } from "./service.js";

// Milliseconds that the longest test may take.
const LONGEST = 300_000;

async function running(use, leave = async () => {}) {
  const service = new Service();
  await service.start();
  await use(service);
  await leave();
  await service.close();
}

/** Closes all pages: a service that ended under an open one would be complained of, as its live line breaks. @param {import("@playwright/test").Browser} browser */
export async function closePages(browser) {
  const pages = browser.contexts().flatMap((context) => context.pages());
  await Promise.all(pages.map((page) => page.close()));
}

// Offers the modules of the page, as they run in it, by the paths of their sources: `await window.moduleOf("/lib/format.ts")`.
function offerModules() {
  const chunks = ["main", "board", "game"];
  window.moduleOf = async (path) => {
    const name = `$${path.slice(1, -".js".length).replaceAll(/[/-]/g, "_")}`;
    const { src } = document.querySelector("script[type=module]");
    const loaded = await Promise.all(chunks.map((chunk) => import(new URL(`${chunk}.js`, src))));
    const exported = loaded.find((chunk) => name in chunk);
    if (!exported) throw new Error(`No chunk exports ${path}.`);
    return exported[name];
  };
}

// Notes the complaints of this browser.
async function heed(context, complaints, tolerated) {
  const complain = (words) => tolerated.test(words) || complaints.push(words);
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complain(message.text());
  });
  context.on("weberror", (error) => complain(error.error().message));
  await context.addInitScript(offerModules);
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      console.error(`Content-Security-Policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
}

/**
 * A test against the real binary: one for each worker, or `ownService`, which the test may kill.
 * Every complaint of the browser fails the test, unless `tolerated` matches it.
 */
export const test = base.extend({
  shared: [async ({}, use) => running(use), { scope: "worker" }],
  ownService: async ({ browser }, use) => running(use, () => closePages(browser)),
  baseURL: async ({ shared }, use) => use(shared.url),
  // False for a browser that does not run the engine. A test with "@service" in its title is about the service's answers.
  engine: [true, { option: true }],
  withoutEngine: [
    async ({ context, engine }, use, { tags }) => {
      if (!engine || tags.includes("@service")) await context.addInitScript(() => delete globalThis.WebAssembly);
      await use();
    },
    { auto: true },
  ],
  tolerated: [/the server responded with a status of 422/, { option: true }],
  // No test begins on one day of this machine's and ends on the next.
  oneDay: [
    async ({}, use) => {
      const left = new Date().setHours(24, 0, 0, 0) - Date.now();
      if (left < LONGEST) await setTimeout(left + 1000);
      await use();
    },
    { auto: true, timeout: 2 * LONGEST },
  ],
  complaints: [
    async ({ context, tolerated }, use) => {
      const complaints = [];
      await heed(context, complaints, tolerated);
      await use(complaints);
      expect(complaints, "what the browser complained of").toEqual([]);
    },
    { auto: true },
  ],
  // Opens a page in a browser of somebody else, whose complaints count too.
  elsewhere: async ({ browser, complaints, tolerated }, use) => {
    const contexts = [];
    await use(async (options = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      await heed(context, complaints, tolerated);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export { expect };

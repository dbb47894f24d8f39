import { existsSync } from "node:fs";
import { test as base, expect } from "@playwright/test";
import { launch } from "puppeteer-core";
import { Service } from "./service.js";

const FIREFOX = process.env.PEGOUT_FIREFOX ?? "/usr/bin/firefox-esr";
const PHONE = { width: 390, height: 664 };

/** The reason to skip the tests in Firefox; empty if Firefox is installed. */
export const MISSING = existsSync(FIREFOX) ? "" : "There is no Firefox here: Debian’s package is firefox-esr.";

/**
 * A test in Firefox against the real binary, by WebDriver BiDi. `phone` opens a page in a browser profile of its own;
 * every complaint of Firefox fails the test, unless `tolerated` matches it.
 */
export const test = base.extend({
  firefox: [
    async ({}, use) => {
      const firefox = await launch({ browser: "firefox", executablePath: FIREFOX, headless: true });
      await use(firefox);
      await firefox.close();
    },
    { scope: "worker" },
  ],
  service: async ({}, use) => {
    const service = new Service();
    await service.start();
    await use(service);
    await service.close();
  },
  tolerated: [/^$/, { option: true }],
  phone: async ({ firefox, service, tolerated }, use) => {
    const complaints = [];
    const contexts = [];
    await use(async (path = "/") => {
      const context = await firefox.createBrowserContext();
      contexts.push(context);
      const page = await context.newPage();
      const complain = (words) => tolerated.test(words) || complaints.push(words);
      page.on("console", (message) => ["error", "warn"].includes(message.type()) && complain(message.text()));
      page.on("pageerror", (error) => complain(String(error)));
      await page.setViewport(PHONE);
      await page.goto(service.url + path);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(complaints, "what Firefox complained of").toEqual([]);
  },
});

/** Taps the element of a selector, as soon as it is there. @param {import("puppeteer-core").Page} page @param {string} selector as puppeteer has them */
export async function tap(page, selector) {
  await page.locator(selector).click();
}

/** The texts of the elements of a selector. @param {import("puppeteer-core").Page} page @param {string} selector */
export function text(page, selector) {
  return page.$$eval(selector, (nodes) => nodes.map((node) => node.textContent.replace(/\s+/g, " ").trim()));
}

/** Expects that the elements of a selector have these texts, soon. @param {import("puppeteer-core").Page} page @param {string} selector @param {string[]} texts */
export async function expectText(page, selector, texts) {
  await expect.poll(() => text(page, selector), { timeout: 15_000 }).toEqual(texts);
}

export { expect };

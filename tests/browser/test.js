import { test as base, expect } from "@playwright/test";
import { Service } from "./service.js";

async function running(use) {
  const service = new Service();
  await service.start();
  await use(service);
  await service.close();
}

/**
 * A test against the real binary: one for each worker, or `ownService`, which the test may kill.
 * Whatever the browser complains of fails the test, but for what `tolerated` matches.
 */
export const test = base.extend({
  shared: [async ({}, use) => running(use), { scope: "worker" }],
  ownService: async ({}, use) => running(use),
  baseURL: async ({ shared }, use) => use(shared.url),
  tolerated: [/the server responded with a status of 422/, { option: true }],
  complaints: [
    async ({ context, tolerated }, use) => {
      const complaints = [];
      const complain = (words) => tolerated.test(words) || complaints.push(words);
      context.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complain(message.text());
      });
      context.on("weberror", (error) => complain(error.error().message));
      await context.addInitScript(() => {
        addEventListener("securitypolicyviolation", (event) => {
          console.error(`Content-Security-Policy: ${event.violatedDirective} ${event.blockedURI}`);
        });
      });
      await use(complaints);
      expect(complaints, "what the browser complained of").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

import { defineConfig } from "@playwright/test";
import { launchOptions } from "./chromium.js";

export default defineConfig({
  testDir: "specs",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Patient, not lenient: two cores may be busy with more than the browser.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: { browserName: "chromium", launchOptions, viewport: { width: 390, height: 844 }, locale: "en-CA" },
});

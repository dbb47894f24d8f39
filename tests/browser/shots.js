import { chromium } from "@playwright/test";
import { launchOptions } from "./chromium.js";
import { Service } from "./service.js";
import { open, SCENES } from "./table.js";

const FOLDER = new URL("shots/", import.meta.url).pathname;
const service = new Service();
await service.start();
const browser = await chromium.launch(launchOptions);
for (const [width, height] of [
  [320, 568],
  [390, 844],
]) {
  for (const colorScheme of ["light", "dark"]) {
    for (const language of ["en", "fr"]) {
      const context = await browser.newContext({
        viewport: { width, height },
        deviceScaleFactor: 2,
        colorScheme,
        locale: `${language}-CA`,
      });
      for (const scene of Object.keys(SCENES)) {
        const page = await context.newPage();
        await open(page, scene, service.url);
        await page.screenshot({ path: `${FOLDER}${scene}-${width}-${colorScheme}-${language}.png` });
        await context.setOffline(false);
        await page.close();
      }
      await context.close();
    }
  }
}
await browser.close();
await service.close();

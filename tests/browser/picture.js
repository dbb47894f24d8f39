import { chromium } from "@playwright/test";
import { launchOptions } from "./support/browser/chromium.js";
import { Service } from "./support/browser/service.js";
import { open } from "./support/game/table.js";

const GAP = 24;
// The phones of the picture.
const LOOKS = [
  { width: 390, height: 664, colorScheme: "light", scene: "table-playing" },
  { width: 390, height: 664, colorScheme: "dark", scene: "table-playing" },
  { width: 667, height: 375, colorScheme: "light", scene: "table-three" },
];

async function look(browser, service, { width, height, colorScheme, scene }) {
  const options = { viewport: { width, height }, deviceScaleFactor: 1.5, colorScheme, locale: "en-CA" };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await open(page, scene, service.url);
  const picture = await page.screenshot();
  await context.close();
  return `<img src="data:image/png;base64,${picture.toString("base64")}" width="${width}" alt="">`;
}

const service = new Service();
await service.start();
const browser = await chromium.launch(launchOptions);
const images = [];
for (const one of LOOKS) images.push(await look(browser, service, one));
const width = LOOKS.reduce((sum, one) => sum + one.width, 0) + GAP * (LOOKS.length - 1);
const height = Math.max(...LOOKS.map((one) => one.height));
const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1.5 });
const style = `margin:0;display:flex;gap:${GAP}px;align-items:center;background:transparent`;
await page.setContent(`<body style="${style}">${images.join("")}`);
await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
await page.screenshot({ path: new URL("picture.png", import.meta.url).pathname, omitBackground: true });
await browser.close();
await service.close();

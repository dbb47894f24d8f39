import { chromium } from "@playwright/test";
import { launchOptions } from "./chromium.js";
import { Service } from "./service.js";
import { open } from "./table.js";

const GAP = 32;
const SIZE = { width: 390, height: 844 };

async function look(browser, service, colorScheme) {
  const context = await browser.newContext({ viewport: SIZE, deviceScaleFactor: 2, colorScheme, locale: "en-CA" });
  const page = await context.newPage();
  await open(page, "table-playing", service.url);
  const picture = await page.screenshot();
  await context.close();
  return `data:image/png;base64,${picture.toString("base64")}`;
}

const service = new Service();
await service.start();
const browser = await chromium.launch(launchOptions);
const sources = [await look(browser, service, "light"), await look(browser, service, "dark")];
const width = SIZE.width * 2 + GAP;
const page = await browser.newPage({ viewport: { width, height: SIZE.height }, deviceScaleFactor: 2 });
const images = sources.map((source) => `<img src="${source}" width="${SIZE.width}" alt="">`).join("");
await page.setContent(`<body style="margin:0;display:flex;gap:${GAP}px;background:transparent">${images}`);
await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
await page.screenshot({ path: new URL("picture.png", import.meta.url).pathname, omitBackground: true });
await browser.close();
await service.close();

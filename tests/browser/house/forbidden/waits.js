await page.waitForTimeout(1000);
await page.goto("/", { waitUntil: "networkidle" });
if (await key.isVisible()) await key.click();
expect(await keys.count()).toBe(2);
await new Promise((resolve) => setTimeout(resolve, 100));
import { setTimeout } from "node:timers/promises";

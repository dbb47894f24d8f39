import { launchOptions } from "./chromium.js";

/** The fonts of the tests, a wide font and a narrower and taller font, and the Debian packages with them. */
export const FONTS = {
  dejavu: { family: "DejaVu Sans", debian: "fonts-dejavu-core" },
  noto: { family: "Noto Sans", debian: "fonts-noto-core" },
};

/** The browser's start with this family for the letters of the system. @param {keyof typeof FONTS} font */
export function launchedWith(font) {
  const file = new URL(`../../fonts/${font}.conf`, import.meta.url).pathname;
  return { ...launchOptions, env: { ...process.env, FONTCONFIG_FILE: file } };
}

/** The families that the letters of a node are drawn with. @param {import("@playwright/test").Page} page @param {string} selector @returns {Promise<string[]>} */
export async function familiesOf(page, selector) {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  return [...new Set(fonts.map(({ familyName }) => familyName))];
}

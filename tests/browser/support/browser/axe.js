import AxeBuilder from "@axe-core/playwright";
import { expect } from "@playwright/test";

// Not among the usual rules. Users of voice control say the visible words of a key.
const SAID = { "label-content-name-mismatch": { enabled: true } };

/** The faults that axe finds on a page. @param {import("@playwright/test").Page} page @param {string[]} [rules] only these @returns {Promise<string[][]>} each rule's name and the nodes that break it */
export async function violations(page, rules) {
  // Without the page that axe opens for frames of other origins: there are none.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations", "incomplete"], rules: SAID });
  const found = await (rules ? axe.withRules(rules) : axe).analyze();
  // axe is not sure of text that has the colour of its background.
  const invisible = found.incomplete
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ any }) => any.some(isInvisible)) }))
    .filter(({ nodes }) => nodes.length > 0);
  return [...found.violations, ...invisible].map(({ id, nodes }) => [
    id,
    ...nodes.map((node) => node.target.join(" ")),
  ]);
}

/** @param {{data: any}} check */
function isInvisible({ data }) {
  return data?.messageKey === "equalRatio";
}

/**
 * Asks axe about a page in windows of these sizes, in the first one also with dark colours, and measures its width there.
 * The page gets its own size back.
 * @param {import("@playwright/test").Page} page @param {{width: number, height: number}[]} sizes @returns {Promise<object>} by width; only widths with a fault have an entry
 */
export async function faults(page, sizes) {
  const own = page.viewportSize();
  const found = {};
  for (const [at, size] of sizes.entries()) {
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const light = await violations(page);
    const dark = at === 0 ? await darkFaults(page) : [];
    const wider = Math.max(0, await overflow(page));
    if (light.length + dark.length + wider > 0) found[size.width] = { light, dark, wider };
  }
  await page.setViewportSize(own);
  return found;
}

// The dark changes nothing but colours.
async function darkFaults(page) {
  await page.emulateMedia({ colorScheme: "dark" });
  const found = await violations(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

/** By how much a page is wider than its window. @param {import("@playwright/test").Page} page @returns {Promise<number>} pixels, at most 0 if nothing scrolls sideways */
export function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/**
 * The targets that are too small for a thumb, under 48 pixels. Each target is measured twice: with its own words, and with
 * one narrow letter instead. The style must give the least size in any language and with any letters.
 * @param {import("@playwright/test").Page} page @param {string} [targets] which are looked at @param {string} [large] which of them shall be 56 high
 * @returns {Promise<{name: string, words: string, width: number, height: number}[]>}
 */
export async function smallTargets(page, targets = "a, button, input, select, summary", large = ":not(*)") {
  // Find and measure in one step: an element that the page redraws in between has no size.
  const seen = await page.evaluate(
    ([targets, large]) => {
      const nodes = [...document.querySelectorAll(targets)].filter((node) =>
        node.checkVisibility({ visibilityProperty: true }),
      );
      const names = nodes.map((node) => node.ariaLabel ?? node.textContent);
      const measured = (words) =>
        nodes.map((node, at) => {
          const { width, height } = node.getBoundingClientRect();
          return { name: names[at], words, width, height, least: node.matches(large) ? 56 : 48 };
        });
      const own = measured("its own");
      const texts = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        if (walker.currentNode.parentElement.closest(targets)) texts.push(walker.currentNode);
      }
      const words = texts.map((text) => text.data);
      for (const text of texts) text.data = "i";
      const narrow = measured("one letter");
      texts.forEach((text, at) => (text.data = words[at]));
      return [...own, ...narrow];
    },
    [targets, large],
  );
  expect(seen.length, "how much can be tapped").toBeGreaterThan(0);
  return seen.filter(({ width, height, least }) => width < 47.99 || height < least - 0.01);
}

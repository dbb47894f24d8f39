import AxeBuilder from "@axe-core/playwright";
import { expect } from "@playwright/test";

/** What axe has against a page. @param {import("@playwright/test").Page} page @param {string[]} [rules] only these @returns {Promise<string[][]>} each rule's name and the nodes that break it */
export async function violations(page, rules) {
  // Without the page that axe opens for frames of other origins: there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const found = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.target.join(" "))]);
}

/** By how much a page is wider than its window. @param {import("@playwright/test").Page} page @returns {Promise<number>} pixels, not above 0 where nothing scrolls sideways */
export function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/**
 * What can be tapped and is too small for a thumb: under 48 pixels.
 * @param {import("@playwright/test").Page} page @param {string} [targets] which are looked at @param {string} [large] which of them shall be 56 high
 * @returns {Promise<{name: string, width: number, height: number}[]>}
 */
export async function smallTargets(page, targets = "a, button, input, select, summary", large = ":not(*)") {
  // All at one moment: what is drawn anew between finding and measuring has no size.
  const seen = await page.evaluate(
    ([targets, large]) =>
      [...document.querySelectorAll(targets)]
        .filter((node) => node.checkVisibility({ visibilityProperty: true }))
        .map((node) => {
          const { width, height } = node.getBoundingClientRect();
          return { name: node.ariaLabel ?? node.textContent, width, height, least: node.matches(large) ? 56 : 48 };
        }),
    [targets, large],
  );
  expect(seen.length, "how much can be tapped").toBeGreaterThan(0);
  return seen.filter(({ width, height, least }) => width < 47.99 || height < least - 0.01);
}

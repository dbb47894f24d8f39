import AxeBuilder from "@axe-core/playwright";

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

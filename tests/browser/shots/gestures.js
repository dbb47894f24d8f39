/** Unfolds everything that a summary hides. @param {import("@playwright/test").Page} page */
export async function unfold(page) {
  await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
}

/** Taps the first button of this name. @param {RegExp} name in both languages @returns {(page: import("@playwright/test").Page) => Promise<void>} */
export function tap(name) {
  return (page) => page.getByRole("button", { name }).first().click();
}

/** Taps points on the chips, and then, where one is named, a side. @param {import("@playwright/test").Page} page @param {number} points of one chip @param {string} [side] its name */
export async function gather(page, points, side) {
  await tap(new RegExp(`^(Add|Ajouter) ${points}$`))(page);
  if (!side) return;
  const keys = page.getByRole("button", { name: /^(Peg|Marquer) / });
  await keys.filter({ hasText: side }).click();
}

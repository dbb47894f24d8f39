/** Unfolds everything that a summary hides. @param {import("@playwright/test").Page} page */
export async function unfold(page) {
  await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
}

/** Taps the first button of this name. @param {RegExp} name in both languages @returns {(page: import("@playwright/test").Page) => Promise<void>} */
export function tap(name) {
  return (page) => page.getByRole("button", { name }).first().click();
}

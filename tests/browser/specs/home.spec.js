import { expect, test } from "../test.js";

test("The first view leads to all the others and to the interface", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Pegout, the cribbage scorer");
  await expect(page.getByRole("img", { name: /wooden cribbage board/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "For developers: the API" })).toHaveAttribute("href", "/docs/");
  await page.getByRole("link", { name: /Keep score/ }).click();
  await expect(page).toHaveTitle("Keep score – Pegout");
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: /Count a hand/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Count a hand");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle("Count a hand – Pegout");
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: /Check the play/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check the play");
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: /Which cards to throw/ }).click();
  await expect(page).toHaveTitle("Which cards to throw – Pegout");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pegout");
});

test("An address that is no view shows the first one", async ({ page }) => {
  await page.goto("/#/nowhere");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pegout");
});

test("The language is switched, kept over a reload, and told to the browser", async ({ page }) => {
  await page.goto("/#/count?cards=8S,7H,7D,AC");
  await page.getByRole("button", { name: "Français" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await expect(page).toHaveTitle("Compter une main – Pegout");
  await expect(page.getByRole("button", { name: "English" })).toBeFocused();
  await expect(page.getByRole("button", { pressed: true })).toHaveCount(4);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Count a hand");
});

test.describe("in a French browser", () => {
  test.use({ locale: "fr-CA" });
  test("The page speaks French by itself", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("link", { name: /Compter une main/ })).toBeVisible();
  });
});

test.describe("in a browser of another language", () => {
  test.use({ locale: "de-DE" });
  test("The page speaks English", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("link", { name: /Count a hand/ })).toBeVisible();
  });
});

test("A browser that forbids storage still switches the language", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("forbidden", "SecurityError");
      },
    });
  });
  await page.goto("/");
  await page.getByRole("button", { name: "Français" }).click();
  await expect(page.getByRole("link", { name: /Compter une main/ })).toBeVisible();
});

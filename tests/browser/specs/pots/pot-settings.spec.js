import { overflow, smallTargets, violations } from "../../support/browser/axe.js";
import { goSignedIn } from "../../support/night/club.js";
import { addPot, bringIn } from "../../support/night/pots.js";
import { expect, named, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const card = (page, name) => page.locator(".pot-card", { hasText: name });
const pots = async (club) => (await club.ask("GET", "/pots")).pots;

test("A ready-made pot is two taps, and what is in the jar is brought in @landing", async ({ page, club }) => {
  await goSignedIn(page, club.base, "coordinator");
  await page.getByRole("link", { name: "Club money" }).click();
  await page.getByRole("link", { name: "Pots" }).click();
  await named(page, "28 and 29").click();
  await named(page, "Add this pot").click();
  await expect(page.getByText("Added: 28 and 29.")).toBeVisible();
  expect(await pots(club)).toMatchObject([
    {
      name: "28 and 29",
      stake: 100,
      pays: [
        { hand: "29", percent: 100 },
        { hand: "28", percent: 50 },
      ],
      among: "share",
      everyone: true,
      balance: 0,
    },
  ]);
  await card(page, "28 and 29").locator("summary", { hasText: "jar" }).click();
  await named(page, "Bring it in").click();
  await card(page, "28 and 29").getByLabel("Amount in dollars").fill("137");
  await named(page, "Bring it in").click();
  await expect(page.getByText("$137 is brought in: 28 and 29.")).toBeVisible();
  await expect(card(page, "28 and 29").locator(".pot-head")).toContainText("$137");
  await page.getByRole("link", { name: "The box" }).click();
  await expect(page.locator(".adds-up tr", { hasText: "Pots" })).toContainText("$137");
  await expect(page.locator(".postings")).toContainText("Brought in: 28 and 29");
});

test("A pot is changed, refused with a sentence, emptied and switched off", async ({ page, club }) => {
  const pot = await addPot(club, "High hand", "high");
  await bringIn(club, pot, 500);
  await goSignedIn(page, club.base, "ledger?part=pots");
  await card(page, "High hand").locator("summary", { hasText: "Settings" }).click();
  const stake = card(page, "High hand").getByLabel("Stake in dollars");
  await stake.fill("21");
  await named(card(page, "High hand"), "Save").click();
  await expect(page.getByText("The stake is not an amount from $0.25 to $20.")).toBeVisible();
  await expect(stake).toBeFocused();
  await stake.fill("0.50");
  await named(card(page, "High hand"), "One more hand").click();
  await card(page, "High hand").getByLabel("Hand", { exact: true }).last().selectOption("29");
  await named(card(page, "High hand"), "Save").click();
  await expect(page.getByText("Saved: High hand.")).toBeVisible();
  expect(await pots(club)).toMatchObject([
    {
      stake: 50,
      pays: [
        { hand: "high", percent: 100 },
        { hand: "29", percent: 100 },
      ],
    },
  ]);
  await card(page, "High hand").locator("summary", { hasText: "Settings" }).click();
  await named(page, "Switch this pot off").click();
  await expect(page.getByText("There is money in this pot.")).toBeVisible();
  await card(page, "High hand").locator("summary", { hasText: "Take money out" }).click();
  await named(page, "Take it out").click();
  await expect(page.getByText("$5 is taken out: High hand.")).toBeVisible();
  await card(page, "High hand").locator("summary", { hasText: "Settings" }).click();
  await named(page, "Switch this pot off").click();
  await expect(page.getByText("Switched off: High hand.")).toBeVisible();
  await page.locator("summary", { hasText: "1 pot is switched off" }).click();
  await expect(card(page, "High hand")).toBeVisible();
  expect(await club.ask("GET", "/ledger")).toMatchObject({ pots: 0, activities: 500 });
});

for (const [width, height] of [
  [390, 664],
  [360, 604],
  [320, 604],
  [664, 390],
  [1280, 800],
]) {
  test(`At ${width} px the pots fit, in both languages`, async ({ page, club }) => {
    await page.setViewportSize({ width, height });
    await bringIn(club, await addPot(club, "28 and 29", "two"), 13_700);
    await addPot(club, "Four of a kind on the last night of the month", "four", { among: "cut", everyone: false });
    await goSignedIn(page, club.base, "ledger?part=pots");
    for (const language of ["en", "fr"]) {
      if (language === "fr") await page.getByRole("button", { name: "Français" }).click();
      await page.locator(".pot-new").waitFor();
      for (const summary of await page.locator("main summary").all()) await summary.click();
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        const path = test.info().outputPath(`settings-${language}-${colorScheme}.png`);
        await page.screenshot({ path, fullPage: true });
        expect([await overflow(page), await violations(page)]).toEqual([0, []]);
      }
      expect(await smallTargets(page, "main :is(a, button, input, select, summary)")).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
    }
  });
}

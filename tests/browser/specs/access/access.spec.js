import { faults, overflow, smallTargets, violations } from "../../support/browser/axe.js";
import { digits, notice, open, SCENES, textSize, ways } from "../../support/game/table.js";
import { chosenRules, newest, OFFER_REST, state } from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";
import { outlast } from "../../support/browser/waits.js";

// French has the longer words, so the narrowest screens show French.
const LOOKS = [
  { viewport: { width: 320, height: 568 }, locale: "fr-CA", also: { width: 360, height: 604 } },
  { viewport: { width: 390, height: 844 }, locale: "en-CA", also: { width: 1280, height: 720 } },
];
const LARGE = [
  "home",
  "start-partners",
  "start-pairs",
  "house-rules",
  "table-playing",
  "table-two-taps",
  "table-three",
  "table-who",
  "table-menu",
  "table-names",
  "table-kinds",
  "table-asked",
  "table-peg",
  "table-away",
  "table-refused",
  "table-over",
  "history",
  "join",
  "count-29",
  "count-jokers",
  "count-crib-of-six",
  "play-six",
  "play-over",
  "throw-own",
  "throw-their",
  "practice",
  "practice-count",
  "practice-missed",
  "practice-ways",
];
// Cards are smaller than a thumb: specs/scoring/frame.spec.js measures the pack and the slots.
const TARGETS = "a, button:not(card-grid *, card-slot *), input, select";
// Keys that are tapped without looking.
const LARGE_KEYS = ".frame-foot > *, .side-key, .answer, .kind, .who-key";

async function inspect(page) {
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page), "what is wider than the window").toBeLessThanOrEqual(0);
}

for (const { viewport, locale, also } of LOOKS) {
  test.describe(`${viewport.width} wide, ${locale}`, () => {
    test.use({ viewport, locale });
    for (const scene of Object.keys(SCENES)) {
      test(`Everybody can use ${scene}, by light and by dark, and hit every target`, async ({ page, baseURL }) => {
        await open(page, scene, baseURL);
        expect(await smallTargets(page, TARGETS, LARGE_KEYS)).toEqual([]);
        expect(await faults(page, [viewport, also])).toEqual({});
      });
    }
  });
}

for (const locale of ["fr-CA", "en-CA"]) {
  test.describe(`320 wide, ${locale}, text at 200 %`, () => {
    test.use({ viewport: { width: 320, height: 568 }, locale });
    for (const scene of LARGE) {
      test(`Everybody can use ${scene} with large text`, async ({ page, baseURL }) => {
        await textSize(page, 32);
        await open(page, scene, baseURL);
        await expect(page.locator("body")).toHaveCSS("font-size", "32px");
        await inspect(page);
        await page.emulateMedia({ colorScheme: "dark" });
        expect(await violations(page, ["color-contrast"])).toEqual([]);
      });
    }
  });
}

test.use({ tolerated: /ERR_INTERNET_DISCONNECTED|status of 4(04|09|22)/ });

test("A game is kept by keyboard alone, from the first view on @landing", async ({ page }) => {
  await page.goto("/");
  const press = async (name, role = "button") => {
    const wanted = page.getByRole(role, { name, exact: true });
    for (let at = 0; at < 40; at += 1) {
      if (await wanted.evaluate((node) => node === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await expect(wanted).toBeFocused();
    await page.keyboard.press("Enter");
  };
  await press("Keep score", "link");
  await expect(chosenRules(page)).not.toBeEmpty();
  await press("Start");
  await expect(state(page)).toHaveText("Every phone at the table sees this.");
  await press("Us: peg 4 points");
  await expect(page.locator(".score")).toHaveText(["4", "0"]);
  await press("Undo: Us +4, play");
  await expect(page.locator(".score")).toHaveText(["0", "0"]);
  await press("Us: peg 4 points");
  await page.keyboard.press("Escape");
  await outlast(page, OFFER_REST);
  await press("Show, hand: Them first");
  await press("Them: peg 8 points");
  await expect(newest(page)).toHaveText(["Them +8 hand", "tap again to add to it"]);
  await page.keyboard.press("Escape");
  await expect(newest(page)).toHaveText(["Them +8 hand", "this phone"]);
  await press("For: Hand. Choose another");
  await expect(page.getByRole("button", { name: "Hand", exact: true })).toBeFocused();
  await press("Crib");
  await page.keyboard.press("1");
  await page.keyboard.press("4");
  await expect(page.locator(".chosen-points").first()).toHaveText("+14");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".chosen-points").first()).toBeEmpty();
  await expect(newest(page).first()).toHaveText("Us +14 crib");
  await page.keyboard.press("Escape");
  await page.keyboard.press("u");
  await expect(page.locator(".score")).toHaveText(["4", "8"]);
  await expect(page.getByRole("button", { name: "0, nothing: Us" })).toBeVisible();
  await page.keyboard.press("n");
  const wait = page.getByRole("button", { name: "Count it" });
  await expect(wait).toBeVisible();
  await outlast(page, 400);
  await press("Next deal");
  await expect(newest(page)).toHaveText(["Deal 2", "Crib: Them"]);
  await press("Menu. Every phone at the table sees this.");
  await press("History", "link");
  // The history shows the first peg that was taken back only if the peg was already on its way to the service.
  await expect(page.locator(".past-peg:not(.taken)")).toHaveCount(2);
  await expect(page.locator(".past-peg.taken").first()).toContainText("+14");
});

test("The count view is worked by keyboard alone", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /Count a hand/ }).waitFor();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  const onward = [
    page.getByRole("link", { name: "The rules" }),
    page.locator("header button"),
    ...[/Keep score/, /Join tonight/, /Count a hand/].map((name) => page.getByRole("link", { name })),
  ];
  for (const next of onward) {
    await page.keyboard.press("Tab");
    await expect(next).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.locator("card-grid").waitFor();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "ace of spades", exact: true })).toBeFocused();
  for (const card of ["ace", "2", "3", "4", "5"]) {
    await expect(page.getByRole("button", { name: `${card} of spades`, exact: true })).toBeFocused();
    await page.keyboard.press(card === "2" ? "Space" : "Enter");
    await page.keyboard.press(card === "3" ? "ArrowRight" : "Tab");
  }
  await expect(digits(page)).toHaveText("12");
});

test("The play view is worked by keyboard alone", async ({ page }) => {
  await page.goto("/#/play?players=2&plays=KC,QC,5C");
  await expect(digits(page)).toHaveText("25");
  await page.getByRole("combobox", { name: "Players" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Go", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".step.go")).toHaveCount(1);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(notice(page)).toHaveText("Taken back: Go.");
  await page.getByRole("button", { name: "Rules", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Other rules" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Rules", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Card by card" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".step").last()).toBeInViewport();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "New deal" })).toBeFocused();
  await page.getByRole("combobox", { name: "Players" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".scoreboard .seat")).toHaveText(["Pone", "Player 2", "Dealer"]);
  await expect(page.getByRole("combobox", { name: "Players" })).toBeFocused();
});

test("The throw view is worked by keyboard alone", async ({ page }) => {
  await page.goto("/#/throw?cards=7C,9H,5H,5C,5D");
  await page.getByRole("combobox", { name: "Players" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("radio", { name: "My crib" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Their crib" })).toBeChecked();
  await page.getByRole("button", { name: "Clear" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("button", { name: "king of diamonds", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(ways(page)).toHaveCount(15);
  await page.getByRole("button", { name: "Take back the king of diamonds" }).focus();
  await page.keyboard.press("Space");
  await expect(ways(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Card 6: empty" })).toBeFocused();
  await page.getByRole("combobox", { name: "Players" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(ways(page)).toHaveCount(5);
  await expect(page.getByRole("combobox", { name: "Players" })).toBeFocused();
  await expect(page.getByRole("radio", { name: "Their crib" })).toBeChecked();
});

for (const width of [320, 390, 1280]) {
  test(`Up and down move by row, and no further than the pack, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/#/count");
    const place = () => page.evaluate(() => document.activeElement.getBoundingClientRect().toJSON());
    await page.locator("[data-card='3S']").focus();
    const start = await place();
    await page.keyboard.press("ArrowDown");
    const below = await place();
    expect(below.x).toBeCloseTo(start.x, 0);
    expect(below.y).toBeGreaterThan(start.y);
    expect(below.y).toBeLessThan(start.y + 1.5 * start.height);
    await page.keyboard.press("ArrowUp");
    await expect(page.locator("[data-card='3S']")).toBeFocused();
    for (let at = 0; at < 4; at += 1) await page.keyboard.press("ArrowUp");
    await expect(page.locator("[data-card='3S']")).toBeFocused();
  });
}

test("The focus is always seen", async ({ page }) => {
  await page.goto("/#/count");
  await page.getByRole("button", { name: "Clear" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "ace of spades", exact: true })).toHaveCSS("outline-style", "solid");
});

test("Motion is left out where that is asked for", async ({ page }) => {
  await page.goto("/#/count");
  await page.locator(".big-number").evaluate((node) => node.classList.add("asking"));
  await expect(digits(page)).toHaveCSS("transition-duration", "0.12s");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(digits(page)).toHaveCSS("transition-duration", "0s");
});

test("Chosen cards stand out in forced colours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/#/count?cards=5H");
  const chosen = page.getByRole("button", { name: "5 of hearts", exact: true });
  const colour = await page
    .getByRole("button", { name: "5 of clubs", exact: true })
    .evaluate((node) => getComputedStyle(node).backgroundColor);
  await expect(chosen).not.toHaveCSS("background-color", colour);
});

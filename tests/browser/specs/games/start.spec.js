import {
  call,
  chosenRules,
  goOffline,
  happened,
  scores,
  seat,
  shownGame,
  state,
  tapAndAnswer,
  tapNumber,
} from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: /ERR_INTERNET_DISCONNECTED|fetching the script/ });

const LIVE = "Every phone at the table sees this.";
const seats = (page) => page.locator(".seat-name");
const disc = (page) => page.locator(".deal-disc");
const caption = (page) => page.locator(".start-caption");

async function open(page, seating = "1-1", base = "") {
  await page.goto(`${base}/#/start?seating=${seating}`);
  await expect(chosenRules(page)).not.toBeEmpty();
}

// Begins the game, and returns the body of its request.
async function begun(page) {
  const sent = page.waitForRequest((request) => request.method() === "PUT" && /\/games\/[^/]+$/.test(request.url()));
  await page.getByRole("button", { name: "Start" }).click();
  const body = (await sent).postDataJSON();
  await expect(scores(page).first()).toHaveText("0");
  return body;
}

async function dragDisc(page, to) {
  const [from, there] = await Promise.all([disc(page).boundingBox(), to.boundingBox()]);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(there.x + there.width / 2, there.y + there.height / 2, { steps: 5 });
  await page.mouse.up();
}

test("The usual game takes two taps, also the next time, with the same people @landing", async ({ page, baseURL }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /^Keep score/ }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await expect(scores(page)).toHaveText(["0", "0"]);
  await open(page, "2-2");
  await seat(page, "Solange", "Björn", "Noëlla", "Gaëtan");
  await begun(page);
  await page.goto(`${baseURL}/`);
  await page.reload();
  await page.getByRole("link", { name: /^Keep score/ }).click();
  await expect(seats(page)).toHaveText(["Solange", "Björn", "Noëlla", "Gaëtan"]);
  const { sides, preset, first_dealer: first } = await begun(page);
  expect(sides).toEqual([
    { name: "Solange + Noëlla", players: ["Solange", "Noëlla"] },
    { name: "Björn + Gaëtan", players: ["Björn", "Gaëtan"] },
  ]);
  expect([preset, first]).toEqual(["auclair", 0]);
});

test("A side that nobody named is sent without a name, and is unnamed on this phone @landing", async ({ page }) => {
  await open(page);
  const { sides } = await begun(page);
  expect(sides.map(({ name }) => name)).toEqual([undefined, undefined]);
  await expect(state(page)).toHaveText(LIVE);
  const { id } = await shownGame(page);
  const saved = await page.evaluate(async (id) => {
    const { savedGames } = await window.moduleOf("/game/saved-games.ts");
    return savedGames.get(id);
  }, id);
  expect(saved.side, "the side of this phone").toBe(0);
  expect(saved.game.sides.map(({ named }) => named)).toEqual([false, false]);
});

test("Back from the table leads to Home, also where the form was opened by its address", async ({ page }) => {
  const toTable = async () => {
    await expect(chosenRules(page)).not.toBeEmpty();
    await page.getByRole("button", { name: "Start" }).click();
    await expect(scores(page)).toHaveText(["0", "0"]);
  };
  await page.goto("/");
  await page.getByRole("link", { name: "Keep score" }).click();
  await toTable();
  await page.goBack();
  await expect(page.locator("main")).toHaveClass("view-home");
  await page.goto("about:blank");
  await page.goto("/#/start");
  await toTable();
  await page.goBack();
  await expect(page.locator("main")).toHaveClass("view-home");
});

test("Crash does not go on by itself at another kind of table", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Change the house rules" }).click();
  const rules = page.getByRole("dialog", { name: "House rules" });
  await rules.getByRole("button", { name: /^Crash/ }).click();
  await rules.getByRole("button", { name: "Play by these" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await expect(scores(page)).toHaveText(["0", "0"]);
  await open(page);
  const chosen = chosenRules(page).locator("strong");
  await expect(chosen).toHaveText("Crash");
  await page.getByRole("radio", { name: "Three players" }).check();
  await expect(chosen).toHaveText("League (Auclair)");
  await expect(page.locator(".directions")).toBeHidden();
  await page.getByRole("radio", { name: "Two players" }).check();
  await expect(chosen).toHaveText("Crash");
});

test("A pair of which one is named has that name, and the other side none", async ({ page }) => {
  await open(page, "2-2");
  await seat(page, "Ann");
  expect((await begun(page)).sides).toEqual([
    { name: "Ann", players: ["Ann", "Ann 2"] },
    { players: ["Them 1", "Them 2"] },
  ]);
});

test("Without a network an unnamed side has the name that the service will give it", async ({ page }) => {
  await open(page, "1-1-1");
  await goOffline(page);
  await page.getByRole("button", { name: "Start" }).click();
  await expect(scores(page)).toHaveText(["0", "0", "0"]);
  const { id } = await shownGame(page);
  const sides = await page.evaluate(
    async (id) => (await window.moduleOf("/game/saved-games.ts")).savedGames.get(id).game.sides,
    id,
  );
  expect(sides).toMatchObject(["Us", "Them", "Third"].map((name) => ({ name, players: [name], named: false })));
});

test("A table of five begins with every player named, each on their own side @landing", async ({ page, baseURL }) => {
  await open(page, "2-3");
  await expect(seats(page)).toHaveCount(5);
  await seat(page, "P0", "P1", "P2", "P3", "P4");
  const { sides } = await begun(page);
  // Clockwise the sides take turns.
  expect(sides.map(({ players }) => players)).toEqual([
    ["P0", "P2"],
    ["P1", "P3", "P4"],
  ]);
  await expect(state(page)).toHaveText(LIVE);
  const { sides: told } = await call({ ...(await shownGame(page)), base: baseURL }, "GET", "");
  expect(told.map(({ players }) => players)).toEqual(sides.map(({ players }) => players));
});

test("Five and six players are reached by the last segment", async ({ page }) => {
  await open(page);
  await expect(page.getByRole("radio", { name: "Three pairs" })).toBeHidden();
  await page.getByRole("radio", { name: "5–6 players" }).check();
  await expect(seats(page)).toHaveCount(6);
  await page.getByRole("radio", { name: "Two against three" }).check();
  await expect(seats(page)).toHaveCount(5);
  await expect(page).toHaveURL(/seating=2-3$/);
  await page.getByRole("radio", { name: "Partners, two pairs" }).check();
  await expect(seats(page)).toHaveCount(4);
});

test("Names used before fill the seats, without the words that stand for nobody @landing", async ({
  page,
  baseURL,
}) => {
  await open(page, "2-2");
  await seat(page, "Ann", "Réjean", "Cy");
  await begun(page);
  await expect(state(page)).toHaveText(LIVE);
  await open(page);
  await begun(page);
  await page.goto(`${baseURL}/`);
  await page.evaluate(() => localStorage.removeItem("pegout.start"));
  await open(page);
  const chips = page.locator(".chip-name");
  await expect(chips).toHaveText(["Ann", "Réjean", "Cy"]);
  await chips.filter({ hasText: "Réjean" }).click();
  await expect(seats(page)).toHaveText(["Réjean", "+ name"]);
  await expect(chips).toHaveText(["Ann", "Cy"]);
  await page.locator(".seat").nth(1).click();
  await expect(caption(page)).toHaveText("Tap a name, or type it.");
  await chips.filter({ hasText: "Cy" }).click();
  await expect(seats(page)).toHaveText(["Réjean", "Cy"]);
});

test("A seat without a name opens the keyboard, unless a known name is left to choose", async ({ page, baseURL }) => {
  const input = page.locator(".seat-input");
  const nobody = page.getByText("Names you type are here next time.");
  const key = (at) => page.locator(".seat").nth(at);
  await open(page);
  await expect(nobody).toBeVisible();
  await key(1).click();
  await expect(input).toBeFocused();
  await seat(page, "Ann", "Bob");
  await begun(page);
  await expect(state(page)).toHaveText(LIVE);
  await open(page, "1-1-1");
  await expect(seats(page)).toHaveText(["Ann", "Bob", "+ name"]);
  await key(2).click();
  await expect(input).toBeFocused();
  await expect(nobody).toHaveCount(0);
  await page.goto(`${baseURL}/`);
  await page.evaluate(() => localStorage.removeItem("pegout.start"));
  await open(page);
  await expect(page.locator(".chip-name")).toHaveText(["Ann", "Bob"]);
  await key(1).click();
  await expect(caption(page)).toHaveText("Tap a name, or type it.");
  await expect(key(1)).toBeFocused();
});

test("A name that is typed after a second tap on a seat is written at the first seat without a name", async ({
  page,
}) => {
  await open(page);
  const first = page.locator(".seat").first();
  const input = page.locator(".seat-input");
  await first.click();
  await expect(input).toBeFocused();
  // Safari leaves the focus in the field when a key is tapped.
  await first.dispatchEvent("click");
  await expect(first).toHaveAttribute("aria-pressed", "false");
  await expect(input).toBeFocused();
  await page.keyboard.type("Ann");
  await expect(seats(page)).toHaveText(["Ann", "+ name"]);
  expect((await begun(page)).sides[0].name).toBe("Ann");
});

test("Two seats that are tapped swap; a seat after a typed name does not", async ({ page }) => {
  await open(page, "2-2");
  const key = (at) => page.locator(".seat").nth(at);
  const input = page.locator(".seat-input");
  await key(0).click();
  await input.fill("Ann");
  await key(1).click();
  await expect(key(1)).toHaveAttribute("aria-pressed", "true");
  await input.fill("Bob");
  await input.press("Enter");
  await expect(key(2)).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await expect(seats(page)).toHaveText(["Ann", "Bob", "+ name", "+ name"]);
  await key(0).click();
  await expect(caption(page)).toHaveText("Another seat swaps the names.");
  await key(1).click();
  await expect(seats(page)).toHaveText(["Bob", "Ann", "+ name", "+ name"]);
  await key(1).click();
  await key(3).click();
  await expect(seats(page)).toHaveText(["Bob", "+ name", "+ name", "Ann"]);
});

test("The disc moves by a tap, by a drag and by the keyboard, and goes with its player", async ({ page }) => {
  await open(page, "2-2");
  await seat(page, "Ann", "Bob", "Cy", "Di");
  await expect(caption(page)).toHaveText("Who cut the lower card deals.");
  const key = (name) => page.locator(".seat", { hasText: name });
  await disc(page).click();
  await expect(caption(page)).toHaveText("Now tap who deals first.");
  await key("Bob").click();
  await expect(caption(page)).toHaveText("First to deal: Bob");
  await expect(key("Bob")).toHaveAccessibleName("Left Bob Deals");
  await dragDisc(page, key("Di"));
  await expect(caption(page)).toHaveText("First to deal: Di");
  await disc(page).focus();
  await page.keyboard.press("Enter");
  await key("Cy").focus();
  await page.keyboard.press("Enter");
  await expect(caption(page)).toHaveText("First to deal: Cy");
  await key("Cy").click();
  await key("Di").click();
  await expect(caption(page)).toHaveText("First to deal: Cy");
  expect((await begun(page)).first_dealer).toBe(3);
  await expect(page.locator(".said")).toContainText("dealer: Cy");
});

test("A new match asks again who cut the lower card", async ({ page, baseURL }) => {
  await open(page);
  await disc(page).click();
  await page.locator(".seat").nth(1).click();
  expect((await begun(page)).first_dealer).toBe(1);
  await page.goto(`${baseURL}/`);
  await open(page);
  await expect(caption(page)).toHaveText("Who cut the lower card deals.");
  expect((await begun(page)).first_dealer).toBe(0);
});

test("Start asks nothing about this phone: its name is in the menu of the table, and pegs carry it", async ({
  page,
}) => {
  await open(page);
  await expect(page.locator("main")).not.toContainText("This phone is called");
  await begun(page);
  await page.locator(".menu-key").click();
  await page.getByRole("button", { name: "Names and dealer" }).click();
  const name = page.getByRole("textbox", { name: "This phone is called" });
  await expect(name).toHaveValue(/^Phone \d+$/);
  await name.fill("Ann’s phone");
  await page.getByRole("button", { name: "Put right" }).click();
  await tapAndAnswer(page, () => tapNumber(page, 0, 2));
  const [event] = await happened(await shownGame(page), "pegged");
  expect(event.by).toBe("Ann’s phone");
});

test("A storage with something else in the place of the last table begins with empty seats", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("pegout.start", '{"seating":"9-9","names":7,"preset":"gone"}'));
  await page.goto("/#/start");
  await expect(chosenRules(page)).toContainText("To 121, skunk under 91");
  await expect(seats(page)).toHaveText(["+ name", "+ name"]);
});

for (const [width, height, locale] of [
  [390, 664, "en-CA"],
  [390, 664, "fr-CA"],
  [360, 604, "en-CA"],
  [667, 375, "en-CA"],
]) {
  test.describe(`${width} × ${height}, ${locale}`, () => {
    test.use({ viewport: { width, height }, locale });
    test("All of Start is seen at once, with no seat under another", async ({ page }) => {
      for (const seating of ["1-1", "1-1-1", "2-2"]) {
        await page.goto(`/#/start?seating=${seating}`);
        await expect(seats(page)).toHaveCount(seating.split("-").reduce((sum, size) => sum + Number(size), 0));
        await expect(chosenRules(page)).not.toBeEmpty();
        const { scrolled, boxes } = await page.evaluate(() => ({
          scrolled: document.documentElement.scrollHeight - innerHeight,
          boxes: [...document.querySelectorAll(".seat, .deal-disc")].map((node) =>
            node.getBoundingClientRect().toJSON(),
          ),
        }));
        expect(scrolled, seating).toBeLessThanOrEqual(0);
        for (const [at, one] of boxes.entries()) {
          expect(one.left, seating).toBeGreaterThanOrEqual(0);
          expect(one.right, seating).toBeLessThanOrEqual(width);
          for (const other of boxes.slice(at + 1)) {
            const apart =
              one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
            expect(apart, `${seating}: ${JSON.stringify([one, other])}`).toBe(true);
          }
        }
      }
    });
  });
}

test.describe("on the smallest phone", () => {
  test.use({ viewport: { width: 320, height: 568 }, locale: "fr-CA" });

  test("Start scrolls at most a little, and its key stays in sight", async ({ page }) => {
    await page.goto("/#/start?seating=2-2");
    await expect(chosenRules(page)).not.toBeEmpty();
    const scrolled = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect(scrolled).toBeLessThanOrEqual(48);
    await expect(page.getByRole("button", { name: "Commencer" })).toBeInViewport({ ratio: 1 });
  });
});

import {
  begin,
  call,
  gather,
  goOffline,
  happened,
  link,
  newest,
  peg,
  pegElsewhere,
  scores,
  sheet,
  shownGame,
  start,
  state,
  undo,
} from "../scorer.js";
import { digits, tap } from "../table.js";
import { expect, test } from "../test.js";

const LIVE = "Every phone at the table sees this.";

test("A game is tapped to 121, stops on the game hole, and the sheet tells of the skunk", async ({ page }) => {
  await start(page);
  for (const points of [12, 8, 29, 24]) await peg(page, 0, points);
  await peg(page, 1, 24);
  await expect(page.getByText("48 to go")).toBeVisible();
  for (const points of [24, 16]) await peg(page, 0, points);
  await expect(scores(page)).toHaveText(["113", "24"]);
  await peg(page, 1, 29);
  await peg(page, 1, 8);
  await peg(page, 0, 12);
  await expect(sheet(page).getByRole("heading")).toHaveText(/^Us beat Them, 121\W–\W61\.$/);
  await expect(sheet(page)).toContainText("That is a skunk! The win is worth 2.");
  await expect(sheet(page)).toContainText("The match: Us 2 and Them 0.");
  await expect(scores(page)).toHaveText(["121", "61"]);
  const game = await shownGame(page);
  await expect(state(page)).toHaveText(LIVE);
  expect(await call(game, "GET", "")).toMatchObject({ status: "finished", winner: 0, skunk: "skunk", value: 2 });
});

test("The winning peg is taken back on the sheet, and the game goes on", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  for (const points of [29, 29, 29, 29]) await pegElsewhere(game, 0, points);
  await page.goto(link(game));
  await peg(page, 0, 8);
  await sheet(page).getByRole("button", { name: "Take back the last peg" }).click();
  await expect(sheet(page)).toBeHidden();
  await expect(scores(page)).toHaveText(["116", "0"]);
  await expect(newest(page)).toHaveText("Taken back: Us +8, play · this phone");
  await peg(page, 1, 2);
  await expect(scores(page)).toHaveText(["116", "2"]);
  await expect(state(page)).toHaveText(LIVE);
  expect(await call(game, "GET", "")).toMatchObject({ status: "playing", winner: null });
});

test("The chips add up, the pad types, and Clear begins anew", async ({ page }) => {
  await start(page);
  const pending = page.locator(".pending");
  await gather(page, 9);
  await expect(pending).toHaveText("9");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(pending).toHaveText("–");
  await page.getByRole("button", { name: "Pad" }).click();
  for (const digit of ["2", "9"]) await page.getByRole("button", { name: digit, exact: true }).click();
  await expect(pending).toHaveText("29");
  await page.getByRole("button", { name: "0", exact: true }).click();
  await expect(pending).toHaveText("29");
  await expect(newest(page)).toHaveText(/Nobody pegs more than 29/);
  await page.getByRole("button", { name: "Peg 29 points for Them" }).click();
  await expect(scores(page)).toHaveText(["0", "29"]);
});

test("A side without points, and points of no hand, are refused before anything is sent", async ({ page }) => {
  await start(page);
  const game = await shownGame(page);
  await page.locator(".side-key").first().click();
  await expect(newest(page)).toHaveText("First the points, then whose they are.");
  await page.getByRole("radio", { name: "Hand" }).check();
  await peg(page, 0, 19);
  await expect(newest(page)).toHaveText(/^Nineteen\? .* how a player says “nothing”\.$/);
  await expect(page.locator(".pending")).toHaveText("19");
  await page.getByRole("radio", { name: "Heels" }).check();
  await page.locator(".side-key").first().click();
  await expect(newest(page)).toHaveText(/Nobody pegs 19 for this \(heels\)/);
  await expect(scores(page)).toHaveText(["0", "0"]);
  await expect(state(page)).toHaveText(LIVE);
  expect(await happened(game, "pegged")).toEqual([]);
});

test("A hand without its starter offers no pegs", async ({ page }) => {
  await start(page);
  await page.getByRole("link", { name: "Count it" }).click();
  await tap(page, "5H,5D,5S,JC");
  await expect(digits(page)).toHaveText("14");
  const key = page.getByRole("button", { name: "Us: tap the points first" });
  await key.click();
  await expect(page.locator(".notice p")).toHaveText("Tap the starter too, then whose points they are.");
  await tap(page, "5C");
  await page.getByRole("button", { name: "Peg 29 points for Us" }).click();
  await expect(scores(page)).toHaveText(["29", "0"]);
});

test.describe("where the network goes", () => {
  test.use({ tolerated: /ERR_INTERNET_DISCONNECTED/ });

  test("A peg that turns out wrong later is taken back alone, in the history, also without a network", async ({
    page,
    context,
  }) => {
    await start(page);
    const game = await shownGame(page);
    for (const points of [8, 6, 4]) await peg(page, 0, points);
    await peg(page, 1, 2);
    await expect(state(page)).toHaveText(LIVE);
    await page.getByRole("link", { name: "History" }).click();
    await expect(page.locator(".past li").last()).toContainText("The game begins");
    await page.getByRole("button", { name: "Take back: Us +6, play" }).click();
    await expect(page.locator(".past .taken")).toContainText("+6");
    await expect(page.getByRole("link", { name: "Back to the table" })).toBeFocused();
    await page.getByRole("link", { name: "Back to the table" }).click();
    await expect(scores(page)).toHaveText(["12", "2"]);
    await expect(state(page)).toHaveText(LIVE);
    await goOffline(page);
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("button", { name: "Take back: Us +8, play" }).click();
    await expect(page.getByRole("button", { name: /^Take back: / })).toHaveCount(2);
    await page.getByRole("link", { name: "Back to the table" }).click();
    await expect(scores(page)).toHaveText(["4", "2"]);
    await context.setOffline(false);
    await expect(state(page)).toHaveText(LIVE);
    expect((await happened(game, "peg_taken_back")).map(({ kind }) => kind)).toHaveLength(2);
  });
});

test("The sheet at the end tells the end as it is after the pegs of another phone", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  for (const points of [29, 29, 29, 29]) await pegElsewhere(game, 0, points);
  await pegElsewhere(game, 1, 29);
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  const pegs = "**/pegs/*";
  await page.route(pegs, (route) => route.fulfill({ status: 200, contentType: "text/html", body: "Sign in" }));
  await peg(page, 0, 8);
  await expect(sheet(page)).toContainText("A double skunk!");
  for (const points of [29, 5]) await pegElsewhere(game, 1, points);
  await expect(sheet(page)).toContainText("121\u2060–\u206063.");
  await expect(sheet(page)).toContainText("That is a skunk!");
  await page.unroute(pegs);
});

test("The next deal moves the crib, and Undo takes back first the deal, then the peg before it", async ({ page }) => {
  await start(page);
  await peg(page, 0, 8);
  await page.getByRole("button", { name: "Next deal crib: Them" }).click();
  await expect(page.locator(".dealing")).toHaveText("Deal 2 Crib: Them");
  await expect(undo(page)).toHaveText(/deal 2/);
  await undo(page).click();
  await expect(newest(page)).toHaveText("Taken back: deal 2 · this phone");
  await expect(page.locator(".dealing")).toHaveText("Deal 1 Crib: Us");
  await undo(page).click();
  await expect(newest(page)).toHaveText("Taken back: Us +8, play · this phone");
  await expect(scores(page)).toHaveText(["0", "0"]);
  await undo(page).click();
  await expect(newest(page)).toHaveText("Nothing has been pegged yet.");
});

test("A phone that joins later knows what Undo takes back", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await pegElsewhere(game, 0, 5);
  await call(game, "PUT", "/deals/2", { id: crypto.randomUUID() });
  await page.goto(link(game));
  await expect(undo(page)).toHaveText(/deal 2/);
});

test("Names that were pasted with what nobody sees, or are as long as they may be, keep a score", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("pegout.phone", "\u200eBob’s phone\u2028"));
  await page.goto("/#/start");
  await expect(page.getByLabel("Rules")).not.toBeEmpty();
  await page.getByLabel("Who plays").selectOption("Two pairs");
  await page.getByLabel("Name of side 1").fill("\u202eAnn\u200f");
  await page.getByLabel("Name of side 2").fill("W".repeat(99) + "🂡");
  await page.getByLabel("Player 1 of Us").fill("\u200b");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.locator(".scores .side-name").first()).toHaveText("Ann");
  await peg(page, 0, 8);
  await expect(state(page)).toHaveText(LIVE);
  const game = await shownGame(page);
  const [pegged] = await happened(game, "pegged");
  expect(pegged.by).toBe("Bob’s phone");
});

test("Two pairs: the partners deal in turn, clockwise", async ({ page }) => {
  await page.goto("/#/start");
  await expect(page.getByLabel("Rules")).not.toBeEmpty();
  await page.getByLabel("Who plays").selectOption("Two pairs");
  for (const [label, name] of [
    ["Player 1 of Us", "Ann"],
    ["Player 2 of Us", "Bob"],
    ["Player 1 of Them", "Cy"],
    ["Player 2 of Them", "Di"],
  ]) {
    await page.getByLabel(label).fill(name);
  }
  await page.getByLabel("Who deals first").selectOption("Cy");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.locator(".scores .side-name")).toHaveText(["Ann + Bob", "Cy + Di"]);
  await expect(page.locator(".dealing")).toHaveText("Deal 1 · Cy deals Crib: Cy + Di");
  await page.getByRole("button", { name: /Next deal/ }).click();
  await expect(page.locator(".dealing")).toHaveText("Deal 2 · Bob deals Crib: Ann + Bob");
  await expect(state(page)).toHaveText(LIVE);
  await expect(page.locator(".dealing")).toHaveText("Deal 2 · Bob deals Crib: Ann + Bob");
});

test("Three sides play once around, to 61, each on a lane of its own", async ({ page }) => {
  await page.goto("/#/start");
  await page.getByLabel("Who plays").selectOption("Three players");
  await page.getByLabel("Rules").selectOption("Once around, to 61");
  await expect(page.locator("#rules-words")).toHaveText("To 61 and a skunk below 31 (worth 2 games).");
  await page.getByRole("button", { name: "Start" }).click();
  await peg(page, 1, 29);
  await peg(page, 2, 28);
  await peg(page, 2, 3);
  await expect(page.getByRole("img", { name: /Right: front peg at 31, back peg at 28/ })).toBeVisible();
  await expect(page.locator(".peg")).toHaveCount(6);
  await peg(page, 1, 29);
  await peg(page, 1, 12);
  await expect(sheet(page)).toContainText(/Left beat Us and Right, 61\W–\W0\W–\W31\./);
  await expect(sheet(page)).toContainText("The win is worth 1.");
});

test("Count it pegs a hand with its cards, by this table's rules", async ({ page }) => {
  await start(page);
  const game = await shownGame(page);
  await page.getByRole("link", { name: "Count it" }).click();
  await page.getByRole("button", { name: /^Us:/ }).click();
  await expect(page.locator(".notice p")).toHaveText("First the cards, then whose points they are.");
  await tap(page, "5H,5D,5S,JC,5C");
  await page.getByRole("button", { name: "Peg 29 points for Us" }).click();
  await expect(scores(page)).toHaveText(["29", "0"]);
  await expect(newest(page)).toHaveText("Us +29, hand · this phone");
  await expect(state(page)).toHaveText(LIVE);
  const [event] = await happened(game, "pegged");
  expect(event).toMatchObject({ points: 29, for: "hand", cards: ["5H", "5D", "5S", "JC"], starter: "5C" });
  await page.getByRole("link", { name: "History" }).click();
  await expect(page.locator(".past .small-cards")).toHaveCount(1);
});

test("History lists every peg with its time, the taken-back ones struck through", async ({ page }) => {
  await start(page);
  await peg(page, 0, 8);
  await peg(page, 1, 2);
  await undo(page).click();
  await page.getByRole("button", { name: /Next deal/ }).click();
  await expect(state(page)).toHaveText(LIVE);
  await page.getByRole("link", { name: "History" }).click();
  await expect(page.locator(".past li")).toHaveText([
    /\d:\d\d.*Deal 2\. Dealer: Them/,
    /\d:\d\d.*Them\+2Play.*taken back/,
    /\d:\d\d.*Us\+8Play.*this phone/,
    /\d:\d\d.*The game begins\. Dealer: Us/,
  ]);
  await expect(page.locator(".past s")).toHaveCount(1);
  await page.getByRole("link", { name: "Back to the table" }).click();
  await expect(scores(page)).toHaveText(["8", "0"]);
});

test("Home offers the table that this phone was keeping first", async ({ page }) => {
  await start(page);
  await peg(page, 0, 12);
  await peg(page, 1, 4);
  await page.getByRole("link", { name: "Home" }).click();
  await page
    .getByRole("listitem")
    .first()
    .getByRole("link", { name: /Resume: Us 12 and Them 4/ })
    .click();
  await expect(scores(page)).toHaveText(["12", "4"]);
});

test.describe("where a table is not to be found", () => {
  test.use({ tolerated: /status of 404/ });
  test("An address of no table says so", async ({ page }) => {
    await page.goto(`/#/table?id=${crypto.randomUUID()}`);
    await expect(page.getByText("This table is not to be found.")).toBeVisible();
  });

  test("A table that has not come to the service yet is waited for, with the right to keep its score", async ({
    page,
    baseURL,
  }) => {
    const game = { id: crypto.randomUUID(), token: "A".repeat(43), base: baseURL };
    await page.goto(link(game));
    await expect(page.getByText(/^This table is not here yet/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^This table is not here yet/)).toBeVisible();
    await call(game, "PUT", "", { sides: [{ name: "Us" }, { name: "Them" }], scorer_token: game.token });
    await page.getByRole("button", { name: "Try again" }).click();
    await peg(page, 0, 5);
    await expect(state(page)).toHaveText(LIVE);
  });
});

test.describe("where the phone is away for a deal", () => {
  test.use({ tolerated: /status of 409|ERR_INTERNET_DISCONNECTED|fetching the script/ });
  test("A deal that the other phone had begun is no refusal to read, and trying again says that it tried", async ({
    page,
    context,
    baseURL,
  }) => {
    const game = await begin(baseURL);
    await page.goto(link(game));
    await expect(state(page)).toHaveText(LIVE);
    await goOffline(page);
    await page.getByRole("button", { name: /Next deal/ }).click();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(state(page)).toHaveText(/^Tried at .*: no answer yet\.$/);
    await call(game, "PUT", "/deals/2", { id: crypto.randomUUID() });
    await context.setOffline(false);
    await expect(state(page)).toHaveText(LIVE);
    await expect(page.locator(".dealing")).toHaveText("Deal 2 Crib: Them");
  });
});

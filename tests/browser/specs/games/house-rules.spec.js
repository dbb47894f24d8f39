import { goSignedIn } from "../../support/night/club.js";
import { ANN, Hall, joinAs } from "../../support/night/hall.js";
import { Club } from "../../support/night/night.js";
import { begin, call, chosenRules, link, shownGame, state } from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

const LIVE = "Every phone at the table sees this.";
const FIELDS = 19;

const change = (page) => page.getByRole("button", { name: "Change the house rules" });
const sheet = (page) => page.getByRole("dialog", { name: "House rules" });
const take = (page) => sheet(page).getByRole("button", { name: "Play by these" });

async function open(page) {
  await page.goto("/#/start");
  await expect(chosenRules(page)).not.toBeEmpty();
  await change(page).click();
}

async function answer(page, rule, value) {
  await sheet(page)
    .getByRole("group", { name: rule, exact: true })
    .getByRole("radio", { name: value, exact: true })
    .check();
}

async function startedGame(page, baseURL) {
  await page.getByRole("button", { name: "Start" }).click();
  await expect(state(page)).toHaveText(LIVE);
  return call({ ...(await shownGame(page)), base: baseURL }, "GET", "");
}

test("Rules with a name come first, then every rule in a sentence", async ({ page }) => {
  await open(page);
  await expect(sheet(page).getByRole("button", { pressed: true })).toHaveText(/^League \(Auclair\)/);
  await expect(sheet(page).locator(".rule .help")).toHaveCount(FIELDS);
  await expect(sheet(page)).toContainText("A loser below 91 is skunked.");
  await sheet(page).getByRole("button", { name: "Once around, to 61" }).click();
  await expect(sheet(page)).toContainText("The game goes to 61, once around the board.");
  await expect(sheet(page)).toContainText("Nobody is skunked twice.");
  await expect(sheet(page).getByLabel("Skunk below", { exact: true })).toHaveValue("31");
  await sheet(page).getByRole("button", { name: "Not now" }).click();
  await expect(chosenRules(page)).toContainText("To 121");
  await expect(change(page)).toBeFocused();
});

test("No two rules with a name have the same line", async ({ page }) => {
  await open(page);
  const lines = await sheet(page).locator(".preset span").allTextContents();
  expect(lines.length).toBeGreaterThan(8);
  expect(new Set(lines).size, lines.join("\n")).toBe(lines.length);
});

test("A preset is sent by its name, and is there the next time", async ({ page, baseURL }) => {
  await open(page);
  await sheet(page).getByRole("button", { name: "Tournament" }).click();
  await take(page).click();
  await expect(chosenRules(page)).toHaveText("Tournament To 121, skunk under 91, muggins, a win counts 2");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  const game = await startedGame(page, baseURL);
  expect(game.rules).toMatchObject({ muggins: true, first_deal: "cut", game_values: [2, 3, 3] });
  const body = (await sent).postDataJSON();
  expect([body.preset, body.rules]).toEqual(["tournament", undefined]);
  await page.goto(`${baseURL}/#/start`);
  await expect(chosenRules(page)).toContainText("Tournament");
});

test("Rules of one's own arrive at the service, every one of them @landing", async ({ page, baseURL }) => {
  await open(page);
  await sheet(page).getByLabel("Skunk below", { exact: true }).fill("80");
  await sheet(page).getByLabel("Double skunk below", { exact: true }).fill("");
  await sheet(page).getByLabel("Win", { exact: true }).fill("2");
  await answer(page, "Who deals the rematch first", "In turn");
  await answer(page, "Muggins", "Played");
  await answer(page, "Last card", "Nothing");
  await answer(page, "Flush in the crib", "Four cards");
  await answer(page, "Winning by heels", "Not allowed");
  await answer(page, "Winning by a go", "Not allowed");
  await answer(page, "Heels, one hole short", "Do not count");
  await answer(page, "A go, one hole short", "Does not count");
  await answer(page, "Nineteen for nothing", "Hand and crib");
  await answer(page, "Jokers", "Two");
  await sheet(page).getByLabel("Match to", { exact: true }).fill("5");
  await sheet(page).getByLabel("Renege", { exact: true }).fill("4");
  await expect(sheet(page).getByRole("button", { pressed: true })).toHaveCount(0);
  await take(page).click();
  await expect(chosenRules(page)).toHaveText(
    "Your own rules To 121, skunk under 80, nothing scores 19, 2 jokers, muggins, last card nothing, a win counts 2, match to 5",
  );
  const rules = {
    target: 121,
    skunk_below: 80,
    double_skunk_below: null,
    game_values: [2, 2, 3],
    muggins: true,
    last_card_point: false,
    crib_flush_of_four: true,
    heels_can_win: false,
    go_can_win: false,
    first_deal: "alternate",
    heels_from_120: false,
    go_from_120: false,
    match_to: 5,
    penalties: { renege: 4, cut: 2 },
    nineteen: "hand_and_crib",
    no_discard: false,
    lowball: false,
    jokers: 2,
    crash: false,
  };
  expect((await startedGame(page, baseURL)).rules).toEqual(rules);
  await page.goto(`${baseURL}/#/start`);
  await expect(chosenRules(page)).toContainText("Your own rules");
  expect((await startedGame(page, baseURL)).rules).toEqual(rules);
});

test("Rules that do not go together are explained, and are taken once they do", async ({ page, baseURL }) => {
  await open(page);
  await answer(page, "Length of the game", "61");
  await take(page).click();
  await expect(sheet(page)).toContainText("A skunk line of 91 does not fit a game to 61: it lies between 1 and 61.");
  const skunk = sheet(page).getByLabel("Skunk below", { exact: true });
  await expect(skunk).toBeFocused();
  await skunk.fill("40");
  await take(page).click();
  await expect(sheet(page)).toContainText(
    "A double skunk line of 61 must lie between 1 and the skunk line, which is: 40.",
  );
  await sheet(page).getByLabel("Double skunk below", { exact: true }).fill("20");
  await take(page).click();
  await expect(chosenRules(page)).toHaveText("Your own rules To 61, skunk under 40");
  expect((await startedGame(page, baseURL)).rules).toMatchObject({ skunk_below: 40, double_skunk_below: 20 });
});

test("Of two rules that clash both are named", async ({ page }) => {
  await open(page);
  await answer(page, "Discard to the crib", "No, no crib");
  await answer(page, "Nineteen for nothing", "Hand and crib");
  await take(page).click();
  const words = sheet(page).getByRole("status").filter({ hasText: "there is no crib that could count" });
  await expect(words).toContainText("“Nineteen for nothing” and “Discard to the crib” do not go together.");
  await expect(
    sheet(page).getByRole("radio", { checked: true, disabled: false }).and(page.locator(":focus")),
  ).toHaveCount(1);
});

test("A match that shall be cut for needs a number to play to, said in French too", async ({ page }) => {
  await page.goto("/?lang=fr#/start");
  await expect(chosenRules(page)).not.toBeEmpty();
  await page.getByRole("button", { name: "Changer les règles maison" }).click();
  const own = page.getByRole("dialog", { name: "Règles maison" });
  await own.getByRole("radio", { name: "Tour à tour, puis coupe" }).check();
  await own.getByRole("button", { name: "Jouer ainsi" }).click();
  await expect(own).toContainText("le match doit avoir un but.");
  await own.getByLabel("Match à", { exact: true }).fill("3");
  await own.getByRole("button", { name: "Jouer ainsi" }).click();
  await expect(chosenRules(page)).toContainText("match à 3");
});

test("A game of lowball begins by its name", async ({ page, baseURL }) => {
  await open(page);
  await sheet(page).locator('.preset[value="lowball"]').click();
  await take(page).click();
  await expect(chosenRules(page)).toContainText("Lowball");
  const game = await startedGame(page, baseURL);
  const presets = await (await fetch(`${baseURL}/api/v1/rules`)).json();
  expect(game.rules).toEqual(presets.lowball);
});

test("Rules that an older page has saved have the usual value of every new field", async ({ page, baseURL }) => {
  // The sheet is opened before the rules with a name have come.
  let release;
  const opened = new Promise((resolve) => (release = resolve));
  await page.route("**/api/v1/rules", async (route) => {
    await opened;
    await route.continue();
  });
  const own = { target: 121, skunk_below: 80, double_skunk_below: null, game_values: [1, 2, 3], muggins: true };
  await page.addInitScript(
    (rules) => localStorage.setItem("pegout.start", JSON.stringify({ seating: "1-1", names: [], rules })),
    own,
  );
  await open(page);
  release();
  await expect(sheet(page).locator(".rule .help")).toHaveCount(FIELDS);
  await expect(sheet(page)).toContainText("There is no joker in the pack.");
  await take(page).click();
  const { rules } = await startedGame(page, baseURL);
  expect(rules).toMatchObject({ ...own, jokers: 0, lowball: false, match_to: null });
});

test("Rules of one's own are checked on the phone", async ({ page, engine }) => {
  test.skip(!engine, "Without the engine the service checks them.");
  const loaded = page.waitForResponse("**/engine.wasm");
  await open(page);
  await (await loaded).finished();
  await page.route("**/api/v1/play", (route) => route.abort());
  await answer(page, "Discard to the crib", "No, no crib");
  await answer(page, "Nineteen for nothing", "Hand and crib");
  await take(page).click();
  await expect(sheet(page)).toContainText("“Nineteen for nothing” and “Discard to the crib” do not go together.");
  await answer(page, "Nineteen for nothing", "Hand");
  await take(page).click();
  await expect(chosenRules(page)).toContainText("Your own rules");
});

test("Without an answer rules of one's own wait, and rules with a name do not @service", async ({ page }) => {
  await open(page);
  await answer(page, "Muggins", "Played");
  await answer(page, "Winning by a go", "Not allowed");
  await page.route("**/api/v1/play", (route) => route.fulfill({ status: 503 }));
  await take(page).click();
  await expect(sheet(page)).toContainText("Your own rules could not be checked. Try again");
  await page.unroute("**/api/v1/play");
  await sheet(page).getByRole("button", { name: "Try again" }).click();
  await expect(chosenRules(page)).toContainText("muggins");
});

test("Rules that change during their check are taken as they were checked @service", async ({ page }) => {
  await open(page);
  await answer(page, "Winning by a go", "Not allowed");
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/api/v1/play", async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest("**/api/v1/play");
  await take(page).click();
  await asked;
  await answer(page, "Muggins", "Played");
  release();
  await expect(chosenRules(page)).toHaveText("Your own rules To 121, skunk under 91");
});

test("A number that cannot be is told at its field, also without a network", async ({ page }) => {
  await open(page);
  await page.route("**/api/v1/play", (route) => route.abort());
  for (const [name, text, usual, words] of [
    ["Skunk below", "300", "91", "A skunk line of 300 does not fit a game to 121: it lies between 1 and 121."],
    ["Skunk below", "90.5", "91", "A skunk line of 90.5 does not fit a game to 121: it lies between 1 and 121."],
    ["Renege", "-1", "2", "A penalty is 0 to 29 points; 0 is none."],
    ["Win", "256", "1", "In a match a game counts 0 to 255."],
  ]) {
    const field = sheet(page).getByLabel(name, { exact: true });
    await field.fill(text);
    await take(page).click();
    await expect(sheet(page).locator(".notice")).toContainText(words);
    await expect(field).toBeFocused();
    await field.fill(usual);
  }
  await take(page).click();
  await expect(sheet(page)).toBeHidden();
});

test("A fault of the page in the check is reported, and is not called a missing connection", async ({ page }) => {
  await open(page);
  await answer(page, "Muggins", "Played");
  // Rules with a name are not checked.
  await sheet(page).getByLabel("Renege", { exact: true }).fill("3");
  await page.evaluate(() => {
    const { stringify } = JSON;
    JSON.stringify = (value, ...more) => {
      if (value?.muggins) throw new TypeError("A fault of the page.");
      return stringify(value, ...more);
    };
  });
  const reported = page.waitForEvent("pageerror");
  await take(page).click();
  expect((await reported).message).toContain("A fault of the page.");
  await expect(sheet(page)).not.toContainText("could not be checked");
});

test.use({ tolerated: /status of (422|503)|A fault of the page/ });

test("The league's rules are set in the same sheet, and its phones play by them", async ({ page, ownService }) => {
  const club = new Club(ownService.url);
  await club.ask("PUT", "/league", { name: "Auclair" });
  await goSignedIn(page, ownService.url, "league");
  await expect(page.getByText("League (Auclair). To 121, skunk under 91")).toBeVisible();
  await page.getByRole("button", { name: "Change the rules" }).click();
  await answer(page, "Muggins", "Played");
  await take(page).click();
  await expect(page.getByText("Muggins. To 121, skunk under 91, muggins")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Auclair is saved.")).toBeVisible();
  expect((await club.ask("GET", "/league")).rules.muggins).toBe(true);
});

test("The card leads to the rules of the league, then to those of the game", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).open(4);
  await hall.call("PUT", "/league", { name: "Auclair", rules: { muggins: true } });
  await joinAs(page, hall, ANN);
  const rules = page.locator(".rules-in-force");
  const way = page.getByRole("link", { name: "The rules" });
  await way.click();
  await expect(rules).toContainText("Muggins is played");
  await hall.draw();
  await hall.call("PUT", "/league", { name: "Auclair", rules: { muggins: false } });
  await page.goBack();
  await expect(way).toHaveAttribute("href", /table=/);
  await way.click();
  await expect(page.locator(".whose-rules")).toContainText("Your table plays by these rules.");
  await expect(rules).toContainText("Muggins is played");
});

test("The rules in force unfold on the share view", async ({ page, baseURL }) => {
  const game = await begin(baseURL, { preset: "classy" });
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  await page.goto(`${baseURL}/#/join?id=${game.id}`);
  await expect(page.getByText("To 121, skunk under 91, last card nothing")).toBeVisible();
  await page.getByText("Rules in force").click();
  await expect(page.locator(".rules-in-force li")).toHaveCount(FIELDS);
  await expect(page.locator(".rules-in-force")).toContainText("The last card of the play takes nothing.");
});

test("The link to keep the score and the link to watch are two", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  await page.goto(`${baseURL}/#/join?id=${game.id}`);
  const shared = page.getByRole("textbox", { name: "The link" });
  await expect(shared).toHaveValue(link(game).replace("&side=0", ""));
  const code = () => page.locator(".code").innerHTML();
  await expect(page.locator(".code svg")).toBeVisible();
  const keeping = await code();
  await page.getByRole("radio", { name: "Let them watch" }).check();
  await expect(shared).toHaveValue(`${baseURL}/#/table?id=${game.id}`);
  await expect(page.locator(".code svg")).toBeVisible();
  await expect.poll(code).not.toBe(keeping);
  await expect(page.getByText("Whoever has the link may peg")).toHaveCount(0);
});

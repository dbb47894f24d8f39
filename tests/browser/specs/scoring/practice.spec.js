import { frameFaults } from "../../support/browser/frame.js";
import { AWAY } from "../../support/browser/service.js";
import { expect, test } from "../../support/browser/test.js";
import { drawn } from "../../support/browser/whole.js";
import { digits, notice, open, textSize, ways } from "../../support/game/table.js";

const SEED = "2026-11-28";
const RANKS = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const nameOf = ([rank, suit]) => `${RANKS[rank] ?? rank} of ${SUITS[suit]}`;
const pips = ([rank]) => (rank === "A" ? 1 : Number(rank) || 10);
const address = (kind, seed = SEED) => `/#/practice?kind=${kind}&seed=${seed}`;

// The exercise as the page's own engine makes it.
function exercise(page, kind, number = 0, seed = SEED) {
  const make = async ([wanted, ...asked]) => {
    const { src } = document.querySelector("script[type=module]");
    const { $engine_engine: engine } = await import(new URL("engine.js", src));
    await engine.isEngineHere();
    return engine.makeExercise(wanted, ...asked);
  };
  return page.evaluate(make, [seed, kind, number]);
}

// A seed whose first exercise is as wanted.
async function find(page, kind, isWanted) {
  for (let number = 0; number < 200; number += 1) {
    const seed = `seed-${number}`;
    const made = await exercise(page, kind, 0, seed);
    if (isWanted(made)) return { made, seed };
  }
  throw new Error(`No exercise of ${kind} is as wanted.`);
}

// The name of the starter goes on after the card's.
const cardKey = (page, card) => page.locator(".card-keys").getByRole("button", { name: nameOf(card) });
const foot = (page, name) => page.locator(".frame-foot").getByRole("button", { name, exact: true });
const answer = (page, n) => page.locator(".answer-key").nth(n).click();
const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("pegout.practice")));

async function tapCards(page, cards) {
  for (const card of cards) await cardKey(page, card).click();
}

async function start(page, kind, seed) {
  await page.goto("about:blank");
  await page.goto(address(kind, seed));
  await expect(notice(page)).toHaveText(/^1 of 10\. /);
}

test.describe("With the engine", () => {
  test.skip(({ engine }) => !engine, "The service makes no exercises.");
  test.use({ tolerated: new RegExp(`${AWAY}|ERR_INTERNET_DISCONNECTED|ERR_FAILED`) });

  test("A right number typed on a keyboard is followed by the call and by the next hand", async ({ page }) => {
    await start(page, "count");
    const { show, crib } = await exercise(page, "count");
    await expect(notice(page)).toHaveText(`1 of 10. ${crib ? "The crib" : "A hand"}: how many points?`);
    await page.keyboard.press("1");
    await page.keyboard.press("Backspace");
    await page.keyboard.type(String(show.total));
    await expect(digits(page)).toHaveText(String(show.total));
    await page.keyboard.press("Enter");
    await expect(notice(page)).toHaveText("Right.");
    await expect(page.locator(".call")).toHaveText(show.call);
    await expect(foot(page, "Next")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(notice(page)).toHaveText(/^2 of 10\. /);
    expect((await kept(page)).tries).toEqual({ count: [1], throw: [], play: [] });
  });

  test("After a wrong number the groups are tapped, and what is left is shown as missed", async ({ page }) => {
    await page.goto("/");
    const isRich = ({ show }) => show.items.length > 2 && show.items[0].kind === "fifteen" && show.total !== 1;
    const { made, seed } = await find(page, "count", isRich);
    const { show } = made;
    await start(page, "count", seed);
    await answer(page, 19);
    await expect(notice(page)).toHaveText("No hand makes 19.");
    await answer(page, 1);
    await expect(notice(page)).toHaveText("Not 1. Once more. Tap cards that count together.");
    await expect(foot(page, "That counts")).toBeDisabled();
    const [first, ...left] = show.items;
    await tapCards(page, first.cards);
    await foot(page, "That counts").click();
    await expect(notice(page)).toHaveText(/^Yes, fifteen.*: \d points\.$/);
    const laid = show.items.filter(({ cards }) => String(cards) === String(first.cards));
    await expect(page.locator(".words .item")).toHaveCount(laid.length);
    await tapCards(page, first.cards);
    await foot(page, "That counts").click();
    await expect(notice(page)).toHaveText("You have that already.");
    const [card] = made.cards.filter((one) => show.items.every(({ cards }) => String(cards) !== one));
    await tapCards(page, [card]);
    await foot(page, "That counts").click();
    await expect(notice(page)).toHaveText(`${pips(card)}: that counts nothing.`);
    await expect(cardKey(page, card)).toHaveAttribute("aria-pressed", "false");
    await foot(page, "Done").click();
    const missed = left.filter((item) => !laid.includes(item));
    const sum = missed.reduce((points, item) => points + item.points, 0);
    await expect(notice(page)).toHaveText(`Missed: ${sum} ${sum === 1 ? "point" : "points"}.`);
    await expect(page.locator(".missed-item")).toHaveCount(missed.length);
    await expect(page.locator(".lifted .unseen")).toHaveCount(missed[0].cards.length);
    await page.locator(".missed-item").last().click();
    const lifted = missed.at(-1).cards.map(nameOf).sort();
    const names = page.locator(".lifted .unseen");
    await expect.poll(async () => (await names.allTextContents()).sort()).toEqual(lifted);
    const { tries, kinds } = await kept(page);
    expect(tries.count).toEqual([0]);
    const all = show.items.filter(({ kind }) => kind === "fifteen").length;
    expect(kinds.fifteen).toEqual([missed.filter(({ kind }) => kind === "fifteen").length, all]);
  });

  test("Who looks for the groups and finds all of them is right at the first try", async ({ page }) => {
    await start(page, "count");
    const { show } = await exercise(page, "count");
    await foot(page, "I look for them").click();
    const groups = new Map(show.items.map(({ cards }) => [[...cards].sort().join(), cards]));
    for (const cards of groups.values()) {
      await tapCards(page, cards);
      await foot(page, "That counts").click();
    }
    await foot(page, "Done").click();
    await expect(notice(page)).toHaveText("That is all of it.");
    expect((await kept(page)).tries.count).toEqual([1]);
  });

  test("A throw is compared with the best one, and all fifteen are listed", async ({ page }) => {
    await start(page, "throw");
    const { advice, crib } = await exercise(page, "throw");
    const [best, worst] = [advice.options[0], advice.options.at(-1)];
    await expect(notice(page)).toContainText(crib === "own" ? "Your crib." : "Their crib.");
    await tapCards(page, worst.throw);
    const [third] = worst.keep;
    await tapCards(page, [third]);
    await expect(notice(page)).toHaveText("You throw two cards. Tap a chosen card to take it back.");
    await foot(page, "Throw them").click();
    const points = (n) => n.toFixed(2).replace("-", "−");
    await expect(notice(page)).toHaveText(
      `Yours ${points(worst.expected)}; the best ${points(best.expected)}: ${best.throw.map(nameOf).join(" and ")}.`,
    );
    await expect(ways(page)).toHaveCount(15);
    await expect(ways(page).last()).toHaveAttribute("aria-current", "true");
    await foot(page, "Next").click();
    await expect(notice(page)).toHaveText(/^2 of 10\. /);
    const second = (await exercise(page, "throw", 1)).advice.options[0];
    await tapCards(page, second.throw);
    await foot(page, "Throw them").click();
    await expect(notice(page)).toHaveText(`The best throw: ${points(second.expected)}.`);
    const { tries, losses } = await kept(page);
    expect(tries.throw).toEqual([0, 1]);
    expect(losses).toEqual([best.expected - worst.expected, 0]);
  });

  test("The points of a card are asked twice, and then told", async ({ page }) => {
    await page.goto("/");
    const { made, seed } = await find(page, "play", ({ hand, played }) => !hand && played.steps.at(-1).points > 0);
    const { points, card, count, scores } = made.played.steps.at(-1);
    await start(page, "play", seed);
    await expect(notice(page)).toContainText(`The ${nameOf(card)} makes ${count}. How many points?`);
    await answer(page, points - 1);
    await expect(notice(page)).toHaveText(`Not ${points - 1}. Once more.`);
    await answer(page, points + 1);
    await expect(notice(page)).toContainText(`Not ${points + 1}. ${points} point`);
    await expect(page.locator(".practice-list .item")).toHaveCount(scores.length);
    await page.reload();
    await expect(notice(page)).toHaveText(/^2 of 10\. /);
    await start(page, "play", seed);
    await answer(page, points);
    await expect(notice(page)).toContainText(`Right. ${points} point`);
    expect((await kept(page)).tries.play).toEqual([0, 1]);
  });

  test("The cards that may be played are those that the engine names", async ({ page }) => {
    await page.goto("/");
    const isMixed = ({ hand, played }) => hand && ![0, hand.length].includes(played.next.playable.length);
    const { made, seed } = await find(page, "play", isMixed);
    const { playable } = made.played.next;
    await start(page, "play", seed);
    await foot(page, "None: go").click();
    await expect(notice(page)).toHaveText(/^Not quite\. The count is \d+: up to 31 there is room for the /);
    await expect(page.locator(".card-key[aria-pressed=true]")).toHaveCount(playable.length);
    await start(page, "play", seed);
    for (const card of playable) await page.keyboard.press(String(made.hand.indexOf(card) + 1));
    await page.keyboard.press("Enter");
    await expect(notice(page)).toHaveText(/^Right\. The count is \d+/);
    expect((await kept(page)).tries.play).toEqual([0, 1]);
  });

  test("A whole round needs no network and sends nothing @landing", async ({ page, ownService }) => {
    const loaded = page.waitForResponse("**/engine.wasm");
    await page.goto(`${ownService.url}/`);
    await (await loaded).finished();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.getByRole("link", { name: /Count a hand/ }).click();
    await page.getByRole("link", { name: "Practice" }).click();
    await page.getByRole("button", { name: /^Count/ }).waitFor();
    await ownService.kill();
    const sent = [];
    page.on("request", (request) => sent.push(request.url()));
    await page.getByRole("button", { name: /^Count/ }).click();
    const seed = new URLSearchParams(page.url().split("?")[1]).get("seed");
    for (let number = 0; number < 10; number += 1) {
      await expect(notice(page)).toHaveText(new RegExp(`^${number + 1} of 10\\. `));
      const { show } = await exercise(page, "count", number, seed);
      const given = number < 8 ? show.total : (show.total + 1) % 19;
      await page.keyboard.type(String(given));
      await page.keyboard.press("Enter");
      if (number >= 8) await foot(page, "Done").click();
      await page.keyboard.press("Enter");
    }
    await expect(page.getByText("8 of 10 right at the first try.")).toBeVisible();
    expect(sent.filter((url) => !url.endsWith("engine.js"))).toEqual([]);
  });

  test("The score is there again after a reload, until it is erased", async ({ page }) => {
    await start(page, "throw");
    const { advice } = await exercise(page, "throw");
    await tapCards(page, advice.options[0].throw);
    await foot(page, "Throw them").click();
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.getByText("1 of 1 right at the first try.")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("row", { name: "Throw" })).toHaveText("Throw1 of 11 of 1");
    await expect(page.getByText("A throw costs 0.00 points on average.")).toBeVisible();
    await page.getByRole("button", { name: "Start again" }).click();
    await expect(page.getByText("Nothing yet. The score stays on this phone.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Nothing yet. The score stays on this phone.")).toBeVisible();
  });

  test("The hand of the day is the same on two phones", async ({ page, elsewhere, baseURL }) => {
    const other = await elsewhere();
    const dealt = [];
    for (const phone of [page, other]) {
      await phone.goto(`${baseURL}/#/practice`);
      await phone.getByRole("button", { name: /^Hand of the day/ }).click();
      await expect(phone.locator(".card-key")).toHaveCount(6);
      dealt.push(await phone.locator(".card-key").evaluateAll((keys) => keys.map((key) => key.ariaLabel)));
      await expect(notice(phone)).toHaveText(/^1 of 3\. /);
    }
    expect(dealt[0]).toEqual(dealt[1]);
    const day = await page.evaluate(() => new URLSearchParams(location.hash.split("?")[1]).get("seed"));
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
    const { cards } = await exercise(page, "throw", 0, day);
    expect(dealt[0]).toEqual(cards.map(nameOf));
  });

  test("While the engine has not come, practice waits for it", async ({ page, context }) => {
    await page.addInitScript(() => {
      ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error("forbidden"));
    });
    let isLost = true;
    await context.route("**/engine.wasm", (route) => (isLost ? route.abort("internetdisconnected") : route.continue()));
    await page.goto("/#/practice");
    await expect(notice(page)).toHaveText("Practice begins as soon as the part that counts has come over the network.");
    isLost = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("button", { name: /^Count/ })).toBeVisible();
  });

  const PHONES = [
    [390, 664],
    [360, 604],
    [375, 553],
    [320, 568],
    [667, 375],
  ].map(([width, height]) => ({ width, height }));
  const play = (at) => async (page, base) => page.goto(`${base}${address("play", `seed-${at}`)}`);
  const STATES = {
    "a number": "practice-count",
    "what was missed": "practice-missed",
    "six cards": "practice-throw",
    "all ways to throw": "practice-ways",
    "the play, one": play(0),
    "the play, two": play(1),
    "the play, three": play(2),
    "the play, four": play(3),
  };
  for (const [locale, colorScheme] of [
    ["en-CA", "light"],
    ["fr-CA", "dark"],
  ])
    test.describe(`${locale}, ${colorScheme}`, () => {
      test.use({ locale, colorScheme, viewport: PHONES[0] });

      for (const [name, scene] of Object.entries(STATES))
        test(`An exercise is on one screen of every phone: ${name}`, async ({ page, baseURL }) => {
          if (typeof scene === "string") await open(page, scene, baseURL);
          else await scene(page, baseURL);
          await page.locator(".practice-pack").waitFor();
          for (const text of [16, 21]) {
            await textSize(page, text);
            for (const phone of PHONES) {
              await page.setViewportSize(phone);
              await drawn(page, text);
              const at = `${phone.width} × ${phone.height}, text of ${text}`;
              expect.soft(await frameFaults(page), at).toEqual([]);
              await page.screenshot({ path: test.info().outputPath(`${phone.width}-${text}.png`) });
            }
          }
        });
    });
});

test("Without the engine practice says that it needs a newer browser @service", async ({ page }) => {
  await page.goto("/#/practice");
  await expect(page.getByText("Practice needs a newer browser: this one cannot count by itself.")).toBeVisible();
});

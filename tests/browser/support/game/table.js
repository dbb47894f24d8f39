import { randomUUID } from "node:crypto";
import { keepGames, savedGame } from "./games.js";
import { begin, call, goOffline, link, peg, pegElsewhere, question, tapNumber } from "./scorer.js";

const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const RANKS = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };

/** The key of a card, or the Go button. @param {import("@playwright/test").Page} page @param {string} play such as `5H` or `go` */
export function key(page, play) {
  const name = play === "go" ? "Go" : `${RANKS[play[0]] ?? play[0]} of ${SUITS[play[1]]}`;
  return page.getByRole("button", { name, exact: true });
}

/** Taps the cards and gos one after the other. @param {import("@playwright/test").Page} page @param {string} plays with commas between */
export async function tap(page, plays) {
  for (const play of plays.split(",")) await key(page, play).click();
}

/** The big number. @param {import("@playwright/test").Page} page */
export function digits(page) {
  return page.locator(".big-number .digits");
}

/** The line with the state of the game. @param {import("@playwright/test").Page} page */
export function notice(page) {
  return page.locator(".notice p");
}

/** The points that the players have pegged, player 0 first. @param {import("@playwright/test").Page} page */
export function pegged(page) {
  return page.locator(".scoreboard .pegged > [aria-hidden]:not(svg)");
}

/** The slots with the cards that are best thrown. @param {import("@playwright/test").Page} page */
export function best(page) {
  return page.locator("card-slot.thrown");
}

/** Picks from the list below the pack: a hand or a crib, or the number of players. @param {import("@playwright/test").Page} page @param {string} label as the list has it */
export function pick(page, label) {
  return page.locator(".pick select").selectOption({ label });
}

/** The entry of the list that is picked. @param {import("@playwright/test").Page} page */
export function picked(page) {
  return page.locator(".pick option:checked");
}

/** Opens the choice of the rules. @param {import("@playwright/test").Page} page */
export async function chooseRules(page) {
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  await page.getByRole("button", { name: "Other rules" }).click();
}

/** The ways to throw, best first. @param {import("@playwright/test").Page} page */
export function ways(page) {
  return page.locator(".ways .way");
}

const PAIRS = [
  { name: "Ann + Bob", players: ["Ann", "Bob"] },
  { name: "Cy + Di", players: ["Cy", "Di"] },
];
const THREE = [{ name: "Ann" }, { name: "Bob" }, { name: "Cy" }];

// A table with its pegs, oldest first; each peg is a side and its points.
function seated(sides, pegs, then = async () => {}) {
  return async (page, base) => {
    const game = await begin(base, { sides });
    for (const [side, points, kind = "other"] of pegs) await pegElsewhere(game, side, points, { for: kind });
    await page.goto(link(game));
    await page.locator(".dot[data-state=live]").waitFor();
    await then(page, game);
  };
}

function beside(view) {
  return async (page, { id }) => {
    await page.goto(page.url().replace(/#.*/, `#/${view}?id=${id}`));
  };
}

// Another phone of the table enters the result.
function enterElsewhere(game) {
  return call(game, "PUT", "/result", { scores: [121, 87], by: "Ann’s phone", device: randomUUID() });
}

const MIDDLE = [
  [0, 12, "hand"],
  [1, 16, "hand"],
  [0, 24, "hand"],
  [1, 20, "crib"],
  [0, 29, "hand"],
  [1, 14, "hand"],
  [0, 8, "hand"],
  [1, 28, "hand"],
  [0, 2, "play"],
  [1, 7, "play"],
];
const OVER = [29, 29, 29, 29, 8].map((points) => [0, points]);

/** The views and the states of them that are looked at, by name: an address, or the way there. */
export const SCENES = {
  home: "/#/",
  start: "/#/start",
  "start-three": "/#/start?seating=1-1-1",
  "start-partners": async (page, base) => {
    await page.addInitScript(() => {
      const names = ["Solange", "Marie-Ève Desrosiers-Archambault", "يوسف", "Gaëtan"];
      localStorage.setItem("pegout.start", JSON.stringify({ seating: "2-2", names }));
    });
    await page.goto(`${base}/#/start`);
    await page.locator(".seat").nth(1).click();
  },
  "start-pairs": "/#/start?seating=2-2-2",
  "house-rules": async (page, base) => {
    await page.goto(`${base}/#/start`);
    await page.locator(".start-rules strong").waitFor();
    await page.locator(".row-key").first().click();
    await page.locator(".house-rules").waitFor();
  },
  "table-new": seated([{ name: "Us" }, { name: "Them" }], []),
  "table-playing": seated(PAIRS, MIDDLE),
  "table-two-taps": async (page, base) => {
    await page.addInitScript(() => localStorage.setItem("pegout.keys", "two"));
    await seated(PAIRS, MIDDLE, (table) => table.locator(".number").nth(6).click())(page, base);
  },
  "table-three": seated(THREE, [...MIDDLE, [2, 29], [2, 17]]),
  "table-who": async (page, base) => {
    const game = await begin(base, { sides: PAIRS });
    await page.goto(link(game).replace(/&side=.*/, ""));
    await page.locator(".who[open]").waitFor();
  },
  "table-watched": async (page, base) => {
    const { id } = await begin(base, { sides: PAIRS });
    await page.goto(`${base}/#/table?id=${id}`);
    await page.locator(".dot[data-state=live]").waitFor();
  },
  "table-menu": seated(PAIRS, MIDDLE, (page) => page.locator(".menu-key").click()),
  "table-names": seated(PAIRS, MIDDLE, (page) => page.locator(".tile").first().click()),
  "table-board": seated(PAIRS, MIDDLE, (page) => page.locator(".board-key").click()),
  "table-kinds": seated(PAIRS, MIDDLE, (page) => page.locator(".kind-key").click()),
  "table-asked": seated(PAIRS, MIDDLE.slice(0, 2), async (page) => {
    await page.locator(".deal-key").click();
    await question(page).waitFor();
  }),
  "table-peg": seated(PAIRS, MIDDLE, async (page) => {
    await page.locator(".said").click();
    await page.locator(".peg-sheet[open]").waitFor();
  }),
  "table-away": seated(PAIRS, MIDDLE, async (page) => {
    await goOffline(page);
    for (const side of [0, 1]) await peg(page, side, 4);
    await page.locator(".dot[data-state=away]").waitFor();
  }),
  "table-refused": seated(PAIRS, MIDDLE, async (page) => {
    await page.route("**/pegs/*", (route) =>
      route.fulfill({
        status: 409,
        contentType: "application/problem+json",
        json: { type: "/problems/game-over", status: 409 },
      }),
    );
    await tapNumber(page, 0, 4);
    await question(page).waitFor();
  }),
  "table-over": seated(PAIRS, [...OVER.slice(0, 4), [1, 24], [1, 29], [1, 29], OVER[4]], async (page) => {
    await page.getByRole("dialog").waitFor();
  }),
  "table-confirm": seated(PAIRS, MIDDLE, async (page, game) => {
    await enterElsewhere(game);
    await page.locator(".confirmation .quiet").waitFor();
  }),
  "table-contested": seated(PAIRS, MIDDLE, async (page, game) => {
    await enterElsewhere(game);
    await page.locator(".confirmation .quiet").click();
    await page.locator(".confirmation a.quiet").waitFor();
  }),
  games: async (page, base) => {
    const open = savedGame({ names: ["Us", "Them"], named: false, scores: [87, 91] });
    const over = savedGame({ names: ["Ann", "Réjean"], scores: [121, 87], skunk: 1, hands: [[0, 20]], side: 0 });
    await keepGames(page, [open, over], base);
    await page.goto(`${base}/#/games`);
  },
  result: seated(PAIRS, MIDDLE, async (page, { id }) => {
    await page.goto(page.url().replace(/#.*/, `#/result?id=${id}`));
    for (const digit of ["3", "4"]) await page.getByRole("button", { name: digit, exact: true }).click();
  }),
  "result-three": seated(THREE, MIDDLE, async (page, { id }) => {
    await page.goto(page.url().replace(/#.*/, `#/result?id=${id}`));
    await page.locator(".winner-key").first().click();
  }),
  "result-entered": seated(PAIRS, MIDDLE, async (page, game) => {
    await call(game, "PUT", "/result", { scores: [121, 87], by: "Ann’s phone" });
    await page.goto(page.url().replace(/#.*/, `#/result?id=${game.id}`));
    await page.locator(".final").first().waitFor();
  }),
  history: seated(PAIRS, MIDDLE, beside("history")),
  join: seated(PAIRS, MIDDLE, beside("join")),
  "count-table": seated(PAIRS, MIDDLE, async (page, { id }) => {
    await page.goto(page.url().replace(/#.*/, `#/count?table=${id}&cards=5H,5D,5S,JC&starter=5C`));
  }),
  "count-empty": "/#/count",
  "count-29": "/#/count?cards=5H,5D,5S,JC&starter=5C",
  "count-jokers": '/#/count?cards=5H,5D,JK1=5S,JK2&starter=5C&rules={"jokers":2}',
  "count-crib-of-six": "/#/count?cards=5C,5D,5H,5S,JC,QD&starter=KH&crib=1&size=6",
  "play-empty": "/#/play",
  "play-running": "/#/play?players=4&plays=4C,7D,4D,JS",
  "play-six": '/#/play?players=6&plays=TC,JK1=5,9D&rules={"jokers":2}',
  "play-over": "/#/play?players=2&plays=4C,7D,4D,JS,go,5H,go,7S,8C,9H",
  practice: "/#/practice",
  "practice-count": "/#/practice?kind=count&seed=2026-11-28",
  "practice-missed": async (page, base) => {
    await page.goto(`${base}/#/practice?kind=count&seed=2026-11-28`);
    await page.locator(".frame-foot .primary").click();
    await page.locator(".card-key").first().click();
    await page.locator(".frame-foot .quiet").click();
  },
  "practice-throw": "/#/practice?kind=throw&seed=2026-11-28",
  "practice-ways": async (page, base) => {
    await page.goto(`${base}/#/practice?kind=throw&seed=2026-11-28`);
    for (const at of [0, 5]) await page.locator(".card-key").nth(at).click();
    await page.locator(".frame-foot .primary").click();
  },
  "throw-empty": "/#/throw",
  "throw-own": "/#/throw?cards=7C,9H,5H,5C,5D,JS&players=2&crib=own",
  "throw-lowball": "/#/throw?cards=7C,9H,5H,5C,5D,JS&rules=lowball",
  "throw-their": "/#/throw?cards=7C,9H,5H,5C,5D&players=4&crib=other",
};

const THERE = {
  home: ".ways-on",
  start: ".start-rules strong",
  "start-three": ".start-rules strong",
  "start-partners": ".start-rules strong",
  "start-pairs": ".start-rules strong",
  games: ".past-games li",
  history: ".past-peg",
  join: ".code svg",
  "count-table": ".items",
  "count-empty": ".help",
  "count-29": ".items",
  "count-jokers": ".items",
  "count-crib-of-six": ".items",
  "play-empty": ".help",
  "play-running": ".points",
  "play-six": ".points",
  "play-over": ".step.go >> text=/right|raison/",
  practice: ".practice-starts",
  "practice-count": ".answer-key",
  "practice-missed": ".missed-item",
  "practice-throw": ".card-key",
  "practice-ways": ".ways",
  "throw-empty": ".help",
  "throw-own": ".ways",
  "throw-lowball": ".ways",
  "throw-their": ".ways",
};

/** Opens a scene and waits until its answer is on the page. @param {import("@playwright/test").Page} page @param {string} name @param {string} base the service's address */
export async function open(page, name, base) {
  const scene = SCENES[name];
  if (typeof scene === "string") await page.goto(base + scene);
  else await scene(page, base);
  if (THERE[name]) await page.locator(THERE[name]).first().waitFor({ state: "attached" });
}

/** Sets the browser's text size, as its settings do. @param {import("@playwright/test").Page} page @param {number} pixels 16 is usual */
export async function textSize(page, pixels) {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: pixels, fixed: pixels } });
}

/**
 * The settings for the tests of each view. French has the longer words, large text needs most room on a small screen, and
 * the dark changes only colours.
 */
export const WAYS = [
  { width: 320, locale: "fr-CA", text: 16, dark: true },
  { width: 320, locale: "fr-CA", text: 32, dark: false },
  { width: 1280, locale: "en-CA", text: 16, dark: false },
];

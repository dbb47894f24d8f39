const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const RANKS = {
  A: "ace",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
};

/** The key of a card, or the Go button. @param {import("@playwright/test").Page} page @param {string} play such as `5H` or `go` */
export function key(page, play) {
  const name = play === "go" ? "Go" : `${RANKS[play[0]]} of ${SUITS[play[1]]}`;
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

/** The line that says how things stand. @param {import("@playwright/test").Page} page */
export function notice(page) {
  return page.locator(".notice p");
}

/** What the players have pegged, player 0 first. @param {import("@playwright/test").Page} page */
export function pegged(page) {
  return page.locator(".scoreboard .pegged > [aria-hidden]:not(svg)");
}

/** The cards that are best thrown. @param {import("@playwright/test").Page} page */
export function best(page) {
  return page.locator(".best .small-cards");
}

/** The ways to throw, best first. @param {import("@playwright/test").Page} page */
export function ways(page) {
  return page.locator(".ways .way");
}

/** The views and the states of them that are looked at, by name. */
export const SCENES = {
  home: "/#/",
  "count-empty": "/#/count",
  "count-29": "/#/count?cards=5H,5D,5S,JC&starter=5C",
  "play-empty": "/#/play",
  "play-running": "/#/play?players=4&plays=4C,7D,4D,JS",
  "play-over": "/#/play?players=2&plays=4C,7D,4D,JS,go,5H,go,7S,8C,9H",
  "throw-empty": "/#/throw",
  "throw-own": "/#/throw?cards=7C,9H,5H,5C,5D,JS&players=2&crib=own",
  "throw-their": "/#/throw?cards=7C,9H,5H,5C,5D&players=4&crib=other",
};

/** Opens a scene and waits until its answer stands there. @param {import("@playwright/test").Page} page @param {string} name */
export async function open(page, name, base = "") {
  await page.goto(base + SCENES[name]);
  const there = {
    home: ".entries",
    "count-empty": ".help",
    "count-29": ".items",
    "play-empty": ".help",
    "play-running": ".points",
    "play-over": ".step.go >> text=/right|raison/",
    "throw-empty": ".help",
    "throw-own": ".ways",
    "throw-their": ".ways",
  };
  await page.locator(there[name]).first().waitFor();
}

/** Sets the browser's text size, as its settings do. @param {import("@playwright/test").Page} page @param {number} pixels 16 is usual */
export async function textSize(page, pixels) {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: pixels, fixed: pixels } });
}

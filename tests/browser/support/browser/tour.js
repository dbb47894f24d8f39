import { expect as hasty } from "@playwright/test";
import { begin } from "../game/scorer.js";
import { dayFromNow } from "../night/club.js";
import { ANN, Hall, today } from "../night/hall.js";
import { Club } from "../night/night.js";
import { WEB } from "./modules.js";

/**
 * A page of a browser: `goto` opens an address, `evaluate` runs a function in it.
 * @typedef {{goto: (url: string) => Promise<unknown>, evaluate: (act: (...given: any[]) => any, ...given: any[]) => Promise<any>}} Page
 */
/** A club to open the views of: a hall with a night in play, its season, a `later` night, and a `game` without a night. @typedef {{hall: Hall, game: {id: string, token: string}, later: string, season: string}} Place */

// WebKit and Firefox draw slowly on two busy cores.
const expect = hasty.configure({ timeout: 90_000 });

const SIGN_IN = ".sign-in #password";
const OF_NIGHT = ".night-links [aria-current=page]";

// A selector of content in each view, by path. The second list holds the views of the coordinator.
const SHOWN = {
  "/": ".ways-on .keep",
  "/start": ".start-rules strong",
  "/table": ".keys .number",
  "/games": ".open-game .game-keys",
  "/result": ".result-form .readings",
  "/history": ".past li",
  "/join": ".code svg",
  "/count": ".panel .slots",
  "/play": ".words .scoreboard",
  "/throw": ".panel .slots",
  "/practice": ".practice-starts button",
  "/rules": ".rules-here .whose-rules",
  "/join-night": ".field input",
  "/night": ".round-tables .side-names",
  "/card": ".stranger .primary",
  "/hand": ".help",
  "/standings": ".season-standings td",
  "/player": ".big-figures dd",
  "/race": ".figure-table td",
  "/records": ".records dt",
  "/meetings": ".meeting-lists li, .meeting-square td",
  "/me": ".own-page p",
  "/blank-cards": ".blank-card .paper-line, .blank-card .written",
};
const SHOWN_TO_COORDINATOR = {
  "/coordinator": ".columns form",
  "/players": ".roll li",
  "/seasons": ".season-part form",
  "/league": ".columns form",
  "/cancel": "form .primary",
  "/check-in": ".attendance .attendee",
  "/replies": ".attendance .attendee",
  "/tables": OF_NIGHT,
  "/money": ".night-standings td",
  "/season-sheet": ".treasurer-sheet td",
  "/ledger": ".accounts a",
  "/phones": ".code-letters",
  "/displays": ".made-link, form .primary",
};

/** The users: how a page becomes the page of this user, and the selectors that differ from a stranger's. */
export const ROLES = {
  "a stranger": { become: async () => {}, shown: {} },
  "the coordinator": { become: signIn, shown: SHOWN_TO_COORDINATOR },
  "a joined phone": {
    become: join,
    shown: { "/card": ".my-seat", "/hand": "card-grid .key", "/join-night": ".already" },
  },
};

/** Makes the club: the first night is over, the second in play. @param {string} base the service's address @returns {Promise<Place>} */
export async function furnish(base) {
  const club = new Club(base);
  const { id: season } = await club.ask("POST", "/seasons", { name: "Hiver", starts: today(), ends: dayFromNow(9) });
  const night = (days, more = {}) => club.night({ date: dayFromNow(days), season_id: season, ...more });
  const hall = await new Hall(base).openPublic(8, { season_id: season, games_per_night: 1 });
  await hall.draw();
  await hall.results();
  await hall.finish();
  hall.use(await night(0));
  for (const { id } of hall.players) await club.enter(hall.id, id);
  await hall.draw();
  return { hall, later: (await night(7)).id, season, game: await begin(base) };
}

/** The addresses of all views. @param {Place} place @param {string} table the id of the game that this phone keeps */
function addressesOf({ hall, later, season, game }, table) {
  const night = `?id=${hall.id}`;
  const token = table === game.id ? `&token=${game.token}&side=0` : "";
  const queries = {
    "/table": `?id=${table}${token}`,
    "/result": `?id=${table}`,
    "/history": `?id=${table}`,
    "/join": `?id=${table}`,
    "/night": night,
    "/card": night,
    "/hand": `?card=${hall.id}`,
    "/standings": `?season=${season}`,
    "/player": `?id=${hall.players[0].id}`,
    "/race": `?season=${season}`,
    "/records": `?season=${season}`,
    "/meetings": `?season=${season}`,
    "/cancel": `?id=${later}`,
    "/check-in": night,
    "/replies": `?id=${later}`,
    "/tables": night,
    "/money": night,
    "/season-sheet": `?season=${season}`,
    "/phones": night,
  };
  return Object.keys({ ...SHOWN, ...SHOWN_TO_COORDINATOR }).map((path) => ({ path, query: queries[path] ?? "" }));
}

/** The paths of the views that the page has. @returns {string[]} */
export function pathsOfPage() {
  return [...WEB.read("/main.ts").matchAll(/^ {2}"(\/[a-z-]*)": (?!")/gm)].map(([, path]) => path);
}

/** The paths of the views that the tour opens. @returns {string[]} */
export function pathsOfTour() {
  return Object.keys({ ...SHOWN, ...SHOWN_TO_COORDINATOR });
}

/** The ways to open the views of a page, which shows some view already. */
export const WAYS = {
  "by its address": async (page, base, views, look) => {
    for (const { path, hash, selector } of views) {
      // Without this page between, a new hash would not load the document again.
      await page.goto("about:blank");
      await page.goto(`${base}/${hash}`);
      await expectView(page, path, selector);
      await look(path);
    }
  },
  "after another": async (page, _, views, look) => {
    // A phone has the other views of the tables that it has looked at. The rest in reverse, so that the style sheets of the
    // night are loaded before those views.
    const table = views.filter(({ path }) => path === "/table");
    for (const { path, hash, selector } of [...table, ...views.toReversed()]) {
      await go(page, hash);
      await expectView(page, path, selector);
      await look(path);
    }
  },
};

/**
 * Opens every view.
 * @param {Page} page @param {string} base the service's address
 * @param {{role: keyof typeof ROLES, way: keyof typeof WAYS, look?: (path: string) => Promise<void>}} as `look` is called in each view
 * @param {Place} place
 */
export async function tour(page, base, { role, way, look = async () => {} }, place) {
  const { become, shown } = ROLES[role];
  await page.goto(`${base}/`);
  const table = (await become(page, base, place)) ?? place.game.id;
  const views = addressesOf(place, table).map(({ path, query }) => ({
    path,
    hash: `#${path}${query}`,
    selector: shown[path] ?? SHOWN[path] ?? SIGN_IN,
  }));
  await WAYS[way](page, base, views, look);
}

/** Expects that a view shows this, soon. @param {Page} page @param {string} path the view's @param {string} selector */
export async function expectView(page, path, selector) {
  const look = () =>
    page.evaluate((wanted) => {
      const main = document.querySelector("main");
      const isSeen = [...main.querySelectorAll(wanted)].some((node) => node.getClientRects().length > 0);
      return `${main.classList[0]}: ${isSeen ? wanted : main.innerText}`;
    }, selector);
  await expect.poll(look).toBe(`view-${path.slice(1) || "home"}: ${selector}`);
}

/** Goes to another view. @param {Page} page @param {string} hash */
async function go(page, hash) {
  await page.evaluate((wanted) => void (location.hash = wanted), hash);
}

/** @param {Page} page @param {string} base @param {Place} place */
async function signIn(page) {
  await go(page, "#/coordinator");
  await expectView(page, "/coordinator", SIGN_IN);
  await page.evaluate(() => {
    const password = document.querySelector("#password");
    password.value = "wednesday";
    password.form.querySelector("button").click();
  });
  await expectView(page, "/coordinator", SHOWN_TO_COORDINATOR["/coordinator"]);
}

// Joins as a player, and keeps the score of that player's game.
/** @param {Page} page @param {string} base @param {Place} place @returns {Promise<string>} the game's id */
async function join(page, base, { hall }) {
  await go(page, `#/join-night?code=${hall.code}`);
  await press(page, ".names button", ANN);
  await expectView(page, "/card", ".my-seat");
  await press(page, "main button", "Keep score");
  await expectView(page, "/table", ".keys .number");
  return page.evaluate(() => new URLSearchParams(location.hash.split("?")[1]).get("id"));
}

/** @param {Page} page @param {string} selector @param {string} words */
async function press(page, selector, words) {
  const look = () =>
    page.evaluate(
      ([wanted, text]) => {
        const button = [...document.querySelectorAll(wanted)].find((node) => node.textContent.trim() === text);
        button?.click();
        return Boolean(button);
      },
      [selector, words],
    );
  await expect.poll(look, words).toBe(true);
}

import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { isFirst, outlast } from "../browser/waits.js";

const LIVE = "Every phone at the table sees this.";
const NUMBERS = [12, 10, 8, 6, 5, 4, 3, 2, 1];
// More than this in the play is taken for a hand.
const MOST_OF_PLAY = 4;
// Milliseconds in which a question does not listen, and in which Undo does not after a tap.
const DEAF = 400;
const REST = 650;
/** Milliseconds in which a key that offers something else does nothing. */
export const OFFER_REST = 850;

/** A game of this id and token over HTTP, as another phone would begin it. @param {string} base the service's address @param {object} [begun] what differs */
export async function begin(base, begun = {}) {
  const game = { id: randomUUID(), token: randomBytes(32).toString("base64url"), base };
  const sides = [{ name: "Us" }, { name: "Them" }];
  await call(game, "PUT", "", { sides, scorer_token: game.token, ...begun });
  return game;
}

/** Asks the service for something of a game. @param {object} game from {@link begin} @param {string} method @param {string} path below the game's @param {object} [body] */
export async function call({ base, id, token }, method, path, body) {
  const response = await fetch(`${base}/api/v1/games/${id}${path}`, {
    method,
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
}

/** Pegs as another phone would. @param {object} game @param {number} side @param {number} points @param {object} [more] */
export async function pegElsewhere(game, side, points, more = {}) {
  const id = randomUUID();
  await call(game, "PUT", `/pegs/${id}`, { side, points, by: "Bob’s phone", at: new Date().toISOString(), ...more });
  return id;
}

/** The events of a game of these kinds; its pegs as they were amended last. @param {object} game @param {string[]} kinds */
export async function happened(game, ...kinds) {
  const { events } = await call(game, "GET", "/history");
  const amendedLast = (event) => {
    const amendment = events.findLast(({ kind, peg }) => kind === "peg_amended" && peg === event.id);
    if (event.kind !== "pegged" || !amendment) return event;
    const { side, points, for: earnedBy } = amendment;
    return { ...event, side, points, for: earnedBy };
  };
  return events.filter(({ kind }) => kinds.includes(kind)).map(amendedLast);
}

/** The address of a table for a phone that keeps it, and belongs to a side. @param {object} game @param {number} [side] */
export function link({ base, id, token }, side = 0) {
  return `${base}/#/table?id=${id}&token=${token}&side=${side}`;
}

/** Opens the table of a game, and waits until it is live. @param {import("@playwright/test").Page} page @param {object} game @param {number} [side] */
export async function openTable(page, game, side = 0) {
  await page.goto(link(game, side));
  await expect(state(page)).toHaveText(LIVE);
}

/** Waits until the engine in the phone has the log of the game. @param {import("@playwright/test").Page} page */
export async function engineHasGame(page) {
  await page.waitForFunction(() => {
    const files = performance.getEntriesByType("resource").filter(({ responseEnd }) => responseEnd > 0);
    return [/engine\.wasm$/, /\/history/].every((name) => files.some((file) => name.test(file.name)));
  });
}

/** A second phone at the table of a game. Its context is to be closed. @param {import("@playwright/test").Browser} browser @param {object} game @param {number} [side] */
export async function secondPhone(browser, game, side = 0) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-CA" });
  const page = await context.newPage();
  await openTable(page, game, side);
  return page;
}

/** The game that the page shows, to ask the service about it. @param {import("@playwright/test").Page} page */
export async function shownGame(page) {
  await expect(page).toHaveURL(/#\/table\?id=[0-9a-f-]{36}$/);
  const url = new URL(page.url());
  return { base: url.origin, id: url.hash.split("id=")[1] };
}

/** Waits until the table of this game is shown; the address changes before the table does. @param {import("@playwright/test").Page} page @param {{id: string}} game */
export async function awaitTable(page, { id }) {
  await expect(page.locator(`a[href^="#/count?table=${id}"]`)).toBeVisible();
}

/** The rules that Start shows, once they have arrived. @param {import("@playwright/test").Page} page */
export function chosenRules(page) {
  return page.locator(".start-rules");
}

/** Names the players at Start's table, clockwise from this phone. @param {import("@playwright/test").Page} page @param {...string} names */
export async function seat(page, ...names) {
  for (const [at, name] of names.entries()) {
    await page.locator(".seat").nth(at).click();
    await page.getByRole("textbox", { name: /^Name, / }).fill(name);
    await page.keyboard.press("Escape");
  }
}

/** Begins a usual game at the table of Start. @param {import("@playwright/test").Page} page @param {string} [base] */
export async function start(page, base = "") {
  await page.goto(`${base}/#/start`);
  await expect(chosenRules(page)).not.toBeEmpty();
  await page.getByRole("button", { name: "Start" }).click();
  await expect(scores(page).first()).toHaveText("0");
}

/**
 * Pegs a number of the play: the numbers that make it up are tapped one after the other.
 * @param {import("@playwright/test").Page} page @param {number} side from 0 @param {number} points
 */
export async function peg(page, side, points) {
  const [first, ...more] = numbersOf(points);
  if (points > MOST_OF_PLAY) await choosePlay(page);
  for (const number of [first, ...more]) await tapNumber(page, side, number);
  await endSum(page);
}

// Without the choice, more points are taken for a hand.
async function choosePlay(page) {
  if (!/^(Play|Jeu)/.test(await kind(page).textContent())) return;
  const choice = page.locator(".kind-choice").first();
  // The kinds close if another phone pegs at this moment.
  await expect(async () => {
    if (!(await choice.isVisible())) await page.locator(".kind-key").click();
    await choice.click({ timeout: 2000 });
  }).toPass();
}

/**
 * Changes the game, waits until the service has answered this change, and then until no other change is on its way.
 * @param {import("@playwright/test").Page} page @param {() => Promise<unknown>} tap
 * @param {{path?: string, body?: object}} [change] a part of the change's path, and values of its body, if several changes are on their way
 */
export async function tapAndAnswer(page, tap, { path = "/games/", body = {} } = {}) {
  const isIt = (request) =>
    request.method() !== "GET" &&
    request.url().includes(path) &&
    Object.entries(body).every(([name, value]) => request.postDataJSON()?.[name] === value);
  const answered = page.waitForResponse((response) => response.ok() && isIt(response.request()));
  await tap();
  await answered;
  await expect(state(page)).toHaveText(LIVE);
}

/** Pegs, and waits for the answer to its last tap, as {@link tapAndAnswer} does. @param {import("@playwright/test").Page} page @param {number} side from 0 @param {number} points */
export async function pegAndAnswer(page, side, points) {
  await tapAndAnswer(page, () => peg(page, side, points), { path: "/pegs/", body: { points } });
}

function numbersOf(points) {
  const largest = NUMBERS.find((number) => number <= points);
  return largest ? [largest, ...numbersOf(points - largest)] : [];
}

/** Taps a number of a side, or the number and then the side. @param {import("@playwright/test").Page} page @param {number} side from 0 @param {number} number one that has a key */
export async function tapNumber(page, side, number) {
  if (await isFirst(page.locator(".block .number"), page.locator(".two-taps .number")))
    return page.locator(`.block.of-${side} [value="${number}"]`).click();
  await page.locator(`.numbers [value="${number}"]`).click();
  await page.locator(`.side-key.of-${side}`).click();
}

/** Ends the sum of the newest taps, as Escape does if no sheet covers the table. @param {import("@playwright/test").Page} page */
export async function endSum(page) {
  await page.locator(".keys").evaluate((keys) => {
    const isCovered = document.querySelector("dialog[open]");
    if (!isCovered) keys.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  });
}

/** The question on the board. @param {import("@playwright/test").Page} page */
export function question(page) {
  return page.locator(".question");
}

/** Answers the question on the board, once it listens. @param {import("@playwright/test").Page} page @param {string} name the answer's */
export async function answer(page, name) {
  const key = question(page).getByRole("button", { name, exact: true });
  await key.waitFor();
  await outlast(page, DEAF);
  await key.click();
}

/** Types a number and gives it to the side on the left or on the right. @param {import("@playwright/test").Page} page @param {"Left"|"Right"} where @param {number} points */
export async function type(page, where, points) {
  await page.locator(".keys").focus();
  for (const digit of String(points)) await page.keyboard.press(digit);
  await page.keyboard.press(`Arrow${where}`);
}

/** Chooses the kind of the next peg. @param {import("@playwright/test").Page} page @param {string} name */
export async function chooseKind(page, name) {
  await page.locator(".kind-key").click();
  await page.locator(".kind-sheet").getByRole("button", { name, exact: true }).click();
}

/** The kind of the next peg, on its key. @param {import("@playwright/test").Page} page */
export function kind(page) {
  return page.locator(".kind-key .rail-word");
}

/** Goes from the table to another view by its menu. @param {import("@playwright/test").Page} page @param {string} name */
export async function leave(page, name) {
  await page.locator(".menu-key").click();
  await page.locator(".menu").getByRole("link", { name, exact: true }).click();
}

/** The scores as they stand there: the side of this phone first. @param {import("@playwright/test").Page} page */
export function scores(page) {
  return page.locator(".score");
}

/** The score of a side, wherever its tile is. @param {import("@playwright/test").Page} page @param {number} side from 0 */
export function scoreOf(page, side) {
  return page.locator(`.tile.of-${side} .score`);
}

/** The sides that have the crib: one, with its name, while the game goes on. @param {import("@playwright/test").Page} page */
export function crib(page) {
  return page.locator(".tile:has(.crib:not([hidden])) .side-name");
}

/** The two lines about the last event: the peg or the remark, then the side or the details. @param {import("@playwright/test").Page} page */
export function newest(page) {
  return page.locator(".said > span");
}

/** The words for how fresh the table is: the menu begins with them, and its key has them in its name. @param {import("@playwright/test").Page} page */
export function state(page) {
  return page.locator(".menu-state");
}

/** The key that takes back; its name says what. @param {import("@playwright/test").Page} page */
export function undo(page) {
  return page.locator(".undo");
}

/** Takes back, and waits until the key listens again. @param {import("@playwright/test").Page} page */
export async function takeBack(page) {
  await undo(page).click();
  await outlast(page, REST);
}

/** The key that begins the next deal. @param {import("@playwright/test").Page} page */
export function dealKey(page) {
  return page.locator(".deal-key");
}

/** The sheet at the end. @param {import("@playwright/test").Page} page */
export function sheet(page) {
  return page.getByRole("dialog");
}

/** Cuts the network, once the page is kept on the phone and nothing gets through any more. @param {import("@playwright/test").Page} page */
export async function goOffline(page) {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.context().setOffline(true);
  const answers = () =>
    page.evaluate(() =>
      fetch("/healthz", { cache: "no-store" }).then(
        () => true,
        () => false,
      ),
    );
  await expect.poll(answers).toBe(false);
}

/** Tries at once, unless the page has tried by itself meanwhile. @param {import("@playwright/test").Page} page @param {string} [where] the line with the key */
export async function tryAgain(page, where = ".menu") {
  await page
    .locator(`${where} .again`)
    .first()
    .evaluate((key) => key.click());
}

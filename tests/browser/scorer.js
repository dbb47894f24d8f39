import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "@playwright/test";

const CHIPS = [12, 8, 6, 5, 4, 3, 2, 1];

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

/** What happened in a game, by kinds. @param {object} game @param {string[]} kinds */
export async function happened(game, ...kinds) {
  const { events } = await call(game, "GET", "/history");
  return events.filter(({ kind }) => kinds.includes(kind));
}

/** The address of a table for a phone that keeps it. @param {object} game */
export function link({ base, id, token }) {
  return `${base}/#/table?id=${id}&token=${token}`;
}

/** The game that the page shows, to ask the service about it. @param {import("@playwright/test").Page} page */
export async function shownGame(page) {
  await expect(page).toHaveURL(/#\/table\?id=[0-9a-f-]{36}$/);
  const url = new URL(page.url());
  return { base: url.origin, id: url.hash.split("id=")[1] };
}

/** Begins a game by the form. @param {import("@playwright/test").Page} page @param {string} [base] */
export async function start(page, base = "") {
  await page.goto(`${base}/#/start`);
  await expect(page.getByLabel("Rules")).not.toBeEmpty();
  await page.getByRole("button", { name: "Start" }).click();
  await expect(scores(page).first()).toHaveText("0");
}

/** Taps points and a side. @param {import("@playwright/test").Page} page @param {number} side from 0 @param {number} points */
export async function peg(page, side, points) {
  await gather(page, points);
  await page.locator(".side-key").nth(side).click();
}

/** Taps points on the chips. @param {import("@playwright/test").Page} page @param {number} points */
export async function gather(page, points) {
  let left = points;
  while (left > 0) {
    const chip = CHIPS.find((value) => value <= left);
    await page.getByRole("button", { name: `Add ${chip}`, exact: true }).click();
    left -= chip;
  }
}

/** The scores, side by side. @param {import("@playwright/test").Page} page */
export function scores(page) {
  return page.locator(".score");
}

/** The newest peg, or a remark. @param {import("@playwright/test").Page} page */
export function newest(page) {
  return page.locator(".tabletop .notice p");
}

/** How fresh the table is, and what is on this phone only. @param {import("@playwright/test").Page} page */
export function state(page) {
  return page.locator(".state p");
}

/** The key that takes back. @param {import("@playwright/test").Page} page */
export function undo(page) {
  return page.getByRole("button", { name: /^Undo/ });
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
export async function tryAgain(page, where = ".state") {
  await page
    .locator(`${where} .again`)
    .first()
    .evaluate((key) => key.click());
}

import { randomBytes, randomUUID } from "node:crypto";
import { chromium, expect } from "@playwright/test";
import { launchOptions } from "../browser/chromium.js";
import { go, goSignedIn } from "../night/club.js";
import {
  dealKey,
  peg,
  pegAndAnswer,
  question,
  scores,
  sheet,
  shownGame,
  start,
  state,
  takeBack,
  tapAndAnswer,
} from "../game/scorer.js";
import { BEA, hold, sendFor } from "./held-night.js";
import { recordsOf, storageOf } from "./storage.js";

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const GAMES = "**/api/v1/games/**";
const ENTRIES = "**/entries/*";
const abort = (route) => route.abort();

/** Plays with the page of a service as a club does, and leaves as much as can be on the phone. */
class Recorder {
  #base;
  #page;
  #sent = [];

  constructor(base, page) {
    this.#base = base;
    this.#page = page;
    page.on("response", (response) => this.#note(response));
  }

  #note(response) {
    const request = response.request();
    const { pathname, search } = new URL(request.url());
    if (request.method() === "GET" || !response.ok() || !pathname.startsWith("/api/v1/games/")) return;
    const token = request.headers().authorization?.replace("Bearer ", "");
    const body = request.postDataJSON() ?? undefined;
    this.#sent.push({ method: request.method(), path: pathname + search, token, body });
  }

  // Sends a request as another phone would.
  async #elsewhere(game, path, body) {
    const request = { method: "PUT", path: `/api/v1/games/${game.id}${path}`, token: path && game.token, body };
    await sendFor(this.#base, request);
    this.#sent.push(request);
  }

  async #pegElsewhere(game, side, points) {
    await this.#elsewhere(game, `/pegs/${randomUUID()}`, { side, points, by: "Bob’s phone", at: now() });
  }

  async record() {
    const page = this.#page;
    const { club, night, game, player, other } = await hold(this.#base);
    const played = await this.#play();
    const watched = await this.#watch();
    const ended = await this.#end();
    await this.#join(club, night);
    const day = now().slice(0, 10);

    await page.route(GAMES, abort);
    await peg(page, 1, 5);
    await this.#unsent(played);
    const [begun, rematch] = await this.#begin();
    await goSignedIn(page, this.#base, `check-in?id=${night}`, BEA);
    await page.route(ENTRIES, abort);
    await page.getByRole("checkbox", { name: "Bob Baker has paid" }).check();
    await expect.poll(async () => recordsOf(await storageOf(page), "pegout-commands", "commands").length).toBe(1);
    await go(page, "");
    await page.getByRole("button", { name: "Français" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    const away = page.locator(".dot[data-state=away]");
    const shown = [
      await this.#look("played", played, [41, 14], away, state(page)),
      await this.#look("watched", watched, [15, 0], away, state(page)),
      await this.#look("night", game, [10, 5], away, state(page)),
      await this.#look("begun", begun, [121, 20], away, state(page)),
      await this.#look("rematch", rematch, [0, 7], away, state(page)),
      await this.#look("ended", ended, [121, 3], question(page), question(page).locator("p")),
    ];

    // The page is closed while it sends.
    const sending = page.waitForRequest(GAMES);
    await page.unroute(GAMES);
    await page.route(GAMES, () => {});
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await sending;
    const storage = await storageOf(page);
    if (now().slice(0, 10) !== day) throw new Error("The day has changed meanwhile. Record once more.");
    const [{ token: joined }] = recordsOf(storage, "pegout", "nights");
    const { token: session } = JSON.parse(storage.localStorage["pegout.session"]);
    const made = { night, game, player, other, joined, session };
    return numbered({ day, made, shown, sent: this.#sent, ...storage });
  }

  // A game of this phone, which the service knows.
  async #play() {
    const page = this.#page;
    await start(page, this.#base);
    await pegAndAnswer(page, 0, 8);
    await pegAndAnswer(page, 1, 12);
    await tapAndAnswer(page, () => dealKey(page).click(), { path: "/deals/" });
    await pegAndAnswer(page, 0, 4);
    return (await shownGame(page)).id;
  }

  // Somebody else's game.
  async #watch() {
    const game = await this.#beginElsewhere();
    await go(this.#page, `table?id=${game.id}`);
    await this.#pegElsewhere(game, 0, 15);
    await expect(scores(this.#page)).toHaveText(["15", "0"]);
    return game.id;
  }

  async #beginElsewhere() {
    const game = { id: randomUUID(), token: randomBytes(32).toString("base64url") };
    await this.#elsewhere(game, "", { sides: [{ name: "Us" }, { name: "Them" }], scorer_token: game.token });
    return game;
  }

  // A game that another phone has ended, while this one had taps for it.
  async #end() {
    const page = this.#page;
    const game = await this.#beginElsewhere();
    await page.goto(`${this.#base}/#/table?id=${game.id}&token=${game.token}&side=0`);
    await pegAndAnswer(page, 1, 3);
    await page.route(GAMES, abort);
    await peg(page, 0, 2);
    await peg(page, 1, 2);
    await expect(state(page)).toHaveText(/^2 taps/);
    for (const points of [29, 29, 29, 29, 5]) await this.#pegElsewhere(game, 0, points);
    await page.unroute(GAMES);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(question(page)).toBeVisible();
    await expect.poll(async () => this.#refused(await storageOf(page))).toBe(2);
    return game.id;
  }

  #refused(storage) {
    return recordsOf(storage, "pegout", "outbox").filter(({ refused }) => refused).length;
  }

  async #join(club, night) {
    const page = this.#page;
    const { join_code: code } = await club.look(night);
    await go(page, `join-night?code=${code}`);
    await page.getByRole("button", { name: "Ann Archer", exact: true }).click();
    await page.getByRole("button", { name: "Keep score" }).click();
    await pegAndAnswer(page, 0, 10);
  }

  // Taps of every kind.
  async #unsent(played) {
    const page = this.#page;
    await go(page, `table?id=${played}`);
    await expect(scores(page)).toHaveText(["12", "12"]);
    await peg(page, 1, 6);
    await takeBack(page);
    await dealKey(page).click();
    await takeBack(page);
    await dealKey(page).click();
    await peg(page, 1, 2);
    await peg(page, 0, 29);
    await expect(state(page)).toHaveText(/^7 taps/);
  }

  // A game that was begun and won without a network, with its rematch.
  async #begin() {
    const page = this.#page;
    await start(page, this.#base);
    const begun = await shownGame(page);
    for (const [side, points] of [
      [0, 29],
      [0, 29],
      [0, 29],
      [1, 20],
      [0, 29],
      [0, 5],
    ])
      await peg(page, side, points);
    await sheet(page).getByRole("button", { name: "Rematch" }).click();
    await expect(scores(page)).toHaveText(["0", "0"]);
    await peg(page, 1, 7);
    return [begun.id, (await shownGame(page)).id];
  }

  // Waits until a table shows these scores and this sign.
  async #look(what, id, points, sign, line) {
    const page = this.#page;
    await go(page, `table?id=${id}`);
    await expect(scores(page)).toHaveText(points.map(String));
    await expect(sign).toBeVisible();
    return { what, id, scores: points, state: what === "ended" ? "refusal" : "away", words: await line.textContent() };
  }
}

function now() {
  return new Date().toISOString();
}

// The ids by chance become numbers.
function numbered(phone) {
  const numbers = new Map();
  const number = (id) => {
    if (!numbers.has(id)) numbers.set(id, String(numbers.size + 1).padStart(12, "0"));
    return `00000000-0000-4000-8000-${numbers.get(id)}`;
  };
  return JSON.parse(JSON.stringify(phone).replaceAll(ID, number));
}

/** Records a phone with the page of a service. @param {string} base the service's address @returns {Promise<object>} see the READMEs in `data` */
export async function recordPhone(base) {
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: "en-CA" });
    return await new Recorder(base, page).record();
  } finally {
    await browser.close();
  }
}

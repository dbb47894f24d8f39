import { randomUUID } from "node:crypto";
import { expect, test as base } from "../browser/test.js";

export { expect };

const NAMES = [
  "Ann Archer",
  "Bob Baker",
  "Cy Cole",
  "Di Drew",
  "Ed East",
  "Flo Fox",
  "Gus Gray",
  "Hélène Hébert",
  "Ida Ives",
  "Jo Joly",
  "Kim King",
  "Léo Lavoie",
  "Marie-Claude Desrochers",
  "Ned Nash",
  "Ora Otis",
  "Pat Poe",
];

/** Today in the time zone of the tests, as the hall's board reads it. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** A league night over HTTP, as the coordinator runs it. */
export class Hall {
  /** @param {string} base the service's address */
  constructor(base) {
    this.base = base;
  }

  /** Signs in and makes a night with `count` players. @param {number} count @param {object} [more] of the night */
  async open(count, more = {}) {
    ({ token: this.token } = await this.call("POST", "/session", { password: "wednesday" }));
    this.use(await this.call("POST", "/nights", { date: today(), ...more }));
    this.players = [];
    for (let at = 0; at < count; at += 1) await this.add(NAMES[at % NAMES.length] + (NAMES[at] ? "" : ` ${at + 1}`));
    return this;
  }

  /** Goes on with another night. @param {{id: string, join_code: string}} night */
  use({ id, join_code: code }) {
    Object.assign(this, { id, code });
  }

  /** The same in a public league, whose readers need no token. @param {number} count @param {object} [more] of the night */
  async openPublic(count, more = {}) {
    await this.open(count, more);
    await this.publish();
    return this;
  }

  /** Checks a new player in. @param {string} name */
  async add(name) {
    const player = await this.call("POST", "/players", { name, active_member: true });
    this.players.push(player);
    await this.call("PUT", `/nights/${this.id}/entries/${player.id}`, { paid: true });
    return player;
  }

  /** Draws the next round. @returns {Promise<object[]>} its tables */
  async draw() {
    await this.call("POST", `/nights/${this.id}/rounds`);
    return this.tables();
  }

  /** The tables of the newest round. */
  async tables() {
    const { rounds } = await this.call("GET", `/nights/${this.id}`);
    return rounds.at(-1)?.tables ?? [];
  }

  /** Enters how a table's game ended: the first side wins, the other sides have this score. @param {object} table @param {number} [score] */
  async result(table, score = 97) {
    const scores = table.sides.map((_, side) => (side === 0 ? 121 : score));
    await this.call("PUT", `/games/${table.game_id}/result`, { scores });
  }

  /** Ends every game of the newest round, each loser with another score. */
  async results() {
    for (const [at, table] of (await this.tables()).entries()) await this.result(table, 100 + at);
  }

  /** Pegs at a table. @param {object} table @param {number} side @param {number} points */
  async peg(table, side, points) {
    await this.call("PUT", `/games/${table.game_id}/pegs/${randomUUID()}`, { side, points, for: "other" });
  }

  /** Finishes the night. */
  async finish() {
    await this.call("POST", `/nights/${this.id}/finish`, { void_open_games: true });
  }

  /** Shows the league's lists and prizes to everybody. */
  async publish() {
    await this.call("PUT", "/league", { name: "Cribbage league", public: true });
  }

  /** The standings. */
  async standings() {
    return (await this.call("GET", `/nights/${this.id}/standings`)).rows;
  }

  /** Asks the service. @param {string} method @param {string} path @param {object} [body] */
  async call(method, path, body) {
    const headers = { "Content-Type": "application/json" };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    const response = await fetch(`${this.base}/api/v1${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }
}

/** Joins a night by the form, as this player. @param {import("@playwright/test").Page} page @param {Hall} hall @param {string} name */
export async function joinAs(page, hall, name) {
  await page.goto(`${hall.base}/#/join-night?code=${hall.code}`);
  await page.getByRole("button", { name, exact: true }).click();
  await page.waitForURL(/#\/card/);
}

/** The table of this player in the newest round. @param {object[]} tables @param {string} name */
export function tableOf(tables, name) {
  return tables.find(({ sides }) => sides.some(({ players }) => players.some((player) => player.name === name)));
}

/** Tests with a service of their own, as the views without an id look for the night that is on, and a night of eight. */
export const test = base.extend({
  hall: async ({ ownService }, use) => use(await new Hall(ownService.url).open(8)),
});

/** The complaints that the browser may have when the network is cut and the service refuses. */
export const TOLERATED = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (404|409|422)/;

/** One of the players. */
export const ANN = NAMES[0];

/** The seat of somebody. @param {import("@playwright/test").Page} page */
export const seat = (page) => page.locator(".my-seat");

/** The words about a seat. @param {import("@playwright/test").Page} page */
export const line = (page) => page.locator(".seat-line");

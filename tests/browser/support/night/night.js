import { expect } from "@playwright/test";
import { isFirst } from "../browser/waits.js";
import { sheet } from "../game/scorer.js";

const PASSWORD = "wednesday";
const NAMES = [
  "Ann Archer",
  "Bob Baker",
  "Cy Côté",
  "Di Dubé",
  "Eve Émond",
  "Fay Fortin",
  "Guy Gagnon",
  "Hal Houle",
  "Ida Imbeault",
  "Jo Joly",
  "Kim Kirouac",
  "Léo Lavoie",
  "Mia Morin",
  "Ned Nadeau",
  "Ora Ouellet",
  "Pia Poirier",
  "Quin Quirion",
  "Ray Roy",
  "Sue Savard",
  "Tom Tremblay",
  "Una Urbain",
  "Val Vachon",
  "Wes Wolfe",
  "Xan Xhaka",
];

/** The coordinator of a service, over HTTP, with requests that set a test up and requests that look up its results. */
export class Club {
  #token;

  /** @param {string} base the service's address */
  constructor(base) {
    this.base = base;
  }

  /** Asks as the coordinator. @param {string} method @param {string} path below `/api/v1` @param {object} [body] @returns {Promise<any>} */
  async ask(method, path, body) {
    this.#token ??= (await this.#send("POST", "/session", { password: PASSWORD })).token;
    return this.#send(method, path, body);
  }

  async #send(method, path, body) {
    const headers = {
      "Content-Type": "application/json",
      ...(this.#token && { Authorization: `Bearer ${this.#token}` }),
    };
    const response = await fetch(`${this.base}/api/v1${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return /json/.test(response.headers.get("Content-Type")) ? JSON.parse(text) : text;
  }

  /** Makes `count` members with names of their own, by the alphabet. @param {number} count up to 24 @returns {Promise<{id: string, name: string}[]>} */
  async members(count) {
    const members = [];
    for (const name of NAMES.slice(0, count)) members.push(await this.ask("POST", "/players", { name }));
    return members;
  }

  /** A night. @param {object} [more] what differs @returns {Promise<object>} */
  async night(more = {}) {
    return this.ask("POST", "/nights", { date: "2026-01-28", ...more });
  }

  /** A night with `count` members; all have paid except the last `unpaid`. @param {number} count @param {number} [unpaid] */
  async gathered(count, unpaid = 0) {
    const players = await this.members(count);
    const { id } = await this.night();
    for (const [at, player] of players.entries()) await this.enter(id, player.id, { paid: at < count - unpaid });
    return { id, players };
  }

  /** Checks somebody in. @param {string} night @param {string} player @param {object} [noted] */
  async enter(night, player, noted = {}) {
    return this.ask("PUT", `/nights/${night}/entries/${player}`, noted);
  }

  /** Draws the next round. @param {string} night @returns {Promise<object>} the night */
  async draw(night) {
    return this.ask("POST", `/nights/${night}/rounds`, {});
  }

  /** Joins with a phone. @param {string} night @param {object} whose `{player_id}` or `{table}` */
  async join(night, whose) {
    const { join_code: code } = await this.look(night);
    return this.ask("POST", "/nights/join", { code, ...whose });
  }

  /** The night as it is. @param {string} night */
  async look(night) {
    return this.ask("GET", `/nights/${night}`);
  }

  /** Enters the results of the newest round's tables: the first side wins, the losers have the given scores. @param {string} night @param {(number[]|null)[]} lost the losers' scores a table; null leaves it playing */
  async play(night, lost) {
    const { rounds } = await this.look(night);
    for (const [at, { game_id }] of rounds.at(-1).tables.entries()) {
      if (lost[at]) await this.ask("PUT", `/games/${game_id}/result`, { scores: [121, ...lost[at]] });
    }
  }
}

/** Opens a view of the coordinator, and signs in if the page asks for the password. @param {import("@playwright/test").Page} page @param {Club} club @param {string} view such as `tables?id=…` */
export async function openAsCoordinator(page, club, view) {
  await page.goto(`${club.base}/#/${view}`);
  const password = page.locator("#password");
  // On the same page the view before it stays until the browser fires `hashchange`.
  const link = page.locator(`.night-links a[href="#/${view}"][aria-current="page"]`);
  if (await isFirst(password, link)) {
    await password.fill(PASSWORD);
    await password.press("Enter");
  }
  await expect(link).toBeVisible();
  await expect(page.locator(".tonight")).not.toBeEmpty();
}

/** A table of the round that the coordinator looks at. @param {import("@playwright/test").Page} page @param {number} number the table's */
export function card(page, number) {
  return page.getByRole("region", { name: `Table ${number}`, exact: true });
}

/** Enters the result of a table: a number, then who won. A correction asks for its reason next. @param {import("@playwright/test").Page} page @param {{number: number, sides: object[]}} table of a round @param {number} winner the side that won @param {Record<string, number>} lost the losers' scores by side */
export async function enterResult(page, { number, sides }, winner, lost) {
  await card(page, number)
    .getByRole("button", { name: /^(Enter|Correct)/ })
    .click();
  const key = (side) => sheet(page).locator(".winner-key").nth(Number(side));
  const tap = async (score) => {
    for (const digit of String(121 - score))
      await sheet(page).getByRole("button", { name: digit, exact: true }).click();
  };
  if (sides.length === 2) {
    await tap(lost[1 - winner]);
    return key(winner).click();
  }
  await key(winner).click();
  for (const [side, score] of Object.entries(lost)) {
    await key(side).click();
    await tap(score);
  }
  await sheet(page)
    .getByRole("button", { name: /^Enter 121/ })
    .click();
}

/** Opens the seats of a table. @param {import("@playwright/test").Page} page @param {number} number the table's */
export async function openSeats(page, number) {
  await card(page, number)
    .getByRole("button", { name: /^Seats/ })
    .click();
  await expect(sheet(page)).toBeVisible();
}

/** Lets two players change places in the sheet of the seats. @param {import("@playwright/test").Page} page @param {string} one @param {string} other */
export async function exchange(page, one, other) {
  for (const name of [one, other]) await sheet(page).getByRole("button", { name, exact: true }).click();
}

/** Changes two seats by the table of the first. @param {import("@playwright/test").Page} page @param {number} number the table's @param {string} one @param {string} other */
export async function swapSeats(page, number, one, other) {
  await openSeats(page, number);
  await exchange(page, one, other);
  await sheet(page).getByRole("button", { name: "Change the seats" }).click();
}

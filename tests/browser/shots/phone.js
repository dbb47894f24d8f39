import { keepOnPhone } from "../support/editions/storage.js";

const STORES = {
  tables: { keyPath: "id" },
  outbox: { keyPath: "seq", autoIncrement: true },
  lease: null,
  nights: { keyPath: "id" },
};

/**
 * A phone as a scene begins with it.
 * @typedef {object} Phone
 * @property {{id: string, token: string|null, night?: string}[]} [tables] the tables it has, the one opened last first
 * @property {object[]} [nights] the nights that it joined, the one of this evening first
 * @property {boolean} [coordinator] true if the coordinator is signed in
 */

/**
 * Stores a phone's data before its scene begins.
 * @param {import("@playwright/test").Page} page of a browser that has not opened the page yet
 * @param {string} base the service's address
 * @param {Phone} phone
 * @param {{clock: string, session: string, game: (id: string) => Promise<object>}} known the time, the coordinator's token, and the service's games
 */
export async function furnish(page, base, { tables = [], nights = [], coordinator = false }, { clock, session, game }) {
  const opened = (at) => new Date(Date.parse(clock) - at * 60_000).toISOString();
  const known = tables.map(async (table, at) => ({
    line: table.id,
    // A phone without a side is asked for it, which covers the table.
    side: 0,
    ...table,
    game: await game(table.id),
    deals: {},
    opened: opened(at),
  }));
  const records = { tables: await Promise.all(known), nights };
  const stores = Object.entries(STORES).map(([name, options]) => ({
    name,
    options: options ?? {},
    records: (records[name] ?? []).map((value) => ({ value })),
  }));
  await keepOnPhone(page, base, {
    localStorage: {
      // A phone without a name draws one.
      "pegout.phone": nights[0]?.name ?? "Phone 42",
      ...(nights[0] && { "pegout.night": nights[0].id }),
      ...(coordinator && { "pegout.session": JSON.stringify({ token: session, name: "" }) }),
    },
    sessionStorage: {},
    indexedDB: [{ name: "pegout", version: 2, stores }],
  });
}

import { readFileSync } from "node:fs";

const PHONE = new URL("../../data/0.1.0/phone.json", import.meta.url);
const DAY = 24 * 3600_000;

/**
 * The storage of a phone of 0.1.0, as of yesterday.
 * @param {Record<string, string>} made ids and tokens that this service made, by the names of the recorded ones
 * @returns {object} see the README beside the recorded
 */
export function oldPhone(made) {
  const text = readFileSync(PHONE, "utf8");
  const recorded = JSON.parse(text);
  const yesterday = new Date(Date.now() - DAY).toISOString().slice(0, 10);
  const replaced = Object.entries(recorded.made).map(([name, old]) => [old, made[name]]);
  return JSON.parse(
    replaced.reduce((all, [old, own]) => all.replaceAll(old, own), text.replaceAll(recorded.day, yesterday)),
  );
}

/** The entries of its outbox that are still to be sent. @param {object} phone @returns {object[]} */
export function unsent({ indexedDB }) {
  const { records } = indexedDB.stores.find(({ name }) => name === "outbox");
  return records.map(({ value }) => value).filter(({ refused }) => !refused);
}

/** Puts the storage of a phone into a browser that has not opened the page yet. @param {import("@playwright/test").Page} page @param {string} base the service's address @param {object} phone */
export async function keepOnPhone(page, base, phone) {
  const empty = `${base}/empty`;
  await page.route(empty, (route) =>
    route.fulfill({ contentType: "text/html", body: '<link rel="icon" href="data:," />' }),
  );
  await page.goto(empty);
  await page.evaluate(async (kept) => {
    Object.assign(localStorage, kept.localStorage);
    Object.assign(sessionStorage, kept.sessionStorage);
    const { name, version, stores } = kept.indexedDB;
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => {
      for (const { name: store, options, records } of stores) {
        const made = request.result.createObjectStore(store, options);
        for (const { key, value } of records) made.add(value, key);
      }
    };
    await new Promise((resolve, reject) => Object.assign(request, { onsuccess: resolve, onerror: reject }));
    request.result.close();
  }, phone);
}

import { readFileSync } from "node:fs";
import { recordsOf } from "./storage.js";

const DAY = 24 * 3600_000;

/**
 * A phone's storage in an edition, as of yesterday.
 * @param {string} edition such as `0.1.0` @param {Record<string, string>} made ids and tokens that this service made, by the names of the recorded ones
 * @returns {object} the storage; see the README next to the recorded data
 */
export function oldPhone(edition, made) {
  const text = readFileSync(new URL(`../../data/${edition}/phone.json`, import.meta.url), "utf8");
  const recorded = JSON.parse(text);
  const yesterday = new Date(Date.now() - DAY).toISOString().slice(0, 10);
  const replaced = Object.entries(recorded.made).map(([name, old]) => [old, made[name]]);
  const phone = JSON.parse(
    replaced.reduce((all, [old, own]) => all.replaceAll(old, own), text.replaceAll(recorded.day, yesterday)),
  );
  // The first edition had one database.
  return { ...phone, indexedDB: [phone.indexedDB].flat() };
}

/** The entries of its outbox that are still to be sent. @param {object} phone @returns {object[]} */
export function unsent(phone) {
  return recordsOf(phone, "pegout", "outbox").filter(({ refused }) => !refused);
}

/** The coordinator's changes that are still to be sent. @param {object} phone @returns {object[]} */
export function unsentChanges(phone) {
  return recordsOf(phone, "pegout-commands", "commands");
}

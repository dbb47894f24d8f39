const KEY = "pegout.language";
const LANGUAGES = ["en", "fr"];
// As the service calls somebody who was forgotten, and what stands between the partners of a side.
const FORMER = "Former player";
const AND = " + ";
const listeners = new Set();
const files = new Map();
const loaded = new Set();
let current = remembered() ?? preferred();
let messages = {};

/**
 * Registers the messages of a feature; {@link loadMessages} fetches them.
 * @param {string} group the feature's name
 * @param {Record<"en"|"fr", () => Promise<{default: Record<string, string|Record<string, string>>}>>} modules by language
 */
export function addMessages(group, modules) {
  files.set(group, modules);
}

async function fetchGroups(groups, wanted) {
  const modules = await Promise.all([...groups].map((group) => files.get(group)[wanted]()));
  return Object.assign({}, ...modules.map((module) => module.default));
}

// Reading localStorage throws where the browser forbids storage.
function remembered() {
  try {
    const kept = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem(KEY);
    return LANGUAGES.includes(kept) ? kept : null;
  } catch {
    return null;
  }
}

function preferred() {
  const wanted = navigator.languages?.map((tag) => tag.slice(0, 2).toLowerCase()) ?? [];
  return wanted.find((tag) => LANGUAGES.includes(tag)) ?? "en";
}

/** The language in use. @returns {"en"|"fr"} */
export function language() {
  return current;
}

/** The language that the switch offers. @returns {"en"|"fr"} */
export function otherLanguage() {
  return current === "en" ? "fr" : "en";
}

/**
 * Changes the language, remembers it where that is allowed, and tells the listeners; without a network the language
 * stays, unless the phone has the other one.
 * @param {"en"|"fr"} wanted the language
 */
export async function setLanguage(wanted) {
  let words;
  try {
    // Another feature may have loaded its messages in the old language meanwhile.
    for (let groups = 0; groups < loaded.size;) {
      groups = loaded.size;
      words = await fetchGroups(loaded, wanted);
    }
  } catch {
    return;
  }
  messages = words;
  current = wanted;
  try {
    localStorage.setItem(KEY, wanted);
  } catch {
    // The choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Fetches the messages of features, before anything of them is shown; rejects when they cannot be fetched. @param {...string} groups their names */
export async function loadMessages(...groups) {
  const missing = groups.filter((group) => !loaded.has(group));
  const wanted = current;
  const fetched = await fetchGroups(missing, wanted);
  for (const group of missing) loaded.add(group);
  if (wanted === current) Object.assign(messages, fetched);
  else messages = await fetchGroups(loaded, current);
}

/**
 * Calls the listener after each change of language.
 * @param {() => void} listener what to call
 */
export function onLanguage(listener) {
  listeners.add(listener);
}

/** Whether there are words for the key. @param {string} key @returns {boolean} */
export function has(key) {
  return Object.hasOwn(messages, key);
}

/**
 * The words for a key. `{name}` in them is replaced; a message with plural forms takes the one for `n`.
 * @param {string} key the message's key
 * @param {Record<string, string|number>} [values] what to put in
 * @returns {string}
 */
export function t(key, values = {}) {
  let message = messages[key];
  if (typeof message === "object") {
    message = message[new Intl.PluralRules(current).select(values.n)] ?? message.other;
  }
  return message.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function named(_, value) {
  if (typeof value !== "string" || !value.includes(FORMER)) return value;
  return value
    .split(AND)
    .map((name) => (name === FORMER ? t("player.former") : name))
    .join(AND);
}

/** Reads the service's JSON; somebody who was forgotten is called so in the language in use. @param {string} text @returns {any} */
export function read(text) {
  return JSON.parse(text, named);
}

/** The words for a key when there are any, else the key's last part, readable. @param {string} group such as `kind` @param {string} slug @returns {string} */
export function word(group, slug) {
  const key = `${group}.${slug}`;
  return has(key) ? t(key) : slug.replaceAll(/[_-]/g, " ");
}

/** Joins words as a sentence does: “a, b and c”. @param {string[]} words @param {"conjunction"|"disjunction"} [type] and, or @returns {string} */
export function list(words, type = "conjunction") {
  return new Intl.ListFormat(locale(), { type }).format(words);
}

/** A time of day, as a clock shows it. @param {Date} time @returns {string} */
export function clock(time) {
  return new Intl.DateTimeFormat(locale(), { hour: "numeric", minute: "2-digit" }).format(time);
}

/** A number as the language writes it, with a true minus. @param {number} value @param {number} [decimals] how many are shown @returns {string} */
export function number(value, decimals = 2) {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: "negative" };
  return new Intl.NumberFormat(locale(), digits).format(value).replace("-", "−");
}

function locale() {
  return `${current}-CA`;
}

/** A night's day, as people say it: “Wednesday, January 28”. @param {string} date as `2026-01-28` @returns {string} */
export function day(date) {
  // A date has no time zone; midnight UTC shown in UTC stays that day everywhere.
  const format = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" };
  return firstOf(new Intl.DateTimeFormat(`${language()}-CA`, format).format(new Date(`${date}T00:00:00Z`)));
}

/** A day with its year, as paper needs it: “Wednesday, January 28, 2026”. @param {string} date as `2026-01-28` @returns {string} */
export function dayOnPaper(date) {
  const format = { dateStyle: "full", timeZone: "UTC" };
  return firstOf(new Intl.DateTimeFormat(`${language()}-CA`, format).format(new Date(`${date}T00:00:00Z`)));
}

/** A day in words with its first of the month as French says it, “1er”, which browsers do not know of Canada. @param {string} words @returns {string} */
export function firstOf(words) {
  return language() === "fr" ? words.replace(/\b1 /, "1er ") : words;
}

/** A night's hour, as a clock shows it: “7:00 p.m.”, “19 h 00”, not to be broken. @param {string} time as `19:00` @returns {string} */
export function hour(time) {
  return clock(new Date(`2026-01-28T${time}`)).replaceAll(/\s/g, "\u00a0");
}

/** Today where this device is. @returns {string} as `2026-01-28` */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** Cents as money is written: `$38`, and `$2.50` where there are cents. @param {number} cents @returns {string} */
export function amount(cents) {
  const minimumFractionDigits = cents % 100 === 0 ? 0 : 2;
  const format = { style: "currency", currency: "CAD", currencyDisplay: "narrowSymbol", minimumFractionDigits };
  return new Intl.NumberFormat(`${language()}-CA`, format).format(cents / 100);
}

const KEY = "pegout.language";
// Hardly anybody needs both languages, and only who goes there needs what the views of a league night say.
const LANGUAGES = {
  en: {
    page: () => import("./messages/en.js"),
    hall: () => import("../hall/messages/en.js"),
    running: () => import("../office/messages/running-en.js"),
    club: () => import("../office/messages/club-en.js"),
  },
  fr: {
    page: () => import("./messages/fr.js"),
    hall: () => import("../hall/messages/fr.js"),
    running: () => import("../office/messages/running-fr.js"),
    club: () => import("../office/messages/club-fr.js"),
  },
};
// As the service calls somebody who was forgotten, and what stands between the partners of a side.
const FORMER = "Former player";
const AND = " + ";
const listeners = new Set();
const groups = new Set(["page"]);
let current = remembered() ?? preferred();
let messages = await fetched(current);

async function fetched(wanted) {
  const files = await Promise.all([...groups].map((group) => LANGUAGES[wanted][group]()));
  return Object.assign({}, ...files.map((file) => file.default));
}

// Reading localStorage throws where the browser forbids storage.
function remembered() {
  try {
    const kept = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem(KEY);
    return Object.hasOwn(LANGUAGES, kept ?? "") ? kept : null;
  } catch {
    return null;
  }
}

function preferred() {
  const wanted = navigator.languages?.map((tag) => tag.slice(0, 2).toLowerCase()) ?? [];
  return wanted.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
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
    // A part's words may come in the language before meanwhile.
    for (let parts = 0; parts < groups.size;) {
      parts = groups.size;
      words = await fetched(wanted);
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

/**
 * Fetches the words of a part of the page, before anything of it is shown; rejects when they do not come.
 * @param {"hall"|"running"|"club"} group which part
 */
export async function learn(group) {
  if (groups.has(group)) return;
  const wanted = current;
  const { default: words } = await LANGUAGES[wanted][group]();
  groups.add(group);
  if (wanted === current) Object.assign(messages, words);
  else messages = await fetched(current);
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

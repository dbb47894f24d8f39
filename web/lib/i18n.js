import { ownName } from "./root.js";

/** @typedef {"en"|"fr"} Language */
/** @typedef {string|Record<string, string>} Message a text, or its plural forms */
/** @typedef {Record<string, Message>} Messages */

const KEY = ownName("pegout.language");
/** @type {Language[]} */
const LANGUAGES = ["en", "fr"];
// The service's name for a player who was forgotten, and its separator between the partners of a side.
const FORMER = "Former player";
const AND = " + ";
// The letters that are written from right to left, and the marks around a text whose direction is its own.
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const [BEGIN, END] = ["\u2068", "\u2069"];
/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {Map<string, Record<Language, () => Promise<{default: Messages}>>>} */
const files = new Map();
/** @type {Set<string>} */
const loaded = new Set();
/** @type {Messages} */
let messages = {};
let current = savedLanguage() ?? preferred();

/**
 * Registers the messages of a feature; {@link loadMessages} fetches them.
 * @param {string} group the feature's name
 * @param {Record<Language, () => Promise<{default: Messages}>>} modules by language
 */
export function addMessages(group, modules) {
  files.set(group, modules);
}

/** @param {Iterable<string>} groups @param {Language} wanted */
async function fetchGroups(groups, wanted) {
  const modules = await Promise.all(Array.from(groups, (group) => files.get(group)?.[wanted]()));
  return Object.assign({}, ...modules.map((module) => module?.default));
}

/** Fetches the messages of features, before anything of them is shown; rejects when they cannot be fetched. @param {...string} groups their names */
export async function loadMessages(...groups) {
  const missing = groups.filter((group) => !loaded.has(group));
  const wanted = current;
  const fetched = await fetchGroups(missing, wanted);
  for (const group of missing) loaded.add(group);
  if (wanted === current) Object.assign(messages, fetched);
  else messages = await fetchLoaded(current);
}

// Another feature may load its messages meanwhile.
/** @param {Language} wanted @returns {Promise<Messages>} */
async function fetchLoaded(wanted) {
  const groups = loaded.size;
  const fetched = await fetchGroups(loaded, wanted);
  return groups === loaded.size ? fetched : fetchLoaded(wanted);
}

// Reading localStorage throws where the browser forbids storage.
function savedLanguage() {
  try {
    const saved = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem(KEY);
    return LANGUAGES.find((language) => language === saved) ?? null;
  } catch {
    return null;
  }
}

function preferred() {
  const wanted = navigator.languages?.map((tag) => tag.slice(0, 2).toLowerCase()) ?? [];
  return wanted.map((tag) => LANGUAGES.find((language) => language === tag)).find(Boolean) ?? "en";
}

/** Returns the language in use. @returns {Language} */
export function language() {
  return current;
}

/** Returns the language that the switch offers. @returns {Language} */
export function otherLanguage() {
  return current === "en" ? "fr" : "en";
}

/** Returns the locale of the language in use. @returns {string} such as `en-CA` */
export function locale() {
  return `${current}-CA`;
}

/**
 * Changes the language, remembers it where that is allowed, and calls the listeners; without a network the language
 * stays, unless the phone has the other one.
 * @param {Language} wanted the language
 * @param {{isKept?: boolean}} [options] `isKept` is false for a change that is not to be remembered
 */
export async function setLanguage(wanted, { isKept = true } = {}) {
  /** @type {Messages} */
  let fetched = {};
  try {
    fetched = await fetchLoaded(wanted);
  } catch {
    return;
  }
  messages = fetched;
  current = wanted;
  try {
    if (isKept) localStorage.setItem(KEY, wanted);
  } catch {
    // The choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Calls the listener after each change of language. @param {() => void} listener */
export function onLanguage(listener) {
  listeners.add(listener);
}

/** Returns true if there is a message with this key. @param {string} key @returns {boolean} */
export function has(key) {
  return Object.hasOwn(messages, key);
}

/**
 * Returns the message of a key. `{name}` in it is replaced; of plural forms it takes the one for `n`.
 * @param {string} key the message's key
 * @param {Record<string, any>} [values] the values of the names in it
 * @returns {string}
 */
export function t(key, values = {}) {
  const message = messages[key];
  const text =
    typeof message === "string"
      ? message
      : (message[new Intl.PluralRules(current).select(Number(values.n))] ?? message.other);
  // A value that ends with a point, such as “7:00 p.m.”, ends the sentence too.
  return text.replace(/\{(\w+)\}(\.?)/g, (_, name, point) => {
    const value = isolated(values[name]);
    return `${value}`.endsWith(".") ? value : value + point;
  });
}

/**
 * Returns a name so that, written from right to left, it does not turn the number beside it; other values, and a text in
 * which names are isolated already, as they are.
 * @template Value
 * @param {Value} value
 * @returns {Value|string}
 */
export function isolated(value) {
  const turns = typeof value === "string" && RTL.test(value) && !value.includes(BEGIN);
  return turns ? `${BEGIN}${value}${END}` : value;
}

/** @param {string} _ @param {unknown} value */
function named(_, value) {
  if (typeof value !== "string" || !value.includes(FORMER)) return value;
  return value
    .split(AND)
    .map((name) => (name === FORMER ? t("player.former") : name))
    .join(AND);
}

/** Reads the service's JSON; somebody who was forgotten gets a name in the language in use. @param {string} text @returns {any} */
export function read(text) {
  return JSON.parse(text, named);
}

/** Returns the message of a key if there is one, else the key's last part, readable. @param {string} group such as `kind` @param {string} slug @returns {string} */
export function word(group, slug) {
  const key = `${group}.${slug}`;
  return has(key) ? t(key) : slug.replaceAll(/[_-]/g, " ");
}

/** Joins words as a sentence does: “a, b and c”. @param {string[]} words @param {"conjunction"|"disjunction"} [type] and, or @returns {string} */
export function list(words, type = "conjunction") {
  return new Intl.ListFormat(locale(), { type }).format(words);
}

import { ownName } from "./root.ts";

/** A language of the page. */
export type Language = "en" | "fr";
/** A text, or its plural forms. */
type Message = string | Record<string, string>;
type Messages = Record<string, Message>;

const KEY = ownName("pegout.language");
const LANGUAGES: Language[] = ["en", "fr"];
// The service's name for a player who was forgotten, and its separator between the partners of a side.
const FORMER = "Former player";
const AND = " + ";
// The letters that are written from right to left, and the marks around a text whose direction is its own.
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const [BEGIN, END] = ["\u2068", "\u2069"];
const listeners: Set<() => void> = new Set();
const files: Map<string, Record<Language, () => Promise<{ default: Messages }>>> = new Map();
const loaded: Set<string> = new Set();
let messages: Messages = {};
let current = savedLanguage() ?? preferred();

/**
 * Registers the messages of a feature; {@link loadMessages} fetches them.
 * @param group the feature's name
 * @param modules by language
 */
export function addMessages(group: string, modules: Record<Language, () => Promise<{ default: Messages }>>) {
  files.set(group, modules);
}

async function fetchGroups(groups: Iterable<string>, wanted: Language) {
  const modules = await Promise.all(Array.from(groups, (group) => files.get(group)?.[wanted]()));
  return Object.assign({}, ...modules.map((module) => module?.default));
}

/**
 * Fetches the messages of features, before anything of them is shown; rejects when they cannot be fetched.
 * @param groups their names
 */
export async function loadMessages(...groups: string[]) {
  const missing = groups.filter((group) => !loaded.has(group));
  const wanted = current;
  const fetched = await fetchGroups(missing, wanted);
  for (const group of missing) loaded.add(group);
  if (wanted === current) Object.assign(messages, fetched);
  else messages = await fetchLoaded(current);
}

// Another feature may load its messages meanwhile.
async function fetchLoaded(wanted: Language): Promise<Messages> {
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

/** Returns the language in use. */
export function language(): Language {
  return current;
}

/** Returns the language that the switch offers. */
export function otherLanguage(): Language {
  return current === "en" ? "fr" : "en";
}

/** Returns the locale of the language in use. @returns such as `en-CA` */
export function locale(): string {
  return `${current}-CA`;
}

/**
 * Changes the language, remembers it where that is allowed, and calls the listeners; without a network the language
 * stays, unless the phone has the other one.
 * @param wanted the language
 * @param options `isKept` is false for a change that is not to be remembered
 */
export async function setLanguage(wanted: Language, { isKept = true }: { isKept?: boolean } = {}) {
  let fetched: Messages = {};
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

/** Calls the listener after each change of language. */
export function onLanguage(listener: () => void) {
  listeners.add(listener);
}

/** Returns true if there is a message with this key. */
export function has(key: string): boolean {
  return Object.hasOwn(messages, key);
}

/**
 * Returns the message of a key. `{name}` in it is replaced; of plural forms it takes the one for `n`.
 * @param key the message's key
 * @param values the values of the names in it
 */
export function t(key: string, values: Record<string, any> = {}): string {
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
 * Isolates a name that is written from right to left, so that it does not turn the number next to it. Returns other
 * values, and a text in which names are isolated already, as they are.
 */
export function isolated<Value>(value: Value): Value | string {
  const turns = typeof value === "string" && RTL.test(value) && !value.includes(BEGIN);
  return turns ? `${BEGIN}${value}${END}` : value;
}

function named(_: string, value: unknown) {
  if (typeof value !== "string" || !value.includes(FORMER)) return value;
  return value
    .split(AND)
    .map((name) => (name === FORMER ? t("player.former") : name))
    .join(AND);
}

/** Reads the service's JSON; somebody who was forgotten gets a name in the language in use. */
export function read(text: string): any {
  return JSON.parse(text, named);
}

/** Returns the message of a key if there is one, else the key's last part, readable. @param group such as `kind` */
export function word(group: string, slug: string): string {
  const key = `${group}.${slug}`;
  return has(key) ? t(key) : slug.replaceAll(/[_-]/g, " ");
}

/** Joins words as a sentence does: “a, b and c”. @param type and, or */
export function list(words: string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(locale(), { type }).format(words);
}

import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { expect } from "@playwright/test";

const WEB = new URL("../../../web/", import.meta.url);
const FOLDERS = [
  "",
  "game/",
  "rules/",
  "table/",
  "cards/",
  "rulebook/",
  "night/",
  "hands/",
  "access/",
  "club/",
  "imports/",
  "rounds/",
  "ledger/",
  "coordinator/",
  "replies/",
  "figures/",
  "tv/",
  "embed/",
];
// A coordinator's views have all messages except the messages of the television, the rulebook, the embedded views, the replies and the
// figures.
const CLUB = FOLDERS.filter((folder) => !["tv/", "embed/", "rulebook/", "replies/", "figures/"].includes(folder));
// The folders whose messages are loaded when the scripts of a folder run.
const LOADED = {
  "": [""],
  "lib/": [""],
  "ui/": [""],
  "game/": ["", "game/"],
  "rules/": ["", "game/", "rules/"],
  "table/": ["", "game/", "rules/", "table/"],
  "result/": ["", "game/", "rules/", "table/"],
  "start/": ["", "game/", "rules/"],
  "cards/": ["", "game/", "rules/", "cards/"],
  "rulebook/": ["", "game/", "rules/", "cards/", "rulebook/"],
  "hands/": ["", "game/", "rules/", "cards/", "hands/"],
  "night/": ["", "game/", "rules/", "night/", "hands/"],
  "access/": ["", "access/"],
  "club/": ["", "game/", "rules/", "night/", "access/", "club/"],
  "imports/": ["", "game/", "rules/", "night/", "access/", "club/", "imports/"],
  "rounds/": CLUB,
  "ledger/": CLUB,
  "coordinator/": CLUB,
  "replies/": [...CLUB, "replies/"],
  "figures/": ["", "game/", "rules/", "cards/", "night/", "hands/", "figures/"],
  "tv/": ["", "night/", "tv/"],
  "embed/": ["", "embed/"],
  "docs/": [],
  "practice/": ["", "game/", "rules/", "cards/"],
};
const [en, fr] = await Promise.all(["en", "fr"].map(messages));

// The page has no package.json to call its files modules, so they are read as such here.
async function messages(language) {
  const files = FOLDERS.map((folder) => read(`${folder}messages/${language}.js`));
  const all = (await Promise.all(files)).flatMap(Object.entries);
  expect(all.length, "a key stands in two files").toBe(new Set(all.map(([key]) => key)).size);
  return Object.fromEntries(all);
}

async function read(file) {
  const source = readFileSync(new URL(file, WEB), "utf8");
  return (await import(`data:text/javascript,${encodeURIComponent(source)}`)).default;
}

function placeholders(message) {
  const texts = typeof message === "object" ? Object.values(message) : [message];
  return [...new Set(texts.flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();
}

function sources(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => /\.[jt]s$/.test(file.name) && !file.parentPath.endsWith("messages"))
    .map((file) => readFileSync(`${file.parentPath}/${file.name}`, "utf8"))
    .join("\n");
}

test("Every message is there in both languages, with the same places to fill in", () => {
  expect(Object.keys(fr)).toEqual(Object.keys(en));
  for (const key of Object.keys(en)) expect(placeholders(fr[key]), key).toEqual(placeholders(en[key]));
});

// One word each: the fee is « mise », the prize pot « bourse ». A pot for special hands is « cagnotte ».
const RETIRED = { fee: /droits? d’entrée|cotisation|\bfrais\b/i, pot: /cagnotte|\bpot\b|\bcaisse\b/i };
const OF_POTS = /\bpots?\b|^coordinator\.ledger\.line$|^hand\./;

for (const [thing, words] of Object.entries(RETIRED)) {
  test(`French has one word for the ${thing}`, () => {
    const texts = (message) => (typeof message === "object" ? Object.values(message) : [message]);
    // A place to fill in has an English name.
    const said = (key) => texts(fr[key]).map((text) => text.replaceAll(/\{\w+\}/g, ""));
    const keys = Object.keys(fr).filter((key) => thing !== "pot" || !OF_POTS.test(key));
    expect(keys.filter((key) => said(key).some((text) => words.test(text)))).toEqual([]);
  });
}

// The groups of keys that the service names: its slugs, kinds, calls and cards.
const SERVICE = ["call", "kind", "pattern", "problem", "rank", "suit"];
const groups = new Set(Object.keys(en).map((key) => key.split(".")[0]));
const GROUP = `(?:${[...groups].filter((group) => !SERVICE.includes(group)).join("|")})`;

test("Every message that the page names is there, and every message is named", () => {
  const code = sources(WEB.pathname);
  const named = [...code.matchAll(new RegExp(`"(${GROUP}\\.[\\w.-]+)"`, "g"))].map((match) => match[1]);
  // A key may be made of a fixed beginning and what the service or the player chose.
  const begun = [...code.matchAll(new RegExp(`\`(${GROUP}\\.[\\w.-]*)\\$\\{`, "g"))].map((match) => match[1]);
  const lines = Object.keys(en).filter((key) => /^home\.\w+\.line$/.test(key));
  for (const key of named) expect(Object.keys(en), key).toContain(key);
  for (const start of begun)
    expect(
      Object.keys(en).filter((key) => key.startsWith(start)),
      start,
    ).not.toEqual([]);
  const spoken = Object.keys(en).filter((key) => new RegExp(`^${GROUP}\\.`).test(key));
  const isNamed = (key) => named.includes(key) || lines.includes(key) || begun.some((start) => key.startsWith(start));
  expect(spoken.filter((key) => !isNamed(key))).toEqual([]);
});

for (const [folder, loaded] of Object.entries(LOADED)) {
  test(`Scripts of ${folder || "the root"} name only messages that are loaded there`, async () => {
    const files = readdirSync(new URL(folder, WEB)).filter((name) => /\.[jt]s$/.test(name) && name !== "sw.js");
    const code = files.map((name) => readFileSync(new URL(folder + name, WEB), "utf8")).join("\n");
    const keys = new Set((await Promise.all(loaded.map((each) => read(`${each}messages/en.js`)))).flatMap(Object.keys));
    const named = [...code.matchAll(/"([a-z_]+\.[\w.-]+)"/g)].map((match) => match[1]).filter((key) => key in en);
    expect(named.filter((key) => !keys.has(key))).toEqual([]);
  });
}

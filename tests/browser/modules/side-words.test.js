import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { expect } from "@playwright/test";

const WEB = new URL("../../../web/", import.meta.url);
// A person has read this list. After a change of the messages write it again with PEGOUT_REWRITE_WORDS=1, and read it.
const LIST = new URL("side-words.txt", import.meta.url);
const FOLDERS = ["", "game/", "table/", "cards/"];
// The places of a side's name in a message, and the messages in which such a place is for another name.
const PLACE = /\{(side|likely|winner|losers|dealer|name|names)\}/;
const OTHERS = /^(home|club_page|start\.|games\.|names\.)/;
// Two sides as a phone calls them, as they are called on all that leaves the phone, and as partners.
const NAMES = {
  en: { words: ["Them", "Us"], colours: ["Blue", "Orange"], pairs: ["Ann + Bob", "Cy + Di"] },
  fr: { words: ["Eux", "Nous"], colours: ["Bleu", "Orange"], pairs: ["Ann + Bob", "Cy + Di"] },
};
const VALUES = { scores: "121–97", score: "54", kind: "hand", way: "clockwise", by: "Phone 42" };
const POINTS = 8;

async function messages(language) {
  const files = FOLDERS.map(async (folder) => {
    const source = readFileSync(new URL(`${folder}messages/${language}.js`, WEB), "utf8");
    return (await import(`data:text/javascript,${encodeURIComponent(source)}`)).default;
  });
  return Object.entries(Object.assign({}, ...(await Promise.all(files))));
}

function rendered(language, form, [key, message]) {
  const [one, other] = NAMES[language][form];
  // The verb of these follows the people that have won.
  const n = /^end\.(beat|winner)$/.test(key) ? (form === "pairs" ? 2 : 1) : POINTS;
  const plural = new Intl.PluralRules(language).select(n);
  const text = typeof message === "string" ? message : (message[plural] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (place, name) => {
    if (name === "losers") return other;
    return PLACE.test(place) ? one : (VALUES[name] ?? String(POINTS));
  });
}

async function list(language) {
  const naming = (await messages(language)).filter(
    ([key, message]) => PLACE.test(JSON.stringify(message)) && !OTHERS.test(key),
  );
  return naming.flatMap((entry) => {
    const forms = entry[0].startsWith("end.") ? ["colours", "pairs"] : ["words", "pairs"];
    return forms.map((form) => `${language} ${entry[0]}: ${rendered(language, form, entry)}`);
  });
}

test("Every message that names a side reads well with each form of a name, in both languages", async () => {
  const lines = [...(await list("en")), ...(await list("fr"))];
  if (process.env.PEGOUT_REWRITE_WORDS) writeFileSync(LIST, `${lines.join("\n")}\n`);
  expect(lines.length).toBeGreaterThan(100);
  expect(lines).toEqual(readFileSync(LIST, "utf8").trim().split("\n"));
  // “Us” is never the subject of a verb, and no name follows a French “de”, which some names would shorten.
  expect(
    lines.filter((line) =>
      /\b(Us|Them|Eux|Nous)(’s)? (is|has|deals?|counts?|compte|w[io]ns?|beats?|confirm)/.test(line),
    ),
  ).toEqual([]);
  expect(lines.filter((line) => /\bde (Eux|Nous|Ann|Bleu|Orange)\b/.test(line))).toEqual([]);
});

import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { expect } from "@playwright/test";
import { contrast } from "../support/browser/contrast.js";

const WEB = new URL("../../../web/", import.meta.url);
const NORMAL = 4.5;
// The least contrast of large text (a score, a heading), and of shapes: edges of keys, pegs, the ring of the focus.
const LARGE = 3;
const TELEVISION = 7;

const PHONE = [
  { least: NORMAL, texts: ["--ink", "--soft", "--away", "--red"], grounds: ["--paper", "--surface"] },
  { least: NORMAL, texts: ["--ink", "--soft"], grounds: ["--sunk"] },
  { least: NORMAL, texts: ["--on-ink"], grounds: ["--ink", "--soft"] },
  { least: NORMAL, texts: ["--card-ink", "--card-red"], grounds: ["--card"] },
  { least: NORMAL, texts: ["--sheet-ink"], grounds: ["--sheet-paper", "--code-paper"] },
  { least: NORMAL, texts: ["--on-side"], grounds: ["--side-0-fill", "--side-1-fill", "--side-2-fill"] },
  { least: NORMAL, texts: ["--side-0-text"], grounds: ["--side-0-wash", "--paper", "--surface"] },
  { least: NORMAL, texts: ["--side-1-text"], grounds: ["--side-1-wash", "--paper", "--surface"] },
  { least: NORMAL, texts: ["--side-2-text"], grounds: ["--side-2-wash", "--paper", "--surface"] },
  { least: NORMAL, texts: ["--ink"], grounds: ["--side-0-wash", "--side-1-wash", "--side-2-wash"] },
  { least: LARGE, texts: ["--line", "--focus", "--side-0", "--side-1", "--side-2"], grounds: ["--paper", "--surface"] },
  { least: NORMAL, texts: ["--engraved"], grounds: ["--wood"] },
  { least: LARGE, texts: ["--skunk"], grounds: ["--wood"] },
  { least: LARGE, texts: ["--hole"], grounds: ["--rim"] },
  { least: LARGE, texts: ["--hole"], grounds: ["--passed-0", "--passed-1", "--passed-2"] },
  { least: LARGE, texts: ["--peg-ring"], grounds: ["--peg-edge"] },
  { least: NORMAL, texts: ["--end-ink", "--end-soft"], grounds: ["--end-card"] },
  { least: LARGE, texts: ["--sheet-line"], grounds: ["--sheet-paper"] },
];
const BOARD = [
  { least: TELEVISION, texts: ["--ink", "--soft", "--away"], grounds: ["--paper"] },
  { least: TELEVISION, texts: ["--ink", "--soft"], grounds: ["--surface"] },
  { least: TELEVISION, texts: ["--on-ink"], grounds: ["--ink"] },
  { least: TELEVISION, texts: ["--side-0-text", "--side-1-text", "--side-2-text"], grounds: ["--paper"] },
  // The podium has the colours of walnut in the light theme, too.
  { least: TELEVISION, texts: ["--end-ink", "--walnut-engraved"], grounds: ["--walnut-wood"] },
  { least: LARGE, texts: ["--line", "--side-0", "--side-1", "--side-2"], grounds: ["--paper"] },
];
// The system's own colours, and aliases for a card's and a side's colours in the list.
const OTHERS = ["--text", "--forced-on-chosen", "--black-suit", "--red-suit"];

const COMMENTS = /\/\*.*?\*\//gs;
const DARK = "@media (prefers-color-scheme: dark)";

function contents(...extensions) {
  return readdirSync(WEB, { recursive: true, withFileTypes: true })
    .filter(({ parentPath, name }) => !parentPath.endsWith("messages") && extensions.some((end) => name.endsWith(end)))
    .map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`, "utf8"));
}

const sheets = contents(".css").map((sheet) => sheet.replaceAll(COMMENTS, ""));
const tokens = readFileSync(new URL("ui/tokens.css", WEB), "utf8");

function colours(scheme) {
  const [light, dark] = tokens.split(DARK);
  const text = scheme === "dark" ? light + dark : light;
  const values = Object.fromEntries(
    [...text.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
  // A colour may be another's.
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, values[/^var\((--[\w-]+)\)$/.exec(value)?.[1]] ?? value]),
  );
}

function tooWeak(pairs, values) {
  return pairs.flatMap(({ least, texts, grounds }) =>
    texts.flatMap((text) =>
      grounds
        .map((ground) => ({ text, ground, ratio: contrast(values[text], values[ground]) }))
        .filter(({ ratio }) => ratio < least)
        .map(({ text, ground, ratio }) => `${text} on ${ground}: ${ratio.toFixed(2)}, not ${least}`),
    ),
  );
}

for (const scheme of ["light", "dark"]) {
  test(`Every text stands out from its ground on the phone, by ${scheme}`, () => {
    expect(tooWeak(PHONE, colours(scheme))).toEqual([]);
  });

  test(`Every text stands out from its ground on the television, by ${scheme}`, () => {
    expect(tooWeak(BOARD, colours(scheme))).toEqual([]);
  });
}

test("A pair of colours that is too weak is reported", () => {
  const values = { "--grey": "#777", "--white": "#fff" };
  const pair = (least) => [{ least, texts: ["--grey"], grounds: ["--white"] }];
  expect(tooWeak(pair(NORMAL), values)).toEqual(["--grey on --white: 4.48, not 4.5"]);
  expect(tooWeak(pair(LARGE), values)).toEqual([]);
});

test("Every colour of a text has a pair", () => {
  const used = (texts) => [...texts.join("\n").matchAll(/(?<![\w-])color: var\((--[\w-]+)\)/g)].map(([, name]) => name);
  const paired = (pairs) => pairs.flatMap(({ texts }) => texts);
  expect(new Set([...paired(PHONE), ...OTHERS])).toEqual(new Set([...paired(PHONE), ...OTHERS, ...used(sheets)]));
  const board = ["tv", "live-tables", "podium"].map((name) => readFileSync(new URL(`tv/${name}.css`, WEB), "utf8"));
  const strong = paired(BOARD.filter(({ least }) => least === TELEVISION));
  // `--text` is an alias for a side's text colour, and `--engraved` for the walnut engraving of the podium.
  const meant = { "--text": "--side-0-text", "--engraved": "--walnut-engraved" };
  const wanted = used(board).map((name) => meant[name] ?? name);
  expect(wanted.length).toBeGreaterThan(4);
  expect(strong).toEqual(expect.arrayContaining(wanted));
});

// The names of classes occur in strings of the scripts, or in the pages; some end with a value: `side-${side}`.
function unused(classes, scripts) {
  const strings = scripts.flatMap((script) => [...script.matchAll(/"[^"\n]*"|`[^`]*`/g)].map(([string]) => string));
  const words = new Set(strings.flatMap((string) => string.match(/[\w-]+/g) ?? []));
  const begun = strings.flatMap((string) => [...string.matchAll(/([a-z]+-)\$\{/g)].map(([, start]) => start));
  return classes.filter((name) => !words.has(name) && !begun.some((start) => name.startsWith(start)));
}

test("Every class of the style sheets is one of the page's", () => {
  // The classes of Swagger UI are named in its own script.
  const own = sheets.filter((sheet) => !sheet.includes(".swagger-ui"));
  const classes = own.flatMap((sheet) => [...sheet.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name));
  const page = contents(".js", ".ts", ".html");
  expect(classes.length).toBeGreaterThan(100);
  expect(unused(classes, page)).toEqual([]);
  expect(unused(["bar", "side-0", "no-such-class"], page)).toEqual(["no-such-class"]);
});

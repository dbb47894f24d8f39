import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";

const WEB = new URL("../../../web/", import.meta.url);
const [en, fr] = await Promise.all(["en", "fr"].map(messages));

// The page has no package.json to call its files modules, so they are read as such here.
async function messages(language) {
  const source = readFileSync(new URL(`app/messages/${language}.js`, WEB), "utf8");
  return (await import(`data:text/javascript,${encodeURIComponent(source)}`)).default;
}

function placeholders(message) {
  const texts = typeof message === "object" ? Object.values(message) : [message];
  return [...new Set(texts.flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();
}

function sources(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.name.endsWith(".js") && !file.parentPath.endsWith("messages"))
    .map((file) => readFileSync(`${file.parentPath}/${file.name}`, "utf8"))
    .join("\n");
}

test("Every message is there in both languages, with the same places to fill in", () => {
  expect(Object.keys(fr)).toEqual(Object.keys(en));
  for (const key of Object.keys(en)) expect(placeholders(fr[key]), key).toEqual(placeholders(en[key]));
});

const GROUP = "(?:app|home|start|table|tap|for|state|refused|end|history|join|phone|rules|count|play|throw|network)";

test("Every message that the page names is there, and every message is named", () => {
  const code = sources(WEB.pathname);
  const named = [...code.matchAll(new RegExp(`"(${GROUP}\\.[\\w.-]+)"`, "g"))].map((match) => match[1]);
  // A key may be made of a fixed beginning and what the service or the player chose.
  const begun = [...code.matchAll(new RegExp(`\`(${GROUP}\\.[\\w.-]*)\\$\\{`, "g"))].map((match) => match[1]);
  const lines = ["home.start.line", "home.count.line", "home.play.line", "home.throw.line"];
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

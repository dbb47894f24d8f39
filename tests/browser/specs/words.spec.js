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

test("Every message that the page names is there, and every message is named", () => {
  const code = sources(WEB.pathname);
  const named = [...code.matchAll(/"((?:app|home|count|play|throw|network)\.[\w.-]+)"/g)].map((match) => match[1]);
  const lines = ["home.count.line", "home.play.line", "home.throw.line"];
  for (const key of named) expect(Object.keys(en), key).toContain(key);
  const spoken = Object.keys(en).filter((key) => /^(app|home|count|play|throw|network)\./.test(key));
  expect(spoken.filter((key) => !named.includes(key) && !lines.includes(key))).toEqual([]);
});

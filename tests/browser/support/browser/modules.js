import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";

const ROOT = new URL("../../../../web/", import.meta.url);

/** The sources of the page, by their paths in web/. */
export const WEB = {
  read: (path) => readFileSync(new URL(`.${path}`, ROOT), "utf8"),
  scripts: () =>
    readdirSync(ROOT, { recursive: true })
      .filter((name) => /\.[jt]s$/.test(name))
      .map((name) => `/${name}`),
};

// Node 20 runs no TypeScript.
function javascriptOf(path) {
  const options = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  return path.endsWith(".ts") ? ts.transpile(WEB.read(path), options) : WEB.read(path);
}

/** The folder of a version's scripts and style sheets. */
export const FOLDER = /^\/page\/\w{8}\//;

/** Returns the name that a script or a style sheet has in every version. @param {string} url */
export const nameOf = (url) => new URL(url).pathname.replace(FOLDER, "");

/** The files for counting, for the log of a game and for the engine, which the page loads after the first view. */
export const LATER = [
  "cards.js",
  "cards/messages/en.js",
  "styles/cards.css",
  "engine.js",
  "engine-game.js",
  "log.js",
  "engine.wasm",
];

/** Imports a script that runs without the page, and its imports. @param {string} path */
export function importScript(path) {
  return import(urlOf(path));
}

function urlOf(path) {
  const whole = (_, names, to) => `${names}"${urlOf(new URL(to, `file://${path}`).pathname)}"`;
  // No address is relative to one of this kind.
  const source = javascriptOf(path)
    .replaceAll(/^(import [^;]*? from )"(\.[^"]+)"/gm, whole)
    .replaceAll("import.meta.url", `"http://pegout.test${path}"`);
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

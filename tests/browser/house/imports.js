import { cruise } from "dependency-cruiser";

// The folders of web/ that a folder may import, besides itself.
const LAYERS = {
  lib: [],
  ui: ["lib"],
  engine: ["lib"],
  access: ["ui", "lib"],
  game: ["engine", "ui", "lib"],
  rules: ["game", "engine", "ui", "lib"],
  result: ["game", "ui", "lib"],
  start: ["rules", "game", "ui", "lib"],
  cards: ["rules", "game", "engine", "ui", "lib"],
  practice: ["cards", "engine", "ui", "lib"],
  rulebook: ["cards", "rules", "game", "engine", "ui", "lib"],
  lost: ["game", "ui", "lib"],
  table: ["lost", "result", "game", "ui", "lib"],
  hands: ["cards", "game", "engine", "ui", "lib"],
  night: ["hands", "table", "result", "game", "access", "ui", "lib"],
  ledger: ["club", "night", "access", "ui", "lib"],
  imports: ["access", "ui", "lib"],
  club: ["imports", "night", "rules", "game", "access", "ui", "lib"],
  rounds: ["club", "night", "result", "game", "access", "ui", "lib"],
  coordinator: ["rounds", "ledger", "club", "night", "result", "game", "access", "ui", "lib"],
  figures: ["replies", "night", "ui", "lib"],
  replies: ["coordinator", "rounds", "ledger", "club", "game", "access", "ui", "lib"],
  tv: ["night", "hands", "ui", "lib"],
  embed: ["lib"],
  docs: [],
};
const FOLDERS = Object.keys(LAYERS).join("|");
// The scripts that the browser starts, and nobody imports.
const ENTRIES = "^web/(main|tv/main|embed/main|docs/main|sw)\\.[jt]s$";
// The scripts that register messages: the start of the page, the television's, and that of the pages for other sites.
const REGISTERING = "^web/(main|tv/screen|embed/main)\\.[jt]s$";

/** The rules by name: of modules `from` that must not import modules `to`. Paths begin with `web/`. */
export const RULES = [
  ...Object.entries(LAYERS).map(([folder, others]) => ({
    name: `${folder}-imports`,
    from: { path: `^web/${folder}/` },
    to: { path: "^web/[^/]+/", pathNot: `^web/(${[folder, ...others, "messages"].join("|")})/|/messages/` },
  })),
  { name: "known-folders", from: {}, to: { path: "^web/[^/]+/", pathNot: `^web/(${FOLDERS}|messages)/` } },
  { name: "root-is-not-imported", from: { path: "^web/.+/" }, to: { path: "^web/[^/]+$" } },
  { name: "messages-are-registered", from: { pathNot: REGISTERING }, to: { path: "/messages/" } },
  { name: "web-only", from: {}, to: { pathNot: "^web/", couldNotResolve: false } },
  { name: "resolvable", from: {}, to: { couldNotResolve: true } },
  { name: "no-cycles", from: {}, to: { circular: true } },
  { name: "no-orphans", from: { path: ENTRIES }, to: { path: "^web/", pathNot: ENTRIES, reachable: false } },
].map((rule) => ({ severity: "error", ...rule }));

/**
 * Checks the imports of all modules below a folder, also imports at run time. Imports of types do not count.
 * @param {string} root the folder that holds `web`
 * @returns {Promise<{modules: string[], violations: {rule: string, from: string, to: string}[]}>}
 */
export async function checkImports(root) {
  const { output } = await cruise(["web"], { baseDir: root, validate: true, ruleSet: { forbidden: RULES } });
  return {
    modules: output.modules.map(({ source }) => source).filter((source) => source.startsWith("web/")),
    violations: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}

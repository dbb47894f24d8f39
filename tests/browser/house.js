// Checks the order of web/: its imports, the sizes of its folders, unused exports, how far a style reaches. Also looks
// for anything that is younger than the oldest browsers. Then it checks itself on the modules
// of house/forbidden: each breaks one rule.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { unusedExports } from "./house/exports.js";
import { checkImports, RULES } from "./house/imports.js";
import { missingLines, missingLints } from "./house/lints.js";
import { unscoped } from "./house/scopes.js";
import { youngInScripts } from "./house/young-scripts.js";
import { youngInStyles } from "./house/young-styles.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TYPES = join(ROOT, "tests/browser/tsconfig.json");
const FORBIDDEN = fileURLToPath(new URL("house/forbidden", import.meta.url));
// Files of forbidden code, with the places that they are linted for. The lints report each of their lines.
const EACH_LINE = [
  ["waits.js", "tests/browser/specs/waits.js"],
  ["addresses.js", "web/lib/addresses.js"],
  ["addresses.js", "web/lib/addresses.ts"],
  ["numbers.js", "web/game/numbers.ts"],
];
const MAX_SCRIPTS = 196;
const MAX_SCRIPTS_OF_FOLDER = 25;

/** @param {string[]} modules @param {number} [most] in all @param {number} [mostOfFolder] */
function sizeErrors(modules, most = MAX_SCRIPTS, mostOfFolder = MAX_SCRIPTS_OF_FOLDER) {
  const folders = new Map();
  for (const module of modules) folders.set(dirname(module), (folders.get(dirname(module)) ?? 0) + 1);
  const large = [...folders].filter(([, count]) => count > mostOfFolder);
  const errors = large.map(([folder, count]) => `${folder}: ${count} scripts, more than ${mostOfFolder}`);
  const scripts = modules.filter((module) => !module.includes("/messages/"));
  return scripts.length > most ? [...errors, `web: ${scripts.length} scripts, more than ${most}`] : errors;
}

async function pageErrors() {
  const { modules, violations } = await checkImports(ROOT);
  const imports = violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`);
  const unused = unusedExports(ROOT, modules).map((name) => `unused export: ${name}`);
  const far = unscoped(ROOT).map((rule) => `reaches beyond its feature: ${rule}`);
  const young = [...youngInScripts(ROOT, TYPES), ...youngInStyles(join(ROOT, "web"))];
  return [...imports, ...sizeErrors(modules), ...unused, ...far, ...young];
}

// Each check must report the errors in house/forbidden; otherwise the check is broken.
async function controlErrors() {
  const { modules, violations } = await checkImports(FORBIDDEN);
  const reported = violations.map(({ rule }) => rule).sort();
  const rules = RULES.map(({ name }) => name).sort();
  const errors = [];
  if (String(reported) !== String(rules)) errors.push(`of house/forbidden are reported ${reported}, not ${rules}`);
  const unused = unusedExports(FORBIDDEN, modules);
  if (String(unused) !== "web/lib/unused-type.ts: UnusedType,web/lib/unused.js: unused")
    errors.push(`of house/forbidden are reported unused: ${unused}`);
  if (sizeErrors(modules, 1, 1).length < 2) errors.push("large folders are not reported");
  const far = unscoped(FORBIDDEN);
  if (String(far) !== "web/table/keys.css: .number")
    errors.push(`of house/forbidden reach beyond their feature: ${far}`);
  const missing = [...(await missingLints(ROOT, FORBIDDEN, "js")), ...(await missingLints(ROOT, FORBIDDEN, "ts"))];
  const lines = await Promise.all(EACH_LINE.map(([file, place]) => missingLines(ROOT, join(FORBIDDEN, file), place)));
  return [
    ...errors,
    ...missingYoung(),
    ...missing.map((rule) => `of house/forbidden/lints is not reported ${rule}`),
    ...lines.flat().map((line) => `of house/forbidden is not reported ${line}`),
  ];
}

// Each line of young.js and young.ts is too young, and each rule of young.css. A type in young.ts is not.
function missingYoung() {
  const scripts = ["young.js", "young.ts"];
  const lines = youngInScripts(
    FORBIDDEN,
    TYPES,
    scripts.map((file) => join(FORBIDDEN, file)),
  );
  const rules = youngInStyles(FORBIDDEN);
  const count = (file, end) => readFileSync(join(FORBIDDEN, file), "utf8").match(end).length;
  const expected = [count("young.js", /\n/g) + count("young.ts", /\n/g), count("young.css", /^}/gm)];
  const isWhole = String([lines.length, rules.length]) === String(expected);
  return isWhole ? [] : [`of house/forbidden is reported as young only: ${[...lines, ...rules].join("; ")}`];
}

const errors = [...(await pageErrors()), ...(await controlErrors())];
for (const error of errors) console.error(error);
process.exitCode = errors.length > 0 ? 1 : 0;

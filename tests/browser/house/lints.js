import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ESLint } from "eslint";
import stylelint from "stylelint";

// The lints of web/, which each find something in house/forbidden/lints.js or house/forbidden/lints.css. A script is linted
// as JavaScript and as TypeScript.
const EXPECTED = [
  "es-x/no-class-static-block",
  "es-x/no-regexp-lookbehind-assertions",
  "es-x/no-regexp-v-flag",
  "jsdoc/check-tag-names",
  "jsdoc/match-description",
  "jsdoc/require-jsdoc",
  "max-lines",
  "no-console",
  "no-restricted-globals",
  "no-restricted-syntax",
  "selector-disallowed-list",
];

/**
 * Finds the lints of web/ that do not work.
 * @param {string} root the folder that holds `web`
 * @param {string} forbidden the folder of forbidden code @param {"js" | "ts"} language
 * @returns {Promise<string[]>} their names
 */
export async function missingLints(root, forbidden, language) {
  const found = new Set([
    ...(await foundInScript(root, forbidden, language)),
    ...(await foundInSheet(root, forbidden)),
  ]);
  const rules = language === "ts" ? [...EXPECTED, "no-warning-comments"] : EXPECTED;
  return rules.filter((rule) => !found.has(rule)).map((rule) => `${rule} in ${language}`);
}

async function foundInScript(root, forbidden, language) {
  const code = await readFile(join(forbidden, "lints.js"), "utf8");
  const messages = await lint(root, code + "\n".repeat(400), `web/lints.${language}`);
  return messages.map(({ ruleId }) => ruleId);
}

/**
 * Finds lines of a file of forbidden code that no lint reports. A lint has to report each line.
 * @param {string} root the folder that holds `tests` @param {string} file the path of the file
 * @param {string} place the path below `root` that its code is linted for
 * @returns {Promise<string[]>} the lines
 */
export async function missingLines(root, file, place) {
  const code = await readFile(file, "utf8");
  const messages = await lint(root, code, place);
  const found = messages.filter(({ ruleId }) => ruleId === "no-restricted-syntax").map(({ line }) => line);
  return code
    .trim()
    .split("\n")
    .filter((_, at) => !found.includes(at + 1));
}

async function lint(root, code, path) {
  const eslint = new ESLint({ cwd: root, overrideConfigFile: join(root, "tests/browser/eslint.config.js") });
  const [{ messages }] = await eslint.lintText(code, { filePath: join(root, path) });
  return messages;
}

async function foundInSheet(root, forbidden) {
  const configFile = join(root, "tests/browser/stylelint.config.js");
  const { results } = await stylelint.lint({ files: join(forbidden, "lints.css"), configFile });
  return results.flatMap(({ warnings }) => warnings.map(({ rule }) => rule));
}

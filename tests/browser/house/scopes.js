import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import postcss from "postcss";
import parser from "postcss-selector-parser";

// Sheets outside the features: the shell of every view, and the sheets of separate pages.
const OTHERS = ["shell.css", "tv.css", "embed.css", "docs.css"];
const SHARED = "web/ui/";
// The features whose style sheets a feature's views load too, by file of `web/styles`.
const LOADED_TOO = {
  "table.css": ["game.css"],
  "result.css": ["game.css"],
  "start.css": ["game.css", "result.css"],
  "cards.css": ["game.css"],
  "rulebook.css": ["game.css", "cards.css"],
  "night.css": ["game.css"],
  "club.css": ["game.css", "night.css", "result.css"],
};

/**
 * Finds selectors that reach further than their own feature. Each selector needs a class or a custom element of its feature.
 * Neither `ui` nor a feature with other views may name such a class.
 * @param {string} root the folder that holds `web`
 * @returns {string[]} such as `web/table/keys.css: .number`
 */
export function unscoped(root) {
  const rules = features(root).flatMap(({ feature, sheets }) =>
    sheets.flatMap((sheet) => rulesOf(root, sheet).map((rule) => ({ feature, sheet, ...rule }))),
  );
  /** @type {Map<string, Set<string>>} */
  const owners = new Map();
  for (const { feature, sheet, names } of rules)
    for (const name of names)
      owners.set(name, (owners.get(name) ?? new Set()).add(sheet.startsWith(SHARED) ? "ui" : feature));
  const isOwn = (/** @type {string} */ name, /** @type {string} */ feature) =>
    [...(owners.get(name) ?? [])].every((other) => other === feature || LOADED_TOO[other]?.includes(feature));
  return rules
    .filter(({ feature, sheet, names }) => !sheet.startsWith(SHARED) && !names.some((name) => isOwn(name, feature)))
    .map(({ sheet, selector }) => `${sheet}: ${selector}`);
}

// A feature is a file of `styles`: it lists the sheets that the page loads together.
/** @param {string} root */
function features(root) {
  const folder = join(root, "web/styles");
  return readdirSync(folder)
    .filter((name) => !OTHERS.includes(name))
    .map((name) => ({ feature: name, sheets: importsOf(root, join(folder, name)) }));
}

/** @param {string} root @param {string} file */
function importsOf(root, file) {
  const imports = readFileSync(file, "utf8").matchAll(/@import "([^"]+)"/g);
  return Array.from(imports, ([, path]) => relative(root, normalize(join(dirname(file), path))));
}

/** @param {string} root @param {string} sheet */
function rulesOf(root, sheet) {
  /** @type {{selector: string, names: string[]}[]} */
  const found = [];
  postcss.parse(readFileSync(join(root, sheet), "utf8")).walkRules((rule) => {
    const isFrame = rule.parent?.type === "atrule" && /** @type {any} */ (rule.parent).name.endsWith("keyframes");
    if (!isFrame) for (const selector of rule.selectors) found.push({ selector, names: namesOf(selector) });
  });
  return found;
}

// The classes and own elements that an element, or one around it, must have; without any, its data attributes.
/** @param {string} selector @returns {string[]} */
function namesOf(selector) {
  /** @type {string[]} */
  const names = [];
  /** @type {string[]} */
  const data = [];
  parser((root) => {
    root.walkPseudos((pseudo) => {
      if (pseudo.value === ":not" || (pseudo.nodes.length > 1 && pseudo.value !== ":has")) pseudo.remove();
    });
    root.walk((node) => {
      if (node.type === "class") names.push(`.${node.value}`);
      if (node.type === "tag" && node.value.includes("-")) names.push(node.value);
      if (node.type === "attribute" && node.attribute.startsWith("data-")) data.push(node.attribute);
    });
  }).processSync(selector);
  return names.length > 0 ? names : data;
}

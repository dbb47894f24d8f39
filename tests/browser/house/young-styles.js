import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postcss from "postcss";
import parser from "postcss-selector-parser";
import values from "postcss-value-parser";
import { KNOWN, missingIn, OLDEST } from "./oldest.js";

const { "at-rules": AT_RULES, properties: PROPERTIES, selectors: SELECTORS, types: TYPES } = KNOWN.css;
// The groups of MDN for units of length that it does not list alone.
const UNITS = { cq: "container_query_length_units", dv: "viewport_percentage_units_dynamic" };
// Only browsers with containers read the rules of a container.
const WITH_CONTAINERS = { ...OLDEST, safari: 16, safari_ios: 16 };
// The page is usable in browsers that skip this CSS. specs/page/oldest.spec.js opens it without containers.
const HARMLESS = [
  "-webkit-tap-highlight-color",
  "@container",
  "@page",
  "break-after",
  "container",
  "container-type",
  "cursor",
  "forced-color-adjust",
  "resize",
  "scrollbar-width",
  "size",
  "text-size-adjust",
];

// The names in a node of a style sheet, each with its feature of MDN.
function usesOf(node) {
  if (node.type === "atrule") return [[`@${node.name}`, AT_RULES[node.name]]];
  if (node.type === "rule") return selectorsOf(node.selector);
  if (node.type !== "decl") return [];
  const property = PROPERTIES[node.prop];
  const found = [[node.prop, property]];
  values(node.value).walk(({ type, value }) => {
    if (type === "function") found.push([`${value}()`, TYPES[value] ?? TYPES.color?.[value]]);
    if (type !== "word") return;
    if (!HARMLESS.includes(node.prop) && !missingIn(property))
      found.push([`${node.prop}: ${value}`, property?.[value]]);
    const { unit } = values.unit(value) || {};
    if (unit) found.push([unit, TYPES.length[unit] ?? TYPES.length[UNITS[unit.slice(0, 2)]]]);
  });
  return found;
}

function selectorsOf(selector) {
  const found = [];
  parser((root) => {
    root.walkPseudos(({ value }) => found.push([value, SELECTORS[value.replaceAll(":", "")]]));
    root.walkNesting(() => found.push(["&", SELECTORS.nesting]));
  }).processSync(selector);
  return found;
}

// Returns true if the sheet asks first, or has a value for browsers that skip this node. No browser skips a value with `var()`.
function hasBase(node) {
  const { parent } = node;
  if (parent.type === "root") return false;
  if (parent.type === "atrule" && parent.name === "supports") return true;
  const isSame = (other) => other.type === "decl" && other.prop === node.prop;
  const earlier = parent.nodes.slice(0, parent.index(node));
  const isSkipped = node.type === "decl" && !node.variable && !node.value.includes("var(");
  return (isSkipped && earlier.some(isSame)) || hasBase(parent);
}

function isOfContainer({ type, name, parent }) {
  return (type === "atrule" && name === "container") || (Boolean(parent) && isOfContainer(parent));
}

/**
 * Finds the younger parts of CSS in style sheets that do not ask for them and have no base.
 * @param {string} folder the folder that holds the sheets
 * @returns {string[]} one line for each use
 */
export function youngInStyles(folder) {
  const sheets = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".css"));
  return sheets.flatMap((path) => {
    const found = [];
    postcss.parse(readFileSync(join(folder, path), "utf8")).walk((node) => {
      if (hasBase(node)) return;
      for (const [name, feature] of usesOf(node)) {
        const lacking = HARMLESS.includes(name)
          ? ""
          : missingIn(feature, isOfContainer(node) ? WITH_CONTAINERS : OLDEST);
        const { line } = node.source.start;
        if (lacking) found.push(`${path}:${line}: ${name} is younger than the oldest browsers: ${lacking}`);
      }
    });
    return found;
  });
}

import { relative } from "node:path";
import ts from "typescript";
import { KNOWN, missingIn } from "./oldest.js";

const { api: DOM, javascript } = KNOWN;
const BUILT_IN = { ...javascript.builtins.Intl, ...javascript.builtins };
const LIBRARY = /\/lib\.[^/]+\.d\.ts$/;

/** The members of all interfaces by name. MDN lists some members below another interface than TypeScript. */
const members = new Map();
for (const one of Object.values(DOM))
  for (const [name, member] of Object.entries(one)) members.set(name, [...(members.get(name) ?? []), member]);

// The browsers that lack a global, or the member of an interface.
function missing(owner, name) {
  if (!owner && (BUILT_IN[name] ?? DOM[name])) return missingIn(BUILT_IN[name] ?? DOM[name]);
  const one = BUILT_IN[owner] ?? DOM[owner];
  // Functions that return objects of a young interface are young too, and are reported.
  if (one && missingIn(one)) return "";
  const member = one?.[name] ?? one?.[`${name}_static`];
  if (member) return missingIn(member);
  const others = (members.get(name) ?? []).map((member) => missingIn(member));
  return others.every(Boolean) ? (others[0] ?? "") : "";
}

// The interface that declares a name of the browser, or an empty one for a global.
function ownerOf(declaration) {
  const { parent } = declaration;
  const { name } = ts.isTypeLiteralNode(parent) ? parent.parent : parent;
  return ts.isInterfaceDeclaration(parent) || ts.isTypeLiteralNode(parent)
    ? (name?.text.replace(/Constructor$|^Readonly(?=Array$)/, "") ?? "")
    : "";
}

// Returns true if a script asks for a member: `a.b?.()`, `a.b && …`, `if (a.b)`, `!a.b`, `typeof a.b`.
function isQuestion(node) {
  const { parent } = node;
  const isLeft = ts.isBinaryExpression(parent) && parent.left === node;
  return (
    Boolean(parent.questionDotToken && parent.expression === node) ||
    (isLeft && parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) ||
    ((ts.isIfStatement(parent) || ts.isConditionalExpression(parent)) &&
      [parent.expression, parent.condition].includes(node)) ||
    ts.isPrefixUnaryExpression(parent) ||
    ts.isTypeOfExpression(parent)
  );
}

// No type is sent.
function isType(node) {
  const isOfClass = ts.isExpressionWithTypeArguments(node) && !ts.isInterfaceDeclaration(node.parent.parent);
  return ts.isInterfaceDeclaration(node) || (ts.isTypeNode(node) && !isOfClass);
}

// The words before `in`: `"wakeLock" in navigator`.
function askedIn(node) {
  const isIn = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword;
  return isIn && ts.isStringLiteral(node.left) ? node.left.text : undefined;
}

/**
 * Finds the younger parts of browsers in scripts that never ask for them.
 * @param {string} root the folder that the paths begin in
 * @param {string} config the path of the `tsconfig.json` @param {string[]} [files] scripts in place of the listed ones
 * @returns {string[]} one line for each use
 */
export function youngInScripts(root, config, files) {
  const read = ts.getParsedCommandLineOfConfigFile(config, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} });
  const scripts = files ?? read.fileNames;
  const program = ts.createProgram(scripts, read.options);
  const checker = program.getTypeChecker();
  return scripts.flatMap((path) => {
    const source = program.getSourceFile(path);
    const [uses, asked] = [[], new Set()];
    const visit = (node) => {
      if (isType(node)) return;
      asked.add(askedIn(node));
      if (ts.isIdentifier(node)) {
        const whole = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node ? node.parent : node;
        const declared = checker.getSymbolAtLocation(node)?.declarations?.[0];
        const owner = declared && LIBRARY.test(declared.getSourceFile().fileName) ? ownerOf(declared) : undefined;
        const made = ts.isNewExpression(node.parent) ? node.text : owner;
        const lacking = owner === undefined ? "" : missing(owner, node.text) || missing(made, node.text);
        if (lacking && isQuestion(whole)) asked.add(node.text);
        else if (lacking) uses.push({ node, name: [owner, node.text].filter(Boolean).join("."), lacking });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    const unasked = uses.filter(({ node }) => !asked.has(node.text));
    return unasked.map(({ node, name, lacking }) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      return `${relative(root, path)}:${line + 1}: ${name} is younger than the oldest browsers: ${lacking}`;
    });
  });
}

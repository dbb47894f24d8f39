import js from "@eslint/js";
import typescript from "@typescript-eslint/parser";
import esx from "eslint-plugin-es-x";
import jsdoc from "eslint-plugin-jsdoc";
import globals from "globals";

const QUESTION_WORDS = "What|Who|Whose|Whether|How|Where|Why|Which|When|That";
const DOCUMENTED = {
  publicOnly: true,
  require: { ClassDeclaration: true, FunctionDeclaration: true, MethodDefinition: true },
  contexts: [
    "ExportNamedDeclaration > :matches(VariableDeclaration, TSTypeAliasDeclaration, TSInterfaceDeclaration)",
    "ExportDefaultDeclaration > ObjectExpression",
  ],
  checkConstructors: false,
  checkGetters: "no-setter",
};
const ONCE = ":not(CallExpression[callee.property.name=/^(poll|toPass)$/] CallExpression)";
const WAITS = [
  {
    selector: "MemberExpression[property.name='waitForTimeout']",
    message:
      "Wait for what the page shows or was told; support/browser/waits.js has outlast before a tap, and caughtUp.",
  },
  {
    selector: "Literal[value='networkidle']",
    message: "Wait for what the page shows, or for the answer that it asks for last.",
  },
  {
    selector: `CallExpression[callee.property.name=/^is(Visible|Hidden|Enabled|Disabled|Checked)$/]${ONCE}`,
    message: "Expect it, which waits; isFirst of support/browser/waits.js tells which of two things came.",
  },
  {
    selector: `CallExpression[callee.property.name='count'][arguments.length=0]${ONCE}`,
    message: "Expect it with toHaveCount, or ask in expect.poll.",
  },
];
const SLEEPS = [
  {
    selector: "CallExpression[callee.name='setTimeout'][arguments.0.type='Identifier']",
    message: "Hold an answer until the test lets it go, or move a page.clock; nothing waits for a fixed time.",
  },
  {
    selector: "ImportDeclaration[source.value=/^node:timers/]",
    message: "Wait for what is to happen, in expect.poll; nothing waits for a fixed time.",
  },
];
// A proxy may serve Pegout below a path. A link that begins with a slash would then lead to the rest of the host. Paths of the
// interface do begin with a slash: lib/api.ts makes addresses of them.
const LEAVES = "The page may be below a path: write it relative, or use addressOf of lib/root.ts.";
const OWN = "\\/(tv|docs|embed|icon|manifest|openapi|llms|page|reload|styles|sw)\\b";
const WHOLE = ":not(CallExpression[callee.name='addressOf']) >";
const ADDRESSES = [
  `${WHOLE} Literal[value=/^${OWN}/]`,
  `${WHOLE} TemplateLiteral[quasis.0.value.raw=/^${OWN}/]`,
  "Property[key.name=/^(href|src|action)$/] > Literal[value=/^\\//]",
  "Property[key.name=/^(href|src|action)$/] > TemplateLiteral[quasis.0.value.raw=/^\\//]",
  "CallExpression[callee.name=/^(fetch|open)$/] > Literal[value=/^\\//]",
  "CallExpression[callee.name=/^(fetch|open)$/] > TemplateLiteral[quasis.0.value.raw=/^\\//]",
  "NewExpression[callee.name='URL'] > Literal[value=/^\\//]",
  "AssignmentExpression[left.property.name=/^(href|src|location)$/] > Literal[value=/^\\//]",
  "MemberExpression[object.name='location'][property.name=/^(origin|host|hostname)$/]",
].map((selector) => ({ selector, message: LEAVES }));
// Services below paths of one host have one disk in common, and one club's taps must not go to another.
const NAMES = {
  selector:
    ":not(CallExpression[callee.name='ownName'], ImportDeclaration) > Literal[value=/^pegout(?!\\.(reloaded|png))/]",
  message: "Make a name on the phone's disk with ownName of lib/root.ts.",
};
// The engine alone knows the rules of cribbage: their numbers are in its answers, and in the rules of a game.
const RULES_OF_CRIBBAGE = {
  selector: 'Literal[raw=/^"?(19|26|27|29|31|61|91|121)"?$/]',
  message: "Ask the engine for a number of the rules, or take it from the rules of the game.",
};
// The exceptions: the texts, a board without a game, the fixed track of crash, and the targets to choose from.
// In podium.ts the number is a place, in pegboard.ts a part of a hash, and in pots.ts a name of the interface.
const WITH_NUMBERS = [
  "web/**/messages/*.js",
  "web/home.ts",
  "web/ledger/pots.ts",
  "web/tv/podium.ts",
  "web/tv/schedule.ts",
  "web/ui/crash-track.ts",
  "web/ui/pegboard.ts",
  "web/rules/house-rules.ts",
];
const CONNECTION_EVENTS = "CallExpression[callee.name='addEventListener'][arguments.0.value=/^(online|offline)$/]";

const TYPES_IN_COMMENTS = ["@import", "@param {", "@returns {", "@template", "@type {", "@typedef"];
const SCRIPTS = ["web/**/*.js", "web/**/*.ts"];

export default [
  js.configs.recommended,
  {
    // The syntax of the oldest browsers: Safari 15.6 lacks two things of ES2022 and earlier, and all of them have findLast.
    ...esx.configs["flat/restrict-to-es2022"],
    files: SCRIPTS,
  },
  { rules: { eqeqeq: "error", "no-var": "error", "prefer-const": "error", "no-empty-pattern": "off" } },
  { ignores: ["tests/browser/house/forbidden/**"] },
  { files: ["tests/browser/**/*.js"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  {
    // A fixed time is too short on a slow machine. A question that is asked once is asked too early there.
    files: ["tests/browser/{specs,support}/**/*.js"],
    ignores: ["tests/browser/support/browser/waits.js"],
    rules: { "no-restricted-syntax": ["error", ...WAITS] },
  },
  {
    files: ["tests/browser/specs/**/*.js"],
    // This spec stops the clock of its pages.
    ignores: ["tests/browser/specs/network/command-queue.spec.js"],
    rules: { "no-restricted-syntax": ["error", ...WAITS, ...SLEEPS] },
  },
  {
    files: SCRIPTS,
    languageOptions: { globals: globals.browser },
    plugins: { jsdoc },
    settings: { jsdoc: { mode: "typescript" } },
    rules: {
      "max-lines": ["error", 400],
      "no-console": "error",
      "no-restricted-syntax": ["error", ...ADDRESSES, NAMES, RULES_OF_CRIBBAGE],
      "es-x/no-array-prototype-findlast-findlastindex": "off",
      "es-x/no-class-static-block": "error",
      "es-x/no-regexp-lookbehind-assertions": "error",
      "jsdoc/check-tag-names": "error",
      "jsdoc/match-description": [
        "error",
        {
          contexts: ["any"],
          matchDescription: `^(?!(${QUESTION_WORDS})\\b)`,
          message: "A doc comment opens with a noun phrase or a verb.",
        },
      ],
      "jsdoc/require-jsdoc": ["error", DOCUMENTED],
    },
  },
  {
    // tsc finds unknown names and unused names. A comment has no types.
    files: ["web/**/*.ts"],
    languageOptions: { parser: typescript },
    rules: {
      "no-undef": "off",
      "no-unused-vars": "off",
      "no-warning-comments": ["error", { terms: TYPES_IN_COMMENTS, location: "anywhere" }],
    },
  },
  {
    // Requests go through lib/api.ts, and repeated requests through lib/retry.ts. The engine is a file of the page. The
    // service worker and the television's first script run without these modules.
    files: SCRIPTS,
    ignores: [
      "web/engine/engine.ts",
      "web/lib/api.ts",
      "web/lib/live.ts",
      "web/lib/retry.ts",
      "web/sw.js",
      "web/tv/main.ts",
      "web/docs/main.ts",
    ],
    rules: {
      "no-restricted-globals": ["error", "fetch", "EventSource", "XMLHttpRequest"],
      "no-restricted-syntax": [
        "error",
        ...ADDRESSES,
        NAMES,
        RULES_OF_CRIBBAGE,
        { selector: CONNECTION_EVENTS, message: "lib/retry.ts sends again." },
      ],
    },
  },
  {
    files: WITH_NUMBERS,
    rules: {
      "no-restricted-syntax": [
        "error",
        ...ADDRESSES,
        NAMES,
        { selector: CONNECTION_EVENTS, message: "lib/retry.ts sends again." },
      ],
    },
  },
  {
    // The worker makes names of its own. The page of the document keeps its examples alone.
    files: ["web/sw.js", "web/docs/main.ts"],
    rules: { "no-restricted-syntax": ["error", ...ADDRESSES] },
  },
];

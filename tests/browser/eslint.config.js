import js from "@eslint/js";
import jsdoc from "eslint-plugin-jsdoc";
import globals from "globals";

const QUESTION_WORDS = "What|Who|Whose|Whether|How|Where|Why|Which|When|That";
const DOCUMENTED = {
  publicOnly: true,
  require: { ClassDeclaration: true, FunctionDeclaration: true, MethodDefinition: true },
  contexts: ["ExportNamedDeclaration > VariableDeclaration", "ExportDefaultDeclaration > ObjectExpression"],
  checkConstructors: false,
  checkGetters: "no-setter",
};
const CONNECTION_EVENTS = "CallExpression[callee.name='addEventListener'][arguments.0.value=/^(online|offline)$/]";

export default [
  js.configs.recommended,
  { rules: { eqeqeq: "error", "no-var": "error", "prefer-const": "error", "no-empty-pattern": "off" } },
  { ignores: ["tests/browser/house/forbidden/**"] },
  { files: ["tests/browser/**/*.js"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  {
    files: ["web/**/*.js"],
    languageOptions: { globals: globals.browser },
    plugins: { jsdoc },
    settings: { jsdoc: { mode: "typescript" } },
    rules: {
      "max-lines": ["error", 300],
      "no-console": "error",
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
    // The network is reached through lib/api.js, and whatever is sent again through lib/retry.js. The service worker and
    // the television's first script run where these are not loaded.
    files: ["web/**/*.js"],
    ignores: [
      "web/lib/api.js",
      "web/lib/live.js",
      "web/lib/retry.js",
      "web/sw.js",
      "web/tv/main.js",
      "web/docs/main.js",
    ],
    rules: {
      "no-restricted-globals": ["error", "fetch", "EventSource", "XMLHttpRequest"],
      "no-restricted-syntax": ["error", { selector: CONNECTION_EVENTS, message: "lib/retry.js sends again." }],
    },
  },
];

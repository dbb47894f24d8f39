import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  { rules: { eqeqeq: "error", "no-var": "error", "prefer-const": "error", "no-empty-pattern": "off" } },
  { files: ["web/**/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["tests/browser/**/*.js"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];

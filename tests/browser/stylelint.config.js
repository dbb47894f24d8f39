const SPACES = "/^(padding|margin|gap|row-gap|column-gap|font-size|border.*radius|box-shadow)/";
const COLOUR_FUNCTIONS = ["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix"];

export default {
  extends: "stylelint-config-standard",
  plugins: ["stylelint-declaration-strict-value"],
  rules: {
    // Every colour and every size is defined in web/ui/tokens.css.
    "color-named": "never",
    "color-no-hex": true,
    "function-disallowed-list": COLOUR_FUNCTIONS,
    "scale-unlimited/declaration-strict-value": [
      ["/color$/", "background", "fill", "stroke", "box-shadow", "font-size", "z-index"],
      { ignoreValues: ["inherit", "none", "currentcolor", "transparent", "/^[\\d.]+em$/"] },
    ],
    "declaration-property-unit-disallowed-list": {
      [SPACES]: ["px", "rem", "pt"],
      "/^(transition|animation)/": ["ms", "s"],
    },
    // Safari knows ranges from 16.4.
    "media-feature-range-notation": "prefix",
    // The build reads them, and no browser.
    "import-notation": "string",
    // WebKit does not apply `:empty` in `:has()` again when the text changes.
    "selector-disallowed-list": ["/:has\\((\\([^)]*\\)|[^)])*:empty/"],
    "property-no-vendor-prefix": [true, { ignoreProperties: ["-webkit-text-size-adjust"] }],
    // The suits are the capital letters of the interface: suit-H.
    "selector-class-pattern": "^[a-z][a-z0-9]*(-[a-zA-Z0-9]+)*$",
  },
  overrides: [
    {
      files: ["../../web/ui/tokens.css"],
      rules: { "color-no-hex": null, "function-disallowed-list": null },
    },
    {
      // Swagger UI has names and an order of its own.
      files: ["../../web/docs/docs.css"],
      rules: { "selector-class-pattern": null, "no-descending-specificity": null },
    },
  ],
};

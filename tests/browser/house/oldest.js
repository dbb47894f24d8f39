import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

/** The oldest browsers, as the README names them. */
export const OLDEST = { safari: 15.6, safari_ios: 15.6, chrome: 108, webview_android: 108, firefox: 121 };
const NAMES = {
  safari: "Safari",
  safari_ios: "Safari on iOS",
  chrome: "Chrome",
  webview_android: "Android WebView",
  firefox: "Firefox",
};

/** What MDN knows of the browsers: the tree of `@mdn/browser-compat-data`. */
export const KNOWN = JSON.parse(readFileSync(createRequire(import.meta.url).resolve("@mdn/browser-compat-data")));

const numberOf = (version) => Number.parseFloat(version.replace("≤", ""));

function isIn({ version_added: since, version_removed: gone, flags, prefix, alternative_name: other }, oldest) {
  if (!since || flags || prefix || other) return false;
  return numberOf(since) <= oldest && !(gone && numberOf(gone) <= oldest);
}

/**
 * Names the browsers among the oldest that lack something, with the version that it came with.
 * @param {{__compat?: {support: object}}} [feature] a node of {@link KNOWN} @param {typeof OLDEST} [browsers]
 * @returns {string} such as `Safari 16, Firefox 122`; empty if they all have it, or if nothing is known
 */
export function missingIn(feature, browsers = OLDEST) {
  const lacking = Object.entries(feature?.__compat ? browsers : {}).flatMap(([browser, oldest]) => {
    const versions = [feature.__compat.support[browser] ?? []].flat();
    const [newest] = versions;
    return versions.some((version) => isIn(version, oldest))
      ? []
      : [`${NAMES[browser]} ${newest?.version_added || "never"}`];
  });
  return lacking.join(", ");
}

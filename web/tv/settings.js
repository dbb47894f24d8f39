/** @import { Language } from "../lib/i18n.js" */

/** @type {Language[]} */
const LANGUAGES = ["en", "fr"];

const query = new URLSearchParams(location.search);

/** The id of the night that is asked for; null for the one that is on. */
export const wantedNight = query.get("night");

/** The languages that take turns, `?lang=en,fr`; empty unless the address names two. */
export const languages = languagesOf(query.get("lang") ?? "");

/** The token that the address has behind its `#`, by which the screen may see more; null without one. */
export const token = new URLSearchParams(location.hash.slice(1)).get("token");

/** Colours the page dark, or light if the address has `?theme=light`, however the system is set. */
export function applyTheme() {
  const theme = query.get("theme") === "light" ? "light" : "dark";
  document.documentElement.style.setProperty("color-scheme", theme);
  // The sheets have the dark colours once, for whoever prefers them.
  for (const rule of Array.from(document.styleSheets).flatMap(({ cssRules }) => Array.from(cssRules))) {
    if (!(rule instanceof CSSMediaRule && rule.conditionText.includes("prefers-color-scheme"))) continue;
    rule.media.mediaText = theme === "dark" ? "all" : "not all";
  }
}

/** @param {string} named */
function languagesOf(named) {
  const wanted = named.split(",").flatMap((name) => LANGUAGES.filter((language) => language === name.trim()));
  return wanted.length > 1 ? wanted : [];
}

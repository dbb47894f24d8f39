import { clock, language } from "../app/i18n.js";

/** A night's day, as people say it: “Wednesday, January 28”. @param {string} date as `2026-01-28` @returns {string} */
export function day(date) {
  // A date has no time zone; midnight UTC shown in UTC stays that day everywhere.
  const format = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" };
  return firstOf(new Intl.DateTimeFormat(`${language()}-CA`, format).format(new Date(`${date}T00:00:00Z`)));
}

/** A day with its year, as paper needs it: “Wednesday, January 28, 2026”. @param {string} date as `2026-01-28` @returns {string} */
export function dayOnPaper(date) {
  const format = { dateStyle: "full", timeZone: "UTC" };
  return firstOf(new Intl.DateTimeFormat(`${language()}-CA`, format).format(new Date(`${date}T00:00:00Z`)));
}

/** A day in words with its first of the month as French says it, “1er”, which browsers do not know of Canada. @param {string} words @returns {string} */
export function firstOf(words) {
  return language() === "fr" ? words.replace(/\b1 /, "1er ") : words;
}

/** A night's hour, as a clock shows it: “7:00 p.m.”, “19 h 00”, not to be broken. @param {string} time as `19:00` @returns {string} */
export function hour(time) {
  return clock(new Date(`2026-01-28T${time}`)).replaceAll(/\s/g, "\u00a0");
}

/** Today where this device is. @returns {string} as `2026-01-28` */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

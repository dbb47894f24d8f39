import { language } from "../app/i18n.js";

/** A night's day, as people say it: “Wednesday, January 28”. @param {string} date as `2026-01-28` @returns {string} */
export function day(date) {
  // A date has no time zone; midnight UTC shown in UTC stays that day everywhere.
  const format = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" };
  return new Intl.DateTimeFormat(`${language()}-CA`, format).format(new Date(`${date}T00:00:00Z`));
}

/** A time of day as the league writes it: “19:00”, “19 h 00”. @param {string} time as `19:00` @returns {string} */
export function hour(time) {
  const format = { hour: "numeric", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" };
  return new Intl.DateTimeFormat(`${language()}-CA`, format).format(new Date(`2026-01-28T${time}:00Z`));
}

/** Today where this device is. @returns {string} as `2026-01-28` */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

import { day, firstOf, hour, today } from "../hall/date.js";
import { language } from "../app/i18n.js";

const DAY = 86_400_000;

/** The season that a day falls into, the later one where two meet; null where none does. @param {object[]} seasons @param {string} date @returns {object|null} */
export function seasonAt(seasons, date) {
  return seasons.findLast(({ starts, ends }) => starts <= date && date <= ends) ?? null;
}

/** The season of today, else the next one, else the last; null where there is none. @param {object[]} seasons the earliest first @returns {object|null} */
export function currentSeason(seasons) {
  const date = today();
  return seasonAt(seasons, date) ?? seasons.find(({ starts }) => starts > date) ?? seasons.at(-1) ?? null;
}

/** The same day of the next week. @param {string} date @returns {string} */
export function weekAfter(date) {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 7 * DAY).toISOString().slice(0, 10);
}

/** Whether a night is tonight's, or one that began earlier and was never finished. @param {object} night @returns {boolean} */
export function isOn({ date, status }) {
  return date === today() || (date < today() && ["open", "playing"].includes(status));
}

/** A night's day and hour: “Wednesday, January 28, 7:00 p.m.”. @param {{date: string, starts_at: string}} night @returns {string} */
export function dayAndHour({ date, starts_at: starts }) {
  return `${day(date)}, ${hour(starts)}`;
}

/** A day with its year, as a season needs it: “October 7, 2026”. @param {string} date @returns {string} */
export function dayOfYear(date) {
  const style = { dateStyle: "long", timeZone: "UTC" };
  return firstOf(new Intl.DateTimeFormat(`${language()}-CA`, style).format(new Date(`${date}T00:00:00Z`)));
}

import type { NightCard } from "pegout-api";
import { language, locale } from "./i18n.ts";

/** A whole number with a true minus. */
export function minus(points: number): string {
  return String(points).replace("-", "−");
}

/** A whole number with its sign, such as a spread: `+71`, `−11`, `+0`. */
export function signed(points: number): string {
  return points < 0 ? minus(points) : `+${points}`;
}

/** A line of a scorecard. @param card of the night */
export function lineText(line: number, card: NightCard): string {
  return card === "game_points" ? signed(line) : minus(line);
}

/** A number as the language writes it, with a true minus. @param decimals how many are shown */
export function number(value: number, decimals: number = 2): string {
  return new Intl.NumberFormat(locale(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: "negative",
  })
    .format(value)
    .replace("-", "−");
}

/** Cents as money is written: `$38`, and `$2.50` if there are cents. */
export function amount(cents: number): string {
  return new Intl.NumberFormat(locale(), {
    style: "currency",
    currency: "CAD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);
}

/** A time of day, as a clock shows it. */
export function clock(time: Date): string {
  return new Intl.DateTimeFormat(locale(), { hour: "numeric", minute: "2-digit" }).format(time);
}

/** A night's hour, as a clock shows it: “7:00 p.m.”, “19 h 00”, not to be broken. @param time as `19:00` */
export function hour(time: string): string {
  return clock(new Date(`2026-01-28T${time}`)).replaceAll(/\s/g, "\u00a0");
}

// A date has no time zone; midnight UTC shown in UTC stays that day everywhere. Canada's French says “1er”, which
// browsers do not know.
function dateText(date: string, format: Intl.DateTimeFormatOptions) {
  const text = new Intl.DateTimeFormat(locale(), { ...format, timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
  return language() === "fr" ? text.replace(/\b1 /, "1er ") : text;
}

/** A night's day, as people say it: “Wednesday, January 28”. @param date as `2026-01-28` */
export function day(date: string): string {
  return dateText(date, { weekday: "long", day: "numeric", month: "long" });
}

/** A day with its year, as paper needs it: “Wednesday, January 28, 2026”. @param date as `2026-01-28` */
export function dayOnPaper(date: string): string {
  return dateText(date, { dateStyle: "full" });
}

/** A day with its year, as a season needs it: “October 7, 2026”. @param date as `2026-10-07` */
export function dayOfYear(date: string): string {
  return dateText(date, { dateStyle: "long" });
}

/** The day of a time, where this device is. @returns as `2026-01-28` */
export function dateOf(time: Date): string {
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

/** Today in this device's time zone. @returns as `2026-01-28` */
export function today(): string {
  return dateOf(new Date());
}

/** A name as representatives sign in with it: capitals, accents and spaces make no difference. */
export function nameKey(name: string): string {
  const letters = name.normalize("NFKD").replaceAll(/\p{Mark}/gu, "");
  return letters.toLowerCase().split(/\s+/).filter(Boolean).join(" ");
}

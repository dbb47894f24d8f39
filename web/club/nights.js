/** @import { NightAnswer, NightSummary, Season } from "pegout-api" */
import { maySee } from "../access/rights.js";
import { Addition, session } from "../access/session.js";
import { newId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { day, dayOfYear, hour, today } from "../lib/format.js";
import { locale, t } from "../lib/i18n.js";
import { Form, field, tick } from "../ui/form.js";

const NIGHTS = "/api/v1/nights";
const DAY = 86_400_000;
/** The hour that a night starts at unless somebody says another. */
const USUAL_HOUR = "19:00";

// The coordinator's views of a night with the keys of their titles, and by status the one that a night needs next.
/** @type {Record<string, string>} */
const VIEWS = { "check-in": "check_in.title", tables: "tables.title", money: "money.title", phones: "phones.title" };
/** @type {Record<string, string>} */
const NEXT = { scheduled: "check-in", open: "check-in", playing: "tables", finished: "money" };

/** @typedef {{href: string, text: string}} Link */

/** The season of today, else the next one, else the last; null where there is none. @param {Season[]} seasons the earliest first @returns {Season|null} */
export function currentSeason(seasons) {
  const date = today();
  return seasonAt(seasons, date) ?? seasons.find(({ starts }) => starts > date) ?? seasons.at(-1) ?? null;
}

/** The same day of the next week. @param {string} date as `2026-01-28` @returns {string} */
export function weekAfter(date) {
  return dayAfter(date, 7);
}

/** The day so many days later. @param {string} date as `2026-01-28` @param {number} days @returns {string} */
export function dayAfter(date, days) {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** The first day from a date on that is such a day of the week. @param {string} date as `2026-01-28` @param {number} weekday from 0, Monday @returns {string} */
function nextDay(date, weekday) {
  const now = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  return dayAfter(date, (weekday - now + 7) % 7);
}

/** Returns true for a night of today, and for one that began earlier and was never finished. @param {NightSummary} night @returns {boolean} */
export function isOn({ date, status }) {
  return date === today() || (date < today() && ["open", "playing"].includes(status));
}

/** Returns true if the day, the hour and the cancellation of a night can still change. @param {Pick<NightSummary, "status">} night @returns {boolean} */
export function canChange({ status }) {
  return ["scheduled", "open", "cancelled"].includes(status);
}

/** A night's day and hours: “Wednesday, January 28, 7:00 p.m.”. @param {Pick<NightSummary, "date"|"starts_at"> & {ends_at?: string|null}} night @returns {string} */
export function dayAndHour({ date, starts_at: starts, ends_at: ends }) {
  return t(ends ? "club.when.until" : "club.when", {
    day: day(date),
    starts: hour(starts),
    ends: ends ? hour(ends) : "",
  });
}

/** The view that a night needs next. @param {Pick<NightSummary, "id"|"status">} night @returns {Link} */
export function nextView({ id, status }) {
  if (status === "cancelled" && maySee(session.role, "cancel"))
    return { href: `#/cancel?id=${id}`, text: t("club.cancelled.tell") };
  const next = NEXT[status];
  if (next && maySee(session.role, next)) return link(id, next);
  return link(id, Object.keys(VIEWS).find((view) => maySee(session.role, view)) ?? "");
}

/** Nights one under the other, each leading to the view that it needs next. @param {NightSummary[]} nights @returns {HTMLElement} */
export function nightList(nights) {
  return element("ul", { class: "night-list" }, nights.map(line));
}

/** The night of today: its status, and its views, the one that it needs next first. @param {NightSummary} night @returns {HTMLElement} */
export function tonight(night) {
  const next = nextView(night);
  const change =
    canMove(night) && maySee(session.role, "cancel")
      ? [{ href: `#/cancel?id=${night.id}`, text: t("club.change") }]
      : [];
  return element(
    "section",
    { class: "on-now" },
    element("h2", {}, dayAndHour(night)),
    element("p", {}, statusText(night)),
    element("a", { class: "primary", href: next.href }, next.text),
    element(
      "ul",
      { class: "stages" },
      [...otherViews(night), ...change].map(({ href, text }) => element("li", {}, element("a", { href }, text))),
    ),
  );
}

/**
 * The form that schedules a night.
 * @param {string} date the day that it proposes
 * @param {Season[]} seasons
 * @param {(night: NightSummary) => void} onAdded
 * @returns {HTMLElement}
 */
export function newNightForm(date, seasons, onAdded) {
  const addition = new Addition(NIGHTS);
  const season = element(
    "select",
    {},
    element("option", { value: "" }, t("club.no_season")),
    seasons.map(({ id, name }) => element("option", { value: id }, name)),
  );
  const chooseSeason = () => {
    season.value = seasonAt(seasons, day.value)?.id ?? "";
  };
  const day = element("input", { name: "date", type: "date", required: true, value: date, onchange: chooseSeason });
  const hour = element("input", { name: "starts_at", type: "time", required: true, value: USUAL_HOUR });
  const ends = element("input", { name: "ends_at", type: "time" });
  chooseSeason();
  const form = new Form({
    key: t("coordinator.schedule"),
    fields: [
      field(t("club.day"), day),
      element("div", { class: "pair" }, field(t("club.hour"), hour), field(t("club.ends"), ends)),
      field(t("club.season"), season),
    ],
    send: async () => {
      const [starts_at, ends_at] = [hour.value.slice(0, 5), ends.value.slice(0, 5) || null];
      const night = { date: day.value, starts_at, ends_at, season_id: season.value || null };
      onAdded(summary(await addition.send(night)));
    },
  });
  return form.node;
}

/**
 * A key that schedules the last of these nights again, on the same day of the first later week that is not past; null
 * where a later night is scheduled already, or the season is over by then.
 * @param {NightSummary[]} nights nights of one season, the earliest first
 * @param {Season|null} season
 * @param {(night: NightSummary) => void} onAdded
 * @returns {HTMLElement|null}
 */
export function repeatNight(nights, season, onAdded) {
  const last = nights.findLast(({ status }) => status !== "cancelled") ?? nights.at(-1);
  if (!last) return null;
  let date = weekAfter(last.date);
  while (date < today()) date = weekAfter(date);
  const isTaken = nights.some((night) => night.date >= date);
  if (isTaken || (season && date > season.ends)) return null;
  const addition = new Addition(NIGHTS);
  const night = { date, starts_at: last.starts_at, ends_at: last.ends_at, season_id: last.season_id };
  const form = new Form({
    key: t("club.same_again", { when: dayAndHour(night) }),
    look: "quiet",
    send: async () => onAdded(summary(await addition.send(night))),
  });
  return form.node;
}

// The later season where two meet.
/** @param {Season[]} seasons @param {string} date */
function seasonAt(seasons, date) {
  return seasons.findLast(({ starts, ends }) => starts <= date && date <= ends);
}

// A cancelled night's own link leads to the same view.
/** @param {NightSummary} night */
function canMove(night) {
  return canChange(night) && night.status !== "cancelled";
}

/** @param {string} id @param {string} view @returns {Link} */
function link(id, view) {
  return { href: `#/${view}?id=${id}`, text: t(VIEWS[view]) };
}

/** @param {NightSummary} night */
function otherViews({ id, status }) {
  if (status === "cancelled") return [];
  const next = nextView({ id, status }).href;
  const others = Object.keys(VIEWS).filter((view) => maySee(session.role, view) && link(id, view).href !== next);
  return others.map((view) => link(id, view));
}

/** @param {NightSummary} night */
function statusText({ status, date, players }) {
  const isMissed = status === "scheduled" && date < today();
  const text = isMissed ? t("club.status.missed") : t(`club.status.${status}`);
  return players > 0 ? `${text} · ${t("club.players", { n: players })}` : text;
}

/** @param {NightSummary} night */
function line(night) {
  const { href } = nextView(night);
  const when = dayAndHour(night);
  const change = element(
    "a",
    { href: `#/cancel?id=${night.id}`, "aria-label": t("club.change.of", { when }) },
    t("club.change"),
  );
  return element(
    "li",
    {},
    element("a", { class: "night", href }, element("strong", {}, when), element("span", {}, statusText(night))),
    canMove(night) && maySee(session.role, "cancel") ? change : null,
  );
}

/** @param {NightAnswer} night @returns {NightSummary} */
function summary({ id, season_id, date, starts_at, ends_at, status, entries, rounds }) {
  const players = entries.filter(({ left }) => !left).length;
  return { id, season_id, date, starts_at, ends_at, status, players, rounds: rounds.length };
}

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
// A Monday, to name the days of the week by.
const MONDAY = "2024-01-01";

/**
 * The form that schedules a night every week of a season, but on the days that are unticked.
 * @param {Season} season @param {NightSummary[]} nights its nights @param {NightSummary|null} usual a night of the season before, which gives the day of the week and the hours @param {(nights: NightSummary[]) => void} onScheduled
 * @returns {HTMLElement}
 */
export function seriesForm(season, nights, usual, onScheduled) {
  const id = newId();
  const weekday = element(
    "select",
    { name: "weekday", onchange: () => showDays() },
    WEEKDAYS.map((day, at) => element("option", { value: day }, weekdayName(at))),
  );
  weekday.value = WEEKDAYS[usual ? weekdayOf(usual.date) : 2];
  const hour = usual?.starts_at ?? USUAL_HOUR;
  const starts = element("input", { name: "starts_at", type: "time", required: true, value: hour });
  const ends = element("input", { name: "ends_at", type: "time", value: usual?.ends_at ?? "" });
  const days = element("fieldset", { class: "series-days" });
  const showDays = () => {
    const dates = weekly(season, WEEKDAYS.indexOf(weekday.value));
    const ticks = dates.map((date) => dayTick(date, nights));
    const n = ticks.filter((node) => node.querySelector(":checked")).length;
    days.replaceChildren(element("legend", {}, t("series.days", { n })), ...ticks);
  };
  showDays();
  const form = new Form({
    key: t("series.key"),
    fields: [
      field(t("series.weekday"), weekday),
      element("div", { class: "pair" }, field(t("club.hour"), starts), field(t("club.ends"), ends)),
      days,
    ],
    send: async () => {
      const unticked = [...days.querySelectorAll("input:not(:checked)")];
      const body = {
        id,
        weekday: weekday.value,
        starts_at: starts.value.slice(0, 5),
        ends_at: ends.value.slice(0, 5) || null,
        except: unticked.map((input) => /** @type {HTMLInputElement} */ (input).value),
      };
      const answer = await session.ask("POST", `/api/v1/seasons/${season.id}/nights`, { body });
      onScheduled(answer.nights);
    },
  });
  return form.node;
}

// A day that is past is ticked by hand: a season on paper may have begun.
/** @param {string} date @param {NightSummary[]} nights */
function dayTick(date, nights) {
  const isThere = nights.some((night) => night.date === date);
  const checked = isThere || date >= today();
  const input = element("input", { type: "checkbox", value: date, checked, disabled: isThere });
  return tick(isThere ? t("series.there", { day: dayOfYear(date) }) : dayOfYear(date), input);
}

// The days of a season on one day of the week.
/** @param {Season} season @param {number} weekday from 0, Monday */
function weekly({ starts, ends }, weekday) {
  const dates = [];
  for (let date = nextDay(starts, weekday); date <= ends; date = weekAfter(date)) dates.push(date);
  return dates;
}

/** @param {string} date @returns {number} from 0, Monday */
function weekdayOf(date) {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** @param {number} at from 0, Monday */
function weekdayName(at) {
  const date = new Date(`${dayAfter(MONDAY, at)}T12:00:00Z`);
  return new Intl.DateTimeFormat(locale(), { weekday: "long", timeZone: "UTC" }).format(date);
}

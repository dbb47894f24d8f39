import type { League, NightAnswer, NightSummary, Replies, Season } from "pegout-api";
import { maySee } from "../access/rights.ts";
import { Addition, session } from "../access/session.ts";
import { Refusal, Unreachable, send } from "../lib/api.ts";
import { newId } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { day, dayOfYear, hour, today } from "../lib/format.ts";
import { locale, t } from "../lib/i18n.ts";
import { isOfCards } from "../night/seats.ts";
import { Form, field, tick } from "../ui/form.ts";
import { repliesLink } from "./replies.ts";

const NIGHTS = "/api/v1/nights";
const DAY = 86_400_000;
/** The hour that a night starts at unless somebody enters another hour. */
const USUAL_HOUR = "19:00";
/** The formats of a night, each with its usual number of games. */
export const USUAL_GAMES: Record<string, number> = { doubles_movement: 4, singles_rotation: 9, fixed_pairs: 9 };

/**
 * Returns the number of games that a format brings, and what the league sets with it. Without an answer of the service it
 * is the usual number.
 */
export async function usualOf(format: string): Promise<{ games: number; more?: object }> {
  const usual = { games: USUAL_GAMES[format] };
  try {
    const league: League = await send("GET", "/api/v1/league");
    const { format: own, games_per_night: games, card } = league;
    return own === format && games ? { games, more: { card } } : usual;
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Refusal) return usual;
    throw error;
  }
}

// The coordinator's views of a night with the keys of their titles, and by status the view that a night needs next.
const VIEWS: Record<string, string> = {
  "check-in": "check_in.title",
  tables: "tables.title",
  money: "money.title",
  phones: "phones.title",
};
const NEXT: Record<string, string> = { scheduled: "check-in", open: "check-in", playing: "tables", finished: "money" };

/** The rounds of a night, or their number. */
type Rounds = { rounds: number | object[] };
type Link = { href: string; text: string };

/**
 * The season of today, else the next season, else the last; null if there is no season.
 * @param seasons the earliest first
 */
export function currentSeason(seasons: Season[]): Season | null {
  const date = today();
  return seasonAt(seasons, date) ?? seasons.find(({ starts }) => starts > date) ?? seasons.at(-1) ?? null;
}

/** The same day of the next week. @param date as `2026-01-28` */
export function weekAfter(date: string): string {
  return dayAfter(date, 7);
}

/** The day `days` days later. @param date as `2026-01-28` */
export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/**
 * The first day from a date on that is such a day of the week.
 * @param date as `2026-01-28` @param weekday from 0, Monday
 */
function nextDay(date: string, weekday: number): string {
  const now = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  return dayAfter(date, (weekday - now + 7) % 7);
}

/** Returns true for a night of today, and for a night that began earlier and was never finished. */
export function isOn({ date, status }: NightSummary): boolean {
  return date === today() || (date < today() && ["open", "playing"].includes(status));
}

/** Returns true if the day, the hour and the cancellation of a night can still change. */
export function canChange({ status }: Pick<NightSummary, "status">): boolean {
  return ["scheduled", "open", "cancelled"].includes(status);
}

/** A night's day and hours: “Wednesday, January 28, 7:00 p.m.”. Paper names no hour. */
export function dayAndHour({
  date,
  starts_at: starts,
  ends_at: ends,
  import_id: imported,
}: Pick<NightSummary, "date" | "starts_at"> & { ends_at?: string | null; import_id?: string | null }): string {
  if (imported) return day(date);
  return t(ends ? "club.when.until" : "club.when", {
    day: day(date),
    starts: hour(starts),
    ends: ends ? hour(ends) : "",
  });
}

/** The view that a night needs next. */
export function nextView(night: Pick<NightSummary, "id" | "status" | "import_id"> & Rounds): Link {
  const { id, status } = night;
  if (isOfCards(night)) return { href: `#/night?id=${id}`, text: t("night.standings") };
  if (status === "cancelled" && maySee(session.role, "cancel"))
    return { href: `#/cancel?id=${id}`, text: t("club.cancelled.tell") };
  const next = NEXT[status];
  if (next && maySee(session.role, next)) return link(id, next);
  return link(id, Object.keys(VIEWS).find((view) => maySee(session.role, view)) ?? "");
}

/** Nights one under the other, each leading to the view that it needs next. @param replies by the night's id */
export function nightList(nights: NightSummary[], replies: Map<string, Replies> = new Map()): HTMLElement {
  return element(
    "ul",
    { class: "night-list" },
    nights.map((night) => line(night, replies.get(night.id))),
  );
}

/** The night of today: its status, and its views, with the view that it needs next first. */
export function tonight(night: NightSummary, replies?: Replies): HTMLElement {
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
    replies ? element("p", {}, repliesLink(night.id, replies)) : null,
    element("a", { class: "primary", href: next.href }, next.text),
    element(
      "ul",
      { class: "stages" },
      [...otherViews(night), ...change].map(({ href, text }) => element("li", {}, element("a", { href }, text))),
    ),
  );
}

/** The form that schedules a night. @param date the day that it proposes */
export function newNightForm(date: string, seasons: Season[], onAdded: (night: NightSummary) => void): HTMLElement {
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
 * A button that schedules the last of these nights again, on the same day of the first later week that is not past. The
 * result is null if a later night is scheduled already, or the season is over by then.
 * @param nights nights of one season, the earliest first
 */
export function repeatNight(
  nights: NightSummary[],
  season: Season | null,
  onAdded: (night: NightSummary) => void,
): HTMLElement | null {
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

// The later season, if two seasons overlap.
function seasonAt(seasons: Season[], date: string) {
  return seasons.findLast(({ starts, ends }) => starts <= date && date <= ends);
}

// A cancelled night's own link leads to the same view.
function canMove(night: NightSummary) {
  return canChange(night) && night.status !== "cancelled";
}

function link(id: string, view: string): Link {
  return { href: `#/${view}?id=${id}`, text: t(VIEWS[view]) };
}

function otherViews(night: NightSummary) {
  const { id, status } = night;
  if (status === "cancelled") return [];
  const next = nextView(night).href;
  const views = isOfCards(night) ? ["money"] : Object.keys(VIEWS);
  const others = views.filter((view) => maySee(session.role, view) && link(id, view).href !== next);
  return others.map((view) => link(id, view));
}

function statusText({ status, date, players, import_id: imported }: NightSummary) {
  const isMissed = status === "scheduled" && date < today();
  const text = t(`club.status.${isMissed ? "missed" : imported ? "paper" : status}`);
  return players > 0 ? `${text} · ${t("club.players", { n: players })}` : text;
}

function line(night: NightSummary, replies?: Replies) {
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
    replies ? repliesLink(night.id, replies, when) : null,
    canMove(night) && maySee(session.role, "cancel") ? change : null,
  );
}

function summary(night: NightAnswer): NightSummary {
  const { id, season_id, date, starts_at, ends_at, status, entries, rounds, import_id } = night;
  const players = entries.filter(({ left }) => !left).length;
  return { id, season_id, date, starts_at, ends_at, status, players, rounds: rounds.length, import_id };
}

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
// A Monday, to name the days of the week by.
const MONDAY = "2024-01-01";

/**
 * The form that schedules a night every week of a season, but on the days that are unticked.
 * @param nights its nights @param usual a night of the season before, which gives the day of the week and the hours
 */
export function seriesForm(
  season: Season,
  nights: NightSummary[],
  usual: NightSummary | null,
  onScheduled: (nights: NightSummary[]) => void,
): HTMLElement {
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
        except: unticked.map((input) => (input as HTMLInputElement).value),
      };
      const answer = await session.ask("POST", `/api/v1/seasons/${season.id}/nights`, { body });
      onScheduled(answer.nights);
    },
  });
  return form.node;
}

// A day that is past is ticked by hand: a season on paper may have begun.
function dayTick(date: string, nights: NightSummary[]) {
  const isThere = nights.some((night) => night.date === date);
  const checked = isThere || date >= today();
  const input = element("input", { type: "checkbox", value: date, checked, disabled: isThere });
  return tick(isThere ? t("series.there", { day: dayOfYear(date) }) : dayOfYear(date), input);
}

// The days of a season on one day of the week.
/** @param weekday from 0, Monday */
function weekly({ starts, ends }: Season, weekday: number) {
  const dates = [];
  for (let date = nextDay(starts, weekday); date <= ends; date = weekAfter(date)) dates.push(date);
  return dates;
}

/** @returns from 0, Monday */
function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** @param at from 0, Monday */
function weekdayName(at: number) {
  const date = new Date(`${dayAfter(MONDAY, at)}T12:00:00Z`);
  return new Intl.DateTimeFormat(locale(), { weekday: "long", timeZone: "UTC" }).format(date);
}

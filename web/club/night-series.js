/** @import { NightSummary, Season } from "pegout-api" */
import { newId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { locale, t } from "../lib/i18n.js";
import { dayOfYear, today } from "../lib/text.js";
import { Form, field, tick } from "../ui/form.js";
import { dayAfter, nextDay, USUAL_HOUR, weekAfter } from "./nights.js";
import { session } from "./session.js";

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

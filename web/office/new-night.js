import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { today } from "../hall/date.js";
import { dayAndHour, seasonAt, weekAfter } from "./calendar.js";
import { Creation } from "./creation.js";
import { field } from "./field.js";
import { Form } from "./form.js";

const USUAL_HOUR = "19:00";

function nightCreation() {
  const same = (there, wanted) =>
    ["date", "starts_at", "season_id"].every((member) => there[member] === wanted[member]);
  return new Creation("nights", same);
}

/**
 * The form that schedules a night.
 * @param {string} date the day that it proposes
 * @param {object[]} seasons the seasons, and `nights` all nights that there are
 * @param {object[]} nights
 * @param {(night: object) => void} come called with the new Night
 * @returns {HTMLElement}
 */
export function newNight(date, seasons, nights, come) {
  const creation = nightCreation();
  const select = element(
    "select",
    {},
    element("option", { value: "" }, t("club.no_season")),
    seasons.map(({ id, name }) => element("option", { value: id }, name)),
  );
  const choose = () => {
    select.value = seasonAt(seasons, day.value)?.id ?? "";
  };
  const day = element("input", { name: "date", type: "date", required: true, value: date, onchange: choose });
  const hour = element("input", { name: "starts_at", type: "time", required: true, value: USUAL_HOUR });
  choose();
  const form = new Form({
    key: t("coordinator.schedule"),
    fields: [field(t("club.day"), day), field(t("club.hour"), hour), field(t("club.season"), select)],
    send: async () => {
      const wanted = { date: day.value, starts_at: hour.value.slice(0, 5), season_id: select.value || null };
      come(await creation.make(wanted, nights));
    },
  });
  return form.node;
}

/**
 * A key that schedules the last of these nights again, a week later or so many weeks that it is to come; null where its
 * season is over by then.
 * @param {object[]} listed nights of one season, the earliest first @param {object|null} season theirs
 * @param {object[]} nights all nights that there are @param {(night: object) => void} come called with the new Night
 * @returns {HTMLElement|null}
 */
export function sameAgain(listed, season, nights, come) {
  const last = listed.findLast(({ status }) => status !== "cancelled") ?? listed.at(-1);
  if (!last) return null;
  let date = weekAfter(last.date);
  while (date < today()) date = weekAfter(date);
  const wanted = { date, starts_at: last.starts_at, season_id: last.season_id };
  const taken = listed.some((night) => night.date >= date);
  if (taken || (season && date > season.ends)) return null;
  const creation = nightCreation();
  const form = new Form({
    key: t("club.same_again", { when: dayAndHour(wanted) }),
    look: "quiet",
    send: async () => come(await creation.make(wanted, nights)),
  });
  return form.node;
}

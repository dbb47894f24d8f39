import { Unreachable } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Form, field } from "../ui/form.js";
import { session } from "./session.js";
import { day, hour, today } from "../lib/text.js";

/**
 * Makes something new that the service gives its id. After an answer that did not come, the service's list is looked
 * at before it is sent again, so that nothing is made twice.
 */
export class Creation {
  #list;
  #same;
  #before = null;

  /**
   * @param {string} list its list's name in the interface, such as `players`
   * @param {(there: object, wanted: object) => boolean} same whether what is there is what was wanted
   */
  constructor(list, same) {
    this.#list = list;
    this.#same = same;
  }

  /**
   * Makes it; rejects as `session.ask` does.
   * @param {object} wanted what is sent @param {object[]} known the list before it
   * @returns {Promise<object>} what was made
   */
  async make(wanted, known) {
    const path = `/api/v1/${this.#list}`;
    if (this.#before) {
      const there = (await session.ask("GET", path))[this.#list];
      const made = there.find((one) => !this.#before.has(one.id) && this.#same(one, wanted));
      this.#before = null;
      if (made) return made;
    }
    try {
      return await session.ask("POST", path, { body: wanted });
    } catch (error) {
      if (error instanceof Unreachable) this.#before = new Set(known.map(({ id }) => id));
      throw error;
    }
  }
}

const DAY = 86_400_000;

/** The season that a day falls into, the later one where two meet; null where none does. @param {object[]} seasons @param {string} date @returns {object|null} */
function seasonAt(seasons, date) {
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

// The views of a night, and which one it needs next.
const VIEWS = { "check-in": "check_in.title", tables: "tables.title", money: "money.title", phones: "phones.title" };
const NEXT = { scheduled: "check-in", open: "check-in", playing: "tables", finished: "money" };

/** A link to one of the coordinator's views of a night. */
function link(id, view) {
  return { href: `#/${view}?id=${id}`, words: t(VIEWS[view]) };
}

/** The view that a night needs next. @param {object} night @returns {{href: string, words: string}} */
export function nextView({ id, status }) {
  if (status === "cancelled") return { href: `#/cancel?id=${id}`, words: t("club.cancelled.tell") };
  return link(id, NEXT[status]);
}

/** The other views of a night. @param {object} night @returns {{href: string, words: string}[]} */
function otherViews({ id, status }) {
  if (status === "cancelled") return [];
  const others = Object.keys(VIEWS).filter((view) => view !== NEXT[status]);
  return others.map((view) => link(id, view));
}

/** How a night stands: “Being played · 23 players”. @param {object} night @returns {string} */
function statusText({ status, date, players }) {
  const missed = status === "scheduled" && date < today();
  const words = missed ? t("club.status.missed") : t(`club.status.${status}`);
  return players > 0 ? `${words} · ${t("club.players", { n: players })}` : words;
}

/** Whether the day, the hour and that it takes place may still change. @param {object} night @returns {boolean} */
export function mayChange({ status }) {
  return ["scheduled", "open", "cancelled"].includes(status);
}

/** Nights one under the other, each leading to what it needs next. @param {object[]} nights @returns {HTMLElement} */
export function nightList(nights) {
  return element("ul", { class: "night-list" }, nights.map(line));
}

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
    // A cancelled night's own link leads there.
    mayChange(night) && night.status !== "cancelled" ? change : null,
  );
}

/** The night of today: how it stands, and the views of it, the one that is needed next in front. @param {object} night @returns {HTMLElement} */
export function tonight(night) {
  const next = nextView(night);
  const change = { href: `#/cancel?id=${night.id}`, words: t("club.change") };
  const others = [...otherViews(night), ...(mayChange(night) && night.status !== "cancelled" ? [change] : [])];
  return element(
    "section",
    { class: "on-now" },
    element("h2", {}, dayAndHour(night)),
    element("p", {}, statusText(night)),
    element("a", { class: "primary", href: next.href }, next.words),
    element(
      "ul",
      { class: "stages" },
      others.map(({ href, words }) => element("li", {}, element("a", { href }, words))),
    ),
  );
}

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
export function newNightForm(date, seasons, nights, come) {
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
export function repeatNight(listed, season, nights, come) {
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

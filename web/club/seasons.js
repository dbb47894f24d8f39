/** @import { League, NightSummary, Season } from "pegout-api" */
import { changeLeague, noteChosen } from "../access/questions.js";
import { hasRight } from "../access/rights.js";
import { Addition, session, signedIn } from "../access/session.js";
import { send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { dayOfYear } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { addressOf } from "../lib/root.js";
import { nextFirst } from "../night/season-standings.js";
import { copyFrom } from "../ui/controls.js";
import { Form, csvKey, field } from "../ui/form.js";
import { Loading } from "../ui/notice.js";
import { currentSeason, dayAfter, nightList, repeatNight, seriesForm } from "./nights.js";

/** A signed-in session. @typedef {{role: import("../access/rights.js").Role, ask: (method: string, path: string, options?: {body: unknown}) => Promise<any>}} Session */

/** Makes the part with the lines that show a season on another website. It asks first in a league that strangers do not see. @param {Season} season @param {League} league @param {Session} session @returns {HTMLElement} */
function embedPart(season, league, session) {
  const place = element("div", {}, league.public ? linesForm(season) : embedQuestion(season, session));
  return element("details", {}, element("summary", {}, t("embed_link.title")), place);
}

/** @param {Season} season */
function linesForm({ id, name }) {
  const title = name.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const value = `<iframe src="${addressOf(`/embed/standings/${id}`)}" title="${title}" width="320" height="600"></iframe>`;
  const lines = element("input", { readonly: true, value });
  const form = new Form({
    key: t("embed_link.copy"),
    look: "quiet",
    fields: [element("p", {}, t("embed_link.words")), field(t("embed_link.code"), lines)],
    send: () =>
      copyFrom(lines).then(
        () => t("embed_link.copied"),
        () => t("embed_link.uncopied"),
      ),
  });
  return form.node;
}

/** @param {Season} season @param {Session} session */
function embedQuestion(season, session) {
  const words = element("p", {}, t("embed_link.closed"));
  if (!hasRight(session.role, "manage_league")) return element("div", {}, words, element("p", {}, t("embed_link.ask")));
  const form = new Form({
    key: t("embed_link.open"),
    fields: [words],
    send: async () => {
      await changeLeague(session, { public: true });
      noteChosen(["public"]);
      form.node.replaceWith(linesForm(season));
    },
  });
  return form.node;
}

const SEASONS = "/api/v1/seasons";
const AVERAGES = /** @type {const} */ (["per_card", "per_game"]);
const WEEKS_OF_YEAR = 52;

class Seasons {
  /** @type {Season[]} */
  #seasons = [];
  /** @type {NightSummary[]} */
  #nights = [];
  /** @type {League|null} */
  #league = null;
  #addition = new Addition(SEASONS);
  #said = element("p", { class: "said", role: "status" });
  #list = element("div", { "data-skip": true, tabindex: "-1" });
  #loading = new Loading(readSeasons, ({ seasons, nights, league }) => {
    this.#nights = nights;
    this.#league = league;
    this.#show(seasons);
  });

  /** @param {HTMLElement} root */
  constructor(root) {
    root.append(
      element(
        "div",
        { class: "club" },
        element("p", { class: "way-back" }, element("a", { href: "#/coordinator" }, t("coordinator.title"))),
        this.#loading.node,
        this.#said,
        this.#list,
      ),
    );
  }

  close() {
    this.#loading.close();
  }

  /** @param {Season[]} seasons */
  #show(seasons) {
    this.#seasons = seasons.sort((a, b) => a.starts.localeCompare(b.starts));
    const current = currentSeason(seasons);
    this.#list.replaceChildren(
      ...[...seasons].reverse().map((season) => this.#season(season, season === current)),
      element(
        "details",
        { open: seasons.length === 0 },
        element("summary", {}, t("seasons.add")),
        seasonForm(null, async (season) => this.#put(await this.#addition.send(season)), this.#seasons.at(-1)),
      ),
    );
  }

  /** @param {Season} season @param {boolean} open */
  #season(season, open) {
    const nights = this.#nights.filter(({ season_id: id }) => id === season.id);
    const { coming, past } = nextFirst(nights);
    const change = seasonForm(season, async (body) => {
      this.#put(await session.ask("PATCH", `${SEASONS}/${season.id}`, { body }));
    });
    const series = seriesForm(season, nights, this.#usualNight(season), (scheduled) => {
      this.#nights = [...this.#nights.filter(({ id }) => scheduled.every((night) => night.id !== id)), ...scheduled];
      this.#nights.sort((one, other) => one.date.localeCompare(other.date));
      this.#show(this.#seasons);
      this.#said.textContent = t("series.done", { n: scheduled.length });
      this.#list.focus();
    });
    const repeat = repeatNight(nights, season, (night) => {
      this.#nights = [...this.#nights, night];
      this.#show(this.#seasons);
      this.#list.focus();
    });
    return element(
      "section",
      { class: "season-part" },
      element("h2", {}, season.name),
      element("p", {}, t("seasons.days", { starts: dayOfYear(season.starts), ends: dayOfYear(season.ends) })),
      element("p", { class: "help" }, rankingText(season)),
      element(
        "p",
        {},
        element("a", { class: "link", href: `#/standings?season=${season.id}` }, t("seasons.standings")),
      ),
      nights.length > 0
        ? element(
            "p",
            {},
            element("a", { class: "link", href: `#/season-sheet?season=${season.id}` }, t("season_sheet.title")),
          )
        : null,
      nights.length > 0
        ? csvKey({
            key: t("club.csv.money"),
            file: t("club.csv.season", { name: season.name }),
            done: t("club.csv.saved"),
            read: () => session.ask("GET", `${SEASONS}/${season.id}/money.csv`),
          })
        : null,
      element(
        "details",
        { open },
        element("summary", {}, t("seasons.nights", { n: nights.length })),
        coming.length > 0 ? [element("h3", {}, t("season.to_come")), nightList(coming)] : [],
        repeat,
        past.length > 0 ? [element("h3", {}, t("season.past")), nightList(past)] : [],
      ),
      element("details", { open: open && nights.length === 0 }, element("summary", {}, t("series.title")), series),
      element("details", {}, element("summary", {}, t("seasons.change")), change),
      this.#league && embedPart(season, this.#league, session),
    );
  }

  // A season goes on as the one before it.
  /** @param {Season} season */
  #usualNight({ starts }) {
    return this.#nights.findLast(({ season_id: id, date }) => id !== null && date < starts) ?? null;
  }

  /** @param {Season} season */
  #put(season) {
    this.#show([...this.#seasons.filter(({ id }) => id !== season.id), season]);
    this.#said.textContent = t("seasons.saved", { name: season.name });
    this.#list.focus();
  }
}

/** @returns {Promise<{seasons: Season[], nights: NightSummary[], league: League}>} */
async function readSeasons() {
  const [{ seasons }, { nights }, league] = await Promise.all([
    session.ask("GET", SEASONS),
    session.ask("GET", "/api/v1/nights"),
    send("GET", "/api/v1/league"),
  ]);
  return { seasons, nights, league };
}

/**
 * The form of a season; of a new one if it is null.
 * @param {Season|null} season
 * @param {(season: Omit<Season, "id">) => Promise<void>} send
 * @param {Season} [last] the last season, which a new one can be filled in from
 */
function seasonForm(season, send, last) {
  const whole = { type: "number", inputmode: "numeric", min: 1, max: 1000, step: 1 };
  const name = element("input", {
    name: "name",
    required: true,
    maxlength: 100,
    autocomplete: "off",
    value: season?.name ?? "",
  });
  const starts = element("input", { name: "starts", type: "date", required: true, value: season?.starts ?? "" });
  const ends = element("input", { name: "ends", type: "date", required: true, value: season?.ends ?? "" });
  const bestOf = element("input", { name: "best_of", ...whole, value: season?.best_of ?? "" });
  const minimum = element("input", {
    name: "minimum_nights",
    ...whole,
    required: true,
    value: season?.minimum_nights ?? 1,
  });
  const average = element(
    "select",
    { name: "average" },
    AVERAGES.map((each) => element("option", { value: each }, t(`seasons.average.${each}`))),
  );
  average.value = season?.average ?? AVERAGES[0];
  const copy = (/** @type {Season} */ from) => {
    name.value = yearLater(from.name);
    // So many weeks later, a night falls on the same day of the week.
    starts.value = dayAfter(from.starts, WEEKS_OF_YEAR * 7);
    ends.value = dayAfter(from.ends, WEEKS_OF_YEAR * 7);
    bestOf.value = String(from.best_of ?? "");
    minimum.value = String(from.minimum_nights);
    average.value = from.average;
    form.notice.show(t("seasons.copied", { name: from.name }));
  };
  const copyKey = (/** @type {Season} */ from) =>
    element("button", { type: "button", class: "quiet", onclick: () => copy(from) }, t("seasons.copy"));
  const form = new Form({
    key: t(season ? "club.save" : "seasons.add.key"),
    fields: [
      ...(last ? [copyKey(last)] : []),
      field(t("seasons.name"), name, t("seasons.name.example")),
      element("div", { class: "pair" }, field(t("seasons.starts"), starts), field(t("seasons.ends"), ends)),
      field(t("seasons.best_of"), bestOf, t("seasons.best_of.why")),
      field(t("seasons.minimum"), minimum, t("seasons.minimum.why")),
      field(t("seasons.average"), average, t("seasons.average.why")),
    ],
    check: () => (ends.value < starts.value ? t("club.wrong.ends") : null),
    send: () =>
      send({
        name: name.value.trim(),
        starts: starts.value,
        ends: ends.value,
        best_of: bestOf.value ? Number(bestOf.value) : null,
        minimum_nights: Number(minimum.value),
        average: /** @type {Season["average"]} */ (average.value),
      }),
  });
  return form.node;
}

// “Winter 2026” and “2026-27” name their years.
/** @param {string} name */
function yearLater(name) {
  const next = (/** @type {string} */ year) => String(Number(year) + 1).padStart(year.length, "0");
  return name.replaceAll(/\b(\d{4})(?:([-–/])(\d{2}))?\b/g, (_, year, dash, short) =>
    dash ? `${next(year)}${dash}${next(short)}` : next(year),
  );
}

/** @param {Season} season */
function rankingText({ best_of: best, minimum_nights: minimum, average }) {
  const counted = best ? t("seasons.best", { n: best }) : t("seasons.all");
  const by = t("seasons.average.by", { by: t(`seasons.average.${average}`) });
  return `${counted} ${t("seasons.ranked", { n: minimum })} ${by}`;
}

/** The seasons: their days, how they rank their players, and their nights. */
export default signedIn({
  mount({ root }) {
    const seasons = new Seasons(root);
    return () => seasons.close();
  },
});

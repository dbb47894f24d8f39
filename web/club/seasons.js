/** @import { NightSummary, Season } from "pegout-api" */
import { send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { dayOfYear } from "../lib/text.js";
import { Form, field } from "../ui/form.js";
import { Loading } from "../ui/notice.js";
import { currentSeason, nightList, repeatNight } from "./nights.js";
import { Addition, session, signedIn } from "./session.js";

const SEASONS = "/api/v1/seasons";

class Seasons {
  /** @type {Season[]} */
  #seasons = [];
  /** @type {NightSummary[]} */
  #nights = [];
  #addition = new Addition(SEASONS);
  #said = element("p", { class: "said", role: "status" });
  #list = element("div", { "data-skip": true, tabindex: "-1" });
  #loading = new Loading(readSeasons, ({ seasons, nights }) => {
    this.#nights = nights;
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
        seasonForm(null, async (season) => this.#put(await this.#addition.send(season))),
      ),
    );
  }

  /** @param {Season} season @param {boolean} open */
  #season(season, open) {
    const nights = this.#nights.filter(({ season_id: id }) => id === season.id);
    const change = seasonForm(season, async (body) => {
      this.#put(await session.ask("PATCH", `${SEASONS}/${season.id}`, { body }));
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
      element(
        "details",
        { open },
        element("summary", {}, t("seasons.nights", { n: nights.length })),
        nightList(nights),
        repeat ?? (nights.length === 0 ? element("p", { class: "help" }, t("seasons.no_nights")) : null),
      ),
      element("details", {}, element("summary", {}, t("seasons.change")), change),
    );
  }

  /** @param {Season} season */
  #put(season) {
    this.#show([...this.#seasons.filter(({ id }) => id !== season.id), season]);
    this.#said.textContent = t("seasons.saved", { name: season.name });
    this.#list.focus();
  }
}

/** @returns {Promise<{seasons: Season[], nights: NightSummary[]}>} */
async function readSeasons() {
  const [{ seasons }, { nights }] = await Promise.all([send("GET", SEASONS), send("GET", "/api/v1/nights")]);
  return { seasons, nights };
}

/**
 * The form of a season; of a new one if it is null.
 * @param {Season|null} season
 * @param {(season: Omit<Season, "id">) => Promise<void>} send
 */
function seasonForm(season, send) {
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
  const form = new Form({
    key: t(season ? "club.save" : "seasons.add.key"),
    fields: [
      field(t("seasons.name"), name, t("seasons.name.example")),
      element("div", { class: "pair" }, field(t("seasons.starts"), starts), field(t("seasons.ends"), ends)),
      field(t("seasons.best_of"), bestOf, t("seasons.best_of.why")),
      field(t("seasons.minimum"), minimum, t("seasons.minimum.why")),
    ],
    check: () => (ends.value < starts.value ? t("club.wrong.ends") : null),
    send: () =>
      send({
        name: name.value.trim(),
        starts: starts.value,
        ends: ends.value,
        best_of: bestOf.value ? Number(bestOf.value) : null,
        minimum_nights: Number(minimum.value),
      }),
  });
  return form.node;
}

/** @param {Season} season */
function rankingText({ best_of: best, minimum_nights: minimum }) {
  const counted = best ? t("seasons.best", { n: best }) : t("seasons.all");
  return `${counted} ${t("seasons.ranked", { n: minimum })}`;
}

/** The seasons: their days, how they rank their players, and their nights. */
export default signedIn({
  mount({ root }) {
    const seasons = new Seasons(root);
    return () => seasons.close();
  },
});

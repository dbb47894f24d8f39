import { send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { dayOfYear } from "../lib/text.js";
import { Form, field } from "../ui/form.js";
import { Loading } from "../ui/loading.js";
import { Creation, currentSeason, nightList, repeatNight } from "./nights.js";
import { session, signedIn } from "./session.js";

/**
 * The form of a season.
 * @param {object|null} season the Season; null for a new one
 * @param {(written: object) => Promise<string|void>} send sends what stands in it, and resolves with what there is to say
 * @returns {HTMLElement}
 */
function seasonForm(season, send) {
  const input = (name, attributes) => element("input", { name, value: season?.[name] ?? "", ...attributes });
  const whole = { type: "number", inputmode: "numeric", min: 1, max: 1000, step: 1 };
  const name = input("name", { required: true, maxlength: 100, autocomplete: "off" });
  const starts = input("starts", { type: "date", required: true });
  const ends = input("ends", { type: "date", required: true });
  const bestOf = input("best_of", whole);
  const minimum = input("minimum_nights", { ...whole, required: true, value: season?.minimum_nights ?? 1 });
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

const SEASONS = "/api/v1/seasons";

async function found() {
  const [{ seasons }, { nights }] = await Promise.all([send("GET", SEASONS), send("GET", "/api/v1/nights")]);
  return { seasons, nights };
}

class Seasons {
  creation = new Creation("seasons", (there, wanted) =>
    ["name", "starts", "ends"].every((member) => there[member] === wanted[member]),
  );
  said = element("p", { class: "said", role: "status" });

  constructor(root) {
    this.place = element("div", { class: "club" });
    this.list = element("div", { "data-skip": true, tabindex: "-1" });
    this.arrival = new Loading(found, ({ seasons, nights }) => {
      this.nights = nights;
      this.show(seasons);
    });
    this.place.append(
      element("p", { class: "way-back" }, element("a", { href: "#/coordinator" }, t("coordinator.title"))),
      this.arrival.node,
      this.said,
      this.list,
    );
    root.append(this.place);
  }

  show(seasons) {
    this.seasons = seasons.sort((a, b) => a.starts.localeCompare(b.starts));
    const current = currentSeason(seasons);
    this.list.replaceChildren(
      ...[...seasons].reverse().map((season) => this.season(season, season === current)),
      element(
        "details",
        { open: seasons.length === 0 },
        element("summary", {}, t("seasons.add")),
        seasonForm(null, (written) => this.add(written)),
      ),
    );
  }

  season(season, open) {
    const nights = this.nights.filter(({ season_id: id }) => id === season.id);
    const change = seasonForm(season, async (written) => {
      this.put(await session.ask("PATCH", `${SEASONS}/${season.id}`, { body: written }));
    });
    const again = repeatNight(nights, season, this.nights, (night) => {
      this.nights = [...this.nights, { ...night, players: night.players ?? 0 }];
      this.show(this.seasons);
      this.list.focus();
    });
    return element(
      "section",
      { class: "season-part" },
      element("h2", {}, season.name),
      element("p", {}, t("seasons.days", { starts: dayOfYear(season.starts), ends: dayOfYear(season.ends) })),
      element("p", { class: "help" }, rankingWords(season)),
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
        again ?? (nights.length === 0 ? element("p", { class: "help" }, t("seasons.no_nights")) : null),
      ),
      element("details", {}, element("summary", {}, t("seasons.change")), change),
    );
  }

  async add(written) {
    this.put(await this.creation.make(written, this.seasons));
  }

  put(season) {
    this.show([...this.seasons.filter(({ id }) => id !== season.id), season]);
    this.said.textContent = t("seasons.saved", { name: season.name });
    this.list.focus();
  }
}

function rankingWords({ best_of: best, minimum_nights: minimum }) {
  const counted = best ? t("seasons.best", { n: best }) : t("seasons.all");
  return `${counted} ${t("seasons.ranked", { n: minimum })}`;
}

/** The seasons: their days, how they rank their players, and their nights. */
export default signedIn({
  mount({ root }) {
    const seasons = new Seasons(root);
    return () => seasons.arrival.close();
  },
});

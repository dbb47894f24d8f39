import { send } from "../app/api.js";
import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { Arrival } from "./arrival.js";
import { currentSeason, dayOfYear } from "./calendar.js";
import { Creation } from "./creation.js";
import { sameAgain } from "./new-night.js";
import { nightList } from "./night-list.js";
import { seasonForm } from "./season-form.js";
import { session } from "./session.js";
import { signedIn } from "./signed-in.js";

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
    this.arrival = new Arrival(found, ({ seasons, nights }) => {
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
    const again = sameAgain(nights, season, this.nights, (night) => {
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

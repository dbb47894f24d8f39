import type { League, NightSummary, Season } from "pegout-api";
import { changeLeague, noteChosen } from "../access/questions.ts";
import { hasRight, type Role } from "../access/rights.ts";
import { Addition, session, signedIn } from "../access/session.ts";
import { Refusal, send } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { dayOfYear } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { addressOf } from "../lib/root.ts";
import { loadView, type Place, type View } from "../lib/router.ts";
import { wholeSeason } from "../night/night-store.ts";
import { nextFirst } from "../night/season-standings.ts";
import { copyFrom } from "../ui/controls.ts";
import { Form, csvKey, field } from "../ui/form.ts";
import { Loading } from "../ui/notice.ts";
import { currentSeason, dayAfter, nightList, repeatNight, seriesForm } from "./nights.ts";

/** A signed-in session. */
type Session = { role: Role; ask: (method: string, path: string, options?: { body: unknown }) => Promise<any> };

/**
 * Makes the part with the lines that show a season on another website. It asks first in a league that strangers do not
 * see.
 */
function embedPart(season: Season, league: League, session: Session): HTMLElement {
  const place = element("div", {}, league.public ? linesForm(season) : embedQuestion(season, session));
  return element("details", {}, element("summary", {}, t("embed_link.title")), place);
}

function linesForm({ id, name }: Season) {
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

function embedQuestion(season: Season, session: Session) {
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
const AVERAGES = ["per_card", "per_game"] as const;
const CARDS = ["points_short", "game_points", "points_scored"] as const;
const COUNTS = ["average", "sum"] as const;
const MOST_POINTS = 60;
const WEEKS_OF_YEAR = 52;

class Seasons {
  #seasons: Season[] = [];
  #nights: NightSummary[] = [];
  #league: League | null = null;
  #addition = new Addition(SEASONS);
  #said = element("p", { class: "said", role: "status" });
  #list = element("div", { "data-skip": true, tabindex: "-1" });
  #loading = new Loading(readSeasons, ({ seasons, nights, league }) => {
    this.#nights = nights;
    this.#league = league;
    this.#show(seasons);
  });

  constructor(root: HTMLElement) {
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

  #show(seasons: Season[]) {
    this.#seasons = seasons.sort((a, b) => a.starts.localeCompare(b.starts));
    const current = currentSeason(seasons);
    const usual = this.#league?.card ?? "points_short";
    this.#list.replaceChildren(
      ...[...seasons].reverse().map((season) => this.#season(season, season === current)),
      element(
        "details",
        { open: seasons.length === 0 },
        element("summary", {}, t("seasons.add")),
        seasonForm(null, usual, async (season) => this.#put(await this.#addition.send(season)), this.#seasons.at(-1)),
      ),
    );
  }

  #season(season: Season, open: boolean) {
    const nights = this.#nights.filter(({ season_id: id }) => id === season.id);
    const { coming, past } = nextFirst(nights);
    const change = seasonForm(season, season.card, async (body) => {
      try {
        this.#put(await session.ask("PATCH", `${SEASONS}/${season.id}`, { body }));
      } catch (error) {
        const isRefused = error instanceof Refusal && error.slug === "season-has-nights";
        const hasSameDays = body.starts === season.starts && body.ends === season.ends;
        if (!isRefused || body.card === season.card || !hasSameDays) throw error;
        return t("seasons.card.fixed");
      }
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
      element("p", {}, element("a", { class: "link", href: `#/seasons?import=${season.id}` }, t("seasons.import"))),
      element("details", {}, element("summary", {}, t("seasons.change")), change),
      this.#league && embedPart(season, this.#league, session),
    );
  }

  // A season goes on as the one before it.
  #usualNight({ starts }: Season) {
    return this.#nights.findLast(({ season_id: id, date }) => id !== null && date < starts) ?? null;
  }

  #put(season: Season) {
    this.#show([...this.#seasons.filter(({ id }) => id !== season.id), season]);
    this.#said.textContent = t("seasons.saved", { name: season.name });
    this.#list.focus();
  }
}

async function readSeasons(): Promise<{ seasons: Season[]; nights: NightSummary[]; league: League }> {
  const [{ seasons }, { nights }, league] = await Promise.all([
    session.ask("GET", SEASONS),
    session.ask("GET", "/api/v1/nights"),
    send("GET", "/api/v1/league"),
  ]);
  return { seasons: seasons.map(wholeSeason), nights, league };
}

/**
 * The form of a season; of a new one if it is null.
 * @param usual the card of a new season
 * @param last the last season, which a new one can be filled in from
 */
function seasonForm(
  season: Season | null,
  usual: Season["card"],
  send: (season: Omit<Season, "id">) => Promise<string | void>,
  last?: Season,
) {
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
  const select = (name: string, values: readonly string[], textOf: (value: string) => string, value: string) => {
    const options = values.map((each) => element("option", { value: each }, textOf(each)));
    const node = element("select", { name, onchange: () => showFields() }, options);
    node.value = value;
    return node;
  };
  const card = select("card", CARDS, (each) => t(`league.cards.${each}`), season?.card ?? usual);
  const counts = select("counts", COUNTS, (each) => t(`seasons.counts.${each}`), season?.counts ?? "average");
  const fromPoints = element("input", {
    name: "from_points",
    ...whole,
    min: 0,
    max: MOST_POINTS,
    value: season?.from_points ?? "",
  });
  const fields = {
    average: field(t("seasons.average"), average, t("seasons.average.why")),
    counts: field(t("seasons.counts"), counts, t("seasons.counts.why")),
    fromPoints: field(t("seasons.from_points"), fromPoints, t("seasons.from_points.why")),
  };
  // Each card and each way to count leaves some fields without a meaning.
  const showFields = () => {
    const isSum = card.value !== "points_short" && counts.value === "sum";
    fields.counts.hidden = card.value === "points_short";
    fields.average.hidden = isSum || card.value === "game_points";
    fields.fromPoints.hidden = !isSum || card.value !== "game_points";
  };
  showFields();
  const copy = (from: Season) => {
    name.value = yearLater(from.name);
    // So many weeks later, a night falls on the same day of the week.
    starts.value = dayAfter(from.starts, WEEKS_OF_YEAR * 7);
    ends.value = dayAfter(from.ends, WEEKS_OF_YEAR * 7);
    bestOf.value = String(from.best_of ?? "");
    minimum.value = String(from.minimum_nights);
    average.value = from.average;
    [card.value, counts.value, fromPoints.value] = [from.card, from.counts, String(from.from_points ?? "")];
    showFields();
    form.notice.show(t("seasons.copied", { name: from.name }));
  };
  const copyKey = (from: Season) =>
    element("button", { type: "button", class: "quiet", onclick: () => copy(from) }, t("seasons.copy"));
  const form = new Form({
    key: t(season ? "club.save" : "seasons.add.key"),
    fields: [
      ...(last ? [copyKey(last)] : []),
      field(t("seasons.name"), name, t("seasons.name.example")),
      element("div", { class: "pair" }, field(t("seasons.starts"), starts), field(t("seasons.ends"), ends)),
      field(t("seasons.best_of"), bestOf, t("seasons.best_of.why")),
      field(t("seasons.minimum"), minimum, t("seasons.minimum.why")),
      field(t("league.cards"), card, t("seasons.card.why")),
      fields.counts,
      fields.fromPoints,
      fields.average,
    ],
    check: () => (ends.value < starts.value ? t("club.wrong.ends") : null),
    send: () =>
      send({
        name: name.value.trim(),
        starts: starts.value,
        ends: ends.value,
        best_of: bestOf.value ? Number(bestOf.value) : null,
        minimum_nights: Number(minimum.value),
        average: average.value as Season["average"],
        card: card.value as Season["card"],
        counts: (fields.counts.hidden ? "average" : counts.value) as Season["counts"],
        from_points: fields.fromPoints.hidden || fromPoints.value === "" ? null : Number(fromPoints.value),
      }),
  });
  return form.node;
}

// “Winter 2026” and “2026-27” name their years.
function yearLater(name: string) {
  const next = (year: string) => String(Number(year) + 1).padStart(year.length, "0");
  return name.replaceAll(/\b(\d{4})(?:([-–/])(\d{2}))?\b/g, (_, year, dash, short) =>
    dash ? `${next(year)}${dash}${next(short)}` : next(year),
  );
}

function rankingText({ best_of: best, minimum_nights: minimum, average, card, counts, from_points: from }: Season) {
  const counted = best ? t("seasons.best", { n: best }) : t("seasons.all");
  const way = counts === "sum" ? t(from ? "seasons.sum.from" : "seasons.sum", { n: from ?? 0 }) : "";
  const by =
    way || t("seasons.average.by", { by: t(`seasons.average.${card === "game_points" ? "per_game" : average}`) });
  return `${counted} ${t("seasons.ranked", { n: minimum })} ${by}`;
}

// Few clubs import nights: the view of it is loaded when somebody goes there.
function openImport(place: Place) {
  let end: (() => void) | null | void = null;
  const loading = new Loading<View>(
    () => loadView(() => import("../imports/season-import.ts"), [], ["imports"]),
    (view) => {
      end = view.mount(place);
    },
  );
  place.root.append(loading.node);
  return () => {
    loading.close();
    end?.();
  };
}

/**
 * The seasons: their days, how they rank their players, and their nights. State in the hash: `import`, a season to import
 * nights of.
 */
export default signedIn({
  mount(place) {
    if (place.query.has("import")) return openImport(place);
    const seasons = new Seasons(place.root);
    return () => seasons.close();
  },
});

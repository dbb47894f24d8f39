import type { RaceRow, Season, SeasonRace } from "pegout-api";
import { element } from "../lib/dom.ts";
import { day, minus, number } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { playerLink } from "../lib/figure-links.ts";
import { seasonView } from "./season.ts";
import { type Column, figureTable, placeChart } from "./view.ts";

function nowOf(values: (number | null)[]) {
  return values.at(-1) ?? null;
}

function valueText(value: number | null) {
  if (value === null) return "";
  return Number.isInteger(value) ? minus(value) : number(value);
}

/** The key of the heading of the number that ranks. */
function valueKey({ counts, card }: Season) {
  if (counts === "sum") return "season.points";
  return card === "game_points" ? "season.per_game" : "season.average";
}

function standing({ players }: SeasonRace, season: Season) {
  const asks = players.some(({ can_win: can }) => can !== null);
  const columns: Column<RaceRow>[] = [
    { key: "standings.player", cell: ({ player_id: id, name }) => playerLink({ id, name }) },
    { key: "standings.place", cell: ({ places }) => String(nowOf(places) ?? ""), isNumber: true },
    { key: valueKey(season), cell: ({ value }) => valueText(nowOf(value)), isNumber: true },
  ];
  if (asks) columns.push({ key: "race.can_win", cell: ({ can_win: can }) => t(can ? "race.yes" : "race.no") });
  return figureTable(t("race.now"), players, columns);
}

// The lines that one chart has room for.
const LINES = 8;

/** The places of the best players as lines, the first place at the top. */
function chart({ nights, players }: SeasonRace) {
  const lines = players.slice(0, LINES).map(({ name, places: reached }) => ({ name, values: reached }));
  const lowest = Math.max(2, ...lines.flatMap(({ values }) => values.map((place) => place ?? 1)));
  return placeChart(t("race.chart"), nights, lines, lowest);
}

function places({ nights, players }: SeasonRace) {
  const cell = (place: number | null) => element("td", { class: "number" }, String(place ?? ""));
  const row = ({ name, places: reached }: RaceRow) =>
    element("tr", {}, element("th", { scope: "row" }, name), reached.map(cell));
  const head = (date: string) => element("th", { scope: "col", class: "number" }, element("span", {}, day(date)));
  return element(
    "div",
    { class: "wide-table", tabindex: "0", role: "region", "aria-label": t("race.by_night") },
    element(
      "table",
      { class: "figure-table places" },
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("td"),
          nights.map(({ date }) => head(date)),
        ),
      ),
      element("tbody", {}, players.map(row)),
    ),
  );
}

/** The race of a season: the places after each night, and the players who can still win. */
export default seasonView<SeasonRace>({
  path: "race",
  title: "race.title",
  show(race, season) {
    if (race.nights.length === 0) return [element("p", { class: "help" }, t("season.empty"))];
    return [
      element("p", { class: "help" }, t("race.left", { n: race.nights_left })),
      chart(race),
      standing(race, season),
      race.players.length > LINES
        ? element("details", {}, element("summary", {}, t("race.by_night")), places(race))
        : "",
    ];
  },
});

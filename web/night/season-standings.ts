import type { NightSummary, Season, SeasonRow } from "pegout-api";
import { playerLink, seasonLinks } from "../lib/figure-links.ts";
import { element } from "../lib/dom.ts";
import { amount, day, hour, number, signed, today } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { LatestRequest } from "../lib/retry.ts";
import { addressOf } from "../lib/root.ts";
import type { Place } from "../lib/router.ts";
import { choice } from "../ui/controls.ts";
import { Notice } from "../ui/notice.ts";
import { listRefusalText, openReader, type Reader } from "./membership.ts";
import { wholeSeason } from "./night-store.ts";
import { presentSeason } from "./present-season.ts";
import { calendarLink, csvLink, paperLinks, printHead } from "./standings.ts";

/** The seasons, with one of them; with none if there is none. `reader` has read them. */
type Answer = {
  reader: Reader;
  seasons: Season[];
  shown: { season: Season; rows: SeasonRow[]; nights: NightSummary[] } | null;
};

class SeasonView {
  #keep;
  #view = element("div", { class: "season", "data-skip": true, tabindex: "-1" });
  #notice = new Notice(() => this.#request.retry());
  #request = new LatestRequest(readSeason, {
    onAnswer: (answer) => this.#show(answer),
    onRefusal: (refusal) => this.#notice.show(listRefusalText(refusal), "refusal"),
    onOffline: (since) => this.#notice.showOffline(since, t("season.away")),
  });

  constructor({ root, query, keep }: Place) {
    this.#keep = keep;
    root.append(this.#notice.node, this.#view);
    this.#notice.show(t("season.coming"));
    this.#request.request(query.get("season") ?? "");
  }

  close() {
    this.#request.close();
  }

  #show({ reader, seasons, shown }: Answer) {
    this.#notice.show(shown ? "" : t("season.none"));
    if (!shown) return;
    const { season, rows, nights } = shown;
    this.#keep({ season: season.id });
    const answers = seasons.map(({ id, name }) => ({ value: id, label: name }));
    const csv = `/api/v1/seasons/${season.id}/standings.csv`;
    this.#view.replaceChildren(
      seasons.length > 1 ? choice(t("season.which"), answers, season.id, (id) => this.#request.request(id)) : "",
      printHead(season.name),
      element("h2", {}, season.name),
      element("p", { class: "help" }, rulesText(season)),
      rows.length ? standingsTable(rows, season) : element("p", { class: "help" }, t("season.empty")),
      rows.length ? seasonLinks(season) : "",
      element(
        "nav",
        { class: "links", "aria-label": t("night.more") },
        calendarLink(calendarAddress(season.id), t("season.calendar")),
        paperLinks(csvLink(csv, reader, () => season.name)),
      ),
      nights.length > 0 ? nightSection(nights) : "",
    );
  }
}

// Phones subscribe to a link of this scheme, and follow it.
/** @param id the season's */
function calendarAddress(id: string) {
  return addressOf(`/api/v1/seasons/${id}.ics`).replace(/^https?/, "webcal");
}

/** @param wanted the season's id */
async function readSeason(wanted: string, signal: AbortSignal): Promise<Answer> {
  const reader = await openReader();
  // By its link a season is everybody's, also where the lists are not.
  if (wanted && reader.token === null && !(await reader.ask("GET", "/api/v1/league", { signal })).public) {
    const [season, { rows }] = await Promise.all([
      reader.ask("GET", `/api/v1/seasons/${wanted}`, { signal }),
      reader.ask("GET", `/api/v1/seasons/${wanted}/standings`, { signal }),
    ]);
    return { reader, seasons: [season], shown: { season: wholeSeason(season), rows, nights: [] } };
  }
  const { seasons }: { seasons: Season[] } = await reader.ask("GET", "/api/v1/seasons", { signal });
  const season = seasons.find(({ id }) => id === wanted) ?? presentSeason(seasons);
  if (!season) return { reader, seasons, shown: null };
  const [{ rows }, { nights }] = await Promise.all([
    reader.ask("GET", `/api/v1/seasons/${season.id}/standings`, { signal }),
    reader.ask("GET", `/api/v1/nights?season_id=${season.id}`, { signal }),
  ]);
  return { reader, seasons, shown: { season: wholeSeason(season), rows, nights } };
}

function rulesText(season: Season) {
  const { card, best_of: best, minimum_nights: minimum } = season;
  const sentences = [t(`season.card.${card}`), countsText(season)];
  if (best) sentences.push(t("season.best_of", { n: best }));
  if (minimum) sentences.push(t("season.minimum", { n: minimum }));
  return sentences.join(" ");
}

function countsText({ card, counts, from_points: from, average }: Season) {
  if (counts === "average") return t(`season.average.${card === "game_points" ? card : average}`);
  return card === "game_points" && from ? t("season.sum.from", { n: from }) : t(`season.sum.${card}`);
}

/** A column of the standings: the key of its heading, its look, and its text for a row. */
type Column = { key: string; look: string; text: (row: SeasonRow) => string };

const LINE = "number line";

// A narrow screen has no room for the columns of the class `line`: their values stand below the name.
function columnsOf({ card, counts, best_of: best }: Season): Column[] {
  const [isSum, hasPoints] = [counts === "sum", card === "game_points"];
  const average = (value: number | null) => (value === null ? "" : number(value));
  const columns: (Column | false)[] = [
    { key: "season.nights", look: LINE, text: ({ nights }) => String(nights) },
    { key: "season.games", look: LINE, text: ({ games }) => String(games) },
    { key: "season.wins", look: LINE, text: ({ wins }) => String(wins) },
    card === "points_short" && { key: "season.skunks", look: "line skunks", text: skunkText },
    hasPoints && { key: "season.spread", look: LINE, text: ({ spread }) => signed(spread ?? 0) },
    card !== "points_short" && {
      key: "season.points",
      look: isSum ? "number" : LINE,
      text: ({ points, scored }) => String(points ?? scored ?? ""),
    },
    !isSum && {
      key: hasPoints ? "season.per_game" : "season.average",
      look: best === null ? "number" : LINE,
      text: (row) => average(row.average),
    },
    !isSum && best !== null && { key: "season.best", look: "number", text: (row) => average(row.best_average) },
    { key: "season.money", look: LINE, text: ({ money_won: money }) => (money ? amount(money) : "") },
  ];
  return columns.flatMap((column) => column || []);
}

function standingsTable(rows: SeasonRow[], season: Season) {
  const columns = columnsOf(season);
  const head = (key: string, look = "number") => element("th", { scope: "col", class: look }, t(key));
  return element(
    "table",
    { class: "standings season-standings" },
    element("caption", { class: "unseen" }, t("season.standings")),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        head("standings.place"),
        head("standings.player", "player"),
        columns.map(({ key, look }) => head(key, look)),
      ),
    ),
    element(
      "tbody",
      {},
      rows.map((row) => standingsLine(row, season, columns)),
    ),
  );
}

function standingsLine(row: SeasonRow, season: Season, columns: Column[]) {
  const cell = (text: string, look = "number") => element("td", { class: look }, text);
  return element(
    "tr",
    {},
    cell(String(row.place ?? "")),
    element(
      "th",
      { scope: "row", class: "player" },
      playerLink({ id: row.player_id, name: row.name }),
      element("span", { class: "lines-below" }, belowText(row, season)),
    ),
    columns.map(({ look, text }) => cell(text(row), look)),
  );
}

function belowText({ nights, wins, games, points, spread, money_won: money }: SeasonRow, { counts }: Season) {
  const parts = [
    t("season.below", { nights, wins, games }),
    points !== null && counts === "average" ? t("season.below.points", { points }) : "",
    spread === null ? "" : t("season.below.spread", { spread: signed(spread) }),
    money ? amount(money) : "",
  ];
  return parts.filter(Boolean).join("\u00a0· ");
}

function skunkText({ skunks, double_skunks: doubles }: SeasonRow) {
  return doubles > 0 ? t("season.skunks.doubles", { n: skunks, doubles }) : String(skunks);
}

function nightSection(nights: NightSummary[]) {
  const { coming, past } = nextFirst(nights);
  const part = (key: string, some: NightSummary[]) =>
    some.length > 0 ? [element("h3", {}, t(key)), element("ul", {}, some.map(nightLine))] : [];
  return element(
    "section",
    { class: "nights" },
    element("h2", {}, t("season.all_nights")),
    part("season.to_come", coming),
    part("season.past", past),
  );
}

/**
 * Returns the nights of a season that are to come or in progress, the next night first, and the past nights, the latest
 * first.
 * @param nights by date
 */
export function nextFirst(nights: NightSummary[]): { coming: NightSummary[]; past: NightSummary[] } {
  const day = today();
  const isComing = ({ date, status }: NightSummary) =>
    ["open", "playing"].includes(status) || date > day || (date === day && status === "scheduled");
  return { coming: nights.filter(isComing), past: nights.filter((night) => !isComing(night)).reverse() };
}

function nightLine({ id, date, starts_at: time, status, players, import_id: imported }: NightSummary) {
  const state = imported && status === "finished" ? "paper" : status;
  return element(
    "li",
    {},
    element(
      "a",
      { href: `#/night?id=${id}` },
      element("strong", {}, day(date)),
      element("span", {}, t(`season_night.${state}`, { time: hour(time), n: players })),
    ),
  );
}

/** A season for everybody: its standings and its nights. State in the hash: `season`; without it the one of today. */
export default {
  mount(place: Place) {
    const view = new SeasonView(place);
    return () => view.close();
  },
};

/** @import { EntryView, Night, Person, RoundView, StandingsRow, TableSide, TableView } from "pegout-api" */
/** @import { Programme } from "./screen.js" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { amount, day, hour, shortNames, today } from "../lib/text.js";
import { hasPrizes, minus, newestRound, openTables, winnerOf } from "../night/seats.js";
import { mark } from "../ui/controls.js";

const NAMES_PER_PAGE = 30;
const ROWS_PER_PAGE = 10;
const TABLES_PER_PAGE = 16;
// The columns for at most so many tables.
const COLUMNS = [
  { tables: 1, columns: 1 },
  { tables: 4, columns: 2 },
  { tables: 9, columns: 3 },
  { tables: TABLES_PER_PAGE, columns: 4 },
];
// Letters of a name that are shown at least; a longer one is cut, and makes nobody else's small.
const LONGEST_NAME = 20;
// Widths beside the names, in letters: the mark, and the score.
const MARK_WIDTH = 2;
const SCORE_WIDTH = 5;

/**
 * The board as it is now.
 * @param {Programme} programme
 * @returns {{heading: string, pages: HTMLElement[]}} pages are shown one after the other
 */
export function boardOf({ isKnown, listed, night, standings }) {
  if (night) return nightBoard(night, standings ?? []);
  return { heading: t("tv.title"), pages: [textPage(t(isKnown && !listed ? "tv.nothing" : "tv.coming"))] };
}

/** @param {Night} night @param {StandingsRow[]} rows */
function nightBoard(night, rows) {
  const round = newestRound(night);
  if (night.status === "finished") return finalBoard(night, rows);
  if (night.status === "playing" && round) return roundBoard(night, round, rows);
  return { heading: day(night.date), pages: waitingPages(night) };
}

/** @param {Night} night @param {StandingsRow[]} rows */
function finalBoard(night, rows) {
  const standings = standingsPages(rows, true);
  // After a night of void games there is nobody to rank, and an empty board looks like a broken one.
  if (standings.length === 0) standings.push(textPage(t("night_status.finished", { day: day(night.date) })));
  return { heading: t("tv.final"), pages: [...standings, ...fiftyFiftyPages(night)] };
}

/** @param {Night} night @param {RoundView} round @param {StandingsRow[]} rows */
function roundBoard(night, round, rows) {
  const { entries, games_per_night: games } = night;
  const values = { n: round.number, games };
  const isBegun = round.tables.some(
    ({ status, sides }) => status !== "playing" || sides.some(({ score }) => score > 0),
  );
  const tables = tablesPages(round.tables, entries, isBegun);
  if (!isBegun) return { heading: t("tv.seats", values), pages: tables };
  if (openTables(round).length > 0) return { heading: t("tv.live", values), pages: tables };
  return {
    heading: t("tv.done", values),
    pages: [...tables, ...standingsPages(rows, false), ...fiftyFiftyPages(night)],
  };
}

/** @param {Night} night */
function waitingPages({ status, date, starts_at: starts, entries, cancelled }) {
  const values = { day: day(date), time: hour(starts), reason: cancelled };
  if (status === "cancelled") return [textPage(t("night_status.cancelled", values))];
  const start = date === today() ? t("tv.tonight", values) : t("tv.next", values);
  const here = entries.filter(({ left }) => !left);
  return here.length ? namesPages(here, start) : [textPage(start)];
}

// The winner of the 50/50 is shown while nobody plays.
/** @param {Night} night */
function fiftyFiftyPages({ fifty_fifty: drawn }) {
  return drawn ? [textPage(t("tv.fifty_fifty", { name: drawn.name, amount: amount(drawn.amount) }))] : [];
}

/** @param {string} text */
function textPage(text) {
  return element("p", { class: "tv-words" }, text);
}

/** @param {EntryView[]} entries @param {string} start */
function namesPages(entries, start) {
  const sorted = [...entries].sort((one, other) => one.name.localeCompare(other.name));
  return paginate(sorted, NAMES_PER_PAGE).map((page) =>
    element(
      "section",
      { class: "tv-here" },
      element("p", { class: "tv-when" }, start, " · ", t("tv.open", { n: entries.length })),
      element(
        "ul",
        {},
        page.map(({ name }) => element("li", {}, name)),
      ),
    ),
  );
}

/** @param {StandingsRow[]} rows @param {boolean} isOver @returns {HTMLElement[]} */
function standingsPages(rows, isOver) {
  const ranked = rows.filter(({ total }) => total !== null);
  const prizes = hasPrizes(rows, isOver);
  return paginate(ranked, ROWS_PER_PAGE).map((shown) => standingsPage(shown, prizes));
}

/** @param {StandingsRow[]} rows @param {boolean} prizes */
function standingsPage(rows, prizes) {
  const [{ lines }] = rows;
  const head = (/** @type {string} */ text, look = "number") => element("th", { scope: "col", class: look }, text);
  return element(
    "table",
    { class: "tv-standings" },
    element("caption", { class: "unseen" }, t("tv.standings")),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        head(t("standings.place")),
        head(t("standings.player"), "name"),
        lines.map((_, at) => head(String(at + 1))),
        head(t("standings.total")),
        prizes ? head(t("standings.prize")) : null,
      ),
    ),
    element(
      "tbody",
      {},
      rows.map((row) => standingsRow(row, prizes)),
    ),
  );
}

/** @param {StandingsRow} row @param {boolean} prizes */
function standingsRow({ place, name, lines, total, prize }, prizes) {
  const cell = (/** @type {string} */ text, look = "number") => element("td", { class: look }, text);
  return element(
    "tr",
    {},
    cell(place === null ? "–" : String(place)),
    element("th", { scope: "row", class: "name" }, name),
    lines.map((points) => cell(points === null ? "–" : minus(points))),
    cell(minus(total ?? 0), "number total"),
    prizes ? cell(prize > 0 ? amount(prize) : "") : null,
  );
}

/** @param {TableView[]} tables @param {EntryView[]} entries @param {boolean} isBegun */
function tablesPages(tables, entries, isBegun) {
  const short = shortNames(entries.map(({ name }) => name));
  const names = new Map(entries.map(({ player_id: id }, at) => [id, short[at]]));
  const nameOf = (/** @type {Person} */ { id, name }) => names.get(id) ?? name;
  const seated = tables.map(({ sides }) => sides.flatMap(({ players }) => players.map(nameOf)));
  const longest = Math.max(...seated.flat().map(({ length }) => length));
  const letters = Math.min(LONGEST_NAME, longest) + MARK_WIDTH + (isBegun ? SCORE_WIDTH : 0);
  const lines = Math.max(...seated.map(({ length }) => length)) + 1;
  return paginate(tables, TABLES_PER_PAGE).map((page) => {
    const { columns } = COLUMNS.find((fitting) => page.length <= fitting.tables) ?? COLUMNS[0];
    const grid = element(
      "ul",
      { class: "tv-tables" },
      page.map((table) => tile(table, nameOf, isBegun)),
    );
    // The style sheet computes the sizes of type from these.
    const measures = { columns, rows: Math.ceil(page.length / columns), letters, lines };
    for (const [name, value] of Object.entries(measures)) grid.style.setProperty(`--${name}`, String(value));
    return grid;
  });
}

/** @param {TableView} table @param {(person: Person) => string} nameOf @param {boolean} isBegun */
function tile(table, nameOf, isBegun) {
  const { number, status, sides } = table;
  const winner = winnerOf(table);
  const line = (/** @type {TableSide} */ side, /** @type {number} */ at) =>
    element(
      "li",
      { class: at === winner ? "winner" : null },
      mark(at),
      element(
        "span",
        { class: "tv-names" },
        side.players.map((player) => element("span", {}, nameOf(player), " ")),
      ),
      isBegun ? element("span", { class: "tv-score" }, String(side.score)) : null,
    );
  return element(
    "li",
    { class: `tv-table ${status}` },
    element(
      "div",
      { class: "tv-tile" },
      element("h2", {}, t("seat.table", { n: number })),
      element("ul", {}, sides.map(line)),
    ),
  );
}

// Pages of about the same size.
/** @template Item @param {Item[]} items @param {number} most @returns {Item[][]} */
function paginate(items, most) {
  const pages = Math.ceil(items.length / most);
  const size = Math.ceil(items.length / pages);
  return Array.from({ length: pages }, (_, page) => items.slice(page * size, (page + 1) * size));
}

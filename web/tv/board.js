import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { minus, newestRound, openTables, prizesNear, winnerOf } from "../night/seats.js";
import { mark } from "../ui/controls.js";
import { amount, day, hour, shortNames, today } from "../lib/text.js";

/** Splits what is too much for one page into pages of about the same size. @template T @param {T[]} items @param {number} most that one page has @returns {T[][]} */
function paged(items, most) {
  const pages = Math.ceil(items.length / most);
  const size = Math.ceil(items.length / pages);
  return Array.from({ length: pages }, (_, page) => items.slice(page * size, (page + 1) * size));
}

/** Sets what the style sheet reckons type sizes with. @param {HTMLElement} node @param {Record<string, number>} values by name, without the dashes @returns {HTMLElement} the node */
function measured(node, values) {
  for (const [name, value] of Object.entries(values)) node.style.setProperty(`--${name}`, String(value));
  return node;
}

const NAMES_A_PAGE = 30;

/** A page with a sentence in large. @param {string} words @returns {HTMLElement} */
function wordsPage(words) {
  return element("p", { class: "tv-words" }, words);
}

/** Who is here, before the draw. @param {{name: string}[]} entries @param {string} when the draw comes @param {string} count how many are here @returns {HTMLElement[]} pages */
function namesPages(entries, when, count) {
  const sorted = [...entries].sort((one, other) => one.name.localeCompare(other.name));
  return paged(sorted, NAMES_A_PAGE).map((page) =>
    element(
      "section",
      { class: "tv-here" },
      element("p", { class: "tv-when" }, when, " · ", count),
      element(
        "ul",
        {},
        page.map(({ name }) => element("li", {}, name)),
      ),
    ),
  );
}

const ROWS_A_PAGE = 10;

/** A night's standings, ten to a page. @param {object[]} rows as the service tells them @param {boolean} over whether the night is over @returns {HTMLElement[]} pages */
function standingsPages(rows, over) {
  const played = rows.filter(({ total }) => total !== null);
  const prizes = prizesNear(rows, over);
  return paged(played, ROWS_A_PAGE).map((shown) => standingsPage(shown, prizes));
}

function standingsPage(rows, prizes) {
  const [{ lines }] = rows;
  const head = (words, look = "number") => element("th", { scope: "col", class: look }, words);
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

function standingsRow({ place, name, lines, total, prize }, prizes) {
  const cell = (words, look = "number") => element("td", { class: look }, words);
  return element(
    "tr",
    {},
    cell(place === null ? "–" : String(place)),
    element("th", { scope: "row", class: "name" }, name),
    lines.map((points) => cell(points === null ? "–" : minus(points))),
    cell(minus(total), "number total"),
    prizes ? cell(prize > 0 ? amount(prize) : "") : null,
  );
}

const TABLES_A_PAGE = 16;
// Columns for so many tables at most.
const COLUMNS = [
  { tables: 1, columns: 1 },
  { tables: 4, columns: 2 },
  { tables: 9, columns: 3 },
  { tables: TABLES_A_PAGE, columns: 4 },
];
// So many letters of a name are shown at least; one that is longer is cut, and makes nobody else's small.
const LONGEST = 20;
// What stands beside the names, as many letters wide: the mark, and the score.
const MARK = 2;
const SCORE = 5;

/**
 * The tables of a round: who sits where, and the scores once somebody has pegged.
 * @param {object[]} tables of a Night @param {{player_id: string, name: string}[]} entries of the night @param {boolean} begun
 * @returns {HTMLElement[]} pages
 */
function tablesPages(tables, entries, begun) {
  const short = shortNames(entries.map(({ name }) => name));
  const names = new Map(entries.map(({ player_id: id }, at) => [id, short[at]]));
  const nameOf = ({ id, name }) => names.get(id) ?? name;
  const seated = tables.map(({ sides }) => sides.flatMap(({ players }) => players.map(nameOf)));
  const longest = Math.max(...seated.flat().map(({ length }) => length));
  const letters = Math.min(LONGEST, longest) + MARK + (begun ? SCORE : 0);
  const lines = Math.max(...seated.map(({ length }) => length)) + 1;
  return paged(tables, TABLES_A_PAGE).map((page) => {
    const { columns } = COLUMNS.find((fitting) => page.length <= fitting.tables);
    const grid = element(
      "ul",
      { class: "tv-tables" },
      page.map((table) => tile(table, nameOf, begun)),
    );
    return measured(grid, { columns, rows: Math.ceil(page.length / columns), letters, lines });
  });
}

function tile(table, nameOf, begun) {
  const { number, status, sides } = table;
  const winner = winnerOf(table);
  const line = (side, at) =>
    element(
      "li",
      { class: at === winner ? "winner" : null },
      mark(at),
      element(
        "span",
        { class: "tv-names" },
        side.players.map((player) => element("span", {}, nameOf(player), " ")),
      ),
      begun ? element("span", { class: "tv-score" }, String(side.score)) : null,
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

/**
 * What the board shows now.
 * @param {import("./programme.js").Programme} programme
 * @returns {{heading: string, pages: HTMLElement[]}} pages are shown one after the other
 */
export function boardOf({ known, listed, night, rows }) {
  if (night) return boardOfNight(night, rows ?? []);
  if (known && !listed) return { heading: t("tv.title"), pages: [wordsPage(t("tv.nothing"))] };
  return { heading: t("tv.title"), pages: [wordsPage(t("tv.coming"))] };
}

function boardOfNight(night, rows) {
  const round = newestRound(night);
  if (night.status === "finished") return boardOfEnd(night, rows);
  if (night.status === "playing" && round) return boardOfRound(night, round, rows);
  return { heading: day(night.date), pages: waiting(night) };
}

function boardOfEnd(night, rows) {
  const standings = standingsPages(rows, true);
  // Where every game was void there is nobody to rank, and an empty board looks like a broken one.
  if (standings.length === 0) standings.push(wordsPage(t("night_status.finished", { day: day(night.date) })));
  return { heading: t("tv.final"), pages: [...standings, ...drawnPages(night)] };
}

function waiting({ status, date, starts_at: starts, entries, cancelled }) {
  const words = { day: day(date), time: hour(starts), reason: cancelled };
  if (status === "cancelled") return [wordsPage(t("night_status.cancelled", words))];
  const when = date === today() ? t("tv.tonight", words) : t("tv.next", words);
  const here = entries.filter(({ left }) => !left);
  return here.length ? namesPages(here, when, t("tv.open", { n: here.length })) : [wordsPage(when)];
}

// Who won the 50/50 is told while nobody plays.
function drawnPages({ fifty_fifty: drawn }) {
  return drawn ? [wordsPage(t("tv.fifty_fifty", { name: drawn.name, amount: amount(drawn.amount) }))] : [];
}

function boardOfRound(night, round, rows) {
  const { entries, games_per_night: games } = night;
  const words = { n: round.number, games };
  const begun = round.tables.some(({ status, sides }) => status !== "playing" || sides.some(({ score }) => score > 0));
  const tables = tablesPages(round.tables, entries, begun);
  if (!begun) return { heading: t("tv.seats", words), pages: tables };
  if (openTables(round).length > 0) return { heading: t("tv.live", words), pages: tables };
  return { heading: t("tv.done", words), pages: [...tables, ...standingsPages(rows, false), ...drawnPages(night)] };
}

import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { winnerOf } from "../hall/seat.js";
import { mark } from "../parts/mark.js";
import { measured, paged } from "./pages.js";
import { shortNames } from "./short-names.js";

const MOST = 16;
// Columns for so many tables at most.
const COLUMNS = [
  { tables: 1, columns: 1 },
  { tables: 4, columns: 2 },
  { tables: 9, columns: 3 },
  { tables: MOST, columns: 4 },
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
export function tablesPages(tables, entries, begun) {
  const short = shortNames(entries.map(({ name }) => name));
  const names = new Map(entries.map(({ player_id: id }, at) => [id, short[at]]));
  const nameOf = ({ id, name }) => names.get(id) ?? name;
  const seated = tables.map(({ sides }) => sides.flatMap(({ players }) => players.map(nameOf)));
  const longest = Math.max(...seated.flat().map(({ length }) => length));
  const letters = Math.min(LONGEST, longest) + MARK + (begun ? SCORE : 0);
  const lines = Math.max(...seated.map(({ length }) => length)) + 1;
  return paged(tables, MOST).map((page) => {
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

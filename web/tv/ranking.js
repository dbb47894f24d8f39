import { element } from "../lib/dom.js";
import { fit, nameForms } from "./names.js";

/** A line of standings: a place, a name, a note on it, and the number that ranks; `place` is null for who has none. @typedef {{place: number|null, name: string, note: string, value: string}} Ranked */

// The lines of a column, and the columns of a page.
const LINES = 11;
const COLUMNS = 2;

/** The most lines on a page. */
export const PLACES = LINES * COLUMNS;

/** Standings on the whole screen, in two columns. */
export class Ranking {
  #shown = "";
  node = element("section", { class: "tv-ranking" });

  /** Shows the lines. @param {{rows: Ranked[]}} shown */
  show({ rows }) {
    const key = JSON.stringify(rows);
    if (key === this.#shown) return;
    this.#shown = key;
    const columns = rows.length > LINES ? [rows.slice(0, LINES), rows.slice(LINES)] : [rows];
    const tables = columns.map(() => element("ol", { class: "tv-places" }));
    this.node.replaceChildren(...tables);
    tables.forEach((table, at) => showPlaces(table, columns[at]));
  }
}

/** Shows lines of standings in a list on the page. @param {HTMLElement} node @param {Ranked[]} rows */
export function showPlaces(node, rows) {
  const names = rows.map(() => element("bdi", { class: "tv-name" }));
  const lines = rows.map(({ place, note, value }, at) =>
    element(
      "li",
      {},
      element("span", { class: "tv-place" }, place === null ? "–" : String(place)),
      names[at],
      note ? element("span", { class: "tv-note" }, note) : "",
      element("span", { class: "tv-value" }, value),
    ),
  );
  node.replaceChildren(...lines);
  names.forEach((name, at) => fit(name, nameForms(rows[at].name)));
}

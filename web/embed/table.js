import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/**
 * Makes a table of standings: place, name, and numbers.
 * @param {string[]} heads the keys of the numbers' headings
 * @param {{place: number|null, name: string, numbers: string[]}[]} rows
 * @returns {HTMLTableElement}
 */
export function standingsTable(heads, rows) {
  const head = (/** @type {string} */ key, look = "number") => element("th", { scope: "col", class: look }, t(key));
  return element(
    "table",
    {},
    element("caption", {}, t("embed.standings")),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        head("embed.place"),
        head("embed.player", ""),
        heads.map((key) => head(key)),
      ),
    ),
    element(
      "tbody",
      {},
      rows.map(({ place, name, numbers }) =>
        element(
          "tr",
          {},
          element("td", { class: "number" }, place === null ? "–" : String(place)),
          element("th", { scope: "row" }, element("bdi", {}, name)),
          numbers.map((number) => element("td", { class: "number" }, number)),
        ),
      ),
    ),
  );
}

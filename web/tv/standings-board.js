import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { amount } from "../hall/amount.js";
import { minus, prizesNear } from "../hall/place.js";
import { paged } from "./pages.js";

const MOST = 10;

/** A night's standings, ten to a page. @param {object[]} rows as the service tells them @param {boolean} over whether the night is over @returns {HTMLElement[]} pages */
export function standingsPages(rows, over) {
  const played = rows.filter(({ total }) => total !== null);
  const prizes = prizesNear(rows, over);
  return paged(played, MOST).map((shown) => page(shown, prizes));
}

function page(rows, prizes) {
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
      rows.map((row) => line(row, prizes)),
    ),
  );
}

function line({ place, name, lines, total, prize }, prizes) {
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

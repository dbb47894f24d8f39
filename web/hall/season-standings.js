import { element } from "../app/element.js";
import { number, t } from "../app/i18n.js";
import { amount } from "./amount.js";

/** A season's standings as a table. What a narrow screen has no room for stands below the name. @param {object[]} rows as the service tells them @param {boolean} best whether the season ranks by the best nights @returns {HTMLElement} */
export function seasonStandings(rows, best) {
  const head = (key, look = "number") => element("th", { scope: "col", class: look }, t(key));
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
        head("season.nights", "number line"),
        head("season.games", "number line"),
        head("season.wins", "number line"),
        head("season.skunks", "number line"),
        head("season.average", best ? "number line" : "number"),
        best ? head("season.best") : null,
        head("season.money", "number line"),
      ),
    ),
    element(
      "tbody",
      {},
      rows.map((row) => line(row, best)),
    ),
  );
}

function line(row, best) {
  const cell = (words, look = "number") => element("td", { class: look }, words);
  const average = (value, look) => cell(value === null ? "–" : number(value), look);
  const { place, name, nights, games, wins, skunks, double_skunks: doubles, money_won: money } = row;
  const won = money > 0 ? amount(money) : "";
  return element(
    "tr",
    {},
    cell(place === null ? "–" : String(place)),
    element(
      "th",
      { scope: "row", class: "player" },
      name,
      element(
        "span",
        { class: "lines-below" },
        [t("season.below", { nights, wins, games }), won].filter(Boolean).join(" · "),
      ),
    ),
    cell(String(nights), "number line"),
    cell(String(games), "number line"),
    cell(String(wins), "number line"),
    cell(skunkWords(skunks, doubles), "number line"),
    average(row.average, best ? "number line" : "number"),
    best ? average(row.best_average) : null,
    cell(won, "number line"),
  );
}

function skunkWords(skunks, doubles) {
  return doubles > 0 ? t("season.skunks.doubles", { n: skunks, doubles }) : String(skunks);
}

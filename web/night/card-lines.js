/** @import { Night, StandingsRow } from "pegout-api" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { minus, placeText, pointsOf, seatOf, tablemates } from "./seats.js";
import { gamesText } from "./standings.js";

/** @type {Record<string, string>} */
const WON = { 0: "line.won", "-1": "line.skunk", "-2": "line.double_skunk" };

/** A player's card: a line a game, with whom and against whom, the total and the place. */
export class CardLines {
  #body = element("tbody");
  #total = element("td", { class: "number" });
  #foot = element(
    "tfoot",
    {},
    element("tr", {}, element("th", { scope: "row", colspan: "2" }, t("card.total")), this.#total),
  );
  #place = element("p", { class: "help" });

  #player;

  /** @param {string} player the id of the card's player */
  constructor(player) {
    this.#player = player;
    const head = (/** @type {string} */ key, /** @type {string|null} */ look = null) =>
      element("th", { scope: "col", class: look }, t(key));
    this.node = element(
      "section",
      { class: "my-lines" },
      element("h2", {}, t("card.lines")),
      element(
        "table",
        {},
        element(
          "thead",
          {},
          element("tr", {}, head("card.game"), head("card.who", "who"), head("card.line", "number")),
        ),
        this.#body,
        this.#foot,
      ),
      this.#place,
    );
  }

  /** Shows the card. @param {Night} night @param {StandingsRow[]|null} rows of its standings; null before they are loaded */
  show(night, rows) {
    const row = rows?.find(({ player_id: id }) => id === this.#player);
    const games = Math.max(row?.lines.length ?? night.games_per_night, night.rounds.length);
    const lines = Array.from({ length: games }, (_, at) =>
      this.#line(night, at, row?.lines[at] ?? null, row?.excused.includes(at + 1) ?? false),
    );
    this.#body.replaceChildren(...lines);
    const counted = row ? gamesText(row) : "";
    this.#foot.hidden = !row || row.total === null;
    this.#total.replaceChildren(
      row && row.total !== null ? minus(row.total) : "",
      counted ? element("small", {}, " ", counted) : "",
    );
    this.#place.textContent = (night.status !== "finished" && placeText(rows, this.#player, false)) || "";
  }

  /** @param {Night} night @param {number} at @param {number|null} points @param {boolean} isExcused */
  #line(night, at, points, isExcused) {
    const seat = seatOf(night.rounds[at], { player_id: this.#player, table: null });
    /** @type {string[]} */
    const who = [];
    if (seat) {
      const { partner, others } = tablemates(seat, this.#player);
      who.push(t("seat.table", { n: seat.table.number }));
      if (partner) who.push(t("seat.with", { names: partner }));
      who.push(t("seat.against", { names: others }));
      if (points !== null) who.push(pointsOf(seat).join("\u2060–\u2060"));
    }
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, String(at + 1)),
      element(
        "td",
        { class: "who" },
        who.map((text) => element("span", {}, text, " ")),
      ),
      element(
        "td",
        { class: "number" },
        points === null ? (isExcused ? t("standings.excused") : "") : minus(points),
        this.#won(points),
      ),
    );
  }

  /** @param {number|null} points */
  #won(points) {
    return points !== null && points in WON ? element("small", {}, " ", t(WON[points])) : null;
  }
}

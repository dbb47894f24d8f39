import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { minus, placeWords } from "./place.js";
import { companyOf, pointsOf, seatOf } from "./seat.js";

const WON = { 0: "line.won", "-1": "line.skunk", "-2": "line.double_skunk" };

/** A player's card: a line a game, with whom and against whom, the total and the place. */
export class CardLines {
  #body = element("tbody");
  #total = element("td", { class: "number" });
  #place = element("p", { class: "help" });

  /** @param {string} player whose */
  constructor(player) {
    this.player = player;
    const head = (key, look) => element("th", { scope: "col", class: look }, t(key));
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
        element(
          "tfoot",
          {},
          element("tr", {}, element("th", { scope: "row", colspan: "2" }, t("card.total")), this.#total),
        ),
      ),
      this.#place,
    );
  }

  /** Shows the card as it is. @param {object} night the Night @param {object[]|null} rows of its standings; null before they came */
  show(night, rows) {
    const row = rows?.find(({ player_id: id }) => id === this.player);
    const games = Math.max(row?.lines.length ?? night.games_per_night, night.rounds.length);
    const lines = Array.from({ length: games }, (_, at) => this.#line(night, at, row?.lines[at] ?? null));
    this.#body.replaceChildren(...lines);
    this.#total.textContent = row && row.total !== null ? minus(row.total) : "–";
    this.#place.textContent = (night.status !== "finished" && placeWords(rows, this.player, false)) || "";
  }

  #line(night, at, points) {
    const seat = seatOf(night.rounds[at], { player_id: this.player, table: null });
    const who = [];
    if (seat) {
      const { partner, others } = companyOf(seat, this.player);
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
        who.map((words) => element("span", {}, words, " ")),
      ),
      element("td", { class: "number" }, points === null ? "–" : minus(points), this.#won(points)),
    );
  }

  #won(points) {
    return Object.hasOwn(WON, points ?? "") ? element("small", {}, " ", t(WON[points])) : null;
  }
}

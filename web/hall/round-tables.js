import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { mark } from "../parts/mark.js";
import { namesOf, winnerOf } from "./seat.js";

/** The tables of a round: who sits where, and the scores as they stand. */
export class RoundTables {
  node = element("ul", { class: "round-tables" });
  #player;

  /** @param {string|null} player who is marked as the one who looks; null for nobody */
  constructor(player) {
    this.#player = player;
  }

  /** Shows a round. @param {{tables: object[]}} round of a Night */
  show({ tables }) {
    this.node.replaceChildren(...tables.map((table) => this.#table(table)));
  }

  #table(table) {
    const { number, status, sides, forced_repeat: repeat } = table;
    const own = sides.some(({ players }) => players.some(({ id }) => id === this.#player));
    const winner = winnerOf(table);
    const line = (side, at) =>
      element(
        "li",
        { class: at === winner ? "winner" : null },
        mark(at),
        element("span", { class: "side-names" }, namesOf(side)),
        element("span", { class: "number" }, String(side.score)),
      );
    return element(
      "li",
      { class: own ? "round-table own" : "round-table" },
      element(
        "h3",
        {},
        t("seat.table", { n: number }),
        element("small", {}, " ", t(own ? "night.own" : `table_status.${status}`)),
      ),
      element("ul", {}, sides.map(line)),
      repeat ? element("p", { class: "help" }, t("night.repeat")) : null,
    );
  }
}

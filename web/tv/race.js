/** @import { TableView } from "pegout-api" */
/** @import { RaceRules } from "./programme.js" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { winnerOf } from "../night/seats.js";
import { mark } from "../ui/controls.js";
import { fit, sideForms } from "./names.js";
import { isInLastStreet } from "./progress.js";
import { Track } from "./track.js";

/** The most tables on a page. */
export const TABLES = 10;

// Up to so many are shown larger.
const FEW = 4;
// In rem: the room for all rows, the most for one, also where there are few, and what a row has of it between its track
// and the next.
const ROOM = 44.6;
const MOST = 6.4;
const MOST_OF_FEW = 9;
const BETWEEN = 0.7;
// A table of three has so many rows.
const THREE = 1.3;

/** The tables of a round, each with its track. */
export class Race {
  /** @type {Map<string, Row>} */
  #rows = new Map();
  node = element("ul", { class: "tv-race" });

  /** Shows the tables. @param {{tables: TableView[], rules: RaceRules}} shown */
  show({ tables, rules }) {
    const weights = tables.map(({ sides }) => (sides.length > 2 ? THREE : 1));
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const areFew = tables.length <= FEW;
    const unit = Math.min(areFew ? MOST_OF_FEW : MOST, ROOM / all);
    this.node.classList.toggle("few", areFew);
    const before = this.#rows;
    this.#rows = new Map(
      tables.map((table, at) => {
        const height = unit * weights[at] - BETWEEN;
        const key = JSON.stringify([table.game_id, table.sides.length, rules, height]);
        return [key, before.get(key) ?? new Row(table, rules, height)];
      }),
    );
    const [keys, keysBefore] = [this.#rows, before].map((rows) => JSON.stringify([...rows.keys()]));
    // A row that is put in its place anew would stop its pegs.
    if (keys !== keysBefore) this.node.replaceChildren(...Array.from(this.#rows.values(), ({ node }) => node));
    [...this.#rows.values()].forEach((row, at) => row.show(tables[at]));
  }
}

/** A table of the race. */
class Row {
  #rules;
  #track;
  #number = element("span", { class: "tv-number" });
  #names;
  #lines;
  #scores;
  #written = "";

  /** @param {TableView} table @param {RaceRules} rules @param {number} height of its track in rem */
  constructor({ sides }, rules, height) {
    this.#rules = rules;
    this.#track = new Track(rules, sides.length, height);
    // Where it stands at first, no peg needs to glide to.
    this.#track.show(sides.map(({ score }) => score));
    this.#names = sides.map(() => element("bdi", { class: "tv-name" }));
    this.#lines = this.#names.map((name, side) => element("li", { class: `of-${side}` }, mark(side), name));
    this.#scores = sides.map(() => element("li"));
    this.node = element(
      "li",
      { class: "tv-row" },
      this.#number,
      element("ul", { class: "tv-sides" }, this.#lines),
      element(
        "div",
        { class: "tv-lane" },
        this.#track.node,
        element("p", { class: "tv-void" }, t("table_status.void")),
      ),
      element("ul", { class: "tv-scores" }, this.#scores),
    );
    this.node.style.setProperty("--height", `${height}rem`);
  }

  /** Shows the table; on the page. @param {TableView} table */
  show(table) {
    const { number, status, sides } = table;
    const winner = winnerOf(table);
    this.node.className = `tv-row ${status} sides-${sides.length}`;
    this.#number.textContent = String(number);
    this.#number.classList.toggle("plate", isInLastStreet(table, this.#rules));
    this.#lines.forEach((line, side) => line.classList.toggle("lost", winner >= 0 && side !== winner));
    this.#scores.forEach((node, side) => {
      node.textContent = status === "void" ? "–" : String(sides[side].score);
      node.classList.toggle("lost", winner >= 0 && side !== winner);
    });
    this.#track.show(sides.map(({ score }) => score));
    const names = sides.map(({ players }) => players.map(({ name }) => name));
    const written = JSON.stringify(names);
    if (written === this.#written) return;
    this.#written = written;
    this.#names.forEach((node, side) => fit(node, sideForms(names[side])));
  }
}

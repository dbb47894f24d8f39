import type { TableView } from "pegout-api";
import { drawing, element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { winnerOf } from "../night/seats.ts";
import { mark } from "../ui/controls.ts";
import { pegShape } from "../ui/pegs.ts";
import { fit, sideForms } from "./names.ts";
import { isInLastStreet, type RaceRules } from "./schedule.ts";

// In tenths of a rem, as all lengths here.
const WIDTH = 520;
const EDGE = 6;
const START = 14;
const FINISH = WIDTH - 14;
const MARGIN = 4;
const GAP = 3;
const MOST_PEG = 13;
const MOST_LANE = 40;
const BRASS = 6.5;
const DOT = 1.2;
const GROUP = 5;

/**
 * A straight wooden track: a lane a side, with a dot each five holes, the skunk lines, a peg, and the game hole in
 * brass.
 */
class Track {
  #rules;
  #sides;
  #height;
  #lane;
  #pegs;
  #stains;
  declare node;

  /** @param sides how many there are @param height in rem */
  constructor(rules: RaceRules, sides: number, height: number) {
    this.#rules = rules;
    this.#height = height * 10;
    const room = (this.#height - 2 * MARGIN - (sides - 1) * GAP) / sides;
    this.#lane = Math.min(room, MOST_LANE);
    this.#sides = sides;
    const all = Array.from({ length: sides }, (_, side) => side);
    const lines = [rules.skunk_below, rules.double_skunk_below].filter((hole) => hole !== null && hole > 1);
    this.#stains = all.map((side) => this.#ribbon(side, "stain"));
    this.#pegs = all.map((side) => peg(side, Math.min(0.6 * this.#lane, MOST_PEG)));
    this.node = drawing(
      "svg",
      { class: "tv-track walnut", viewBox: `0 0 ${WIDTH} ${this.#height}`, "aria-hidden": "true" },
      drawing("rect", { class: "wood", width: WIDTH, height: this.#height, rx: 7 }),
      ...all.map((side) => this.#ribbon(side, "lane")),
      ...this.#stains,
      ...all.map((side) => this.#dots(side)),
      ...lines.map((hole) => this.#line(Number(hole))),
      drawing("circle", { class: "game-rim", cx: FINISH, cy: this.#height / 2, r: BRASS }),
      drawing("circle", { class: "game-hole", cx: FINISH, cy: this.#height / 2, r: BRASS * 0.45 }),
      ...this.#pegs,
    );
  }

  /** Shows the scores: each peg glides to its hole, the winner's peg to the brass game hole. @param scores by side */
  show(scores: number[]) {
    scores.forEach((score, side) => {
      const isHome = score >= this.#rules.target;
      const along = this.#along(Math.min(score, this.#rules.target));
      this.#pegs[side].style.setProperty("--along", `${along}px`);
      this.#pegs[side].style.setProperty("--across", `${isHome ? this.#height / 2 : this.#middle(side)}px`);
      this.#stains[side].style.setProperty("--along", `${along - EDGE}px`);
    });
  }

  #along(hole: number) {
    return Math.round((START + (hole / this.#rules.target) * (FINISH - START)) * 10) / 10;
  }

  #middle(side: number) {
    return this.#height / 2 + (side - (this.#sides - 1) / 2) * (this.#lane + GAP);
  }

  #ribbon(side: number, look: string) {
    const lane = this.#lane;
    const y = this.#middle(side) - lane / 2;
    return drawing("rect", {
      class: `${look} lane-${side}`,
      x: EDGE,
      y,
      width: FINISH - EDGE,
      height: lane,
      rx: lane / 2,
    });
  }

  #dots(side: number) {
    const holes = Array.from({ length: Math.ceil(this.#rules.target / GROUP) - 1 }, (_, at) => (at + 1) * GROUP);
    const dot = (hole: number) =>
      drawing("circle", { class: "game-hole", cx: this.#along(hole), cy: this.#middle(side), r: DOT });
    return drawing("g", {}, ...holes.map(dot));
  }

  // A side whose peg is before the line is skunked.
  /** @param hole the first hole after the line */
  #line(hole: number) {
    return drawing("path", {
      class: "skunk-line",
      d: `M${this.#along(hole - 0.5)} ${MARGIN / 2}V${this.#height - MARGIN / 2}`,
    });
  }
}

function peg(side: number, radius: number) {
  const shape = pegShape(side, radius);
  return drawing(
    "g",
    { class: `peg of-${side}` },
    drawing("path", { class: "edge", d: shape }),
    drawing("path", { class: "ring", d: shape }),
  );
}

/** The most tables on a page. */
export const TABLES = 10;

// The most tables that are shown larger.
const FEW = 4;
// In rem: the height of all rows, and the most for a row, with many tables or few. `BETWEEN` is the gap between a row's
// track and the next track.
const ROOM = 44.6;
const MOST = 6.4;
const MOST_OF_FEW = 9;
const BETWEEN = 0.7;
// The height of a table with three sides, in rows of a table with two sides.
const THREE = 1.3;

/** The tables of a round, each with its track. */
export class Race {
  #rows: Map<string, Row> = new Map();
  node = element("ul", { class: "tv-race" });

  /** Shows the tables. */
  show({ tables, rules }: { tables: TableView[]; rules: RaceRules }) {
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
    // Putting a row in its place again would stop its pegs.
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
  declare node;

  /** @param height of its track in rem */
  constructor({ sides }: TableView, rules: RaceRules, height: number) {
    this.#rules = rules;
    this.#track = new Track(rules, sides.length, height);
    // The pegs are at their first scores at once, without a glide.
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

  /** Shows the table; on the page. */
  show(table: TableView) {
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

/** @import { RaceRules } from "./programme.js" */
import { drawing } from "../lib/dom.js";
import { pegShape } from "../ui/peg.js";

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

/** A straight wooden track: a lane a side, with a dot each five holes, the skunk lines, a peg, and the game hole in brass. */
export class Track {
  #rules;
  #sides;
  #height;
  #lane;
  #pegs;
  #stains;

  /** @param {RaceRules} rules @param {number} sides how many there are @param {number} height in rem */
  constructor(rules, sides, height) {
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

  /** Shows the scores: the pegs glide there, and the winner's stands in the brass. @param {number[]} scores by side */
  show(scores) {
    scores.forEach((score, side) => {
      const isHome = score >= this.#rules.target;
      const along = this.#along(Math.min(score, this.#rules.target));
      this.#pegs[side].style.setProperty("--along", `${along}px`);
      this.#pegs[side].style.setProperty("--across", `${isHome ? this.#height / 2 : this.#middle(side)}px`);
      this.#stains[side].style.setProperty("--along", `${along - EDGE}px`);
    });
  }

  /** @param {number} hole */
  #along(hole) {
    return Math.round((START + (hole / this.#rules.target) * (FINISH - START)) * 10) / 10;
  }

  /** @param {number} side */
  #middle(side) {
    return this.#height / 2 + (side - (this.#sides - 1) / 2) * (this.#lane + GAP);
  }

  /** @param {number} side @param {string} look */
  #ribbon(side, look) {
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

  /** @param {number} side */
  #dots(side) {
    const holes = Array.from({ length: Math.ceil(this.#rules.target / GROUP) - 1 }, (_, at) => (at + 1) * GROUP);
    const dot = (/** @type {number} */ hole) =>
      drawing("circle", { class: "game-hole", cx: this.#along(hole), cy: this.#middle(side), r: DOT });
    return drawing("g", {}, ...holes.map(dot));
  }

  // Who stands before the line is skunked.
  /** @param {number} hole the first one after it */
  #line(hole) {
    return drawing("path", {
      class: "skunk-line",
      d: `M${this.#along(hole - 0.5)} ${MARGIN / 2}V${this.#height - MARGIN / 2}`,
    });
  }
}

/** @param {number} side @param {number} radius */
function peg(side, radius) {
  const shape = pegShape(side, radius);
  return drawing(
    "g",
    { class: `peg of-${side}` },
    drawing("path", { class: "edge", d: shape }),
    drawing("path", { class: "ring", d: shape }),
  );
}

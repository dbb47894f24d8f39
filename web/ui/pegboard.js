import { drawing } from "../lib/dom.js";
import { markShape } from "./controls.js";

/** A place on the board. @typedef {{x: number, y: number}} Point */
/** The pegs of a side. @typedef {{back: Peg, front: Peg}} Pair */
/** The score of a side, and the one before its last peg. @typedef {{score: number, previous: number}} Standing */

const STREET = 30;
const PITCH = 10;
const GAP = 5;
const LANE = 11.5;
const EDGE = 11;
const LENGTH = (STREET - 1) * PITCH + (STREET / 5 - 1) * GAP;
// A leap: milliseconds, steps, and height.
const LEAP = 620;
const FRAMES = 16;
const HEIGHT = 13;
// The heads of level pegs lean apart, a side each way, so that none hides another.
const LEAN = 5;
const GRAIN = [9, 31, 58, 84, 112, 139, 167, 190];

/**
 * The places of the holes of a board: a street of thirty in each row, from the lower left upwards, turn after turn.
 * A lane is a side's own; its pegs start in the holes 0 and -1.
 */
class BoardTrack {
  /** @param {number} target the game hole, 61 or 121 @param {number} lanes how many sides */
  constructor(target, lanes) {
    this.target = target;
    this.lanes = lanes;
    this.streets = (target - 1) / STREET;
    this.band = lanes * LANE + 6;
    this.rise = this.band + 13;
    this.margin = (this.rise + this.band) / 2 + 5;
    this.width = LENGTH + 2 * this.margin;
    this.height = EDGE * 2 + this.band + (this.streets - 1) * this.rise;
  }

  /** Returns the place of a hole. @param {number} hole from -1 to the target @param {number} lane @returns {Point} */
  place(hole, lane) {
    if (hole >= this.target) return this.end;
    const street = Math.max(0, Math.floor((hole - 1) / STREET));
    const along = hole - 1 - street * STREET;
    const side = street % 2 === 0 ? 1 : -1;
    const offset = (lane - (this.lanes - 1) / 2) * LANE;
    return { x: this.#across(street, along), y: this.#middle(street) + side * offset };
  }

  /** The place of the game hole. @returns {Point} */
  get end() {
    const street = this.streets - 1;
    return { x: this.#across(street, STREET + 0.7), y: this.#middle(street) };
  }

  /** The line down the middle of all lanes, as an SVG path. @returns {string} */
  get middle() {
    const turn = this.rise / 2;
    const rows = Array.from({ length: this.streets }, (_, street) => {
      const far = street % 2 === 0 ? this.margin + LENGTH : this.margin;
      const bend = `A${turn} ${turn} 0 0 ${street % 2 === 0 ? 0 : 1} ${far} ${this.#middle(street + 1)}`;
      return street < this.streets - 1 ? `H${far}${bend}` : `H${this.end.x}`;
    });
    return `M${this.place(0, 0).x - 4} ${this.#middle(0)}${rows.join("")}`;
  }

  /** Returns the line that is crossed on the way to a hole, over all lanes. @param {number} hole @returns {string} an SVG path */
  crossing(hole) {
    const street = Math.floor((hole - 1) / STREET);
    const half = this.band / 2;
    if ((hole - 1) % STREET > 0) {
      const x = (this.place(hole - 1, 0).x + this.place(hole, 0).x) / 2;
      return `M${x} ${this.#middle(street) - half}v${this.band}`;
    }
    const way = street % 2 === 0 ? -1 : 1;
    const turn = (way > 0 ? this.margin + LENGTH : this.margin) + (way * this.rise) / 2;
    return `M${turn - half} ${(this.#middle(street) + this.#middle(street - 1)) / 2}h${this.band}`;
  }

  /** Returns the place on the wood between a street and the next. @param {number} street from 0 @param {number} x @returns {Point} */
  between(street, x) {
    return { x, y: (this.#middle(street) + this.#middle(street + 1)) / 2 };
  }

  /** @param {number} street */
  #middle(street) {
    return this.height - EDGE - this.band / 2 - street * this.rise;
  }

  /** @param {number} street @param {number} along */
  #across(street, along) {
    const fives = Math.max(0, Math.min(STREET / 5 - 1, Math.floor(along / 5)));
    const x = along * PITCH + fives * GAP - (along < 0 ? GAP : 0) + (along >= STREET ? GAP : 0);
    return street % 2 === 0 ? this.margin + x : this.margin + LENGTH - x;
  }
}

/** A peg of a side, that stands in a hole and can leap to another. */
class Peg {
  #track;
  #side;
  #hole = 0;
  #body;

  /** @param {BoardTrack} track @param {number} side from 0, its lane @param {number} hole its first */
  constructor(track, side, hole) {
    this.#track = track;
    this.#side = side;
    // Seen a little from the front: the shaft comes out of its hole, and the head has the shape of its side.
    const lean = (side - (track.lanes - 1) / 2) * LEAN * 2;
    const at = `translate(${lean - 7.8} -18.5) scale(1.3)`;
    const head = drawing("g", { class: "head", transform: at }, markShape(side));
    this.#body = drawing(
      "g",
      {},
      drawing("path", { class: "shaft", d: `M-2.200 .5L${lean - 3}-11h6L2.200.5a2.200 1.200 0 0 1-4.400 0z` }),
      head,
    );
    const shadow = drawing("ellipse", { class: "shadow", cx: 4.5, cy: 2, rx: 6.5, ry: 2.4 });
    this.node = drawing("g", { class: `peg side-${side}` }, shadow, this.#body);
    this.stand(hole);
  }

  /** Its hole. */
  get hole() {
    return this.#hole;
  }

  /** Moves it to a hole at once. @param {number} hole */
  stand(hole) {
    this.#hole = hole;
    const { x, y } = this.#track.place(hole, this.#side);
    this.node.setAttribute("transform", `translate(${x} ${y})`);
  }

  /** Moves it to a hole along the track, so that the eye can follow. @param {number} hole */
  leap(hole) {
    const from = this.#hole;
    this.stand(hole);
    // The end of a group of nodes is drawn over the others.
    this.node.parentNode?.append(this.node);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const to = this.#track.place(hole, this.#side);
    const steps = Array.from({ length: FRAMES + 1 }, (_, at) => at / FRAMES);
    const way = steps.map((part) => {
      const exact = from + (hole - from) * part;
      const before = this.#track.place(Math.floor(exact), this.#side);
      const after = this.#track.place(Math.ceil(exact), this.#side);
      const rest = exact - Math.floor(exact);
      return { x: before.x + (after.x - before.x) * rest - to.x, y: before.y + (after.y - before.y) * rest - to.y };
    });
    const glide = way.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    const hop = steps.map((part) => ({ transform: `translateY(${-HEIGHT * Math.sin(Math.PI * part)}px)` }));
    const timing = { duration: LEAP, easing: "ease-in-out" };
    this.#body.animate(hop, timing);
    for (const child of this.node.children) child.animate(glide, { ...timing, composite: "add" });
  }
}

/** The wooden board: a lane of holes a side, and its two pegs, of which the one behind leaps over the other. */
export class Pegboard {
  #pegs;
  #track;

  /**
   * @param {{target: number, skunk_below: number|null, double_skunk_below: number|null}} rules
   * @param {Standing[]} sides
   * @param {string} name its name for screen readers
   */
  constructor(rules, sides, name) {
    this.#track = new BoardTrack(rules.target, sides.length);
    this.#pegs = sides.map(({ score, previous }, side) => {
      const [back, front] = holes(score, previous);
      return { back: new Peg(this.#track, side, back), front: new Peg(this.#track, side, front) };
    });
    const { width, height } = this.#track;
    this.node = drawing(
      "svg",
      { class: "pegboard", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": name },
      drawing("rect", { class: "wood", x: 0.75, y: 0.75, width: width - 1.5, height: height - 1.5, rx: 9 }),
      ...GRAIN.filter((y) => y < height - 8).map((y) => drawing("path", { class: "grain", d: grain(y, width) })),
      ...this.#bands(),
      ...this.#lines(rules),
      ...this.#numbers(),
      ...this.#holes(),
      drawing("g", {}, ...this.#pegs.flatMap(({ back, front }) => [back.node, front.node])),
    );
  }

  /** Moves the pegs to the present scores. @param {Standing[]} sides @param {string} name the board's new name */
  show(sides, name) {
    this.node.setAttribute("aria-label", name);
    sides.forEach(({ score, previous }, side) => this.#move(this.#pegs[side], holes(score, previous)));
  }

  /** @param {Pair} pegs @param {[number, number]} holes */
  #move(pegs, [back, front]) {
    if (pegs.back.hole === back && pegs.front.hole === front) return;
    // Pegging, the back peg leaps over the front one; taking back, the front peg leaps behind the back one.
    if (pegs.front.hole === back || pegs.back.hole === front) {
      const [leaper, stays] = pegs.front.hole === back ? [pegs.back, pegs.front] : [pegs.front, pegs.back];
      const forward = stays === pegs.front;
      leaper.leap(forward ? front : back);
      Object.assign(pegs, forward ? { back: stays, front: leaper } : { back: leaper, front: stays });
      return;
    }
    if (pegs.back.hole !== back) pegs.back.leap(back);
    if (pegs.front.hole !== front) pegs.front.leap(front);
  }

  #bands() {
    const { middle, band } = this.#track;
    return [
      drawing("path", { class: "band edge", d: middle, "stroke-width": band + 2 }),
      drawing("path", { class: "band", d: middle, "stroke-width": band }),
    ];
  }

  /** @param {{skunk_below: number|null, double_skunk_below: number|null}} rules */
  #lines({ skunk_below: skunk, double_skunk_below: double }) {
    return [skunk ?? 0, double ?? 0]
      .filter((hole) => hole > 1)
      .map((hole) => drawing("path", { class: "skunk-line", d: this.#track.crossing(hole) }));
  }

  #numbers() {
    const { streets, target, end } = this.#track;
    const turns = Array.from({ length: streets - 1 }, (_, street) => {
      const hole = (street + 1) * 30;
      const place = this.#track.between(street, this.#track.place(hole, 0).x);
      return engraved(place, hole, street % 2 === 0 ? "end" : "start");
    });
    return [...turns, engraved(this.#track.between(streets - 2, end.x), target, "middle")];
  }

  #holes() {
    const { target, lanes, end } = this.#track;
    const numbered = Array.from({ length: lanes }, (_, lane) =>
      Array.from({ length: target + 1 }, (_, at) => this.#track.place(at - 1, lane)),
    );
    const stink = numbered.map((lane) => lane[target]);
    const all = numbered.flat();
    // A line without length and with round ends is a disc.
    const discs = (/** @type {Point[]} */ places, /** @type {number} */ down) =>
      places.map(({ x, y }) => `M${x} ${y + down}h0`).join("");
    return [
      drawing("path", { class: "rim", d: discs(all, 0.9) }),
      drawing("path", { class: "hole", d: discs(all, 0) }),
      ...stink.map(({ x, y }) => drawing("circle", { class: "stink", cx: x, cy: y, r: 4.6 })),
      drawing("circle", { class: "game-rim", cx: end.x, cy: end.y, r: 8 }),
      drawing("circle", { class: "game-hole", cx: end.x, cy: end.y, r: 4.6 }),
    ];
  }
}

// Before the first peg both stand in their starting holes.
/** @param {number} score @param {number} previous @returns {[number, number]} of the back peg and of the front one */
function holes(score, previous) {
  return score === 0 ? [-1, 0] : [previous, score];
}

/** @param {Point} place @param {number} hole @param {"start"|"middle"|"end"} anchor */
function engraved({ x, y }, hole, anchor) {
  return drawing(
    "text",
    { class: "engraved", x, y: y + 2.8, "text-anchor": anchor, "aria-hidden": "true" },
    new Text(String(hole)),
  );
}

/** @param {number} y @param {number} width */
function grain(y, width) {
  const bow = y % 2 === 0 ? 4 : -4;
  const third = width / 3;
  return `M0 ${y}c${third / 2} ${bow} ${third / 2} ${-bow} ${third} 0s${third / 2} ${bow} ${third} 0 ${third / 2} ${-bow} ${third} 0`;
}

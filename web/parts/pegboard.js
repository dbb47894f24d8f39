import { drawing } from "../app/element.js";
import { BoardTrack } from "./board-track.js";
import { Peg } from "./peg.js";

const GRAIN = [9, 31, 58, 84, 112, 139, 167, 190];

/** The wooden board: a lane of holes a side, and its two pegs, of which the one behind leaps over the other. */
export class Pegboard {
  #pegs;
  #track;

  /**
   * @param {{target: number, skunk_below: number|null, double_skunk_below: number|null}} rules
   * @param {{score: number, previous: number}[]} sides where the pegs stand
   * @param {string} name what it is called
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

  /** Moves the pegs to where they stand now. @param {{score: number, previous: number}[]} sides @param {string} name what the board is called now */
  show(sides, name) {
    this.node.setAttribute("aria-label", name);
    sides.forEach(({ score, previous }, side) => this.#move(this.#pegs[side], holes(score, previous)));
  }

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

  #lines({ skunk_below: skunk, double_skunk_below: double }) {
    return [skunk, double]
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
    const stink = numbered.map((lane) => lane.at(-1));
    const all = numbered.flat();
    // A line without length and with round ends is a disc.
    const discs = (places, down) => places.map(({ x, y }) => `M${x} ${y + down}h0`).join("");
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
function holes(score, previous) {
  return score === 0 ? [-1, 0] : [previous, score];
}

function engraved({ x, y }, words, anchor) {
  return drawing(
    "text",
    { class: "engraved", x, y: y + 2.8, "text-anchor": anchor, "aria-hidden": "true" },
    String(words),
  );
}

function grain(y, width) {
  const bow = y % 2 === 0 ? 4 : -4;
  const third = width / 3;
  return `M0 ${y}c${third / 2} ${bow} ${third / 2} ${-bow} ${third} 0s${third / 2} ${bow} ${third} 0 ${third / 2} ${-bow} ${third} 0`;
}

/** @import { Place } from "./board-track.js" */
/** @import { Share } from "./crash-track.js" */
import { drawing } from "../lib/dom.js";

/** Returns true if the person asked for less motion. @returns {boolean} */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Draws a change step by step; at once, where less motion is asked for.
 * @param {Element} node the element that changes
 * @param {KeyframeEffectOptions} timing duration and easing
 * @param {(part: number) => void} draw draws the part of the way, from 0 to 1; the last call is with 1
 * @param {() => void} [then] called at the end
 */
export function glide(node, timing, draw, then = () => {}) {
  const finish = () => {
    draw(1);
    then();
  };
  if (isStill()) return finish();
  // The browser's own clock and easing; an animation that has ended or was cancelled has no progress.
  const { effect } = node.animate(null, timing);
  const step = () => {
    const { progress } = effect?.getComputedTiming() ?? {};
    if (typeof progress !== "number") return finish();
    draw(progress);
    requestAnimationFrame(step);
  };
  step();
}

/** The score of a side, and the one before its last peg. @typedef {{score: number, previous: number}} Standing */
/** The place of a side's hole, or of a peg that shares it. @typedef {(side: number, hole: number, share?: Share) => Place} PlaceOf */
/** A way of a peg: milliseconds, and pixels of its top over the higher end. @typedef {{duration: number, height: number}} Way */

const EASING = "cubic-bezier(.3,.05,.2,1)";
const LEAP = 420;
const LEAP_HOLE = 14;
const LONGEST = 640;
const HOP = 260;
const BACK = 320;
const LANDING = 90;
const STAIN = 80;
const HEIGHT = 46;
const HOP_HEIGHT = 18;
const LIFT = 0.35;
const BOUNCE = 0.06;
const AWAY = 8;

// The shapes of the sides, by their radius.
const SHAPES = [
  (/** @type {number} */ r) => `M${-r} 0a${r} ${r} 0 0 1 ${2 * r} 0a${r} ${r} 0 0 1 ${-2 * r} 0z`,
  (/** @type {number} */ r) => {
    const [half, round] = [0.88 * r, 0.2 * r];
    const side = 2 * (half - round);
    const turn = (/** @type {number} */ x, /** @type {number} */ y) =>
      `a${round} ${round} 0 0 1 ${x * round} ${y * round}`;
    return `M${-half + round} ${-half}h${side}${turn(1, 1)}v${side}${turn(-1, 1)}h${-side}${turn(-1, -1)}v${-side}${turn(1, -1)}z`;
  },
  (/** @type {number} */ r) => `M0 ${-1.1 * r}L${1.05 * r} ${0.78 * r}H${-1.05 * r}z`,
];

/** Returns the shape of a side's peg, seen from above, as an SVG path around its middle. @param {number} side @param {number} radius @returns {string} */
export function pegShape(side, radius) {
  return SHAPES[side](Math.round(radius * 100) / 100);
}

/** A peg of a side, seen from above, that stands in a hole and can leap to another. */
class Peg {
  #side;
  #at;
  #from;
  /** The place where a leap began that broke off another one. @type {{x: number, y: number}|null} */
  #start = null;
  #hole;
  #height = 0;
  #part = 1;
  /** @type {Share} */
  #share = { nth: 0, of: 1 };
  #fromShare = this.#share;
  #scale = 1;
  #leaps = 0;
  #isFront;
  #shadow = drawing("path", { class: "shadow" });
  #edge = drawing("path", { class: "edge" });
  #ring = drawing("path", { class: "ring" });
  #light = drawing("circle", { class: "light" });
  #body = drawing("g", {}, this.#edge, this.#ring, this.#light);

  /** @param {number} side @param {number} hole its first @param {boolean} isFront @param {PlaceOf} at */
  constructor(side, hole, isFront, at) {
    this.#side = side;
    this.#at = at;
    this.#from = hole;
    this.#hole = hole;
    this.#isFront = isFront;
    this.node = drawing("g", { class: `peg of-${side}` }, this.#shadow, this.#body);
  }

  /** Its hole. */
  get hole() {
    return this.#hole;
  }

  /** Makes it the front peg of its side, or the back one. @param {boolean} isFront */
  turn(isFront) {
    this.#isFront = isFront;
    this.draw();
  }

  /** Stands in its hole beside others. @param {Share} share */
  share(share) {
    if (share.nth === this.#share.nth && share.of === this.#share.of) return;
    this.#share = share;
    this.draw();
  }

  /** Stands in a hole at once, when it is drawn next. @param {number} hole */
  stand(hole) {
    this.#hole = hole;
  }

  /** Flies to a hole, so that the eye can follow. @param {number} hole @param {Way} way */
  leap(hole, { duration, height }) {
    this.#start = this.#part < 1 ? this.#flight(this.#at(this.#side, this.#hole, this.#share)).air : null;
    this.#from = this.#hole;
    this.#fromShare = this.#share;
    this.#hole = hole;
    this.#height = height;
    // The end of a group of nodes is drawn over the others.
    this.node.parentNode?.append(this.node);
    this.#leaps += 1;
    const leap = this.#leaps;
    // A newer leap takes it elsewhere.
    const draw = (/** @type {number} */ part, /** @type {number} */ scale) => {
      if (this.#leaps !== leap) return;
      this.#part = part;
      this.#scale = scale;
      this.draw();
    };
    const fly = (/** @type {number} */ part) => draw(part, 1 + LIFT * Math.min(1, 4 * part, 4 * (1 - part)));
    const land = (/** @type {number} */ part) => draw(1, 1 + BOUNCE * Math.sin(Math.PI * part));
    glide(this.node, { duration, easing: EASING }, fly, () => glide(this.node, { duration: LANDING }, land));
  }

  /** Draws it where it is. */
  draw() {
    const { x, y, pitch, gap } = this.#at(this.#side, this.#hole, this.#share);
    const radius = Math.min(0.84 * pitch, 0.56 * gap, 15) * (this.#isFront ? 1 : 0.78);
    const shape = pegShape(this.#side, radius);
    for (const path of [this.#shadow, this.#edge, this.#ring]) path.setAttribute("d", shape);
    const light = this.#isFront ? [-0.38 * radius, -0.38 * radius, 0.2 * radius] : [0, 0, 0.3 * radius];
    ["cx", "cy", "r"].forEach((name, at) => this.#light.setAttribute(name, light[at].toFixed(2)));
    this.node.classList.toggle("front", this.#isFront);
    const { ground, air } = this.#flight({ x, y });
    const lift = (AWAY * Math.max(0, this.#scale - 1 - BOUNCE)) / (LIFT - BOUNCE);
    move(this.#shadow, ground.x + 0.35 * radius + lift, ground.y + 0.5 * radius + lift, 1);
    move(this.#body, air.x, air.y, this.#scale);
  }

  /** Returns the points under it and of itself. @param {{x: number, y: number}} to */
  #flight(to) {
    const part = this.#part;
    if (part === 1) return { ground: to, air: to };
    const from = this.#start ?? this.#at(this.#side, this.#from, this.#fromShare);
    const x = from.x + (to.x - from.x) * part;
    const top = Math.min(from.y, to.y) - this.#height;
    // The control point of the curve with its top there.
    const control = top - Math.sqrt((from.y - top) * (to.y - top));
    const y = (1 - part) ** 2 * from.y + 2 * part * (1 - part) * control + part ** 2 * to.y;
    return { ground: { x, y: from.y + (to.y - from.y) * part }, air: { x, y } };
  }
}

/** The two pegs of a side, of which the one behind leaps over the other, and the part of its lane that they passed. */
export class PegPair {
  #back;
  #front;
  #onPass;
  #leaps = 0;
  /** The hole that the stain of the lane ends at. */
  passed;

  /**
   * @param {number} side from 0, its lane
   * @param {Standing} standing
   * @param {PlaceOf} at the place of a hole
   * @param {() => void} onPass called when `passed` changes
   */
  constructor(side, standing, at, onPass) {
    const [back, front] = holes(standing);
    this.#onPass = onPass;
    this.#back = new Peg(side, back, false, at);
    this.#front = new Peg(side, front, true, at);
    this.passed = front;
  }

  /** The back peg and the front one, which stands over it. */
  get pegs() {
    return [this.#back, this.#front];
  }

  /** Draws both pegs. */
  draw() {
    this.#back.draw();
    this.#front.draw();
  }

  /** Stands at a score at once, when it is drawn next. @param {Standing} standing */
  stand(standing) {
    const [back, front] = holes(standing);
    this.#back.stand(back);
    this.#front.stand(front);
    this.passed = front;
  }

  /** Moves to a score, as a hand would. @param {Standing} standing */
  show(standing) {
    const [back, front] = holes(standing);
    const [wasBack, wasFront] = [this.#back.hole, this.#front.hole];
    if (back === wasBack && front === wasFront) return;
    if (wasFront === back) {
      // Pegging, the back peg leaps over the front one.
      const duration = Math.min(LONGEST, LEAP + LEAP_HOLE * (front - wasFront));
      this.#swap();
      return this.#leap(this.#front, front, { duration, height: HEIGHT });
    }
    if (wasBack === front) {
      // Taking back, the front peg leaps behind the back one.
      this.#swap();
      return this.#leap(this.#back, back, { duration: BACK, height: HEIGHT });
    }
    if (wasBack !== back) this.#back.leap(back, { duration: LEAP, height: HEIGHT });
    const isHop = wasBack === back && front > wasFront;
    const way = isHop ? { duration: HOP, height: HOP_HEIGHT } : { duration: BACK, height: HEIGHT };
    if (wasFront !== front) this.#leap(this.#front, front, way);
  }

  #swap() {
    [this.#back, this.#front] = [this.#front, this.#back];
    this.#back.turn(false);
    this.#front.turn(true);
  }

  /** @param {Peg} peg @param {number} hole @param {Way} way */
  #leap(peg, hole, way) {
    peg.leap(hole, way);
    const { passed: from } = this;
    const to = this.#front.hole;
    this.#leaps += 1;
    const leap = this.#leaps;
    const timing = { duration: way.duration + STAIN, easing: EASING };
    glide(this.#front.node, timing, (part) => {
      if (this.#leaps !== leap) return;
      this.passed = from + (to - from) * part;
      this.#onPass();
    });
  }
}

// Before the first peg both stand in their starting holes.
/** @param {Standing} standing @returns {[number, number]} of the back peg and of the front one */
function holes({ score, previous }) {
  return score === 0 ? [-1, 0] : [previous, score];
}

/** @param {SVGElement} node @param {number} x @param {number} y @param {number} scale */
function move(node, x, y, scale) {
  const size = scale === 1 ? "" : ` scale(${scale.toFixed(3)})`;
  node.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})${size}`);
}

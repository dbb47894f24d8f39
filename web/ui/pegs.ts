import { drawing } from "../lib/dom.ts";
import type { Place } from "./board-track.ts";
import type { Share } from "./crash-track.ts";

/** Returns true if the person asked for less motion. */
export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Draws a change step by step; at once, if the user asked for less motion.
 * @param node the element that changes
 * @param timing duration and easing
 * @param draw draws the part of the way, from 0 to 1; the last call is with 1
 * @param then called at the end
 */
export function glide(
  node: Element,
  timing: KeyframeEffectOptions,
  draw: (part: number) => void,
  then: () => void = () => {},
) {
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

/** The score of a side, and its score before its last peg. */
export type Standing = { score: number; previous: number };
/** The place of a side's hole, or of a peg that shares it. */
export type PlaceOf = (side: number, hole: number, share?: Share) => Place;
/** A way of a peg: milliseconds, and pixels of its top over the higher end. */
type Way = { duration: number; height: number };

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
  (r: number) => `M${-r} 0a${r} ${r} 0 0 1 ${2 * r} 0a${r} ${r} 0 0 1 ${-2 * r} 0z`,
  (r: number) => {
    const [half, round] = [0.88 * r, 0.2 * r];
    const side = 2 * (half - round);
    const turn = (x: number, y: number) => `a${round} ${round} 0 0 1 ${x * round} ${y * round}`;
    return `M${-half + round} ${-half}h${side}${turn(1, 1)}v${side}${turn(-1, 1)}h${-side}${turn(-1, -1)}v${-side}${turn(1, -1)}z`;
  },
  (r: number) => `M0 ${-1.1 * r}L${1.05 * r} ${0.78 * r}H${-1.05 * r}z`,
];

/** Returns the shape of a side's peg, seen from above, as an SVG path around its middle. */
export function pegShape(side: number, radius: number): string {
  return SHAPES[side](Math.round(radius * 100) / 100);
}

/** A peg of a side, seen from above. It is in a hole, and can leap to another hole. */
class Peg {
  #side;
  #at;
  #from;
  /** The place in the air where a leap began that interrupted another leap; null for a leap from a hole. */
  #start: { x: number; y: number } | null = null;
  #hole;
  #height = 0;
  #part = 1;
  #share: Share = { nth: 0, of: 1 };
  #fromShare = this.#share;
  #scale = 1;
  #leaps = 0;
  #isFront;
  #shadow = drawing("path", { class: "shadow" });
  #edge = drawing("path", { class: "edge" });
  #ring = drawing("path", { class: "ring" });
  #light = drawing("circle", { class: "light" });
  #body = drawing("g", {}, this.#edge, this.#ring, this.#light);
  declare node;

  /** @param hole its first */
  constructor(side: number, hole: number, isFront: boolean, at: PlaceOf) {
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

  /** Makes it the front peg or the back peg of its side. */
  turn(isFront: boolean) {
    this.#isFront = isFront;
    this.draw();
  }

  /** Takes a place among the pegs in its hole. */
  share(share: Share) {
    if (share.nth === this.#share.nth && share.of === this.#share.of) return;
    this.#share = share;
    this.draw();
  }

  /** Moves to a hole without a leap; the next drawing shows it there. */
  stand(hole: number) {
    this.#hole = hole;
  }

  /** Flies to a hole, so that the eye can follow. */
  leap(hole: number, { duration, height }: Way) {
    this.#start = this.#part < 1 ? this.#flight(this.#at(this.#side, this.#hole, this.#share)).air : null;
    this.#from = this.#hole;
    this.#fromShare = this.#share;
    this.#hole = hole;
    this.#height = height;
    // The last node of a group is drawn over the other nodes.
    this.node.parentNode?.append(this.node);
    this.#leaps += 1;
    const leap = this.#leaps;
    // A newer leap takes the peg to a different hole.
    const draw = (part: number, scale: number) => {
      if (this.#leaps !== leap) return;
      this.#part = part;
      this.#scale = scale;
      this.draw();
    };
    const fly = (part: number) => draw(part, 1 + LIFT * Math.min(1, 4 * part, 4 * (1 - part)));
    const land = (part: number) => draw(1, 1 + BOUNCE * Math.sin(Math.PI * part));
    glide(this.node, { duration, easing: EASING }, fly, () => glide(this.node, { duration: LANDING }, land));
  }

  /** Draws the peg at its present place. */
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

  /** Returns the points under it and of itself. */
  #flight(to: { x: number; y: number }) {
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

/** The two pegs of a side, and the part of its lane that they passed. The back peg leaps over the front peg. */
export class PegPair {
  #back;
  #front;
  #onPass;
  #leaps = 0;
  /** The hole that the stain of the lane ends at. */
  passed;

  /** @param side from 0, its lane @param at the place of a hole @param onPass called when `passed` changes */
  constructor(side: number, standing: Standing, at: PlaceOf, onPass: () => void) {
    const [back, front] = holes(standing);
    this.#onPass = onPass;
    this.#back = new Peg(side, back, false, at);
    this.#front = new Peg(side, front, true, at);
    this.passed = front;
  }

  /** The back peg, and the front peg, which is drawn over it. */
  get pegs() {
    return [this.#back, this.#front];
  }

  /** Draws both pegs. */
  draw() {
    this.#back.draw();
    this.#front.draw();
  }

  /** Moves to a score without a leap; the next drawing shows the pegs there. */
  stand(standing: Standing) {
    const [back, front] = holes(standing);
    this.#back.stand(back);
    this.#front.stand(front);
    this.passed = front;
  }

  /** Moves to a score, as a hand would. */
  show(standing: Standing) {
    const [back, front] = holes(standing);
    const [wasBack, wasFront] = [this.#back.hole, this.#front.hole];
    if (back === wasBack && front === wasFront) return;
    if (wasFront === back) {
      // Pegging, the back peg leaps over the front peg.
      const duration = Math.min(LONGEST, LEAP + LEAP_HOLE * (front - wasFront));
      this.#swap();
      return this.#leap(this.#front, front, { duration, height: HEIGHT });
    }
    if (wasBack === front) {
      // Taking back, the front peg leaps behind the back peg.
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

  #leap(peg: Peg, hole: number, way: Way) {
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

// Before the first peg, both pegs are in their starting holes.
/** @returns of the back peg and of the front peg */
function holes({ score, previous }: Standing): [number, number] {
  return score === 0 ? [-1, 0] : [previous, score];
}

function move(node: SVGElement, x: number, y: number, scale: number) {
  const size = scale === 1 ? "" : ` scale(${scale.toFixed(3)})`;
  node.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})${size}`);
}

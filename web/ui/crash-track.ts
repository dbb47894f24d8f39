import { outline, pair, type Place } from "./board-track.ts";
import { pegShape } from "./pegs.ts";

/** A place among pegs that share a hole: from 0, and how many they are. */
export type Share = { nth: number; of: number };
/** A point of the track: its position, its distance from the start along the track, and the direction to its left. */
type Point = { x: number; y: number; far: number; left: { x: number; y: number } };

const GAME = 121;
// The two numbers of one hole: the track crosses itself there.
const CROSSING = [30, 91];
const STANDING = 1.02;
// Distances in holes: more after five holes, from the crossing, from the start.
const GROUP = 0.55;
const BESIDE_CROSSING = 1;
const BESIDE_START = 1.6;
const GAP = 1.45;
// Sizes in units. The board's middle length has `UNITS` units; a large board has no larger pegs.
const UNITS = 34;
const MOST_UNIT = 16;
const WIDE = 2.3;
const START = 2.05;
const CROSS = 1.3;
const ROUND = 1.4;
const ROUND_OF_MANY = 1.65;
// Distances in pixels: to the edge of the wood, which has a lip below, and from the track to the engraved signs.
const EDGE = 5;
const LIP = 3;
const ENGRAVED = 9;
const HEAD = 6.5;
const OVER = 3;
// Loops are fuller than a sine by as much as the steepest crossing allows.
const FULL = 0.42;
const STEEPEST = 2.2;
// The height of the loops by half of their length, so that they have round tops.
const HIGHEST = 0.86;
const STEPS = 360;

/**
 * The geometry of the one track of crash cribbage for a board's size in pixels: an eight. The start is also the game
 * hole. It is at the left end of the eight, or at the lower end on a vertical board. Holes are numbered clockwise. If a
 * side goes the other way, its score `n` is on the hole 121 − `n`.
 */
export class CrashTrack {
  #directions;
  #isStanding;
  #size;
  #unit;
  #points: Point[];
  #stations;
  #pitch;

  /** @param directions by side: 1 clockwise, -1 the other way @param size in pixels */
  constructor(directions: number[], { width, height }: { width: number; height: number }) {
    this.#directions = directions;
    this.#isStanding = height > STANDING * width;
    this.#size = { width, height: height - LIP };
    this.#unit = Math.min(Math.sqrt(width * height) / UNITS, MOST_UNIT);
    this.#points = this.#walk();
    const quarter = this.#points[STEPS].far / 4;
    this.#stations = stations(quarter);
    this.#pitch = this.#stations[2] - this.#stations[1];
  }

  /** True if the board is vertical. */
  get isStanding() {
    return this.#isStanding;
  }

  /**
   * Returns the number of the hole for a score of a side. The start and the game have the same number. The crossing has
   * the same number each time.
   */
  hole(side: number, score: number): number {
    const hole = this.#number(side, Math.max(0, score)) % GAME;
    return hole === CROSSING[1] ? CROSSING[0] : hole;
  }

  /**
   * Returns the place of a peg.
   * @param score a fraction is on the way to the next hole @param share its place among pegs in one hole
   */
  at(side: number, score: number, { nth, of }: Share = { nth: 0, of: 1 }): Place {
    const number = this.#number(side, Math.max(0, score));
    const { x, y, left } = this.#point(this.#far(number));
    const size = { pitch: this.#pitch, gap: GAP * this.#pitch };
    if (of === 1) return { x, y, ...size };
    if (number % GAME !== 0) {
      const across = (nth - (of - 1) / 2) * 1.5 * this.#pitch;
      return { x: x + across * left.x, y: y + across * left.y, ...size };
    }
    const angle = (2 * Math.PI * (nth + 0.5)) / of;
    const round = (of > 4 ? ROUND_OF_MANY : ROUND) * this.#unit;
    return { x: x - round * Math.cos(angle), y: y - round * Math.sin(angle), ...size };
  }

  /** The places of the holes to be drawn. The crossing is a single hole. */
  get rows() {
    const holes = Array.from({ length: GAME - 1 }, (_, at) => at + 1).filter((hole) => hole !== CROSSING[1]);
    return [holes.map((hole) => this.#place(hole))];
  }

  /** The holes one short of the game, each way that somebody goes. */
  get last() {
    return this.#ways.map((way) => this.#place(way > 0 ? GAME - 1 : 1));
  }

  /** The game hole, and the plate around it. */
  get game(): { x: number; y: number; radius: number } {
    const { x, y } = this.#place(0);
    return { x, y, radius: 0.95 * this.#unit };
  }

  /** The plates under the start and under the crossing. */
  get plates() {
    return [
      { ...this.#place(0), radius: START * this.#unit },
      { ...this.#place(CROSSING[0]), radius: CROSS * this.#unit },
    ];
  }

  /**
   * Returns the outline of a side's strip of the track as an SVG path.
   * @param score its end @param more pixels that it is wider
   */
  ribbon(side: number, score: number, more: number): string {
    const ends = [0, score].map((at) => this.#far(this.#number(side, Math.max(0, Math.min(GAME, at)))));
    const [from, to] = ends.sort((one, other) => one - other);
    const inner = this.#points.filter(({ far }) => far > from && far < to);
    const points = [this.#point(from), ...inner, this.#point(to)];
    const strip = (WIDE * this.#unit) / this.#directions.length;
    const middle = ((this.#directions.length - 1) / 2 - side) * strip;
    const edge = (out: number) => points.map((point) => beside(point, middle + (out * (strip + more)) / 2));
    const radius = (strip + more) / 2;
    return outline(edge(-1), edge(1), [radius, radius]);
  }

  /** Returns a line over the track before a score, each way that somebody goes, as an SVG path. */
  line(score: number): string {
    const lines = this.#ways.map((way) => {
      const [before, hole] = [score - 1, score].map((at) => (way > 0 ? at : GAME - at));
      const isCrossing = CROSSING.includes(hole);
      // Before the crossing it is on the rim of the plate, as long as the other arms allow.
      const middle = isCrossing
        ? this.#far(hole) - way * CROSS * this.#unit
        : (this.#far(before) + this.#far(hole)) / 2;
      const half = isCrossing ? this.#unit : (WIDE / 2) * this.#unit + OVER;
      return `M${[-half, half].map((out) => pair(beside(this.#point(middle), out))).join("L")}`;
    });
    return lines.join("");
  }

  /** The numbers in the wood: the tens inside the eight, and both numbers of the crossing next to it. */
  get numbers(): { hole: number; x: number; y: number }[] {
    const tens = Array.from({ length: 12 }, (_, at) => 10 * (at + 1)).filter((hole) => ![30, 90, 120].includes(hole));
    const inside = tens.map((hole) => ({ hole, ...this.#inside(hole, ENGRAVED) }));
    const { x, y } = this.#place(CROSSING[0]);
    const away = (CROSS + 0.9) * this.#unit + ENGRAVED;
    const beside = (way: number) => (this.#isStanding ? { x: x - way * away, y } : { x, y: y - way * away });
    return [...inside, { hole: CROSSING[0], ...beside(1) }, { hole: CROSSING[1], ...beside(-1) }];
  }

  /** The ways around, in the wood by the start: for each way an arrow, and the shapes of its sides. */
  get signs() {
    return this.#ways.map((way) => {
      const at = (score: number, depth = ENGRAVED) => this.#inside(way > 0 ? score : GAME - score, depth);
      const line = Array.from({ length: 9 }, (_, step) => at(2.6 + 0.4 * step));
      const arrow = `M${line.map(pair).join("L")}${head(line[7], line[8])}`;
      const sides = this.#directions.flatMap((direction, side) => (direction === way ? [side] : []));
      const marks = sides.map((side, nth) => {
        const { x, y } = at(4.4 + (nth - (sides.length - 1) / 2) * 2.3, ENGRAVED + 10);
        return { side, x, y, d: pegShape(side, 3.6) };
      });
      return { arrow, marks };
    });
  }

  get #ways() {
    return [1, -1].filter((way) => this.#directions.includes(way));
  }

  #number(side: number, score: number) {
    return this.#directions[side] > 0 ? score : GAME - score;
  }

  /** Returns the distance along the track from the start to a hole. @param hole a fraction is between two holes */
  #far(hole: number) {
    const before = Math.min(Math.floor(hole), GAME - 1);
    const [from, to] = [this.#stations[before], this.#stations[before + 1]];
    return from + (to - from) * (hole - before);
  }

  #place(hole: number): Place {
    return { ...this.#point(this.#stations[hole]), pitch: this.#pitch, gap: GAP * this.#pitch };
  }

  /** Returns the point inside the loop of a hole, some pixels from the track. */
  #inside(hole: number, away: number) {
    const isNear = hole < CROSSING[0] || hole > CROSSING[1];
    return beside(this.#point(this.#far(hole)), (isNear ? -1 : 1) * ((WIDE / 2) * this.#unit + away));
  }

  #point(far: number): Point {
    const at = this.#points.findIndex((point, nth) => nth > 0 && (point.far >= far || nth === STEPS));
    const [from, to] = [this.#points[at - 1], this.#points[at]];
    const part = (far - from.far) / (to.far - from.far);
    const mix = (one: number, other: number) => one + (other - one) * part;
    const left = { x: mix(from.left.x, to.left.x), y: mix(from.left.y, to.left.y) };
    return { x: mix(from.x, to.x), y: mix(from.y, to.y), far, left };
  }

  /** Walks around the eight once, clockwise from the start. */
  #walk(): Point[] {
    const { width, height } = this.#size;
    const [length, depth] = this.#isStanding ? [height, width] : [width, height];
    const edge = EDGE + (WIDE / 2) * this.#unit;
    const begin = EDGE + START * this.#unit;
    const long = (length - begin - edge) / 2;
    const high = Math.min(depth / 2 - edge, HIGHEST * long);
    const full = Math.min(FULL, Math.max(0, (STEEPEST * long) / (2 * high) - 1));
    const places = Array.from({ length: STEPS + 1 }, (_, step) => {
      const turn = (2 * Math.PI * step) / STEPS;
      const [wave, slope] = [Math.sin(2 * turn), 2 * Math.cos(2 * turn)];
      const [along, up] = [begin + long * (1 - Math.cos(turn)), high * wave * (1 + full * (1 - wave ** 2))];
      const [ahead, rise] = [long * Math.sin(turn), high * slope * (1 + full * (1 - 3 * wave ** 2))];
      const speed = Math.hypot(ahead, rise);
      const left = { along: -rise / speed, up: ahead / speed };
      return this.#isStanding
        ? { x: depth / 2 - up, y: length - along, left: { x: -left.up, y: -left.along } }
        : { x: along, y: depth / 2 - up, left: { x: left.along, y: -left.up } };
    });
    let far = 0;
    return places.map((place, at) => {
      const before = places[at - 1] ?? place;
      far += Math.hypot(place.x - before.x, place.y - before.y);
      return { ...place, far };
    });
  }
}

/**
 * Returns the distance along the track from the start to each hole. The crossing is a quarter of the track away.
 * @param quarter in pixels
 */
function stations(quarter: number) {
  const steps = Array.from({ length: GAME }, (_, hole) => {
    const isGroup = hole % 5 === 0 && hole > 0 && hole < GAME - 1;
    const isBeside = [hole, hole + 1].some((end) => CROSSING.includes(end));
    if (hole === 0 || hole === GAME - 1) return 1 + BESIDE_START;
    return 1 + (isBeside ? BESIDE_CROSSING : isGroup ? GROUP : 0);
  });
  const sum = (from: number, to: number) => steps.slice(from, to).reduce((long, step) => long + step, 0);
  const legs = [quarter / sum(0, CROSSING[0]), (2 * quarter) / sum(CROSSING[0], CROSSING[1])];
  const ways = steps.map((step, hole) => step * legs[hole >= CROSSING[0] && hole < CROSSING[1] ? 1 : 0]);
  return [0, ...ways.map((_, hole) => ways.slice(0, hole + 1).reduce((far, step) => far + step, 0))];
}

/** @param out pixels to its left */
function beside({ x, y, left }: Point, out: number): { x: number; y: number } {
  return { x: x + out * left.x, y: y + out * left.y };
}

/** Returns the head of an arrow as an SVG path. */
function head(from: { x: number; y: number }, tip: { x: number; y: number }) {
  const angle = Math.atan2(tip.y - from.y, tip.x - from.x);
  const wing = (turn: number) =>
    pair({ x: tip.x - HEAD * Math.cos(angle + turn), y: tip.y - HEAD * Math.sin(angle + turn) });
  return `M${wing(0.55)}L${pair(tip)}L${wing(-0.55)}`;
}

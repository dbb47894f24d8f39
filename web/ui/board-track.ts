/** A place on the board, with the distance to the next hole and to the next lane there. */
export type Place = { x: number; y: number; pitch: number; gap: number };

const STREET = 25;
// Distances in holes: more between groups of five, the straight part of a left turn, from the last to the game hole.
const GROUP = 0.62;
const SPAN = STREET - 1 + (STREET / 5 - 1) * GROUP;
const STRAIGHT = 1.6;
const FINISH = 2.4;
const LAST_FINISH = 1.9;
const START = 0.7;
// Distances in pixels: from the wood's edge to the streets, and to the outer lane of a turn.
const PADDING = 7;
const MARGIN = 10;
// The steps that a turn is drawn and measured in.
const STEPS = 24;
const STANDING = 1.02;
const GAME = 1.25;
const MOST_GAME = 15;
// The last hole of a street is still of the street, not of the turn.
const INSIDE = 1 - 1e-6;

const between = (from: number, to: number, part: number) => from + (to - from) * part;

/**
 * The geometry of a board for its size in pixels. Streets have 25 holes, counted from the end backwards. Turns have
 * holes too. A horizontal board goes from the lower left upwards, a vertical board from the upper left to the right. A
 * place along the board is a number: even whole numbers begin a street, odd whole numbers a turn. A place across the
 * board is a distance from the middle, in lanes.
 */
export class BoardTrack {
  #lanes;
  #isStanding;
  #depth;
  #streets;
  #turns;
  #band;
  #gap;
  #pitch;
  #left;
  #right;
  #grow;
  #reach;
  #lastPitch;
  #bulge;
  #stations: number[][];
  declare target;

  /**
   * @param target the game hole
   * @param lanes how many sides
   * @param size in pixels
   * @param grow from 0 to 1: the last street at its usual size, or enlarged
   */
  constructor(target: number, lanes: number, { width, height }: { width: number; height: number }, grow: number = 0) {
    this.target = target;
    this.#lanes = lanes;
    this.#grow = grow;
    this.#isStanding = height > STANDING * width;
    const length = this.#isStanding ? height : width;
    this.#depth = this.#isStanding ? width : height;
    this.#streets = 2 * Math.ceil((target - 1) / 60);
    const isShort = this.#streets === 2;
    this.#turns = Array.from({ length: this.#streets - 1 }, (_, turn) => (isShort || turn % 2 === 1 ? 10 : 5));
    const fill = lanes === 3 ? 0.82 : isShort ? 0.56 : 0.66;
    this.#band = (this.#depth - 2 * PADDING) / (this.#streets + grow);
    this.#gap = (this.#band * fill) / lanes;
    const room = (this.#band + this.#gap * lanes) / 2 + MARGIN;
    // Two streets have no turn at the left, but the starting holes.
    this.#pitch = isShort
      ? (length - room - MARGIN - this.#gap / 2) / (SPAN + START + 2)
      : (length - 2 * room) / (SPAN + STRAIGHT);
    this.#right = length - room;
    this.#left = this.#right - SPAN * this.#pitch;
    const free = (room - MARGIN - PADDING) / 2;
    this.#reach = free * grow;
    this.#lastPitch = between(this.#pitch, ownPitch(this.#right + free), grow);
    const outer = this.#rise(this.#streets - 2, -lanes / 2);
    this.#bulge = Math.min(1, (length - MARGIN - this.#right - this.#reach / 2) / outer);
    this.#stations = Array.from({ length: lanes }, (_, lane) => this.#holes(lane));
  }

  /** Returns the place of a hole. @param hole from -1 to the target; a fraction is on the way to the next hole */
  at(lane: number, hole: number): Place {
    const station = this.#station(lane, hole);
    return this.#place(station, hole >= this.target ? 0 : this.#across(lane));
  }

  /**
   * Returns the outline of a lane as an SVG path, with round ends.
   * @param hole the last hole in it @param more its width minus the distance between lanes, in pixels
   */
  ribbon(lane: number, hole: number, more: number): string {
    const from = this.#station(lane, -1);
    const to = this.#station(lane, Math.min(hole, this.target - 1));
    const steps = Array.from({ length: 2 * this.#streets - 1 }, (_, segment) =>
      Array.from({ length: segment % 2 === 0 ? 1 : STEPS }, (_, step) => segment + step / STEPS),
    ).flat();
    const stations = [from, ...steps.filter((step) => step > from && step < to), to];
    const edge = (side: number) =>
      stations.map((station) => {
        const { gap } = this.#size(station);
        return this.#place(station, this.#across(lane) + (side * (gap + more)) / gap / 2);
      });
    const cap = (station: number) => (this.#size(station).gap + more) / 2;
    return outline(edge(-1), edge(1), [cap(from), cap(to)]);
  }

  /** The places of the holes to be drawn, by lane. */
  get rows() {
    return this.#stations.map((_, lane) => Array.from({ length: this.target + 1 }, (_, at) => this.at(lane, at - 1)));
  }

  /** The last hole of each lane before the game. */
  get last() {
    return this.#stations.map((_, lane) => this.at(lane, this.target - 1));
  }

  /** The game hole. */
  get game(): { x: number; y: number; radius: number } {
    const { x, y, pitch } = this.at(0, this.target);
    return { x, y, radius: Math.min(GAME * pitch, MOST_GAME) };
  }

  /** Returns the line over all lanes between a hole and the previous hole, as an SVG path. */
  line(hole: number): string {
    const ways = this.#stations.map((stations) => [stations[hole], stations[hole + 1]]);
    const segments = ways[0].map((station) => this.#split(station)[0]);
    const street = segments.find((segment) => segment % 2 === 0);
    const over = this.#across(this.#lanes - 1) + 0.62;
    if (street === undefined) return this.#bent(ways, over);
    // On a street, the line is square to it. At a turn it is as near to the street as the innermost lane of the turn.
    const [begin, end] = [0, 1].map((part) => this.#raw(street, part, 0).along);
    const parts = ways.map((way, lane) => {
      const [before, after] = way.map((station) => this.#raw(...this.#split(station), this.#across(lane)).along);
      return ((before + after) / 2 - begin) / (end - begin);
    });
    const [part] = parts.sort((one, other) => Math.abs(one - 0.5) - Math.abs(other - 0.5));
    const line = [-over, over].map((across) => this.#screen(this.#raw(street, part, across)));
    return `M${line.map(pair).join("L")}`;
  }

  /** The line over a turn is straight if the holes of all lanes allow it. @param ways from hole to hole, by lane */
  #bent(ways: number[][], over: number) {
    const after = Math.max(...ways.map(([from]) => from));
    const before = Math.min(...ways.map(([, to]) => to));
    const least = Math.min(...ways.map(([from, to]) => to - from)) / 2;
    const stations = ways.map(([from, to]) => (before - after > least ? after + before : from + to) / 2);
    const points = stations.map((station, lane) => this.#place(station, this.#across(lane)));
    const [first, last] = [stations[0], stations[this.#lanes - 1]];
    return `M${[this.#place(first, -over), ...points, this.#place(last, over)].map(pair).join("L")}`;
  }

  /** The numbers in the wood: the tens between streets, and the fives of an enlarged last street between two lanes. */
  get numbers(): { hole: number; x: number; y: number }[] {
    const last = 2 * this.#streets - 2;
    const holes = Array.from({ length: this.target - 2 }, (_, at) => at + 1);
    return holes.flatMap((hole) => {
      const [segment, part] = this.#split(this.#stations[0][hole + 1]);
      const isFive = segment === last && this.#lanes === 2 && this.#grow === 1 && hole % 5 === 0;
      const isTen = segment !== last && segment % 2 === 0 && hole % 10 === 0;
      if (!isFive && !isTen) return [];
      const { along, up } = this.#raw(segment, part, 0);
      return [{ hole, ...this.#screen({ along, up: isTen ? up + this.#band / 2 : up }) }];
    });
  }

  /** True if the board is vertical. */
  get isStanding() {
    return this.#isStanding;
  }

  #across(lane: number) {
    return lane - (this.#lanes - 1) / 2;
  }

  /** Returns the stations of the holes from -1 to the target. */
  #holes(lane: number) {
    const streets = Array.from({ length: this.#streets }, (_, street) => [
      ...Array.from({ length: STREET }, (_, at) => 2 * street + ((at + Math.floor(at / 5) * GROUP) / SPAN) * INSIDE),
      ...this.#spread(2 * street + 1, this.#turns[street] ?? 0, this.#across(lane)),
    ]).flat();
    const start = [START + 2, START + 1].map((holes) => -holes / SPAN);
    const end = 2 * this.#streets - 1 + between(FINISH, LAST_FINISH, this.#grow) / SPAN;
    return [...start, ...streets].slice(-this.target - 1).concat(end);
  }

  /** Returns the stations of the holes of a turn, at equal distances in their lane. */
  #spread(segment: number, count: number, across: number) {
    if (count === 0) return [];
    const lengths = [0];
    for (let step = 1; step <= STEPS; step += 1) {
      const [from, to] = [step - 1, step].map((at) => this.#raw(segment, at / STEPS, across));
      lengths.push(lengths[step - 1] + Math.hypot(to.along - from.along, to.up - from.up));
    }
    return Array.from({ length: count }, (_, at) => {
      const length = (lengths[STEPS] * (at + 1)) / (count + 1);
      const step = lengths.findIndex((far) => far >= length);
      const part = (length - lengths[step - 1]) / (lengths[step] - lengths[step - 1]);
      return segment + (step - 1 + part) / STEPS;
    });
  }

  #station(lane: number, hole: number) {
    const stations = this.#stations[lane];
    const before = Math.floor(hole);
    return between(stations[before + 1], stations[Math.min(before + 1, this.target) + 1], hole - before);
  }

  /** Returns segment and part of it. */
  #split(station: number): [number, number] {
    const segment = Math.min(Math.max(Math.floor(station), 0), 2 * this.#streets - 2);
    return [segment, station - segment];
  }

  #size(station: number) {
    const [segment, part] = this.#split(station);
    const last = 2 * this.#streets - 2;
    const grown = segment === last ? 1 : segment === last - 1 ? part : 0;
    return { pitch: between(this.#pitch, this.#lastPitch, grown), gap: this.#gap * (1 + this.#grow * grown) };
  }

  #place(station: number, across: number): Place {
    return { ...this.#screen(this.#raw(...this.#split(station), across)), ...this.#size(station) };
  }

  #screen({ along, up }: { along: number; up: number }) {
    return this.#isStanding ? { x: up, y: along } : { x: along, y: this.#depth - up };
  }

  /** Returns the point of a segment, before the board is turned. */
  #raw(segment: number, part: number, across: number) {
    const street = Math.floor(segment / 2);
    if (segment % 2 === 0) {
      const isLast = street === this.#streets - 1;
      const way = (isLast ? this.#lastPitch : this.#pitch) * SPAN * part;
      const begin = isLast ? this.#right + this.#reach : street % 2 === 0 ? this.#left : this.#right;
      return { along: street % 2 === 0 ? begin + way : begin - way, up: this.#up(street, across) };
    }
    const rise = this.#rise(street, across);
    const middle = this.#up(street, across) + rise;
    if (street % 2 === 1) return this.#leftTurn(part, middle, rise);
    const isLast = street === this.#streets - 2;
    const turned = (1 - Math.cos(Math.PI * part)) / 2;
    const out = rise * Math.sin(Math.PI * part) * (isLast ? this.#bulge : 1);
    const along = this.#right + (isLast ? this.#reach * turned : 0) + out;
    return { along, up: middle - rise * Math.cos(Math.PI * part) };
  }

  #leftTurn(part: number, middle: number, rise: number) {
    const straight = STRAIGHT * this.#pitch;
    const arc = (Math.PI * this.#band) / 2;
    const way = part * (2 * straight + arc);
    const angle = (Math.min(Math.max(way - straight, 0), arc) / arc) * Math.PI;
    const out = Math.min(way, straight, 2 * straight + arc - way) + rise * Math.sin(angle);
    return { along: this.#left - out, up: middle - rise * Math.cos(angle) };
  }

  /** Returns half of the height of a turn. @param street before it */
  #rise(street: number, across: number) {
    return (this.#up(street + 1, across) - this.#up(street, across)) / 2;
  }

  #up(street: number, across: number) {
    const wide = street === this.#streets - 1 ? 1 + this.#grow : 1;
    const side = street % 2 === 0 ? across : -across;
    return PADDING + this.#band * (street + wide / 2) + side * this.#gap * wide;
  }
}

// As far apart as the game hole at the left leaves room; it grows with them, to a limit.
/** @returns the pitch of an enlarged last street that begins there */
function ownPitch(right: number): number {
  const holes = SPAN + LAST_FINISH;
  const edge = 5.5;
  const pitch = (right - edge) / (holes + GAME);
  return pitch * GAME <= MOST_GAME ? pitch : (right - edge - MOST_GAME) / holes;
}

function round(length: number) {
  return Math.round(length * 100) / 100;
}

/**
 * Returns the outline of a way with round ends as an SVG path.
 * @param right its edge @param radii of its first end and its last
 */
export function outline(
  right: { x: number; y: number }[],
  left: { x: number; y: number }[],
  radii: [number, number],
): string {
  const [first, last] = radii.map(round).map((radius) => `A${radius} ${radius} 0 0 0 `);
  const line = (places: { x: number; y: number }[]) => places.map(pair).join("L");
  return `M${line(right)}${last}${line([...left].reverse())}${first}${pair(right[0])}z`;
}

/** Returns a point as it stands in an SVG path. */
export function pair({ x, y }: { x: number; y: number }): string {
  return `${round(x)} ${round(y)}`;
}

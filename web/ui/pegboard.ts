import { drawing } from "../lib/dom.ts";
import { BoardTrack } from "./board-track.ts";
import { CrashTrack } from "./crash-track.ts";
import { PegPair, glide, type PlaceOf, type Standing } from "./pegs.ts";

/** The lines and the game hole of a board. */
type BoardRules = { target: number; skunk_below: number | null; double_skunk_below: number | null };
/**
 * `seed` decides the grain. `isLast` decides whether the last street is enlarged; if it is left out, the scores decide.
 * `directions` are the directions of the sides on the one track of crash cribbage.
 */
type BoardOptions = { seed?: string; isLast?: boolean; directions?: number[] };

const LAST_STREET = 25;
const GROWTH = { duration: 500, easing: "ease-in-out" };
const LIP = 3;
const BEVEL = 0.75;
const RADIUS = 12;
const BED = 3;
const GRAIN_STEP = 7;
// The lines of the grain, from fine to strong: their width, and how much they are seen.
const GRAIN = [
  [0.5, 0.65],
  [0.8, 0.5],
  [1.1, 0.35],
  [1.4, 0.25],
];

/**
 * The wooden board: a lane of holes a side, or one track for all, with the two pegs of each. It is drawn for the pixels
 * of its container, which it fills.
 */
export class Pegboard {
  #rules;
  #seed;
  #directions;
  #pairs;
  #grow;
  #mayGrow;
  #size: { width: number; height: number } | null = null;
  #track: BoardTrack | CrashTrack | null = null;
  #wood = drawing("g", {});
  #beds = drawing("path", { class: "bed" });
  #lanes;
  #plates = drawing("g", {});
  #lines = drawing("path", { class: "skunk-line" });
  #numbers = drawing("g", { class: "engraved", "aria-hidden": "true" });
  #holes = drawing("g", {});
  #pegs;
  declare node;

  /** @param label its name for screen readers */
  constructor(
    rules: BoardRules,
    sides: Standing[],
    label: string,
    { seed = "", isLast, directions }: BoardOptions = {},
  ) {
    this.#rules = rules;
    this.#seed = seed;
    this.#directions = directions;
    this.#mayGrow = isLast === undefined && !directions;
    this.#grow = isLast || (this.#mayGrow && this.#isLast(sides)) ? 1 : 0;
    this.#lanes = sides.map((_, side) => {
      const stain = drawing("path", { class: "stain" });
      const lane = drawing("path", { class: "lane" });
      return { lane, stain, node: drawing("g", { class: `lane-${side}` }, lane, stain) };
    });
    const at: PlaceOf = (lane, hole, share) => this.#laid.at(lane, hole, share);
    this.#pairs = sides.map((standing, side) => new PegPair(side, standing, at, () => this.#stain(side)));
    const pegs = this.#pairs.map((pair) => pair.pegs);
    this.#pegs = drawing("g", {}, ...[0, 1].flatMap((nth) => pegs.map((pair) => pair[nth].node)));
    this.node = drawing(
      "svg",
      { class: "pegboard", role: "img", "aria-label": label },
      this.#wood,
      this.#beds,
      ...this.#lanes.map(({ node }) => node),
      this.#plates,
      this.#lines,
      this.#numbers,
      this.#holes,
      this.#pegs,
    );
    new ResizeObserver(([{ contentRect }]) => this.fit(contentRect)).observe(this.node);
  }

  /** Draws it for a size, as its container's changes do by themselves. @param size in pixels */
  fit({ width, height }: { width: number; height: number }) {
    if (width < 1 || height < 1 || (width === this.#size?.width && height === this.#size.height)) return;
    this.#size = { width, height };
    this.node.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#draw();
    this.#drawWood(width, height);
  }

  /** Moves the pegs to the present scores. @param label the board's new name */
  show(sides: Standing[], label: string) {
    this.node.setAttribute("aria-label", label);
    sides.forEach((standing, side) =>
      this.#track ? this.#pairs[side].show(standing) : this.#pairs[side].stand(standing),
    );
    this.#share();
    if (this.#grow > 0 || !this.#mayGrow || !this.#isLast(sides)) return;
    glide(this.node, this.#track ? GROWTH : { duration: 0 }, (part) => {
      this.#grow = part;
      this.#draw();
    });
  }

  get #laid(): BoardTrack | CrashTrack {
    if (!this.#track) throw new Error("The board has no size yet.");
    return this.#track;
  }

  // A front peg in the last street; the street stays enlarged then, also when the peg is taken back.
  #isLast(sides: Standing[]) {
    return sides.some(({ score }) => score >= this.#rules.target - LAST_STREET);
  }

  #draw() {
    if (!this.#size) return;
    const { target, skunk_below: skunk, double_skunk_below: double } = this.#rules;
    const track = this.#directions
      ? new CrashTrack(this.#directions, this.#size)
      : new BoardTrack(target, this.#lanes.length, this.#size, this.#grow);
    this.#track = track;
    const ribbons = (more: number) => this.#lanes.map((_, lane) => track.ribbon(lane, target, more));
    this.#beds.setAttribute("d", ribbons(BED).join(""));
    ribbons(-1).forEach((path, lane) => this.#lanes[lane].lane.setAttribute("d", path));
    const lines = [skunk ?? 0, double ?? 0].filter((hole) => hole > 0);
    this.#lines.setAttribute("d", lines.map((hole) => track.line(hole)).join(""));
    this.#numbers.replaceChildren(
      ...track.numbers.map(({ hole, x, y }) => drawing("text", { x, y: y + 3.4 }, new Text(String(hole)))),
    );
    if (track instanceof CrashTrack) this.#drawSigns(track);
    this.#drawHoles(track);
    this.#share();
    this.#pairs.forEach((pair, side) => {
      this.#stain(side);
      pair.draw();
    });
  }

  // Pegs in one hole of a common track are drawn next to each other.
  #share() {
    const track = this.#track;
    if (!(track instanceof CrashTrack)) return;
    const pegs = this.#pairs.flatMap((pair, side) =>
      pair.pegs.map((peg) => ({ peg, hole: track.hole(side, peg.hole) })),
    );
    for (const { peg, hole } of pegs) {
      const others = pegs.filter((other) => other.hole === hole);
      peg.share({ nth: others.findIndex((other) => other.peg === peg), of: others.length });
    }
  }

  #drawSigns({ plates, signs }: CrashTrack) {
    this.#plates.replaceChildren(...plates.map((place) => circle("plate", place, place.radius)));
    for (const { arrow, marks } of signs) {
      const shapes = marks.map(({ side, x, y, d }) =>
        drawing("path", { class: `way-mark of-${side}`, d, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }),
      );
      this.#plates.append(drawing("path", { class: "way", d: arrow }), ...shapes);
    }
  }

  #stain(side: number) {
    const { passed } = this.#pairs[side];
    this.#lanes[side].stain.setAttribute("d", passed > 0 ? this.#laid.ribbon(side, passed, -1) : "");
  }

  #drawHoles({ rows, last, game }: BoardTrack | CrashTrack) {
    const discs: Map<string, { rim: string; hole: string }> = new Map();
    for (const [{ x, y, pitch, gap }, before] of rows.flatMap((row) => row.map((place, at) => [place, row[at - 1]]))) {
      // Holes are apart in a narrow turn too. Holes of one size are one path: a line without length and with round ends
      // is a disc.
      const room = before ? Math.hypot(x - before.x, y - before.y) : pitch;
      const size = (2 * Math.min(0.27 * pitch, 0.24 * gap, 0.4 * room, 4.2)).toFixed(1);
      const { rim, hole } = discs.get(size) ?? { rim: "", hole: "" };
      const at = x.toFixed(2);
      discs.set(size, { rim: `${rim}M${at} ${(y + 0.8).toFixed(2)}h0`, hole: `${hole}M${at} ${y.toFixed(2)}h0` });
    }
    const sizes = [...discs];
    this.#holes.replaceChildren(
      ...sizes.map(([size, { rim }]) => drawing("path", { class: "rim", "stroke-width": size, d: rim })),
      ...sizes.map(([size, { hole }]) => drawing("path", { class: "hole", "stroke-width": size, d: hole })),
      ...last.map((place) => circle("stink", place, Math.min(0.47 * place.pitch, 0.42 * place.gap, 7.3))),
      circle("game-rim", game, game.radius),
      circle("game-hole", game, 0.45 * game.radius),
    );
  }

  #drawWood(width: number, height: number) {
    const plank = (look: string, top: number) =>
      drawing("rect", { class: look, y: top, width, height: height - LIP, rx: RADIUS });
    const bevel = { x: BEVEL, y: BEVEL, width: width - 2 * BEVEL, height: height - LIP - 2 * BEVEL };
    this.#wood.replaceChildren(
      plank("lip", LIP),
      plank("wood", 0),
      ...grain(this.#seed, width, height - LIP, this.#laid.isStanding),
      drawing("rect", { class: "bevel", ...bevel, rx: RADIUS - BEVEL }),
    );
  }
}

function circle(look: string, { x, y }: { x: number; y: number }, r: number) {
  return drawing("circle", { class: look, cx: x.toFixed(2), cy: y.toFixed(2), r: r.toFixed(2) });
}

/** Returns the lines of the grain: the same for the same seed. */
function grain(seed: string, width: number, height: number, isStanding: boolean) {
  const random = randomFrom(seed);
  const paths = GRAIN.map(() => "");
  const [length, depth] = isStanding ? [height, width] : [width, height];
  for (let at = GRAIN_STEP; at < depth - 4; at += GRAIN_STEP) {
    const line = Math.floor(random() * GRAIN.length);
    const points = Array.from({ length: 5 }, (_, step) => {
      const along = 3 + ((length - 6) * step) / 4;
      const up = Math.min(Math.max(at + (random() - 0.5) * 6, 3), depth - 3);
      return (isStanding ? [up, along] : [along, up]).map((value) => value.toFixed(1)).join(" ");
    });
    const [first, ...others] = points;
    paths[line] += `M${first}${curve(first, others)}`;
  }
  return paths.map((d, at) =>
    drawing("path", { class: "grain", d, "stroke-width": GRAIN[at][0], "stroke-opacity": GRAIN[at][1] }),
  );
}

function curve(first: string, points: string[]) {
  return `Q${first} ${points[0]}${points
    .slice(1)
    .map((point) => `T${point}`)
    .join("")}`;
}

/** Returns a row of numbers from 0 to 1 that a text decides. */
function randomFrom(seed: string) {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

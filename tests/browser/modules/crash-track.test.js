import { test } from "node:test";
import { expect } from "@playwright/test";
import { importScript } from "../support/browser/modules.js";
import { distance, placesOn } from "../support/game/tracks.js";

const { CrashTrack } = await importScript("/ui/crash-track.ts");

// The boards of phones, the smallest at 320 pixels, and the ways that two and three sides go.
const SIZES = [
  [312, 196],
  [352, 215],
  [378, 242],
  [355, 367],
  [347, 352],
  [400, 289],
  [374, 584],
];
const WAYS = [
  [1, 1],
  [1, -1],
  [-1, 1, -1],
];

// The places of the scores 0 to 121 of each side, and the holes that are drawn, on each board.
const TRACKS = WAYS.flatMap((directions) =>
  SIZES.map(([width, height]) => {
    const track = new CrashTrack(directions, { width, height });
    const what = `${width} by ${height}, ${directions}`;
    return { what, width, height, directions, sides: placesOn(track, directions), holes: track.rows.flat() };
  }),
);

test("The track is one: the start is the game hole, and 30 and 91 are one hole, whichever way a side goes", () => {
  for (const { what, directions, sides, holes } of TRACKS) {
    expect(holes.length, what).toBe(119);
    for (const [side, places] of sides.entries()) {
      expect(distance(places[0], places[121]), what).toBeLessThan(0.01);
      expect(distance(places[30], places[91]), what).toBeLessThan(0.01);
      const clockwise = directions[side] > 0 ? places : places.toReversed();
      const first = directions[0] > 0 ? sides[0] : sides[0].toReversed();
      expect(Math.max(...clockwise.map((place, hole) => distance(place, first[hole]))), what).toBeLessThan(0.01);
    }
  }
});

test("Holes are on the wood, apart, and in groups of five", () => {
  for (const { what, width, height, sides, holes } of TRACKS) {
    const edges = holes.map(({ x, y }) => Math.min(x, y, width - x, height - 3 - y));
    expect(Math.min(...edges), what).toBeGreaterThan(8);
    const near = holes.flatMap((hole, at) => holes.slice(at + 1).map((other) => distance(hole, other)));
    const { pitch } = holes[0];
    expect(Math.min(...near) / pitch, what).toBeGreaterThan(0.95);
    // The distance between holes is that of the usual board, whose two lanes have as many holes.
    expect(pitch, what).toBeGreaterThan(width < 320 ? 6.5 : 7);
    const [places] = sides;
    for (const hole of [5, 10, 40, 60, 80, 110]) {
      const group = distance(places[hole], places[hole + 1]) / distance(places[hole - 1], places[hole]);
      expect(group, `${what}, after ${hole}`).toBeGreaterThan(1.3);
    }
  }
});

test("A clockwise side goes clockwise from the start, on a board that lies and on one that stands", () => {
  const [lying] = TRACKS.filter(({ width, directions }) => width === 378 && directions[1] === -1);
  const [one, other] = lying.sides;
  expect(one[0].x).toBeLessThan(50);
  expect(one[5].y).toBeLessThan(one[0].y - 20);
  expect(other[5].y).toBeGreaterThan(other[0].y + 20);
  const [standing] = TRACKS.filter(({ width, directions }) => width === 374 && directions[1] === -1);
  expect(standing.sides[0][0].y).toBeGreaterThan(500);
  expect(standing.sides[0][5].x).toBeLessThan(standing.sides[0][0].x - 20);
  expect(standing.sides[1][5].x).toBeGreaterThan(standing.sides[1][0].x + 20);
});

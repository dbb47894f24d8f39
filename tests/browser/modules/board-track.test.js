import { test } from "node:test";
import { expect } from "@playwright/test";
import { crossings, distance, holes, KINDS } from "../support/game/tracks.js";

// The boards of phones: width and height in pixels, and from hole to hole and from lane to lane.
const BOARDS = [
  { width: 310, height: 193, pitch: 7.7, gap: 14.8 },
  { width: 350, height: 221, pitch: 8.7, gap: 17.1 },
  { width: 365, height: 178, pitch: 9.9, gap: 13.5 },
  { width: 378, height: 244, pitch: 9.4, gap: 18.9 },
  { width: 381, height: 294, pitch: 8.7, gap: 23.0 },
  { width: 400, height: 289, pitch: 9.5, gap: 22.6 },
  { width: 378, height: 359, pitch: 7.7, gap: 28.5 },
  { width: 299, height: 363, pitch: 8.0, gap: 23.5 },
  { width: 335, height: 348, pitch: 6.9, gap: 26.5 },
  { width: 310, height: 206, pitch: 7.4, gap: 15.8 },
];
const ENLARGED = [
  { width: 310, height: 193, pitch: 9.3 },
  { width: 365, height: 178, pitch: 11.2 },
  { width: 378, height: 244, pitch: 11.5 },
  { width: 400, height: 289, pitch: 12.1 },
];
const SIZES = BOARDS.map(({ width, height }) => ({ width, height }));

// Twice the area of a triangle: its sign is the side of a line that a point is on.
const turn = (from, to, point) => (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);

function areCrossed([a, b], [c, d]) {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

test("From hole to hole and from lane to lane the boards of the phones measure as they were drawn", () => {
  for (const { width, height, pitch, gap } of BOARDS) {
    const [first, second] = holes(KINDS[0], { width, height });
    const what = `${width} by ${height}`;
    expect(Math.abs(distance(first[3], first[4]) - pitch), what).toBeLessThan(0.15);
    expect(Math.abs(distance(first[3], second[3]) - gap), what).toBeLessThan(0.15);
    expect(first[3].pitch).toBeCloseTo(distance(first[3], first[4]), 4);
    expect(first[3].gap).toBeCloseTo(distance(first[3], second[3]), 4);
  }
});

test("The last street is enlarged", () => {
  for (const { width, height, pitch } of ENLARGED) {
    const [lane, other] = holes(KINDS[0], { width, height }, 1);
    const what = `${width} by ${height}`;
    const own = distance(lane[98], lane[99]);
    expect(Math.abs(own - pitch), what).toBeLessThan(0.15);
    const gap = distance(lane[3], other[3]);
    expect(distance(lane[98], other[98]) / gap, what).toBeCloseTo(2, 4);
    expect(distance(lane[122], { x: lane[121].x, y: lane[122].y }) / own, what).toBeCloseTo(1.9, 1);
  }
});

// The holes of a lane that are too near to the edge or to the hole before.
function badHoles(lane, { width, height }, nearest) {
  return lane.flatMap(({ x, y, pitch, gap }, at) => {
    const radius = Math.min(0.27 * pitch, 0.24 * gap, 4.2);
    const edge = Math.min(x, y, width - x, height - 3 - y) - radius;
    const before = lane[at - 1];
    const far = before ? distance(before, lane[at]) / Math.min(before.pitch, pitch) : 1;
    return edge < 3 || far < nearest ? [`hole ${at - 1}: ${edge} from the edge, ${far} from the hole before`] : [];
  });
}

// Returns true for a line that is between two holes, or whose bend in this lane is.
function isBetween(line, lane, [before, after]) {
  if (line.length === 2) return turn(...line, before) * turn(...line, after) < 0;
  const [to, from] = [before, after].map((hole) => distance(hole, line[lane + 1]) / distance(before, after));
  return to + from < 1.1 && Math.min(to, from) > 0.15;
}

for (const kind of KINDS) {
  for (const grow of [0, 0.5, 1]) {
    const what = `${kind.lanes} lanes to ${kind.target}, enlarged by ${grow}`;

    test(`Holes are on the wood and apart, and lanes do not cross: ${what}`, () => {
      for (const size of SIZES) {
        const lanes = holes(kind, size, grow);
        // In the narrow turns of a flat board the holes are nearer to each other than in its streets.
        const nearest = kind.lanes === 3 || grow > 0 ? 0.35 : size.height < 180 ? 0.65 : 0.8;
        expect(lanes.flatMap((lane) => badHoles(lane, size, nearest))).toEqual([]);
        const pieces = lanes.map((lane) => lane.slice(1, -1).map((hole, at) => [lane[at], hole]));
        const crossed = pieces.flatMap((way, lane) =>
          pieces.slice(lane + 1).flatMap((other) => way.filter((one) => other.some((two) => areCrossed(one, two)))),
        );
        expect(crossed, `${size.width} by ${size.height}`).toEqual([]);
      }
    });

    test(`A skunk line is between its hole and the one before it, whichever it is: ${what}`, () => {
      for (const size of SIZES) {
        const lanes = holes(kind, size, grow);
        const lines = crossings(kind, size, grow);
        const wrong = lines.flatMap((line, at) =>
          lanes.every((lane, side) => isBetween(line, side, lane.slice(at + 1, at + 3))) ? [] : [at + 1],
        );
        expect(wrong, `${size.width} by ${size.height}`).toEqual([]);
        const usual = lines.filter((_, at) => [30, 60, 90].includes(at)).flat();
        expect(usual.filter(({ x, y }) => Math.min(x, y, size.width - x, size.height - y) < 0)).toEqual([]);
      }
    });
  }
}

test("A board lies, or stands: its start is at the lower or the upper left, its end at the upper left or right", () => {
  const [lying] = holes(KINDS[0], { width: 378, height: 359 });
  expect(lying[2].x).toBeLessThan(100);
  expect(lying[2].y).toBeGreaterThan(300);
  expect(lying[3].x).toBeGreaterThan(lying[2].x);
  expect(lying[122].x).toBeLessThan(100);
  expect(lying[122].y).toBeLessThan(60);
  const [standing, second] = holes(KINDS[0], { width: 335, height: 348 });
  expect(standing[2].x).toBeLessThan(second[2].x);
  expect(standing[2].y).toBeLessThan(100);
  expect(standing[3].y).toBeGreaterThan(standing[2].y);
  expect(standing[122].x).toBeGreaterThan(250);
  expect(standing[122].y).toBeLessThan(100);
  const [square] = holes(KINDS[0], { width: 300, height: 306 });
  expect(square[3].y, "it still lies").toBeCloseTo(square[2].y, 5);
});

test("Groups of five are seen", () => {
  const [lane] = holes(KINDS[0], { width: 378, height: 244 });
  for (const hole of [5, 10, 20, 35, 70, 100, 115]) {
    const group = distance(lane[hole + 1], lane[hole + 2]);
    expect(group / distance(lane[hole], lane[hole + 1]), `after ${hole}`).toBeCloseTo(1.62, 1);
  }
});

test("A game to another number has its streets of 25 from the end backwards", () => {
  const [usual] = holes(KINDS[0], { width: 378, height: 244 });
  const [shorter] = holes({ target: 111, lanes: 2 }, { width: 378, height: 244 });
  expect(shorter.at(-2)).toEqual(usual.at(-2));
  expect(shorter[2]).toEqual(usual[12]);
});

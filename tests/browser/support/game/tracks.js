import { importScript } from "../browser/modules.js";

const { BoardTrack } = await importScript("/ui/board-track.ts");

/** The boards that are tried: the usual game, and a short one; of two sides, and of three. */
export const KINDS = [
  { target: 121, lanes: 2 },
  { target: 121, lanes: 3 },
  { target: 61, lanes: 2 },
  { target: 61, lanes: 3 },
];

/** The places of all holes of a board, by lane, from the first hole to the game hole. */
export function holes({ target, lanes }, size, grow = 0) {
  const track = new BoardTrack(target, lanes, size, grow);
  return Array.from({ length: lanes }, (_, lane) =>
    Array.from({ length: target + 2 }, (_, at) => track.at(lane, at - 1)),
  );
}

/** The lines on a board before each hole, as points. */
export function crossings({ target, lanes }, size, grow = 0) {
  const track = new BoardTrack(target, lanes, size, grow);
  return Array.from({ length: target }, (_, at) =>
    track
      .line(at + 1)
      .slice(1)
      .split("L")
      .map((point) => point.split(" ").map(Number))
      .map(([x, y]) => ({ x, y })),
  );
}

/** The places of the scores 0 to 121 of each side. */
export function placesOn(track, directions) {
  return directions.map((_, side) => Array.from({ length: 122 }, (_, score) => track.at(side, score)));
}

/** The distance between two places. */
export const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

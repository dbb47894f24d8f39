/** @import { LocalGame } from "../game/rules.js" */
import { isGreat } from "../game/labels.js";
import { buzz } from "../lib/device.js";
import { isStill } from "../ui/motion.js";

/** A moment that everybody at the table feels. @typedef {"great"|"perfect"|"crash"|"out"|"skunk"} Moment */

const PERFECT = 29;
// Milliseconds that the phone vibrates and rests, in turn.
const BUZZ = {
  great: [40, 60, 40],
  perfect: [40, 60, 40, 60, 140],
  crash: [120],
  out: [60, 60, 160],
  skunk: [60, 60, 60, 60, 200],
};
const GLOW = { boxShadow: ["0 0 0 4px var(--fill)", "0 0 0 4px transparent"] };
const GROWTH = { transform: ["none", "scale(1.05)", "none"] };
const SHAKE = { transform: ["none", "translateX(-5px)", "translateX(5px)", "none"] };
// Milliseconds.
const LIT = 900;
const MOVED = 400;

/** Returns the moment that the newest change of a game is. @param {LocalGame} game @returns {Moment|null} */
function momentOf({ status, skunk, rules, pegs: [newest] }) {
  if (status === "finished") return skunk === "none" ? "out" : "skunk";
  if (newest?.crashes?.length) return "crash";
  if (!newest || !isGreat(newest, rules)) return null;
  return newest.points === PERFECT ? "perfect" : "great";
}

/** The moments of a game, each felt once: the phone vibrates, and something moves that no tap waits for. */
export class Moments {
  /** The changes that were seen. @type {Set<string>} */
  #seen;
  #board;
  #tile;

  /** @param {LocalGame} game at the start @param {{board: Element, tile: (side: number) => Element}} places */
  constructor(game, { board, tile }) {
    this.#board = board;
    this.#tile = tile;
    this.#seen = new Set([...game.pegs.map(keyOf), endOf(game)]);
  }

  /** Feels the newest change if it is a moment that was not felt here before. @param {LocalGame} game */
  feel(game) {
    const [newest] = game.pegs;
    const key = game.status === "finished" ? endOf(game) : newest && keyOf(newest);
    const isSeen = !key || this.#seen.has(key);
    // Several pegs may come at once. An older peg is not new when the newest peg is taken back.
    for (const peg of game.pegs) this.#seen.add(keyOf(peg));
    if (isSeen) return;
    this.#seen.add(key);
    const moment = momentOf(game);
    if (!moment) return;
    buzz(BUZZ[moment]);
    const sides = game.status === "finished" ? (game.winners ?? [game.winner ?? 0]) : [newest.side];
    for (const side of sides) {
      this.#tile(side).animate(GLOW, LIT);
      move(this.#tile(side), GROWTH);
    }
    if (moment === "crash" || moment === "skunk") move(this.#board, SHAKE);
  }
}

/** @param {{id: string, points: number}} peg */
function keyOf({ id, points }) {
  return `${id} ${points}`;
}

/** @param {LocalGame} game */
function endOf({ status, winner, skunk }) {
  return `${status} ${winner} ${skunk}`;
}

// With less motion asked for, the tile lights up and nothing moves.
/** @param {Element} node @param {PropertyIndexedKeyframes} frames */
function move(node, frames) {
  if (!isStill()) node.animate(frames, MOVED);
}

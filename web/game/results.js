/** @import { Tap } from "./outbox.js" */
/** @import { SavedGame } from "./saved-games.js" */
import { newId, phoneName } from "../lib/device.js";
import { gamePath } from "./opening.js";
import { deviceOf, outbox, pendingTaps } from "./outbox.js";
import { savedGames } from "./saved-games.js";

/** A result: of two sides the winner and the points that the loser lacks, of three the scores. @typedef {{winner: number, short_by: number}|{scores: number[]}} Result */
/** A side's word on a result; `scores` are those that it has instead. @typedef {{side: number, agrees: boolean, scores?: number[]}} Verdict */

/** @param {string} game @param {Pick<Tap, "kind"|"method"> & {rest: string, body?: object}} change */
function add(game, { rest, ...change }) {
  const { line } = /** @type {SavedGame} */ (savedGames.get(game));
  return outbox.add({ ...change, path: gamePath(game, rest), line, game, at: new Date().toISOString() });
}

/** Returns true if a result of this phone is on its way. @param {string} game its id @returns {boolean} */
export function hasPendingResult(game) {
  const newest = pendingTaps(game).findLast(({ kind }) => ["result", "result_back"].includes(kind));
  return newest?.kind === "result";
}

/** Enters the result of a game, with or without the service. @param {string} game its id @param {Result} result */
export function enterResult(game, result) {
  const body = { ...result, by: phoneName(), device: deviceOf(game) };
  return add(game, { kind: "result", method: "PUT", rest: "/result", body });
}

/** Takes back the result of this phone that is on its way. @param {string} game its id */
export function takeBackPendingResult(game) {
  const rest = `/result?by=${encodeURIComponent(phoneName())}`;
  return add(game, { kind: "result_back", method: "DELETE", rest });
}

/** Confirms or contests the result that another phone entered. @param {string} game its id @param {Verdict} verdict */
export function judgeResult(game, verdict) {
  const body = { id: newId(), ...verdict, by: phoneName(), device: deviceOf(game) };
  return add(game, { kind: "verdict", method: "PUT", rest: "/result/confirmation", body });
}

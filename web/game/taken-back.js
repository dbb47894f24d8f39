/** @import { Recorded as PastEvent } from "pegout-api" */
/** @import { Undoable } from "./game-store.js" */
/** @import { LocalGame, LocalPeg } from "./rules.js" */
import { phoneName } from "../lib/device.js";

/** The last thing taken back, and the name of the phone; null if the name is unknown. @typedef {Undoable & {by: string|null}} Taken */

/** The last thing that was taken back at a table, while nothing was pegged since. */
export class TakenBack {
  /** @type {Taken|null} */
  last = null;

  /** Notes that this phone took something back. @param {Undoable} undone */
  note(undone) {
    this.last = { ...undone, by: phoneName() };
  }

  /** Notes that something was pegged. */
  clear() {
    this.last = null;
  }

  /**
   * Compares a newer Game with the known pegs.
   * @param {LocalGame} game @param {LocalPeg|undefined} newest the newest peg before @param {LocalPeg[]} shown the pegs that the table showed
   * @returns {LocalPeg|null} the peg that another phone took back
   */
  compare({ pegs, latest }, newest, shown) {
    const known = [...shown, ...(this.last?.peg ? [this.last.peg] : [])];
    const stands = !newest || pegs.some(({ id }) => id === newest.id);
    const isOwn = this.last?.peg?.id === newest?.id;
    if (latest?.kind === "result_entered") this.last = null;
    if (!stands && !isOwn) {
      this.last = { peg: newest, by: null };
      return newest;
    }
    // Only a peg that the table has not shown is news.
    if (pegs[0] && stands && known.every(({ id }) => id !== pegs[0].id)) this.last = null;
    return null;
  }

  /** Finds the name of the phone that took a peg back. @param {Promise<PastEvent[]>} history of the game @param {LocalPeg} peg */
  async findTaker(history, peg) {
    // The score is right without the name.
    const events = await history.catch(() => []);
    const by = events.findLast((past) => past.kind === "peg_taken_back" && past.peg === peg.id)?.by ?? null;
    if (this.last?.peg === peg) this.last = { peg, by };
  }
}

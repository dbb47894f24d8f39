/** @import { Unreachable } from "./api.js" */
// Seconds from which on a wait is no matter of the connection: what has to wait so long does not hold up the rest.
const MIN_WAIT = 120;

/**
 * The lanes of a queue that the service has put off, each until a moment: for long, or because what they are about is damaged.
 * In memory only: a reload tries again.
 */
export class Postponed {
  /** @type {Map<string, number>} */
  #until = new Map();
  /** The service's sentence about the damage that each lane was put off for last. @type {Map<string, string|null>} */
  damage = new Map();

  /** Puts a lane off. @param {string} lane @param {Unreachable} missed the try @returns {boolean} false where the wait is not long, and is everybody's */
  add(lane, { wait, kind, message }) {
    // Where there is one lane only, nothing else is held up.
    const isDamaged = lane && kind === "/problems/damaged";
    if (wait < MIN_WAIT && !isDamaged) return false;
    this.#until.set(lane, Date.now() + wait * 1000);
    this.damage.set(lane, isDamaged ? message : null);
    return true;
  }

  /** Puts no lane off any more: on another network the service may take them. */
  clear() {
    this.#until.clear();
  }

  /** Returns the lanes that are put off now. @returns {string[]} */
  lanes() {
    for (const [lane, until] of this.#until) if (until <= Date.now()) this.#until.delete(lane);
    return [...this.#until.keys()];
  }

  /** Returns the moment until which a lane is put off; null if it is not. @param {string} lane @returns {Date|null} */
  until(lane) {
    const until = this.#until.get(lane) ?? 0;
    return until > Date.now() ? new Date(until) : null;
  }

  /** Returns the milliseconds until the first lane goes on, or this pause if it is shorter. @param {number} pause 0 for none @returns {number} */
  shortest(pause) {
    const waits = [...this.#until.values()].map((until) => Math.max(1, until - Date.now()));
    return waits.reduce((shortest, wait) => Math.min(shortest || wait, wait), pause);
  }
}

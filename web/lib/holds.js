/** @import { Unreachable } from "./api.js" */
/** @import { Command } from "./journal.js" */
// Seconds from which on a wait is no matter of the connection: what has to wait so long does not hold up the rest.
const MIN_WAIT = 120;

// Milliseconds that a command is held at most, and after which another tab sends what its own tab did not.
const MAX_HOLD = 5000;
const GRACE = 2000;

/** The commands of this page that may still be changed: each has a time, `held`, before which it is not sent. */
export class Holds {
  /** @type {Set<string>} */
  #own = new Set();

  /** Notes a command that this page made. @param {Command} command */
  add({ key, held }) {
    if (held) this.#own.add(key);
  }

  /** Notes that a command is on its way, or gone. @param {string} key */
  remove(key) {
    this.#own.delete(key);
  }

  /** Returns true if this page made the command, and nothing sent it yet. @param {string} key @returns {boolean} */
  has(key) {
    return this.#own.has(key);
  }

  /** Returns true if a command can be changed now. @param {Command} command @returns {boolean} */
  isOpen({ key, held = 0 }) {
    return this.#own.has(key) && held > Date.now();
  }

  /** Returns the milliseconds until a command may be sent. @param {Command} command @returns {number} */
  pause({ key, held = 0 }) {
    const grace = held && !this.#own.has(key) ? GRACE : 0;
    // A clock that was set back must hold nothing for long.
    return Math.min(Math.max(0, held + grace - Date.now()), MAX_HOLD + GRACE);
  }
}

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

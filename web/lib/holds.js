/** @import { Command } from "./journal.js" */

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

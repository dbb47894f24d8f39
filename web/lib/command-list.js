/** @import { Command } from "./journal.js" */

/** The commands of a queue in memory, in order: from this page, and from the disk. */
export class CommandList {
  /** @type {Command[]} */
  #commands = [];
  // Those that had to wait: for an answer, or on the disk until this page was opened.
  /** @type {Set<string>} */
  #late = new Set();
  // Those that this page has removed: the disk may have been read before.
  /** @type {Set<string>} */
  #removed = new Set();
  // The keys of the commands that are being written to the disk.
  /** @type {Set<string>} */
  #writing = new Set();

  /** Adds a command that this page made. @param {Command} command */
  add(command) {
    this.#commands.push(command);
  }

  /** Removes a command. @param {string} key */
  remove(key) {
    this.#late.delete(key);
    this.#removed.add(key);
    this.#commands = this.#commands.filter((command) => command.key !== key);
  }

  /** Returns true if it was not removed. @param {Command} command @returns {boolean} */
  has(command) {
    return this.#commands.includes(command);
  }

  /** Returns the commands that match. @param {(command: Command) => boolean} match @returns {Command[]} */
  filter(match) {
    return this.#commands.filter(match);
  }

  /** Returns the first command that matches. @param {(command: Command) => boolean} match @returns {Command|undefined} */
  find(match) {
    return this.#commands.find(match);
  }

  /** Returns true for a command that this page has removed. @param {Command} command @returns {boolean} */
  hasRemoved({ key }) {
    return this.#removed.has(key);
  }

  /** Takes over the commands on the disk. @param {Command[]} stored @param {boolean} isWhole all of them @returns {string[]} the keys that another tab has removed */
  merge(stored, isWhole) {
    const keys = new Set(stored.map(({ key }) => key));
    const others = this.#commands.filter(({ key }) => !keys.has(key));
    const read = stored.filter((command) => !this.hasRemoved(command)).map((command) => this.#merged(command));
    const isGone = (/** @type {Command} */ { seq }) => isWhole && Boolean(seq);
    this.#commands = [...read, ...others.filter((command) => !isGone(command))];
    return others.filter(isGone).map(({ key }) => key);
  }

  // A command keeps its object, which may be on its way.
  /** @param {Command} stored @returns {Command} */
  #merged(stored) {
    const known = this.find(({ key }) => key === stored.key);
    if (!known) {
      this.#late.add(stored.key);
      return stored;
    }
    const refused = known.refused ?? stored.refused;
    return Object.assign(known, stored, { refused });
  }

  /** Notes that a command is being written to the disk. @param {string} key */
  beginWrite(key) {
    this.#writing.add(key);
  }

  /** Notes the end of a write. @param {string} key */
  endWrite(key) {
    this.#writing.delete(key);
  }

  /** Returns true while a command is being written. @param {string} key @returns {boolean} */
  isWriting(key) {
    return this.#writing.has(key);
  }

  /** Notes that a command has to wait. @param {Command} command */
  delay({ key }) {
    this.#late.add(key);
  }

  /** Returns true if a command had to wait. @param {Command} command @returns {boolean} */
  isLate({ key }) {
    return this.#late.has(key);
  }
}

/** The functions of a promise. @typedef {{resolve: (answer: any) => void, reject: (error: unknown) => void}} Promised */

/** The answers that somebody waits for, by the key of the command. */
export class Answers {
  /** @type {Map<string, Promised>} */
  #promised = new Map();

  /** Returns the answer to a command as soon as it is known. @param {string} key @returns {Promise<any>} */
  expect(key) {
    return new Promise((resolve, reject) => this.#promised.set(key, { resolve, reject }));
  }

  /** Hands over an answer, if somebody waits for it. @param {string} key @param {any} answer */
  resolve(key, answer) {
    this.#take(key)?.resolve(answer);
  }

  /** Hands over an error, if somebody waits for an answer. @param {string} key @param {unknown} error */
  reject(key, error) {
    this.#take(key)?.reject(error);
  }

  /** @param {string} key */
  #take(key) {
    const promised = this.#promised.get(key);
    this.#promised.delete(key);
    return promised;
  }
}

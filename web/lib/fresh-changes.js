// Milliseconds in which a finger is still on its way to what the screen showed before.
const FRESH = 2000;

/** The state of a row, member by member. @typedef {Record<string, unknown>} State */

/** The changes of other devices that this screen has shown for a moment only: a tap that would reverse one is meant for what was there before. */
export class FreshChanges {
  #absent;
  /** @type {Map<string, State>|null} */
  #shown = null;
  /** @type {Set<string>} */
  #own = new Set();
  /** @type {Map<string, {at: number, before: State, after: State}>} */
  #changes = new Map();

  /** @param {State} absent the state of a row that is not there */
  constructor(absent) {
    this.#absent = absent;
  }

  /** Notes what is shown now. @param {{id: string, state: State}[]} rows @param {Set<string>} own the rows that this device is changing */
  show(rows, own) {
    const shown = new Map(rows.map(({ id, state }) => [id, state]));
    const before = this.#shown;
    for (const id of before ? new Set([...before.keys(), ...shown.keys()]) : []) {
      const change = { at: Date.now(), before: before?.get(id) ?? this.#absent, after: shown.get(id) ?? this.#absent };
      // What this device has sent is no surprise, nor is its refusal.
      if (own.has(id) || this.#own.has(id)) this.#changes.delete(id);
      else if (this.#differs(change)) this.#changes.set(id, change);
    }
    this.#shown = shown;
    this.#own = own;
  }

  /** Returns true if a tap would reverse a fresh change of another device. @param {string} id the row's @param {State} wanted @returns {boolean} */
  isCrossed(id, wanted) {
    const change = this.#changes.get(id);
    if (!change || Date.now() - change.at > FRESH) return false;
    const { before, after } = change;
    return Object.keys(wanted).some((member) => before[member] !== after[member] && wanted[member] === before[member]);
  }

  /** @param {{before: State, after: State}} change */
  #differs({ before, after }) {
    return Object.keys(this.#absent).some((member) => before[member] !== after[member]);
  }
}

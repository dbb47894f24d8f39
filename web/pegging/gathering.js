/** @import { PegFor } from "pegout-api" */
/** @import { GameStore } from "../game/game-store.js" */
import { outbox } from "../game/outbox.js";

// Milliseconds that a peg stays open: another tap on the same side adds to it.
const OPEN = 2000;

/** A peg that another tap may add to. @typedef {{id: string, key: string, side: number, taps: number[], kindOf: (points: number) => PegFor}} OpenPeg */

/** The newest peg of this phone while it is open: it is on the disk, and is sent when its time is over. */
export class Gathering {
  #store;
  #onClose;
  /** @type {OpenPeg|null} */
  #open = null;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;

  /** @param {GameStore} store @param {() => void} onClose called when the peg can no longer be added to */
  constructor(store, onClose) {
    this.#store = store;
    this.#onClose = onClose;
  }

  /** The side of the open peg; null while there is none. @returns {number|null} */
  get side() {
    return this.#open?.side ?? null;
  }

  /** The points of the open peg; 0 while there is none. @returns {number} */
  get points() {
    return (this.#open?.taps ?? []).reduce((sum, points) => sum + points, 0);
  }

  /** Pegs, and lets the peg stay open. @param {number} side @param {number} points @param {(points: number) => PegFor} kindOf the kind of so many points */
  begin(side, points, kindOf) {
    const { id, key } = this.#store.peg(side, points, kindOf(points), { held: Date.now() + OPEN });
    this.#open = { id, key, side, taps: [points], kindOf };
    // After the last hole nothing is added.
    if (this.#store.game.status === "finished") this.close();
    else this.#wait();
  }

  /** Adds a tap to the open peg. @param {number} points @returns {Promise<boolean>} false if the peg is on its way already */
  add(points) {
    return this.#change((taps) => [...taps, points]);
  }

  /** Takes back the last tap on the open peg. @returns {Promise<boolean>} false if the peg is on its way already */
  async undo() {
    if (!this.#open) return false;
    if (this.#open.taps.length > 1) return this.#change((taps) => taps.slice(0, -1));
    const { key } = this.#open;
    this.#end();
    return outbox.withdraw(key);
  }

  /** Sends the open peg at once. */
  close() {
    if (!this.#open) return;
    const { key } = this.#open;
    this.#end();
    outbox.amend(key, { held: 0 });
  }

  /** Sends a peg later again, while another number is chosen. */
  extend() {
    if (this.#open) this.#change((taps) => taps);
  }

  /** @param {(taps: number[]) => number[]} change */
  async #change(change) {
    if (!this.#open) return false;
    const { key, id, kindOf } = this.#open;
    this.#open.taps = change(this.#open.taps);
    const { points } = this;
    const body = this.#store.pending.find(({ subject }) => subject === id)?.body;
    this.#wait();
    return outbox.amend(key, { body: { ...body, points, for: kindOf(points) }, held: Date.now() + OPEN });
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#end();
      this.#onClose();
    }, OPEN);
  }

  #end() {
    clearTimeout(this.#timer);
    this.#open = null;
  }
}

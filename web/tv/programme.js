import { Refusal, Unreachable, send } from "../lib/api.js";
import { LiveNight, Results } from "../night/night-store.js";
import { whichNight } from "../night/seats.js";
import { today } from "../lib/text.js";

// Milliseconds until it asks again which night is on; sooner while none is.
const MINUTE = 60_000;
const SOON = 5000;

/** What the hall's board is about: the night that is on, kept up to date. Fires `change`. */
export class Programme extends EventTarget {
  #live = null;
  #results = null;
  #asked = false;
  #since = null;

  /** The night as the list of nights has it; null while none is on, and while it is not known. @type {object|null} */
  listed = null;

  /** @param {string|null} wanted the id of the night to show; null for the one that is on */
  constructor(wanted) {
    super();
    if (wanted) this.#follow(wanted);
    else this.#ask();
  }

  /** Whether it is known which night is on, if any is. @returns {boolean} */
  get known() {
    return this.#asked;
  }

  /** The newest Night. @returns {object|null} */
  get night() {
    return this.#live?.night ?? null;
  }

  /** The night's standings. @returns {object[]|null} */
  get rows() {
    return this.#results?.rows ?? null;
  }

  /** Since when the service has not been heard; null while it is. @returns {Date|null} */
  get since() {
    return this.#live ? this.#live.since : this.#since;
  }

  /** When the night changed last. @returns {Date|null} */
  get updated() {
    return this.#live?.updated ?? null;
  }

  async #ask() {
    try {
      const { nights } = await send("GET", "/api/v1/nights");
      this.#asked = true;
      this.#since = null;
      this.#choose(whichNight(nights, today()));
    } catch (error) {
      // What is on the board stays; it says how old it is.
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
      this.#since ??= new Date();
    } finally {
      setTimeout(() => this.#ask(), this.listed ? MINUTE : SOON);
      this.#changed();
    }
  }

  #choose(listed) {
    const before = this.listed?.id;
    this.listed = listed;
    if (listed?.id === before) return;
    this.#live?.close();
    this.#results?.close();
    this.#live = null;
    this.#results = null;
    if (listed) this.#follow(listed.id);
  }

  #follow(id) {
    const live = new LiveNight(id);
    const results = new Results(id, () => this.#changed());
    this.#live = live;
    this.#results = results;
    live.addEventListener("change", () => {
      if (live.night) results.follow(live.night);
      this.#changed();
    });
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

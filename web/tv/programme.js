/** @import { NightAnswer, Nights, NightSummary, StandingsRow } from "pegout-api" */
import { send } from "../lib/api.js";
import { poll } from "../lib/retry.js";
import { today } from "../lib/text.js";
import { NightStore } from "../night/night-store.js";
import { whichNight } from "../night/seats.js";

// Milliseconds between two looks at the list of nights; fewer while no night is on.
const INTERVAL = 60_000;
const SHORT_INTERVAL = 5000;

/** The night that the board shows, kept up to date. Fires `change`. */
export class Programme extends EventTarget {
  /** @type {NightStore|null} */
  #store = null;
  /** @type {Date|null} */
  #since = null;

  /** True once the service has answered which night is on, if any is. */
  isKnown = false;

  /** The night in the list of nights; null while none is on, and while it is not known. @type {NightSummary|null} */
  listed = null;

  /** @param {string|null} night the id of the night to show; null for the one that is on */
  constructor(night) {
    super();
    if (night) this.#follow(night);
    else this.#poll();
  }

  /** The newest state. @returns {NightAnswer|null} */
  get night() {
    return this.#store?.night ?? null;
  }

  /** The night's standings. @returns {StandingsRow[]|null} */
  get standings() {
    return this.#store?.standings ?? null;
  }

  /** The time since which the board is not up to date; null while it is. @returns {Date|null} */
  get since() {
    return this.#store ? this.#store.since : this.#since;
  }

  /** The time of the newest state. @returns {Date|null} */
  get updatedAt() {
    return this.#store?.updatedAt ?? null;
  }

  #poll() {
    poll((signal) => send("GET", "/api/v1/nights", { signal }), {
      interval: () => (this.listed ? INTERVAL : SHORT_INTERVAL),
      onAnswer: (/** @type {Nights} */ { nights }) => {
        this.isKnown = true;
        this.#since = null;
        this.#choose(whichNight(nights, today()));
        this.#notify();
      },
      // The board stays as it is; it says how old it is.
      onOffline: (since) => {
        this.#since = since;
        this.#notify();
      },
    });
  }

  /** @param {NightSummary|null} listed */
  #choose(listed) {
    const isSame = listed?.id === this.listed?.id;
    this.listed = listed;
    if (isSame) return;
    this.#store?.close();
    this.#store = null;
    if (listed) this.#follow(listed.id);
  }

  /** @param {string} id */
  #follow(id) {
    this.#store = new NightStore(id, { standings: true });
    this.#store.addEventListener("change", () => this.#notify());
  }

  #notify() {
    this.dispatchEvent(new Event("change"));
  }
}

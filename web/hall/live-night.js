import { Live } from "../app/live.js";

/**
 * A night as everybody in the hall sees it, kept up to date. Fires `change` with each Night, and when the line breaks
 * or opens again.
 */
export class LiveNight extends EventTarget {
  #live;

  /** The newest Night that the service told; null before the first. @type {object|null} */
  night = null;

  /** Since when the service has not been heard; null while it is. @type {Date|null} */
  since = null;

  /** When the newest Night came. @type {Date|null} */
  updated = null;

  /** @param {string} id the night's */
  constructor(id) {
    super();
    const heard = (night) => {
      this.night = night;
      this.updated = new Date();
      this.#changed();
    };
    this.#live = new Live(`/api/v1/nights/${id}/live`, heard, (open) => {
      this.since = open ? null : (this.since ?? new Date());
      this.#changed();
    });
  }

  /** Tries at once to open a line that is broken. */
  again() {
    this.#live.again();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#live.close();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

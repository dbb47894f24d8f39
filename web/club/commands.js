import { Refusal, Unreachable } from "../lib/api.js";
import { session } from "./session.js";

// Milliseconds until what had no answer is sent again.
const PAUSE = 10_000;

/**
 * What the coordinator has asked of the service and has no answer to, sent one after the other: without a network it
 * waits, whatever view is open. Fires `change`.
 */
class CommandQueue extends EventTarget {
  #waiting = [];
  #running = false;
  #again = false;
  #pause;

  /** Since when the service does not answer; null while it does. @type {Date|null} */
  since = null;

  #refused = [];

  constructor() {
    super();
    const again = () => this.again();
    addEventListener("online", again);
    document.addEventListener("visibilitychange", again);
    session.addEventListener("change", again);
    // They are kept by this page alone, so the browser asks before it closes.
    addEventListener("beforeunload", (event) => this.#waiting.length > 0 && event.preventDefault());
  }

  /** What has no answer yet, the oldest first. @returns {object[]} */
  get waiting() {
    return this.#waiting;
  }

  /** The refusals that no view has told yet, which are told with that. @returns {{refusal: Refusal, errand: object}[]} `errand.late` when it had to wait */
  takeRefused() {
    return this.#refused.splice(0);
  }

  /**
   * Asks something of the service.
   * @param {{method: string, path: string, body?: object, night?: string, beforehand?: () => Promise<any>, happened?: () => Promise<any>, now?: boolean}} errand
   *   `beforehand` looks at something just before it is sent;
   *   `happened` looks whether one that must not be done twice was done although no answer came, and answers then;
   *   `now` is of one that must not be done later, when the hall may be another;
   *   other members are for those who look at what is waiting
   * @returns {Promise<any>} the answer; rejects with a {@link Refusal}, and for want of a network only what is for `now`
   */
  run(errand) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...errand, resolve, reject, tried: false });
      this.#changed();
      this.#work();
    });
  }

  /** Tries at once what has no answer. */
  again() {
    this.#again = true;
    this.#work();
  }

  async #work() {
    if (this.#running) return;
    this.#running = true;
    // What is under way when the network comes back may be lost with the network that was.
    do {
      this.#again = false;
      clearTimeout(this.#pause);
      while (this.#waiting.length > 0 && session.open && (await this.#send(this.#waiting[0])));
    } while (this.#again && this.#waiting.length > 0 && session.open);
    this.#running = false;
    this.#changed();
  }

  // Whether the next one can be sent.
  async #send(errand) {
    try {
      await errand.beforehand?.();
      const answer = (errand.tried && (await errand.happened?.())) || (await ask(errand));
      this.#settle(() => errand.resolve(answer));
      return true;
    } catch (error) {
      if (error instanceof Unreachable) {
        this.since ??= new Date();
        errand.tried = true;
        this.#keepWaiting(error);
        this.#pause = setTimeout(() => this.#work(), Math.max(PAUSE, error.wait * 1000));
        return false;
      }
      // Whoever must sign in again finds it sent then.
      if (!session.open) {
        this.#keepWaiting(error);
        return false;
      }
      if (error instanceof Refusal) this.#refused.push({ refusal: error, errand });
      this.#settle(() => errand.reject(error));
      return true;
    }
  }

  // What was meant for now alone is given up.
  #keepWaiting(error) {
    const given = this.#waiting.filter(({ now }) => now);
    this.#waiting = this.#waiting.filter(({ now }) => !now);
    for (const errand of this.#waiting) errand.late = true;
    if (this.#waiting.length === 0) this.since = null;
    for (const { reject } of given) reject(error);
  }

  #settle(told) {
    this.#waiting.shift();
    this.since = null;
    told();
    // After whoever asked has taken the answer, or what was tapped would be gone for a moment.
    queueMicrotask(() => this.#changed());
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

function ask({ method, path, body }) {
  return session.ask(method, path, { body });
}

export const commands = new CommandQueue();

import { Refusal, send, Unreachable } from "../app/api.js";
import { newId } from "../app/ids.js";
import { change } from "../app/store.js";
import { outbox } from "./outbox.js";
import { tables } from "./tables.js";

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

// Longer than an answer may take. Web Locks are missing where the page came over plain http, so no tab uses them.
const TERM = 12_000;
const KEY = "sender";
const me = tabName();

// A tab keeps its name over a reload, so that it need not wait for the lease that it had itself.
function tabName() {
  try {
    return (sessionStorage["pegout.tab"] ??= newId());
  } catch {
    return newId();
  }
}

/**
 * Takes, or keeps, the right to send for this tab. Two tabs sending would be harmless, since repeats are, but a waste.
 * @returns {Promise<number>} 0 when this tab may send, else the milliseconds until it may ask again
 */
function takeLease() {
  return change(["lease"], ([lease], done) => {
    lease.get(KEY).onsuccess = ({ target }) => {
      const now = Date.now();
      const { holder, until } = target.result ?? { holder: me, until: 0 };
      // A clock that was set back must not lock everybody out.
      const left = Math.min(until - now, TERM);
      if (holder !== me && left > 0) return done(left);
      lease.put({ holder: me, until: now + TERM }, KEY);
      done(0);
    };
  });
}

/** Gives the right up, if this tab has it. */
function leaveLease() {
  return change(["lease"], ([lease]) => {
    lease.get(KEY).onsuccess = ({ target }) => {
      if (target.result?.holder === me) lease.delete(KEY);
    };
  });
}

/** Sends what lies in the outbox, one entry of a match after the other, until the service has all of it. */
class Sender extends EventTarget {
  #busy = false;
  #more = false;
  #failed = 0;
  #timer;

  /** Since when there has been no answer; null while there is. Its change fires `change`. @type {Date|null} */
  since = null;

  /** Listens for reasons to try: a new tap, the network back, somebody looking at the page. */
  start() {
    const now = () => this.now();
    addEventListener("online", () => {
      // The network comes back in steps: what fails now need not wait as long as what failed before.
      this.#failed = 0;
      this.now();
    });
    addEventListener("pageshow", now);
    document.addEventListener("visibilitychange", now);
    outbox.addEventListener("change", () => (this.#failed === 0 || this.#isEmpty) && this.now());
    this.now();
  }

  /** Tries now, whatever pause was left. */
  async now() {
    this.#more = true;
    if (this.#busy) return;
    this.#busy = true;
    clearTimeout(this.#timer);
    let pause;
    try {
      while (this.#more) {
        this.#more = false;
        pause = await this.#round();
      }
      await leaveLease();
    } catch (error) {
      // What nobody foresaw must not stop the sending for good.
      reportError(error);
      pause = this.#miss();
    }
    this.#busy = false;
    // A tap may have come while the lease was given up.
    if (this.#more) this.now();
    else if (pause > 0) this.#timer = setTimeout(() => this.now(), pause);
  }

  get #isEmpty() {
    return outbox.next(new Set()) === undefined;
  }

  // Milliseconds until another try; 0 when nothing is left.
  async #round() {
    const held = new Set();
    let wait = 0;
    for (let entry = outbox.next(held); entry; entry = outbox.next(held)) {
      const busy = await takeLease();
      if (busy > 0) return busy;
      const asked = await this.#deliver(entry);
      if (asked === null) continue;
      held.add(entry.line);
      wait = Math.max(wait, asked * 1000);
    }
    if (held.size > 0) return Math.max(wait, this.#miss());
    this.#failed = 0;
    this.#missed(null);
    return 0;
  }

  // Milliseconds until another try, which are the more the more have failed.
  #miss() {
    this.#failed += 1;
    this.#missed(this.since ?? new Date());
    return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (this.#failed - 1));
  }

  #missed(since) {
    if (since === this.since) return;
    this.since = since;
    this.dispatchEvent(new Event("change"));
  }

  // Null when it is done with, else the seconds that the service asks to wait.
  async #deliver(entry) {
    const { method, path, body, kind } = entry;
    const token = kind === "begin" ? null : tables.get(entry.game)?.token;
    try {
      const answer = await send(method, path, { body, token });
      const game = answer?.game ?? answer;
      // A tap is only done with when the service tells of its game.
      if (game?.id !== entry.game) return 0;
      this.#missed(null);
      await tables.heard(game);
      await outbox.settle(entry);
      return null;
    } catch (error) {
      if (error instanceof Unreachable) return error.wait;
      if (!(error instanceof Refusal)) throw error;
      await this.#refused(entry, error);
      return null;
    }
  }

  // What is not there need not be taken back.
  async #refused(entry, { problem }) {
    if (entry.method === "DELETE" && problem.status === 404) await outbox.settle(entry);
    else await outbox.refuse(entry, problem);
  }
}

export const sender = new Sender();

import { Refusal, Unreachable, send } from "../lib/api.js";
import { newId } from "../lib/device.js";
import { broadcast, onBroadcast, readAll, transact } from "../lib/store.js";
import { savedGames } from "./saved-games.js";

/**
 * The taps that the service has not answered, in order, as they lie on the phone's disk.
 * An entry is `{seq, key, line, game, kind, subject, number, method, path, body, at, refused}`: `line` is the match, whose
 * entries are sent one after the other; `refused` is null, or the service's problem, kept until it is dismissed.
 */
class Outbox extends EventTarget {
  #entries = [];

  /** Reads what lies on the disk. */
  async load() {
    const stored = await readAll("outbox");
    const known = new Set(stored.map(({ key }) => key));
    this.#entries = [...stored, ...this.#entries.filter(({ seq, key }) => !seq && !known.has(key))];
    this.#changed();
  }

  /** Puts a tap in: shown at once, `seq` once it is on the disk. @param {object} tap an entry without `seq`, `key` and `refused` */
  async add(tap) {
    const entry = { ...tap, key: newId(), refused: null };
    this.#entries.push(entry);
    this.#changed();
    try {
      const put = ([stored], done) => {
        stored.add(entry).onsuccess = ({ target }) => done(target.result);
      };
      entry.seq = await transact(["outbox"], put, "strict");
      broadcast("outbox");
    } catch (error) {
      entry.refused = { type: "/problems/not-stored", detail: error.message };
    }
    this.#changed();
  }

  /** The entries of a game. @param {string} game its id @returns {{waiting: object[], refused: object[]}} */
  of(game) {
    const own = this.#entries.filter((entry) => entry.game === game);
    return { waiting: own.filter(({ refused }) => !refused), refused: own.filter(({ refused }) => refused) };
  }

  /** The next to send, of a match that is not held up. @param {Set<string>} held lines that wait @returns {object|undefined} */
  next(held) {
    return this.#entries.find(({ seq, refused, line }) => seq && !refused && !held.has(line));
  }

  /** The rematch of a game that the service has not heard of. @param {string} game its id @returns {string|null} the rematch's id */
  rematchOf(game) {
    const begun = this.#entries.find(
      ({ kind, body, refused }) => kind === "rematch" && !refused && body.rematch_of === game,
    );
    return begun?.game ?? null;
  }

  /** The service has it. @param {object} entry */
  async settle(entry) {
    this.#entries = this.#entries.filter(({ key }) => key !== entry.key);
    // What could not be stored has nothing on the disk to delete.
    if (entry.seq) await transact(["outbox"], ([outbox]) => outbox.delete(entry.seq));
    broadcast("outbox");
    this.#changed();
  }

  /** The service will not have it. @param {object} entry @param {object} problem why */
  async refuse(entry, problem) {
    entry.refused = problem;
    await transact(["outbox"], ([outbox]) => outbox.put(entry));
    broadcast("outbox");
    this.#changed();
  }

  /** Forgets all of a game. @param {string} game its id */
  async drop(game) {
    const { waiting, refused } = this.of(game);
    for (const entry of [...waiting, ...refused]) await this.settle(entry);
  }

  /** Somebody has read why it was refused. @param {object} entry */
  dismiss(entry) {
    return this.settle(entry);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

export const outbox = new Outbox();
onBroadcast("outbox", () => outbox.load());

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
  return transact(["lease"], ([lease], done) => {
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
  return transact(["lease"], ([lease]) => {
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
    const token = kind === "begin" ? null : savedGames.get(entry.game)?.token;
    try {
      const answer = await send(method, path, { body, token });
      const game = answer?.game ?? answer;
      // A tap is only done with when the service tells of its game.
      if (game?.id !== entry.game) return 0;
      this.#missed(null);
      await savedGames.receive(game);
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

/** @import { Database } from "./store.js" */
import { newId } from "./device.js";
import { ownName } from "./root.js";

/**
 * A change that is on its way to the service: `key` identifies it on this phone, `seq` is its place on the disk, missing
 * until it is written, and `refused` the service's problem if it was refused. Other members are its user's.
 * @typedef {{key: string, seq?: number, method: string, path: string, body?: any, refused: any, [member: string]: any}} Command
 */

// Milliseconds, longer than an answer may take. Web Locks are missing where the page came over plain http, so no tab uses them.
const TERM = 12_000;
const LEASE = "sender";
const me = tabId();

// A tab keeps its id over a reload, so that it need not wait for the lease that it had itself.
function tabId() {
  try {
    return (sessionStorage[ownName("pegout.tab")] ??= newId());
  } catch {
    return newId();
  }
}

// The commands that a page of this tab was still writing when the user left it, in order. Safari forgets a transaction that
// has not begun. The tab's own storage has them at once, under numbers: a change of a peg must not come before the peg.
class Copies {
  #prefix;
  #last;

  /** @param {string} prefix the beginning of their names */
  constructor(prefix) {
    this.#prefix = prefix;
    this.#last = this.#numbers().at(-1) ?? 0;
  }

  #numbers() {
    try {
      const names = Object.keys(sessionStorage).filter((name) => name.startsWith(this.#prefix));
      const numbers = names.map((name) => Number(name.slice(this.#prefix.length))).filter(Number.isInteger);
      return numbers.sort((one, other) => one - other);
    } catch {
      return [];
    }
  }

  /** @returns {{number: number, command: Command}[]} */
  all() {
    return this.#numbers().map((number) => ({ number, command: JSON.parse(sessionStorage[this.#prefix + number]) }));
  }

  /** @param {Command} command @returns {number} the number of its copy */
  keep(command) {
    const number = ++this.#last;
    try {
      sessionStorage[this.#prefix + number] = JSON.stringify(command);
    } catch {
      // The disk has it in a moment.
    }
    return number;
  }

  /** @param {number} number */
  drop(number) {
    try {
      delete sessionStorage[this.#prefix + number];
    } catch {
      // There was none.
    }
  }
}

/** The commands of a queue on this phone's disk, in order, and the lease of the one tab that sends them. */
export class Journal {
  #database;
  #copies;
  #unwritten;

  /**
   * @param {Database} database one with a store `lease` @param {string} store the name of the commands' store
   * @param {{mustStore?: boolean}} [options] `mustStore` refuses a command that cannot be written to the disk; else it is
   *   sent all the same
   */
  constructor(database, store, { mustStore = true } = {}) {
    this.#database = database;
    this.store = store;
    this.mustStore = mustStore;
    this.#copies = new Copies(`${ownName("pegout.unwritten")}.${store}.`);
    this.#unwritten = this.#copies.all();
  }

  /** Returns the commands, the oldest first. @returns {Promise<Command[]>} */
  async load() {
    /** @type {Command[]} */
    const stored = await this.#database.readAll(this.store);
    for (const { number, command } of this.#unwritten.splice(0)) {
      if (!stored.some(({ key }) => key === command.key)) stored.push({ ...command, seq: await this.#write(command) });
      this.#copies.drop(number);
    }
    return stored;
  }

  /** Writes a command, and waits for the disk. @param {Command} command @returns {Promise<number>} its `seq` */
  async add(command) {
    const number = this.#copies.keep(command);
    try {
      return await this.#write(command);
    } finally {
      this.#copies.drop(number);
    }
  }

  /** @param {Command} command @returns {Promise<number>} */
  #write(command) {
    return this.#database.transact(
      [this.store],
      ([commands], done) => {
        commands.add(command).onsuccess = ({ target }) => done(/** @type {any} */ (target).result);
      },
      "strict",
    );
  }

  /** Writes a command again. @param {Command} command */
  async update(command) {
    await this.#database.transact([this.store], ([commands]) => commands.put(command));
  }

  /** Removes a command. @param {Command} command */
  async remove({ seq }) {
    if (seq) await this.#database.transact([this.store], ([commands]) => commands.delete(seq));
  }

  /**
   * Takes or keeps the right to send for this tab. Two tabs sending would be harmless, since repeats are, but a waste.
   * @returns {Promise<number>} 0 when this tab may send, else the milliseconds until it may ask again
   */
  takeLease() {
    return this.#withLease((lease, done) => {
      const request = lease.get(LEASE);
      request.onsuccess = () => {
        const now = Date.now();
        const { holder, until } = request.result ?? { holder: me, until: 0 };
        // A clock that was set back must not lock everybody out.
        const left = Math.min(until - now, TERM);
        if (holder !== me && left > 0) return done(left);
        lease.put({ holder: me, until: now + TERM }, LEASE);
        done(0);
      };
    });
  }

  // Where nothing can be written there is one tab's memory, and no lease.
  /** @param {(lease: IDBObjectStore, done: (wait: number) => void) => void} work */
  async #withLease(work) {
    try {
      return await this.#database.transactInSteps(["lease"], ([lease], done) => work(lease, done));
    } catch (error) {
      if (this.mustStore) throw error;
      return 0;
    }
  }

  /** Gives the right up, if this tab has it. */
  async leaveLease() {
    await this.#withLease((lease) => {
      const request = lease.get(LEASE);
      request.onsuccess = () => {
        if (request.result?.holder === me) lease.delete(LEASE);
      };
    });
  }
}

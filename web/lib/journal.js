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

// The commands that a page of this tab was still writing when the user left it. Safari forgets a transaction that has not begun.
// The tab's own storage has them at once.
/** @param {string} name the beginning of their names @returns {Command[]} */
function copies(name) {
  try {
    const names = Object.keys(sessionStorage).filter((one) => one.startsWith(name));
    return names.map((one) => JSON.parse(sessionStorage[one]));
  } catch {
    return [];
  }
}

/** @param {string} name @param {Command|null} command null removes the copy */
function copy(name, command) {
  try {
    if (command) sessionStorage[name] = JSON.stringify(command);
    else delete sessionStorage[name];
  } catch {
    // The disk has it in a moment.
  }
}

/** The commands of a queue on this phone's disk, in order, and the lease of the one tab that sends them. */
export class Journal {
  #database;
  #copyName;
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
    this.#copyName = `${ownName("pegout.unwritten")}.${store}.`;
    this.#unwritten = copies(this.#copyName);
  }

  /** Returns the commands, the oldest first. @returns {Promise<Command[]>} */
  async load() {
    /** @type {Command[]} */
    const stored = await this.#database.readAll(this.store);
    for (const command of this.#unwritten.splice(0)) {
      if (stored.some(({ key }) => key === command.key)) copy(this.#copyName + command.key, null);
      else stored.push({ ...command, seq: await this.add(command) });
    }
    return stored;
  }

  /** Writes a command, and waits for the disk. @param {Command} command @returns {Promise<number>} its `seq` */
  async add(command) {
    const name = this.#copyName + command.key;
    copy(name, command);
    try {
      return await this.#database.transact(
        [this.store],
        ([commands], done) => {
          commands.add(command).onsuccess = ({ target }) => done(/** @type {any} */ (target).result);
        },
        "strict",
      );
    } finally {
      copy(name, null);
    }
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

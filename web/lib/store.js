import { ownName } from "./root.js";

// IndexedDB and not localStorage: two tabs can add to one queue at once, its order stays, and a write can wait for the disk,
// so that an empty battery loses nothing that was shown as saved.

// Tries of a transaction during which the browser closed the database.
const TRIES = 5;
// The names of the errors that browsers then report.
const CLOSED = ["AbortError", "InvalidStateError", "UnknownError"];

/** @typedef {{database: IDBDatabase, closed: Promise<never>}} Connection */
/** Makes the requests of a transaction; `done` sets its result. @template Result @typedef {(stores: IDBObjectStore[], done: (result: Result) => void) => void} Work */

/** @param {string} message */
function aborted(message) {
  return new DOMException(message, "AbortError");
}

/** The transactions that are open. @type {Set<IDBTransaction>} */
const open = new Set();

/** @param {IDBTransaction} transaction */
function listed(transaction) {
  open.add(transaction);
  for (const end of ["complete", "abort"]) transaction.addEventListener(end, () => open.delete(transaction));
  return transaction;
}

// When the user leaves a page, Safari may freeze it with its open transactions. The next page would wait for them forever.
addEventListener("pagehide", () => {
  for (const transaction of open) {
    try {
      transaction.abort();
    } catch {
      // The browser is committing this transaction already.
    }
  }
});

/** A database of this browser, opened when it is first used, and again after the browser closed it. */
export class Database {
  #name;
  #version;
  #upgrade;
  /** @type {Promise<Connection>|undefined} */
  #opened;
  #wasOpen = false;

  /**
   * @param {string} name its name @param {number} version the version of its stores
   * @param {(database: IDBDatabase, oldVersion: number) => void} upgrade makes the stores that the old version lacks
   */
  constructor(name, version, upgrade) {
    this.#name = name;
    this.#version = version;
    this.#upgrade = upgrade;
  }

  /**
   * Changes the stores in one transaction: all of it or nothing.
   * @template Result
   * @param {string[]} names the stores @param {Work<Result>} work makes all its requests at once
   * @param {"strict"|"relaxed"} [durability] strict waits for the disk; what the service knows too need not
   * @returns {Promise<Result>} resolves when it is committed
   */
  transact(names, work, durability = "relaxed") {
    return this.#write(names, durability, (transaction, stores, done) => {
      work(stores, done);
      // The browser then commits it even if the user leaves the page now.
      transaction.commit();
    });
  }

  /**
   * Like {@link transact}, for work that makes requests after answers. If the user leaves the page first, the transaction is aborted.
   * @template Result @param {string[]} names the stores @param {Work<Result>} work @returns {Promise<Result>}
   */
  transactInSteps(names, work) {
    return this.#write(names, "relaxed", (_, stores, done) => work(stores, done));
  }

  /**
   * @template Result @param {string[]} names @param {"strict"|"relaxed"} durability
   * @param {(transaction: IDBTransaction, stores: IDBObjectStore[], done: (result: Result) => void) => void} work
   * @returns {Promise<Result>}
   */
  #write(names, durability, work) {
    return this.#withReconnect(
      (database) =>
        new Promise((resolve, reject) => {
          const transaction = listed(database.transaction(names, "readwrite", { durability }));
          /** @type {any} */
          let result;
          let isWhole = true;
          // Safari completes a transaction without the request that failed because the user left the page and came back.
          transaction.onerror = () => (isWhole = false);
          transaction.oncomplete = () => (isWhole ? resolve(result) : reject(aborted("The browser lost the write.")));
          transaction.onabort = () => reject(transaction.error ?? aborted("The user left the page."));
          const stores = names.map((name) => transaction.objectStore(name));
          work(transaction, stores, (value) => {
            result = value;
          });
        }),
    );
  }

  /** Returns all records of a store, by key. @param {string} name @returns {Promise<any[]>} */
  readAll(name) {
    return this.#withReconnect(
      (database) =>
        new Promise((resolve, reject) => {
          const request = listed(database.transaction(name)).objectStore(name).getAll();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        }),
    );
  }

  #open() {
    this.#opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#name, this.#version);
      request.onupgradeneeded = ({ oldVersion }) => this.#upgrade(request.result, oldVersion);
      request.onsuccess = () => resolve(this.#connect(request.result));
      request.onerror = () => reject(request.error);
    });
    return this.#opened;
  }

  /** @param {IDBDatabase} database @returns {Connection} */
  #connect(database) {
    const own = this.#opened;
    this.#wasOpen = true;
    // The browser may close the database of a page that it suspended, or whose storage is cleared. It then calls no
    // listener of a transaction.
    /** @type {Promise<never>} */
    const closed = new Promise((_, reject) => {
      database.onclose = () => {
        this.#forget(own);
        reject(aborted("The browser closed the database."));
      };
    });
    closed.catch(() => {});
    database.onversionchange = () => this.#forget(own);
    return { database, closed };
  }

  /** Closes a connection: the next transaction opens the database again. @param {Promise<Connection>|undefined} connection */
  #forget(connection) {
    if (this.#opened === connection) this.#opened = undefined;
    connection?.then(
      ({ database }) => database.close(),
      () => {},
    );
  }

  // A transaction is not committed if the database is closed during it, and is run again.
  /** @template Result @param {(database: IDBDatabase) => Promise<Result>} work @returns {Promise<Result>} */
  async #withReconnect(work) {
    for (let left = TRIES; ; left -= 1) {
      const connection = this.#open();
      try {
        const { database, closed } = await connection;
        return await Promise.race([work(database), closed]);
      } catch (error) {
        // A page that never read the stores must not overwrite them, so only a reload tries again.
        if (this.#wasOpen) this.#forget(connection);
        const name = error instanceof DOMException ? error.name : "";
        if (!this.#wasOpen || left === 1 || !CLOSED.includes(name)) throw error;
      }
    }
  }
}

// One tab's changes are read again by the others.
const channel = new BroadcastChannel(ownName("pegout"));

/** Announces the change of a store to the other tabs of this browser. @param {string} what the store */
export function broadcast(what) {
  channel.postMessage({ what });
}

/** Calls the listener when another tab changed this store. @param {string} what the store @param {() => void} listener */
export function onBroadcast(what, listener) {
  channel.addEventListener("message", ({ data }) => data.what === what && listener());
}

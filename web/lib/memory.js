/** @import { Work } from "./store.js" */

/** A key, a record or a request of IndexedDB. @typedef {any} Value */

// The requests of this page's memory are answered one after the other.
let answered = Promise.resolve();

/** @param {Value} result @returns {Value} a request of IndexedDB, as far as this page uses one */
function request(result) {
  /** @type {Value} */
  const made = { result, onsuccess: () => {} };
  answered = answered.then(() => made.onsuccess({ target: made }));
  return made;
}

/** The changes of one store that are not on the disk. */
class MemoryStore {
  #path;
  #isNumbered;
  // No number of the disk has a fraction.
  #number = 0.5;

  /** The new records by key; a deleted record is undefined. @type {Map<Value, Value>} */
  changes = new Map();

  /** @param {{keyPath?: string, autoIncrement?: boolean}} options of the store on the disk */
  constructor({ keyPath = "", autoIncrement = false }) {
    this.#path = keyPath;
    this.#isNumbered = autoIncrement;
  }

  /** @param {Value} record @returns {Value} its key */
  keyOf(record) {
    return record[this.#path];
  }

  /** @param {Value} record @param {Value} [given] its key, if it is not in the record */
  put(record, given) {
    const key = given ?? this.keyOf(record) ?? (this.#number += 1);
    this.changes.set(key, structuredClone(this.#path ? { ...record, [this.#path]: key } : record));
    return request(key);
  }

  /** @param {Value} record */
  add(record) {
    return this.put(record);
  }

  /** @param {Value} key */
  get(key) {
    return request(structuredClone(this.changes.get(key)));
  }

  /** @param {Value} key */
  delete(key) {
    this.changes.set(key, undefined);
    return request(undefined);
  }

  /** Deletes on the disk. @param {IDBObjectStore} stored @param {Map<Value, Value>} changes */
  deleteFrom(stored, changes) {
    for (const [key, record] of changes) if (record === undefined) stored.delete(key);
  }

  /** Makes the requests that bring the records to the disk. @param {IDBObjectStore} stored @param {Map<Value, Value>} changes @param {boolean} wasRead this page knew the records on the disk */
  writeTo(stored, changes, wasRead) {
    for (const [key, record] of changes) {
      if (record === undefined) continue;
      if (!this.#path) stored.put(record, key);
      else if (this.#isNumbered) this.#writeNumbered(stored, record);
      else mergeInto(stored, record, wasRead);
    }
  }

  /** @param {IDBObjectStore} stored @param {Value} record */
  #writeNumbered(stored, record) {
    if (Number.isInteger(this.keyOf(record))) return stored.put(record);
    const copy = { ...record };
    delete copy[this.#path];
    return stored.add(copy);
  }
}

// A page that never read the record on the disk adds only to it. A token is worth more than none.
/** @param {IDBObjectStore} stored @param {Value} record @param {boolean} wasRead */
function mergeInto(stored, record, wasRead) {
  const request = stored.get(record[/** @type {string} */ (stored.keyPath)]);
  request.onsuccess = () => {
    const found = request.result;
    if (!found) return stored.put(record);
    const [newer, older] = wasRead ? [record, found] : [found, record];
    stored.put({ ...older, ...newer, token: newer.token ?? older.token ?? null });
  };
}

/** The changes of a database that are in this page alone, while the disk takes none. */
export class Memory {
  /** @type {Map<string, MemoryStore>} */
  #stores = new Map();

  /** Makes a store, as the database does. @param {string} name @param {{keyPath?: string, autoIncrement?: boolean}} [options] */
  createObjectStore(name, options = {}) {
    this.#stores.set(name, new MemoryStore(options));
  }

  /** @param {string} name @returns {MemoryStore} */
  store(name) {
    return /** @type {MemoryStore} */ (this.#stores.get(name));
  }

  /** The changes of the stores that have some, by store and key. @returns {Map<string, Map<Value, Value>>} */
  get changes() {
    const copies = [...this.#stores].map(([name, { changes }]) => /** @type {const} */ ([name, new Map(changes)]));
    return new Map(copies.filter(([, changes]) => changes.size > 0));
  }

  /** Runs the work of a transaction. @template Result @param {string[]} names @param {Work<Result>} work @returns {Promise<Result>} */
  async run(names, work) {
    /** @type {any} */
    let result;
    const stores = /** @type {any} */ (names.map((name) => this.store(name)));
    work(stores, (value) => {
      result = value;
    });
    for (let seen = null; seen !== answered;) await (seen = answered);
    return result;
  }

  /** The records of a store with the changes. @param {string} name @param {Value[]} records those on the disk @returns {Value[]} */
  overlay(name, records) {
    const store = this.store(name);
    const others = records.filter((record) => !store.changes.has(store.keyOf(record)));
    return [...others, ...[...store.changes.values()].filter(Boolean)];
  }

  /** Forgets the changes that the disk has now. @param {Map<string, Map<Value, Value>>} written by store and key */
  forget(written) {
    for (const [name, changes] of written) {
      const left = this.store(name).changes;
      for (const [key, record] of changes) if (left.get(key) === record) left.delete(key);
    }
  }
}

import type { Work } from "./database.ts";

/** Returns the error of a transaction that the browser gave up. */
export function aborted(message: string): DOMException {
  return new DOMException(message, "AbortError");
}

/** The transactions that are open. */
const open = new Set<IDBTransaction>();

function listed(transaction: IDBTransaction) {
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

/** Returns all records of a store, by key. */
export function readAll(database: IDBDatabase, name: string): Promise<any[]> {
  return new Promise((resolve, reject) => {
    const request = listed(database.transaction(name)).objectStore(name).getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Changes stores in one transaction. */
export function write<Result>(
  database: IDBDatabase,
  names: string[],
  durability: "strict" | "relaxed",
  work: (transaction: IDBTransaction, stores: IDBObjectStore[], done: (result: Result) => void) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const transaction = listed(database.transaction(names, "readwrite", { durability }));
    let result: any;
    let isWhole = true;
    // Safari completes a transaction without the request that failed because the user left the page and came back.
    transaction.onerror = () => (isWhole = false);
    transaction.oncomplete = () => (isWhole ? resolve(result) : reject(aborted("The browser lost the write.")));
    transaction.onabort = () => reject(transaction.error ?? aborted("The user left the page."));
    const stores = names.map((name) => transaction.objectStore(name));
    work(transaction, stores, (value) => {
      result = value;
    });
  });
}

/** A key, a record or a request of IndexedDB. */
type Value = any;
/** The options of a store on the disk. */
type Options = { keyPath?: string; autoIncrement?: boolean };
/** The changes of the stores that have some, by store and key. */
type Changes = Map<string, Map<Value, Value>>;

// The requests of this page's memory are answered one after the other.
let answered = Promise.resolve();

// A request of IndexedDB, as far as this page uses one.
function request(result: Value): Value {
  const made: Value = { result, onsuccess: () => {} };
  answered = answered.then(() => made.onsuccess({ target: made }));
  return made;
}

/** The changes of one store that are not on the disk. */
class MemoryStore {
  #path;
  #isNumbered;
  // No number of the disk has a fraction.
  #number = 0.5;

  /** The new records by key; a deleted record is undefined. */
  changes = new Map<Value, Value>();

  constructor({ keyPath = "", autoIncrement = false }: Options) {
    this.#path = keyPath;
    this.#isNumbered = autoIncrement;
  }

  keyOf(record: Value): Value {
    return record[this.#path];
  }

  // A key is given if it is not in the record.
  put(record: Value, given?: Value): Value {
    const key = given ?? this.keyOf(record) ?? (this.#number += 1);
    this.changes.set(key, structuredClone(this.#path ? { ...record, [this.#path]: key } : record));
    return request(key);
  }

  add(record: Value) {
    return this.put(record);
  }

  get(key: Value) {
    return request(structuredClone(this.changes.get(key)));
  }

  delete(key: Value) {
    this.changes.set(key, undefined);
    return request(undefined);
  }

  /** Deletes on the disk. */
  deleteFrom(stored: IDBObjectStore, changes: Map<Value, Value>) {
    for (const [key, record] of changes) if (record === undefined) stored.delete(key);
  }

  /** Makes the requests that bring the records to the disk. With `wasRead` this page knew the records on the disk. */
  writeTo(stored: IDBObjectStore, changes: Map<Value, Value>, wasRead: boolean) {
    for (const [key, record] of changes) {
      if (record === undefined) continue;
      if (!this.#path) stored.put(record, key);
      else if (this.#isNumbered) this.#writeNumbered(stored, record);
      else mergeInto(stored, record, wasRead);
    }
  }

  #writeNumbered(stored: IDBObjectStore, record: Value) {
    if (Number.isInteger(this.keyOf(record))) return stored.put(record);
    const copy = { ...record };
    delete copy[this.#path];
    return stored.add(copy);
  }
}

// A page that never read the record on the disk adds only to it. A token is worth more than none.
function mergeInto(stored: IDBObjectStore, record: Value, wasRead: boolean) {
  const request = stored.get(record[stored.keyPath as string]);
  request.onsuccess = () => {
    const found = request.result;
    if (!found) return stored.put(record);
    const [newer, older] = wasRead ? [record, found] : [found, record];
    stored.put({ ...older, ...newer, token: newer.token ?? older.token ?? null });
  };
}

/** The changes of a database that are in this page alone, while the disk takes none. */
export class Memory {
  #stores = new Map<string, MemoryStore>();

  /** Makes a store, as the database does. */
  createObjectStore(name: string, options: Options = {}) {
    this.#stores.set(name, new MemoryStore(options));
  }

  /** Returns the changes of a store. */
  store(name: string): MemoryStore {
    return this.#stores.get(name)!;
  }

  /** A copy of the changes. */
  get changes(): Changes {
    const copies = [...this.#stores].map(([name, { changes }]) => [name, new Map(changes)] as const);
    return new Map(copies.filter(([, changes]) => changes.size > 0));
  }

  /** Runs the work of a transaction. */
  async run<Result>(names: string[], work: Work<Result>): Promise<Result> {
    let result: any;
    const stores: any = names.map((name) => this.store(name));
    work(stores, (value) => {
      result = value;
    });
    for (let seen = null; seen !== answered;) await (seen = answered);
    return result;
  }

  /** Returns the records of a store with the changes. The disk has the given records. */
  overlay(name: string, records: Value[]): Value[] {
    const store = this.store(name);
    const others = records.filter((record) => !store.changes.has(store.keyOf(record)));
    return [...others, ...[...store.changes.values()].filter(Boolean)];
  }

  /** Forgets the changes that the disk has now. */
  forget(written: Changes) {
    for (const [name, changes] of written) {
      const left = this.store(name).changes;
      for (const [key, record] of changes) if (left.get(key) === record) left.delete(key);
    }
  }
}

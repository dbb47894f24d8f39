import { Memory, aborted, readAll, write } from "./disk.ts";
import { ownName } from "./root.ts";

// Announces the changes of this tab to the other tabs. Without this channel a number in localStorage goes up.
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(ownName("pegout")) : undefined;

/** @param what the store */
function keyOf(what: string) {
  return ownName(`pegout.changes.${what}`);
}

/** Announces the change of a store to the other tabs of this browser. @param what the store */
export function broadcast(what: string) {
  if (channel) return channel.postMessage({ what });
  try {
    localStorage.setItem(keyOf(what), String(Number(localStorage.getItem(keyOf(what))) + 1));
  } catch {
    // The site's data is blocked, or the phone is full: the other tabs read the change when they open again.
  }
}

/** Calls the listener when another tab changed this store. @param what the store */
export function onBroadcast(what: string, listener: () => void) {
  if (channel) channel.addEventListener("message", ({ data }) => data.what === what && listener());
  else addEventListener("storage", ({ key }) => key === keyOf(what) && listener());
}

// IndexedDB and not localStorage: two tabs can add to one queue at once, and its order stays. A write can wait for the
// disk, so that an empty battery loses no change that was shown as saved.

// Milliseconds until the disk must have answered, and until it is tried again.
const PATIENCE = 2000;
const TURN = 50;
const PAUSE = 10_000;
// Tries of a transaction during which the browser closed the database.
const TRIES = 5;
// The names of the errors that browsers then report.
const CLOSED = ["AbortError", "InvalidStateError", "UnknownError"];

type Connection = { database: IDBDatabase; closed: Promise<never> };
/** Makes the requests of a transaction; `done` sets its result. */
export type Work<Result> = (stores: IDBObjectStore[], done: (result: Result) => void) => void;

/**
 * A database of this browser, opened when it is first used, and again after the browser closed it. While the disk does
 * not answer or takes nothing, its changes are in this page's memory. Fires `change` when that begins and ends.
 */
export class Database extends EventTarget {
  #name;
  #version;
  #upgrade;
  #opened: Promise<Connection> | undefined;
  #isOpen = false;
  #memory = new Memory();
  #isReadable = true;
  /** The names of the stores that were read. */
  #read: Set<string> = new Set();
  #failed = failure();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRecovering = false;

  /** Deletes spare records of a full disk; a module with such records sets it. */
  makeRoom: () => Promise<void> = async () => {};

  /** True while all changes are on the disk. */
  isSaved = true;

  /**
   * @param name its name @param version the version of its stores
   * @param upgrade makes the stores that the old version lacks
   */
  constructor(
    name: string,
    version: number,
    upgrade: (database: { createObjectStore: IDBDatabase["createObjectStore"] }, oldVersion: number) => void,
  ) {
    super();
    this.#name = name;
    this.#version = version;
    this.#upgrade = upgrade;
    upgrade(this.#memory as any, 0);
  }

  /**
   * Changes the stores in one transaction: all of it or nothing.
   * @param names the stores @param work makes all its requests at once
   * @param durability strict waits for the disk; a change that the service knows too need not wait
   * @returns resolves after the commit, or with the changes in this page's memory
   */
  transact<Result>(names: string[], work: Work<Result>, durability: "strict" | "relaxed" = "relaxed"): Promise<Result> {
    return this.#change(names, work, (database) =>
      write(database, names, durability, (transaction, stores, done) => {
        work(stores, done);
        // The browser then commits it even if the user leaves the page now.
        transaction.commit();
      }),
    );
  }

  /**
   * Like {@link transact}, for work that makes requests after answers. If the user leaves the page first, the
   * transaction is aborted.
   * @param names the stores
   */
  transactInSteps<Result>(names: string[], work: Work<Result>): Promise<Result> {
    return this.#change(names, work, (database) =>
      write(database, names, "relaxed", (_, stores, done) => work(stores, done)),
    );
  }

  /** Returns all records of a store, by key; null while the disk cannot be read. */
  async readAll(name: string): Promise<any[] | null> {
    if (!this.#isReadable) return null;
    try {
      const records = await this.#try((database) => readAll(database, name));
      this.#read.add(name);
      return this.#memory.overlay(name, records);
    } catch (error) {
      this.#isReadable = false;
      this.#fail(error);
      return null;
    }
  }

  /** Returns the records of a store that are in this page's memory alone. */
  unsaved(name: string): any[] {
    return this.#memory.overlay(name, []);
  }

  async #change<Result>(
    names: string[],
    work: Work<Result>,
    onDisk: (database: IDBDatabase) => Promise<Result>,
  ): Promise<Result> {
    if (this.isSaved) {
      try {
        // One failure sends all changes under way to the memory, in their order.
        return await Promise.race([this.#try(onDisk), this.#failed.promise]);
      } catch (error) {
        const result = isFull(error) && this.isSaved ? await this.#tryWithRoom(onDisk) : null;
        if (result) return result.value;
        this.#fail(error);
      }
    }
    return this.#memory.run(names, work);
  }

  /** @returns null if the disk is full still */
  async #tryWithRoom<Result>(onDisk: (database: IDBDatabase) => Promise<Result>): Promise<{ value: Result } | null> {
    try {
      await this.makeRoom();
      return { value: await this.#try(onDisk) };
    } catch {
      return null;
    }
  }

  // A late answer comes too late for its caller, but shows that the disk works again.
  async #try<Result>(onDisk: (database: IDBDatabase) => Promise<Result>): Promise<Result> {
    const result = this.#withReconnect(onDisk);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((_, reject) => {
      const giveUp = () => {
        reject(new DOMException("The disk does not answer.", "TimeoutError"));
        result.then(
          () => this.#recover(),
          () => {},
        );
      };
      // After a page was frozen this timer is over at once: the answer that waits comes first.
      timer = setTimeout(() => (timer = setTimeout(giveUp, TURN)), PATIENCE);
    });
    try {
      return await Promise.race([result, late as Promise<never>]);
    } finally {
      clearTimeout(timer);
    }
  }

  // From now on the memory takes the changes.
  #fail(error: unknown) {
    if (!(error instanceof DOMException)) throw error;
    if (!this.isSaved) return;
    this.isSaved = false;
    this.#failed.reject(error);
    this.dispatchEvent(new Event("change"));
    this.#recoverLater();
  }

  #recoverLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#recover(), PAUSE);
  }

  // Brings the changes to the disk, if it takes them now.
  async #recover() {
    if (this.isSaved || this.#isRecovering) return;
    this.#isRecovering = true;
    // Safari may answer a second request although it never answered the first.
    if (!this.#isOpen) this.#opened = undefined;
    try {
      await this.#try((database) =>
        Promise.all(Array.from(database.objectStoreNames, (name) => readAll(database, name))),
      );
      this.#isReadable = true;
      await this.#flushAll().catch(async (error) => {
        if (!isFull(error)) throw error;
        await this.makeRoom();
        await this.#flushAll();
      });
      this.isSaved = true;
      this.#isReadable = true;
      this.#failed = failure();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.#recoverLater();
    } finally {
      this.#isRecovering = false;
    }
    this.dispatchEvent(new Event("change"));
  }

  async #flushAll() {
    while (this.#memory.changes.size > 0) await this.#try((database) => this.#flush(database));
  }

  // A full disk still deletes.
  async #flush(database: IDBDatabase) {
    const { changes } = this.#memory;
    for (const act of ["deleteFrom", "writeTo"] as const) {
      await write(database, [...changes.keys()], "strict", (_, stores) => {
        for (const store of stores) {
          const own = changes.get(store.name) ?? new Map();
          this.#memory.store(store.name)[act](store, own, this.#read.has(store.name));
        }
      });
    }
    this.#memory.forget(changes);
  }

  #open() {
    this.#opened ??= this.#connect();
    return this.#opened;
  }

  #connect(): Promise<Connection> {
    const opening: Promise<Connection> = new Promise((resolve, reject) => {
      if (!globalThis.indexedDB) throw new DOMException("This browser has no database.", "NotSupportedError");
      const request = indexedDB.open(this.#name, this.#version);
      request.onupgradeneeded = ({ oldVersion }) => this.#upgrade(request.result, oldVersion);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        // Another connection may be open since: this one came late.
        if (this.#opened !== opening) request.result.close();
        else resolve(this.#watch(request.result, opening));
      };
    });
    return opening;
  }

  #watch(database: IDBDatabase, own: Promise<Connection>): Connection {
    this.#isOpen = true;
    // The browser may close the database of a page that it suspended, or whose storage is cleared. It then calls no
    // listener of a transaction.
    const closed: Promise<never> = new Promise((_, reject) => {
      database.onclose = () => {
        this.#forget(own);
        reject(aborted("The browser closed the database."));
      };
    });
    closed.catch(() => {});
    database.onversionchange = () => this.#forget(own);
    return { database, closed };
  }

  /** Closes a connection: the next transaction opens the database again. */
  #forget(connection: Promise<Connection> | undefined) {
    if (this.#opened === connection) {
      this.#opened = undefined;
      this.#isOpen = false;
    }
    connection?.then(
      ({ database }) => database.close(),
      () => {},
    );
  }

  // A transaction is not committed if the database is closed during it, and is run again.
  async #withReconnect<Result>(work: (database: IDBDatabase) => Promise<Result>): Promise<Result> {
    for (let left = TRIES; ; left -= 1) {
      const connection = this.#open();
      try {
        const { database, closed } = await connection;
        return await Promise.race([work(database), closed]);
      } catch (error) {
        this.#forget(connection);
        const name = error instanceof DOMException ? error.name : "";
        if (left === 1 || !CLOSED.includes(name)) throw error;
      }
    }
  }
}

/** A promise that nothing resolves, to be rejected at a failure. */
function failure(): { promise: Promise<never>; reject: (error: DOMException) => void } {
  const made: any = {};
  made.promise = new Promise((_, reject) => (made.reject = reject));
  made.promise.catch(() => {});
  return made;
}

function isFull(error: unknown) {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

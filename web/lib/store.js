// IndexedDB and not localStorage: it adds to the queue in one step although two tabs do so at once, keeps its order,
// and can have the disk's word before the page says "saved", so that an empty battery loses nothing.
const NAME = "pegout";
const VERSION = 2;
// How often something is done anew that the browser closed the database under.
const TRIES = 5;
// As browsers call it when they close the database under somebody.
const CLOSED = ["AbortError", "InvalidStateError", "UnknownError"];
let opened;
let wasOpen = false;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) {
        request.result.createObjectStore("tables", { keyPath: "id" });
        request.result.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
        request.result.createObjectStore("lease");
      }
      if (oldVersion < 2) request.result.createObjectStore("nights", { keyPath: "id" });
    };
    request.onsuccess = () => {
      const database = request.result;
      const own = opened;
      wasOpen = true;
      // The browser may close it under a page that slept, or that another page clears the phone for. It then tells
      // those at work nothing.
      const closed = new Promise((_, reject) => {
        database.onclose = () => {
          forget(own);
          reject(new DOMException("The browser closed the store.", "AbortError"));
        };
      });
      closed.catch(() => {});
      database.onversionchange = () => {
        database.close();
        forget(own);
      };
      resolve({ database, closed });
    };
    request.onerror = () => reject(request.error);
  });
  return opened;
}

// The next to ask opens it anew.
function forget(closed) {
  if (opened === closed) opened = undefined;
}

// What the database is closed under is not done at all, and is done anew.
async function withReconnect(work) {
  for (let left = TRIES; ; left -= 1) {
    const connection = open();
    try {
      const { database, closed } = await connection;
      return await Promise.race([work(database), closed]);
    } catch (error) {
      // A page that never read what is kept must not write over it: there only a reload tries again.
      if (wasOpen) forget(connection);
      if (!wasOpen || left === 1 || !CLOSED.includes(error?.name)) throw error;
    }
  }
}

/**
 * Changes what the phone keeps, all of it or nothing.
 * @template T
 * @param {string[]} names the stores to work on: `tables`, `outbox`, `lease`, `nights`
 * @param {(stores: IDBObjectStore[], done: (value: T) => void) => void} work asks the stores; `done` sets the result
 * @param {"strict"|"relaxed"} [durability] strict waits for the disk; what the service knows too need not
 * @returns {Promise<T|undefined>} resolves when it is kept
 */
export function transact(names, work, durability = "relaxed") {
  return withReconnect(
    (database) =>
      new Promise((resolve, reject) => {
        const transaction = database.transaction(names, "readwrite", { durability });
        let result;
        transaction.oncomplete = () => resolve(result);
        transaction.onabort = () => reject(transaction.error);
        work(
          names.map((name) => transaction.objectStore(name)),
          (value) => {
            result = value;
          },
        );
      }),
  );
}

/** Everything in a store, by key. @param {"tables"|"outbox"|"nights"} name @returns {Promise<any[]>} */
export function readAll(name) {
  return withReconnect(
    (database) =>
      new Promise((resolve, reject) => {
        const request = database.transaction(name).objectStore(name).getAll();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      }),
  );
}

// What one tab of this browser changes, the others read again.
const channel = new BroadcastChannel("pegout");

/** Tells the other tabs. @param {"outbox"|"tables"|"nights"} what changed @param {string} [game] whose */
export function broadcast(what, game) {
  channel.postMessage({ what, game });
}

/** Calls the listener when another tab changed this. @param {"outbox"|"tables"|"nights"} what @param {(game?: string) => void} listener */
export function onBroadcast(what, listener) {
  channel.addEventListener("message", ({ data }) => data.what === what && listener(data.game));
}

// IndexedDB and not localStorage: it adds to the queue in one step although two tabs do so at once, keeps its order,
// and can have the disk's word before the page says "saved", so that an empty battery loses nothing.
const NAME = "pegout";
const VERSION = 2;
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
      wasOpen = true;
      // The browser may close it under a page that slept, or that another page clears the phone for.
      database.onclose = forget;
      database.onversionchange = () => {
        database.close();
        forget();
      };
      resolve(database);
    };
    request.onerror = () => {
      // A page that never read what is kept must not write over it: there only a reload tries again.
      if (wasOpen) forget();
      reject(request.error);
    };
  });
  return opened;
}

// The next to ask opens it anew.
function forget() {
  opened = undefined;
}

/**
 * Changes what the phone keeps, all of it or nothing.
 * @template T
 * @param {string[]} names the stores to work on: `tables`, `outbox`, `lease`, `nights`
 * @param {(stores: IDBObjectStore[], done: (value: T) => void) => void} work asks the stores; `done` sets the result
 * @param {"strict"|"relaxed"} [durability] strict waits for the disk; what the service knows too need not
 * @returns {Promise<T|undefined>} resolves when it is kept
 */
export async function change(names, work, durability = "relaxed") {
  const database = await open();
  return new Promise((resolve, reject) => {
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
  });
}

/** Everything in a store, by key. @param {"tables"|"outbox"|"nights"} name @returns {Promise<any[]>} */
export async function all(name) {
  const database = await open();
  return new Promise((resolve, reject) => {
    const request = database.transaction(name).objectStore(name).getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// What one tab of this browser changes, the others read again.
const channel = new BroadcastChannel("pegout");

/** Tells the other tabs. @param {"outbox"|"tables"|"nights"} what changed @param {string} [game] whose */
export function tell(what, game) {
  channel.postMessage({ what, game });
}

/** Calls the listener when another tab changed this. @param {"outbox"|"tables"|"nights"} what @param {(game?: string) => void} listener */
export function hear(what, listener) {
  channel.addEventListener("message", ({ data }) => data.what === what && listener(data.game));
}

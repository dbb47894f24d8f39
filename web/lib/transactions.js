/** The error of a transaction that the browser gave up. @param {string} message @returns {DOMException} */
export function aborted(message) {
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

/** Returns all records of a store, by key. @param {IDBDatabase} database @param {string} name @returns {Promise<any[]>} */
export function readAll(database, name) {
  return new Promise((resolve, reject) => {
    const request = listed(database.transaction(name)).objectStore(name).getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Changes stores in one transaction.
 * @template Result @param {IDBDatabase} database @param {string[]} names @param {"strict"|"relaxed"} durability
 * @param {(transaction: IDBTransaction, stores: IDBObjectStore[], done: (result: Result) => void) => void} work
 * @returns {Promise<Result>}
 */
export function write(database, names, durability, work) {
  return new Promise((resolve, reject) => {
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
  });
}

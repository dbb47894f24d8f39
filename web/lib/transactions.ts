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

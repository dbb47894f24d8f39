/** The storage of a page in a browser: its databases have stores, and these have records. @typedef {{localStorage: object, sessionStorage: object, indexedDB: object[]}} Storage */

/** Reads the storage of a page. @param {import("@playwright/test").Page} page @returns {Promise<Storage>} */
export async function storageOf(page) {
  return page.evaluate(async () => {
    const settled = (request) =>
      new Promise((resolve, reject) =>
        Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }),
      );
    const read = async (store) => {
      const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
      const { name, keyPath, autoIncrement } = store;
      const options = { ...(keyPath && { keyPath }), ...(autoIncrement && { autoIncrement }) };
      const records = values.map((value, at) => (keyPath ? { value } : { key: keys[at], value }));
      return { name, options, records };
    };
    const databases = [];
    for (const { name, version } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      const transaction = database.transaction(database.objectStoreNames);
      const stores = await Promise.all(
        [...database.objectStoreNames].map((store) => read(transaction.objectStore(store))),
      );
      database.close();
      databases.push({ name, version, stores });
    }
    return { localStorage: { ...localStorage }, sessionStorage: { ...sessionStorage }, indexedDB: databases };
  });
}

/** The records of a store. @param {Storage} storage @param {string} database @param {string} store @returns {any[]} none if the edition had no such store */
export function recordsOf({ indexedDB }, database, store) {
  const stores = indexedDB.find(({ name }) => name === database)?.stores ?? [];
  return (stores.find(({ name }) => name === store)?.records ?? []).map(({ value }) => value);
}

/** Puts a storage into a browser that has not opened the page yet. @param {import("@playwright/test").Page} page @param {string} base the service's address @param {Storage} storage */
export async function keepOnPhone(page, base, storage) {
  const empty = `${base}/empty`;
  await page.route(empty, (route) =>
    route.fulfill({ contentType: "text/html", body: '<link rel="icon" href="data:," />' }),
  );
  await page.goto(empty);
  await page.evaluate(async (kept) => {
    Object.assign(localStorage, kept.localStorage);
    Object.assign(sessionStorage, kept.sessionStorage);
    for (const { name, version, stores } of kept.indexedDB) {
      const request = indexedDB.open(name, version);
      request.onupgradeneeded = () => {
        for (const { name: store, options, records } of stores) {
          const made = request.result.createObjectStore(store, options);
          for (const { key, value } of records) made.add(value, key);
        }
      };
      await new Promise((resolve, reject) => Object.assign(request, { onsuccess: resolve, onerror: reject }));
      request.result.close();
    }
  }, storage);
}

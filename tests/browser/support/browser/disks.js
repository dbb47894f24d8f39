/** Disks that keep nothing: each runs in a page before its scripts. @type {Record<string, () => void>} */
export const DISKS = {
  "no database": () => Object.defineProperty(globalThis, "indexedDB", { value: undefined }),
  "forbidden site data": () => {
    const forbid = () => {
      throw new DOMException("forbidden", "SecurityError");
    };
    for (const name of ["indexedDB", "localStorage", "sessionStorage", "caches"])
      Object.defineProperty(globalThis, name, { get: forbid });
  },
  "a database that does not open": () => {
    IDBFactory.prototype.open = () => {
      const request = { error: new DOMException("broken", "UnknownError"), onerror: () => {} };
      setTimeout(() => request.onerror());
      return request;
    };
  },
  "a database that never answers": () => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = () => ({});
    globalThis.mendDisk = () => Object.assign(IDBFactory.prototype, { open });
  },
  "transactions that never end": () => {
    const store = new Proxy({}, { get: () => () => ({}) });
    const never = { objectStore: () => store, addEventListener() {}, commit() {}, abort() {} };
    IDBDatabase.prototype.transaction = () => never;
  },
  "a full disk": () => {
    const full = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    const { put, add } = IDBObjectStore.prototype;
    Object.assign(IDBObjectStore.prototype, { put: full, add: full });
    Storage.prototype.setItem = full;
    globalThis.mendDisk = () => Object.assign(IDBObjectStore.prototype, { put, add });
  },
};

// A table of keys and values in IndexedDB, and the same in memory for browsers that refuse one.

const table = "values";

/** Opens the table; what it answers after a refusal forgets all with the page and says so by `lasts`. */
export async function openDatabase(name, host = globalThis) {
  try {
    return new Database(await open(name, host), host);
  } catch (error) {
    host.console.warn("nothing can be kept in this browser:", error);
    return new MemoryDatabase();
  }
}

function open(name, host) {
  return new Promise((resolve, reject) => {
    const request = host.indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(table);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("another page holds an older database"));
  });
}

class Database {
  #database;
  #host;
  lasts = true;

  constructor(database, host) {
    this.#database = database;
    this.#host = host;
    // Otherwise a later version of the app in another tab would wait for this one.
    database.onversionchange = () => database.close();
  }

  get(key) {
    return this.#transact("readonly", (store) => store.get(key));
  }

  keys(prefix) {
    const range = this.#host.IDBKeyRange.bound(prefix, prefix + "\uffff");
    return this.#transact("readonly", (store) => store.getAllKeys(range));
  }

  /** Writes and removes together or not at all: pairs of key and value, null to remove. */
  async write(pairs) {
    await this.#transact("readwrite", (store) => {
      for (const [key, value] of pairs) value === null ? store.delete(key) : store.put(value, key);
    });
  }

  #transact(mode, work) {
    return new Promise((resolve, reject) => {
      // What is acknowledged here is relied on: it must have reached the disk.
      const transaction = this.#database.transaction(table, mode, { durability: "strict" });
      const request = work(transaction.objectStore(table));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error);
    });
  }
}

export class MemoryDatabase {
  #values = new Map();
  lasts = false;

  async get(key) {
    return this.#values.get(key);
  }

  async keys(prefix) {
    return [...this.#values.keys()].filter((key) => key.startsWith(prefix)).sort();
  }

  async write(pairs) {
    for (const [key, value] of pairs) value === null ? this.#values.delete(key) : this.#values.set(key, value);
  }
}

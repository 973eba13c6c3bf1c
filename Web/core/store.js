// What outlives the page: the user last seen here, a snapshot for each user, and each tab's outbox.
//
// Keys: `user`; `snapshot/<user>`; `outbox/<user>/<tab>`. A tab holds a Web Lock named after it for as long as it
// lives; a starting tab takes over the outboxes whose lock is free. Where there are no locks (plain http on another
// machine) it takes all: what two tabs then send twice carries the same nonce, and the server takes it once.

export class CoreStore {
  #database;
  #host;
  #tab;
  /** Names this tab had for earlier users: it holds their locks itself. */
  #former = new Set();
  #user = null;
  /** The write last asked for; each waits for the one before. */
  #writing = Promise.resolve();

  constructor(database, host = globalThis) {
    this.#database = database;
    this.#host = host;
  }

  get user() {
    return this.#user;
  }

  /** Call once, before anything else. */
  async open() {
    this.#takeName();
    this.#user = (await this.#database.get("user")) ?? null;
  }

  /** What a start takes as `stored`: the snapshot, and the outbox with what dead tabs left behind. */
  async load() {
    await this.#writing;
    if (this.#user === null) return { snapshot: null, outbox: null };
    await this.#adopt();
    return {
      snapshot: (await this.#database.get(this.#snapshotKey)) ?? null,
      outbox: (await this.#database.get(this.#outboxKey(this.#tab))) ?? null,
    };
  }

  /** Keeps `value` (null: nothing) as the user's "snapshot" or this tab's "outbox"; false when it could not. */
  save(name, value) {
    if (this.#user === null) return Promise.resolve(value === null);
    return this.#write([[name === "snapshot" ? this.#snapshotKey : this.#outboxKey(this.#tab), value]]);
  }

  /** From now on it is this user's; true when messages of theirs wait here to be sent. */
  async changeUser(user) {
    // What is saved from now on must not replace what waits under the old name.
    this.#former.add(this.#tab);
    this.#takeName();
    this.#user = user;
    const waiting = this.#writing.then(() => this.#database.keys(this.#outboxKey("")));
    this.#writing = waiting.catch(() => {});
    await this.#write([["user", user]]);
    return (await waiting).length > 0;
  }

  #write(pairs) {
    const written = this.#writing.then(() => this.#database.write(pairs));
    this.#writing = written.catch((error) => this.#host.console.error("storing failed:", error));
    return written.then(() => this.#database.lasts, () => false);
  }

  get #snapshotKey() {
    return `snapshot/${this.#user}`;
  }

  #outboxKey(tab) {
    return `outbox/${this.#user}/${tab}`;
  }

  async #adopt() {
    const mine = this.#outboxKey(this.#tab);
    for (const key of await this.#database.keys(this.#outboxKey(""))) {
      if (key === mine) continue;
      await this.#ifDead(key.slice(key.lastIndexOf("/") + 1), async () => {
        const theirs = await this.#database.get(key);
        if (theirs === undefined) return;
        const joined = joinOutboxes(theirs, await this.#database.get(mine));
        await this.#database.write([[mine, joined], [key, null]]);
      });
    }
  }

  #takeName() {
    const random = this.#host.crypto.getRandomValues(new Uint8Array(16));
    this.#tab = Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
    // Never settles: the lock ends with the page.
    this.#host.navigator.locks?.request(lockName(this.#tab), () => new Promise(() => {}));
  }

  async #ifDead(tab, work) {
    const locks = this.#host.navigator.locks;
    if (!locks || this.#former.has(tab)) return work();
    await locks.request(lockName(tab), { ifAvailable: true }, (lock) => (lock ? work() : undefined));
  }
}

function lockName(tab) {
  return `roost-outbox/${tab}`;
}

/** Two stored outboxes as one, the first's entries first; each is a JSON array of entries. */
export function joinOutboxes(first, second) {
  if (second === undefined || second === null) return first;
  const [a, b] = [first, second].map((text) => {
    try {
      const entries = JSON.parse(text);
      return Array.isArray(entries) ? entries : null;
    } catch {
      return null;
    }
  });
  if (a === null || b === null) return a === null ? second : first;
  return JSON.stringify([...a, ...b]);
}

// What outlives the page: the user last seen here, a snapshot for each user, and each tab's outbox.
//
// Keys: `user`; `snapshot/<user>`; `outbox/<user>/<tab>`. A tab holds a Web Lock named after it for as long as it
// lives; a starting tab takes over the outboxes whose lock is free, and a running one waits for the locks of all
// others: who is given one knows that its tab has ended, and takes its outbox over. Where there are no locks (plain
// http on another machine) it takes all: what two tabs then send twice carries the same nonce, and the server takes it
// once.

export class CoreStore {
  #database;
  #host;
  #tab;
  /** Names this tab had for earlier users: it holds their locks itself. */
  #former = new Set();
  #user = null;
  /** Hands an outbox that was left behind to the core; set by `watch`. */
  #adopted = null;
  #watched = new Set();
  #channel = null;
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

  /**
   * Keeps `value` (null: nothing) as the user's "snapshot" or this tab's "outbox"; false when it could not.
   * `instead` names a key whose value is in it now and goes with the same write.
   */
  save(name, value, instead) {
    if (this.#user === null) return Promise.resolve(value === null);
    const key = name === "snapshot" ? this.#snapshotKey : this.#outboxKey(this.#tab);
    return this.#write([[key, value], ...(instead === undefined ? [] : [[instead, null]])]);
  }

  /**
   * From now on the outbox of a tab that ends is taken over at once: `adopted(outbox, key)` gets it, and its promise
   * settles when it has been saved here in place of `key`, or cannot be. The tab's lock is held until then, so that
   * no other takes the same.
   */
  watch(adopted) {
    this.#adopted = adopted;
    const { navigator, BroadcastChannel } = this.#host;
    if (!navigator.locks || !BroadcastChannel || this.#channel) return;
    this.#channel = new BroadcastChannel("roost-tabs");
    this.#channel.onmessage = ({ data }) => this.#await(`${data}`);
    this.#channel.postMessage(this.#tab);
    navigator.locks.query().then(({ held }) => {
      for (const { name } of held) if (name.startsWith(lockPrefix)) this.#await(name.slice(lockPrefix.length));
    });
  }

  /** Waits for the end of another tab. */
  async #await(tab) {
    if (tab === this.#tab || this.#former.has(tab) || this.#watched.has(tab)) return;
    this.#watched.add(tab);
    await this.#host.navigator.locks.request(lockName(tab), async () => {
      this.#watched.delete(tab);
      if (this.#user === null) return;
      const key = this.#outboxKey(tab);
      const theirs = await this.#database.get(key);
      if (theirs !== undefined) await this.#adopted(theirs, key);
    });
  }

  /** From now on it is this user's; true when messages of theirs wait here to be sent. */
  async changeUser(user) {
    // What is saved from now on must not replace what waits under the old name.
    this.#former.add(this.#tab);
    this.#takeName();
    const former = this.#user;
    this.#user = user;
    const waiting = this.#writing.then(() => this.#database.keys(this.#outboxKey("")));
    this.#writing = waiting.catch(() => {});
    // Who is no longer logged in leaves nothing to read, but for what was not sent.
    await this.#write([["user", user], ...(former === null ? [] : [[`snapshot/${former}`, null]])]);
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
        // What another version of the core wrote waits for one that can read it.
        if (joined !== null) await this.#database.write([[mine, joined], [key, null]]);
      });
    }
  }

  #takeName() {
    const random = this.#host.crypto.getRandomValues(new Uint8Array(16));
    this.#tab = Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
    // Never settles: the lock ends with the page.
    this.#host.navigator.locks?.request(lockName(this.#tab), () => new Promise(() => {}));
    this.#channel?.postMessage(this.#tab);
  }

  async #ifDead(tab, work) {
    const locks = this.#host.navigator.locks;
    if (!locks || this.#former.has(tab)) return work();
    await locks.request(lockName(tab), { ifAvailable: true }, (lock) => (lock ? work() : undefined));
  }
}

const lockPrefix = "roost-outbox/";

function lockName(tab) {
  return lockPrefix + tab;
}

/** Two stored outboxes as one, the first's messages first; null when they cannot be one. */
export function joinOutboxes(first, second) {
  if (second === undefined) return first;
  try {
    const [a, b] = [JSON.parse(first), JSON.parse(second)];
    if (a.v !== b.v || a.owner !== b.owner) return null;
    const deletions = [...(a.deletions ?? []), ...(b.deletions ?? [])];
    return JSON.stringify({ ...a, items: [...a.items, ...b.items], ...(deletions.length > 0 ? { deletions } : {}) });
  } catch {
    return null;
  }
}

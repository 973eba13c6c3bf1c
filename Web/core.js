// The page's side of core.wasm: hands it events one at a time, performs its effects, and starts it anew after a trap.

import { CoreInstance, RefusedEvent, compileCore, wellFormed } from "./core/instance.js";
import { openDatabase } from "./core/database.js";
import { CoreStore } from "./core/store.js";
import { EffectRunner } from "./core/effects.js";
import { watchPage } from "./core/page.js";

/** Traps within this time count together. */
const trapWindow = 60_000;
/** At so many of them the snapshot is taken for the cause and dropped. The outbox never is. */
const trapsForSnapshot = 3;
/** Answers what a core was asked that is no more. */
const lostAnswer = JSON.stringify({ code: "unavailable", message: "There was no answer. Try again.", retry: true });

/** Why a request was refused: see docs/protocol.md, "Requests". */
export class RefusedRequest extends Error {
  constructor({ code, message, retry, field, retry_after }) {
    super(message);
    this.code = code;
    this.retry = retry;
    this.field = field ?? null;
    /** Milliseconds. */
    this.retryAfter = retry_after ?? null;
  }
}

/**
 * Loads the core and starts it.
 *
 * `view(change)` gets each view change in order, never one within another; a core that was started anew sends them
 * all again, from `screen` on. The answer's `send(intent)` may be called at any time, also within `view`.
 */
export async function startCore({ view, url = new URL("./core.wasm", import.meta.url), host = globalThis }) {
  const [module, database] = await Promise.all([compileCore(url, host), openDatabase("roost", host)]);
  const store = new CoreStore(database, host);
  await store.open();
  const core = new RunningCore(module, store, view, host);
  watchPage(host, (event) => core.tell(event));
  store.watch((outbox, key) => core.adopt(outbox, key));
  await core.start();
  return core;
}

export class RunningCore {
  #module;
  #store;
  #view;
  #host;
  #runner;
  #makeInstance;

  /** Null while it is being started. */
  #instance = null;
  /** A person's intents, which outlive a restart, and what the page tells; each `{ event, isIntent }`. */
  #queue = [];
  #isDraining = false;
  #traps = [];
  /** What views have asked and were not answered yet, by number. */
  #asks = new Map();
  #lastAsk = 0;

  constructor(module, store, view, host, makeInstance = (module) => new CoreInstance(module, host)) {
    this.#module = module;
    this.#store = store;
    this.#view = view;
    this.#host = host;
    this.#makeInstance = makeInstance;
    this.#runner = new EffectRunner(host, (event) => this.tell(event));
  }

  /** What a person wants, as docs of the client core spell it; the time is added. */
  send(intent) {
    this.#queue.push({ event: intent, isIntent: true });
    this.#drain();
  }

  /**
   * Asks the server something whose answer concerns nobody but the asker: resolves to what the answer's `ok` holds and
   * rejects with a `RefusedRequest`. Never for `send`, `sync` and what logs in or out: those are the core's.
   */
  ask(name, args = {}) {
    const id = (this.#lastAsk += 1);
    return new Promise((resolve, reject) => {
      this.#asks.set(id, { resolve, reject });
      // The text has no half surrogate pairs: JSON spells them as escapes, which the core would refuse.
      this.#queue.push({ event: { e: "ask", id, name, arguments: JSON.stringify(args, wellFormed) }, isIntent: true });
      this.#drain();
    });
  }

  /** What a tab that ended left unsent; settles when it is saved as this tab's own, or cannot be. */
  adopt(outbox, key) {
    return new Promise((resolve) => {
      // Like an intent it outlives a restart of the core.
      this.#queue.push({ event: { e: "outbox.adopt", outbox }, isIntent: true, adopting: { key, resolve } });
      this.#drain();
    });
  }

  /** What happened to the page. */
  tell(event) {
    // A starting core is told the state of things by its start event, and nothing of an earlier core's sockets.
    if (this.#instance === null) return;
    this.#queue.push({ event, isIntent: false });
    this.#drain();
  }

  async start() {
    const stored = await this.#store.load();
    try {
      this.#instance = this.#makeInstance(this.#module);
    } catch (error) {
      return this.#recover(error, "start");
    }
    const isVisible = this.#host.document.visibilityState === "visible";
    const events = [this.#startEvent(stored), ...(isVisible ? [] : [{ e: "visible", value: false }])];
    this.#queue.unshift(...events.map((event) => ({ event, isIntent: false })));
    this.#drain();
  }

  #startEvent(stored) {
    const { crypto, location, navigator } = this.#host;
    const random = crypto.getRandomValues(new Uint8Array(16));
    return {
      e: "start",
      entropy: Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join(""),
      path: location.pathname,
      origin: location.origin,
      online: navigator.onLine,
      utcOffset: -new Date().getTimezoneOffset(),
      stored,
    };
  }

  #drain() {
    // An effect may lead to a new event at once; it waits until this one's effects are done.
    if (this.#isDraining) return;
    this.#isDraining = true;
    try {
      while (this.#instance !== null && this.#queue.length > 0) this.#handle(this.#queue.shift());
    } finally {
      this.#isDraining = false;
    }
  }

  #handle({ event, adopting }) {
    let effects;
    try {
      effects = this.#instance.handle({ ...event, now: Date.now() });
    } catch (error) {
      if (error instanceof RefusedEvent) this.#host.console.error(error.message);
      else this.#recover(error, event.e);
      if (event.e === "ask") this.#answer({ id: event.id, ok: false, json: lostAnswer });
      adopting?.resolve();
      return;
    }
    // First, so that what is stored for a new user does not replace what the one before left unsent.
    const me = effects.find((effect) => effect.v === "me")?.user.id;
    if (me !== undefined && me !== this.#store.user) this.#changeUser(me);
    for (const effect of effects) this.#perform(effect, adopting);
    // A core that takes nothing over, since it is somebody else's, saves nothing either.
    adopting?.resolve();
  }

  #perform(effect, adopting) {
    if (effect.f === "store") return this.#save(effect, adopting);
    if (effect.f !== "view") return this.#runner.perform(effect);
    this.#show(effect);
  }

  #answer({ id, ok, json }) {
    const waiting = this.#asks.get(id);
    this.#asks.delete(id);
    if (ok) waiting?.resolve(JSON.parse(json));
    else waiting?.reject(new RefusedRequest(JSON.parse(json)));
  }

  #show(change) {
    if (change.v === "answered") return this.#answer(change);
    try {
      this.#view(change);
    } catch (error) {
      // A fault in one view must stop neither the others nor the core.
      this.#host.console.error("a view failed:", error);
    }
  }

  async #save({ key, value }, adopting) {
    const instance = this.#instance;
    const isAdopted = adopting !== undefined && key === "outbox";
    const saving = this.#store.save(key, value, isAdopted ? adopting.key : undefined);
    if (isAdopted) adopting.resolve(saving);
    const ok = await saving;
    if (instance === this.#instance) this.tell({ e: "stored", key, ok });
  }

  async #changeUser(user) {
    const instance = this.#instance;
    const hasStored = await this.#store.changeUser(user);
    if (!hasStored || instance !== this.#instance) return;
    this.#stop();
    await this.start();
  }

  #stop() {
    this.#instance = null;
    this.#runner.reset();
    this.#queue = this.#queue.filter((entry) => entry.isIntent);
    // The next core knows nothing of what this one asked; what still waits to be asked is asked of it.
    const waiting = new Set(this.#queue.map(({ event }) => event.id));
    for (const id of [...this.#asks.keys()]) if (!waiting.has(id)) this.#answer({ id, ok: false, json: lostAnswer });
  }

  async #recover(error, during) {
    this.#host.console.error(`the core trapped during "${during}" and is started anew:`, error);
    this.#stop();
    const now = Date.now();
    this.#traps = [...this.#traps.filter((time) => now - time < trapWindow), now];
    const count = this.#traps.length;
    // What is shown is of rooms that the next core may not know: nobody should write into them meanwhile.
    if (count >= trapsForSnapshot) this.#show({ f: "view", v: "screen", name: "loading" });
    if (count === trapsForSnapshot) {
      this.#host.console.error("the core keeps trapping: the stored snapshot is dropped");
      await this.#store.save("snapshot", null);
    }
    // What traps without a snapshot too would otherwise keep the device busy.
    if (count > trapsForSnapshot) await this.#pause(Math.min(1000 * 2 ** (count - trapsForSnapshot), trapWindow));
    await this.start();
  }

  #pause(duration) {
    return new Promise((resolve) => this.#host.setTimeout(resolve, duration));
  }
}

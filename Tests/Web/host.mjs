// A browser small enough to be driven step by step: what Web/core.js reaches for, with every answer in the test's hand.
import { webcrypto } from "node:crypto";

/** A host whose sockets, timers and requests are kept in lists instead of acting. */
export function fakeHost({ pathname = "/", visible = true } = {}) {
  const listeners = new Map();
  const host = {
    WebAssembly, crypto: webcrypto, sockets: [], timers: new Map(), requests: [], errors: [], paths: [],
    location: { pathname, origin: "http://localhost:4000" },
    navigator: { onLine: true, locks: new FakeLocks() },
    document: { visibilityState: visible ? "visible" : "hidden", addEventListener: listen },
    addEventListener: listen,
    console: { error: (...parts) => host.errors.push(parts.join(" ")), warn: () => {} },
    history: {
      pushState: (_, __, path) => host.paths.push(["push", path]),
      replaceState: (_, __, path) => host.paths.push(["replace", path]),
    },
    setTimeout: (run, after) => {
      const handle = Symbol();
      host.timers.set(handle, { run, after });
      return handle;
    },
    clearTimeout: (handle) => host.timers.delete(handle),
    fetch: (path, options) =>
      new Promise((resolve, reject) => host.requests.push({ path, options, resolve, reject })),
    fire: (name) => listeners.get(name)?.forEach((run) => run()),
    /** Runs the timers that are set now, the earliest first. */
    fireTimers: () => {
      const due = [...host.timers].sort((a, b) => a[1].after - b[1].after);
      for (const [handle, { run }] of due) if (host.timers.delete(handle)) run();
    },
  };
  host.WebSocket = class FakeSocket {
    static OPEN = 1;
    readyState = 0;
    sent = [];
    constructor(url) {
      if (host.refusesSockets) throw new SyntaxError("refused");
      this.url = url;
      host.sockets.push(this);
    }
    send(text) { this.sent.push(text); }
    close() { this.readyState = 2; }
    open() { this.readyState = 1; this.onopen(); }
  };
  function listen(name, run) {
    listeners.set(name, [...(listeners.get(name) ?? []), run]);
  }
  return host;
}

/** Web Locks of one browser; give the same to the hosts of its tabs. */
export class FakeLocks {
  #held = new Set();

  async request(name, options, work) {
    if (typeof options === "function") [options, work] = [{}, options];
    if (this.#held.has(name)) {
      if (options.ifAvailable) return work(null);
      throw new Error("the tests never wait for a lock");
    }
    this.#held.add(name);
    try {
      return await work({ name });
    } finally {
      this.#held.delete(name);
    }
  }

  /** A tab's death. */
  release(name) { this.#held.delete(name); }
  get names() { return [...this.#held]; }
}

/** Lets everything that needs no more than promises happen. */
export async function settle() {
  for (let turn = 0; turn < 50; turn += 1) await null;
}

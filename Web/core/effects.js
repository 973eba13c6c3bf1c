// Performs what the core asks for, but for storing and showing: the socket, timers, requests, the address, notifications.

import { Notifications } from "./notifications.js";
import { eventOfPath } from "./place.js";

const longestTimer = 2 ** 31 - 1;
const requestTimeout = 30_000;

export class EffectRunner {
  #host;
  #emit;
  #socket = null;
  #timers = new Map();
  #notifications;
  /** Moves on at each reset, so that answers to an earlier core's requests are dropped. */
  #generation = 0;

  /** `emit(event)` is called later, never within `perform`. */
  constructor(host, emit) {
    this.#host = host;
    this.#emit = emit;
    this.#notifications = new Notifications(host, (path) => {
      const event = eventOfPath(path);
      if (event) this.#emit(event);
    });
  }

  perform(effect) {
    switch (effect.f) {
      case "socket.connect": return this.#connect(effect.url);
      case "socket.send": return this.#send(effect.text);
      case "socket.close": return this.#dropSocket();
      case "timer.set": return this.#setTimer(effect.id, effect.after);
      case "timer.cancel": return this.#cancelTimer(effect.id);
      case "http": return void this.#request(effect);
      case "notify": return this.#notifications.show(effect);
      case "unnotify": return this.#notifications.hide(effect);
      case "path": return this.#showPath(effect.value, effect.replace);
      default: this.#host.console.error("the core asks for something unknown:", effect.f);
    }
  }

  /** Ends all that is under way; nothing of it is told any more. */
  reset() {
    this.#dropSocket();
    for (const id of [...this.#timers.keys()]) this.#cancelTimer(id);
    // The next core, which may be somebody else's, knows nothing of them.
    this.#notifications.hideAll();
    this.#generation += 1;
  }

  #connect(url) {
    this.#dropSocket();
    let socket;
    try {
      socket = new this.#host.WebSocket(url);
    } catch {
      // Refused before it began, by a content blocker for one.
      const generation = this.#generation;
      this.#host.setTimeout(() => {
        if (generation === this.#generation && this.#socket === null) this.#emit({ e: "socket.closed" });
      }, 0);
      return;
    }
    this.#socket = socket;
    const isCurrent = () => this.#socket === socket;
    socket.onopen = () => isCurrent() && this.#emit({ e: "socket.open" });
    socket.onmessage = ({ data }) => {
      if (!isCurrent()) return;
      // Nothing here asks for binary messages.
      if (typeof data === "string") this.#emit({ e: "socket.text", text: data });
    };
    socket.onclose = () => {
      if (!isCurrent()) return;
      this.#socket = null;
      this.#emit({ e: "socket.closed" });
    };
  }

  #send(text) {
    // A socket that is closing drops what it is given; its end is told by onclose.
    if (this.#socket?.readyState === this.#host.WebSocket.OPEN) this.#socket.send(text);
  }

  #dropSocket() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #setTimer(id, after) {
    this.#cancelTimer(id);
    const handle = this.#host.setTimeout(() => {
      this.#timers.delete(id);
      this.#emit({ e: "timer", id });
    }, Math.min(Math.max(after, 0), longestTimer));
    this.#timers.set(id, handle);
  }

  #cancelTimer(id) {
    this.#host.clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  async #request({ id, method, path, body }) {
    const generation = this.#generation;
    let answer = { status: 0, body: "" };
    try {
      const response = await this.#host.fetch(path, {
        method,
        body: method === "GET" ? undefined : body,
        headers: { "content-type": "application/json" },
        credentials: "same-origin",
        cache: "no-store",
        redirect: "error",
        signal: AbortSignal.timeout(requestTimeout),
      });
      answer = { status: response.status, body: await response.text() };
    } catch {
      // No answer, which status 0 says.
    }
    if (generation === this.#generation) this.#emit({ e: "http.answer", id, ...answer });
  }

  #showPath(value, replace) {
    const { history, location } = this.#host;
    if (location.pathname === value) return;
    if (replace) history.replaceState(null, "", value);
    else history.pushState(null, "", value);
  }
}

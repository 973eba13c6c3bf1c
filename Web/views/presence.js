// Who is there: dots on the pictures of people, for those who are on the screen.

import { el, intend } from "../dom.js";
import { sinceText } from "./times.js";

/** People who are watched at once; see docs/protocol.md. */
const most = 200;
/** Lists settle before anybody is asked for. Milliseconds. */
const pause = 300;

const words = { online: "online", away: "away", dnd: "does not want to be disturbed" };

/** "online", "away", or when they were seen last; empty where nothing is known. */
export function presenceText({ state, last_seen: seen } = {}) {
  if (state === "offline") return seen ? `last seen ${sinceText(seen)}` : "offline";
  return words[state] ?? "";
}

class Presence {
  #known = new Map();
  #host = null;
  #timer = null;
  #watched = "";

  /** `host` is the chat, by which the core is told whom to watch. */
  begin(host) {
    this.#host = host;
    this.#watched = "";
  }

  of(id) { return this.#known.get(id); }

  /** `picture` with a dot that follows `id`. */
  on(picture, id) {
    const dot = el("span", { class: "presence", "aria-hidden": "true" });
    return this.#follow(el("span", { class: "present", "data-person": id }, picture, dot), id);
  }

  /** The same in words, for who hears the page: it stands after the name, which would otherwise come second.
   *  @param name the element's own id, for what it describes. */
  spoken(id, name) { return this.#follow(el("span", { class: "spoken", "data-person": id, ...(name ? { id: name } : {}) }), id); }

  #follow(element, id) {
    this.#mark(element, this.#known.get(id));
    this.look();
    return element;
  }

  /** Follows the core's `presence` change. */
  apply(users) {
    for (const user of users) {
      this.#known.set(user.id, user);
      for (const element of document.querySelectorAll(`[data-person="${CSS.escape(user.id)}"]`)) this.#mark(element, user);
    }
  }

  /** Who is on the screen may have changed. */
  look() {
    if (this.#timer === null) this.#timer = setTimeout(() => this.#tell(), pause);
  }

  #tell() {
    this.#timer = null;
    if (!this.#host?.matches("[data-full~=presence]")) return;
    const users = [...new Set([...document.querySelectorAll("[data-person]")].map((element) => element.dataset.person))].slice(0, most).sort();
    const basis = users.join();
    if (basis === this.#watched) return;
    this.#watched = basis;
    intend(this.#host, { e: "presence.watch", users });
  }

  #mark(element, user) {
    element.dataset.presence = user?.state ?? "";
    if (element.matches(".spoken")) element.textContent = user ? `, ${presenceText(user)}` : "";
    else element.title = presenceText(user);
  }
}

export const presence = new Presence();

// The whole window: one screen at a time, the window's title, and passing messages.

import { el } from "../dom.js";
import "./account.js";
import "./chat.js";
import { roomLabel } from "./room-name.js";

/** What holds whichever screen is shown, so that a chat that opens later has to know it. */
const lasting = new Set(["me", "connection", "server", "blocks", "lists"]);

/** The forms that are dialogs of the chat. */
const chatForms = new Set(["channel", "group", "direct"]);

/** How long a passing message stays. Milliseconds. */
const noticeTime = 5000;

class App extends HTMLElement {
  connectedCallback() {
    if (this.toasts) return;
    this.toasts = el("div", { class: "toasts", role: "status" });
    this.unread = "";
    this.lasting = new Map();
    this.place = el("div", { class: "screen-place" });
    this.append(this.place, this.toasts);
    this.addEventListener("told", ({ detail }) => this.showNotice(detail));
    this.showScreen("loading");
  }

  /** Carries out one of the core's view changes. */
  apply(change) {
    switch (change.v) {
      case "screen": return this.showScreen(change.name);
      case "form": if (!chatForms.has(change.form)) return this.screen.show?.(change); break;
      case "notice": return this.showNotice(change.text);
      case "title":
        this.unread = change.unread;
        return this.showTitle();
      case "room":
        this.room = change.room;
        this.showTitle();
        break;
    }
    if (lasting.has(change.v)) this.lasting.set(change.v, change);
    if (this.name === "chat") this.screen.apply(change);
    else if (change.v === "server") this.screen.server?.(change);
  }

  showScreen(name) {
    if (this.name === name) return;
    this.name = name;
    this.room = null;
    this.unread = "";
    this.screen = {
      loading: () => el("div", { class: "screen" },
        el("p", { class: "loading", role: "status" }, el("span", { class: "spinner", "aria-hidden": "true" }), "Loading…")),
      chat: () => el("roost-chat"),
    }[name]?.() ?? el("roost-account", { form: name });
    this.place.replaceChildren(this.screen);
    const server = this.lasting.get("server");
    if (name === "chat") for (const change of this.lasting.values()) this.screen.apply(change);
    else if (server) this.screen.server?.(server);
    this.showTitle();
  }

  showTitle() {
    const name = { login: "Log in", setup: "Make the first owner", register: "Join", reset: "New password" }[this.name] ?? (this.room && roomLabel(this.room));
    document.title = `${this.unread ? `(${this.unread}) ` : ""}${name ? `${name} · ` : ""}Roost`;
    if (this.name === "chat") this.screen.mark?.(Boolean(this.unread));
  }

  /** A screen that says that the app cannot go on, and why. */
  showFailure(text) {
    this.name = "failure";
    this.place.replaceChildren(el("div", { class: "screen" }, el("main", { class: "card" },
      el("h1", {}, "Roost stopped"), el("p", { class: "card-lead" }, text),
      el("button", { class: "button primary", type: "button", onclick: () => location.reload() }, "Load it again"))));
  }

  showNotice(text) {
    const toast = el("p", { class: "toast" }, text);
    this.toasts.append(toast);
    setTimeout(() => toast.remove(), noticeTime);
  }
}
customElements.define("roost-app", App);

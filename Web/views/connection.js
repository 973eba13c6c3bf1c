// Says that there is no connection, and what waits for one.

import { el, intend } from "../dom.js";

/** A connection that comes back within this time is not worth a word. Milliseconds. */
const patience = 1200;

class Connection extends HTMLElement {
  connectedCallback() {
    if (this.bar) return;
    this.bar = el("div", { class: "bar", role: "status", hidden: true });
    this.append(this.bar);
  }

  show({ state, queued, retryIn }) {
    clearInterval(this.clock);
    clearTimeout(this.late);
    this.state = state;
    this.queued = queued;
    this.retryAt = retryIn === null || retryIn === undefined ? null : Date.now() + retryIn;
    this.bar.dataset.state = state;
    if (state === "online") {
      this.bar.hidden = true;
    } else if (state === "connecting" && this.bar.hidden) {
      this.late = setTimeout(() => this.render(), patience);
    } else {
      this.render();
      if (state === "waiting") this.clock = setInterval(() => this.render(), 1000);
    }
  }

  render() {
    const waiting = this.queued === 0 ? "" : this.queued === 1 ? " 1 message waits." : ` ${this.queued} messages wait.`;
    const seconds = this.retryAt === null ? 0 : Math.max(0, Math.ceil((this.retryAt - Date.now()) / 1000));
    const parts = {
      connecting: () => [el("span", { class: "spinner", "aria-hidden": "true" }), `Connecting…${waiting}`],
      offline: () => [`You are offline.${waiting}`],
      waiting: () => [
        el("span", {}, `No connection.${waiting}`, el("span", { "aria-hidden": "true" }, seconds ? ` Trying again in ${seconds} s.` : "")),
        el("button", { class: "button link", type: "button", onclick: () => intend(this, { e: "online", value: true }) }, "Try now"),
      ],
    }[this.state]?.() ?? [];
    // A button that has the focus keeps it: only the text beside it changes.
    if (this.state === "waiting" && this.bar.contains(document.activeElement)) this.bar.firstElementChild.replaceWith(parts[0]);
    else this.bar.replaceChildren(...parts);
    this.bar.hidden = false;
  }
}
customElements.define("roost-connection", Connection);

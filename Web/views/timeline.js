// The open room's messages. Stays at the newest while the reader is there, and never moves what they are reading.

import { el, icon, intend } from "../dom.js";
import { rowElement } from "./row.js";

/** This close to the end counts as being there; this close to the beginning asks for what is older. Pixels. */
const nearEnd = 48;
const nearStart = 600;

class Timeline extends HTMLElement {
  connectedCallback() {
    if (this.rows) return;
    this.older = el("div", { class: "older", hidden: true }, el("span", { class: "spinner", role: "img", "aria-label": "Loading older messages" }));
    this.beginning = el("div", { class: "beginning", hidden: true });
    this.rows = el("div", { class: "rows", role: "log", "aria-label": "Messages", "aria-relevant": "additions" });
    this.scroller = el("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": "Messages of this room" },
      this.older, this.beginning, this.rows);
    this.jump = el("button", { class: "jump", type: "button", hidden: true, onclick: () => this.toEnd("smooth") });
    this.append(this.scroller, this.jump);
    this.byKey = new Map();
    this.isAtEnd = true;
    this.missed = 0;
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.watcher = new ResizeObserver(() => {
      if (this.isAtEnd) this.toEnd();
      else this.scrolled();
    });
    this.watcher.observe(this.scroller);
    this.watcher.observe(this.rows);
  }

  /** The room whose rows come next. */
  open(room) { this.room = room; }

  // What the core tells

  reset({ rows, atStart, firstUnread }) {
    this.byKey.clear();
    this.fresh?.remove();
    this.rows.replaceChildren(...rows.map((row) => this.make(row)));
    this.atStart = atStart;
    this.asked = false;
    this.missed = 0;
    this.isAtEnd = true;
    this.showEdge();
    const first = firstUnread === null ? null : this.byKey.get(firstUnread);
    if (first) {
      this.fresh = el("div", { class: "fresh", role: "separator" }, "New");
      first.before(this.fresh);
    }
    this.toEnd();
    if (this.fresh?.isConnected) this.showFresh();
    this.told = null;
    this.scrolled();
  }

  addNewer(rows) {
    const elements = rows.map((row) => this.make(row));
    this.rows.append(...elements);
    this.showEdge();
    const said = rows.filter((row) => row.kind === "message");
    if (this.isAtEnd || said.some((row) => row.mine && row.state === "sending")) this.toEnd();
    else this.missed += said.filter((row) => !row.mine).length;
    this.showJump();
  }

  addOlder({ rows, atStart }) {
    this.asked = false;
    this.atStart = atStart;
    const before = this.scroller.scrollHeight - this.scroller.scrollTop;
    // Nobody has to hear the past read out.
    this.rows.setAttribute("aria-busy", "true");
    this.rows.prepend(...rows.map((row) => this.make(row)));
    this.showEdge();
    this.scroller.scrollTop = this.scroller.scrollHeight - before;
    this.rows.setAttribute("aria-busy", "false");
    this.askForOlder();
  }

  change({ key, row }) {
    const old = this.byKey.get(key);
    if (!old) return;
    const fresh = rowElement(row);
    const hadFocus = old.contains(document.activeElement);
    old.replaceWith(fresh);
    this.byKey.delete(key);
    this.byKey.set(row.key, fresh);
    if (hadFocus) this.scroller.focus({ preventScroll: true });
    if (this.isAtEnd) this.toEnd();
  }

  drop({ key }) {
    this.byKey.get(key)?.remove();
    this.byKey.delete(key);
  }

  loading({ edge, value }) {
    if (edge === "top") {
      this.older.hidden = !value;
      this.asked = value;
    } else {
      this.rows.setAttribute("aria-busy", `${value}`);
    }
  }

  // Where the reader is

  make(row) {
    this.byKey.get(row.key)?.remove();
    const element = rowElement(row);
    this.byKey.set(row.key, element);
    return element;
  }

  showEdge() {
    this.beginning.hidden = !(this.atStart && this.room);
    if (this.room) {
      this.beginning.replaceChildren(
        el("h2", {}, `# ${this.room.name}`), this.room.description ? el("p", {}, this.room.description) : "",
        el("p", {}, this.byKey.size === 0 ? "Nothing has been said here yet. Begin!" : "This is where the channel begins."));
    }
  }

  showFresh() {
    const top = this.fresh.offsetTop - this.scroller.offsetTop;
    if (top < this.scroller.scrollTop) this.scroller.scrollTop = Math.max(0, top - this.scroller.clientHeight / 4);
  }

  toEnd(behavior = "instant") {
    this.scroller.scrollTo({ top: this.scroller.scrollHeight, behavior });
  }

  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    this.isAtEnd = scrollHeight - scrollTop - clientHeight < nearEnd;
    if (this.isAtEnd) this.missed = 0;
    this.tellPlace();
    this.showJump();
    this.askForOlder();
  }

  /** Tells the core when the reader comes to the newest message or leaves it. */
  tellPlace() {
    const place = this.isAtEnd ? "reached" : "left";
    if (!this.room || place === this.told) return;
    this.told = place;
    const room = this.room.id;
    intend(this, this.isAtEnd ? { e: "timeline.reached", room, edge: "bottom" } : { e: "timeline.left", room });
  }

  askForOlder() {
    if (this.asked || this.atStart || !this.room || this.scroller.scrollTop > nearStart) return;
    this.asked = true;
    intend(this, { e: "timeline.reached", room: this.room.id, edge: "top" });
  }

  showJump() {
    this.jump.hidden = this.isAtEnd;
    const text = this.missed === 0 ? "Jump to newest" : this.missed === 1 ? "1 new message" : `${this.missed} new messages`;
    if (this.jump.dataset.text !== text) {
      this.jump.dataset.text = text;
      this.jump.replaceChildren(icon("down"), el("span", {}, text));
    }
  }
}
customElements.define("roost-timeline", Timeline);

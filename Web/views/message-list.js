// Messages of many rooms in one list beside the open one: pins, saved ones, mentions, threads.

import { el, icon, intend } from "../dom.js";
import { openTimeDialog } from "./compose/later.js";
import { fault } from "./field.js";
import { rowElement } from "./row.js";
import { momentText } from "./times.js";

const kinds = {
  pins: { title: "Pinned messages", empty: "Nothing is pinned here yet. What everyone should find again can be pinned from its menu." },
  saved: { title: "Saved for later", empty: "Messages that you save come here. Only you see them." },
  mentions: { title: "Mentions", empty: "Messages that name you come here." },
  scheduled: { title: "Scheduled", empty: "What you have sent at a later time waits here: press the clock beside Send." },
  threads: { title: "Threads", empty: "Threads that you wrote in, or that you follow, come here." },
};

class MessageList extends HTMLElement {
  connectedCallback() {
    if (this.list) return;
    this.heading = el("h2", { tabindex: "-1" });
    this.where = el("p", { class: "pane-where" });
    this.list = el("ul", { class: "found-messages" });
    this.state = el("div", { class: "list-state", role: "status" });
    this.append(
      el("header", { class: "pane-head" }, el("div", { class: "pane-title" }, this.heading, this.where),
        el("button", { class: "tool", type: "button", "aria-label": "Close the list", title: "Close (Esc)", onclick: () => this.close() }, icon("close"))),
      el("div", { class: "pane-body" }, this.list, this.state));
    this.hidden = true;
    this.view = null;
    this.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) {
        event.stopPropagation();
        this.close();
      }
    });
  }

  /** Which list is open; null for none. */
  get kind() { return this.view?.kind ?? null; }

  open(kind, room = null) {
    this.show({ kind, room, loading: true, more: false, items: [] });
    this.heading.focus();
    intend(this, { e: "list.open", kind, ...(room ? { room } : {}) });
  }

  close() {
    if (!this.view) return;
    this.view = null;
    this.hidden = true;
    intend(this, { e: "list.close" });
    this.dispatchEvent(new CustomEvent("list-closed", { bubbles: true }));
  }

  /** Follows the core's `list` change; one of another list than is open comes too late. */
  follow(view) {
    if (this.view && view.kind === this.view.kind && (view.room ?? null) === (this.view.room ?? null)) this.show(view);
  }

  show(view) {
    const isOther = this.view?.kind !== view.kind;
    this.view = view;
    this.hidden = false;
    this.heading.textContent = kinds[view.kind].title;
    this.where.textContent = view.kind === "pins" ? view.items[0]?.roomName ?? "" : "";
    const focused = this.list.contains(document.activeElement) ? document.activeElement.closest("[data-key]")?.dataset.key : undefined;
    this.list.setAttribute("aria-label", kinds[view.kind].title);
    this.list.replaceChildren(...view.items.map((item) => this.item(item)));
    if (isOther) this.list.parentElement.scrollTop = 0;
    this.state.replaceChildren(...this.end(view));
    if (focused !== undefined) (this.list.querySelector(`[data-key="${CSS.escape(focused)}"] .found-go`) ?? this.heading).focus({ preventScroll: true });
  }

  end({ kind, loading, more, error, items }) {
    if (error) {
      return [fault(error, null, "fault general"),
        el("button", { class: "button", type: "button", onclick: () => intend(this, items.length > 0 ? { e: "list.more" } : { e: "list.open", kind, ...(this.view.room ? { room: this.view.room } : {}) }) }, "Try again")];
    }
    if (loading) return [el("span", { class: "spinner", role: "img", "aria-label": "Loading" })];
    if (more) return [el("button", { class: "button", type: "button", onclick: () => intend(this, { e: "list.more" }) }, "Show more")];
    return items.length === 0 ? [el("p", { class: "none" }, kinds[kind].empty)] : [];
  }

  /** What is not sent yet: it can be changed, and taken back. */
  waiting({ room, roomName, id, error, row }) {
    const message = rowElement({ ...row, follows: false }, { room });
    message.removeAttribute("tabindex");
    const change = () => openTimeDialog(this.closest("roost-chat") ?? document.body, {
      title: "Change the message", at: Math.max(row.at, Date.now() + 3_600_000 * Boolean(error)), text: row.text, yes: "Save",
      chosen: ({ at, text }) => intend(this, { e: "schedule.change", id, at, ...(text === row.text ? {} : { text }) }) });
    return el("li", { class: "found-message", "data-key": id },
      el("div", { class: "found-head" }, el("span", { class: "found-room" }, roomName), el("span", { class: "found-when" }, momentText(row.at))),
      error ? fault(`It was not sent: ${error}`, null) : null, message,
      el("div", { class: "found-tools" },
        el("button", { class: "button found-go", type: "button", onclick: change }, "Change"),
        el("button", { class: "button", type: "button", onclick: () => intend(this, { e: "schedule.cancel", id }) }, "Cancel sending")));
  }

  item({ room, roomName, seq, row, ...rest }) {
    const { kind } = this.view;
    if (kind === "scheduled") return this.waiting({ room, roomName, row, ...rest });
    // In a list nobody stands behind somebody else.
    const message = rowElement({ ...row, follows: false, pinned: kind !== "pins" && row.pinned, saved: kind !== "saved" && row.saved }, { room });
    message.removeAttribute("tabindex");
    const isThread = kind === "threads";
    const go = el("button", { class: "button found-go", type: "button", onclick: () => this.go(room, seq, isThread) }, isThread ? "Open the thread" : "Go to message");
    return el("li", { class: "found-message", "data-key": `${room}/${seq}` },
      el("div", { class: "found-head" }, kind === "pins" ? null : el("span", { class: "found-room" }, roomName), el("span", { class: "found-when" }, momentText(row.at))),
      message, el("div", { class: "found-tools" }, go, ...this.tools(kind, room, seq, row)));
  }

  go(room, seq, isThread) {
    intend(this, { e: isThread ? "thread.open" : "message.show", room, seq });
    // Where the list lies over the room, the room has to be seen.
    if (matchMedia("(max-width: 64rem)").matches) this.close();
  }

  tools(kind, room, seq, row) {
    const button = (label, intent) => el("button", { class: "button", type: "button", onclick: () => intend(this, intent) }, label);
    if (kind === "saved") return [button("Remove", { e: "message.save", room, seq, saved: false })];
    if (kind === "pins" && row.can?.pin) return [button("Unpin", { e: "message.pin", room, seq, pinned: false })];
    return [];
  }
}
customElements.define("roost-message-list", MessageList);

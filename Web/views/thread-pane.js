// A thread beside its room: the message that it begins with, the replies, and a place to write one.

import { el, icon, intend } from "../dom.js";
import "./composer.js";
import { roomLabel } from "./room-name.js";
import "./timeline.js";

class ThreadPane extends HTMLElement {
  connectedCallback() {
    if (this.timeline) return;
    this.where = el("p", { class: "pane-where" });
    this.follow = el("button", { class: "button pane-follow", type: "button", onclick: () => this.setFollowing() });
    this.timeline = el("roost-timeline", { pane: true });
    this.composer = el("roost-composer", { pane: true });
    this.append(
      el("header", { class: "pane-head" }, el("div", { class: "pane-title" }, el("h2", {}, "Thread"), this.where), this.follow,
        el("button", { class: "tool", type: "button", "aria-label": "Close the thread", title: "Close (Esc)", onclick: () => this.close() }, icon("close"))),
      this.timeline, el("div", { class: "foot" }, el("p", { class: "typing", role: "status" }), this.composer));
    this.typing = this.querySelector(".typing");
    this.hidden = true;
    this.addEventListener("reply", (event) => this.take(event, (detail) => this.composer.answer(detail)));
    this.addEventListener("edit", (event) => this.take(event, (detail) => this.composer.edit(detail)));
    this.addEventListener("write", (event) => this.take(event, () => this.composer.input.focus()));
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.stopPropagation();
      this.close();
    });
  }

  take(event, work) {
    event.stopPropagation();
    work(event.detail);
  }

  close() { intend(this, { e: "thread.close" }); }

  setFollowing() {
    const { room, root, following } = this.thread;
    intend(this, { e: "thread.follow", room, seq: root, following: !following });
  }

  /** Follows the core's `thread` change; `room` is the room as the list knows it. */
  show(thread, room) {
    this.thread = thread.root === null ? null : thread;
    this.hidden = this.thread === null;
    if (!this.thread) return this.timeline.open(null);
    this.showRoom(room);
    const { following } = thread;
    this.follow.replaceChildren(icon("bell"), following ? "Following" : "Follow");
    this.follow.setAttribute("aria-pressed", `${Boolean(following)}`);
    this.follow.title = following ? "You are told of new replies. Press to stop." : "Be told of new replies";
  }

  /** The thread's room as it is now. */
  showRoom(room) {
    if (!this.thread || !room || room.id !== this.thread.room) return;
    this.where.textContent = roomLabel(room);
    this.timeline.open(room, this.thread.root);
    this.composer.name(room);
  }
}
customElements.define("roost-thread", ThreadPane);

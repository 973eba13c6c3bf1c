// What the open room is: name, description, who is in it, and a way to its settings.

import { el, icon } from "../dom.js";
import { openLevelMenu } from "./room-level.js";
import { memberCount, roomMark, roomWord } from "./room-name.js";

class RoomHeader extends HTMLElement {
  connectedCallback() {
    if (this.heading) return;
    this.dot = el("span", { class: "dot", hidden: true });
    const tell = (name) => () => this.dispatchEvent(new CustomEvent(name, { bubbles: true }));
    this.drawer = el("button", {
      class: "tool drawer-button", type: "button", "aria-label": "Rooms", "aria-expanded": "false", onclick: tell("drawer"),
    }, icon("menu"), this.dot);
    this.heading = el("div", { class: "room-title" });
    this.members = el("button", { class: "members", type: "button", hidden: true, onclick: tell("members") });
    this.pins = el("button", { class: "tool", type: "button", title: "Pinned messages", "aria-label": "Pinned messages", hidden: true,
      onclick: () => this.dispatchEvent(new CustomEvent("list", { bubbles: true, detail: { kind: "pins" } })) }, icon("pin"));
    this.level = el("button", { class: "tool", type: "button", "aria-haspopup": "menu", hidden: true,
      onclick: () => openLevelMenu(this.closest("roost-chat"), this.level, this.room) });
    this.settings = el("button", { class: "tool", type: "button", hidden: true, onclick: tell("settings") }, icon("settings"));
    this.append(this.drawer, this.heading, this.members, this.pins, this.level, this.settings);
  }

  show(room) {
    this.room = room;
    this.heading.replaceChildren(...(room
      ? [el("h1", { title: room.name }, roomMark(room), el("span", { class: "name" }, room.name)), room.archived ? el("span", { class: "tag" }, "Archived") : null,
        room.description ? el("p", { title: room.description }, room.description) : null]
      : []).filter(Boolean));
    this.members.hidden = !room;
    this.settings.hidden = !room || room.kind === "direct";
    this.pins.hidden = !room || !this.closest("[data-full]");
    this.level.hidden = !room?.level;
    if (!room) return;
    this.level.title = room.level === "none" ? "Notifications: muted" : "Notifications of this room";
    this.level.setAttribute("aria-label", this.level.title);
    this.level.replaceChildren(icon(room.level === "none" ? "quiet" : "bell"));
    const count = memberCount(room.members);
    this.members.title = `${count}: show who they are`;
    this.members.replaceChildren(icon("people"), el("span", { "aria-hidden": "true" }, `${room.members}`), el("span", { class: "spoken" }, count));
    this.settings.title = `Settings of this ${roomWord(room)}`;
    this.settings.setAttribute("aria-label", this.settings.title);
  }

  /** Whether another room has something unread, where the list of rooms is out of sight. */
  mark(isMarked) {
    this.dot.hidden = !isMarked;
    this.drawer.setAttribute("aria-label", isMarked ? "Rooms, something is unread" : "Rooms");
  }
}
customElements.define("roost-room-header", RoomHeader);

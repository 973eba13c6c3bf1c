// What the open room is: name, description, how many are in it.

import { el, icon } from "../dom.js";

class RoomHeader extends HTMLElement {
  connectedCallback() {
    if (this.heading) return;
    this.dot = el("span", { class: "dot", hidden: true });
    this.drawer = el("button", {
      class: "tool drawer-button", type: "button", "aria-label": "Rooms", "aria-expanded": "false",
      onclick: () => this.dispatchEvent(new CustomEvent("drawer", { bubbles: true })),
    }, icon("menu"), this.dot);
    this.heading = el("div", { class: "room-title" });
    this.members = el("span", { class: "members", hidden: true });
    this.leave = el("button", {
      class: "tool", type: "button", title: "Leave this channel", "aria-label": "Leave this channel", hidden: true,
      onclick: () => this.dispatchEvent(new CustomEvent("leave", { bubbles: true })),
    }, icon("minus"));
    this.append(this.drawer, this.heading, this.members, this.leave);
  }

  show(room) {
    this.heading.replaceChildren(...(room
      ? [el("h1", { title: room.name }, room.name), room.description ? el("p", { title: room.description }, room.description) : null]
      : []).filter(Boolean));
    this.members.hidden = this.leave.hidden = !room;
    if (!room) return;
    const count = room.members === 1 ? "1 member" : `${room.members} members`;
    this.members.title = count;
    this.members.replaceChildren(icon("people"), el("span", { "aria-hidden": "true" }, `${room.members}`),
      el("span", { class: "spoken" }, count));
  }

  /** Whether another room has something unread, where the list of rooms is out of sight. */
  mark(isMarked) {
    this.dot.hidden = !isMarked;
    this.drawer.setAttribute("aria-label", isMarked ? "Rooms, something is unread" : "Rooms");
  }
}
customElements.define("roost-room-header", RoomHeader);

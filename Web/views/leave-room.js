// Asks before a room is left.

import { el, intend } from "../dom.js";
import { dialog } from "./dialog.js";
import { roomLabel, roomWord } from "./room-name.js";

class LeaveRoom extends HTMLElement {
  connectedCallback() {
    if (this.dialog) return;
    this.text = el("p");
    this.dialog = dialog("Leave?", { closed: () => {} }, el("div", { class: "dialog-body form" }, this.text,
      el("div", { class: "dialog-foot" },
        el("button", { class: "button", type: "button", onclick: () => this.dialog.close() }, "Stay"),
        el("button", { class: "button primary", type: "button", onclick: () => this.leave() }, "Leave"))));
    this.append(this.dialog);
  }

  open(room) {
    this.room = room;
    this.dialog.querySelector("h2").textContent = `Leave this ${roomWord(room)}?`;
    const back = room.kind !== "group" ? "You can join it again." : room.members > 1 ? "To come back, somebody in it has to add you."
      : "Nobody else is in it: it is deleted, with everything that was said.";
    this.text.textContent = `${roomLabel(room)} goes from your list, and you hear nothing more of it. ${back}`;
    this.dialog.showModal();
  }

  leave() {
    this.dialog.close();
    intend(this, { e: "channel.leave", room: this.room.id });
  }
}
customElements.define("roost-leave-room", LeaveRoom);

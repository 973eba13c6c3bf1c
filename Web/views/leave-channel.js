// Asks before a channel is left.

import { el, intend } from "../dom.js";
import { dialog } from "./dialog.js";

class LeaveChannel extends HTMLElement {
  connectedCallback() {
    if (this.dialog) return;
    this.text = el("p");
    this.dialog = dialog("Leave this channel?", { closed: () => {} }, el("div", { class: "dialog-body form" }, this.text,
      el("div", { class: "dialog-foot" },
        el("button", { class: "button", type: "button", onclick: () => this.dialog.close() }, "Stay"),
        el("button", { class: "button primary", type: "button", onclick: () => this.leave() }, "Leave"))));
    this.append(this.dialog);
  }

  open(room) {
    this.room = room;
    this.text.textContent = `#${room.name} goes from your list, and you hear nothing more of it. You can join it again.`;
    this.dialog.showModal();
  }

  leave() {
    this.dialog.close();
    intend(this, { e: "channel.leave", room: this.room.id });
  }
}
customElements.define("roost-leave-channel", LeaveChannel);

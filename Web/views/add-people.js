// Adds people to a room.

import { ask, el } from "../dom.js";
import { dialog } from "./dialog.js";
import { Form } from "./form.js";
import { PeoplePicker } from "./people-picker.js";
import { roomLabel } from "./room-name.js";

class AddPeople extends HTMLElement {
  connectedCallback() {
    if (this.dialog) return;
    this.people = new PeoplePicker("People", { most: 100, changed: () => this.settle() });
    this.button = el("button", { class: "button primary", type: "submit", disabled: true }, "Add");
    const cancel = el("button", { class: "button", type: "button", onclick: () => this.dialog.close() }, "Cancel");
    this.form = new Form({
      fields: { users: this.people }, button: this.button, parts: [this.people.element, el("div", { class: "dialog-foot" }, cancel, this.button)],
      submit: () => this.add(),
    });
    this.dialog = dialog("Add people", { closed: () => {} }, el("div", { class: "dialog-body" }, this.form.element));
    this.append(this.dialog);
  }

  open(room) {
    this.room = room;
    this.dialog.querySelector("h2").textContent = `Add people to ${roomLabel(room)}`;
    this.people.reset();
    this.form.show({ busy: false, error: null });
    this.settle();
    this.dialog.showModal();
    this.people.control.focus();
  }

  /** The open room as it is now; null where there is none any more. */
  showRoom(room) {
    if (this.dialog.open && (room?.id !== this.room.id || !room.can.add)) this.dialog.close();
  }

  settle() { this.button.disabled = this.people.chosen.size === 0; }

  async add() {
    if (this.people.chosen.size === 0) return;
    this.form.show({ busy: true, error: null }, "Adding…");
    try {
      await ask(this, "member.add", { room: this.room.id, users: this.people.ids });
      this.form.show({ busy: false, error: null });
      this.dialog.close();
    } catch (error) {
      this.form.show({ busy: false, error });
    }
  }
}
customElements.define("roost-add-people", AddPeople);

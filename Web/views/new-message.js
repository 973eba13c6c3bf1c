// Opens the direct room of the people one chooses.

import { el, intend } from "../dom.js";
import { dialog } from "./dialog.js";
import { Form } from "./form.js";
import { PeoplePicker } from "./people-picker.js";

class NewMessage extends HTMLElement {
  connectedCallback() {
    if (this.dialog) return;
    this.people = new PeoplePicker("To", { most: 7, changed: () => this.settle() });
    this.button = el("button", { class: "button primary", type: "submit", disabled: true }, "Open the conversation");
    const cancel = el("button", { class: "button", type: "button", onclick: () => this.dialog.close() }, "Cancel");
    this.form = new Form({
      fields: { users: this.people }, button: this.button, parts: [this.people.element, el("div", { class: "dialog-foot" }, cancel, this.button)],
      submit: () => this.people.chosen.size > 0 && intend(this, { e: "direct.open", users: this.people.ids }),
    });
    this.dialog = dialog("New message", { closed: () => {} }, el("div", { class: "dialog-body" }, this.form.element));
    this.append(this.dialog);
  }

  open() {
    this.people.reset();
    this.form.show({ busy: false, error: null });
    this.settle();
    this.dialog.showModal();
    this.people.control.focus();
  }

  settle() { this.button.disabled = this.people.chosen.size === 0; }

  /** Follows the core's `form` change. */
  show(change) {
    if (!this.dialog.open) return;
    this.form.show(change, "Opening…");
    if (change.done) this.dialog.close();
  }
}
customElements.define("roost-new-message", NewMessage);

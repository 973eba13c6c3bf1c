// Makes a group: people, a title, a description.

import { el, intend } from "../dom.js";
import { dialog } from "./dialog.js";
import { Field } from "./field.js";
import { Form } from "./form.js";
import { PeoplePicker } from "./people-picker.js";

class CreateGroup extends HTMLElement {
  connectedCallback() {
    if (this.dialog) return;
    this.people = new PeoplePicker("People", { most: 999, changed: () => this.settle() });
    const name = new Field("Title", el("input", { type: "text", autocomplete: "off", maxlength: "200" }));
    const description = new Field("Description", el("textarea", { rows: "2", maxlength: "1000" }), { hint: "Optional. What is the group about?" });
    this.done = el("button", { class: "button primary", type: "submit", disabled: true }, "Done");
    const cancel = el("button", { class: "button", type: "button", onclick: () => this.dialog.close() }, "Cancel");
    this.fields = { users: this.people, name, description };
    this.form = new Form({
      fields: this.fields, button: this.done,
      parts: [this.people.element, name.element, description.element, el("div", { class: "dialog-foot" }, cancel, this.done)],
      submit: () => this.submit(),
    });
    name.control.addEventListener("input", () => this.settle());
    this.dialog = dialog("New group", { closed: () => intend(this, { e: "group.drop" }) }, el("div", { class: "dialog-body" }, this.form.element));
    this.append(this.dialog);
  }

  open() {
    this.form.element.reset();
    this.people.reset();
    this.form.show({ busy: false, error: null });
    this.settle();
    this.dialog.showModal();
    this.people.control.focus();
  }

  /** A group needs a title and somebody else. */
  settle() { this.done.disabled = this.fields.name.value.trim() === "" || this.people.chosen.size === 0; }

  submit() {
    const { name, description } = this.fields;
    if (!this.done.disabled) intend(this, { e: "group.create", name: name.value, description: description.value, users: this.people.ids });
  }

  /** Follows the core's `form` change. */
  show(change) {
    this.form.show(change, "Making the group…");
    if (change.done) this.dialog.close();
  }
}
customElements.define("roost-create-group", CreateGroup);

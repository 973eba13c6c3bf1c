// Makes a channel.

import { el, intend } from "../dom.js";
import { dialog } from "./dialog.js";
import { Field } from "./field.js";
import { Form } from "./form.js";

class CreateChannel extends HTMLElement {
  connectedCallback() {
    if (this.dialog) return;
    const name = new Field("Name", el("input", { type: "text", autocomplete: "off", maxlength: "200" }));
    const description = new Field("Description", el("textarea", { rows: "3", maxlength: "1000" }), { hint: "Optional. What is talked about here?" });
    const button = el("button", { class: "button primary", type: "submit" }, "Create the channel");
    const cancel = el("button", { class: "button", type: "button", onclick: () => this.dialog.close() }, "Cancel");
    this.fields = { name, description };
    this.form = new Form({
      fields: this.fields, button,
      parts: [name.element, description.element, el("div", { class: "dialog-foot" }, cancel, button)],
      submit: () => intend(this, { e: "channel.create", name: name.value, description: description.value }),
    });
    this.dialog = dialog("Create a channel", { closed: () => intend(this, { e: "channel.drop" }) }, el("div", { class: "dialog-body" }, this.form.element));
    this.append(this.dialog);
  }

  open() {
    this.form.element.reset();
    this.form.show({ busy: false, error: null });
    this.dialog.showModal();
    this.fields.name.control.focus();
  }

  /** Follows the core's `form` change. */
  show(change) {
    this.form.show(change, "Creating…");
    if (change.done) this.dialog.close();
  }
}
customElements.define("roost-create-channel", CreateChannel);

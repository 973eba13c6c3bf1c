// The screens before the chat: log in, make the first owner, register by invitation.

import { el, intend } from "../dom.js";
import { AvatarPicker } from "./avatar-picker.js";
import { Field } from "./field.js";
import { Form } from "./form.js";

const texts = {
  login: {
    title: "Log in to Roost", lead: "Good to see you again.", button: "Log in", busy: "Logging in…",
    foot: "No account yet? Ask an owner or administrator of this server for an invitation link.",
  },
  setup: {
    title: "Make the first owner", lead: "You will run this server: invite people, and decide what they may do.",
    button: "Make the account", busy: "Making the account…",
  },
  register: {
    title: "Join this server", lead: "You have been invited. Make your account; it takes a minute.",
    button: "Make the account", busy: "Making the account…",
  },
};

class AccountScreen extends HTMLElement {
  connectedCallback() {
    if (this.form) return;
    this.name = this.getAttribute("form");
    const text = texts[this.name];
    const email = new Field("E-mail", el("input", {
      type: "email", name: "email", autocomplete: "username", autocapitalize: "none", spellcheck: "false",
    }));
    const isNew = this.name !== "login";
    const password = new Field("Password", el("input", {
      type: "password", name: "password", autocomplete: isNew ? "new-password" : "current-password",
    }), { hint: isNew ? "At least 8 characters." : null });
    const name = isNew ? new Field("Name", el("input", { type: "text", name: "name", autocomplete: "name" })) : null;
    this.picker = isNew ? new AvatarPicker() : null;
    this.fields = isNew
      ? { name, email, password, picture: this.picker, color: this.picker, avatar: this.picker } : { email, password };
    const button = el("button", { class: "button primary", type: "submit" }, text.button);
    this.form = new Form({
      fields: this.fields, button,
      parts: [name?.element, email.element, password.element, this.picker?.element, button].filter(Boolean),
      submit: () => this.submit(),
    });
    const title = el("h1", {}, text.title);
    this.className = "screen";
    this.append(el("main", { class: "card" },
      el("div", { class: "card-head" }, el("img", { src: "/roost.svg", alt: "" }), title),
      el("p", { class: "card-lead" }, text.lead), this.form.element,
      text.foot ? el("p", { class: "card-foot" }, text.foot) : null));
    (name ?? email).control.focus();
  }

  submit() {
    const { email, password, name } = this.fields;
    const intent = { e: this.name, email: email.value.trim(), password: password.value };
    if (this.picker) Object.assign(intent, { name: name.value, picture: this.picker.picture, color: this.picker.color });
    intend(this, intent);
  }

  /** Follows the core's `form` change. */
  show(change) {
    this.form.show(change, texts[this.name].busy);
    if (change.done) this.fields.password.control.value = "";
  }
}
customElements.define("roost-account", AccountScreen);

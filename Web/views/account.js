// The screens before the chat: log in, make the first owner, register, choose a new password.

import { el, intend } from "../dom.js";
import { AvatarPicker } from "./avatar-picker.js";
import { Field } from "./field.js";
import { Form } from "./form.js";

const texts = {
  login: {
    title: "Log in to Roost", lead: "Good to see you again.", button: "Log in", busy: "Logging in…",
  },
  setup: {
    title: "Make the first owner", lead: "You will run this server: invite people, and decide what they may do.",
    button: "Make the account", busy: "Making the account…",
  },
  register: {
    title: "Join this server", lead: "Make your account; it takes a minute.",
    button: "Make the account", busy: "Making the account…",
  },
  reset: {
    title: "Choose a new password", lead: "Your other sessions end, and you are logged in here.",
    button: "Save and log in", busy: "Saving…",
  },
};

/** Whether the page was opened by an invitation's link, which logging in or registering makes use of. */
const isInvited = () => location.pathname.startsWith("/invite/");

class AccountScreen extends HTMLElement {
  connectedCallback() {
    if (this.form) return;
    this.name = this.getAttribute("form");
    const text = texts[this.name];
    const isNew = this.name === "setup" || this.name === "register";
    const email = this.name === "reset" ? null : new Field("E-mail", el("input", {
      type: "email", name: "email", autocomplete: "username", autocapitalize: "none", spellcheck: "false",
    }));
    const isChosen = this.name !== "login";
    const password = new Field(this.name === "reset" ? "New password" : "Password", el("input", {
      type: "password", name: "password", autocomplete: isChosen ? "new-password" : "current-password",
    }), { hint: isChosen ? "At least 8 characters." : null });
    const name = isNew ? new Field("Name", el("input", { type: "text", name: "name", autocomplete: "name" })) : null;
    this.picker = isNew ? new AvatarPicker() : null;
    this.fields = { ...(email ? { email } : {}), password };
    if (isNew) Object.assign(this.fields, { name, picture: this.picker, color: this.picker, avatar: this.picker });
    const button = el("button", { class: "button primary", type: "submit" }, text.button);
    this.form = new Form({
      fields: this.fields, button,
      parts: [name?.element, email?.element, password.element, this.picker?.element, button].filter(Boolean),
      submit: () => this.submit(),
    });
    const title = el("h1", {}, text.title);
    this.foot = el("p", { class: "card-foot" });
    this.className = "screen";
    this.append(el("main", { class: "card" },
      el("div", { class: "card-head" }, el("img", { src: "/roost.svg", alt: "" }), title),
      el("p", { class: "card-lead" }, this.name === "register" && isInvited() ? `You have been invited. ${text.lead}` : text.lead),
      this.form.element, this.foot));
    this.renderFoot();
    (name ?? email ?? password).control.focus();
  }

  /** Follows the core's `server` change. */
  server({ registration }) {
    this.registration = registration;
    if (this.foot) this.renderFoot();
  }

  /** The way to the other form, where there is one. */
  renderFoot() {
    const parts = {
      login: () => (isInvited() || this.registration === "open" ? ["No account yet? ", this.other("register", "Make one")]
        : ["No account yet? Ask an owner or administrator of this server for an invitation link."]),
      register: () => ["You have an account? ", this.other("login", "Log in")],
      reset: () => ["You remember the password? ", el("a", { href: "/" }, "Log in")],
    }[this.name]?.() ?? [];
    this.foot.replaceChildren(...parts);
    this.foot.hidden = parts.length === 0;
  }

  other(form, label) {
    return el("button", { class: "button link", type: "button", onclick: () => intend(this, { e: "form.show", form }) }, label);
  }

  submit() {
    const { email, password, name } = this.fields;
    if (this.name === "reset") return intend(this, { e: "reset", password: password.value });
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

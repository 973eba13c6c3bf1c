// With what I log in: e-mail address and password.

import { ask, el } from "../../dom.js";
import { AskForm } from "../ask-form.js";
import { Field } from "../field.js";
import { sectionHead } from "../sections.js";

const password = (label, autocomplete, hint = null) =>
  new Field(label, el("input", { type: "password", autocomplete }), { hint });

/** At least so many bytes; see docs/protocol.md. */
const shortest = 8;

export class LogInSection {
  constructor(host) {
    this.host = host;
    this.element = el("section", {}, sectionHead("E-mail and password", "What you log in with. Only administrators see your address, and whoever knows it already."),
      this.emailForm(), this.passwordForm());
  }

  emailForm() {
    const email = new Field("New e-mail address", el("input", { type: "email", autocomplete: "email", autocapitalize: "none", spellcheck: "false" }));
    const current = password("Your password", "current-password");
    const button = el("button", { class: "button primary", type: "submit" }, "Change the e-mail address");
    this.now = el("p", { class: "soft" });
    const form = new AskForm({
      fields: { email, password: current }, button, busy: "Changing…",
      parts: [el("h4", {}, "E-mail address"), this.now, email.element, current.element, button],
      check: () => (email.value.trim() === "" ? { field: "email", message: "Which address shall it be?" } : needed(current, "password")),
      send: () => ask(this.host, "email.change", { password: current.value, email: email.value.trim() }),
      done: ({ user }) => {
        form.reset();
        this.showAddress(user.email);
        return "Changed. Log in with the new address from now on.";
      },
    });
    return form.element;
  }

  passwordForm() {
    const current = password("Current password", "current-password");
    const next = password("New password", "new-password", `At least ${shortest} characters.`);
    const button = el("button", { class: "button primary", type: "submit" }, "Change the password");
    const form = new AskForm({
      fields: { password: current, new_password: next }, button, busy: "Changing…",
      parts: [el("h4", {}, "Password"), el("p", { class: "soft" }, "Your other sessions end when you change it."), current.element, next.element, button],
      check: () => needed(current, "password") ?? (new TextEncoder().encode(next.value).length < shortest
        ? { field: "new_password", message: `The password has to have at least ${shortest} characters.` } : null),
      send: () => ask(this.host, "password.change", { password: current.value, new_password: next.value }),
      done: () => {
        form.reset();
        return "Changed. All other sessions have ended.";
      },
    });
    return form.element;
  }

  async shown() {
    try {
      this.showAddress((await ask(this.host, "me")).user.email);
    } catch {
      // It only says what is there now; both forms work without it.
    }
  }

  showAddress(email) { this.now.textContent = email ? `Now: ${email}` : ""; }
}

const needed = (field, name) => (field.value === "" ? { field: name, message: "Your password is needed for this." } : null);

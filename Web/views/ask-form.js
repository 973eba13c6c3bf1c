// A form that asks the server: busy meanwhile, what is refused beside its field, what was done said below.

import { el } from "../dom.js";
import { Form } from "./form.js";

export class AskForm {
  /**
   * `send()` resolves when it is done, and rejects with the server's reason; `done(answer)` answers what is then said,
   * or nothing. `check()` answers `{ field, message }` for what is wrong before anything is asked.
   */
  constructor({ fields, button, parts, busy, send, done = () => null, check = () => null }) {
    Object.assign(this, { busy, send, done, check });
    this.said = el("p", { class: "said", role: "status" });
    this.form = new Form({ fields, button, parts: [...parts, this.said], submit: () => this.submit() });
    this.element = this.form.element;
    this.element.addEventListener("input", () => this.say(null));
  }

  async submit() {
    this.say(null);
    const wrong = this.check();
    if (wrong) return this.form.show({ busy: false, error: wrong });
    this.form.show({ busy: true, error: null }, this.busy);
    try {
      const answer = await this.send();
      this.form.show({ busy: false, error: null });
      this.say(this.done(answer));
    } catch (error) {
      this.form.show({ busy: false, error: { field: fieldOf(error), message: error.message } });
    }
  }

  say(text) { this.said.textContent = text ?? ""; }

  /** As it was before anybody wrote in it. */
  reset() {
    this.element.reset();
    this.form.show({ busy: false, error: null });
    this.say(null);
  }
}

/** The field that an error speaks of, also where the server does not name it. */
const fieldOf = ({ code, field }) => field ?? { email_taken: "email", handle_taken: "handle", name_taken: "name", wrong_credentials: "password" }[code] ?? null;

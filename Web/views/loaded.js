// What can only be shown once the server has answered: a spinner until then, or why there is no answer.

import { el } from "../dom.js";
import { fault } from "./field.js";

export class Loaded {
  #turn = 0;
  #isFailed = false;

  /** `load()` resolves to what `show(answer)` makes elements of. */
  constructor({ load, show }) {
    Object.assign(this, { load, show });
    this.element = el("div", { class: "loaded" });
  }

  async reload() {
    const turn = (this.#turn += 1);
    this.#isFailed = false;
    this.element.replaceChildren(el("div", { class: "list-state" }, el("span", { class: "spinner", role: "img", "aria-label": "Loading" })));
    try {
      const answer = await this.load();
      if (turn === this.#turn) this.element.replaceChildren(...[this.show(answer)].flat());
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    }
  }

  /** The server can be asked again. */
  online() { if (this.#isFailed) this.reload(); }

  #fail(error) {
    this.#isFailed = true;
    this.element.replaceChildren(el("div", { class: "list-state", role: "status" }, fault(error.message, null, "fault general"),
      el("button", { class: "button", type: "button", onclick: () => this.reload() }, "Try again")));
  }
}

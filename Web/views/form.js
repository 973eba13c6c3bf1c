// What forms have in common: busy while they are sent, errors beside their field, focus on the first that is wrong.

import { el } from "../dom.js";
import { fault } from "./field.js";

export class Form {
  /** `fields` by the name under which the core speaks of them; `submit` is called with nothing. */
  constructor({ fields, button, parts, submit }) {
    this.fields = fields;
    this.button = button;
    this.label = button.textContent;
    this.general = el("div", { hidden: true });
    this.element = el("form", { class: "form", novalidate: true, method: "post" }, this.general, ...parts);
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.busy) submit();
    });
    for (const field of Object.values(fields)) field.control?.addEventListener("input", () => field.show(null));
  }

  /** Follows the core's `form` change. */
  show({ busy, error }, busyLabel) {
    this.busy = busy;
    this.button.setAttribute("aria-disabled", busy ? "true" : "false");
    this.button.textContent = busy ? busyLabel : this.label;
    const named = error ? this.fields[error.field] : null;
    for (const field of Object.values(this.fields)) field.show(field === named ? error.message : null);
    this.general.hidden = !error || Boolean(named);
    this.general.replaceChildren(...(this.general.hidden ? [] : [fault(error.message, null, "fault general")]));
    if (named?.control && !busy) named.control.focus();
  }
}

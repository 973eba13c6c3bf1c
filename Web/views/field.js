// A labelled field with a place for what is wrong with it.

import { el, freshID, icon } from "../dom.js";

/** What is wrong, as it stands beside a field or above a form. */
export const fault = (message, id, className = "fault") =>
  el("p", { class: className, id, role: "alert" }, icon("alert"), el("span", {}, message));

export class Field {
  /** `control` is an input or a textarea; `hint` says in a few words what belongs there. */
  constructor(label, control, { hint } = {}) {
    this.control = control;
    control.id = freshID("field");
    this.hint = hint ? el("p", { class: "hint", id: `${control.id}-hint` }, hint) : null;
    this.element = el("div", { class: "field" }, el("label", { for: control.id }, label), control, this.hint);
    this.show(null);
  }

  get value() { return this.control.value; }

  /** Shows what is wrong, or with null that nothing is. */
  show(message) {
    const faultID = `${this.control.id}-fault`;
    this.fault?.remove();
    this.fault = message ? fault(message, faultID) : null;
    if (this.fault) this.element.append(this.fault);
    const described = [message && faultID, this.hint?.id].filter(Boolean).join(" ");
    for (const [name, value] of [["aria-invalid", message ? "true" : ""], ["aria-describedby", described]]) {
      if (value) this.control.setAttribute(name, value);
      else this.control.removeAttribute(name);
    }
  }
}

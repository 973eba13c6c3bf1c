// One of several, all in sight.

import { el } from "../dom.js";

/** A field of a form: `choices` are `[value, label, explanation]`. */
export function radios(legend, name, choices, chosen) {
  const element = el("fieldset", { class: "radios" }, el("legend", {}, legend), ...choices.map(([value, label, hint]) =>
    el("label", {}, el("input", { type: "radio", name, value, checked: value === chosen }),
      el("span", {}, el("span", { class: "radio-label" }, label), hint ? el("span", { class: "hint" }, hint) : null))));
  return {
    element,
    get value() { return element.querySelector("input:checked")?.value; },
    set value(value) { for (const input of element.querySelectorAll("input")) input.checked = input.value === value; },
    show() {},
  };
}

// A modal dialog with a title and a way out.

import { el, freshID, icon } from "../dom.js";

/** `closed` is called however the dialog is closed. */
export function dialog(title, { closed }, ...parts) {
  const titleID = freshID("dialog");
  const element = el("dialog", { "aria-labelledby": titleID },
    el("div", { class: "dialog-head" }, el("h2", { id: titleID }, title),
      el("button", { class: "tool", type: "button", "aria-label": "Close", onclick: () => element.close() }, icon("close"))),
    ...parts);
  element.addEventListener("close", closed);
  // A click on the backdrop has the dialog itself as its target, and so has one on its padding: it has none.
  element.addEventListener("click", (event) => { if (event.target === element) element.close(); });
  return element;
}

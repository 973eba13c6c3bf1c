// A modal dialog with a title and a way out.

import { el, freshID, icon } from "../dom.js";

/**
 * Opens a dialog over `host` for once: it goes when it is closed. The focus goes back to what had it, or, where that was
 * made anew meanwhile, to what stands in its place.
 */
export function openOver(host, element) {
  const before = document.activeElement;
  const key = before?.closest("[data-key]")?.dataset.key;
  element.addEventListener("close", () => {
    element.remove();
    if (before?.isConnected) return;
    const same = key === undefined ? null : host.querySelector(`[data-key="${CSS.escape(key)}"] button`);
    (same ?? host.querySelector("dialog[open] .panel") ?? host).focus();
  });
  host.append(element);
  element.showModal();
}

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

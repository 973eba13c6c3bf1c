// Asks before something is done that cannot be taken lightly, and does it while the question stands.

import { el } from "../dom.js";
import { AskForm } from "./ask-form.js";
import { dialog, openOver } from "./dialog.js";

/**
 * Opens the question over `host`. `send()` does it: the question goes when it resolves, and says why when it rejects.
 * `done(answer)` follows. `fields` and `parts` are what has to be filled in, by the names of the server's arguments.
 */
export function question(host, { title, text, action, busy, danger = false, fields = {}, parts = [], send, done = () => {}, check }) {
  const button = el("button", { class: danger ? "button danger filled" : "button primary", type: "submit" }, action);
  const cancel = el("button", { class: "button", type: "button", onclick: () => element.close() }, "Cancel");
  const form = new AskForm({
    fields, button, busy, send, check,
    parts: [el("p", {}, text), ...parts, el("div", { class: "dialog-foot" }, cancel, button)],
    done: (answer) => {
      element.close();
      done(answer);
    },
  });
  const element = dialog(title, { closed: () => {} }, el("div", { class: "dialog-body" }, form.element));
  openOver(host, element);
  (form.element.querySelector("input:not([type=radio]), select, textarea") ?? cancel).focus();
  return element;
}

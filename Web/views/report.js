// Reports somebody's message to those who keep order.

import { ask, el } from "../dom.js";
import { Field } from "./field.js";
import { question } from "./question-dialog.js";

/** Asks why over `host`, and reports the message. */
export function report(host, { room, seq }) {
  const reason = new Field("Why?", el("textarea", { rows: "3", maxlength: "500" }), { hint: "At most 500 characters." });
  question(host, {
    title: "Report this message", text: "Those who keep order in this room and on this server read it, with what you write. Its author is not told.",
    action: "Report", busy: "Reporting…", fields: { reason }, parts: [reason.element],
    check: () => (reason.value.trim() === "" ? { field: "reason", message: "Say in a few words what is wrong with it." } : null),
    send: () => ask(host, "report", { room, seq, reason: reason.value.trim() }),
    done: () => host.dispatchEvent(new CustomEvent("told", { bubbles: true, detail: "Thank you. The message was reported." })),
  });
}

// What the server holds of me: take a copy of it, or delete it.

import { ask, el } from "../../dom.js";
import { Field, fault } from "../field.js";
import { question } from "../question-dialog.js";
import { radios } from "../radios.js";
import { sectionHead } from "../sections.js";
import { DataExport, exportName } from "./export.js";

export class DataSection {
  constructor(host) {
    this.host = host;
    this.button = el("button", { class: "button primary", type: "button", onclick: () => this.export() }, "Export my data");
    this.state = el("div", { class: "export-state", role: "status" });
    this.element = el("section", {},
      sectionHead("Your data"),
      el("div", { class: "block" }, el("h4", {}, "Export"),
        el("p", { class: "soft" }, "Your account, rooms, sessions, blocked people, and every message that you sent, in one JSON file."),
        el("div", { class: "row" }, this.button), this.state),
      el("div", { class: "block" }, el("h4", {}, "Delete the account"),
        el("p", { class: "soft" }, "You leave all rooms and are logged out everywhere. This cannot be taken back."),
        el("div", { class: "row" }, el("button", { class: "button danger", type: "button", onclick: () => this.delete() }, "Delete my account…"))));
  }

  closed() { this.stop?.abort(); }

  async export() {
    if (this.stop) return this.stop.abort();
    this.stop = new AbortController();
    this.running ??= new DataExport((name, args) => ask(this.host, name, args));
    this.button.textContent = "Stop";
    const bar = el("progress", { "aria-label": "Export" });
    const count = el("span", {}, "Reading…");
    this.state.replaceChildren(bar, count);
    try {
      const text = await this.running.run(() => { count.textContent = `${messages(this.running.messageCount)} so far…`; }, this.stop.signal);
      this.offer(text, this.running.messageCount);
      this.running = null;
    } catch (error) {
      if (error.name === "AbortError") this.running = null;
      this.state.replaceChildren(...(error.name === "AbortError" ? [el("span", { class: "soft" }, "Stopped.")]
        : [fault(error.message, null, "fault general")]));
    }
    this.stop = null;
    this.button.textContent = this.running ? "Go on" : "Export my data";
  }

  /** The file is saved at once, and the link saves it again. */
  offer(text, count) {
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    const name = exportName();
    const link = el("a", { href: this.url, download: name }, name);
    this.state.replaceChildren(el("span", {}, `${messages(count)}. Saved as `), link);
    link.click();
  }

  delete() {
    const password = new Field("Your password", el("input", { type: "password", autocomplete: "current-password" }));
    const choice = radios("Your messages", "messages", [
      ["keep", "Keep them", "Others still read them, under the name “Former member”."],
      ["erase", "Erase them", "The rooms show that messages were deleted."],
    ], "keep");
    question(this.host, {
      title: "Delete your account?", text: "Nobody can bring it back. Take an export first if you want to keep a copy.",
      action: "Delete my account", busy: "Deleting…", danger: true,
      fields: { password, messages: choice }, parts: [choice.element, password.element],
      check: () => (password.value === "" ? { field: "password", message: "Your password is needed for this." } : null),
      send: () => ask(this.host, "account.delete", { password: password.value, messages: choice.value }),
    });
  }
}

const messages = (count) => (count === 1 ? "1 message" : `${count.toLocaleString()} messages`);

// What a message said before it was edited, as the core tells it.

import { el, intend } from "../dom.js";
import { dialog } from "./dialog.js";
import { fault } from "./field.js";
import { markupNodes } from "./markup.js";
import { momentText, wholeMoment } from "./times.js";

class Edits extends HTMLElement {
  connectedCallback() {
    if (this.dialog) return;
    this.list = el("ol", { class: "versions", "aria-label": "Earlier texts, the newest last" });
    this.state = el("div", { class: "list-state", role: "status" });
    this.body = el("div", { class: "dialog-body", tabindex: "-1", autofocus: true }, this.list, this.state);
    this.dialog = dialog("Before it was edited", { closed: () => this.closed() }, this.body);
    this.append(this.dialog);
    this.shown = null;
  }

  /** Follows the core's `edits` change. */
  show(view) {
    if (view.room === null) return this.dialog.close();
    const key = `${view.room}/${view.seq}`;
    const isOther = this.shown !== key;
    this.shown = key;
    this.list.replaceChildren(...view.versions.map((version) => this.version(version)));
    this.list.hidden = view.versions.length === 0;
    this.state.replaceChildren(...this.end(view));
    if (!this.dialog.open) this.open();
    if (isOther) this.body.scrollTop = 0;
  }

  open() {
    this.before = document.activeElement;
    this.dialog.showModal();
  }

  /** The message may have been made anew meanwhile, with the mark that led here. */
  closed() {
    const seq = this.shown?.split("/")[1];
    this.shown = null;
    intend(this, { e: "edits.close" });
    const { before } = this;
    this.before = null;
    if (before?.isConnected) return before.focus({ preventScroll: true });
    const message = this.closest("roost-chat")?.querySelector(`roost-timeline [data-key="s${seq}"]`);
    (message?.querySelector('[data-part="edited"]') ?? message)?.focus({ preventScroll: true });
  }

  version({ at, text, markup }) {
    return el("li", { class: "version" }, el("time", { class: "version-when", datetime: new Date(at).toISOString(), title: wholeMoment(at) }, momentText(at)),
      el("div", { class: "message-text rich", dir: "auto" }, ...(markup.length > 0 ? markupNodes(markup) : [text])));
  }

  end({ room, seq, loading, error, versions }) {
    if (error) {
      return [fault(error, null, "fault general"),
        el("button", { class: "button", type: "button", onclick: () => intend(this, { e: "message.edits", room, seq: Number(seq) }) }, "Try again")];
    }
    if (loading) return [el("span", { class: "spinner", role: "img", "aria-label": "Loading" })];
    return versions.length === 0 ? [el("p", { class: "none" }, "It said nothing else before.")] : [];
  }
}
customElements.define("roost-edits", Edits);

// Above the text: which message it answers, or which one it changes.

import { el, icon } from "../../dom.js";

export class ComposeStrip {
  /** `left()` is called when the person no longer wants it. */
  constructor(left) {
    this.words = el("div", { class: "strip-words" });
    this.element = el("div", { class: "strip", hidden: true }, this.words,
      el("button", { class: "tool", type: "button", "aria-label": "Cancel", title: "Cancel (Esc)", onclick: left }, icon("close")));
  }

  showReply({ author, text }) {
    this.show(icon("reply"), el("span", { class: "strip-title" }, `Reply to ${author}`), el("span", { class: "strip-text", dir: "auto" }, text));
  }

  showEdit() {
    this.show(icon("edit"), el("span", { class: "strip-title" }, "Editing the message"), el("span", { class: "strip-text" }, "Enter saves, Esc leaves it as it was"));
  }

  show(...parts) {
    this.element.hidden = false;
    this.words.replaceChildren(...parts);
  }

  hide() {
    this.element.hidden = true;
    this.words.replaceChildren();
  }
}

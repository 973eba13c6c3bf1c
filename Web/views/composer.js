// Where a message is written. Enter sends it, Shift and Enter begin a new line, and Enter that ends an IME's
// composition does neither.

import { el, icon, intend } from "../dom.js";
import { roomLabel, roomWord } from "./room-name.js";

/** Code points that a message may have; see docs/protocol.md. */
const most = 16_000;

/** Whether the key belongs to an input method: Safari tells the Enter that ends a composition by key code 229 only. */
const isComposing = (event) => event.isComposing || event.keyCode === 229;

class Composer extends HTMLElement {
  connectedCallback() {
    if (this.input) return;
    this.input = el("textarea", { rows: "1", "aria-label": "Message", placeholder: "Message", enterkeyhint: "send", autocapitalize: "sentences" });
    this.button = el("button", { class: "tool", type: "submit", title: "Send", "aria-label": "Send", disabled: true }, icon("send"));
    this.note = el("p", { class: "compose-note", role: "alert", hidden: true });
    this.closed = el("p", { class: "compose-closed", hidden: true }, icon("archive"), el("span"));
    const form = (this.form = el("form", { class: "compose" }, this.input, this.button));
    this.append(form, this.closed, this.note);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.input.addEventListener("input", () => this.changed());
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
      event.preventDefault();
      this.send();
    });
  }

  /** Follows the core's `composer` change: a room was opened. */
  show({ room, draft }) {
    this.room = room;
    this.input.value = draft;
    this.fit();
    this.wantsFocus = matchMedia("(pointer: fine)").matches;
    this.takeFocus();
  }

  /** Takes the focus that the opened room is due, once it is in sight. */
  takeFocus() {
    if (!this.wantsFocus || !this.checkVisibility()) return;
    this.wantsFocus = false;
    this.input.focus({ preventScroll: true });
  }

  /** What the open room is called, and whether it takes messages. */
  name(room) {
    this.input.placeholder = `Message ${roomLabel(room)}`;
    this.input.setAttribute("aria-label", this.input.placeholder);
    this.form.hidden = !room.can.write;
    this.closed.hidden = room.can.write;
    this.closed.lastElementChild.textContent = `This ${roomWord(room)} is archived: it can be read, and nothing is written.`;
  }

  changed() {
    this.fit();
    if (this.room) intend(this, { e: "draft", room: this.room, text: this.input.value });
  }

  fit() {
    const length = this.input.value.length > most ? [...this.input.value].length : 0;
    this.isTooLong = length > most;
    this.note.hidden = !this.isTooLong;
    this.note.textContent = this.isTooLong ? `This is ${length - most} characters too long. Send it in parts.` : "";
    this.button.disabled = this.isTooLong || this.input.value.trim() === "";
    if (!CSS.supports("field-sizing", "content")) {
      this.input.style.height = "auto";
      this.input.style.height = `${this.input.scrollHeight}px`;
    }
  }

  send() {
    if (this.button.disabled || !this.room) return;
    const text = this.input.value;
    this.input.value = "";
    this.fit();
    intend(this, { e: "send", room: this.room, text });
    this.input.focus({ preventScroll: true });
  }
}
customElements.define("roost-composer", Composer);

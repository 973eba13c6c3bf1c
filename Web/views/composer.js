// Where a message is written. Enter sends it, Shift and Enter begin a new line, and Enter that ends an IME's
// composition does neither. What is edited is edited here too; the draft waits meanwhile.

import { el, icon, intend } from "../dom.js";
import { Completion } from "./compose/completion.js";
import { insertText } from "./compose/insert.js";
import { openLaterMenu } from "./compose/later.js";
import { ComposeStrip } from "./compose/strip.js";
import { shortcodeAt } from "./compose/word.js";
import { emojiFor, needEmoji, withEmoji } from "./emoji/shared.js";
import { roomLabel, roomWord } from "./room-name.js";

/** Code points that a message may have; see docs/protocol.md. */
const most = 16_000;

/** Whether the key belongs to an input method: Safari tells the Enter that ends a composition by key code 229 only. */
const isComposing = (event) => event.isComposing || event.keyCode === 229;

class Composer extends HTMLElement {
  connectedCallback() {
    if (this.input) return;
    this.input = el("textarea", { rows: "1", "aria-label": "Message", placeholder: "Message", enterkeyhint: "send", autocapitalize: "sentences" });
    this.emoji = el("button", { class: "tool emoji-tool", type: "button", title: "Emoji", "aria-label": "Emoji", onclick: () => this.pickEmoji() }, icon("smile"));
    this.later = el("button", { class: "tool later", type: "button", title: "Send later", "aria-label": "Send later", "aria-haspopup": "menu", hidden: true, onclick: () => this.chooseTime() }, icon("clock"));
    this.button = el("button", { class: "tool send", type: "submit", title: "Send", "aria-label": "Send", disabled: true }, icon("send"));
    this.note = el("p", { class: "compose-note", role: "alert", hidden: true });
    this.closed = el("p", { class: "compose-closed", hidden: true }, icon("archive"), el("span"));
    this.strip = new ComposeStrip(() => this.leave());
    this.completion = new Completion(this.input, {
      room: () => this.room, names: () => this.closest("[data-full]") !== null, taken: (word, insert) => this.complete(word, insert),
    });
    const form = (this.form = el("form", { class: "compose" }, this.strip.element,
      el("div", { class: "compose-row" }, this.input, this.emoji, this.later, this.button), this.completion.element));
    this.append(form, this.closed, this.note);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.input.addEventListener("input", (event) => this.changed(event));
    this.input.addEventListener("keydown", (event) => this.pressed(event));
    this.input.addEventListener("click", () => this.completion.look());
    this.input.addEventListener("keyup", ({ key }) => ["ArrowLeft", "ArrowRight", "Home", "End"].includes(key) && this.completion.look());
  }

  /** Whether it writes into a thread beside the room. */
  get isPane() { return this.hasAttribute("pane"); }

  /** Follows the core's `composer` change: a room or a thread was opened. */
  show({ room, thread = null, draft, reply = null }) {
    Object.assign(this, { room, thread, reply, editing: null });
    this.setText(draft);
    this.showStrip();
    this.wantsFocus = matchMedia("(pointer: fine)").matches;
    this.takeFocus();
  }

  /** Follows the core's `draft` change: somebody wrote on on another device. */
  follow({ room, thread = null, text }) {
    if (room !== this.room || thread !== this.thread) return;
    // It waits as the draft that was here does.
    if (this.editing) this.editing.kept = text;
    else if (this.input.value !== text) this.setText(text);
  }

  /** Takes the focus that the opened room is due, once it is in sight. */
  takeFocus() {
    if (!this.wantsFocus || !this.checkVisibility()) return;
    this.wantsFocus = false;
    this.input.focus({ preventScroll: true });
  }

  /** What the open room is called, and whether it takes messages. */
  name(room) {
    this.input.placeholder = this.isPane ? "Reply in the thread" : `Message ${roomLabel(room)}`;
    this.input.setAttribute("aria-label", this.input.placeholder);
    this.form.hidden = !room.can.write;
    this.closed.hidden = room.can.write;
    this.closed.lastElementChild.textContent = `This ${roomWord(room)} is archived: it can be read, and nothing is written.`;
  }

  // Answering and editing

  /** The next message answers this one: `{ seq, author, text }`. */
  answer(reply) {
    if (this.editing) this.stopEditing();
    this.reply = reply;
    this.showStrip();
    this.tellDraft();
    this.input.focus({ preventScroll: true });
  }

  /** A message of one's own is changed: `{ seq, text }`. */
  edit({ seq, text }) {
    this.editing = { seq, text, kept: this.editing ? this.editing.kept : this.input.value };
    this.setText(text);
    this.showStrip();
    this.input.focus({ preventScroll: true });
    this.input.setSelectionRange(text.length, text.length);
  }

  stopEditing() {
    const { kept } = this.editing;
    this.editing = null;
    this.setText(kept);
    this.showStrip();
  }

  leave() {
    if (this.editing) this.stopEditing();
    else if (this.reply) {
      this.reply = null;
      this.showStrip();
      this.tellDraft();
    }
    this.input.focus({ preventScroll: true });
  }

  showStrip() {
    this.form.classList.toggle("editing", Boolean(this.editing));
    if (this.editing) this.strip.showEdit();
    else if (this.reply) this.strip.showReply(this.reply);
    else this.strip.hide();
    const label = this.editing ? "Save" : "Send";
    this.button.title = label;
    this.button.setAttribute("aria-label", label);
    this.button.replaceChildren(icon(this.editing ? "check" : "send"));
    this.fit();
  }

  // Typing

  setText(text) {
    this.input.value = text;
    this.completion.close();
    this.fit();
  }

  changed({ inputType = "" }) {
    if (this.input.value.includes(":")) needEmoji().catch(() => {});
    // What was just taken back or removed is not put back.
    if (!/^(history|delete)/.test(inputType)) this.closeShortcode();
    this.fit();
    this.tellDraft();
    this.completion.look();
  }

  tellDraft() {
    // What is typed while editing is no draft.
    if (!this.room || this.editing) return;
    intend(this, { e: "draft", room: this.room, text: this.input.value, ...this.place() });
  }

  /** What tells the core where the text belongs, beside the room. */
  place() {
    return { ...(this.isPane ? { thread: this.thread } : {}), ...(this.reply ? { reply: this.reply.seq } : {}) };
  }

  /** A shortcode becomes its character as soon as it is closed. */
  closeShortcode() {
    const { value, selectionStart, selectionEnd } = this.input;
    if (selectionStart !== selectionEnd) return;
    const found = shortcodeAt(value, selectionStart);
    const emoji = found && emojiFor(found.shortcode);
    if (emoji) insertText(this.input, found.start, selectionStart, emoji);
  }

  complete({ start }, insert) {
    const { value, selectionStart } = this.input;
    const space = /^\s/.test(value.slice(selectionStart)) ? "" : " ";
    insertText(this.input, start, selectionStart, insert + space);
  }

  async pickEmoji() {
    const { openEmojiPicker } = await import("./emoji/picker.js");
    const { selectionStart, selectionEnd } = this.input;
    openEmojiPicker(this.closest("roost-chat") ?? document.body, this.emoji, (emoji) => insertText(this.input, selectionStart, selectionEnd, emoji));
  }

  fit() {
    const length = this.input.value.length > most ? [...this.input.value].length : 0;
    this.isTooLong = length > most;
    this.note.hidden = !this.isTooLong;
    this.note.textContent = this.isTooLong ? `This is ${length - most} characters too long. Send it in parts.` : "";
    this.button.disabled = this.isTooLong || this.input.value.trim() === "";
    // What is edited is said already, and what answers a message is not sent apart from it.
    this.later.hidden = this.button.disabled || Boolean(this.editing || this.reply) || !this.closest('[data-full~="scheduled"]');
    if (!CSS.supports("field-sizing", "content")) {
      this.input.style.height = "auto";
      this.input.style.height = `${this.input.scrollHeight}px`;
    }
  }

  /** The text stays until the core says that the server has it. */
  chooseTime() {
    const { room, thread } = this;
    const text = withEmoji(this.input.value);
    openLaterMenu(this.closest("roost-chat") ?? document.body, this.later, (at) => {
      intend(this, { e: "draft", room, text, ...(this.isPane ? { thread } : {}) });
      intend(this, { e: "schedule", room, text, at, ...(this.isPane ? { thread } : {}) });
    });
  }

  pressed(event) {
    if (isComposing(event)) return;
    if (this.completion.pressed(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.send();
    } else if (event.key === "Escape" && (this.editing || this.reply)) {
      event.stopPropagation();
      this.leave();
    } else if (event.key === "ArrowUp" && this.input.value === "" && this.room && this.closest("[data-full]")) {
      event.preventDefault();
      intend(this, { e: "edit.last", room: this.room, ...(this.isPane ? { thread: this.thread } : {}) });
    }
  }

  send() {
    if (this.button.disabled || !this.room) return;
    const text = withEmoji(this.input.value);
    if (this.editing) {
      const { seq, text: before } = this.editing;
      this.stopEditing();
      if (text !== before) intend(this, { e: "message.edit", room: this.room, seq, text });
    } else {
      const place = this.place();
      this.reply = null;
      this.setText("");
      this.showStrip();
      intend(this, { e: "send", room: this.room, text, ...place });
    }
    this.input.focus({ preventScroll: true });
  }
}
customElements.define("roost-composer", Composer);

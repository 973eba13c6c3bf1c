// What could complete the word at the caret, above the composer. The focus stays in the text; the list is gone through with
// the arrows, and Enter or Tab takes.

import { withTone } from "../../emoji/emoji.js";
import { el, freshID, icon, intend } from "../../dom.js";
import { emojiHabits } from "../emoji/habits.js";
import { emojiSet, needEmoji } from "../emoji/shared.js";
import { avatar } from "../pictures.js";
import { roomMark } from "../room-name.js";
import { emojiCompletions, wordAt } from "./word.js";

export class Completion {
  /** `taken(word, insert)` puts `insert` in the place of what was typed; `names()` says whether the core completes names. */
  constructor(input, { taken, names, room }) {
    Object.assign(this, { input, taken, names, room });
    this.list = el("ul", { class: "completions", id: freshID("completions"), role: "listbox", "aria-label": "Completions" });
    this.spoken = el("p", { class: "spoken", role: "status" });
    this.element = el("div", { class: "completion", hidden: true }, this.list, this.spoken);
    this.word = null;
    this.items = [];
    this.active = 0;
    /** Where Escape closed the list, which stays closed for that word. */
    this.refused = null;
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", this.list.id);
    // Choosing must not take the focus from the text.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    input.addEventListener("blur", () => this.close());
  }

  get isOpen() { return !this.element.hidden; }

  /** What stands at the caret now may be another word. */
  look() {
    const { selectionStart, selectionEnd, value } = this.input;
    const word = selectionStart === selectionEnd ? wordAt(value, selectionStart) : null;
    if (!word || word.start === this.refused) {
      if (!word) this.refused = null;
      return this.close();
    }
    this.refused = null;
    const isSame = this.word?.kind === word.kind && this.word.text === word.text;
    this.word = word;
    if (isSame && this.isOpen) return;
    if (word.kind === ":") return this.lookForEmoji();
    if (this.names()) intend(this.input, { e: "complete", room: this.room(), kind: word.kind, text: word.text });
    else this.close();
  }

  /** Follows the core's `completions` change. */
  show({ kind, text, items }) {
    if (this.word?.kind !== kind || this.word.text !== text) return;
    this.open(items.map((item) => ({
      insert: item.insert, name: item.name, note: item.note,
      mark: kind === "#" ? roomMark({ kind: item.kind ?? "channel", people: [] }) : item.avatar ? avatar(item.avatar) : icon("people"),
    })));
  }

  lookForEmoji() {
    const set = emojiSet();
    // Whether they come or not, what is typed next looks again.
    if (!set) return void needEmoji().then(() => this.word?.kind === ":" && this.lookForEmoji(), () => {});
    const { tone } = emojiHabits();
    this.open(emojiCompletions(set, this.word.text).map(({ emoji, tones, shortcode }) => {
      const shown = tone ? withTone(emoji, tone, tones) : emoji;
      return { insert: shown, name: `:${shortcode}:`, mark: el("span", { class: "completion-emoji", "aria-hidden": "true" }, shown) };
    }));
  }

  open(items) {
    this.items = items;
    if (items.length === 0) return this.close();
    this.list.replaceChildren(...items.map((item, index) => el("li", {
      class: "completion-item", id: `${this.list.id}-${index}`, role: "option", onclick: () => this.take(index),
      onpointermove: () => this.activate(index),
    }, item.mark, el("span", { class: "completion-name" }, item.name), item.note ? el("span", { class: "completion-note" }, item.note) : null)));
    this.element.hidden = false;
    this.spoken.textContent = items.length === 1 ? "1 completion" : `${items.length} completions`;
    this.activate(0);
  }

  close() {
    this.word = null;
    if (!this.isOpen) return;
    this.element.hidden = true;
    this.spoken.textContent = "";
    this.items = [];
    this.list.replaceChildren();
    this.input.removeAttribute("aria-activedescendant");
  }

  activate(index) {
    this.active = index;
    [...this.list.children].forEach((item, place) => item.setAttribute("aria-selected", `${place === index}`));
    const item = this.list.children[index];
    this.input.setAttribute("aria-activedescendant", item.id);
    item.scrollIntoView({ block: "nearest" });
  }

  take(index) {
    const { word } = this;
    const item = this.items[index];
    if (!word || !item) return;
    this.close();
    this.taken(word, item.insert);
  }

  /** Whether the key was the list's. */
  pressed({ key, shiftKey }) {
    if (!this.isOpen) return false;
    const count = this.items.length;
    if (key === "ArrowDown") this.activate((this.active + 1) % count);
    else if (key === "ArrowUp") this.activate((this.active + count - 1) % count);
    else if ((key === "Enter" && !shiftKey) || (key === "Tab" && !shiftKey)) this.take(this.active);
    else if (key === "Escape") {
      this.refused = this.word?.start ?? null;
      this.close();
    } else return false;
    return true;
  }
}

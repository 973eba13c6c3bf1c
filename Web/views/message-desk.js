// Acting on the messages of one timeline: by pointer with a bar on the message, by touch with a sheet, by keys on the focused
// message.

import { el, icon } from "../dom.js";
import { emojiHabits } from "./emoji/habits.js";
import { openMenu } from "./menu.js";
import { messageActions, seqOf } from "./message-actions.js";
import { performAction, pickReaction, react } from "./message-deeds.js";
import { LongPress } from "./long-press.js";
import { RowFocus } from "./row-focus.js";

/** What the bar has beside the quick reactions and the menu. */
const inBar = ["react", "reply", "thread", "edit"];

export class MessageDesk {
  /**
   * `rows` holds the messages. `rowOf(element)` is a message's row; `place()` is where it stands, as `messageActions` takes it,
   * with `room`, the room's id.
   */
  constructor(rows, { rowOf, place }) {
    Object.assign(this, { rows, rowOf, place });
    this.bar = null;
    this.focus = new RowFocus(rows);
    rows.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.attend(event.target.closest(".message")));
    rows.addEventListener("pointerleave", () => this.leave());
    rows.addEventListener("focusin", ({ target }) => {
      const element = target.closest(".message");
      this.focus.choose(element);
      if (element?.matches(":has(:focus-visible), :focus-visible")) this.attend(element);
    });
    rows.addEventListener("focusout", ({ relatedTarget }) => rows.contains(relatedTarget) || this.leave());
    rows.addEventListener("keydown", (event) => this.pressed(event));
    new LongPress(rows, (target) => this.openMenu(target.closest(".message"), target, true));
  }

  // The bar

  attend(element) {
    if (!element || element === this.attended) return;
    // Whoever goes through the bar by keys keeps it under their hands.
    if (this.bar?.matches(":has(:focus-visible)")) return;
    this.clear();
    const row = this.rowOf(element);
    const actions = row ? messageActions(row, this.place()) : [];
    if (actions.length === 0) return;
    this.attended = element;
    this.bar = this.makeBar(element, row, actions);
    element.append(this.bar);
  }

  leave() {
    if (!this.bar?.contains(document.activeElement) && !this.attended?.matches(":focus-visible")) this.clear();
  }

  clear() {
    const { bar } = this;
    // Taking it out takes the focus from it, which leads here again.
    this.bar = this.attended = null;
    bar?.remove();
  }

  /** `fresh` takes the place of `old`, which has the focus or the bar, and is in the page still. */
  replaced(old, fresh) {
    const part = old.contains(document.activeElement) ? document.activeElement.dataset.part ?? "" : null;
    if (this.attended === old) {
      this.clear();
      this.attend(fresh);
    }
    if (part === null) return;
    const same = part ? fresh.querySelector(`[data-part="${CSS.escape(part)}"]`) : null;
    (same ?? fresh).focus({ preventScroll: true });
  }

  makeBar(element, row, actions) {
    const button = (label, name, content, onclick) =>
      el("button", { class: "tool", type: "button", "aria-label": label, title: label, "data-part": `bar ${name}`, onclick }, content);
    const quick = actions.some(({ name }) => name === "react") ? emojiHabits().quick(3) : [];
    return el("div", { class: "message-actions", role: "group", "aria-label": "What to do with this message", "aria-live": "off" },
      ...quick.map((emoji) => button(`React with ${emoji}`, emoji, el("span", { class: "bar-emoji" }, emoji), () => react(this.rows, this.place().room, row, emoji))),
      ...actions.filter(({ name }) => inBar.includes(name)).map((action) => button(
        action.key ? `${action.label} (${action.key})` : action.label, action.name, icon(action.icon), ({ currentTarget }) => this.act(action.name, element, currentTarget))),
      button("More actions", "more", icon("more"), ({ currentTarget }) => this.openMenu(element, currentTarget)));
  }

  // The menu

  openMenu(element, anchor, isTouch = false) {
    const row = element && this.rowOf(element);
    const actions = row ? messageActions(row, this.place()) : [];
    if (actions.length === 0) return false;
    if (!isTouch) element.focus({ preventScroll: true });
    const mayReact = actions.some(({ name }) => name === "react");
    const menu = openMenu(this.rows.closest("roost-chat") ?? document.body, anchor, {
      label: "What to do with this message",
      items: actions.map((action) => ({
        label: action.label, icon: action.icon, note: action.key === "Delete" ? "Del" : action.key?.toUpperCase(), danger: action.danger,
        run: () => this.act(action.name, element, anchor),
      })),
      head: mayReact ? this.quickRow(row, () => menu.close()) : null,
    });
    return true;
  }

  quickRow(row, close) {
    return el("div", { class: "menu-quick", role: "group", "aria-label": "React" }, ...emojiHabits().quick(6).map((emoji) => el("button", {
      class: "tool", type: "button", "aria-label": `React with ${emoji}`, onclick: () => {
        close();
        react(this.rows, this.place().room, row, emoji);
      },
    }, emoji)));
  }

  // Keys

  pressed(event) {
    const element = event.target.closest(".message");
    if (!element || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.focus.move(event)) return event.preventDefault();
    // Within a message the keys are those of its buttons.
    if (event.target !== element) return;
    if (event.key === "Escape") return this.rows.dispatchEvent(new CustomEvent("write", { bubbles: true }));
    if (event.key === "Enter" || event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      if (this.openMenu(element, element)) event.preventDefault();
      return;
    }
    const row = this.rowOf(element);
    const key = event.key === "Backspace" ? "Delete" : event.key;
    const action = row && messageActions(row, this.place()).find((one) => one.key === key);
    if (!action) return;
    event.preventDefault();
    this.act(action.name, element, element);
  }

  act(name, element, anchor) {
    // What happened meanwhile may have changed it.
    const row = this.rowOf(element) ?? null;
    if (!row || seqOf(row) === null) return;
    if (name === "react") return pickReaction(this.rows, this.place().room, row, anchor.isConnected ? anchor : element);
    performAction(this.rows, name, { ...this.place(), row });
  }
}

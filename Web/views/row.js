// One row of a timeline: a message, a notice of who came or went, or the line above a day.

import { el, icon, intend } from "../dom.js";
import { isOnlyEmoji, markupNodes } from "./markup.js";
import { seqOf } from "./message-actions.js";
import { editedMark, marks, quote, threadLine } from "./message-parts.js";
import { plainText } from "./plain-text.js";
import { avatar } from "./pictures.js";
import { reactionChips } from "./reactions.js";
import { dayText, timeElement } from "./times.js";

/** The element of a row. `room` is the id of its room; `pick(anchor, row)` lets somebody choose an emoji to react with. */
export function rowElement(row, { room, pick = () => {}, isPane = false } = {}) {
  const element = { message, notice, day }[row.kind](row, { room, pick, isPane });
  element.dataset.key = row.key;
  return element;
}

function day(row) {
  return el("div", { class: "day", role: "separator" }, el("span", {}, dayText(row.at)));
}

function notice(row) {
  return el("div", { class: "event" }, el("span", {}, row.text), timeElement(row.at));
}

function message(row, place) {
  const author = row.author ?? { name: "Someone", avatar: { picture: "moon", color: "#5d6475" } };
  const seq = seqOf(row);
  const body = el("div", { class: "message-body" });
  const shownMarks = marks(row);
  if (shownMarks) body.append(shownMarks);
  if (row.follows) body.append(el("span", { class: "spoken" }, `${author.name}: `));
  else body.append(el("div", { class: "message-head" }, authorName(author), timeElement(row.at)));
  if (row.undo) body.append(undo(row, place.room, seq));
  else if (row.gone) body.append(el("div", { class: "message-gone" }, "This message was deleted."));
  else body.append(...said(row, place, seq));
  const thread = !place.isPane && row.thread ? threadLine(row.thread, place.room, seq) : null;
  if (thread) body.append(thread);
  const state = stateOf(row);
  if (state) body.append(state);
  const classes = ["message", row.follows && "follows", row.named && "named", row.pinned && "pinned"].filter(Boolean).join(" ");
  return el("article", { class: classes, tabindex: seq === null ? null : "-1", "data-state": row.state, "data-mine": row.mine ? "true" : false },
    row.follows ? el("div", { class: "message-side", "aria-hidden": "true" }, timeElement(row.at)) : avatar(author.avatar), body);
}

/** What a message says, with what it answers above it and what it met with below. */
function said(row, { room, pick }, seq) {
  const text = row.markup
    ? el("div", { class: isOnlyEmoji(row.markup) ? "message-text rich large" : "message-text rich", dir: "auto" }, ...markupNodes(row.markup))
    : el("div", { class: "message-text", dir: "auto" }, ...plainText(row.text));
  if (row.edited) {
    const mark = editedMark(row, room, seq);
    const last = text.lastElementChild;
    if (!row.markup || last?.localName === "p") (row.markup ? last : text).append(" ", mark);
    else text.append(mark);
  }
  return [
    row.reply ? quote(row.reply, room) : null, text,
    reactionChips(row, { room, seq, canReact: Boolean(row.can?.react), pick: (anchor) => pick(anchor, row) }),
  ].filter(Boolean);
}

/** The name above a message; it leads to who that is. By the keyboard that is one of the message's actions. */
function authorName(author) {
  if (!author.id) return el("span", { class: "message-author" }, author.name);
  return el("button", {
    class: "message-author", type: "button", tabindex: "-1", title: `Who is ${author.name}?`,
    onclick: ({ target }) => target.dispatchEvent(new CustomEvent("profile", { bubbles: true, detail: { person: author } })),
  }, author.name, author.role === "bot" ? el("span", { class: "tag" }, "Bot") : "");
}

/** What stands for a message that was deleted just now. */
function undo(row, room, seq) {
  return el("div", { class: "message-gone" }, "Message deleted ", el("span", { "aria-hidden": "true" }, "· "),
    el("button", { class: "button link", type: "button", "data-part": "undo",
      onclick: ({ currentTarget }) => intend(currentTarget, { e: "message.undelete", room, seq }) }, "Undo"));
}

function stateOf(row) {
  if (row.state === "sending") {
    return el("div", { class: "message-waits", title: "Sending…" }, icon("clock"), el("span", { class: "spoken" }, "Sending…"));
  }
  if (row.state !== "failed") return null;
  const button = (label, e) =>
    el("button", { class: "button link", type: "button", onclick: (event) => intend(event.target, { e, nonce: row.nonce }) }, label);
  return el("div", { class: "message-state" }, el("span", { class: "message-fault" }, icon("alert"), el("span", {}, `Not sent. ${row.error ?? ""}`.trim())),
    button("Try again", "retry"), button("Discard", "discard"));
}

// What stands around a message's text: what it answers, its thread, and the marks it has.

import { el, icon, intend } from "../dom.js";
import { avatar } from "./pictures.js";
import { sinceText, wholeMoment } from "./times.js";

/** That it is pinned or saved; null where it is neither. */
export function marks({ pinned, saved, gone, undo }) {
  if (gone || undo || (!pinned && !saved)) return null;
  const mark = (name, text) => el("span", { class: `message-mark ${name}` }, icon(name), text);
  return el("div", { class: "message-marks" }, pinned ? mark("pin", "Pinned") : null, saved ? mark("save", "Saved") : null);
}

/** That it was edited, and when; for who may see what it said before it leads there. */
export function editedMark({ edited, can }, room, seq) {
  const title = `Edited: ${wholeMoment(edited)}`;
  if (!can?.edits || seq === null) return el("span", { class: "message-edited", title }, "(edited)");
  return el("button", {
    class: "message-edited", type: "button", "data-part": "edited", title: `${title}. What it said before`, "aria-label": "Edited: what it said before", "aria-haspopup": "dialog",
    onclick: ({ currentTarget }) => intend(currentTarget, { e: "message.edits", room, seq }),
  }, "(edited)");
}

/** What the message answers; it leads there. */
export function quote({ seq, author, text, gone }, room) {
  const words = gone ? [el("span", { class: "quote-text" }, "A message that was deleted")]
    : [el("span", { class: "quote-author" }, author), el("span", { class: "quote-text", dir: "auto" }, text)];
  return el("button", {
    class: "message-quote", type: "button", "data-part": "quote", "aria-label": gone ? "In reply to a deleted message" : `In reply to ${author}: ${text}`,
    onclick: ({ currentTarget }) => intend(currentTarget, { e: "message.show", room, seq }),
  }, icon("reply"), ...words);
}

/** "1 reply", "2 replies". */
export const replyCount = (count) => (count === 1 ? "1 reply" : `${count} replies`);

/** Who replied, how often, when last, and what of it is unread; it opens the thread. */
export function threadLine(thread, room, seq) {
  const unread = [thread.unread ? `${thread.unread} unread` : "", thread.mentions ? `${thread.mentions} for you` : ""].filter(Boolean).join(", ");
  return el("button", {
    class: "thread-line", type: "button", "data-part": "thread", "data-unread": thread.unread ? "true" : null,
    onclick: ({ currentTarget }) => intend(currentTarget, { e: "thread.open", room, seq }),
  },
  el("span", { class: "faces", "aria-hidden": "true" }, ...(thread.faces ?? []).slice(0, 4).map((one) => avatar(one.avatar))),
  el("span", { class: "thread-count" }, replyCount(thread.count)),
  unread ? el("span", { class: thread.mentions ? "badge" : "badge quiet", "aria-hidden": "true" }, `${thread.mentions || thread.unread}`) : null,
  unread ? el("span", { class: "spoken" }, unread) : null,
  thread.at ? el("span", { class: "thread-last" }, `Last ${sinceText(thread.at)}`) : null);
}

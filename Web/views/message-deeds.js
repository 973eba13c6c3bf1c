// What each action on a message does.

import { intend } from "../dom.js";
import { copyText } from "./copy-text.js";
import { emojiHabits } from "./emoji/habits.js";
import { messagePath, seqOf } from "./message-actions.js";

/** Adds a reaction, or takes one's own back. */
export function react(host, room, row, emoji) {
  const isMine = row.reactions?.some((one) => one.emoji === emoji && one.mine) ?? false;
  if (!isMine) emojiHabits().used(emoji);
  intend(host, { e: "message.react", room, seq: seqOf(row), emoji, on: !isMine });
}

/** Lets somebody choose what to react with; the picker is fetched when it is first needed. */
export async function pickReaction(host, room, row, anchor) {
  const { openEmojiPicker } = await import("./emoji/picker.js");
  openEmojiPicker(host.closest("roost-chat") ?? document.body, anchor, (emoji) => react(host, room, row, emoji));
}

const tell = (host, text) => host.dispatchEvent(new CustomEvent("told", { bubbles: true, detail: text }));

/** Does what `name` of `messageActions` stands for; `host` is an element of the timeline. */
export function performAction(host, name, { room, row }) {
  const seq = seqOf(row);
  const say = (event, detail) => host.dispatchEvent(new CustomEvent(event, { bubbles: true, detail }));
  const deeds = {
    reply: () => say("reply", { room, seq, author: row.author?.name ?? "Someone", text: row.text }),
    edit: () => say("edit", { room, seq, text: row.text }),
    thread: () => intend(host, { e: "thread.open", room, seq }),
    pin: () => intend(host, { e: "message.pin", room, seq, pinned: !row.pinned }),
    save: () => intend(host, { e: "message.save", room, seq, saved: !row.saved }),
    unread: () => intend(host, { e: "message.unread", room, seq }),
    link: () => copy(host, location.origin + messagePath(room, seq), "The link was copied."),
    text: () => copy(host, row.text, "The text was copied."),
    profile: () => say("profile", { person: row.author }),
    report: () => say("report", { room, seq }),
    // It can be taken back for a while: nobody has to be asked before.
    delete: () => intend(host, { e: "message.delete", room, seq }),
  };
  deeds[name]?.();
}

async function copy(host, text, said) {
  tell(host, (await copyText(text)) ? said : "It could not be copied.");
}

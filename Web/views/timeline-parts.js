// What a timeline has besides its rows, and where a reader is among them.

import { el } from "../dom.js";
import { roomMark, roomWord } from "./room-name.js";

/** The line above what is unread. */
export const freshLine = () => el("div", { class: "fresh", role: "separator" }, "New");

/** What stands above a room's first message. */
export const beginningOf = (room, isSilent) => [
  el("h2", {}, roomMark(room), " ", room.name), room.description ? el("p", {}, room.description) : "",
  el("p", {}, isSilent && !room.archived ? "Nothing has been said here yet. Begin!" : `This is where the ${roomWord(room)} begins.`),
];

/** What came while the reader was elsewhere. */
export const missedText = (count) => (count === 0 ? "Jump to newest" : count === 1 ? "1 new message" : `${count} new messages`);

/** What is unread at the newest messages, while others are shown: "", a number or "999+". */
export const newestText = (unread) => (unread === "" ? "Jump to newest" : `Jump to newest · ${unread} new`);

/** The first message or notice of `rows` that ends below `top`, which is the first that shows there. */
export function firstBelow({ children: rows }, top) {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].offsetTop + rows[middle].offsetHeight > top) high = middle;
    else low = middle + 1;
  }
  // The lines between messages move when older ones come: a day's line goes to its new first message.
  let row = rows[low];
  while (row && !row.matches(".message, .event")) row = row.nextElementSibling;
  return row;
}

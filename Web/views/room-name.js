// What a room is called, and the mark beside its name, by its kind.

import { el, icon } from "../dom.js";
import { avatar } from "./pictures.js";

const isChannel = (room) => room.kind === "channel";
const icons = { feed: "feed", group: "people", direct: "people" };

/** `#name` of a channel, the name of any other room: a direct room is called after its other people. */
export const roomLabel = (room) => (isChannel(room) ? `#${room.name}` : room.name);

/** "channel", "group", "conversation" or "feed": what to call the room in a sentence. */
export const roomWord = (room) => ({ group: "group", direct: "conversation", feed: "feed" }[room.kind] ?? "channel");

/** "1 member", "2 members". */
export const memberCount = (count) => (count === 1 ? "1 member" : `${count} members`);

/** A sign of the room's kind; of a direct room its people's pictures. It says nothing to a screen reader. */
export function roomMark(room) {
  const parts = room.kind === "direct" && room.people.length > 0
    ? room.people.slice(0, 2).map((person) => avatar(person.avatar))
    : [isChannel(room) ? "#" : icon(icons[room.kind])];
  return el("span", { class: parts.length > 1 ? "mark pair" : "mark", "aria-hidden": "true" }, ...parts);
}

// Of which messages of a room one is told.

import { ask, el } from "../dom.js";
import { Field } from "./field.js";
import { openMenu } from "./menu.js";
import { roomLabel } from "./room-name.js";

/** Levels, their names, and what they mean. */
export const levels = [
  ["all", "Every message"], ["mentions", "Mentions only"], ["none", "Nothing: mute it"],
];

async function choose(host, room, level) {
  try {
    await ask(host, "level", { room: room.id, level });
  } catch (error) {
    host.dispatchEvent(new CustomEvent("told", { bubbles: true, detail: error.message }));
  }
}

/** The levels as a menu beside `anchor`. */
export function openLevelMenu(host, anchor, room) {
  openMenu(host, anchor, {
    label: `Notify me of messages in ${roomLabel(room)}`,
    head: el("p", { class: "menu-head" }, `Notify me in ${roomLabel(room)}`),
    items: levels.map(([level, label]) => ({ label, isChosen: room.level === level, run: () => choose(host, room, level) })),
  });
}

/** The same as a field, which holds at once. */
export class LevelField extends Field {
  constructor(host) {
    super("Notify me of", el("select", {}, ...levels.map(([level, label]) => el("option", { value: level }, label))));
    this.control.addEventListener("change", () => choose(host, this.room, this.control.value));
    this.element.hidden = true;
  }

  /** The room as it is now. */
  follow(room) {
    this.room = room;
    this.element.hidden = !room.level;
    if (room.level && document.activeElement !== this.control) this.control.value = room.level;
  }
}

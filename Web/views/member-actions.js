// What may be done about a member of a room: giving a part, removing. Only what one's own rights allow is offered.

import { el } from "../dom.js";
import { question } from "./question.js";
import { roomLabel } from "./room-name.js";

const parts = [["member", "Member"], ["moderator", "Moderator"], ["owner", "Owner"]];

/** Whether `me` may take the member out of the room. */
export function mayRemove(room, { person, part, me: isMe }, me) {
  if (isMe || (person.role === "owner" && me.role !== "owner")) return false;
  return room.can.remove === "all" || (room.can.remove === "members" && part === "member");
}

/** Whether `me` may give the member another part. */
export const mayGive = (room, { person }) => room.can.decide && person.role !== "guest";

/**
 * The actions about `member` in `room`, each an element; none where nothing is allowed. `perform(name, args)` asks the
 * server and tells what it refuses.
 */
export function memberActions(room, member, me, perform) {
  const args = { room: room.id, user: member.person.id };
  const actions = [];
  if (mayGive(room, member)) {
    actions.push(el("div", { class: "segments", role: "group", "aria-label": `Part in ${roomLabel(room)}` },
      ...parts.map(([part, name]) => el("button", {
        class: "segment", type: "button", "data-part": part, "aria-pressed": `${part === member.part}`,
        onclick: () => part !== member.part && perform("member.role", { ...args, role: part }),
      }, name))));
  }
  if (mayRemove(room, member, me)) {
    actions.push(question({
      label: `Remove from ${roomLabel(room)}`, text: `Remove ${member.person.name}?`, yes: "Remove", no: "Keep",
      chosen: () => perform("member.remove", args),
    }));
  }
  return actions;
}

// What may be done about a member of a room: giving a part, removing. Only what one's own rights allow is offered.

import { el } from "../dom.js";
import { question } from "./question.js";
import { roomLabel } from "./room-name.js";
import { sinceText } from "./times.js";

const parts = [["member", "Member"], ["moderator", "Moderator"], ["owner", "Owner"]];
/** How long somebody may be muted. Seconds. */
const spans = [["600", "10 minutes"], ["3600", "1 hour"], ["86400", "1 day"], ["604800", "1 week"], ["31536000", "1 year"]];

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
  // Whom one may remove one may also mute and ban.
  if (mayRemove(room, member, me)) {
    actions.push(muting(member, (seconds) => perform("member.mute", { ...args, seconds })));
    actions.push(question({
      label: `Remove from ${roomLabel(room)}`, text: `Remove ${member.person.name}?`, yes: "Remove", no: "Keep",
      chosen: () => perform("member.remove", args),
    }), question({
      label: `Ban from ${roomLabel(room)}`, text: `Ban ${member.person.name}? They are removed, and stay out until the ban is lifted in the settings.`,
      yes: "Ban", no: "Cancel", chosen: () => perform("member.ban", { ...args, banned: true }),
    }));
  }
  return actions;
}

/** Takes somebody's word for a while, or gives it back. */
function muting({ person, mutedUntil }, mute) {
  if (mutedUntil && mutedUntil > Date.now()) {
    return el("div", { class: "inline-action" }, el("p", { class: "soft" }, `Muted until ${sinceText(mutedUntil)}`),
      el("button", { class: "button", type: "button", onclick: () => mute(null) }, "Let them write"));
  }
  const span = el("select", { "aria-label": `For how long is ${person.name} muted?` }, ...spans.map(([value, name]) => el("option", { value }, name)));
  return el("div", { class: "inline-action" }, el("button", { class: "button", type: "button", onclick: () => mute(Number(span.value)) }, "Mute for"), span);
}

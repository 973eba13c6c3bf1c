// The reactions below a message: one chip an emoji, pressed where one has given it oneself.

import { el, icon, intend } from "../dom.js";

/** Null where there are none. `can` says whether one may react. */
export function reactionChips(row, { room, seq, canReact, pick }) {
  if (!row.reactions?.length) return null;
  return el("div", { class: "reactions", role: "group", "aria-label": "Reactions" },
    ...row.reactions.map((one) => chip(one, room, seq, canReact)),
    canReact ? el("button", { class: "reaction add", type: "button", title: "Add a reaction", "aria-label": "Add a reaction", "data-part": "add",
      onclick: ({ currentTarget }) => pick(currentTarget) }, icon("smile")) : null);
}

function chip({ emoji, count, mine, names }, room, seq, canReact) {
  const press = ({ currentTarget }) => {
    if (canReact || mine) intend(currentTarget, { e: "message.react", room, seq, emoji, on: !mine });
  };
  return el("button", {
    class: "reaction", type: "button", "aria-pressed": `${Boolean(mine)}`, title: names ? `${names} reacted with ${emoji}` : null,
    "aria-label": names ? `${emoji} ${count}: ${names}` : `${emoji} ${count}`, "aria-disabled": canReact || mine ? null : "true",
    "data-part": `reaction ${emoji}`, onclick: press,
  }, el("span", { class: "reaction-emoji" }, emoji), el("span", { class: "reaction-count" }, `${count}`));
}

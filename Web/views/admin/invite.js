// Makes an invitation link: for how many, for how long, as what, and into which room.

import { ask, el } from "../../dom.js";
import { dialog, openOver } from "../dialog.js";
import { Field } from "../field.js";
import { question } from "../question-dialog.js";
import { sinceText } from "../times.js";
import { secret } from "../secret.js";

const day = 86_400;
const lifetimes = [[day, "A day"], [7 * day, "A week"], [30 * day, "30 days"], [365 * day, "A year"]];
const channelsPage = 200;

const options = (choices, chosen) => choices.map(([value, label]) => el("option", { value, selected: `${value}` === `${chosen}` }, label));

export const select = (choices, chosen) => el("select", {}, ...options(choices, chosen));

/** `made()` is called when there is a new one. */
export function makeInvitation(host, made) {
  const uses = new Field("How many people", el("input", { type: "number", min: "1", max: "1000", value: "1", inputmode: "numeric" }));
  const lifetime = new Field("How long the link works", select(lifetimes, 7 * day));
  const room = new Field("Room that they come into", select([["", "None: they find their own way"]], ""));
  const role = new Field("What they are here", select(rolesFor(host, false), "member"),
    { hint: "A guest sees nothing but their rooms, and needs one to come into." });
  room.control.addEventListener("change", () => {
    const chosen = role.value;
    role.control.replaceChildren(...options(rolesFor(host, room.value !== ""), chosen));
  });
  question(host, {
    title: "Invite people", text: "You get a link to give to them.", action: "Make the link", busy: "Making…",
    fields: { uses, expires_in: lifetime, room, role }, parts: [uses.element, lifetime.element, room.element, role.element],
    check: () => (isCount(uses.value) ? null : { field: "uses", message: "A number from 1 to 1000." }),
    send: () => ask(host, "invite", {
      uses: Number(uses.value), expires_in: Number(lifetime.value), role: role.value, ...(room.value ? { room: room.value } : {}),
    }),
    done: (invitation) => {
      made();
      showLink(host, invitation);
    },
  });
  fillRooms(host, room.control);
}

const isCount = (text) => /^\d{1,4}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 1000;

/** A role `guest` is only for who comes into a room; only an owner invites administrators, and not into a room. */
export const rolesFor = ({ isOwner }, hasRoom) => [
  ["member", "Member"], ...(hasRoom ? [["guest", "Guest"]] : isOwner ? [["admin", "Administrator"]] : []),
];

async function fillRooms(host, control) {
  try {
    const [{ rooms }, { channels }] = await Promise.all([ask(host, "rooms"), ask(host, "channels", { limit: channelsPage })]);
    control.append(...options(roomChoices(rooms, channels)));
  } catch {
    // A link without a room can be made all the same.
  }
}

/** Every channel and every group of mine that people can be added to, by name. */
export function roomChoices(rooms, channels) {
  const all = new Map([...channels, ...rooms].map((room) => [room.id, room]));
  return [...all.values()].filter(({ kind, archived }) => (kind === "channel" || kind === "group") && !archived)
    .sort((a, b) => a.name.localeCompare(b.name)).map(({ id, kind, name }) => [id, kind === "channel" ? `#${name}` : name]);
}

function showLink(host, { link, uses, expires_at: until }) {
  const element = dialog("The invitation", { closed: () => {} }, el("div", { class: "dialog-body form" },
    secret("Link", link, `For ${uses === 1 ? "one person" : `${uses} people`}, until ${sinceText(until)}. It is not shown again.`),
    el("div", { class: "dialog-foot" }, el("button", { class: "button primary", type: "button", onclick: () => element.close() }, "Done"))));
  openOver(host, element);
  element.querySelector("input").focus();
}

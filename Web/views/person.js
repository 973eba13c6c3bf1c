// Somebody as lists and cards show them.

import { el } from "../dom.js";
import { avatar } from "./pictures.js";

const roles = { owner: "Owner of this server", admin: "Administrator", guest: "Guest", bot: "Bot" };
const parts = { owner: "Owner", moderator: "Moderator" };

/** What somebody is on the server; empty for a member. */
export const roleText = (role) => roles[role] ?? "";

/** What somebody is in a room; empty for a member. */
export const partText = (part) => parts[part] ?? "";

/** What tells two people of one name apart: an address where it is known, a handle, a role. */
export function personDetail({ email, handle, role, state }) {
  return [email, handle ? `@${handle}` : "", roleText(role), state === "deactivated" ? "Deactivated" : ""].filter(Boolean).join(" · ");
}

/** A picture with a name and what is known besides. */
export function personLine(person, detail = personDetail(person)) {
  return [
    avatar(person.avatar),
    el("span", { class: "person-text" }, el("span", { class: "person-name" }, person.name),
      detail ? el("span", { class: "person-detail" }, detail) : null),
  ];
}

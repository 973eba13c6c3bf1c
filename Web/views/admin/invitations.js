// How people come in: who may register, and the invitation links.

import { ask, el } from "../../dom.js";
import { AskForm } from "../ask-form.js";
import { PagedList, entry, tag } from "../paged.js";
import { question } from "../question-dialog.js";
import { radios } from "../radios.js";
import { sinceText } from "../times.js";
import { sectionHead } from "../sections.js";
import { makeInvitation } from "./invite.js";

const pageSize = 50;

const modes = [
  ["closed", "Nobody", "Invitation links rest until you open registration again."],
  ["administrators", "Whom an administrator invites", "Members’ links only bring people with an account into a room."],
  ["invitation", "Whoever is invited", "Members may invite new people too, into a room."],
  ["open", "Everybody", "Whoever finds this server makes an account."],
];

export class InvitationsSection {
  constructor(host) {
    this.host = host;
    this.list = new PagedList({
      label: "Invitations", empty: "No invitation is open. Make one, and give its link to whom you want here.",
      load: (before) => this.load(before), item: (invitation) => this.item(invitation),
    });
    this.element = el("section", {},
      sectionHead("Joining", "Who may make an account here."), this.registration(),
      el("div", { class: "section-head" }, el("div", { class: "section-text" }, el("h4", {}, "Invitations")),
        el("button", { class: "button primary", type: "button", onclick: () => makeInvitation(host, () => this.list.reload()) }, "Invite people")),
      this.list.element);
  }

  shown() { this.list.reload(); }

  connection(isOnline) { if (isOnline) this.list.online(); }

  registration() {
    const now = this.host.registration;
    if (!this.host.isOwner) {
      const label = modes.find(([mode]) => mode === now)?.[1];
      return label ? el("p", { class: "block" }, `Who may register: ${label.toLowerCase()}. Owners decide that.`) : null;
    }
    const choice = radios("Who may register", "registration", modes, now);
    const button = el("button", { class: "button", type: "submit" }, "Save");
    const form = new AskForm({
      fields: { mode: choice }, button, busy: "Saving…", parts: [choice.element, button],
      check: () => (choice.value ? null : { message: "Choose who may register." }),
      send: () => ask(this.host, "registration.set", { mode: choice.value }),
      done: () => {
        this.host.server({ registration: choice.value });
        return "Saved. It holds from now on.";
      },
    });
    return el("div", { class: "block" }, form.element);
  }

  async load(before) {
    const { invitations, more } = await ask(this.host, "invitations", { limit: pageSize, ...(before ? { before } : {}) });
    await this.host.names.learn({ users: invitations.map((one) => one.created_by), rooms: invitations.map((one) => one.room) });
    return { items: invitations, next: more && invitations.length > 0 ? invitations.at(-1).id : undefined };
  }

  item(invitation) {
    const { id, role, room, uses, created_by: by, created_at: at, expires_at: until } = invitation;
    const where = room ? `To ${this.host.names.room(room)}` : "To this server";
    return entry(id, {
      title: [where, role === "member" ? null : tag({ admin: "Administrator", guest: "Guest" }[role] ?? role, "accent")].filter(Boolean),
      lines: [`${uses === 1 ? "1 use" : `${uses} uses`} left · until ${sinceText(until)}`, `Made by ${by ? this.host.names.name(by) : "the server’s operator"}, ${sinceText(at)}`],
      actions: [el("button", { class: "button", type: "button", "aria-label": `Revoke the invitation: ${where}`, onclick: () => this.revoke(id) }, "Revoke")],
    });
  }

  revoke(invitation) {
    question(this.host, {
      title: "Revoke this invitation?", text: "Its link stops working. Who has joined with it stays.",
      action: "Revoke", busy: "Revoking…", send: () => ask(this.host, "invitation.revoke", { invitation }), done: () => this.list.reload(),
    });
  }
}

// One person, as an administrator looks after them: role, access, a link for a new password.

import { ask, el } from "../../dom.js";
import { AskForm } from "../ask-form.js";
import { dialog, openOver } from "../dialog.js";
import { fault } from "../field.js";
import { entry } from "../paged.js";
import { avatar } from "../pictures.js";
import { question } from "../question-dialog.js";
import { radios } from "../radios.js";
import { sinceText } from "../times.js";
import { secret } from "../secret.js";

const roles = [
  ["owner", "Owner", "May do everything here."], ["admin", "Administrator", "Looks after people, channels and reports."],
  ["member", "Member", "Makes and joins rooms."], ["guest", "Guest", "Sees only the rooms they were added to."],
];

/** The roles that somebody of role `mine` may give to somebody of role `theirs`; empty where none. */
export function rolesToGive(mine, theirs) {
  if (theirs === "bot") return [];
  if (mine === "owner") return roles.map(([role]) => role);
  return mine === "admin" && (theirs === "member" || theirs === "guest") ? ["member", "guest"] : [];
}

/** Whether somebody of role `mine` may deactivate, delete, or make a reset link for somebody of role `theirs`. */
export const mayLookAfter = (mine, theirs) => mine === "owner" || (mine === "admin" && theirs !== "owner" && theirs !== "admin");

export class PersonDialog {
  /** `changed()` is called whenever something of them is another. */
  constructor(host, user, changed) {
    Object.assign(this, { host, user, changed });
    this.body = el("div", { class: "dialog-body managed" });
    this.element = dialog(user.name, { closed: () => {} }, this.body);
    this.render();
  }

  open() { openOver(this.host, this.element); }

  render() {
    const { user } = this;
    this.place = el("div", { class: "block", hidden: true, role: "status" });
    const mine = this.host.user.role;
    const isMe = user.id === this.host.user.id;
    const mayChange = !isMe && mayLookAfter(mine, user.role);
    this.body.replaceChildren(
      el("ul", { class: "entries" }, entry(user.id, {
        picture: avatar(user.avatar), title: user.name,
        lines: [[user.handle ? `@${user.handle}` : null, user.email || null].filter(Boolean).join(" · "), `Here since ${sinceText(user.created_at)}`],
      })),
      ...(isMe ? [el("p", { class: "soft" }, "This is you. What is yours is in the settings; another owner can change your role.")]
        : [this.rolePart(mine), mayChange ? this.accessPart() : null].filter(Boolean)),
      ...(!isMe && !mayChange ? [el("p", { class: "soft" }, "Only an owner looks after owners and administrators.")] : []),
      this.place);
  }

  rolePart(mine) {
    const given = rolesToGive(mine, this.user.role);
    if (given.length === 0) return null;
    const choice = radios("Role", "role", roles.filter(([role]) => given.includes(role)), this.user.role);
    const button = el("button", { class: "button", type: "submit" }, "Save the role");
    const form = new AskForm({
      fields: { role: choice }, button, busy: "Saving…", parts: [choice.element, button],
      send: () => ask(this.host, "user.role", { user: this.user.id, role: choice.value }),
      done: ({ user }) => {
        this.user = { ...this.user, ...user };
        this.changed();
        return "Saved.";
      },
    });
    return el("div", { class: "block" }, form.element);
  }

  accessPart() {
    const isActive = this.user.state !== "deactivated";
    const isBot = this.user.role === "bot";
    return el("div", { class: "block" }, el("h4", {}, "Access"), el("div", { class: "row" },
      isBot ? this.action("New token…", () => this.newToken()) : this.action("Make a reset link…", () => this.makeReset()),
      this.action(isActive ? "Deactivate…" : "Let back in", () => this.setActive(!isActive)),
      this.action("Delete…", () => this.delete(), "danger")));
  }

  action(label, onclick, kind = "") { return el("button", { class: `button ${kind}`, type: "button", onclick }, label); }

  makeReset() {
    question(this.host, {
      title: "Make a reset link?", text: `Whoever has the link chooses a new password for ${this.user.name}. An earlier link stops working.`,
      action: "Make the link", busy: "Making…", send: () => ask(this.host, "reset.create", { user: this.user.id }),
      done: ({ link, expires_at: until }) => this.show(secret("Reset link", link,
        `It works once, until ${sinceText(until)}, and is not shown again. Give it to ${this.user.name} yourself.`)),
    });
  }

  newToken() {
    question(this.host, {
      title: "Make a new token?", text: `${this.user.name} is disconnected at once: its old token stops working.`,
      action: "Make the token", busy: "Making…", send: () => ask(this.host, "bot.token", { user: this.user.id }),
      done: ({ token }) => this.show(secret("Token", token, "It is not shown again.")),
    });
  }

  async setActive(active) {
    const send = () => ask(this.host, "user.deactivate", { user: this.user.id, active });
    const done = ({ user }) => {
      this.user = { ...this.user, state: undefined, ...user };
      this.changed();
      this.render();
    };
    if (!active) {
      return question(this.host, {
        title: `Deactivate ${this.user.name}?`, text: "They are logged out everywhere and cannot log in until somebody lets them back in. What they wrote stays.",
        action: "Deactivate", busy: "Deactivating…", danger: true, send, done,
      });
    }
    try {
      done(await send());
    } catch (error) {
      this.show(fault(error.message, null, "fault general"));
    }
  }

  delete() {
    const choice = radios("Their messages", "messages", [
      ["keep", "Keep them", "Others still read them, under the name “Former member”."],
      ["erase", "Erase them", "The rooms show that messages were deleted."],
    ], "keep");
    question(this.host, {
      title: `Delete ${this.user.name}?`, text: "Their name, address and sessions are gone for good. Nobody can bring them back.",
      action: "Delete", busy: "Deleting…", danger: true, fields: { messages: choice }, parts: [choice.element],
      send: () => ask(this.host, "user.delete", { user: this.user.id, messages: choice.value }),
      done: () => {
        this.element.close();
        this.changed();
      },
    });
  }

  show(element) {
    this.place.hidden = false;
    this.place.replaceChildren(element);
    this.place.scrollIntoView({ block: "nearest" });
    element.querySelector("input")?.focus();
  }
}

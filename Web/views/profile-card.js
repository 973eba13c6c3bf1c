// Who somebody is, a way to write to them, and what may be done about them in the room.

import { ask, el, intend } from "../dom.js";
import { dialog } from "./dialog.js";
import { fault } from "./field.js";
import { memberActions } from "./member-actions.js";
import { partText, roleText } from "./person.js";
import { avatar } from "./pictures.js";
import { presence, presenceText } from "./presence.js";
import { question } from "./question.js";
import { roomLabel } from "./room-name.js";

class ProfileCard extends HTMLElement {
  connectedCallback() {
    if (this.dialog) return;
    this.picture = el("div", { class: "card-picture" });
    this.name = el("p", { class: "card-name" });
    this.details = el("div", { class: "card-details" });
    this.message = el("button", { class: "button primary", type: "button", onclick: () => this.write() }, "Message");
    this.faultPlace = el("div");
    this.actions = el("div", { class: "card-actions" });
    this.block = el("div", { class: "card-actions", hidden: true });
    this.blocked = new Set();
    this.dialog = dialog("Profile", { closed: () => { this.person = null; } }, el("div", { class: "dialog-body profile" },
      el("div", { class: "card-person" }, this.picture, el("div", { class: "card-who" }, this.name, this.details)), this.message, this.faultPlace, this.actions, this.block));
    this.append(this.dialog);
    this.person = null;
  }

  /** `member` is there when they were chosen in the list of `room`'s members. */
  open({ person, member = null, room, me }) {
    Object.assign(this, { person, member, room, me, shownActions: null, shownBlock: null });
    this.showBusy(false);
    this.faultPlace.replaceChildren();
    this.render();
    this.dialog.showModal();
    this.look(person.id);
  }

  /** What the room's list says of them, and the room as it is now. */
  follow(members, room) {
    if (!this.person || !this.member || room?.id !== this.room?.id) return;
    this.room = room;
    this.member = members.find(({ person }) => person.id === this.person.id) ?? null;
    // Who was removed stays to be looked at, without what can be done about a member.
    this.render();
  }

  /** Somebody came or went. */
  showPresence() { if (this.person) this.render(); }

  /** Whom I have blocked, as the core tells it. */
  showBlocked(users) {
    this.blocked = new Set(users);
    if (this.person) this.render();
  }

  async look(id) {
    try {
      const { users } = await ask(this, "users", { users: [id] });
      if (this.person?.id === id && users[0]) this.person = users[0];
      if (this.person) this.render();
    } catch {
      // What is known is shown already.
    }
  }

  render() {
    const { person, member, room } = this;
    const isMe = person.id === this.me?.id;
    this.dialog.querySelector("h2").textContent = isMe ? "Your profile" : "Profile";
    this.picture.replaceChildren(presence.on(avatar(person.avatar), person.id));
    this.name.textContent = person.name;
    const part = member && room.kind !== "direct" && partText(member.part);
    const there = presenceText(presence.of(person.id));
    this.details.replaceChildren(...[
      there && there.charAt(0).toUpperCase() + there.slice(1), person.handle ? `@${person.handle}` : "", roleText(person.role), part ? `${part} of ${roomLabel(room)}` : "",
      person.state === "deactivated" ? "This account is deactivated." : person.state === "deleted" ? "This account was deleted." : "",
    ].filter(Boolean).map((text) => el("p", {}, text)));
    const isBlocked = this.blocked.has(person.id);
    this.message.hidden = isMe || person.state === "deleted" || isBlocked;
    this.renderActions();
    this.renderBlock(isMe, isBlocked);
  }

  renderBlock(isMe, isBlocked) {
    this.block.hidden = isMe || (this.person.state === "deleted" && !isBlocked);
    if (this.shownBlock === isBlocked) return;
    this.shownBlock = isBlocked;
    const { id, name } = this.person;
    const set = (blocked) => () => ask(this, "block", { user: id, blocked });
    this.block.replaceChildren(...(isBlocked
      ? [el("p", { class: "soft" }, "You have blocked them: they cannot write to you directly."),
        question({ label: "Unblock", text: `Let ${name} write to you again?`, yes: "Unblock", no: "Keep blocked", isDangerous: false, chosen: set(false) })]
      : [question({ label: `Block ${name}`, text: `Block ${name}? They cannot write to you directly, and are not told.`, yes: "Block", no: "Cancel", chosen: set(true) })]));
  }

  renderActions() {
    const { member, room, me } = this;
    // Nothing is drawn anew while a question is being answered, unless what it is about has changed.
    const basis = JSON.stringify([member?.part, member?.mutedUntil, member?.person.role, room?.can, me?.role]);
    if (basis === this.shownActions) return;
    this.shownActions = basis;
    const hadFocus = this.actions.contains(document.activeElement) ? document.activeElement.dataset.part : null;
    const actions = member && room ? memberActions(room, member, me, (name, args) => this.perform(name, args)) : [];
    this.actions.replaceChildren(...(actions.length > 0 ? [el("h3", {}, `In ${roomLabel(room)}`), ...actions] : []));
    this.actions.hidden = actions.length === 0;
    if (hadFocus) this.actions.querySelector(`[data-part="${hadFocus}"]`)?.focus();
  }

  /** Its refusal is told here; its effect comes with the room's events. */
  async perform(name, args) {
    this.faultPlace.replaceChildren();
    try {
      await ask(this, name, args);
      if (name === "member.remove" || name === "member.ban") this.dialog.close();
    } catch (error) {
      this.faultPlace.replaceChildren(fault(error.message, null, "fault general"));
    }
  }

  write() {
    if (!this.isBusy) intend(this, { e: "direct.open", users: [this.person.id] });
  }

  showBusy(isBusy) {
    this.isBusy = isBusy;
    this.message.setAttribute("aria-disabled", `${isBusy}`);
    this.message.textContent = isBusy ? "Opening…" : "Message";
  }

  /** Follows the core's `form` change of a direct room. */
  show({ busy, error, done }) {
    if (!this.dialog.open) return;
    this.showBusy(busy);
    this.faultPlace.replaceChildren(...(error ? [fault(error.message, null, "fault general")] : []));
    if (done) this.dialog.close();
  }
}
customElements.define("roost-profile-card", ProfileCard);

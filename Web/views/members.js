// Who is in the open room; follows who comes and goes while it is open.

import { el, icon, intend } from "../dom.js";
import { dialog } from "./dialog.js";
import { fault } from "./field.js";
import { partText, personLine, roleText } from "./person.js";
import { presence } from "./presence.js";
import { memberCount, roomLabel } from "./room-name.js";

/** A list of this length is seen at a glance and needs no filter. */
const glance = 8;

class Members extends HTMLElement {
  connectedCallback() {
    if (this.dialog) return;
    this.filter = el("input", { type: "search", placeholder: "Find a member", "aria-label": "Find a member", oninput: () => this.render() });
    this.add = el("button", {
      class: "button", type: "button", onclick: () => this.dispatchEvent(new CustomEvent("add-people", { bubbles: true })),
    }, icon("plus"), "Add people");
    this.list = el("ul", { class: "people" });
    this.foot = el("div", { class: "none" });
    this.body = el("div", { class: "dialog-body", tabindex: "-1", autofocus: true }, this.list, this.foot);
    this.dialog = dialog("Members", { closed: () => intend(this, { e: "members.show", room: null }) },
      el("div", { class: "filter members-tools" }, this.filter, this.add), this.body);
    this.append(this.dialog);
    this.view = { room: null, members: [], loading: false, more: false, error: null };
    this.rows = new Map();
  }

  open(room) {
    this.showRoom(room);
    this.filter.value = "";
    this.body.scrollTop = 0;
    intend(this, { e: "members.show", room: room.id });
    this.dialog.showModal();
  }

  close() { this.dialog.close(); }

  /** The open room as it is now; null where there is none any more. */
  showRoom(room) {
    if (this.room && this.room.id !== room?.id && this.dialog.open) this.dialog.close();
    this.room = room;
    if (!room) return;
    this.dialog.querySelector("h2").textContent = `${memberCount(room.members)} of ${roomLabel(room)}`;
    this.add.hidden = !room.can.add;
    this.showTools();
  }

  /** Follows the core's `members` change. */
  show(view) {
    // A room that is gone closes the list; closing tells the core, which knows it already.
    if (view.room === null) return;
    this.view = view;
    this.render();
  }

  showTools() {
    this.filter.hidden = this.view.members.length <= glance;
    this.filter.parentElement.hidden = this.filter.hidden && this.add.hidden;
  }

  render() {
    this.showTools();
    const wanted = this.filter.hidden ? "" : this.filter.value.trim().toLocaleLowerCase();
    const found = this.view.members.filter(({ person }) => person.name.toLocaleLowerCase().includes(wanted));
    const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.user : null;
    const rows = new Map();
    for (const member of found) rows.set(member.person.id, this.row(member));
    this.rows = rows;
    this.list.replaceChildren(...rows.values());
    // Who had the focus and is gone leaves it to the list.
    if (focused) (rows.get(focused)?.firstElementChild ?? this.body).focus();
    this.renderFoot(found.length);
  }

  /** The row of a member; the one that is there where nothing of it changed. */
  row(member) {
    const text = JSON.stringify(member);
    const old = this.rows.get(member.person.id);
    if (old?.dataset.text === text) return old;
    const { person, part, me } = member;
    const label = [person.name, me ? "you" : "", partText(part), roleText(person.role)].filter(Boolean).join(", ");
    const [picture, words] = personLine({ ...person, name: me ? `${person.name} (you)` : person.name });
    return el("li", { "data-text": text },
      el("button", { class: "person", type: "button", "data-user": person.id, "aria-label": label, "aria-describedby": `there-${person.id}`, onclick: () => this.choose(member) },
        presence.on(picture, person.id), words, presence.spoken(person.id, `there-${person.id}`),
        partText(part) ? el("span", { class: "tag" }, partText(part)) : null));
  }

  renderFoot(count) {
    const { loading, more, error } = this.view;
    const again = (text, intent) => el("button", { class: "button", type: "button", onclick: () => intend(this, intent) }, text);
    this.foot.replaceChildren(...(loading ? [el("span", { class: "spinner", role: "img", "aria-label": "Loading the members" })]
      : error ? [fault(error, null), again("Try again", { e: "members.show", room: this.room.id })]
        : more ? [again("Show more", { e: "members.more" })]
          : count === 0 ? [el("p", {}, "Nobody here has this in their name.")] : []));
    this.foot.hidden = this.foot.childElementCount === 0;
  }

  choose(member) {
    this.dispatchEvent(new CustomEvent("profile", { bubbles: true, detail: { person: member.person, member } }));
  }
}
customElements.define("roost-members", Members);

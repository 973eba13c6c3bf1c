// Who is kept out of a room, for those who keep order in it.

import { ask, el } from "../dom.js";
import { PagedList, entry } from "./paged.js";
import { personDetail } from "./person.js";
import { avatar } from "./pictures.js";

/** How many come at once. */
const pageSize = 100;

export class RoomBans {
  constructor() {
    this.list = new PagedList({ label: "Banned people", empty: "Nobody is banned.", load: (after) => this.load(after), item: (user) => this.item(user) });
    this.said = el("p", { class: "soft", role: "status" });
    this.element = el("details", { class: "bans" }, el("summary", {}, "Banned people"), this.list.element, this.said);
    this.element.addEventListener("toggle", () => this.element.open && this.list.restart());
  }

  /** Another room's are looked at when they are asked for. */
  show(room) {
    if (this.room?.id !== room.id) this.element.open = false;
    this.room = room;
    this.said.textContent = "";
    this.element.hidden = room.can.remove === "none";
  }

  async load(after) {
    const { users, more } = await ask(this.element, "bans", { room: this.room.id, limit: pageSize, ...(after ? { after } : {}) });
    return { items: users, next: more && users.length > 0 ? users.at(-1).id : undefined };
  }

  item(user) {
    const button = el("button", { class: "button", type: "button", "aria-label": `Lift the ban of ${user.name}`, onclick: () => this.lift(user, button) }, "Lift the ban");
    return entry(user.id, { picture: avatar(user.avatar), title: user.name, lines: [personDetail(user)], actions: [button] });
  }

  async lift(user, button) {
    button.disabled = true;
    try {
      await ask(this.element, "member.ban", { room: this.room.id, user: user.id, banned: false });
      this.said.textContent = `${user.name} may come in again.`;
      this.list.list.focus();
      await this.list.reload();
    } catch (error) {
      button.disabled = false;
      this.said.textContent = error.message;
    }
  }
}

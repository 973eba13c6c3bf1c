// Whom I have blocked.

import { ask, el } from "../../dom.js";
import { PagedList, entry } from "../paged.js";
import { avatar } from "../pictures.js";
import { sectionHead } from "../sections.js";

export class BlocksSection {
  constructor(host) {
    this.host = host;
    this.list = new PagedList({
      label: "Blocked people",
      empty: "You have blocked nobody. To block somebody, open their profile.",
      load: async () => ({ items: (await ask(host, "blocks")).users }),
      item: (user) => this.item(user),
    });
    this.said = el("p", { class: "said", role: "status" });
    this.element = el("section", {},
      sectionHead("Blocked people", "Who is blocked cannot write to you directly. They are not told."), this.list.element, this.said);
  }

  shown() {
    this.said.textContent = "";
    this.list.reload();
  }

  connection(isOnline) { if (isOnline) this.list.online(); }

  item(user) {
    const button = el("button", { class: "button", type: "button", "aria-label": `Unblock ${user.name}`, onclick: () => this.unblock(user, button) }, "Unblock");
    return entry(user.id, { picture: avatar(user.avatar), title: user.name, lines: [user.handle ? `@${user.handle}` : null], actions: [button] });
  }

  async unblock(user, button) {
    button.disabled = true;
    try {
      await ask(this.host, "block", { user: user.id, blocked: false });
      this.said.textContent = `${user.name} can write to you again.`;
      this.list.list.focus();
      await this.list.reload();
    } catch (error) {
      button.disabled = false;
      this.said.textContent = error.message;
    }
  }
}

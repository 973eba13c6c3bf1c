// Everybody who has an account, and the bots.

import { ask, el } from "../../dom.js";
import { PagedList, entry, tag } from "../paged.js";
import { avatar } from "../pictures.js";
import { sinceText } from "../times.js";
import { sectionHead } from "../sections.js";
import { makeBot } from "./bot.js";
import { PersonDialog } from "./person.js";

const pageSize = 50;
/** Milliseconds after the last letter. */
const typingPause = 250;

export class PeopleSection {
  constructor(host) {
    this.host = host;
    this.search = el("input", { type: "search", placeholder: "Name, handle or e-mail", "aria-label": "Find people", oninput: () => this.typed() });
    this.list = new PagedList({
      label: "People",
      empty: () => (this.search.value.trim() === "" ? "There is nobody yet." : "Nobody has this in their name, handle or address."),
      load: (after) => this.load(after),
      item: (user) => this.item(user),
    });
    this.element = el("section", {},
      sectionHead("People", "Everybody with an account, and the bots.",
        el("button", { class: "button", type: "button", onclick: () => makeBot(host, () => this.list.reload()) }, "Make a bot")),
      el("div", { class: "search" }, this.search), this.list.element);
  }

  shown() { this.list.reload(); }

  connection(isOnline) { if (isOnline) this.list.online(); }

  closed() { clearTimeout(this.pause); }

  typed() {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.list.restart(), typingPause);
  }

  async load(after) {
    const query = this.search.value.trim();
    const { users, more } = await ask(this.host, "users.list", { limit: pageSize, ...(query ? { query } : {}), ...(after ? { after } : {}) });
    return { items: users, next: more && users.length > 0 ? users.at(-1).id : undefined };
  }

  item(user) {
    const isMe = user.id === this.host.user?.id;
    return entry(user.id, {
      picture: avatar(user.avatar),
      title: [user.name, isMe ? tag("You") : null, roleTag(user.role), stateTag(user.state)].filter(Boolean),
      lines: [
        [user.handle ? `@${user.handle}` : null, user.email || null].filter(Boolean).join(" · "),
        user.last_seen ? `Last seen ${sinceText(user.last_seen)}` : null,
      ],
      actions: user.state === "deleted" ? [] : [el("button", {
        class: "button", type: "button", "aria-label": `Manage ${user.name}`,
        onclick: () => new PersonDialog(this.host, user, () => this.list.reload()).open(),
      }, "Manage…")],
    });
  }
}

const roleTag = (role) => (role === "member" ? null : tag({ owner: "Owner", admin: "Administrator", guest: "Guest", bot: "Bot" }[role] ?? role, "accent"));

const stateTag = (state) => ({ deactivated: tag("Deactivated", "fault"), deleted: tag("Deleted") })[state] ?? null;

// What owners, administrators and moderators have done, the newest first.

import { ask, el } from "../../dom.js";
import { PagedList, entry } from "../paged.js";
import { momentText } from "../times.js";
import { sectionHead } from "../sections.js";
import { sentence } from "./audit-sentence.js";

const pageSize = 50;

export class AuditSection {
  constructor(host) {
    this.host = host;
    this.list = new PagedList({
      label: "Audit log", empty: "Nothing has been done yet that would be written here.",
      load: (before) => this.load(before),
      item: (one) => entry(one.id, { title: el("span", { class: "plain-title" }, sentence(one, host.names)), lines: [momentText(one.at)] }),
    });
    this.element = el("section", {},
      sectionHead("Audit log", "What owners, administrators and moderators have done. Nobody can change it.",
        el("button", { class: "button", type: "button", onclick: () => this.list.reload() }, "Reload")), this.list.element);
  }

  shown() { this.list.reload(); }

  connection(isOnline) { if (isOnline) this.list.online(); }

  async load(before) {
    const { entries, more } = await ask(this.host, "audit", { limit: pageSize, ...(before ? { before } : {}) });
    await this.host.names.learn({ users: entries.flatMap(({ actor, user }) => [actor, user]), rooms: entries.map(({ room }) => room) });
    return { items: entries, next: more && entries.length > 0 ? entries.at(-1).id : undefined };
  }
}

// Where I am logged in, and how to end it.

import { ask, el } from "../../dom.js";
import { PagedList, entry, tag } from "../paged.js";
import { question } from "../question-dialog.js";
import { sinceText } from "../times.js";
import { sectionHead } from "../sections.js";

export class SessionsSection {
  constructor(host) {
    this.host = host;
    this.others = el("button", { class: "button", type: "button", hidden: true, onclick: () => this.endOthers() }, "Log out everywhere else");
    this.list = new PagedList({
      label: "Sessions", empty: "There are no sessions.",
      load: async () => {
        const { sessions } = await ask(host, "sessions");
        this.others.hidden = sessions.length < 2;
        return { items: ordered(sessions) };
      },
      item: (session) => this.item(session),
    });
    this.element = el("section", {},
      sectionHead("Sessions", "Each browser or program that you are logged in with. End what you do not know.", this.others), this.list.element);
  }

  shown() { this.list.reload(); }

  connection(isOnline) { if (isOnline) this.list.online(); }

  item({ id, device, created_at: created, last_used_at: used, current }) {
    return entry(id, {
      title: [device || "Unnamed device", current ? tag("This device", "accent") : null].filter(Boolean),
      lines: [`Logged in ${sinceText(created)}`, current ? null : `Last used ${sinceText(used)}`],
      actions: current ? [] : [el("button", {
        class: "button", type: "button", "aria-label": `Log out ${device || "unnamed device"}`, onclick: () => this.end(id, device),
      }, "Log out")],
    });
  }

  end(session, device) {
    question(this.host, {
      title: "Log this session out?", text: `${device || "The unnamed device"} has to log in again before it hears or says anything.`,
      action: "Log out", busy: "Logging out…", send: () => ask(this.host, "session.revoke", { session }), done: () => this.list.reload(),
    });
  }

  endOthers() {
    question(this.host, {
      title: "Log out everywhere else?", text: "All sessions but this one end at once. Nothing that was sent is lost.",
      action: "Log out everywhere else", busy: "Logging out…", send: () => ask(this.host, "sessions.revoke_others"), done: () => this.list.reload(),
    });
  }
}

/** This one first, then by when they were used last. */
export const ordered = (sessions) =>
  [...sessions].sort((a, b) => Number(b.current) - Number(a.current) || b.last_used_at - a.last_used_at);

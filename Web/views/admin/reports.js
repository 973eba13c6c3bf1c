// Messages that members have reported.

import { ask, el } from "../../dom.js";
import { PagedList, entry, tag } from "../paged.js";
import { sinceText } from "../times.js";
import { sectionHead } from "../sections.js";
import { select } from "./invite.js";

const pageSize = 50;
const states = [["open", "Open"], ["resolved", "Resolved"], ["dismissed", "Dismissed"]];

export class ReportsSection {
  constructor(host) {
    this.host = host;
    this.state = select(states, "open");
    this.state.setAttribute("aria-label", "Which reports");
    this.state.addEventListener("change", () => this.list.restart());
    this.list = new PagedList({
      label: "Reports", empty: () => (this.state.value === "open" ? "Nothing is reported. That is a good sign." : "There are none."),
      load: (before) => this.load(before), item: (report) => this.item(report),
    });
    this.said = el("p", { class: "said", role: "status" });
    this.element = el("section", {}, sectionHead("Reports", "Messages that members have reported: read them, act in the room, and say what became of it.", this.state),
      this.said, this.list.element);
  }

  shown() { this.list.reload(); }

  connection(isOnline) { if (isOnline) this.list.online(); }

  /** Whoever reads further down goes on there. */
  reported() { if (this.state.value === "open" && this.element.isConnected) this.list.reload(); }

  async load(before) {
    const { reports, more } = await ask(this.host, "reports", { state: this.state.value, limit: pageSize, ...(before ? { before } : {}) });
    await this.host.names.learn({
      users: reports.flatMap(({ author, reporter, resolved_by: by }) => [author, reporter, by]), rooms: reports.map(({ room }) => room),
    });
    return { items: reports, next: more && reports.length > 0 ? reports.at(-1).id : undefined };
  }

  item(report) {
    const { names } = this.host;
    const { id, room, message, author, reporter, reason, at, state, resolved_by: by } = report;
    return entry(id, {
      title: [`${names.name(author)} in ${names.room(room)}`, state === "open" ? null : tag(states.find(([one]) => one === state)?.[1] ?? state)].filter(Boolean),
      lines: [
        message === undefined || message === null ? el("em", {}, "The message is gone.") : el("blockquote", { dir: "auto" }, message),
        el("span", { dir: "auto" }, `“${reason}”`),
        `Reported by ${names.name(reporter)}, ${sinceText(at)}${by ? ` · ${state} by ${names.name(by)}` : ""}`,
      ],
      actions: [
        ...(room ? [el("button", { class: "button", type: "button", onclick: () => this.open(room) }, "Open the room")] : []),
        ...(state === "open" ? [this.action("Resolve", report, "resolved"), this.action("Dismiss", report, "dismissed")] : []),
      ],
    });
  }

  action(label, report, state) {
    const button = el("button", { class: "button", type: "button", "aria-label": `${label} the report of ${this.host.names.name(report.author)}’s message`,
      onclick: () => this.resolve(report, state, button) }, label);
    return button;
  }

  async resolve(report, state, button) {
    button.disabled = true;
    try {
      await ask(this.host, "report.resolve", { report: report.id, state });
      this.said.textContent = state === "resolved" ? "The report is resolved." : "The report is dismissed.";
      this.list.list.focus();
      await this.list.reload();
    } catch (error) {
      button.disabled = false;
      this.said.textContent = error.message;
    }
  }

  open(room) {
    this.host.sections.element.close();
    this.host.dispatchEvent(new CustomEvent("intent", { bubbles: true, detail: { e: "room.open", room } }));
  }
}

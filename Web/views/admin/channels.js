// All channels: archive them, delete them, and how long and how fast people talk there.

import { ask, el } from "../../dom.js";
import { AskForm } from "../ask-form.js";
import { dialog, openOver } from "../dialog.js";
import { Field, fault } from "../field.js";
import { PagedList, entry, tag } from "../paged.js";
import { question } from "../question-dialog.js";
import { sinceText } from "../times.js";
import { sectionHead } from "../sections.js";
import { select } from "./invite.js";

const pageSize = 100;
const retentions = [[0, "For ever"], [7, "A week"], [30, "30 days"], [90, "90 days"], [365, "A year"], [1095, "3 years"]];
const slowModes = [[0, "As fast as they like"], [5, "Once in 5 seconds"], [30, "Once in 30 seconds"], [60, "Once a minute"], [300, "Once in 5 minutes"], [3600, "Once an hour"]];

/** The choices with one for `value`, which may have been set elsewhere. */
export const withValue = (choices, value, unit) =>
  choices.some(([one]) => one === value) ? choices : [...choices, [value, `${value} ${unit}`]].sort((a, b) => a[0] - b[0]);

export class ChannelsSection {
  constructor(host) {
    this.host = host;
    this.list = new PagedList({
      label: "Channels", empty: "There are no channels yet.",
      load: async (after) => {
        const { channels, more } = await ask(host, "channels", { limit: pageSize, ...(after ? { after } : {}) });
        return { items: channels, next: more && channels.length > 0 ? channels.at(-1).id : undefined };
      },
      item: (room) => this.item(room),
    });
    this.element = el("section", {},
      sectionHead("Channels", "The public rooms. Private groups look after themselves."), this.list.element);
  }

  shown() { this.list.reload(); }

  connection(isOnline) { if (isOnline) this.list.online(); }

  item(room) {
    return entry(room.id, {
      title: [`#${room.name}`, room.archived ? tag("Archived") : null].filter(Boolean),
      lines: [room.members === 1 ? "1 member" : `${room.members} members`, limitsText(room)],
      actions: [el("button", {
        class: "button", type: "button", "aria-label": `Manage #${room.name}`, onclick: () => new ChannelDialog(this.host, room, () => this.list.reload()).open(),
      }, "Manage…")],
    });
  }
}

/** What is special about how people talk in the room. */
export const limitsText = ({ retention = 0, slow_mode: slow = 0 }) => [
  retention ? `messages are kept for ${retention === 1 ? "a day" : `${retention} days`}` : null,
  slow ? `slow mode: ${slow} s` : null,
].filter(Boolean).join(" · ").replace(/^m/, "M").replace(/^s/, "S");

class ChannelDialog {
  constructor(host, room, changed) {
    Object.assign(this, { host, room, changed });
    this.body = el("div", { class: "dialog-body" });
    this.element = dialog(`#${room.name}`, { closed: () => {} }, this.body);
    this.render();
  }

  open() { openOver(this.host, this.element); }

  render() {
    const { room } = this;
    this.place = el("div", { hidden: true });
    const toggle = el("button", { class: "button", type: "button", onclick: () => this.archive(toggle) }, room.archived ? "Open it again" : "Archive it");
    this.body.replaceChildren(
      el("p", { class: "soft" }, room.description || "It has no description.", ` Made ${sinceText(room.created_at)}.`),
      room.archived ? el("p", { class: "soft" }, "It is archived: it can be read and not written.") : this.talk(),
      el("div", { class: "block" }, el("h4", {}, "The whole channel"), el("div", { class: "row" }, toggle,
        el("button", { class: "button danger", type: "button", onclick: () => this.delete() }, "Delete it…")), this.place));
  }

  talk() {
    const { retention = 0, slow_mode: slow = 0 } = this.room;
    const kept = new Field("How long messages are kept", select(withValue(retentions, retention, "days"), retention),
      { hint: "Older messages are erased for everybody, and cannot be brought back." });
    const speed = new Field("How often one person writes", select(withValue(slowModes, slow, "seconds"), slow),
      { hint: "Moderators and owners write as often as they like." });
    const button = el("button", { class: "button primary", type: "submit" }, "Save");
    const form = new AskForm({
      fields: { retention: kept, slow_mode: speed }, button, busy: "Saving…", parts: [kept.element, speed.element, button],
      send: () => ask(this.host, "room.update", { room: this.room.id, retention: Number(kept.value), slow_mode: Number(speed.value) }),
      done: ({ room }) => {
        this.room = room;
        this.changed();
        return "Saved.";
      },
    });
    return el("div", { class: "block" }, form.element);
  }

  async archive(button) {
    button.disabled = true;
    try {
      const { room } = await ask(this.host, "room.archive", { room: this.room.id, archived: !this.room.archived });
      this.room = room;
      this.changed();
      this.render();
      this.body.querySelector(".row button").focus();
    } catch (error) {
      button.disabled = false;
      this.place.hidden = false;
      this.place.replaceChildren(fault(error.message, null, "fault general"));
    }
  }

  delete() {
    question(this.host, {
      title: `Delete #${this.room.name}?`, text: "The channel and everything that was said in it are gone for everybody. This cannot be taken back.",
      action: "Delete the channel", busy: "Deleting…", danger: true, send: () => ask(this.host, "room.delete", { room: this.room.id }),
      done: () => {
        this.element.close();
        this.changed();
      },
    });
  }
}

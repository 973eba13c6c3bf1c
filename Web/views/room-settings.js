// What the open room is called and is about, and what becomes of it. Only what one's rights allow can be changed.

import { ask, el } from "../dom.js";
import { dialog } from "./dialog.js";
import { Field } from "./field.js";
import { Form } from "./form.js";
import { question } from "./question.js";
import { LevelField } from "./room-level.js";
import { RoomBans } from "./room-bans.js";
import { memberCount, roomLabel, roomWord } from "./room-name.js";

/** Fields by the server's names for them, with the room's own. */
const kept = { name: "name", description: "description", slow_mode: "slowMode", retention: "retention" };
const kindName = { channel: "Channel", group: "Group", direct: "Direct messages", feed: "Everyone is in it" };
const numbers = new Set(["slow_mode", "retention"]);
/** Seconds between two messages. */
const paces = [[0, "As often as they like"], [5, "Every 5 seconds"], [30, "Every 30 seconds"], [60, "Every minute"], [300, "Every 5 minutes"], [3600, "Every hour"], [21600, "Every 6 hours"]];
/** Days. */
const stays = [[0, "For ever"], [1, "1 day"], [7, "1 week"], [30, "30 days"], [90, "90 days"], [365, "1 year"], [3650, "10 years"]];

const choice = (choices) => el("select", {}, ...choices.map(([value, label]) => el("option", { value: `${value}` }, label)));

/** Shows a value in a field; one that a select does not offer becomes an offer of its own. */
function put(control, value, unit) {
  const text = `${value}`;
  if (control.options && ![...control.options].some((option) => option.value === text)) control.append(el("option", { value: text }, `${text} ${unit}`));
  control.value = text;
}

class RoomSettings extends HTMLElement {
  connectedCallback() {
    if (this.dialog) return;
    const name = new Field("Name", el("input", { type: "text", autocomplete: "off", maxlength: "200" }));
    const description = new Field("Description", el("textarea", { rows: "3", maxlength: "1000" }));
    const pace = new Field("How often members may write", choice(paces));
    const stay = new Field("How long messages stay", choice(stays), { hint: "What is older loses its text for everyone, for good." });
    this.fields = { name, description, slow_mode: pace, retention: stay };
    this.save = el("button", { class: "button primary", type: "submit" }, "Save");
    this.form = new Form({ fields: this.fields, button: this.save, parts: [name.element, description.element, pace.element, stay.element, this.save], submit: () => this.change() });
    for (const field of Object.values(this.fields)) field.control.addEventListener("input", () => this.settle());
    this.bans = new RoomBans();
    this.level = new LevelField(this);
    this.about = el("div", { class: "about" });
    this.actions = el("div", { class: "card-actions" });
    this.spoken = el("p", { class: "spoken", role: "status" });
    this.dialog = dialog("Settings", { closed: () => {} }, el("div", { class: "dialog-body room-settings" }, this.about, this.level.element, this.form.element, this.bans.element,
      this.actions, this.spoken));
    this.append(this.dialog);
  }

  open(room) {
    this.room = room;
    this.shownActions = null;
    this.form.show({ busy: false, error: null });
    for (const name of Object.keys(kept)) this.put(name, room);
    this.render();
    this.dialog.showModal();
  }

  /** The open room as it is now; null where there is none any more. */
  showRoom(room) {
    if (!this.dialog.open) return;
    if (room?.id !== this.room.id) return this.dialog.close();
    // What somebody else changed meanwhile comes into fields that were not touched here.
    for (const name of Object.keys(kept)) if (!this.differs(name)) this.put(name, room);
    this.room = room;
    this.render();
  }

  put(name, room) { put(this.fields[name].control, room[kept[name]], name === "retention" ? "days" : "seconds"); }

  differs(name) { return this.fields[name].value !== `${this.room[kept[name]]}`; }

  render() {
    const { room } = this;
    this.fields.retention.element.hidden = !room.can.decide;
    this.bans.show(room);
    this.level.follow(room);
    this.dialog.querySelector("h2").textContent = roomLabel(room);
    this.form.element.hidden = !room.can.rename;
    this.about.hidden = room.can.rename;
    this.about.replaceChildren(
      el("p", { class: "soft" }, `${kindName[room.kind] ?? "Group"} · ${memberCount(room.members)}${room.archived ? " · Archived" : ""}`),
      room.description ? el("p", {}, room.description) : "");
    this.settle();
    this.renderActions();
  }

  /** There is something to save when something differs. */
  settle() {
    this.save.disabled = this.fields.name.value.trim() === "" || !Object.keys(kept).some((name) => this.differs(name));
  }

  async change() {
    if (this.save.disabled) return;
    const changes = Object.fromEntries(Object.keys(kept).filter((name) => this.differs(name))
      .map((name) => [name, numbers.has(name) ? Number(this.fields[name].value) : this.fields[name].value]));
    this.form.show({ busy: true, error: null }, "Saving…");
    try {
      const { room } = await ask(this, "room.update", { room: this.room.id, ...changes });
      // As it was stored: without spaces around it.
      this.room = { ...this.room, name: room.name, description: room.description, slowMode: room.slow_mode ?? 0, retention: room.retention ?? 0 };
      for (const name of Object.keys(changes)) this.put(name, this.room);
      this.spoken.textContent = "Saved.";
      this.form.show({ busy: false, error: null });
      this.dialog.querySelector("h2").textContent = roomLabel(this.room);
    } catch (error) {
      this.form.show({ busy: false, error });
    }
    this.settle();
  }

  renderActions() {
    const { room } = this;
    const basis = JSON.stringify([room.can, room.archived]);
    if (basis === this.shownActions) return;
    this.shownActions = basis;
    const word = roomWord(room);
    const action = (text, button) => el("div", { class: "room-action" }, el("p", { class: "soft" }, text), button);
    const leave = () => this.dispatchEvent(new CustomEvent("leave", { bubbles: true }));
    this.actions.replaceChildren(...[
      room.can.leave && action("It goes from your list, and you hear nothing more of it.", el("button", { class: "button", type: "button", onclick: leave }, `Leave this ${word}`)),
      room.can.decide && (room.archived
        ? action("It is archived: it can be read, and nothing is written.", question({
          label: `Open this ${word} again`, text: "Open it again, so that its members can write?", yes: "Open again", no: "Keep archived",
          isDangerous: false, chosen: () => ask(this, "room.archive", { room: room.id, archived: false }),
        }))
        : action("An archived room can be read, and nothing is written.", question({
          label: `Archive this ${word}`, text: "Archive it? Its members can read it, and nobody writes. It can be opened again.", yes: "Archive", no: "Keep it open",
          isDangerous: false, chosen: () => ask(this, "room.archive", { room: room.id, archived: true }),
        }))),
      room.can.decide && action("Everything that was said in it is gone, for everyone and for good.", question({
        label: `Delete this ${word}`, text: `Delete ${roomLabel(room)} and everything that was said in it, for everyone?`, yes: "Delete for good", no: "Keep it",
        chosen: () => ask(this, "room.delete", { room: room.id }),
      })),
    ].filter(Boolean));
  }
}
customElements.define("roost-room-settings", RoomSettings);

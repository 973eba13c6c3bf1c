// What the open room is called and is about, and what becomes of it. Only what one's rights allow can be changed.

import { ask, el } from "../dom.js";
import { dialog } from "./dialog.js";
import { Field } from "./field.js";
import { Form } from "./form.js";
import { question } from "./question.js";
import { memberCount, roomLabel, roomWord } from "./room-name.js";

class RoomSettings extends HTMLElement {
  connectedCallback() {
    if (this.dialog) return;
    const name = new Field("Name", el("input", { type: "text", autocomplete: "off", maxlength: "200" }));
    const description = new Field("Description", el("textarea", { rows: "3", maxlength: "1000" }));
    this.fields = { name, description };
    this.save = el("button", { class: "button primary", type: "submit" }, "Save");
    this.form = new Form({ fields: this.fields, button: this.save, parts: [name.element, description.element, this.save], submit: () => this.change() });
    for (const field of [name, description]) field.control.addEventListener("input", () => this.settle());
    this.about = el("div", { class: "about" });
    this.actions = el("div", { class: "card-actions" });
    this.spoken = el("p", { class: "spoken", role: "status" });
    this.dialog = dialog("Settings", { closed: () => {} }, el("div", { class: "dialog-body room-settings" }, this.about, this.form.element, this.actions, this.spoken));
    this.append(this.dialog);
  }

  open(room) {
    this.room = room;
    this.shownActions = null;
    this.form.show({ busy: false, error: null });
    this.fields.name.control.value = room.name;
    this.fields.description.control.value = room.description;
    this.render();
    this.dialog.showModal();
  }

  /** The open room as it is now; null where there is none any more. */
  showRoom(room) {
    if (!this.dialog.open) return;
    if (room?.id !== this.room.id) return this.dialog.close();
    // What somebody else changed meanwhile comes into fields that were not touched here.
    for (const name of ["name", "description"]) {
      const { control } = this.fields[name];
      if (control.value === this.room[name]) control.value = room[name];
    }
    this.room = room;
    this.render();
  }

  render() {
    const { room } = this;
    this.dialog.querySelector("h2").textContent = roomLabel(room);
    this.form.element.hidden = !room.can.rename;
    this.about.hidden = room.can.rename;
    this.about.replaceChildren(
      el("p", { class: "soft" }, `${room.kind === "channel" ? "Channel" : "Group"} · ${memberCount(room.members)}${room.archived ? " · Archived" : ""}`),
      room.description ? el("p", {}, room.description) : "");
    this.settle();
    this.renderActions();
  }

  /** There is something to save when something differs. */
  settle() {
    const { name, description } = this.fields;
    this.save.disabled = name.value.trim() === "" || (name.value === this.room.name && description.value === this.room.description);
  }

  async change() {
    const { name, description } = this.fields;
    if (this.save.disabled) return;
    const changes = Object.fromEntries(
      [["name", name.value], ["description", description.value]].filter(([key, value]) => value !== this.room[key]));
    this.form.show({ busy: true, error: null }, "Saving…");
    try {
      const { room } = await ask(this, "room.update", { room: this.room.id, ...changes });
      // As it was stored: without spaces around it.
      [name.control.value, description.control.value] = [room.name, room.description];
      this.room = { ...this.room, name: room.name, description: room.description };
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

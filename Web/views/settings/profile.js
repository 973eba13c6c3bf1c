// My name, handle and picture, as others see them.

import { ask, el } from "../../dom.js";
import { AskForm } from "../ask-form.js";
import { AvatarPicker } from "../avatar-picker.js";
import { Field } from "../field.js";
import { Loaded } from "../loaded.js";
import { avatar } from "../pictures.js";
import { sectionHead } from "../sections.js";

export class ProfileSection {
  constructor(host) {
    this.host = host;
    this.content = new Loaded({ load: () => ask(host, "me"), show: ({ user }) => this.show(user) });
    this.element = el("section", {}, sectionHead("Profile", "This is what others see of you."), this.content.element);
  }

  shown() { if (!this.form) this.content.reload(); }

  connection(isOnline) { if (isOnline) this.content.online(); }

  show(user) {
    this.user = user;
    const name = new Field("Name", el("input", { type: "text", autocomplete: "name", value: user.name }));
    const handle = new Field("Handle", el("input", {
      type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", value: user.handle ?? "", maxlength: "64",
    }), { hint: "2 to 32 letters a–z, digits, dots, hyphens and underscores. No two people have the same." });
    const picker = new AvatarPicker(user.avatar, () => {
      this.preview();
      this.form.say(null);
    });
    const button = el("button", { class: "button primary", type: "submit" }, "Save");
    this.card = el("div", { class: "profile-card", "aria-hidden": "true" });
    this.fields = { name, handle, avatar: picker };
    this.form = new AskForm({
      fields: this.fields, button, busy: "Saving…",
      parts: [this.card, name.element, handle.element, picker.element, button],
      check: () => this.check(),
      send: () => this.send(),
      done: (answer) => this.saved(answer),
    });
    this.form.element.addEventListener("input", () => this.preview());
    this.preview();
    return this.form.element;
  }

  preview() {
    const { name, handle, avatar: picker } = this.fields;
    this.card.replaceChildren(avatar(picker.avatar), el("div", { class: "entry-text" },
      el("div", { class: "entry-title" }, name.value.trim() || "No name"),
      el("div", { class: "entry-line" }, handle.value.trim() ? `@${handle.value.trim().toLowerCase()}` : "")));
  }

  /** What differs from what the server has. */
  changes() {
    const { name, handle, avatar: picker } = this.fields;
    const changes = {};
    if (name.value.trim() !== this.user.name) changes.name = name.value.trim();
    if (handle.value.trim().toLowerCase() !== (this.user.handle ?? "")) changes.handle = handle.value.trim().toLowerCase();
    if (picker.picture !== this.user.avatar.picture || picker.color !== this.user.avatar.color) changes.avatar = picker.avatar;
    return changes;
  }

  check() {
    if (this.fields.name.value.trim() === "") return { field: "name", message: "Others need a name to know you by." };
    return null;
  }

  async send() {
    const changes = this.changes();
    return Object.keys(changes).length === 0 ? { user: this.user } : ask(this.host, "profile.update", changes);
  }

  saved({ user }) {
    this.user = user;
    this.fields.name.control.value = user.name;
    this.fields.handle.control.value = user.handle ?? "";
    this.preview();
    return "Saved.";
  }
}

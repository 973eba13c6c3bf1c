// Chooses people: type a name or an address, pick from what is found, and see those who are chosen as chips.

import { ask, el, freshID, icon } from "../dom.js";
import { fault } from "./field.js";
import { PeopleSearch } from "./people-search.js";
import { personLine } from "./person.js";
import { avatar } from "./pictures.js";

export class PeoplePicker {
  /** `most` people may be chosen; `changed` is called with nothing when others are. */
  constructor(label, { most, changed }) {
    this.most = most;
    this.changed = changed;
    this.chosen = new Map();
    const id = freshID("people");
    this.chips = el("ul", { class: "chips", "aria-label": "Chosen people" });
    this.control = el("input", {
      id, type: "text", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": `${id}-found`,
      "aria-describedby": `${id}-hint`, autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: "Name or e-mail address",
      enterkeyhint: "done",
    });
    this.list = el("ul", { class: "found-list", id: `${id}-found`, role: "listbox", "aria-label": "People found" });
    this.note = el("div", { class: "found-note" });
    this.found = el("div", { class: "found", hidden: true }, this.list, this.note);
    this.spoken = el("p", { class: "spoken", role: "status" });
    this.faultPlace = el("div", { id: `${id}-fault` });
    const box = el("div", { class: "people-box", onclick: (event) => event.target === box && this.control.focus() }, this.chips, this.control);
    this.element = el("div", { class: "field people-picker" }, el("label", { for: id }, label), box,
      el("p", { class: "hint", id: `${id}-hint` }, "By name, or by the whole e-mail address of anybody."), this.found, this.faultPlace, this.spoken);
    this.search = new PeopleSearch(
      (query) => ask(this.element, "people.find", { query, limit: 20 }).then(({ users }) => users), (result) => this.showFound(result));
    this.control.addEventListener("input", () => this.search.look(this.control.value));
    this.control.addEventListener("keydown", (event) => this.pressed(event));
    // Choosing must not take the focus from where the next name is typed.
    this.found.addEventListener("mousedown", (event) => event.preventDefault());
  }

  get ids() { return [...this.chosen.keys()]; }

  reset() {
    this.chosen.clear();
    this.chips.replaceChildren();
    this.control.value = "";
    this.search.look("");
    this.show(null);
  }

  /** Shows what is wrong, or with null that nothing is. */
  show(message) {
    this.faultPlace.replaceChildren(...(message ? [fault(message, null)] : []));
    if (message) this.control.setAttribute("aria-invalid", "true");
    else this.control.removeAttribute("aria-invalid");
  }

  // Choosing

  toggle(user) {
    if (this.chosen.has(user.id)) return this.remove(user.id);
    if (this.chosen.size >= this.most) return this.show(`At most ${this.most} people can be chosen.`);
    this.chosen.set(user.id, user);
    this.chips.append(this.chip(user));
    this.control.value = "";
    this.search.look("");
    this.say(`${user.name} is chosen. ${this.chosen.size} in all.`);
    this.settle();
  }

  remove(id) {
    const user = this.chosen.get(id);
    if (!this.chosen.delete(id)) return;
    const chip = this.chips.querySelector(`[data-user="${CSS.escape(id)}"]`);
    const next = (chip.nextElementSibling ?? chip.previousElementSibling)?.querySelector("button") ?? this.control;
    const hadFocus = chip.contains(document.activeElement);
    chip.remove();
    if (hadFocus) next.focus();
    this.say(`${user.name} is no longer chosen.`);
    this.settle();
  }

  settle() {
    this.show(null);
    this.mark();
    this.changed();
  }

  say(text) { this.spoken.textContent = text; }

  chip(user) {
    const remove = el("button", {
      class: "chip-remove", type: "button", "aria-label": `Remove ${user.name}`, title: `Remove ${user.name}`, onclick: () => this.remove(user.id),
    }, icon("close"));
    remove.addEventListener("keydown", (event) => {
      if (event.key === "Backspace" || event.key === "Delete") {
        event.preventDefault();
        this.remove(user.id);
      }
    });
    return el("li", { class: "chip", "data-user": user.id }, avatar(user.avatar), el("span", {}, user.name), remove);
  }

  // What is found

  showFound({ state, users, message }) {
    this.found.hidden = state === "idle";
    this.users = users;
    this.list.setAttribute("aria-busy", `${state === "searching"}`);
    this.list.replaceChildren(...users.map((user, index) => this.option(user, index)));
    this.list.hidden = users.length === 0;
    this.control.setAttribute("aria-expanded", `${users.length > 0}`);
    this.note.replaceChildren(...this.noteParts(state, users, message));
    if (state === "found") this.say(users.length === 0 ? this.note.textContent : users.length === 1 ? "1 person found." : `${users.length} people found.`);
    if (state === "failed") this.say(message);
    this.activate(users.length > 0 ? 0 : -1);
    this.mark();
  }

  noteParts(state, users, message) {
    if (state === "searching" && users.length === 0) return [el("span", { class: "spinner", role: "img", "aria-label": "Searching" })];
    if (state === "failed") {
      return [fault(message, null),
        el("button", { class: "button link", type: "button", onclick: () => this.search.look(this.control.value) }, "Try again")];
    }
    if (state !== "found" || users.length > 0) return [];
    return [this.control.value.includes("@") ? "Nobody has this e-mail address."
      : "Nobody in your rooms has this in their name. Others are found by their whole e-mail address."];
  }

  option(user, index) {
    const id = `${this.list.id}-${index}`;
    return el("li", { class: "found-person", id, role: "option", "data-user": user.id, onclick: () => this.toggle(user), onmousemove: () => this.activate(index) },
      ...personLine(user), el("span", { class: "found-tick" }, icon("check")));
  }

  /** Shows who of those found is chosen. */
  mark() {
    for (const option of this.list.children) option.setAttribute("aria-selected", `${this.chosen.has(option.dataset.user)}`);
  }

  activate(index) {
    this.active = index;
    [...this.list.children].forEach((option, place) => option.classList.toggle("active", place === index));
    const option = this.list.children[index];
    if (option) {
      this.control.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else {
      this.control.removeAttribute("aria-activedescendant");
    }
  }

  pressed(event) {
    const count = this.list.children.length;
    if (event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (this.active >= 0 && this.search.users[this.active]) this.toggle(this.search.users[this.active]);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && count > 0) {
      event.preventDefault();
      this.activate((this.active + (event.key === "ArrowDown" ? 1 : count - 1)) % count);
    } else if (event.key === "Escape" && this.control.value !== "") {
      // The first one empties the field, the next one closes the dialog.
      event.preventDefault();
      event.stopPropagation();
      this.control.value = "";
      this.search.look("");
    } else if (event.key === "Backspace" && this.control.value === "" && this.chosen.size > 0) {
      event.preventDefault();
      this.remove(this.ids.at(-1));
    }
  }
}

// The rooms that I am in, under their headings, with what is unread, and myself below them.

import { el, freshID, icon, intend } from "../dom.js";
import { mayAdminister } from "./administration.js";
import { avatar } from "./pictures.js";
import { roomMark } from "./room-name.js";

class Rooms extends HTMLElement {
  connectedCallback() {
    if (this.list) return;
    /** In the order of the core's list, which is that of the page: `{ room, li }`. */
    this.items = [];
    const tell = (name) => () => this.dispatchEvent(new CustomEvent(name, { bubbles: true }));
    this.sections = {
      channels: this.section("Channels", [
        this.tool("search", "Browse channels", () => intend(this, { e: "channels.browse", open: true })),
        this.tool("plus", "Create a channel", tell("create"))], "You are in no channel yet. Browse them, or make one."),
      groups: this.section("Groups", [this.tool("plus", "New group", tell("create-group"))], "A group is seen by nobody but its members."),
      direct: this.section("Direct messages", [this.tool("plus", "New message", tell("new-message"))], "Write to somebody, or to a few at once."),
      archived: this.section("Archived", [], null),
    };
    this.list = el("nav", { class: "side-list", "aria-label": "Rooms" }, ...Object.values(this.sections).map(({ element }) => element));
    this.me = el("div", { class: "me" });
    this.append(
      el("header", { class: "side-head" }, el("img", { src: "/roost.svg", alt: "" }), el("p", { class: "brand" }, "Roost")), this.list, this.me);
    this.list.addEventListener("keydown", (event) => this.move(event));
  }

  /** A heading with what can be done under it; `empty` is said where there is no room of its kind. */
  section(title, tools, empty) {
    const id = freshID("section");
    const list = el("ul", { "aria-labelledby": id });
    const none = empty ? el("p", { class: "side-empty" }, empty) : null;
    const element = el("div", { class: "side-group", hidden: !empty }, el("div", { class: "side-section" }, el("h2", { id }, title), ...tools), none, list);
    return { element, list, none, tools };
  }

  tool(name, label, onclick) {
    return el("button", { class: "tool", type: "button", title: label, "aria-label": label, onclick }, icon(name));
  }

  reset(rooms) {
    this.items = [];
    for (const { list } of Object.values(this.sections)) list.replaceChildren();
    rooms.forEach((room, index) => this.place(index, { room, li: this.item(room) }));
    this.settle();
  }

  insert(index, room) {
    this.place(index, { room, li: this.item(room) });
    this.settle();
  }

  /** Puts an item at its place in the whole, which is behind those before it of its own section. */
  place(index, item) {
    const next = this.items.slice(index).find(({ room }) => room.section === item.room.section);
    this.items.splice(index, 0, item);
    this.sections[item.room.section].list.insertBefore(item.li, next?.li ?? null);
  }

  /** Changes the item in place: a link that is focused stays so. */
  update(index, room) {
    const item = this.items[index];
    if (!item) return;
    const isMoved = item.room.section !== room.section;
    item.room = room;
    this.fill(item.li.firstElementChild, room);
    if (!isMoved) return;
    const hadFocus = item.li.contains(document.activeElement);
    this.items.splice(index, 1);
    this.place(index, item);
    if (hadFocus) item.li.firstElementChild.focus();
    this.settle();
  }

  drop(index) {
    this.items.splice(index, 1)[0]?.li.remove();
    this.settle();
  }

  settle() {
    for (const [name, { element, list, none, tools }] of Object.entries(this.sections)) {
      const isEmpty = list.childElementCount === 0;
      // Guests make no channels and groups: without a room of its kind such a heading is of no use to them.
      const isOthers = this.isGuest && name !== "direct";
      element.hidden = isEmpty && (!none || isOthers);
      if (none) none.hidden = !isEmpty;
      for (const tool of tools) tool.hidden = isOthers;
    }
  }

  item(room) {
    const link = el("a", { class: "room-link", onclick: (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      intend(this, { e: "room.open", room: link.dataset.room });
      this.dispatchEvent(new CustomEvent("opened", { bubbles: true }));
    } });
    this.fill(link, room);
    return el("li", {}, link);
  }

  fill(link, room) {
    link.href = `/room/${room.id}`;
    link.dataset.room = room.id;
    link.dataset.marked = room.marked;
    link.title = room.name;
    if (room.selected) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    link.replaceChildren(
      roomMark(room), el("span", { class: "name" }, room.name),
      ...(room.unread
        ? [el("span", { class: "badge", "aria-hidden": "true" }, room.unread), el("span", { class: "spoken" }, `, ${room.unread} unread`)]
        : []));
  }

  /** Up and down go from room to room. */
  move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = [...this.list.querySelectorAll("a")];
    const place = links.indexOf(document.activeElement);
    const next = step && place >= 0 && links[place + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  showMe(user) {
    this.isGuest = user.role === "guest";
    this.settle();
    const asked = (name) => () => this.dispatchEvent(new CustomEvent(name, { bubbles: true }));
    this.me.replaceChildren(
      avatar(user.avatar),
      el("div", { class: "me-text" }, el("span", { class: "me-name" }, user.name), el("span", { class: "me-mail" }, user.email)),
      el("div", { class: "me-tools" }, this.tool("settings", "Settings", asked("own-settings")),
        mayAdminister(user) ? this.tool("shield", "Administration", asked("administration")) : null,
        this.tool("leave", "Log out", () => intend(this, { e: "logout" }))));
  }
}
customElements.define("roost-rooms", Rooms);

// The rooms that I am in, with what is unread, and myself below them.

import { el, icon, intend } from "../dom.js";
import { avatar } from "./pictures.js";

class Rooms extends HTMLElement {
  connectedCallback() {
    if (this.list) return;
    this.list = el("ul");
    this.empty = el("p", { class: "side-empty", hidden: true }, "You are in no room yet. Browse the channels, or make one.");
    this.me = el("div", { class: "me" });
    this.append(
      el("header", { class: "side-head" }, el("img", { src: "/roost.svg", alt: "" }), el("p", { class: "brand" }, "Roost")),
      el("div", { class: "side-section" }, el("h2", { id: "rooms-title" }, "Channels"),
        this.tool("search", "Browse channels", () => intend(this, { e: "channels.browse", open: true })),
        this.tool("plus", "Create a channel", () => this.dispatchEvent(new CustomEvent("create", { bubbles: true })))),
      el("nav", { class: "side-list", "aria-labelledby": "rooms-title" }, this.list, this.empty), this.me);
    this.list.addEventListener("keydown", (event) => this.move(event));
  }

  tool(name, label, onclick) {
    return el("button", { class: "tool", type: "button", title: label, "aria-label": label, onclick }, icon(name));
  }

  reset(rooms) {
    this.list.replaceChildren(...rooms.map((room) => this.item(room)));
    this.settle();
  }

  insert(index, room) {
    this.list.insertBefore(this.item(room), this.list.children[index] ?? null);
    this.settle();
  }

  /** Changes the item in place: a link that is focused stays so. */
  update(index, room) {
    const item = this.list.children[index];
    if (item) this.fill(item.firstElementChild, room);
  }

  drop(index) {
    this.list.children[index]?.remove();
    this.settle();
  }

  settle() { this.empty.hidden = this.list.children.length > 0; }

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
      el("span", { class: "name" }, room.name),
      ...(room.unread
        ? [el("span", { class: "badge", "aria-hidden": "true" }, room.unread), el("span", { class: "spoken" }, `, ${room.unread} unread`)]
        : []));
  }

  /** Up and down go from room to room. */
  move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = [...this.list.querySelectorAll("a")];
    const next = step && links[links.indexOf(document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  showMe(user) {
    this.me.replaceChildren(
      avatar(user.avatar),
      el("div", { class: "me-text" }, el("span", { class: "me-name" }, user.name), el("span", { class: "me-mail" }, user.email)),
      this.tool("leave", "Log out", () => intend(this, { e: "logout" })));
  }
}
customElements.define("roost-rooms", Rooms);

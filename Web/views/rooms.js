// The rooms that I am in, under their headings, with what is unread, and myself below them.

import { el, freshID, icon, intend } from "../dom.js";
import { mayAdminister } from "./administration.js";
import { avatar } from "./pictures.js";
import { presence } from "./presence.js";
import { openLevelMenu } from "./room-level.js";
import { roomMark } from "./room-name.js";

/** Messages of all rooms: kind, name and icon. */
const lists = [["threads", "Threads", "thread"], ["mentions", "Mentions", "mention"], ["saved", "Saved", "save"], ["scheduled", "Scheduled", "clock"]];

const spokenCount = (count, word) => (count ? [el("span", { class: "spoken" }, `, ${count} ${word}`)] : []);

/** A number beside a name; a quiet one asks for no attention. */
function badge(count, word, isQuiet = false) {
  if (!count) return [];
  const sign = word === "mentions" ? `@${count}` : count;
  return [el("span", { class: isQuiet ? "badge quiet" : "badge", "aria-hidden": "true" }, sign), ...spokenCount(count, word)];
}

/** Of a direct room with one other: their id. It shows whether they are there. */
const onlyOther = (room) => (room.kind === "direct" && room.people.length === 1 ? room.people[0].id : undefined);

function nameOf(room) {
  const name = el("span", { class: "name" }, room.name);
  const other = onlyOther(room);
  return other ? [presence.on(roomMark(room), other), name, presence.spoken(other)] : [roomMark(room), name];
}

class Rooms extends HTMLElement {
  connectedCallback() {
    if (this.list) return;
    /** In the order of the core's list, which is that of the page: `{ room, li }`. */
    this.items = [];
    const tell = (name) => () => this.dispatchEvent(new CustomEvent(name, { bubbles: true }));
    this.sections = {
      feed: this.section(null, [], null),
      channels: this.section("Channels", [
        this.tool("search", "Browse channels", () => intend(this, { e: "channels.browse", open: true })),
        this.tool("plus", "Create a channel", tell("create"))], "You are in no channel yet. Browse them, or make one."),
      groups: this.section("Groups", [this.tool("plus", "New group", tell("create-group"))], "A group is seen by nobody but its members."),
      direct: this.section("Direct messages", [this.tool("plus", "New message", tell("new-message"))], "Write to somebody, or to a few at once."),
      archived: this.section("Archived", [], null),
    };
    this.views = el("ul", { class: "side-views", hidden: true, "aria-label": "Messages of all rooms" }, ...lists.map((one) => this.listLink(one)));
    this.list = el("nav", { class: "side-list", "aria-label": "Rooms" }, this.views, ...Object.values(this.sections).map(({ element }) => element));
    this.me = el("div", { class: "me" });
    this.append(
      el("header", { class: "side-head" }, el("img", { src: "/roost.svg", alt: "" }), el("p", { class: "brand" }, "Roost")), this.list, this.me);
    this.list.addEventListener("keydown", (event) => this.move(event));
    this.list.addEventListener("contextmenu", (event) => this.openLevel(event));
  }

  listLink([kind, label, name]) {
    return el("li", {}, el("button", { class: "room-link", type: "button", "data-list": kind,
      onclick: () => this.dispatchEvent(new CustomEvent("list", { bubbles: true, detail: { kind } })) },
    el("span", { class: "mark", "aria-hidden": "true" }, icon(name)), el("span", { class: "name" }, label), el("span", { class: "counts" })));
  }

  /** What is unread in the lists: `{ mentions, threads }`, each empty for nothing; `has` names those that there are. */
  showLists(counts) {
    this.views.hidden = false;
    for (const [kind] of lists) {
      const link = this.views.querySelector(`[data-list="${kind}"]`);
      link.parentElement.hidden = !(counts.has?.includes(kind) ?? true);
      link.dataset.marked = `${Boolean(counts[kind])}`;
      link.querySelector(".counts").replaceChildren(...badge(counts[kind], "unread", kind === "threads"));
    }
  }

  /** Which list is open; null for none. */
  showList(kind) {
    for (const [one] of lists) this.views.querySelector(`[data-list="${one}"]`).toggleAttribute("data-open", one === kind);
  }

  get hasLevels() { return this.items.some(({ room }) => room.level); }

  /** Of which messages one is told, by the room's own menu. */
  openLevel(event) {
    const link = event.target.closest("a.room-link");
    const room = this.items.find(({ li }) => li.firstElementChild === link)?.room;
    if (!room?.level) return;
    event.preventDefault();
    openLevelMenu(this.closest("roost-chat"), event.clientX || event.clientY ? { x: event.clientX, y: event.clientY } : link, room);
  }

  /** A heading (null: none) with what can be done under it; `empty` is said where there is no room of its kind. */
  section(title, tools, empty) {
    const id = freshID("section");
    const list = el("ul", title ? { "aria-labelledby": id } : { "aria-label": "For everyone" });
    const none = empty ? el("p", { class: "side-empty" }, empty) : null;
    const head = title ? [el("div", { class: "side-section" }, el("h2", { id }, title), ...tools)] : [];
    const element = el("div", { class: "side-group", hidden: !empty }, ...head, ...(none ? [none] : []), list);
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
    link.dataset.level = room.level ?? "";
    const isQuiet = room.level !== undefined && room.level !== "all" && !room.mentions;
    link.replaceChildren(
      ...nameOf(room),
      ...(room.level === "none" ? [icon("quiet"), el("span", { class: "spoken" }, ", muted")] : []),
      ...badge(room.mentions, "mentions"), ...(room.mentions ? spokenCount(room.unread, "unread") : badge(room.unread, "unread", isQuiet)));
  }

  /** Up and down go from room to room. */
  move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = [...this.list.querySelectorAll(".room-link")].filter((link) => link.checkVisibility());
    const place = links.indexOf(document.activeElement);
    const next = step && place >= 0 && links[place + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  administration(onclick) {
    this.shield = this.tool("shield", "Administration", onclick);
    this.markReports(this.hasReports);
    return this.shield;
  }

  /** Whether messages are reported and wait for somebody. */
  markReports(hasReports) {
    this.hasReports = hasReports;
    if (!this.shield) return;
    this.shield.dataset.marked = Boolean(hasReports);
    this.shield.title = hasReports ? "Administration: messages are reported" : "Administration";
    this.shield.setAttribute("aria-description", hasReports ? "Messages are reported" : "");
  }

  showMe(user) {
    this.isGuest = user.role === "guest";
    this.settle();
    const asked = (name) => () => this.dispatchEvent(new CustomEvent(name, { bubbles: true }));
    this.me.replaceChildren(
      presence.on(avatar(user.avatar), user.id),
      el("div", { class: "me-text" }, el("span", { class: "me-name" }, user.name, presence.spoken(user.id)), el("span", { class: "me-mail" }, user.email)),
      el("div", { class: "me-tools" }, this.tool("settings", "Settings", asked("own-settings")),
        mayAdminister(user) ? this.administration(asked("administration")) : null,
        this.tool("leave", "Log out", () => intend(this, { e: "logout" }))));
  }
}
customElements.define("roost-rooms", Rooms);

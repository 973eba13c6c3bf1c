// The chat: rooms beside the open room, dialogs over them. Hands each of the core's view changes to whom it concerns.

import { el, intend } from "../dom.js";
import "./browse-channels.js";
import "./composer.js";
import "./connection.js";
import "./create-channel.js";
import "./leave-channel.js";
import "./room-header.js";
import "./rooms.js";
import "./timeline.js";

class Chat extends HTMLElement {
  connectedCallback() {
    if (this.rooms) return;
    this.rooms = el("roost-rooms");
    this.header = el("roost-room-header");
    this.connection = el("roost-connection");
    this.blank = el("div", { class: "blank" });
    this.timeline = el("roost-timeline", { hidden: true });
    this.typing = el("p", { class: "typing", role: "status" });
    this.composer = el("roost-composer");
    this.foot = el("div", { class: "foot", hidden: true }, this.typing, this.composer);
    this.main = el("main", { class: "room" }, this.header, this.connection, this.blank, this.timeline, this.foot);
    this.create = el("roost-create-channel");
    this.browse = el("roost-browse-channels");
    this.leaving = el("roost-leave-channel");
    this.append(this.rooms, el("div", { class: "scrim", onclick: () => this.setDrawer(false) }), this.main, this.create, this.browse, this.leaving);
    this.addEventListener("create", () => this.create.open());
    this.addEventListener("leave", () => this.leaving.open(this.room));
    this.addEventListener("drawer", () => this.setDrawer(true));
    this.addEventListener("opened", () => this.setDrawer(false));
    this.addEventListener("keydown", (event) => {
      // A dialog over the drawer takes the key for itself.
      if (event.key === "Escape" && !event.target.closest("dialog")) this.setDrawer(false);
    });
    matchMedia("(max-width: 48rem)").addEventListener("change", () => this.setDrawer(false));
    this.showRoom({ room: null, state: "loading" });
  }

  setDrawer(isOpen) {
    if ((this.dataset.drawer === "open") === isOpen) return;
    this.dataset.drawer = isOpen ? "open" : "closed";
    this.main.inert = isOpen;
    this.header.drawer.setAttribute("aria-expanded", `${isOpen}`);
    if (isOpen) (this.rooms.querySelector("[aria-current]") ?? this.rooms.querySelector("a, button")).focus();
    else this.header.drawer.focus();
  }

  /** What each view change does. */
  changes = {
    me: ({ user }) => this.rooms.showMe(user),
    connection: (change) => this.connection.show(change),
    "rooms.reset": ({ rooms }) => this.rooms.reset(rooms),
    "rooms.insert": ({ index, room }) => this.rooms.insert(index, room),
    "rooms.update": ({ index, room }) => this.rooms.update(index, room),
    "rooms.remove": ({ index }) => this.rooms.drop(index),
    channels: (change) => this.browse.show(change),
    room: (change) => this.showRoom(change),
    "timeline.reset": (change) => this.timeline.reset(change),
    "timeline.append": ({ rows }) => this.timeline.addNewer(rows),
    "timeline.prepend": (change) => this.timeline.addOlder(change),
    "timeline.update": (change) => this.timeline.change(change),
    "timeline.remove": (change) => this.timeline.drop(change),
    "timeline.loading": (change) => this.timeline.loading(change),
    "timeline.unread": ({ first }) => this.timeline.showUnread(first),
    "timeline.show": ({ key }) => this.timeline.goTo(key),
    typing: ({ text }) => this.showTyping(text),
    composer: (change) => this.composer.show(change),
    form: (change) => this.create.show(change),
  };

  apply(change) { this.changes[change.v]?.(change); }

  showRoom({ room, state }) {
    this.room = room;
    this.header.show(room);
    this.timeline.open(room);
    if (room) this.composer.name(room);
    // An empty room has its timeline too: what is sent there first has to be seen.
    const hasTimeline = Boolean(room) && (state === "ready" || state === "empty");
    this.timeline.hidden = !hasTimeline;
    this.blank.hidden = hasTimeline;
    this.foot.hidden = !room || state === "failed";
    if (!hasTimeline) this.blank.replaceChildren(...this.blankParts(room, state));
  }

  blankParts(room, state) {
    if (state === "loading") return [el("span", { class: "spinner", role: "img", "aria-label": "Loading" })];
    if (state === "failed") {
      return [
        el("h2", {}, "This room could not be opened"), el("p", {}, "It may be gone, or you are not in it any more."),
        el("button", { class: "button", type: "button", onclick: () => room && intend(this, { e: "room.open", room: room.id }) }, "Try again"),
      ];
    }
    return [
      el("img", { src: "/roost.svg", alt: "" }), el("h2", {}, "Nothing is open yet"),
      el("p", {}, "Pick a channel from the list, find one to join, or start a new one."),
      el("div", { class: "row" },
        el("button", { class: "button primary", type: "button", onclick: () => intend(this, { e: "channels.browse", open: true }) }, "Browse channels"),
        el("button", { class: "button", type: "button", onclick: () => this.create.open() }, "Create a channel")),
    ];
  }

  showTyping(text) {
    if (text === this.typing.dataset.text) return;
    this.typing.dataset.text = text;
    this.typing.replaceChildren(...(text ? [el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")), text] : []));
  }

  /** Whether something is unread in a room that is not open. */
  mark(isMarked) { this.header.mark(isMarked); }
}
customElements.define("roost-chat", Chat);

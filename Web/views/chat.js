// The chat: rooms beside the open room, dialogs over them. Hands each of the core's view changes to whom it concerns.

import { el, intend } from "../dom.js";
import "./add-people.js";
import "./administration.js";
import "./browse-channels.js";
import "./composer.js";
import "./connection.js";
import "./create-channel.js";
import "./create-group.js";
import "./edits.js";
import "./leave-room.js";
import "./members.js";
import "./message-list.js";
import "./new-message.js";
import { presence } from "./presence.js";
import "./profile-card.js";
import { report } from "./report.js";
import "./room-header.js";
import "./room-settings.js";
import "./rooms.js";
import "./settings.js";
import "./thread-pane.js";
import { timelineChanges } from "./timeline-changes.js";
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
    this.thread = el("roost-thread");
    this.messages = el("roost-message-list");
    this.create = el("roost-create-channel");
    this.browse = el("roost-browse-channels");
    this.leaving = el("roost-leave-room");
    this.group = el("roost-create-group");
    this.writing = el("roost-new-message");
    this.members = el("roost-members");
    this.adding = el("roost-add-people");
    this.profile = el("roost-profile-card");
    this.edits = el("roost-edits");
    this.settings = el("roost-room-settings");
    this.own = el("roost-settings", { tabindex: "-1" });
    this.administration = el("roost-administration", { tabindex: "-1" });
    this.append(this.rooms, el("div", { class: "scrim", onclick: () => this.setDrawer(false) }), this.main, this.messages, this.thread, this.create, this.browse, this.group,
      this.writing, this.settings, this.leaving, this.members, this.adding, this.profile, this.edits, this.own, this.administration);
    this.addEventListener("create", () => this.create.open());
    this.addEventListener("create-group", () => this.group.open());
    this.addEventListener("new-message", () => this.writing.open());
    this.addEventListener("leave", () => this.leaving.open(this.room));
    this.addEventListener("members", () => this.members.open(this.room));
    this.addEventListener("settings", () => this.settings.open(this.room));
    this.addEventListener("add-people", () => this.adding.open(this.room));
    this.addEventListener("report", ({ detail }) => report(this, detail));
    this.addEventListener("profile", ({ detail }) => this.profile.open({ ...detail, room: this.room, me: this.me }));
    this.addEventListener("own-settings", () => this.own.open(this.rooms.hasLevels));
    this.addEventListener("administration", () => this.administration.open());
    this.addEventListener("reports", ({ detail }) => this.rooms.markReports(detail));
    this.addEventListener("drawer", () => this.setDrawer(true));
    this.addEventListener("opened", () => this.showBeside(null));
    this.addEventListener("list", ({ detail }) => this.openList(detail.kind));
    this.addEventListener("list-closed", () => this.showBeside(null));
    this.addEventListener("reply", ({ detail }) => this.composer.answer(detail));
    this.addEventListener("edit", ({ detail }) => this.composer.edit(detail));
    this.addEventListener("write", () => this.composer.input.focus());
    this.addEventListener("keydown", (event) => {
      // A dialog over the drawer takes the key for itself.
      if (event.key === "Escape" && !event.target.closest("dialog")) this.setDrawer(false);
    });
    matchMedia("(max-width: 48rem)").addEventListener("change", () => this.setDrawer(false));
    presence.begin(this);
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
    me: ({ user }) => this.showMe(user),
    server: (change) => this.administration.server(change),
    connection: (change) => {
      this.connection.show(change);
      for (const view of [this.own, this.administration]) view.connection(change);
    },
    "rooms.reset": ({ rooms }) => this.rooms.reset(rooms),
    "rooms.insert": ({ index, room }) => this.rooms.insert(index, room),
    "rooms.update": ({ index, room }) => this.rooms.update(index, room),
    "rooms.remove": ({ index }) => this.rooms.drop(index),
    channels: (change) => this.browse.show(change),
    members: (change) => this.showMembers(change),
    blocks: ({ users }) => this.profile.showBlocked(users),
    room: (change) => this.showRoom(change),
    ...Object.fromEntries(Object.entries(timelineChanges).map(([name, work]) => [name, (change) => work(this, change)])),
    thread: (change) => this.showThread(change),
    list: (change) => this.messages.follow(change),
    lists: (change) => this.showLists(change),
    edits: (change) => this.edits.show(change),
    completions: (change) => this.showCompletions(change),
    presence: ({ users }) => {
      presence.apply(users);
      this.profile.showPresence();
    },
    typing: ({ text }) => this.showTyping(this.typing, text),
    reports: () => this.administration.reported(),
    composer: (change) => this.showOpened(change),
    draft: (change) => this.composer.follow(change),
    form: (change) => this.showForm(change),
  };

  /** What a change does that concerns the open thread. */
  paneChanges = {
    ...Object.fromEntries(Object.entries(timelineChanges).map(([name, work]) => [name, (change) => work(this.thread, change)])),
    typing: ({ text }) => this.showTyping(this.thread.typing, text),
    composer: (change) => this.thread.composer.show(change),
    draft: (change) => this.thread.composer.follow(change),
  };

  apply(change) {
    const isThreads = change.pane === "thread" || (change.v === "composer.edit" && change.thread !== undefined);
    (isThreads ? this.paneChanges : this.changes)[change.v]?.(change);
  }

  showMe(user) {
    this.me = user;
    this.rooms.showMe(user);
    this.administration.me(user);
  }

  /** A room was opened. */
  showOpened(change) {
    // On a narrow window it would lie behind the list from which it was opened.
    this.setDrawer(false);
    this.composer.show(change);
  }

  // Beside the room

  showThread(change) {
    const was = this.thread.thread;
    this.thread.show(change, this.room);
    this.showBeside(was && !this.thread.thread ? was : null);
  }

  /** The lists that the core keeps, with what is unread in them. */
  showLists(counts) {
    this.dataset.full = (counts.has ?? ["presence"]).join(" ");
    this.rooms.showLists(counts);
    this.header.show(this.room);
    presence.look();
  }

  openList(kind) {
    this.messages.open(kind, kind === "pins" ? this.room?.id : null);
    this.showBeside(null);
  }

  /** A thread lies over a list. `closed` is the thread that was closed just now. */
  showBeside(closed) {
    const hadFocus = this.thread.contains(document.activeElement) || this.messages.contains(document.activeElement) || document.activeElement === document.body;
    this.setDrawer(false);
    const isThread = Boolean(this.thread.thread);
    this.messages.inert = isThread;
    const beside = isThread ? "thread" : this.messages.kind ? "list" : "";
    if (beside) this.dataset.beside = beside;
    else delete this.dataset.beside;
    this.rooms.showList(isThread ? null : this.messages.kind);
    if (!hadFocus || isThread) return;
    if (this.messages.kind) this.messages.heading.focus();
    else if (closed) (this.timeline.window.element(`s${closed.root}`) ?? this.composer.input).focus({ preventScroll: true });
  }

  showCompletions(change) {
    for (const { completion } of [this.composer, this.thread.composer]) completion.show(change);
  }

  showForm(change) {
    const forms = { channel: [this.create], group: [this.group], direct: [this.writing, this.profile] }[change.form] ?? [];
    for (const form of forms) form.show(change);
    // Whoever wrote to a member wants to see the conversation, not the list behind the card.
    if (change.form === "direct" && change.done) this.members.close();
  }

  showMembers(change) {
    this.members.show(change);
    this.profile.follow(change.members, this.room);
  }

  showRoom({ room, state }) {
    this.room = room;
    for (const view of [this.members, this.settings, this.adding]) view.showRoom(room);
    this.header.show(room);
    this.timeline.open(room);
    this.thread.showRoom(room);
    // The pins are those of the room that was open.
    if (this.messages.kind === "pins" && this.messages.view.room !== room?.id) this.messages.close();
    if (room) this.composer.name(room);
    // An empty room has its timeline too: what is sent there first has to be seen.
    const hasTimeline = Boolean(room) && (state === "ready" || state === "empty");
    this.timeline.hidden = !hasTimeline;
    this.blank.hidden = hasTimeline;
    this.foot.hidden = !room || state === "failed";
    this.composer.takeFocus();
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
      el("p", {}, this.me?.role === "guest" ? "Pick a room from the list. Somebody has to add you to one where there is none."
        : "Pick a room from the list, find a channel to join, or start a group of your own."),
      this.me?.role === "guest" ? "" : el("div", { class: "row" },
        el("button", { class: "button primary", type: "button", onclick: () => intend(this, { e: "channels.browse", open: true }) }, "Browse channels"),
        el("button", { class: "button", type: "button", onclick: () => this.create.open() }, "Create a channel"),
        el("button", { class: "button", type: "button", onclick: () => this.group.open() }, "New group")),
    ];
  }

  showTyping(place, text) {
    if (text === place.dataset.text) return;
    place.dataset.text = text;
    place.replaceChildren(...(text ? [el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")), text] : []));
  }

  /** Whether something is unread in a room that is not open. */
  mark(isMarked) { this.header.mark(isMarked); }
}
customElements.define("roost-chat", Chat);

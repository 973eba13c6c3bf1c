// The open room's messages. Stays at the newest while the reader is there, and never moves what they are reading.

import { el, icon, intend } from "../dom.js";
import { Glide } from "./glide.js";
import { MessageDesk } from "./message-desk.js";
import { pickReaction } from "./message-deeds.js";
import { rowElement } from "./row.js";
import { RowWindow } from "./row-window.js";
import { beginningOf, firstBelow, freshLine, missedText, newestText } from "./timeline-parts.js";
import { momentText } from "./times.js";

/** This close to the end counts as being there; this close to the beginning asks for what is older. Pixels. */
const nearEnd = 48;
const nearStart = 600;

class Timeline extends HTMLElement {
  connectedCallback() {
    if (this.rows) return;
    this.older = el("div", { class: "older", hidden: true }, el("span", { class: "spinner", role: "img", "aria-label": "Loading older messages" }));
    this.beginning = el("div", { class: "beginning", hidden: true });
    this.rows = el("div", { class: "rows", role: "log", "aria-label": "Messages", "aria-relevant": "additions" });
    this.newer = el("div", { class: "older", hidden: true }, el("span", { class: "spinner", role: "img", "aria-label": "Loading newer messages" }));
    this.scroller = el("div", { class: "scroller", tabindex: "-1", role: "region", "aria-label": this.isPane ? "Messages of this thread" : "Messages of this room" },
      this.older, this.beginning, this.rows, this.newer);
    this.jump = el("button", { class: "jump", type: "button", hidden: true, onclick: () => this.goToNewest() });
    this.above = el("button", { class: "jump above", type: "button", hidden: true, onclick: () => this.tell("timeline.unread") });
    this.append(this.above, this.scroller, this.jump);
    this.window = new RowWindow(this.rows, (row) => this.make(row), freshLine());
    this.data = new WeakMap();
    this.desk = new MessageDesk(this.rows, { rowOf: (element) => this.data.get(element), place: () => this.placeOfMessages() });
    this.isAtEnd = true;
    this.isDetached = false;
    this.unread = "";
    this.missed = 0;
    this.glide = new Glide(this.scroller, () => this.scrolled());
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.scroller.addEventListener("keydown", (event) => this.pressed(event));
    this.watcher = new ResizeObserver(() => {
      if (this.glide.isUnderWay) this.glide.goOn();
      else if (this.isFollowing) this.toEnd();
      this.scrolled();
    });
    this.watcher.observe(this.scroller);
    this.watcher.observe(this.rows);
  }

  /** Whether it is that of a thread, beside the room's. */
  get isPane() { return this.hasAttribute("pane"); }

  /** The room whose rows come next, and where they are a thread's, the number of the message that it begins with. */
  open(room, thread = null) {
    this.room = room;
    this.thread = thread;
  }

  placeOfMessages() {
    const { room } = this;
    return {
      room: room?.id, isPane: this.isPane,
      canWrite: Boolean(room?.can.write),
    };
  }

  tell(e, more = {}) { intend(this, { e, room: this.room.id, ...(this.isPane ? { thread: this.thread } : {}), ...more }); }

  // What the core tells. The reader's place is kept over all the changes that one event leads to.

  reset({ rows, atStart, firstUnread }) {
    const whole = `${this.room?.id}/${this.thread}`;
    // From the past to the newest nobody wants to see again where unread began.
    const isSameRoom = this.shown === whole && (firstUnread === null || this.isDetached);
    // What is still loading was not seen: the room opens when its messages are here.
    this.shown = this.hidden ? null : whole;
    this.keepPlace();
    this.desk.clear();
    this.window.reset(rows, firstUnread);
    this.atStart = atStart;
    this.asked = this.askedNewer = false;
    this.showEdge();
    if (isSameRoom) return this.window.show(this.place.key);
    this.missed = 0;
    this.told = null;
    this.place = { fresh: this.window.line, isOpening: true };
  }

  addNewer(rows) {
    this.keepPlace();
    this.window.append(rows, this.isFollowing);
    this.showEdge();
    const said = rows.filter((row) => row.kind === "message");
    if (said.some((row) => row.mine && row.state === "sending")) {
      this.window.showEnd();
      this.place = {};
    } else if (!this.isAtEnd && !this.isDetached) {
      this.missed += said.filter((row) => !row.mine).length;
    }
    // What came is not the newest yet: whoever reads on asks for more.
    this.askedNewer = false;
  }

  addOlder({ rows, atStart, firstUnread }) {
    this.keepPlace();
    this.asked = false;
    this.atStart = atStart;
    this.quietly(() => this.window.prepend(rows, !this.isFollowing && this.scroller.scrollTop <= nearStart));
    // Only now it is known where unread begins; the reader stays where they are.
    if (firstUnread) this.window.setFresh(firstUnread);
    this.showEdge();
  }

  change({ key, row }) {
    this.keepPlace();
    const changed = this.window.change(key, row);
    // A message that was confirmed is the same one by another name.
    if (this.place.key === key && key.startsWith("n")) this.place.key = row.key;
    if (!changed) return;
    const { old, fresh } = changed;
    // Taking the old one out takes the focus with it, so that who follows has to be asked before.
    const isAttended = old.contains(document.activeElement) || this.desk.attended === old;
    this.desk.focus.replaced(old, fresh);
    old.before(fresh);
    if (isAttended) this.desk.replaced(old, fresh);
    old.remove();
  }

  drop({ key }) {
    this.keepPlace();
    this.keepFocus(() => this.window.drop(key));
  }

  /** Does what may take the focused message away; another one has the focus then. */
  keepFocus(work) {
    const hadFocus = this.rows.contains(document.activeElement);
    work();
    if (this.desk.attended?.isConnected === false) this.desk.clear();
    this.desk.focus.settle();
    if (hadFocus && !this.rows.contains(document.activeElement)) (this.desk.focus.stop ?? this.scroller).focus({ preventScroll: true });
  }

  /** Does what nobody has to hear read out: rows from the past. */
  quietly(work) {
    this.rows.setAttribute("aria-busy", "true");
    this.keepFocus(work);
    this.rows.setAttribute("aria-busy", "false");
  }

  loading({ edge, value }) {
    this.keepPlace();
    if (edge !== "top") {
      this.newer.hidden = !value;
      this.askedNewer = value;
      return;
    }
    this.older.hidden = !value;
    this.asked = value;
  }

  /** What is unread above the rows that are here; null where there is nothing. */
  showUnread(first) {
    if (!first && this.above.contains(document.activeElement)) this.scroller.focus({ preventScroll: true });
    this.above.hidden = !first;
    if (first) this.above.replaceChildren(icon("down"), el("span", {}, `${first.count} unread since ${momentText(first.at)}`));
  }

  /** Brings a row into sight. */
  goTo(key) {
    this.keepPlace();
    this.quietly(() => this.window.show(key));
    this.place = { key, offset: this.scroller.clientHeight / 4 };
    // The core takes the reader for gone from the newest messages, which may be in sight all the same.
    this.told = null;
    const row = this.window.element(key);
    if (!row) return;
    row.classList.add("shown");
    row.addEventListener("animationend", () => row.classList.remove("shown"), { once: true });
    this.desk.focus.choose(row);
    // Whoever came here by the keyboard goes on from here.
    if (document.activeElement === document.body) row.focus({ preventScroll: true });
  }

  /** Whether the newest message is not among the rows that are here, and how many are unread meanwhile: "", a number or "999+". */
  detach({ on, unread = "" }) {
    if (on !== this.isDetached) {
      this.told = null;
      this.missed = 0;
    }
    this.isDetached = on;
    this.unread = unread;
    this.showJump();
    this.scrolled();
  }

  /** The End key leads to the newest message, also where that is not here. */
  pressed(event) {
    if (event.key !== "End" || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target.matches("input, textarea, [contenteditable]")) return;
    event.preventDefault();
    this.goToNewest();
  }

  goToNewest() {
    // The button goes once the newest are here; whoever pressed it by a key reads on from there.
    if (this.jump.contains(document.activeElement)) this.scroller.focus({ preventScroll: true });
    if (this.isDetached) return this.tell("timeline.newest");
    const isNear = this.window.reachesEnd;
    this.quietly(() => this.window.showEnd());
    this.glide.begin({ isFromHere: isNear });
  }

  // Where the reader is

  make(row) {
    const element = rowElement(row, { room: this.room?.id, isPane: this.isPane, pick: (anchor) => pickReaction(this, this.room.id, row, anchor) });
    if (this.isPane && row.key === `s${this.thread}`) element.classList.add("root");
    this.data.set(element, row);
    return element;
  }

  showEdge() {
    this.desk.focus.settle();
    this.beginning.hidden = this.isPane || !(this.atStart && this.window.reachesStart && this.room);
    if (this.room && !this.isPane) {
      this.beginning.replaceChildren(...beginningOf(this.room, !this.rows.querySelector(".message")));
    }
  }

  /** Remembers what the reader sees before the first change, and shows it again after the last. */
  keepPlace() {
    if (this.place) return;
    const top = this.scroller.scrollTop;
    const seen = this.isFollowing || this.glide.isUnderWay ? null : firstBelow(this.rows, top);
    this.place = seen ? { key: seen.dataset.key, offset: seen.offsetTop - top } : {};
    queueMicrotask(() => this.restorePlace());
  }

  restorePlace() {
    const { fresh, key, offset, isOpening } = this.place;
    this.place = null;
    const row = this.window.element(key);
    const { scrollHeight, clientHeight } = this.scroller;
    if (row) {
      this.glide.end();
      this.scroller.scrollTop = row.offsetTop - offset;
    } else if (fresh && fresh.offsetTop < scrollHeight - clientHeight) {
      // A room opens where its unread messages begin, when the newest would hide that.
      this.glide.end();
      this.scroller.scrollTop = fresh.offsetTop - clientHeight / 4;
    } else if (isOpening) {
      this.isAtEnd = true;
      this.showJump();
      this.glide.begin();
    } else if (this.glide.isUnderWay) {
      this.glide.goOn();
    } else {
      this.toEnd();
    }
    this.scrolled();
  }

  /** Whether the reader is at the newest message, which stays in sight. */
  get isFollowing() { return this.isAtEnd && !this.isDetached; }

  toEnd() { this.scroller.scrollTo({ top: this.scroller.scrollHeight, behavior: "instant" }); }

  scrolled() {
    // In the middle of a change the place is neither the old one nor the new one.
    if (this.place || (this.glide.isUnderWay && !this.glide.hasArrived())) return;
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    const toEnd = scrollHeight - scrollTop - clientHeight;
    this.isAtEnd = this.window.reachesEnd && toEnd < nearEnd;
    if (this.isFollowing) this.missed = 0;
    this.tellPlace();
    this.showJump();
    if (!this.window.reachesEnd && toEnd <= nearStart) this.grow("bottom");
    else if (this.isDetached && toEnd <= nearStart) this.askForNewer();
    else if (scrollTop <= nearStart) this.showOlder();
  }

  /** Rows that are here already become elements again. */
  grow(edge) {
    this.keepPlace();
    this.quietly(() => this.window.grow(edge));
    this.showEdge();
  }

  showOlder() {
    if (this.window.reachesStart) this.askForOlder();
    else this.grow("top");
  }

  /** Tells the core when the reader comes to the newest message or leaves it. */
  tellPlace() {
    // Nobody is at the newest message where it is not here.
    if (this.isDetached) return;
    const place = this.isAtEnd ? "reached" : "left";
    // What is still loading has been read by nobody.
    if (!this.room || this.hidden || place === this.told) return;
    this.told = place;
    if (this.isAtEnd) this.tell("timeline.reached", { edge: "bottom" });
    else this.tell("timeline.left");
  }

  askForOlder() {
    if (this.asked || this.atStart || !this.room || this.hidden) return;
    this.asked = true;
    this.tell("timeline.reached", { edge: "top" });
  }

  askForNewer() {
    if (this.askedNewer || !this.room || this.hidden) return;
    this.askedNewer = true;
    this.tell("timeline.reached", { edge: "bottom" });
  }

  showJump() {
    this.jump.hidden = this.isFollowing;
    const text = this.isDetached ? newestText(this.unread) : missedText(this.missed);
    if (this.jump.dataset.text === text) return;
    this.jump.dataset.text = text;
    this.jump.replaceChildren(icon("down"), el("span", {}, text));
  }
}
customElements.define("roost-timeline", Timeline);

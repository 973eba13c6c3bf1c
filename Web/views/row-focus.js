// One message of a list is a stop of the tab key: the newest, or where somebody went with the arrows.

/** Characters that a screen reader is told of a message at once. */
const most = 400;
const canStop = ".message[tabindex]";

export class RowFocus {
  #rows;
  #stop = null;
  /** Whether somebody chose the stop; otherwise it follows the newest. */
  #isChosen = false;

  constructor(rows) { this.#rows = rows; }

  get stop() { return this.#stop; }

  /** Call after rows came or went. */
  settle() {
    const isHere = this.#stop?.isConnected && this.#rows.contains(this.#stop);
    if (isHere && (this.#isChosen || this.#stop.contains(document.activeElement))) return;
    this.#isChosen = false;
    this.#set(this.#newest());
  }

  choose(element) {
    if (!element || !element.hasAttribute("tabindex")) return;
    this.#set(element);
    this.#isChosen = element !== this.#newest();
  }

  replaced(old, fresh) {
    if (old === this.#stop) this.#set(fresh);
  }

  /** Goes on by an arrow key; whether it was one, from a message. */
  move({ key, target }) {
    const from = target.closest(".message");
    if (!from) return false;
    const to = { ArrowDown: () => sibling(from, "nextElementSibling"), ArrowUp: () => sibling(from, "previousElementSibling") }[key]?.();
    if (to === undefined) return false;
    if (to) this.go(to);
    else if (key === "ArrowDown") this.#rows.dispatchEvent(new CustomEvent("write", { bubbles: true }));
    return true;
  }

  go(element) {
    this.choose(element);
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
  }

  #newest() {
    const last = this.#rows.lastElementChild;
    return !last || last.matches(canStop) ? last : sibling(last, "previousElementSibling");
  }

  #set(element) {
    if (this.#stop === element) return;
    this.#stop?.setAttribute("tabindex", "-1");
    this.#stop?.removeAttribute("aria-label");
    this.#stop = element;
    if (!element) return;
    element.setAttribute("tabindex", "0");
    element.setAttribute("aria-label", spoken(element));
  }
}

/** The next message in a direction, or null. */
function sibling(from, direction) {
  let row = from[direction];
  while (row && !row.matches(canStop)) row = row[direction];
  return row;
}

/** A message as one sentence: who, when, what. */
function spoken(element) {
  const part = (selector) => element.querySelector(selector)?.textContent.trim() ?? "";
  const who = part(".message-author") || part(".message-body > .spoken").replace(/:$/, "");
  const what = part(".message-text") || part(".message-gone");
  return [who, part("time"), what].filter(Boolean).join(", ").slice(0, most);
}

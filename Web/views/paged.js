// A list that comes from the server page by page: loading, empty, failed, and more to come.

import { el } from "../dom.js";
import { fault } from "./field.js";

export class PagedList {
  /** Moves on with each reload, so that what an earlier one brings late is dropped. */
  #turn = 0;
  #failed = null;

  /**
   * `load(after)` resolves to `{ items, next }`: `after` is undefined for the first page, else the `next` of the page
   * before; no `next` ends the list. `item(one)` makes a list item, whose `data-key` keeps the focus over a reload.
   * `empty` is said where there is nothing: a text, or a function that makes it.
   */
  constructor({ label, load, item, empty }) {
    Object.assign(this, { load, item, empty });
    this.list = el("ul", { class: "entries", "aria-label": label, tabindex: "-1" });
    this.state = el("div", { class: "list-state", role: "status" });
    this.element = el("div", { class: "paged" }, this.list, this.state);
  }

  /** Loads from the beginning; what is shown stays until the answer is here. */
  async reload() {
    const turn = (this.#turn += 1);
    this.#failed = null;
    this.list.setAttribute("aria-busy", "true");
    if (this.list.children.length === 0) this.#wait();
    await this.#fetch(turn);
  }

  /** Empties the list and loads it: for another question than before. */
  restart() {
    this.list.replaceChildren();
    return this.reload();
  }

  /** The server can be asked again. */
  online() {
    if (this.#failed === null) return;
    if (this.#failed.after === undefined) this.reload();
    else this.#more(this.#failed.after);
  }

  async #fetch(turn, after) {
    try {
      const { items, next } = await this.load(after);
      if (turn !== this.#turn) return;
      const elements = items.map((one) => this.item(one));
      if (after === undefined) this.#replace(elements);
      else this.list.append(...elements);
      this.#settle(next, after === undefined ? null : elements[0]);
    } catch (error) {
      if (turn === this.#turn) this.#fail(error, after);
    }
  }

  #replace(elements) {
    const focused = document.activeElement;
    const key = this.list.contains(focused) ? focused.closest("[data-key]")?.dataset.key : undefined;
    this.list.replaceChildren(...elements);
    if (key === undefined) return;
    const same = elements.find((element) => element.dataset.key === key);
    (same?.querySelector("button, a") ?? this.list).focus();
  }

  #settle(next, first) {
    this.#failed = null;
    this.list.removeAttribute("aria-busy");
    const hadFocus = this.state.contains(document.activeElement);
    this.state.replaceChildren(...this.#end(next));
    if (hadFocus) (first?.querySelector("button, a") ?? this.list).focus();
  }

  #end(next) {
    if (next !== undefined) return [el("button", { class: "button", type: "button", onclick: () => this.#more(next) }, "Show more")];
    if (this.list.children.length > 0) return [];
    const empty = typeof this.empty === "function" ? this.empty() : this.empty;
    return [typeof empty === "string" ? el("p", { class: "none" }, empty) : empty];
  }

  #more(after) {
    this.#wait();
    return this.#fetch(this.#turn, after);
  }

  #wait() {
    // The focus stays in the list where the button that had it goes.
    if (this.state.contains(document.activeElement)) this.list.focus();
    this.state.replaceChildren(el("span", { class: "spinner", role: "img", "aria-label": "Loading" }));
  }

  #fail(error, after) {
    this.#failed = { after };
    this.list.removeAttribute("aria-busy");
    this.state.replaceChildren(fault(error.message, null, "fault general"),
      el("button", { class: "button", type: "button", onclick: () => (after === undefined ? this.reload() : this.#more(after)) }, "Try again"));
  }
}

/** An item of such a list: a picture, what it is in bold and more lines below it, and what can be done with it. */
export const entry = (key, { picture = null, title, lines = [], actions = [] }) =>
  el("li", { class: "entry", "data-key": key }, picture,
    el("div", { class: "entry-text" }, el("div", { class: "entry-title" }, ...[title].flat()),
      ...lines.filter(Boolean).map((line) => el("div", { class: "entry-line" }, ...[line].flat()))),
    actions.some(Boolean) ? el("div", { class: "entry-actions" }, ...actions) : null);

/** A short word beside a title: `kind` is "", "accent" or "fault". */
export const tag = (text, kind = "") => el("span", { class: `tag ${kind}` }, text);

// A large dialog of several sections, one shown at a time: its tabs stand beside it, on a narrow window above it.

import { el, freshID } from "../dom.js";
import { dialog } from "./dialog.js";

export class Sections {
  /** `closed` is called however the dialog is closed. */
  constructor(title, { closed = () => {} } = {}) {
    this.tabs = el("div", { class: "tabs", role: "tablist", "aria-label": title, onkeydown: (event) => this.move(event) });
    this.panel = el("div", { class: "panel", role: "tabpanel", id: freshID("panel"), tabindex: "-1" });
    this.element = dialog(title, { closed: () => this.closed(closed) }, el("div", { class: "sections" }, this.tabs, this.panel));
    this.element.classList.add("large");
    this.sections = [];
    this.made = new Map();
  }

  get isOpen() { return this.element.open; }

  /**
   * Opens the dialog with these sections: each `{ name, label, make }`, where `make()` answers an object with an
   * `element`, and where it has them `shown()`, called whenever it comes into sight, `connection(isOnline)`, `reported()`, and
   * `closed()` when the dialog is.
   */
  open(sections, name = sections[0].name) {
    this.sections = sections;
    this.made.clear();
    this.tabs.replaceChildren(...sections.map((section) => el("button", {
      type: "button", class: "tab", role: "tab", id: freshID("tab"), "data-name": section.name,
      "aria-controls": this.panel.id, onclick: () => this.show(section.name),
    }, section.label)));
    if (!this.element.open) this.element.showModal();
    this.show(name);
    this.tab(name).focus();
  }

  show(name) {
    this.name = name;
    for (const tab of this.tabs.children) {
      const isShown = tab.dataset.name === name;
      tab.setAttribute("aria-selected", `${isShown}`);
      tab.tabIndex = isShown ? 0 : -1;
      if (isShown) this.panel.setAttribute("aria-labelledby", tab.id);
    }
    this.tab(name).scrollIntoView({ block: "nearest", inline: "center" });
    if (!this.made.has(name)) this.made.set(name, this.sections.find((section) => section.name === name).make());
    const section = this.made.get(name);
    this.panel.replaceChildren(section.element);
    this.panel.scrollTop = 0;
    section.shown?.();
  }

  /** Tells the sections whether the server can be asked; what could not be loaded is loaded again. */
  connection(isOnline) {
    for (const section of this.made.values()) section.connection?.(isOnline);
  }

  /** Tells the sections that messages were reported, or that it was said what became of a report. */
  reported() {
    for (const section of this.made.values()) section.reported?.();
  }

  closed(then) {
    for (const section of this.made.values()) section.closed?.();
    this.panel.replaceChildren();
    this.made.clear();
    then();
  }

  tab(name) { return [...this.tabs.children].find((tab) => tab.dataset.name === name); }

  /** The arrows go from tab to tab, as screen readers say of a list of tabs. */
  move(event) {
    const tabs = [...this.tabs.children];
    const at = tabs.indexOf(document.activeElement);
    const to = {
      ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1,
    }[event.key];
    const tab = to === undefined ? null : tabs[(to + tabs.length) % tabs.length];
    if (!tab) return;
    event.preventDefault();
    this.show(tab.dataset.name);
    tab.focus();
  }
}

/** What a section begins with. */
export const sectionHead = (title, lead, ...beside) =>
  el("div", { class: "section-head" }, el("div", { class: "section-text" }, el("h3", {}, title), lead ? el("p", { class: "soft" }, lead) : null), ...beside);

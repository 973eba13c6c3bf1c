// Groups of emoji in rows of nine, gone through with the arrows.

import { el, freshID } from "../../dom.js";

/** As many stand in a row: see emoji.css. */
const columns = 9;

export class EmojiGrid {
  /** `picked(emoji)`; `looked(one)` when the pointer or the focus comes to one; `left()` when Up leaves the first row. */
  constructor(place, { picked, looked, left }) {
    Object.assign(this, { place, picked, looked, left });
    this.all = new Map();
    place.addEventListener("click", ({ target }) => {
      const cell = target.closest(".emoji-cell");
      if (cell) this.picked(cell.textContent);
    });
    for (const name of ["pointerover", "focusin"]) {
      place.addEventListener(name, ({ target }) => {
        const one = this.all.get(target.closest(".emoji-cell"));
        if (one) this.looked(one);
      });
    }
    place.addEventListener("keydown", (event) => this.move(event));
  }

  /** Shows groups, each `{ name, emoji }`, and answers their elements; `shown(one)` is the character of one. */
  show(groups, shown) {
    this.all.clear();
    const sections = groups.map(({ name, emoji }) => {
      const id = freshID("emoji");
      const rows = [];
      for (let start = 0; start < emoji.length; start += columns) {
        rows.push(el("div", { class: "emoji-row", role: "row" }, ...emoji.slice(start, start + columns).map((one) => {
          const cell = el("button", { class: "emoji-cell", type: "button", role: "gridcell", tabindex: "-1", "aria-label": one.name }, shown(one));
          this.all.set(cell, one);
          return cell;
        })));
      }
      const section = el("section", { class: "emoji-group" }, el("h3", { id }, name), el("div", { class: "emoji-grid", role: "grid", "aria-labelledby": id }, ...rows));
      section.style.containIntrinsicSize = `auto ${rows.length * 2.5 + 2}rem`;
      return section;
    });
    this.place.replaceChildren(...sections);
    this.place.scrollTop = 0;
    this.first?.setAttribute("tabindex", "0");
    return sections;
  }

  get first() { return this.place.querySelector(".emoji-cell"); }

  enter() { this.first?.focus(); }

  /** Takes the first of what was found. */
  pickFirst(isSearch) { if (isSearch && this.first) this.picked(this.first.textContent); }

  move(event) {
    const cell = event.target.closest(".emoji-cell");
    if (!cell) return;
    const rows = [...this.place.querySelectorAll(".emoji-row")];
    const row = rows.indexOf(cell.parentElement);
    const column = [...cell.parentElement.children].indexOf(cell);
    const inRow = (index, at) => rows[index] && (rows[index].children[at] ?? rows[index].lastElementChild);
    const to = {
      ArrowRight: () => cell.nextElementSibling ?? inRow(row + 1, 0),
      ArrowLeft: () => cell.previousElementSibling ?? inRow(row - 1, columns - 1),
      ArrowDown: () => inRow(row + 1, column),
      ArrowUp: () => (row === 0 ? null : inRow(row - 1, column)),
      Home: () => rows[row].firstElementChild,
      End: () => rows[row].lastElementChild,
    }[event.key];
    if (!to) return;
    event.preventDefault();
    const next = to();
    if (next) {
      cell.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    } else if (event.key === "ArrowUp") this.left();
  }
}

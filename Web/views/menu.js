// A menu: its items are gone through with the arrows, or by the first letter.

import { el, icon } from "../dom.js";
import { openAnchored } from "./anchored.js";

/**
 * Opens a menu over `host` beside `anchor`. `items` are `{ label, icon?, note?, danger?, isChosen?, run }`: one with `isChosen` is one
 * of several of which one holds. `head` stands above them.
 */
export function openMenu(host, anchor, { label, items, head = null }) {
  let chosen = null;
  const list = el("div", { class: "menu-items", role: "menu", "aria-label": label, onkeydown: (event) => move(list, event) },
    ...items.map((item) => el("button", {
      class: item.danger ? "menu-item danger" : "menu-item", type: "button", role: item.isChosen === undefined ? "menuitem" : "menuitemradio",
      "aria-checked": item.isChosen === undefined ? null : `${item.isChosen}`, tabindex: "-1",
      onclick: () => {
        chosen = item;
        element.close();
      },
    }, item.icon ? icon(item.icon) : item.isChosen === undefined ? null : el("span", { class: "menu-tick" }, item.isChosen ? icon("check") : ""),
    el("span", { class: "menu-label" }, item.label), item.note ? el("span", { class: "menu-note", "aria-hidden": "true" }, item.note) : null)));
  const element = openAnchored(host, anchor, {
    label, className: "menu",
    // Only then: what it opens or focuses must not lose that to the focus's return.
    closed: () => chosen?.run(),
  }, head, list);
  (list.querySelector('[aria-checked="true"]') ?? list.firstElementChild)?.focus();
  return element;
}

function move(list, event) {
  const items = [...list.children];
  const at = items.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key] ?? lettered(items, at, event);
  const item = to === undefined ? null : items[(to + items.length) % items.length];
  if (!item) return;
  event.preventDefault();
  item.focus();
}

/** The next item that begins with what was typed. */
function lettered(items, at, { key, ctrlKey, metaKey, altKey }) {
  if (key.length !== 1 || key === " " || ctrlKey || metaKey || altKey) return undefined;
  const begins = (item) => item.querySelector(".menu-label").textContent.toLowerCase().startsWith(key.toLowerCase());
  const turned = items.map((_, step) => (at + 1 + step) % items.length);
  return turned.find((place) => begins(items[place]));
}

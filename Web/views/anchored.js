// A small modal dialog beside what opened it; on a narrow window a sheet at the bottom. Whatever had the focus has it
// again afterwards.

import { el } from "../dom.js";

/** Space to the window's edge. Pixels. */
const margin = 8;
/** Narrower windows show a sheet: see menus.css. */
const narrow = "(max-width: 48rem)";

/**
 * Opens a dialog over `host` for once. `anchor` is an element, or a point `{ x, y }`. `closed` is called however it is closed.
 */
export function openAnchored(host, anchor, { label, className, closed = () => {} }, ...parts) {
  const before = document.activeElement;
  const key = before?.closest?.("[data-key]")?.dataset.key;
  const element = el("dialog", { class: `anchored ${className}`, "aria-label": label }, ...parts);
  element.addEventListener("close", () => {
    element.remove();
    closed();
    // What was made anew meanwhile stands in its place.
    if (!before?.isConnected && key !== undefined) host.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  });
  // The backdrop's clicks have the dialog itself as their target.
  element.addEventListener("pointerdown", (event) => { if (event.target === element && isOutside(element, event)) element.close(); });
  // What opens it may go as soon as it loses the focus.
  const box = anchor instanceof Element ? anchor.getBoundingClientRect() : new DOMRect(anchor.x, anchor.y, 0, 0);
  host.append(element);
  element.showModal();
  place(element, box);
  return element;
}

function isOutside(element, { clientX, clientY }) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

function place(element, box) {
  if (matchMedia(narrow).matches) return;
  const { offsetWidth: width, offsetHeight: height } = element;
  const left = Math.min(Math.max(margin, box.right - width), innerWidth - width - margin);
  // Below it where there is room, else above it.
  const below = box.bottom + 4;
  const top = below + height <= innerHeight - margin ? below : Math.max(margin, box.top - height - 4);
  element.style.left = `${Math.max(margin, left)}px`;
  element.style.top = `${top}px`;
}

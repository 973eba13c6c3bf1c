// A finger that stays where it is asks for the menu.

/** Milliseconds. */
const patience = 450;
/** A finger that moves farther scrolls. Pixels. */
const slack = 10;

export class LongPress {
  #timer = null;
  #start = null;

  /** `held(target)` is called once a finger has stayed on `target`, within `element`, and answers whether it took that. */
  constructor(element, held) {
    element.addEventListener("pointerdown", (event) => {
      this.#end();
      if (event.pointerType === "mouse" || !event.isPrimary) return;
      this.#start = { x: event.clientX, y: event.clientY };
      this.#timer = setTimeout(() => this.#held(event.target, held), patience);
    });
    element.addEventListener("pointermove", ({ clientX, clientY }) => {
      if (this.#start && Math.hypot(clientX - this.#start.x, clientY - this.#start.y) > slack) this.#end();
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(name, () => this.#end());
    // The browser's own menu would lie over it.
    element.addEventListener("contextmenu", (event) => this.#start && event.preventDefault());
  }

  #held(target, held) {
    this.#timer = null;
    // A link has a menu of the browser's own.
    if (target.closest("a") || !held(target)) return;
    // Lifting the finger must not press what the menu put there; the next touch may.
    const next = new AbortController();
    addEventListener("pointerdown", () => next.abort(), { capture: true, once: true });
    addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
    }, { capture: true, once: true, signal: next.signal });
  }

  #end() {
    clearTimeout(this.#timer);
    this.#timer = this.#start = null;
  }
}

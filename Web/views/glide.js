// Takes a room that was just opened to its newest message, in a movement that shows that there is something before it.

/** A movement that the browser never ends, as in a window that nobody sees, is ended. Milliseconds. */
const patience = 1500;
/** How much of what is before the newest goes by: a part of what is in sight. */
const stretch = 0.75;

export class Glide {
  #scroller;
  #arrived;
  #late = null;
  /** Where the movement has come to. */
  #top = 0;
  isUnderWay = false;

  /** `arrived` is called when the newest message is reached, or the reader has taken over. */
  constructor(scroller, arrived) {
    this.#scroller = scroller;
    this.#arrived = arrived;
    scroller.addEventListener("scrollend", () => this.hasArrived() && this.#finish());
    scroller.addEventListener("scroll", () => this.#moved(), { passive: true });
    // The reader's own movement is stronger.
    for (const name of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      scroller.addEventListener(name, () => this.isUnderWay && this.#finish(), { passive: true });
    }
  }

  /** Begins near the end, or where the reader is when that is nearer and `isFromHere`. */
  begin({ isFromHere = false } = {}) {
    const { scrollHeight, clientHeight, scrollTop } = this.#scroller;
    const end = scrollHeight - clientHeight;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
    this.end();
    const start = Math.max(0, end - clientHeight * stretch, isFromHere ? scrollTop : 0);
    this.#scroller.scrollTo({ top: isStill ? end : start, behavior: "instant" });
    if (isStill || end <= 0) return;
    this.isUnderWay = true;
    this.#top = start;
    this.#late = setTimeout(() => {
      this.#scroller.scrollTo({ top: this.#scroller.scrollHeight, behavior: "instant" });
      this.#finish();
    }, patience);
    this.goOn();
  }

  /** The end may lie elsewhere now. */
  goOn() { this.#scroller.scrollTo({ top: this.#scroller.scrollHeight, behavior: "smooth" }); }

  hasArrived() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight < 2;
  }

  /** What goes back is somebody else's movement, such as a search in the page. */
  #moved() {
    if (!this.isUnderWay) return;
    const top = this.#scroller.scrollTop;
    if (top < this.#top - 1) this.#finish();
    this.#top = top;
  }

  end() {
    clearTimeout(this.#late);
    this.isUnderWay = false;
  }

  #finish() {
    this.end();
    this.#arrived();
  }
}

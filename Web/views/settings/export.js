// Brings everything of one's own together, page by page, as one document.

/** Messages and what belongs to them in a page. */
const pageSize = 500;
/** What each page goes on with; all else is on the first. */
const lists = ["messages", "edits", "reactions", "threads"];
/** So many refusals one after the other that a retry could help are waited out; longer ones are the person's to see. */
const patience = 5;

export class DataExport {
  #ask;
  #wait;
  #next = undefined;
  #document;
  isDone = false;

  /** `ask(name, args)` as in core.js; `wait(milliseconds)` resolves later. */
  constructor(ask, { now = () => Date.now(), wait = (time) => new Promise((resolve) => setTimeout(resolve, time)) } = {}) {
    this.#ask = ask;
    this.#wait = wait;
    this.#document = { format: "roost-export", version: 1, exported_at: new Date(now()).toISOString() };
    for (const list of lists) this.#document[list] = [];
  }

  get messageCount() { return this.#document.messages.length; }

  /**
   * Reads on to the end and resolves to the document's text. `progress()` is called after each page. Rejects with the
   * server's reason; run again it goes on from there. `signal` ends it between two pages.
   */
  async run(progress = () => {}, signal = undefined) {
    while (!this.isDone) {
      const page = await this.#page();
      signal?.throwIfAborted();
      this.#take(page);
      progress();
    }
    return `${JSON.stringify(this.#document, null, 2)}\n`;
  }

  async #page() {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#ask("export", { limit: pageSize, ...(this.#next === undefined ? {} : { after: this.#next }) });
      } catch (error) {
        if (!error.retryAfter || attempt >= patience) throw error;
        await this.#wait(error.retryAfter);
      }
    }
  }

  #take({ next, ...page }) {
    const taken = Object.fromEntries(lists.map((list) => [list, this.#document[list]]));
    for (const list of lists) for (const one of page[list] ?? []) taken[list].push(one);
    // What is long comes last.
    for (const list of lists) delete this.#document[list];
    this.#document = { ...this.#document, ...page, ...taken };
    if (next !== undefined && next === this.#next) throw new Error("The server gives the same page again. The export was stopped.");
    this.#next = next;
    this.isDone = next === undefined || next === null;
  }
}

/** Such as `roost-export-2026-11-30.json`. */
export const exportName = (now = new Date()) => `roost-export-${now.toISOString().slice(0, 10)}.json`;

// Looks for people as one types: asks once typing pauses, drops answers to what is no longer wanted, and waits where the
// server asks it to.

/** How long a pause in typing is. Milliseconds. */
const pause = 180;

export class PeopleSearch {
  #find;
  #show;
  #timer = null;
  #number = 0;

  /**
   * `find(query)` is a promise of users; `show({ state, users, message })` follows: "idle", "searching" (with what was
   * found before), "found" or "failed".
   */
  constructor(find, show) {
    this.#find = find;
    this.#show = show;
    this.users = [];
  }

  /** What is being typed; empty ends the search. */
  look(text) {
    const query = text.trim();
    this.#number += 1;
    clearTimeout(this.#timer);
    if (query === "") return this.#tell("idle", []);
    this.#tell("searching", this.users);
    this.#timer = setTimeout(() => this.#ask(query), pause);
  }

  async #ask(query) {
    const number = this.#number;
    try {
      const users = await this.#find(query);
      if (number === this.#number) this.#tell("found", users);
    } catch (error) {
      if (number !== this.#number) return;
      if (error.code === "rate_limited") this.#timer = setTimeout(() => this.#ask(query), error.retryAfter ?? 1000);
      else this.#tell("failed", [], error.message);
    }
  }

  #tell(state, users, message = null) {
    this.users = users;
    this.#show({ state, users, message });
  }
}

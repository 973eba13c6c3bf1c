// Who and what the ids of a list stand for: asked for once, many at a time.

const usersAtOnce = 100;

export class Names {
  /** `ask(name, args)` as in core.js. */
  constructor(ask) {
    this.ask = ask;
    this.users = new Map();
    this.rooms = new Map();
  }

  /** Resolves when all of these are known as far as they can be; whoever is not found stays unknown. */
  async learn({ users = [], rooms = [] }) {
    const unknown = [...new Set(users)].filter((id) => id && !this.users.has(id));
    const asks = [];
    for (let start = 0; start < unknown.length; start += usersAtOnce) asks.push(this.#users(unknown.slice(start, start + usersAtOnce)));
    for (const id of new Set(rooms)) if (id && !this.rooms.has(id)) asks.push(this.#room(id));
    await Promise.all(asks);
  }

  user(id) { return this.users.get(id) ?? null; }

  name(id, otherwise = "Somebody") { return this.user(id)?.name ?? otherwise; }

  room(id, otherwise = "a room") {
    const room = this.rooms.get(id);
    return room?.name ? (room.kind === "channel" ? `#${room.name}` : room.name) : otherwise;
  }

  async #users(ids) {
    for (const user of (await this.ask("users", { users: ids })).users) this.users.set(user.id, user);
  }

  async #room(id) {
    try {
      this.rooms.set(id, (await this.ask("room", { room: id })).room);
    } catch (error) {
      // A room that is gone, or that is not ours to see, has no name here.
      if (error.retry) throw error;
      this.rooms.set(id, null);
    }
  }
}

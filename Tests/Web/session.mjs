// A whole life of a client, played by a seed: a server that answers the core's requests, rooms where people talk, answer in
// threads, edit, delete and react, a person who types, sends and moves about, cuts, gaps and damaged frames. Time and chance are the seed's, so that the
// same seed makes the same events for the same core.

const texts = [
  "hello", "Grüße aus Köln", "こんにちは、世界", "👩‍👩‍👧‍👦 the family", "e\u0301 is not é", "a \"quoted\" \\ word\n\tand a line",
  "مرحبا", "x".repeat(300), "\u0001 control", "🏳️‍🌈🇩🇪", " spaces around ", "İstanbul ẞ ǆ", "\u{10ffff}",
];
const emoji = ["👍", "🎉", "👩🏽‍🚀", "❤️"];
const damaged = ["", "9", "0{", "42[", '42["event"]', '42["event",{}]', '42["event",{"safe":1e400}]', "43", "431[]", "41", "1", '42["thread.typing",{"room":"r","threads":[{"thread":"x"},null,{"thread":-1,"users":[1],"count":1e9}]}]',
  '42["event",{"safe":"1","room":"zzz","seq":1,"kind":"message.edited","target":9e15}]', '42["event",{"safe":"1","useq":1,"kind":"thread.cursor","room":"x"}]',
  '42["event",{"safe":"1","room":"zzz","seq":-1,"kind":"message"}]', '42["typing",{"room":7}]', '42["gap",{"since":null}]', "451-[]"];

export class Session {
  #handle;
  #random;
  #now = 1_750_000_000_000;
  #timers = new Map();
  #connected = false;
  #seq = new Map();
  #log = new Map();
  #pos = 0;
  #queue = [];

  /** `handle(event)` answers the core's effects. */
  constructor(handle, seed) {
    this.#handle = handle;
    this.#random = generator(seed);
    this.me = { ...person(0), role: "member", email: "me@example.org" };
    this.people = Array.from({ length: 6 }, (_, index) => person(index));
    this.rooms = [0, 1, 2].map((index) => id(`r${index}`));
    for (const room of this.rooms) {
      this.#seq.set(room, 0);
      this.#log.set(room, []);
      for (let count = 0; count < 70; count += 1) this.#event(room);
    }
  }

  /** Plays `steps` of life after the start. */
  play(steps) {
    this.#tell({
      e: "start", entropy: "00112233445566778899aabbccddeeff", path: `/room/${this.rooms[0]}`,
      origin: "http://localhost:4000", online: true, utcOffset: 60, stored: { snapshot: null, outbox: null },
    });
    for (let step = 0; step < steps; step += 1) {
      this.#now += this.#below(step % 50 === 0 ? 30_000 : 300);
      this.#fireTimers();
      this.#step(this.#below(100));
    }
  }

  /** The person is connected and reads what is said now in the first room. */
  watch() {
    const [room] = this.rooms;
    this.#tell({ e: "online", value: true });
    for (let second = 0; second < 120; second += 1) {
      this.#now += 1000;
      this.#fireTimers();
    }
    this.#tell({ e: "room.open", room });
    this.#tell({ e: "timeline.newest", room });
    this.#tell({ e: "timeline.reached", room, edge: "bottom" });
  }

  /** Only messages from others, as in a busy room. */
  chatter(count) {
    for (let index = 0; index < count; index += 1) {
      this.#now += 40;
      if (index % 500 === 0) this.#fireTimers();
      this.#live(this.rooms[index % 2]);
    }
  }

  #step(dice) {
    const room = this.#pick(this.rooms);
    if (dice < 25) this.#live(room);
    else if (dice < 45) this.#talk(room);
    else if (dice < 55) this.#tell({ e: "draft", room, text: this.#pick([...texts, ""]) });
    else if (dice < 65) this.#tell({ e: "send", room, text: this.#pick(texts) });
    else if (dice < 70) this.#tell({ e: "room.open", room });
    else if (dice < 75) this.#tell({ e: "timeline.reached", room, edge: this.#pick(["top", "bottom"]) });
    else if (dice < 76) this.#tell({ e: "timeline.left", room });
    else if (dice < 77) this.#tell({ e: "timeline.unread", room });
    else if (dice < 80) this.#typing(room);
    else if (dice < 83) this.#serverSays("2");
    else if (dice < 85) this.#tell({ e: "visible", value: this.#below(2) === 0 });
    else if (dice < 86) this.#tell({ e: "channel.create", name: this.#pick(texts), description: "" });
    else if (dice < 87) this.#tell({ e: "channels.browse", open: this.#below(2) === 0 });
    else if (dice < 89) this.#cut();
    else if (dice < 90) this.#packet("gap", { since: this.#place(this.#pos - this.#below(20)) });
    else if (dice < 91) this.#serverSays(this.#pick(damaged));
    else if (dice < 92) this.#packet("event", { safe: this.#place(this.#pos), dseq: this.#pos, kind: "user.registered", at: this.#now, person: this.#pick(this.people) });
    else if (dice < 93) this.#packet("event", { safe: this.#place(this.#pos), useq: this.#pos, kind: "cursor", at: this.#now, room, seq: this.#seq.get(room) });
    else if (dice < 94) this.#tell({ e: "online", value: this.#below(3) > 0 });
    else if (dice < 95) this.#tell({ e: "retry", nonce: `00112233445566778899aabbccddeeff:${this.#below(9)}` });
    else if (dice < 96) this.#ask();
    else this.#live(room);
  }

  /** Something happens to messages and threads: the person does it, or it is told. */
  #talk(room) {
    const message = this.#pick(this.#messages(room));
    if (!message) return;
    const { seq, thread } = message;
    const root = thread ?? seq;
    const on = this.#below(3) > 0;
    const mine = { room, seq };
    const other = this.#pick(this.people).id;
    this.#pick([
      () => this.#live(room, { thread: root }),
      () => this.#live(room, { thread: root, reply_to: root, mentions: [this.me.id] }),
      () => this.#live(room, { everyone: true }),
      () => this.#edited(message, this.#pick(texts)),
      () => this.#change(room, { kind: "reaction", target: seq, emoji: this.#pick(emoji), on, user: other }),
      () => this.#change(room, { kind: "message.pinned", target: seq, pinned: on, user: other }),
      () => this.#deleted(message),
      () => this.#packet("thread.typing", { room, threads: [{ thread: root, users: [other], count: 1 + this.#below(3) }, { thread: 1, users: [], count: 0 }] }),
      () => this.#own({ kind: "thread.followed", room, thread: root, following: on, cursor: this.#below(2) * seq }),
      () => this.#own({ kind: "thread.cursor", room, thread: root, seq }),
      () => this.#own({ kind: "saved", room, seq, saved: on }),
      () => this.#own({ kind: "level", room, level: this.#pick(["all", "mentions", "none"]) }),
      () => this.#own({ kind: "draft", room, ...(on ? { thread: root } : {}), text: this.#pick([...texts, ""]) }),
      () => this.#tell({ e: "thread.open", room, seq: root }),
      () => this.#tell({ e: "thread.close" }),
      () => this.#tell({ e: "thread.follow", room, seq: root, following: on }),
      () => this.#tell({ e: "draft", room, thread: root, text: this.#pick([...texts, ""]) }),
      () => this.#tell({ e: "send", room, thread: root, text: this.#pick(texts), ...(on ? { reply: root } : {}) }),
      () => this.#tell({ e: "timeline.reached", room, thread: root, edge: this.#pick(["top", "bottom"]) }),
      () => this.#tell({ e: "message.edit", ...mine, text: this.#pick(texts) }),
      () => this.#tell({ e: "message.react", ...mine, emoji: this.#pick(emoji), on }),
      () => this.#tell({ e: "message.pin", ...mine, pinned: on }),
      () => this.#tell({ e: "message.save", ...mine, saved: on }),
      () => this.#tell({ e: on ? "message.delete" : "message.undelete", ...mine }),
      () => this.#tell({ e: "message.show", ...mine }),
      () => this.#tell({ e: "edit.last", room, ...(on ? {} : { thread: root }) }),
      () => this.#tell({ e: "list.open", kind: this.#pick(["pins", "saved", "mentions", "threads"]), room }),
      () => this.#tell({ e: on ? "list.more" : "list.close" }),
      () => this.#tell({ e: "complete", room, kind: "@", text: this.#pick(["", "e", "ž"]) }),
    ])();
  }

  #ask() {
    const name = this.#pick(["people.find", "sessions", "audit", "profile.update", "send", ""]);
    const args = this.#pick([JSON.stringify({ query: this.#pick(texts), limit: 20, nested: [null, 1.5, { a: true }] }), "{}", "[]", "{"]);
    this.#tell({ e: "ask", id: this.#below(1000), name, arguments: args });
  }

  // The server

  #event(room, user = this.#pick(this.people).id, text = this.#pick(texts), more = {}) {
    return this.#append(room, { kind: "message", user, id: id(`m${this.#pos + 1}`), text, ...more });
  }

  #append(room, content) {
    const seq = this.#seq.get(room) + 1;
    this.#seq.set(room, seq);
    this.#pos += 1;
    const event = { room, seq, at: this.#now, ...content, pos: this.#pos };
    const log = this.#log.get(room);
    log.push(event);
    if (log.length > 400) log.shift();
    return event;
  }

  #live(room, more) { this.#heard(this.#event(room, undefined, undefined, more)); }

  #heard({ pos, ...event }) { this.#packet("event", { safe: this.#place(pos), ...event }); }

  /** What changes another event of the room. */
  #change(room, content) { this.#heard(this.#append(room, content)); }

  #own(content) {
    this.#pos += 1;
    this.#packet("event", { safe: this.#place(this.#pos), useq: this.#pos, at: this.#now, ...content });
  }

  /** Messages that have their text. */
  #messages(room) { return this.#log.get(room).filter((event) => event.kind === "message" && !event.gone); }

  #edited(message, text) {
    Object.assign(message, { text, edited_at: this.#now });
    const { room, seq, user, id, thread, edited_at } = message;
    this.#change(room, { kind: "message.edited", user, target: seq, author: user, id, text, thread, edited_at });
  }

  #deleted(message) {
    const { room, seq, user, thread } = message;
    delete message.text;
    message.gone = true;
    this.#change(room, { kind: "message.deleted", user, target: seq, author: user, thread });
  }

  #repliesTo(room, root) { return this.#log.get(room).filter((event) => event.kind === "message" && event.thread === root); }

  /** A message with its thread, as pages have it. */
  #present({ pos, ...event }) {
    const live = event.kind === "message" && event.thread === undefined ? this.#repliesTo(event.room, event.seq).filter((reply) => !reply.gone) : [];
    if (live.length === 0) return event;
    const last = live.at(-1);
    return { ...event, replies: { count: live.length, last_seq: last.seq, last_at: last.at, users: [...new Set(live.map((reply) => reply.user).reverse())].slice(0, 4) } };
  }

  #typing(room) {
    const users = this.people.slice(0, this.#below(5)).map((one) => one.id);
    this.#packet("typing", { room, users, count: users.length });
  }

  #cut() {
    if (!this.#connected) return;
    this.#connected = false;
    this.#tell({ e: "socket.closed" });
  }

  #packet(name, argument) { this.#serverSays(`42${JSON.stringify([name, argument])}`); }

  #serverSays(text) {
    if (this.#connected) this.#tell({ e: "socket.text", text });
  }

  #clientSays(text) {
    if (text.startsWith("40")) {
      this.#later({ e: "socket.text", text: '40{"sid":"abc"}' });
      const ready = { version: 1, server: { name: "Roost", version: "0", setup: false, registration: "invitation" }, user: this.me, safe: this.#place(this.#pos) };
      this.#later({ e: "socket.text", text: `42${JSON.stringify(["ready", ready])}` });
      return;
    }
    const request = /^42(\d+)(\[.*\])$/s.exec(text);
    if (!request) return;
    const [name, argument] = JSON.parse(request[2]);
    const refused = this.#below(25) === 0;
    const answer = refused
      ? { error: { code: "busy", message: "later", retry: true, retry_after: 500 } }
      : { ok: this.#answer(name, argument ?? {}) };
    this.#later({ e: "socket.text", text: `43${request[1]}${JSON.stringify([answer])}` });
  }

  #answer(name, { room, before, limit, text, seq, users, since, thread, reply_to, emoji, on, pinned }) {
    const outward = (event) => this.#present(event);
    const found = this.#log.get(room)?.find((event) => event.seq === (name === "thread" ? thread : seq));
    switch (name) {
      case "rooms": return { rooms: this.rooms.map((one, index) => this.#room(one, index)), safe: this.#place(this.#pos) };
      case "channels": return { channels: this.rooms.map((one, index) => this.#room(one, index)), more: false };
      case "history": {
        const isPart = ({ kind, thread }) => (kind === "message" && thread === undefined) || kind === "message.deleted";
        const events = (this.#log.get(room) ?? []).filter((event) => isPart(event) && (!before || event.seq < before)).slice(-(limit ?? 50));
        return { events: events.map(outward), more: (events[0]?.seq ?? 1) > 1 };
      }
      case "sync": {
        const after = [...this.#log.values()].flat().filter((event) => event.pos > Number(since)).sort((a, b) => a.pos - b.pos);
        const events = after.slice(0, limit ?? 500);
        const more = after.length > events.length;
        return { events: events.map(outward), joined: [], left: [], more, safe: this.#place(more ? events.at(-1).pos : this.#pos) };
      }
      case "users": return { users: this.people.filter((one) => users.includes(one.id)) };
      case "send": {
        const { pos, ...event } = this.#event(room, this.me.id, text, { thread, reply_to });
        this.#later({ e: "socket.text", text: `42${JSON.stringify(["event", { safe: this.#place(pos), ...event }])}` });
        return { id: event.id, room, seq: event.seq, at: event.at };
      }
      case "thread": {
        const replies = this.#repliesTo(room, thread).filter((reply) => !before || reply.seq < before);
        const events = replies.slice(-(limit ?? 50)).map(outward);
        return { root: found ? outward(found) : null, events, more: replies.length > events.length, following: true, cursor: events[0]?.seq ?? 0, unread: Math.max(events.length - 1, 0), mentions: 0 };
      }
      case "threads": {
        const roots = this.rooms.flatMap((one) => this.#messages(one).map(outward).filter((event) => event.replies)).slice(0, limit ?? 50);
        return { threads: roots.map((root) => ({ room: root.room, root, following: true, cursor: root.seq, unread: 1, mentions: 0 })), more: false };
      }
      case "pins": return { events: this.#messages(room).slice(-3).map(outward), more: false };
      case "mentions": case "saved": {
        const messages = this.#messages(this.rooms[0]).slice(-3).map(outward);
        return { messages: messages.map((event) => ({ room: event.room, event, saved_at: this.#now })), more: false };
      }
      case "saved.ids": return { saved: [{ room: this.rooms[0], seqs: [1, 2, 71] }] };
      case "drafts": return { drafts: [{ room: this.rooms[1], thread: 3, text: "begun", at: this.#now }] };
      case "preferences": return { preferences: { quiet: null, dnd_until: null, sound: true, preview: false } };
      case "edit": {
        if (found?.kind === "message" && !found.gone) this.#after(() => this.#edited(found, text));
        return { room, seq, edited_at: this.#now };
      }
      case "react": this.#after(() => this.#change(room, { kind: "reaction", target: seq, emoji, on, user: this.me.id })); return {};
      case "pin": this.#after(() => this.#change(room, { kind: "message.pinned", target: seq, pinned, user: this.me.id })); return {};
      case "delete": {
        if (found?.kind === "message" && !found.gone) this.#after(() => this.#deleted(found));
        return { room, seq };
      }
      case "thread.read": return { room, thread, seq };
      case "read": return { room, seq };
      case "profile.update": return { user: { ...this.me, name: this.#pick(texts) } };
      case "people.find": return { users: this.people, more: false };
      case "channel.create": case "join": case "room": return { room: this.#room(this.rooms[0], 0) };
      default: return {};
    }
  }

  #room(room, index) {
    return {
      id: room, kind: "channel", name: ["general", "Zürich", "ähnlich"][index], description: "", created_by: this.me.id,
      created_at: 1_700_000_000_000, members: 6, last_seq: this.#seq.get(room), joined: true, cursor: 3, unread: 1000,
    };
  }

  #place(pos) { return String(Math.max(pos, 0)).padStart(13, "0"); }

  // The page

  #tell(event) {
    const effects = this.#handle({ ...event, now: this.#now });
    for (const effect of effects) this.#perform(effect);
    while (this.#queue.length > 0) {
      const next = this.#queue.shift();
      if (typeof next === "function") {
        next();
        continue;
      }
      if (next.e === "socket.text" && !this.#connected) continue;
      for (const effect of this.#handle({ ...next, now: this.#now })) this.#perform(effect);
    }
  }

  #later(event) { this.#queue.push(event); }

  /** Done once the answer is on its way. */
  #after(work) { this.#queue.push(work); }

  #perform(effect) {
    switch (effect.f) {
      case "socket.connect":
        this.#connected = true;
        this.#later({ e: "socket.open" });
        this.#later({ e: "socket.text", text: '0{"sid":"s","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}' });
        break;
      case "socket.send": this.#clientSays(effect.text); break;
      case "socket.close": this.#connected = false; break;
      case "timer.set": this.#timers.set(effect.id, this.#now + effect.after); break;
      case "timer.cancel": this.#timers.delete(effect.id); break;
      case "http": this.#later({ e: "http.answer", id: effect.id, status: 0, body: "" }); break;
      case "store": this.#later({ e: "stored", key: effect.key, ok: true }); break;
    }
  }

  #fireTimers() {
    for (const [name, at] of [...this.#timers].sort((a, b) => a[1] - b[1])) {
      if (at > this.#now || !this.#timers.delete(name)) continue;
      this.#tell({ e: "timer", id: name });
    }
  }

  #below(bound) { return Math.floor(this.#random() * bound); }
  #pick(list) { return list[this.#below(list.length)]; }
}

function person(index) {
  return { id: id(`u${index}`), name: ["Me", "Emma", "Johnny", "Žofie", "李雷", "Ömer"][index], avatar: { picture: "fox", color: "#c0ffee" }, role: "member", created_at: 1_700_000_000_000 };
}

/** 13 of the letters and digits that ids are made of. */
function id(text) {
  const digits = "0123456789abcdefghjkmnpqrstvwxyz";
  let number = 0n;
  for (const letter of text) number = number * 131n + BigInt(letter.charCodeAt(0));
  number += 1n << 55n;
  let out = "";
  for (let index = 0; index < 13; index += 1, number /= 32n) out = digits[Number(number % 32n)] + out;
  return out;
}

function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

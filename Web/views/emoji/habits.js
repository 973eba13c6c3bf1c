// Which emoji somebody used last, and the skin tone they chose; kept in the browser.

const key = "roost.emoji";
const most = 27;
/** What is offered where too few were used yet. */
const usual = ["👍", "❤️", "😂", "🎉", "👀", "✅"];

/** `storage` as `localStorage`; one that refuses forgets with the page. */
export class EmojiHabits {
  #storage;
  #recent = [];
  #tone = "";

  constructor(storage) {
    this.#storage = storage;
    try {
      const kept = JSON.parse(storage.getItem(key));
      if (Array.isArray(kept?.recent)) this.#recent = kept.recent.filter((one) => typeof one === "string").slice(0, most);
      if (typeof kept?.tone === "string") this.#tone = kept.tone;
    } catch {
      // What cannot be read is begun anew.
    }
  }

  /** The newest first. */
  get recent() { return this.#recent; }

  /** One of TONES, or empty for none. */
  get tone() { return this.#tone; }

  set tone(tone) {
    this.#tone = tone;
    this.#keep();
  }

  used(emoji) {
    this.#recent = [emoji, ...this.#recent.filter((one) => one !== emoji)].slice(0, most);
    this.#keep();
  }

  /** So many to react with at one touch: those used last, then the usual ones. */
  quick(count) { return [...new Set([...this.#recent, ...usual])].slice(0, count); }

  #keep() {
    try {
      this.#storage.setItem(key, JSON.stringify({ recent: this.#recent, tone: this.#tone }));
    } catch {
      // Private windows may refuse.
    }
  }
}

let shared = null;

/** This browser's habits. */
export function emojiHabits() {
  // Where storage is forbidden, naming it already throws.
  try {
    shared ??= new EmojiHabits(localStorage);
  } catch {
    shared ??= new EmojiHabits(null);
  }
  return shared;
}

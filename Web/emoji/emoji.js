// Emoji by group, name, shortcode and keyword. Their data is fetched when somebody first needs it: the picker, or a colon
// in the composer.

/** The five skin tones, light to dark. */
export const TONES = ["\u{1F3FB}", "\u{1F3FC}", "\u{1F3FD}", "\u{1F3FE}", "\u{1F3FF}"];
const SELECTOR = "\uFE0F";

/** A fence behind the marks of quotes and lists. */
const OPENING = /^(?:[\s>]|(?:[-+*]|\d{1,9}[.)])[ \t])*(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING = /^[\s>]*(`{3,}|~{3,})\s*$/;
/** What is passed over whole (code, escapes, addresses, mentions), and shortcodes right behind one another. */
const PARTS = /(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|`+|\\[\s\S]|<[^\s<>]*>|https?:\/\/\S*|(?<![A-Za-z0-9:])((?::(?:[+-]1|[a-z0-9]+(?:[_-][a-z0-9]+)*):)+)(?![A-Za-z0-9/])/g;

/**
 * `emoji` with a skin tone; `places` as in emoji.json: 1 puts it behind the first character, 2 also behind the last, and
 * anything else leaves the emoji as it is.
 */
export function withTone(emoji, tone, places) {
  if (places !== 1 && places !== 2) return emoji;
  const characters = [...emoji];
  if (places === 2) {
    while (characters.at(-1) === SELECTOR) characters.pop();
    characters.push(tone);
  }
  // A tone stands where the selector of emoji presentation stood.
  if (characters[1] === SELECTOR) characters.splice(1, 1);
  characters.splice(1, 0, tone);
  return characters.join("");
}

export class EmojiSet {
  /** `data` is emoji.json; `local` the file of another language, whose names are shown and found besides the English. */
  constructor(data, local = null) {
    this.groups = [];
    this.byShortcode = new Map();
    let place = 0;
    for (const [name, entries] of data) {
      const group = { name, emoji: [] };
      for (const [emoji, english, shortcodes, keywords, tones = 0] of entries) {
        const [localName, localKeywords] = local?.[place] ?? [english, ""];
        place += 1;
        const one = { emoji, name: localName, shortcodes: shortcodes.split(" "), tones };
        one.words = [english, localName, keywords, localKeywords, shortcodes].join("|").toLowerCase();
        group.emoji.push(one);
        for (const shortcode of one.shortcodes) this.byShortcode.set(shortcode, one);
      }
      this.groups.push(group);
    }
  }

  /** Those that have every word of `query` in a name, keyword or shortcode, the nearest first. */
  find(query, most = 50) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    const found = this.groups.flatMap((group) => group.emoji).filter((one) => words.every((word) => one.words.includes(word)));
    const [shortcode, name] = [words.join("_"), words.join(" ")];
    const rank = (one) => {
      const called = one.name.toLowerCase();
      if (one.shortcodes.includes(shortcode) || called === name) return 0;
      return called.startsWith(name) || one.shortcodes.some((code) => code.startsWith(shortcode)) ? 1 : 2;
    };
    return found.map((one) => [rank(one), one]).sort((a, b) => a[0] - b[0]).slice(0, most).map(([, one]) => one);
  }

  /** `text` with the characters of the shortcodes that are known, outside code: what is sent. One left in doubt stays. */
  resolve(text) {
    let fence = null;
    return text.split(/(?<=\n)/).map((line) => {
      if (fence) {
        if (CLOSING.exec(line)?.[1].startsWith(fence)) fence = null;
        return line;
      }
      fence = OPENING.exec(line)?.[1] ?? null;
      return fence ? line : this.#resolveLine(line);
    }).join("");
  }

  #resolveLine(line) {
    return line.replace(PARTS, (whole, ticks, shortcodes) => {
      if (!shortcodes) return whole;
      return shortcodes.replace(/:([^:]+):/g, (one, shortcode) => this.byShortcode.get(shortcode)?.emoji ?? one);
    });
  }
}

let data = null;
const locals = new Map();

async function fetchJSON(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}

/** The set with the names of `language` ("de-AT", "zh-CN", …) where there are such; a failed attempt is made again. */
export async function loadEmoji(language = "en") {
  const code = language.split("-")[0];
  data ??= fetchJSON("emoji.json").catch((error) => { data = null; throw error; });
  if (!["de", "zh"].includes(code)) return new EmojiSet(await data);
  if (!locals.has(code)) {
    locals.set(code, fetchJSON(`${code}.json`).catch((error) => { locals.delete(code); throw error; }));
  }
  return new EmojiSet(await data, await locals.get(code));
}

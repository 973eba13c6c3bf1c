// What is being typed at the caret that can be completed: @somebody, #a channel, :an emoji.

/** What may stand before a name's mark. */
const before = /[\s([{"'*_~>]/;
/** How far a name may reach: handles are at most 32 characters, channels 80. */
const patterns = { "@": /^[\p{L}\p{N}._-]{0,40}$/u, "#": /^[^\s#@:]{0,80}$/u, ":": /^[a-z0-9_+-]{2,40}$/i };

/** `{ kind, text, start }` of the word that ends at `caret`, or null. `start` is where its mark stands. */
export function wordAt(value, caret) {
  const line = value.lastIndexOf("\n", caret - 1) + 1;
  for (let start = caret - 1; start >= Math.max(line, caret - 82); start -= 1) {
    const kind = value[start];
    if (/\s/.test(kind)) return null;
    if (!Object.hasOwn(patterns, kind) || (start > line && !before.test(value[start - 1]))) continue;
    const text = value.slice(start + 1, caret);
    return patterns[kind].test(text) && !isInCode(value.slice(line, start)) ? { kind, text, start } : null;
  }
  return null;
}

/** A shortcode that ends at `caret` with its colon: `{ shortcode, start }`, or null. */
export function shortcodeAt(value, caret) {
  if (value[caret - 1] !== ":") return null;
  const line = value.lastIndexOf("\n", caret - 1) + 1;
  const found = /(?:^|[^A-Za-z0-9:]):([a-z0-9_+-]+):$/.exec(value.slice(Math.max(line, caret - 64), caret));
  if (!found) return null;
  const start = caret - found[1].length - 2;
  return isInCode(value.slice(line, start)) ? null : { shortcode: found[1], start };
}

/** Whether what follows is in code that was begun on this line. */
const isInCode = (line) => (line.match(/`/g)?.length ?? 0) % 2 === 1;

/** Emoji whose shortcode begins with `text`, then those whose names have it: at most `most`. */
export function emojiCompletions(set, text, most = 8) {
  const wanted = text.toLowerCase();
  const begins = [];
  for (const [shortcode, one] of set.byShortcode) {
    if (shortcode.startsWith(wanted) && !begins.some(({ emoji }) => emoji === one.emoji)) begins.push({ emoji: one.emoji, tones: one.tones, shortcode });
  }
  // The whole name first, then the shortest.
  begins.sort((a, b) => a.shortcode.length - b.shortcode.length);
  const named = begins.length >= most ? [] : set.find(wanted.replaceAll("_", " "), most)
    .filter((one) => !begins.some(({ emoji }) => emoji === one.emoji))
    .map((one) => ({ emoji: one.emoji, tones: one.tones, shortcode: one.shortcodes.at(-1) }));
  return [...begins, ...named].slice(0, most);
}

// The names of emoji, fetched once for whoever needs them.

import { loadEmoji } from "../../emoji/emoji.js";

let set = null;
let loading = null;

/** The set as far as it is here; null until then. */
export const emojiSet = () => set;

/** Fetches the names where they are not here yet. Rejects where they cannot be had; a later call tries again. */
export function needEmoji() {
  loading ??= loadEmoji(document.documentElement.lang || "en").then(
    (loaded) => (set = loaded),
    (error) => {
      loading = null;
      throw error;
    });
  return loading;
}

/** The character of a shortcode, where it is known now. */
export const emojiFor = (shortcode) => set?.byShortcode.get(shortcode)?.emoji ?? null;

/** Calls `show(character)` once it is known, if there is such an emoji. */
export function showEmojiFor(shortcode, show) {
  needEmoji().then(() => {
    const character = emojiFor(shortcode);
    if (character) show(character);
  }, () => {
    // The shortcode stays, which says the same.
  });
}

/** `text` with characters for its shortcodes, as far as they are known here. */
export const withEmoji = (text) => set?.resolve(text) ?? text;

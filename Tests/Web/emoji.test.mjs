// Emoji: what the generated files hold, and how shortcodes, search and skin tones use it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { EmojiSet, TONES, withTone } from "../../Web/emoji/emoji.js";

const read = (name) => readFileSync(new URL(`../../Web/emoji/${name}`, import.meta.url));
const data = JSON.parse(read("emoji.json"));
const set = new EmojiSet(data);
const all = set.groups.flatMap((group) => group.emoji);

test("each file is small enough to be fetched when the picker opens", () => {
  for (const name of ["emoji.json", "de.json", "zh.json"]) {
    const size = gzipSync(read(name), { level: 9 }).length;
    assert.ok(size < 60_000, `${name}: ${size} bytes compressed`);
  }
});

test("every emoji has a name and a shortcode, and no two have the same", () => {
  const shortcodes = all.flatMap((one) => one.shortcodes);
  assert.ok(all.length > 1_800, `${all.length} emoji`);
  assert.ok(all.every((one) => one.name && one.shortcodes[0]));
  assert.ok(shortcodes.every((shortcode) => /^([+-]1|[a-z0-9]+(_[a-z0-9]+)*)$/.test(shortcode)));
  assert.equal(new Set(shortcodes).size, shortcodes.length);
  assert.equal(new Set(all.map((one) => one.emoji)).size, all.length);
});

test("every customary shortcode is its emoji's", () => {
  const lines = readFileSync(new URL("../../bin/emoji-aliases.txt", import.meta.url), "utf8").split("\n");
  const pairs = lines.filter((line) => line && !line.startsWith("#")).map((line) => line.split(" "));
  assert.ok(pairs.length > 150);
  for (const [shortcode, emoji] of pairs) assert.equal(set.byShortcode.get(shortcode)?.emoji, emoji, shortcode);
});

test("a name makes the shortcode, unless custom gives it to another emoji", () => {
  assert.equal(set.byShortcode.get("party_popper").emoji, "🎉");
  assert.equal(set.byShortcode.get("flag_germany").emoji, "🇩🇪");
  assert.equal(set.byShortcode.get("keycap_hash").emoji, "#️⃣");
  assert.equal(set.byShortcode.get("dog").emoji, "🐶");
  assert.equal(set.byShortcode.get("dog2").emoji, "🐕");
  assert.equal(set.byShortcode.get("woman_technologist").emoji, "👩‍💻");
});

test("a tone stands behind the person, or behind both, and takes the place of the selector", () => {
  const tones = (shortcode) => set.byShortcode.get(shortcode).tones;
  assert.equal(withTone("👍", TONES[0], tones("+1")), "👍🏻");
  assert.equal(withTone("✌️", TONES[2], tones("v")), "✌🏽");
  assert.equal(withTone("👩‍💻", TONES[4], tones("woman_technologist")), "👩🏿‍💻");
  assert.equal(withTone("🧔‍♂️", TONES[1], tones("man_beard")), "🧔🏼‍♂️");
  assert.equal(withTone("🕵️‍♀️", TONES[1], tones("woman_detective")), "🕵🏼‍♀️");
  assert.equal(withTone("🧑‍🤝‍🧑", TONES[3], tones("people_holding_hands")), "🧑🏾‍🤝‍🧑🏾");
  assert.equal(withTone("👩‍❤️‍👨", TONES[3], tones("couple_with_heart_woman_man")), "👩🏾‍❤️‍👨🏾");
  assert.equal(withTone("🎉", TONES[3], tones("tada")), "🎉");
  assert.ok(all.filter((one) => one.tones).length > 280);
});

test("shortcodes become characters outside code, addresses and words", () => {
  assert.equal(set.resolve(":tada: hi:+1: :nothing: (:heart:)"), "🎉 hi:+1: :nothing: (❤️)");
  assert.equal(set.resolve("你好:tada:"), "你好🎉");
  assert.equal(set.resolve(":tada::nothing::rocket:"), "🎉:nothing:🚀");
  for (const text of [
    "`:tada:`", "``a` :tada:``", "```\n:tada:\n```", "> ~~~\n> :tada:\n> ~~~", "- ```\n  :tada:", "\\:tada:", "12:30:45", "a::tada::b",
    "http://a.b/:tada:", "<http://a/:tada:>", "<@0000000000001>",
  ]) {
    assert.equal(set.resolve(text), text);
  }
  assert.equal(set.resolve("```\n:tada:\n```\n:tada:"), "```\n:tada:\n```\n🎉");
  assert.equal(set.resolve("`a` :tada: `"), "`a` 🎉 `");
});

test("search finds by name, keyword and shortcode, the nearest first", () => {
  assert.equal(set.find("tada")[0].emoji, "🎉");
  assert.equal(set.find("rocket")[0].emoji, "🚀");
  assert.ok(set.find("celebration").some((one) => one.emoji === "🎉"));
  assert.deepEqual(set.find(""), []);
  assert.deepEqual(set.find("no such thing"), []);
  assert.equal(set.find("a", 7).length, 7);
});

test("another language's names are shown and found, the English ones found still", () => {
  for (const [file, word, emoji] of [["de.json", "Rakete", "🚀"], ["zh.json", "火箭", "🚀"]]) {
    const local = JSON.parse(read(file));
    assert.equal(local.length, all.length);
    const translated = new EmojiSet(data, local);
    assert.equal(translated.find(word)[0].emoji, emoji);
    assert.equal(translated.find("rocket")[0].emoji, emoji);
    assert.ok(translated.byShortcode.get("rocket").name.includes(word));
  }
});

// What the composer makes of what is typed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { EmojiSet } from "../../Web/emoji/emoji.js";
import { emojiCompletions, shortcodeAt, wordAt } from "../../Web/views/compose/word.js";

const set = new EmojiSet(JSON.parse(readFileSync(new URL("../../Web/emoji/emoji.json", import.meta.url))));
const word = (text) => {
  const found = wordAt(text, text.length);
  return found && `${found.kind}${found.text}/${found.start}`;
};

test("a name is completed from its mark on, at the beginning of a word", () => {
  assert.equal(word("@"), "@/0");
  assert.equal(word("hi @em"), "@em/3");
  assert.equal(word("(@em"), "@em/1");
  assert.equal(word("a\n#bi"), "#bi/2");
  assert.equal(word("**@em"), "@em/2");
  assert.equal(word("@žofie.b-c_1"), "@žofie.b-c_1/0");
  for (const text of ["", "a", "mail@em", "@em ", "@em, and", "a#b", "@a@b@", "x:he", `@${"a".repeat(41)}`]) assert.equal(word(text), null, text);
});

test("an emoji is looked for from the second letter on", () => {
  assert.equal(word(":h"), null);
  assert.equal(word(":he"), ":he/0");
  assert.equal(word("ok :+1"), ":+1/3");
  assert.equal(word("12:30"), null);
  assert.equal(word("http://a"), null);
});

test("only what stands before the caret counts", () => {
  assert.deepEqual(wordAt("hi @em and", 6), { kind: "@", text: "em", start: 3 });
  assert.deepEqual(wordAt("hi @em and", 5), { kind: "@", text: "e", start: 3 });
  assert.equal(wordAt("hi @em and", 3), null);
});

test("in code nothing is completed", () => {
  assert.equal(word("`@em"), null);
  assert.equal(word("`a` @em"), "@em/4");
  assert.equal(word("`a @em"), null);
  assert.equal(word("`a\n@em"), "@em/3");
});

test("a shortcode is closed by its colon", () => {
  const closed = (text) => shortcodeAt(text, text.length);
  assert.deepEqual(closed(":tada:"), { shortcode: "tada", start: 0 });
  assert.deepEqual(closed("a :+1:"), { shortcode: "+1", start: 2 });
  assert.deepEqual(closed("(:tada:"), { shortcode: "tada", start: 1 });
  for (const text of [":tada", "a:tada:", "12:30:", "::", ": :", "`:tada:", "1::a:"]) assert.equal(closed(text), null, text);
});

test("emoji whose shortcode begins so come first, the shortest of them at the top, each once", () => {
  const found = emojiCompletions(set, "hear");
  assert.equal(found.length, 8);
  assert.deepEqual(found[0], { emoji: "❤️", tones: 0, shortcode: "heart" });
  assert.equal(new Set(found.map(({ emoji }) => emoji)).size, 8);
  assert.equal(emojiCompletions(set, "tada")[0].emoji, "🎉");
  assert.equal(emojiCompletions(set, "+1")[0].emoji, "👍");
  assert.ok(emojiCompletions(set, "disappear").some(({ emoji }) => emoji === "🫠"), "keywords are looked through too");
  assert.deepEqual(emojiCompletions(set, "no_such"), []);
});

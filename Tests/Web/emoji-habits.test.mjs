import assert from "node:assert/strict";
import { test } from "node:test";
import { EmojiHabits } from "../../Web/views/emoji/habits.js";

function storage(kept = null) {
  return { value: kept, getItem() { return this.value; }, setItem(_, value) { this.value = value; } };
}

test("what was used last comes first, once, and stays in the browser with the tone", () => {
  const place = storage();
  const habits = new EmojiHabits(place);
  for (const one of ["a", "b", "a"]) habits.used(one);
  habits.tone = "🏽";
  const later = new EmojiHabits(place);
  assert.deepEqual(later.recent, ["a", "b"]);
  assert.equal(later.tone, "🏽");
  for (let count = 0; count < 60; count += 1) later.used(`${count}`);
  assert.equal(later.recent.length, 27);
});

test("quick ones are those used last, filled up with the usual ones", () => {
  const habits = new EmojiHabits(storage());
  assert.deepEqual(habits.quick(3), ["👍", "❤️", "😂"]);
  habits.used("😂");
  habits.used("🦉");
  assert.deepEqual(habits.quick(4), ["🦉", "😂", "👍", "❤️"]);
});

test("a storage that refuses, or holds something else, does no harm", () => {
  for (const kept of ["{", "null", "7", '{"recent":"a","tone":5}', '{"recent":[1,"a"]}']) {
    const habits = new EmojiHabits(storage(kept));
    assert.equal(habits.tone, "");
    assert.ok(habits.recent.every((one) => typeof one === "string"));
  }
  const refusing = { getItem() { throw new Error("no"); }, setItem() { throw new Error("no"); } };
  for (const place of [refusing, null]) {
    const habits = new EmojiHabits(place);
    habits.used("a");
    habits.tone = "🏽";
    assert.deepEqual(habits.recent, ["a"]);
  }
});

// The times that are offered for sending later, and those that are refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import { usualTimes, wrongTime } from "../../Web/views/compose/later.js";

const day = (text) => new Date(text).getTime();

test("soon, tomorrow and next Monday are offered, each once", () => {
  // A Wednesday.
  const now = day("2026-12-02T15:30:00");
  assert.deepEqual(usualTimes(now), [
    ["In 20 minutes", now + 1_200_000], ["In 1 hour", now + 3_600_000],
    ["Tomorrow at nine", day("2026-12-03T09:00:00")], ["Monday at nine", day("2026-12-07T09:00:00")]]);
  // On a Sunday tomorrow is Monday; on a Monday the next one is a week ahead.
  assert.deepEqual(usualTimes(day("2026-12-06T23:00:00")).map(([label]) => label), ["In 20 minutes", "In 1 hour", "Tomorrow at nine"]);
  assert.equal(usualTimes(day("2026-12-07T08:00:00"))[3][1], day("2026-12-14T09:00:00"));
});

test("a time that is over, none, or years ahead is refused", () => {
  const now = day("2026-12-02T15:30:00");
  assert.equal(wrongTime(now + 120_000, now), null);
  assert.match(wrongTime(now + 30_000, now), /a minute ahead/);
  assert.match(wrongTime(now - 1, now), /a minute ahead/);
  assert.match(wrongTime(Number.NaN, now), /day and a time/);
  assert.match(wrongTime(now + 400 * 86_400_000, now), /within a year/);
});

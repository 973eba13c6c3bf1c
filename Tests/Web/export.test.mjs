// DataExport: pages become one document, waits are waited out, and what was read is not read again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DataExport, exportName } from "../../Web/views/settings/export.js";

const page = (first, count, more = {}) =>
  ({ messages: Array.from({ length: count }, (_, index) => ({ room: "r", seq: first + index, text: `${first + index}` })), ...more });

/** An export of a server that gives these answers in turn; errors are thrown. */
function exporting(...answers) {
  const asked = [];
  const waited = [];
  const ask = async (name, args) => {
    asked.push([name, args]);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, waited, running: new DataExport(ask, { now: () => 0, wait: async (time) => { waited.push(time); } }) };
}

const refusal = (code, more = {}) => Object.assign(new Error(code), { code, retry: true, retryAfter: null, ...more });

test("all pages become one document: what the first one says, and every message in order", async () => {
  const { running, asked } = exporting(page(1, 2, { account: { id: "u" }, rooms: [1], sessions: [2], blocks: [3], next: "p2" }), page(3, 2, { next: "p3" }), page(5, 1));
  const counts = [];
  const text = await running.run(() => counts.push(running.messageCount));
  const { messages, edits, reactions, threads, ...head } = JSON.parse(text);
  assert.deepEqual([edits, reactions, threads], [[], [], []]);
  assert.deepEqual(head, { format: "roost-export", version: 1, exported_at: "1970-01-01T00:00:00.000Z", account: { id: "u" }, rooms: [1], sessions: [2], blocks: [3] });
  assert.deepEqual(messages.map((message) => message.seq), [1, 2, 3, 4, 5]);
  assert.deepEqual(counts, [2, 4, 5]);
  assert.deepEqual(asked.map(([name, { after }]) => [name, after]), [["export", undefined], ["export", "p2"], ["export", "p3"]]);
  assert.ok(running.isDone);
});

test("what belongs to messages is brought together as they are", async () => {
  const { running } = exporting(
    page(1, 1, { account: {}, edits: [1], reactions: [2], threads: [], next: "p2" }), page(2, 1, { edits: [3], reactions: [], threads: [4] }));
  const { edits, reactions, threads } = JSON.parse(await running.run());
  assert.deepEqual([edits, reactions, threads], [[1, 3], [2], [4]]);
});

test("an account without messages has a document too", async () => {
  assert.deepEqual(JSON.parse(await exporting(page(1, 0, { account: {} })).running.run()).messages, []);
});

test("where the server says how long to wait it is waited for, but not for ever", async () => {
  const wait = () => refusal("rate_limited", { retryAfter: 700 });
  const patient = exporting(wait(), wait(), page(1, 1));
  await patient.running.run();
  assert.deepEqual(patient.waited, [700, 700]);
  const endless = exporting(wait(), wait(), wait(), wait(), wait());
  await assert.rejects(endless.running.run(), { code: "rate_limited" });
});

test("after a failure it goes on from the page that failed, and nothing is there twice", async () => {
  const { running, asked } = exporting(page(1, 2, { next: "p2" }), refusal("unavailable"), page(3, 1));
  await assert.rejects(running.run(), { code: "unavailable" });
  assert.equal(running.messageCount, 2);
  const { messages } = JSON.parse(await running.run());
  assert.deepEqual(messages.map((message) => message.seq), [1, 2, 3]);
  assert.deepEqual(asked.map(([, { after }]) => after), [undefined, "p2", "p2"]);
});

test("a server that gives one page for ever does not hold the page", async () => {
  const { running } = exporting(page(1, 1, { next: "p" }), page(2, 1, { next: "p" }), page(2, 1, { next: "p" }));
  await assert.rejects(running.run(), /same page/);
});

test("it can be stopped between two pages", async () => {
  const stop = new AbortController();
  const { running, asked } = exporting(page(1, 1, { next: "p" }), page(2, 1));
  await assert.rejects(running.run(() => stop.abort(), stop.signal), { name: "AbortError" });
  assert.equal(asked.length, 2);
});

test("the file is named after the day", () => {
  assert.equal(exportName(new Date("2026-11-30T12:00:00Z")), "roost-export-2026-11-30.json");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { messageActions, messagePath, seqOf } from "../../Web/views/message-actions.js";

const place = { isPane: false, canWrite: true };
const all = { edit: true, delete: true, pin: true, react: true, report: true };
const row = (more = {}) => ({ kind: "message", key: "s7", text: "a", author: { id: "1", name: "Emma" }, can: all, ...more });
const names = (one, where = place) => messageActions(one, where).map(({ name }) => name).join(" ");

test("all that can be done is offered, in one order", () => {
  assert.equal(names(row()), "react reply thread edit pin save unread link text profile report delete");
});

test("nothing is offered on what is not sent, and on what is no message", () => {
  for (const one of [row({ key: "n00:1" }), row({ kind: "notice" }), row({ kind: "day", key: "d1" })]) {
    assert.equal(names(one), "");
    assert.equal(seqOf(one), null);
  }
  assert.equal(seqOf(row()), 7);
});

test("rights decide what is offered", () => {
  for (const right of Object.keys(all)) assert.ok(!names(row({ can: { ...all, [right]: false } })).includes(right), right);
  assert.equal(names(row({ can: { ...all, react: false } }), { ...place, canWrite: false }), "thread edit pin save unread link text profile report delete");
});

test("of a deleted message only its place and its thread are left", () => {
  assert.equal(names(row({ gone: true, text: "" })), "unread profile");
  assert.equal(names(row({ gone: true, text: "", thread: { count: 1 } })), "thread unread profile");
  assert.equal(names(row({ undo: true })), "unread profile");
});

test("in a thread no thread begins, and nothing is marked unread", () => {
  assert.equal(names(row(), { ...place, isPane: true }), "react reply edit pin save link text profile report delete");
});

test("pinning and saving are taken back by the same action", () => {
  const label = (one, name) => messageActions(one, place).find((action) => action.name === name).label;
  assert.equal(label(row(), "pin"), "Pin to this room");
  assert.equal(label(row({ pinned: true }), "pin"), "Unpin");
  assert.equal(label(row({ saved: true }), "save"), "Remove from saved");
  assert.equal(label(row({ thread: { count: 1 } }), "thread"), "Open the thread");
});

test("no two actions have the same key", () => {
  const keys = messageActions(row(), place).map(({ key }) => key).filter(Boolean);
  assert.equal(new Set(keys).size, keys.length);
});

test("what needs a right that is not told is not offered", () => {
  assert.equal(names(row({ can: undefined })), "reply thread save unread link text profile");
});

test("a message has an address", () => assert.equal(messagePath("2k8", 7), "/room/2k8/7"));

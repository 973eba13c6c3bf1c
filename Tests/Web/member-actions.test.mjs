import { test } from "node:test";
import assert from "node:assert/strict";
import { mayGive, mayRemove } from "../../Web/views/member-actions.js";
import { roomLabel, roomWord } from "../../Web/views/room-name.js";

const room = (remove, decide = false) => ({ can: { remove, decide } });
const member = (part, role = "member", me = false) => ({ person: { role }, part, me });
const me = { role: "member" };

test("who may take somebody out of a room: docs/permissions.md", () => {
  for (const part of ["member", "moderator", "owner"]) {
    assert.equal(mayRemove(room("none"), member(part), me), false);
    assert.equal(mayRemove(room("members"), member(part), me), part === "member");
    assert.equal(mayRemove(room("all"), member(part), me), true);
    assert.equal(mayRemove(room("all"), member(part, "member", true), me), false, "nobody removes themselves");
  }
  assert.equal(mayRemove(room("all"), member("member", "owner"), { role: "admin" }), false, "only an owner of the server removes one");
  assert.equal(mayRemove(room("all"), member("member", "owner"), { role: "owner" }), true);
});

test("who decides over a room gives parts, but none to guests", () => {
  assert.equal(mayGive(room("all", true), member("member")), true);
  assert.equal(mayGive(room("all", true), member("member", "guest")), false);
  assert.equal(mayGive(room("members", false), member("member")), false);
});

test("only channels have a # before their name", () => {
  assert.deepEqual(["channel", "feed", "group", "direct"].map((kind) => roomLabel({ kind, name: "a" })), ["#a", "a", "a", "a"]);
  assert.deepEqual(["channel", "feed", "group", "direct"].map((kind) => roomWord({ kind })), ["channel", "feed", "group", "conversation"]);
});

// What administrators are shown: who may do what to whom, sentences of the audit log, names of ids.
import assert from "node:assert/strict";
import { readFileSync, existsSync } from "node:fs";
import { test } from "node:test";
import { sentence } from "../../Web/views/admin/audit-sentence.js";
import { limitsText, withValue } from "../../Web/views/admin/channels.js";
import { rolesFor, roomChoices } from "../../Web/views/admin/invite.js";
import { mayLookAfter, rolesToGive } from "../../Web/views/admin/person.js";
import { Names } from "../../Web/views/names.js";
import { ordered } from "../../Web/views/settings/sessions.js";

test("owners give every role, administrators make members and guests of no administrators, bots stay bots", () => {
  const all = ["owner", "admin", "member", "guest"];
  for (const theirs of all) assert.deepEqual(rolesToGive("owner", theirs), all);
  for (const theirs of ["member", "guest"]) assert.deepEqual(rolesToGive("admin", theirs), ["member", "guest"]);
  for (const theirs of ["owner", "admin"]) assert.deepEqual(rolesToGive("admin", theirs), []);
  for (const mine of [...all, "bot"]) assert.deepEqual(rolesToGive(mine, "bot"), []);
  for (const mine of ["member", "guest"]) assert.deepEqual(rolesToGive(mine, "guest"), []);
});

test("administrators look after members, guests and bots, owners after everybody", () => {
  for (const theirs of ["owner", "admin", "member", "guest", "bot"]) {
    assert.equal(mayLookAfter("owner", theirs), true);
    assert.equal(mayLookAfter("admin", theirs), theirs !== "owner" && theirs !== "admin");
    assert.equal(mayLookAfter("member", theirs), false);
  }
});

test("only who comes into a room may be a guest, and only owners invite administrators, into no room", () => {
  const roles = (isOwner, hasRoom) => rolesFor({ isOwner }, hasRoom).map(([role]) => role);
  assert.deepEqual(roles(true, false), ["member", "admin"]);
  assert.deepEqual(roles(true, true), ["member", "guest"]);
  assert.deepEqual(roles(false, false), ["member"]);
  assert.deepEqual(roles(false, true), ["member", "guest"]);
});

test("rooms to invite into are channels and groups that are not archived, each once, by name", () => {
  const room = (id, kind, name, archived = false) => ({ id, kind, name, archived });
  const mine = [room("1", "group", "walks"), room("2", "channel", "birds"), room("3", "direct", ""), room("4", "feed", "feed")];
  const channels = [room("2", "channel", "birds"), room("5", "channel", "attic", true), room("6", "channel", "cellar")];
  assert.deepEqual(roomChoices(mine, channels), [["2", "#birds"], ["6", "#cellar"], ["1", "walks"]]);
});

test("what a channel's limits are is said in a few words, and a limit that no choice has is one more choice", () => {
  assert.equal(limitsText({}), "");
  assert.equal(limitsText({ retention: 90, slow_mode: 30 }), "Messages are kept for 90 days · slow mode: 30 s");
  assert.equal(limitsText({ retention: 1 }), "Messages are kept for a day");
  assert.equal(limitsText({ slow_mode: 5 }), "Slow mode: 5 s");
  assert.deepEqual(withValue([[0, "a"], [9, "b"]], 9, "days"), [[0, "a"], [9, "b"]]);
  assert.deepEqual(withValue([[0, "a"], [9, "b"]], 4, "days"), [[0, "a"], [4, "4 days"], [9, "b"]]);
});

const names = { name: (id, otherwise = "Somebody") => ({ o: "Olive", e: "Emma" })[id] ?? otherwise, room: (id, otherwise = "a room") => (id === "r" ? "#birds" : otherwise) };
const said = (action, more = {}) => sentence({ actor: "o", action, user: "e", room: "r", detail: "", ...more }, names);

test("an entry of the audit log is a sentence", () => {
  assert.equal(said("user.role", { detail: "admin" }), "Olive made Emma an administrator.");
  assert.equal(said("registration.changed", { detail: "open" }), "Olive opened registration to everybody.");
  assert.equal(said("member.role", { detail: "moderator" }), "Olive made Emma a moderator of #birds.");
  assert.equal(said("report.resolved", { detail: "dismissed" }), "Olive dismissed a report of a message of Emma in #birds.");
  assert.equal(said("room.deleted", { room: "gone", detail: "old plans" }), "Olive deleted #old plans.");
  assert.equal(said("room.deleted"), "Olive deleted a private room.");
  assert.equal(said("invitation.made", { room: null, detail: "admin" }), "Olive made an invitation for administrators.");
  assert.equal(said("invitation.made", { detail: "guest" }), "Olive made an invitation for guests to #birds.");
  assert.equal(said("user.deleted", { detail: "erase" }), "Olive deleted the account of Emma and erased their messages.");
  assert.equal(said("member.muted", { detail: "600" }), "Olive muted Emma in #birds for 10 minutes.");
  assert.equal(said("member.muted", { detail: "3600" }), "Olive muted Emma in #birds for 1 hour.");
  assert.equal(said("message.deleted", { detail: "12" }), "Olive deleted a message of Emma in #birds.");
  assert.equal(said("room.updated", { detail: "kestrels" }), "Olive changed #birds: it is called kestrels now.");
  assert.equal(said("room.updated", { detail: "slow_mode 30, retention 90" }), "Olive changed #birds: one message a person each 30 seconds, messages are kept for 90 days.");
  assert.equal(said("room.updated", { detail: "retention 0" }), "Olive changed #birds: messages are kept for ever.");
  assert.equal(said("room.updated"), "Olive changed #birds.");
  assert.equal(said("bot.token", { actor: null }), "The server’s operator gave the bot Emma a new token.");
  assert.equal(said("moon.painted", { detail: "blue" }), "Olive · moon.painted · Emma · #birds · blue");
});

test("every action that the server writes has a sentence", { skip: !existsSync(new URL("../../Sources/Model/ChatModel/AuditEntry.swift", import.meta.url)) }, () => {
  const source = readFileSync(new URL("../../Sources/Model/ChatModel/AuditEntry.swift", import.meta.url), "utf8");
  const actions = [...source.matchAll(/case \w+ = "([a-z]+\.[a-z]+)"/g)].map((match) => match[1]);
  assert.ok(actions.length > 20);
  for (const action of actions) assert.doesNotMatch(said(action), / · /, action);
});

test("names are asked for once each, at most a hundred at a time; who and what is gone has a word", async () => {
  const asked = [];
  const ask = async (name, args) => {
    asked.push([name, args]);
    if (name === "users") return { users: args.users.filter((id) => id !== "gone").map((id) => ({ id, name: `N${id}` })) };
    if (args.room === "gone") throw Object.assign(new Error(), { code: "not_found", retry: false });
    return { room: { id: args.room, kind: args.room === "g" ? "group" : "channel", name: "walks" } };
  };
  const known = new Names(ask);
  const many = Array.from({ length: 150 }, (_, index) => `${index}`);
  await known.learn({ users: [...many, "gone", null, undefined], rooms: ["c", "g", "gone", "c", undefined] });
  assert.deepEqual(asked.filter(([name]) => name === "users").map(([, { users }]) => users.length), [100, 51]);
  assert.equal(asked.filter(([name]) => name === "room").length, 3);
  await known.learn({ users: ["3"], rooms: ["c", "gone"] });
  assert.equal(asked.length, 5);
  assert.equal(known.name("3"), "N3");
  assert.equal(known.name("gone"), "Somebody");
  assert.equal(known.room("c"), "#walks");
  assert.equal(known.room("g"), "walks");
  assert.equal(known.room("gone"), "a room");
});

test("names that could not be asked for now are not taken for gone", async () => {
  const known = new Names(async () => { throw Object.assign(new Error("later"), { retry: true }); });
  await assert.rejects(known.learn({ rooms: ["c"] }), /later/);
  await assert.rejects(known.learn({ users: ["u"] }), /later/);
});

test("this session comes first, then the ones used last", () => {
  const session = (id, used, current = false) => ({ id, last_used_at: used, current });
  assert.deepEqual(ordered([session("a", 1), session("b", 3), session("c", 2, true)]).map(({ id }) => id), ["c", "b", "a"]);
});

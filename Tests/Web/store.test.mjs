// CoreStore: whose values are whose, and what becomes of a dead tab's outbox.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryDatabase } from "../../Web/core/database.js";
import { CoreStore, joinOutboxes } from "../../Web/core/store.js";
import { fakeHost, settle } from "./host.mjs";

/** An outbox as the core stores it. */
const outboxOf = (...items) => JSON.stringify({ v: 1, owner: "u1", items });
const itemsOf = (outbox) => JSON.parse(outbox).items;

/** A browser with one table and one set of locks; `tab()` opens a page in it. */
function browser() {
  const database = new MemoryDatabase();
  const { locks } = fakeHost().navigator;
  const tab = async () => {
    const host = fakeHost();
    host.navigator.locks = locks;
    const store = new CoreStore(database, host);
    await store.open();
    return store;
  };
  return { database, locks, tab };
}

test("a live tab keeps its outbox, a dead one's goes to the next that starts, once", async () => {
  const { database, locks, tab } = browser();
  const first = await tab();
  await first.changeUser("u1");
  await first.save("outbox", outboxOf(1));
  const locksOfFirst = locks.names;
  const second = await tab();
  assert.deepEqual(await second.load(), { snapshot: null, outbox: null });
  await second.save("outbox", outboxOf(2));

  for (const name of locksOfFirst) locks.release(name);
  const third = await tab();
  assert.equal((await third.load()).outbox, outboxOf(1));
  assert.deepEqual((await database.keys("outbox/")).length, 2);
  const fourth = await tab();
  assert.equal((await fourth.load()).outbox, null);
});

test("several dead tabs' outboxes become one, and none is removed before it is kept", async () => {
  const { database, tab } = browser();
  await database.write([["user", "u1"], ["outbox/u1/a", outboxOf(1, 2)], ["outbox/u1/b", outboxOf(3)], ["outbox/u2/c", "other"]]);
  const writes = [];
  const write = database.write.bind(database);
  database.write = (pairs) => { writes.push(pairs); return write(pairs); };
  const { outbox } = await (await tab()).load();
  assert.deepEqual(itemsOf(outbox).sort(), [1, 2, 3]);
  assert.deepEqual(await database.keys("outbox/u2/"), ["outbox/u2/c"]);
  for (const pairs of writes) {
    assert.equal(pairs.length, 2, "keeping and removing are one write");
    assert.notEqual(pairs[0][1], null);
  }
});

test("two tabs that start at once do not both take a dead one's outbox", async () => {
  const { database, tab } = browser();
  await database.write([["user", "u1"], ["outbox/u1/a", "[1]"]]);
  const tabs = await Promise.all([tab(), tab()]);
  const outboxes = (await Promise.all(tabs.map((one) => one.load()))).map((stored) => stored.outbox);
  assert.deepEqual(outboxes.filter((one) => one !== null), ["[1]"]);
});

test("without locks every other outbox is taken over", async () => {
  const database = new MemoryDatabase();
  await database.write([["user", "u1"], ["outbox/u1/a", "[1]"]]);
  const host = fakeHost();
  delete host.navigator.locks;
  const store = new CoreStore(database, host);
  await store.open();
  assert.equal((await store.load()).outbox, "[1]");
});

test("a snapshot is its user's alone, and without a user nothing is kept", async () => {
  const { database, tab } = browser();
  const store = await tab();
  assert.equal(await store.save("snapshot", "nobody's"), false);
  await store.changeUser("u1");
  await store.save("snapshot", "first");
  assert.equal((await store.load()).snapshot, "first");
  await store.changeUser("u2");
  assert.equal((await store.load()).snapshot, null);
  assert.deepEqual(await database.keys("snapshot/"), [], "the next user finds nothing of the one before");
});

test("who logs out and in again in one tab finds what waited", async () => {
  const { tab } = browser();
  const store = await tab();
  await store.changeUser("u1");
  await store.save("outbox", outboxOf(1));
  assert.equal(await store.changeUser("u2"), false);
  await store.save("outbox", null);
  const waits = store.changeUser("u1");
  await store.save("outbox", outboxOf(3));
  assert.equal(await waits, true);
  assert.deepEqual(itemsOf((await store.load()).outbox), [1, 3]);
});

test("a write that fails is answered false, and the next is tried all the same", async () => {
  const { database, tab } = browser();
  database.lasts = true;
  const store = await tab();
  await store.changeUser("u1");
  const write = database.write;
  database.write = () => Promise.reject(new Error("the disk is full"));
  const failing = store.save("snapshot", "a");
  await settle();
  database.write = write;
  assert.equal(await failing, false);
  assert.equal(await store.save("snapshot", "b"), true);
  assert.equal((await store.load()).snapshot, "b");
});

test("what two tabs that ended were to delete is deleted, whatever else waits", async () => {
  const { database, tab } = browser();
  const deleting = (seq) => JSON.stringify({ v: 1, owner: "u1", items: [], deletions: [{ room: "r", seq }] });
  await database.write([["user", "u1"], ["outbox/u1/a", deleting(1)], ["outbox/u1/b", outboxOf(7)], ["outbox/u1/c", deleting(2)]]);
  const { outbox } = await (await tab()).load();
  assert.deepEqual(itemsOf(outbox), [7]);
  assert.deepEqual(JSON.parse(outbox).deletions.map(({ seq }) => seq).sort(), [1, 2]);
});

test("outboxes of different versions or users are not joined, and neither is lost", async () => {
  assert.equal(joinOutboxes("any", undefined), "any");
  assert.deepEqual(itemsOf(joinOutboxes(outboxOf(1), outboxOf(2))), [1, 2]);
  for (const other of ["broken", "{}", "[]", "null", '{"v":2,"owner":"u1","items":[]}', '{"v":1,"owner":"u2","items":[]}']) {
    assert.equal(joinOutboxes(other, outboxOf(1)), null);
    assert.equal(joinOutboxes(outboxOf(1), other), null);
  }
  const { database, tab } = browser();
  await database.write([["user", "u1"], ["outbox/u1/a", outboxOf(1)], ["outbox/u1/b", '{"v":2,"owner":"u1","items":[9]}']]);
  assert.deepEqual(itemsOf((await (await tab()).load()).outbox), [1]);
  assert.equal((await database.keys("outbox/")).length, 2);
});

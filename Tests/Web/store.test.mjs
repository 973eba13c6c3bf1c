// CoreStore: whose values are whose, and what becomes of a dead tab's outbox.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryDatabase } from "../../Web/core/database.js";
import { CoreStore, joinOutboxes } from "../../Web/core/store.js";
import { fakeHost, settle } from "./host.mjs";

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
  await first.save("outbox", '[{"n":1}]');
  const locksOfFirst = locks.names;
  const second = await tab();
  assert.deepEqual(await second.load(), { snapshot: null, outbox: null });
  await second.save("outbox", '[{"n":2}]');

  for (const name of locksOfFirst) locks.release(name);
  const third = await tab();
  assert.equal((await third.load()).outbox, '[{"n":1}]');
  assert.deepEqual((await database.keys("outbox/")).length, 2);
  const fourth = await tab();
  assert.equal((await fourth.load()).outbox, null);
});

test("several dead tabs' outboxes become one, and none is removed before it is kept", async () => {
  const { database, tab } = browser();
  await database.write([["user", "u1"], ["outbox/u1/a", "[1,2]"], ["outbox/u1/b", "[3]"], ["outbox/u2/c", "[4]"]]);
  const writes = [];
  const write = database.write.bind(database);
  database.write = (pairs) => { writes.push(pairs); return write(pairs); };
  const outbox = JSON.parse((await (await tab()).load()).outbox);
  assert.deepEqual(outbox.sort(), [1, 2, 3]);
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

test("each user has a snapshot of their own, and without a user nothing is kept", async () => {
  const { database, tab } = browser();
  const store = await tab();
  assert.equal(await store.save("snapshot", "nobody's"), false);
  await store.changeUser("u1");
  await store.save("snapshot", "first");
  await store.changeUser("u2");
  assert.equal((await store.load()).snapshot, null);
  await store.changeUser("u1");
  assert.equal((await store.load()).snapshot, "first");
  await store.save("snapshot", null);
  assert.deepEqual(await database.keys("snapshot/"), []);
});

test("who logs out and in again in one tab finds what waited", async () => {
  const { tab } = browser();
  const store = await tab();
  await store.changeUser("u1");
  await store.save("outbox", "[1]");
  assert.equal(await store.changeUser("u2"), false);
  await store.save("outbox", "[2]");
  const waits = store.changeUser("u1");
  await store.save("outbox", "[3]");
  assert.equal(await waits, true);
  assert.deepEqual(JSON.parse((await store.load()).outbox), [1, 3]);
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

test("what is no array of entries is not joined, and what can be read is kept", () => {
  assert.equal(joinOutboxes("[1]", undefined), "[1]");
  assert.equal(joinOutboxes("[1]", "[2]"), "[1,2]");
  assert.equal(joinOutboxes("broken", "[2]"), "[2]");
  assert.equal(joinOutboxes("[1]", "{}"), "[1]");
});

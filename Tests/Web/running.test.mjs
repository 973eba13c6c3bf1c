// RunningCore: one event at a time, effects in order, and life after a trap.
import assert from "node:assert/strict";
import { test } from "node:test";
import { RunningCore } from "../../Web/core.js";
import { RefusedEvent } from "../../Web/core/instance.js";
import { MemoryDatabase } from "../../Web/core/database.js";
import { CoreStore } from "../../Web/core/store.js";
import { fakeHost, settle } from "./host.mjs";

/** A started RunningCore whose instances answer by `respond(event)`. */
async function running(respond, { view = () => {}, host = fakeHost(), database = new MemoryDatabase() } = {}) {
  const store = new CoreStore(database, host);
  await store.open();
  const seen = [];
  let instances = 0;
  const make = () => {
    const number = (instances += 1);
    return {
      handle(event) {
        seen.push({ ...event, instance: number });
        return respond(event, number) ?? [];
      },
    };
  };
  const core = new RunningCore(null, store, view, host, make);
  await core.start();
  return { core, host, store, database, seen, names: () => seen.map((event) => event.e) };
}

const trap = () => { throw new WebAssembly.RuntimeError("unreachable"); };

test("the first event says where and with what the core starts", async () => {
  const database = new MemoryDatabase();
  await database.write([["user", "u1"], ["snapshot/u1", "S"], ["outbox/u1/dead", "[1]"]]);
  const { seen } = await running(() => [], { database, host: fakeHost({ pathname: "/room/r1", visible: false }) });
  assert.equal(seen[0].e, "start");
  assert.equal(seen[0].path, "/room/r1");
  assert.match(seen[0].entropy, /^[0-9a-f]{32}$/);
  assert.ok(Math.abs(seen[0].now - Date.now()) < 60_000);
  assert.deepEqual(seen[0].stored, { snapshot: "S", outbox: "[1]" });
  assert.equal(seen[1].e, "visible");
  assert.equal(seen[1].value, false);
});

test("an intent sent from within a view waits until the effects at hand are done", async () => {
  const shown = [];
  let core;
  const respond = (event) =>
    event.e === "a" ? [{ f: "view", v: "1" }, { f: "view", v: "2" }] : event.e === "b" ? [{ f: "view", v: "3" }] : [];
  const view = (change) => {
    shown.push(change.v);
    if (change.v === "1") core.send({ e: "b" });
  };
  ({ core } = await running(respond, { view }));
  core.send({ e: "a" });
  assert.deepEqual(shown, ["1", "2", "3"]);
});

test("a view that throws stops neither the views after it nor the core", async () => {
  const shown = [];
  const view = (change) => {
    shown.push(change.v);
    throw new Error("a fault");
  };
  const { core, host } = await running((event) => (event.e === "a" ? [{ f: "view", v: "1" }, { f: "view", v: "2" }] : []), { view });
  core.send({ e: "a" });
  assert.deepEqual(shown, ["1", "2"]);
  assert.equal(host.errors.length, 2);
});

test("what a view asks is answered to it alone, refused with the server's reasons", async () => {
  const shown = [];
  const { core, seen } = await running((event) => {
    if (event.e !== "ask") return;
    const answer = { f: "view", v: "answered", id: event.id };
    if (event.name === "sessions") return [{ ...answer, ok: true, json: '{"sessions":[1]}' }];
    return [{ ...answer, ok: false, json: '{"code":"rate_limited","message":"Wait.","retry":true,"retry_after":2000}' }];
  }, { view: (change) => shown.push(change.v) });
  const answers = await Promise.allSettled([core.ask("blocks"), core.ask("sessions", { text: "half \ud83d" })]);
  assert.deepEqual(answers[1].value, { sessions: [1] });
  const { message, code, retry, field, retryAfter } = answers[0].reason;
  assert.deepEqual({ message, code, retry, field, retryAfter }, { message: "Wait.", code: "rate_limited", retry: true, field: null, retryAfter: 2000 });
  assert.deepEqual(shown, [], "no view hears of it");
  const asked = seen.filter((event) => event.e === "ask");
  assert.deepEqual(asked.map((event) => event.arguments), ["{}", '{"text":"half \ufffd"}']);
  assert.notEqual(asked[0].id, asked[1].id);
});

test("what was asked of a core that trapped is refused, what was not asked yet is asked of the next", async () => {
  const { core, seen } = await running((event, instance) => {
    if (event.e === "trap") trap();
    if (event.e === "ask" && instance === 2) return [{ f: "view", v: "answered", id: event.id, ok: true, json: "{}" }];
  });
  const first = core.ask("first");
  core.send({ e: "trap" });
  const second = core.ask("second");
  await assert.rejects(first, { code: "unavailable", retry: true });
  assert.deepEqual(await second, {});
  assert.deepEqual(seen.filter((event) => event.e === "ask").map((event) => [event.name, event.instance]), [["first", 1], ["second", 2]]);
});

test("a request that the core does not know, or that makes it trap, is refused", async () => {
  const { core } = await running((event, instance) => {
    if (event.name === "odd") throw new RefusedEvent("odd");
    if (event.name === "deadly" && instance === 1) trap();
  });
  await assert.rejects(core.ask("odd"), { code: "unavailable" });
  await assert.rejects(core.ask("deadly"), { code: "unavailable" });
});

test("an event the core refuses is reported, and the instance lives on", async () => {
  const { core, host, seen } = await running((event) => {
    if (event.e === "odd") throw new RefusedEvent("odd");
  });
  core.send({ e: "odd" });
  core.send({ e: "next" });
  assert.deepEqual(seen.at(-1).instance, 1);
  assert.equal(host.errors.length, 1);
});

test("after a trap a new instance starts from what is stored; what a person wanted meanwhile is not lost", async () => {
  const { core, host, store, seen } = await running((event, instance) => {
    if (event.e === "start" && instance === 1) return [
      { f: "view", v: "me", user: { id: "u1" } },
      { f: "store", key: "snapshot", value: "S" },
      { f: "store", key: "outbox", value: "[7]" },
      { f: "socket.connect", url: "ws://x" },
      { f: "timer.set", id: "heartbeat", after: 5 },
    ];
    if (event.e === "socket.text") trap();
  });
  await settle();
  const [socket] = host.sockets;
  socket.open();
  socket.onmessage({ data: "evil" });
  core.send({ e: "send", room: "r", text: "hello" });
  assert.equal(socket.readyState, 2, "the old instance's socket is closed");
  assert.equal(host.timers.size, 0);
  socket.onclose();
  await settle();
  const second = seen.filter((event) => event.instance === 2);
  assert.deepEqual(second.map((event) => event.e), ["start", "send"]);
  assert.deepEqual(second[0].stored, { snapshot: "S", outbox: "[7]" });
  assert.equal(store.user, "u1");
  assert.match(host.errors[0], /trapped during "socket.text"/);
});

test("the third trap in a minute drops the snapshot, never the outbox, and later ones slow down", async () => {
  const database = new MemoryDatabase();
  await database.write([["user", "u1"], ["snapshot/u1", "bad"], ["outbox/u1/dead", "[1]"]]);
  const { seen, host } = await running((event) => {
    if (event.stored?.snapshot === "bad") trap();
  }, { database });
  await settle();
  assert.deepEqual(seen.map((event) => event.stored), [
    ...Array(3).fill({ snapshot: "bad", outbox: "[1]" }), { snapshot: null, outbox: "[1]" },
  ]);

  const shown = [];
  const always = await running(() => trap(), { view: (change) => shown.push(change.name) });
  await settle();
  assert.equal(always.seen.length, 4);
  assert.deepEqual(shown, ["loading", "loading"], "nobody writes into what the next core may not know");
  const pauses = [];
  for (let round = 0; round < 8; round += 1) {
    pauses.push([...always.host.timers.values()][0].after);
    always.host.fireTimers();
    await settle();
  }
  assert.deepEqual(pauses, [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  assert.equal(host.timers.size, 0);
});

test("stored answers come in order and not to another instance", async () => {
  const { core, seen } = await running((event, instance) => {
    if (event.e === "start" && instance === 1) return [{ f: "view", v: "me", user: { id: "u1" } }];
    if (event.e === "a") return [{ f: "store", key: "outbox", value: "1" }, { f: "store", key: "snapshot", value: "2" }];
    if (event.e === "b") trap();
  });
  core.send({ e: "a" });
  await settle();
  const answers = () => seen.filter((event) => event.e === "stored").map((event) => [event.key, event.ok, event.instance]);
  // The table in memory does not outlive the page, and says so.
  assert.deepEqual(answers(), [["outbox", false, 1], ["snapshot", false, 1]]);
  core.send({ e: "a" });
  core.send({ e: "b" });
  await settle();
  assert.equal(answers().length, 2);
});

test("a log-in by someone whose messages wait here starts the core with them", async () => {
  const database = new MemoryDatabase();
  await database.write([["outbox/u2/dead", "[5]"]]);
  const { core, seen } = await running((event) => (event.e === "login" ? [{ f: "view", v: "me", user: { id: "u2" } }] : []), { database });
  core.send({ e: "login" });
  await settle();
  assert.deepEqual(seen.map((event) => event.e), ["start", "login", "start"]);
  assert.equal(seen[2].stored.outbox, "[5]");
});

test("what a core forgets because another person logged in stays for the first one", async () => {
  const database = new MemoryDatabase();
  await database.write([["user", "u1"], ["outbox/u1/dead", "[1]"]]);
  const { store } = await running((event) =>
    event.e === "start" ? [{ f: "store", key: "outbox", value: null }, { f: "view", v: "me", user: { id: "u2" } }] : [], { database });
  await settle();
  assert.equal(store.user, "u2");
  const kept = await database.keys("outbox/u1/");
  assert.equal(kept.length, 1);
  assert.equal(await database.get(kept[0]), "[1]");
});

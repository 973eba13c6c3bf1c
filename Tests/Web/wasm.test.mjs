// core.wasm itself: what Embedded Swift and the C beside it must do there, and that memory does not creep.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { CoreInstance, RefusedEvent, compileCore } from "../../Web/core/instance.js";
import { Session } from "./session.mjs";

const bytes = readFileSync(new URL("../../.build/web/core.wasm", import.meta.url));
const module = new WebAssembly.Module(bytes);
const start = {
  e: "start", now: 1, entropy: "0".repeat(32), path: "/", origin: "http://localhost:4000", online: true, utcOffset: 0,
  stored: { snapshot: null, outbox: null },
};

test("the module asks for nothing but randomness and numbers", () => {
  const imports = WebAssembly.Module.imports(module).map((one) => `${one.module}.${one.name}`);
  assert.ok(imports.every((name) => ["browser.random", "browser.number"].includes(name)), imports.join());
});

test("the module stays small", () => {
  assert.ok(bytes.length < 900_000, `${bytes.length} bytes`);
});

test("a started core shows something and connects", () => {
  const effects = new CoreInstance(module).handle(start);
  assert.ok(effects.some((effect) => effect.f === "view" && effect.v === "screen"));
});

test("what is no event is refused, and the core goes on", () => {
  const core = new CoreInstance(module);
  core.handle(start);
  for (const event of [{ e: "unknown", now: 1 }, { now: 1 }, { e: "send", now: 1, room: 5 }, [], "text", 1e300]) {
    assert.throws(() => core.handle(event), RefusedEvent);
  }
  core.handle({ e: "online", now: 2, value: true });
});

test("half an emoji does not make an event unreadable", () => {
  const core = new CoreInstance(module);
  core.handle(start);
  core.handle({ e: "draft", now: 2, room: "0000000000001", text: "half \ud83d" });
});

test("a million bytes in one event find room", () => {
  const core = new CoreInstance(module);
  core.handle(start);
  const before = core.memoryInUse;
  for (let round = 0; round < 5; round += 1) core.handle({ e: "socket.text", now: 3, text: "9" + "ü".repeat(500_000) });
  assert.ok(core.memoryInUse - before < 4_000_000);
});

test("compiling falls back when the type is not the one streaming wants", async () => {
  const answer = () => new Response(bytes, { headers: { "content-type": "application/octet-stream" } });
  const host = { WebAssembly, fetch: async () => answer() };
  assert.ok((await compileCore("core.wasm", host)) instanceof WebAssembly.Module);
  await assert.rejects(compileCore("core.wasm", { WebAssembly, fetch: async () => new Response("", { status: 404 }) }), /404/);
});

test("10,000 messages leave no more memory in use than 5,000, and each is quick", () => {
  const core = new CoreInstance(module);
  let rows = 0;
  const session = new Session((event) => {
    const effects = core.handle(event);
    for (const effect of effects) if (effect.v === "timeline.append" && !effect.pane) rows += effect.rows.length;
    return effects;
  }, 1);
  session.play(300);
  session.watch();
  // What is let go goes at times, so that the most of a while is compared.
  const most = (messages) => {
    let peak = 0;
    for (let said = 0; said < messages; said += 500) {
      session.chatter(500);
      peak = Math.max(peak, core.memoryInUse);
    }
    return peak;
  };
  const early = most(5000);
  const begin = performance.now();
  rows = 0;
  const late = most(5000);
  const each = ((performance.now() - begin) * 1000) / 5000;
  console.log(`# ${each.toFixed(1)} µs a message, ${early} bytes in use before 5,000 and ${late} after`);
  assert.ok(rows >= 2500, `${rows} of 2500 messages in the room before the person's eyes were shown`);
  assert.ok(late - early < 100_000, `${late - early} bytes more`);
  assert.ok(each < 2000, `${each} µs a message`);
});

// EffectRunner: the socket, timers, requests and the address.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EffectRunner } from "../../Web/core/effects.js";
import { watchPage } from "../../Web/core/page.js";
import { fakeHost, settle } from "./host.mjs";

function runner() {
  const host = fakeHost();
  const told = [];
  return { host, told, runner: new EffectRunner(host, (event) => told.push(event)) };
}

test("a socket's life is told in order, and of an earlier socket nothing more", () => {
  const { host, told, runner: one } = runner();
  one.perform({ f: "socket.connect", url: "ws://a" });
  const [first] = host.sockets;
  one.perform({ f: "socket.send", text: "too early" });
  first.open();
  one.perform({ f: "socket.send", text: "2probe" });
  first.onmessage({ data: "3" });
  first.onmessage({ data: new ArrayBuffer(1) });
  one.perform({ f: "socket.connect", url: "ws://b" });
  assert.equal(first.readyState, 2);
  first.onmessage({ data: "late" });
  first.onclose();
  const second = host.sockets[1];
  second.open();
  second.onclose();
  second.onclose();
  assert.deepEqual(first.sent, ["2probe"]);
  assert.deepEqual(told, [
    { e: "socket.open" }, { e: "socket.text", text: "3" }, { e: "socket.open" }, { e: "socket.closed" },
  ]);
});

test("a socket that cannot even be made is told as closed, later, unless another was made meanwhile", () => {
  const { host, told, runner: one } = runner();
  host.refusesSockets = true;
  one.perform({ f: "socket.connect", url: "ws://a" });
  assert.deepEqual(told, []);
  host.fireTimers();
  assert.deepEqual(told, [{ e: "socket.closed" }]);
  one.perform({ f: "socket.connect", url: "ws://a" });
  host.refusesSockets = false;
  one.perform({ f: "socket.connect", url: "ws://a" });
  host.fireTimers();
  assert.equal(told.length, 1);
});

test("a timer fires once; set again it starts anew; cancelled it is silent", () => {
  const { host, told, runner: one } = runner();
  one.perform({ f: "timer.set", id: "a", after: 5 });
  one.perform({ f: "timer.set", id: "a", after: 1e12 });
  one.perform({ f: "timer.set", id: "b", after: 1 });
  one.perform({ f: "timer.cancel", id: "b" });
  assert.deepEqual([...host.timers.values()].map((timer) => timer.after), [2 ** 31 - 1]);
  host.fireTimers();
  host.fireTimers();
  assert.deepEqual(told, [{ e: "timer", id: "a" }]);
});

test("a request's answer carries its id; no answer is status 0; after a reset none is told", async () => {
  const { host, told, runner: one } = runner();
  const request = (id) => one.perform({ f: "http", id, method: "POST", path: "/api/v1/login", body: "{}" });
  request(1);
  request(2);
  assert.equal(host.requests[0].options.credentials, "same-origin");
  assert.equal(host.requests[0].options.headers["content-type"], "application/json");
  host.requests[1].reject(new TypeError("no network"));
  host.requests[0].resolve(new Response('{"ok":{}}', { status: 200 }));
  await settle();
  await new Promise(setImmediate);
  assert.deepEqual([...told].sort((a, b) => a.id - b.id), [
    { e: "http.answer", id: 1, status: 200, body: '{"ok":{}}' }, { e: "http.answer", id: 2, status: 0, body: "" },
  ]);
  request(3);
  one.reset();
  host.requests[2].resolve(new Response("late"));
  await new Promise(setImmediate);
  assert.equal(told.length, 2);
});

test("the address changes only when it is another", () => {
  const { host, runner: one } = runner();
  one.perform({ f: "path", value: "/", replace: false });
  one.perform({ f: "path", value: "/room/a", replace: false });
  one.perform({ f: "path", value: "/room/b", replace: true });
  assert.deepEqual(host.paths, [["push", "/room/a"], ["replace", "/room/b"]]);
});

test("network, visibility and the history's moves are told", () => {
  const host = fakeHost();
  const told = [];
  watchPage(host, (event) => told.push(event));
  host.fire("offline");
  host.fire("online");
  host.document.visibilityState = "hidden";
  host.fire("visibilitychange");
  host.location.pathname = "/room/2k8";
  host.fire("popstate");
  host.location.pathname = "/elsewhere";
  host.fire("popstate");
  assert.deepEqual(told, [
    { e: "online", value: false }, { e: "online", value: true }, { e: "visible", value: false },
    { e: "room.open", room: "2k8" },
  ]);
});

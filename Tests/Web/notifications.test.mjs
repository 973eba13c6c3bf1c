// Notifications as the core asks for them, and addresses as its events.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EffectRunner } from "../../Web/core/effects.js";
import { eventOfPath } from "../../Web/core/place.js";
import { minutesOf, pauses, textOf } from "../../Web/views/settings/quiet-time.js";
import { fakeHost } from "./host.mjs";

function runner(permission = "granted") {
  const host = fakeHost();
  const told = [];
  const shown = [];
  host.focused = 0;
  host.focus = () => (host.focused += 1);
  host.Notification = class {
    static permission = permission;
    constructor(title, options) {
      if (host.refusesNotifications) throw new TypeError("only a service worker may");
      Object.assign(this, { title, options, isClosed: false });
      shown.push(this);
    }
    close() {
      this.isClosed = true;
      this.onclose?.();
    }
  };
  return { host, told, shown, one: new EffectRunner(host, (event) => told.push(event)) };
}

const notify = (tag, path = "/room/2k8") => ({ f: "notify", tag, title: "Emma", body: "Hello", path });

test("a notification leads to its room, and goes", () => {
  const { host, told, shown, one } = runner();
  one.perform(notify("a"));
  assert.equal(shown[0].title, "Emma");
  assert.equal(shown[0].options.body, "Hello");
  assert.equal(shown[0].options.tag, "a");
  shown[0].onclick();
  assert.deepEqual(told, [{ e: "room.open", room: "2k8" }]);
  assert.equal(host.focused, 1);
  assert.equal(shown[0].isClosed, true);
});

test("what was read elsewhere is taken back; what is not there does no harm", () => {
  const { shown, one } = runner();
  one.perform(notify("a"));
  one.perform(notify("b"));
  one.perform({ f: "unnotify", tag: "a" });
  one.perform({ f: "unnotify", tag: "a" });
  one.perform({ f: "unnotify", tag: "c" });
  assert.deepEqual(shown.map(({ isClosed }) => isClosed), [true, false]);
});

test("a later one of the same tag takes the place; the earlier one's end says nothing of it", () => {
  const { shown, one } = runner();
  one.perform(notify("a"));
  one.perform(notify("a"));
  shown[0].onclose();
  one.perform({ f: "unnotify", tag: "a" });
  assert.equal(shown[1].isClosed, true);
});

test("nothing is shown, and nobody asked, where it was not allowed or cannot be", () => {
  for (const permission of ["default", "denied"]) {
    const { shown, one } = runner(permission);
    one.perform(notify("a"));
    assert.equal(shown.length, 0);
  }
  const { host, one } = runner();
  host.refusesNotifications = true;
  one.perform(notify("a"));
  delete host.Notification;
  one.perform(notify("a"));
  assert.deepEqual(host.errors, []);
});

test("a core that ends leaves none behind, and of many only the last are kept track of", () => {
  const { shown, one } = runner();
  for (let number = 0; number < 60; number += 1) one.perform(notify(`${number}`));
  one.reset();
  assert.equal(shown.filter(({ isClosed }) => isClosed).length, 50);
});

test("an address is a room, a message in it, or none of both", () => {
  assert.deepEqual(eventOfPath("/room/2k8"), { e: "room.open", room: "2k8" });
  assert.deepEqual(eventOfPath("/room/2k8/17"), { e: "message.show", room: "2k8", seq: 17 });
  for (const path of ["/", "/room/", "/room/2k8/", "/room/2k8/x", "/room/2k8/1/2", "/room/a b", `/room/a/${"9".repeat(16)}`]) assert.equal(eventOfPath(path), null, path);
});

test("quiet hours are minutes of the day", () => {
  assert.equal(minutesOf("22:30"), 1350);
  assert.equal(minutesOf("00:00"), 0);
  for (const text of ["", "24:00", "12:60", "1:00", "noon"]) assert.equal(minutesOf(text), null, text);
  for (const minutes of [0, 5, 60, 1439]) assert.equal(minutesOf(textOf(minutes)), minutes);
});

test("a pause ends in its time, or the next morning at eight", () => {
  const now = new Date(2026, 10, 30, 23, 30);
  const ends = pauses(now).map(([, end]) => end - now.getTime());
  assert.deepEqual(ends.slice(0, 3), [30, 60, 240].map((minutes) => minutes * 60_000));
  assert.equal(new Date(pauses(now)[3][1]).getHours(), 8);
  assert.ok(ends[3] > 0);
});

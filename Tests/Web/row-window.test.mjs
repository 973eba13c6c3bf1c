// Which rows of a timeline are elements.
import assert from "node:assert/strict";
import { test } from "node:test";
import { RowWindow } from "../../Web/views/row-window.js";

/** A container as far as the window needs one; `shown` is the keys of what is in it, "-" for the line. */
function timeline() {
  const node = (key) => ({
    key, parentElement: null,
    remove() {
      if (!this.parentElement) return;
      children.splice(children.indexOf(this), 1);
      this.parentElement = null;
    },
    before(other) { place(children.indexOf(this), [other]); },
  });
  const children = [];
  const place = (at, nodes) => {
    for (const one of nodes) {
      one.remove();
      one.parentElement = container;
    }
    children.splice(at, 0, ...nodes);
  };
  const container = {
    append: (...nodes) => place(children.length, nodes), prepend: (...nodes) => place(0, nodes),
    replaceChildren(...nodes) {
      for (const one of [...children]) one.remove();
      place(0, nodes);
    },
  };
  const rows = new RowWindow(container, (row) => node(row.key), node("-"));
  return { rows, shown: () => children.map(({ key }) => key), span: () => [children[0]?.key, children.at(-1)?.key, children.length] };
}

const some = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => ({ key: `s${from + index}` }));

test("few rows are all elements, in order, with the line before the first unread one", () => {
  const { rows, shown } = timeline();
  rows.reset(some(3, 5), "s4");
  assert.deepEqual(shown(), ["s3", "-", "s4", "s5"]);
  rows.append(some(6, 6), true);
  rows.prepend(some(1, 2), false);
  assert.deepEqual(shown(), ["s1", "s2", "s3", "-", "s4", "s5", "s6"]);
  rows.setFresh("s2");
  assert.deepEqual(shown(), ["s1", "-", "s2", "s3", "s4", "s5", "s6"]);
  assert.ok(rows.reachesStart && rows.reachesEnd);
});

test("of many rows those near the end are elements, or those where unread begins", () => {
  const { rows, span } = timeline();
  rows.reset(some(1, 1000), null);
  assert.deepEqual(span(), ["s701", "s1000", 300]);
  assert.ok(!rows.reachesStart && rows.reachesEnd);
  rows.reset(some(1, 1000), "s400");
  assert.deepEqual(span(), ["s340", "s639", 301]);
  rows.reset(some(1, 1000), "s990");
  assert.deepEqual(span(), ["s701", "s1000", 301]);
});

test("who follows the newest sees what comes, and what is far above goes", () => {
  const { rows, span } = timeline();
  rows.reset(some(1, 290), null);
  rows.append(some(291, 310), true);
  assert.deepEqual(span(), ["s11", "s310", 300]);
  rows.append(some(311, 2000), true);
  assert.deepEqual(span(), ["s1701", "s2000", 300]);
});

test("who reads elsewhere loses nothing of it: what comes is there when they come to it", () => {
  const { rows, span } = timeline();
  rows.reset(some(1, 290), null);
  rows.append(some(291, 400), false);
  assert.deepEqual(span(), ["s1", "s300", 300]);
  assert.equal(rows.reachesEnd, false);
  rows.append(some(401, 401), true);
  assert.deepEqual(span(), ["s1", "s300", 300], "the end is not theirs");
  rows.grow("bottom");
  assert.deepEqual(span(), ["s61", "s360", 300]);
  rows.showEnd();
  assert.deepEqual(span(), ["s102", "s401", 300]);
});

test("older rows are shown to who is near the beginning, and kept for later from others", () => {
  const { rows, span } = timeline();
  rows.reset(some(501, 800), null);
  rows.prepend(some(451, 500), false);
  assert.deepEqual(span(), ["s501", "s800", 300]);
  rows.prepend(some(401, 450), true);
  assert.deepEqual(span(), ["s451", "s750", 300]);
  for (let count = 0; count < 3; count += 1) rows.grow("top");
  assert.deepEqual(span(), ["s401", "s700", 300]);
  assert.ok(rows.reachesStart);
});

test("a row that is far away becomes an element when it is to be shown", () => {
  const { rows, span } = timeline();
  rows.reset(some(1, 1000), null);
  assert.equal(rows.element("s10"), null);
  rows.show("s400");
  assert.deepEqual(span(), ["s250", "s549", 300]);
  rows.show("s300");
  assert.deepEqual(span(), ["s250", "s549", 300], "one that is there already moves nothing");
  rows.show("s10");
  assert.deepEqual(span(), ["s1", "s300", 300]);
  rows.show("s5000");
  assert.deepEqual(span(), ["s1", "s300", 300]);
});

test("the line comes and goes with its row", () => {
  const { rows, shown } = timeline();
  rows.reset(some(1, 400), "s150");
  assert.ok(rows.line);
  for (let count = 0; count < 5; count += 1) rows.grow("bottom");
  rows.showEnd();
  rows.reset(some(1, 700), "s1");
  rows.showEnd();
  assert.equal(rows.line, null);
  rows.show("s1");
  assert.deepEqual(shown().slice(0, 2), ["-", "s1"]);
});

test("rows that are no elements change and go too", () => {
  const { rows, span } = timeline();
  rows.reset(some(1, 400), null);
  assert.equal(rows.change("s5", { key: "s5", text: "new" }), null);
  rows.drop("s6");
  assert.deepEqual(span(), ["s101", "s400", 300]);
  rows.grow("top");
  assert.deepEqual(span(), ["s41", "s340", 300], "the places did not shift");
  rows.drop("s100");
  assert.equal(span()[2], 299);
  rows.grow("bottom");
  assert.ok(rows.reachesEnd);
});

test("a row that is confirmed goes by its new name, and is never there twice", () => {
  const { rows, shown } = timeline();
  rows.reset([...some(1, 2), { key: "n1" }, { key: "s3" }], null);
  const { old, fresh } = rows.change("n1", { key: "s3" });
  assert.equal(old.key, "n1");
  old.before(fresh);
  old.remove();
  assert.deepEqual(shown(), ["s1", "s2", "s3"]);
  rows.append([{ key: "s3" }], true);
  assert.deepEqual(shown(), ["s1", "s2", "s3"]);
  assert.equal(rows.change("s9", { key: "s9" }), null);
});

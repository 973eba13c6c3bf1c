import { test } from "node:test";
import assert from "node:assert/strict";
import { PeopleSearch } from "../../Web/views/people-search.js";

/** A search whose questions wait for the test's answers, with the timers in the test's hand. */
function searching(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = [];
  const shown = [];
  const find = (query) => new Promise((resolve, reject) => asked.push({ query, resolve, reject }));
  const search = new PeopleSearch(find, ({ state, users, message }) => shown.push([state, users.map(({ name }) => name).join(), message]));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { search, asked, shown, settle, pass: (time) => t.mock.timers.tick(time) };
}

const emma = { name: "Emma" };
const johnny = { name: "Johnny" };

test("the server is asked once typing pauses, for what was typed then", async (t) => {
  const { search, asked, shown, settle, pass } = searching(t);
  search.look("e");
  pass(100);
  search.look("em ");
  pass(100);
  assert.equal(asked.length, 0);
  pass(100);
  assert.deepEqual(asked.map(({ query }) => query), ["em"]);
  asked[0].resolve([emma]);
  await settle();
  assert.deepEqual(shown, [["searching", "", null], ["searching", "", null], ["found", "Emma", null]]);
});

test("an answer to what is no longer looked for is dropped, and what was found stays until there is something newer", async (t) => {
  const { search, asked, shown, settle, pass } = searching(t);
  search.look("e");
  pass(200);
  search.look("j");
  pass(200);
  asked[1].resolve([johnny]);
  asked[0].resolve([emma]);
  await settle();
  assert.deepEqual(shown.at(-1), ["found", "Johnny", null]);
  search.look("jo");
  assert.deepEqual(shown.at(-1), ["searching", "Johnny", null]);
});

test("an emptied field ends the search at once", async (t) => {
  const { search, asked, shown, settle, pass } = searching(t);
  search.look("e");
  pass(200);
  search.look("  ");
  asked[0].resolve([emma]);
  await settle();
  pass(1000);
  assert.deepEqual(shown.at(-1), ["idle", "", null]);
  assert.equal(asked.length, 1);
});

test("a server that asks to wait is asked again after that time, another refusal is told", async (t) => {
  const { search, asked, shown, settle, pass } = searching(t);
  search.look("e");
  pass(200);
  asked[0].reject({ code: "rate_limited", retryAfter: 400 });
  await settle();
  assert.deepEqual(shown.at(-1), ["searching", "", null]);
  pass(399);
  assert.equal(asked.length, 1);
  pass(1);
  asked[1].reject({ code: "unavailable", message: "You are offline." });
  await settle();
  assert.deepEqual(shown.at(-1), ["failed", "", "You are offline."]);
});

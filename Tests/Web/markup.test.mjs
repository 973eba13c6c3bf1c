// The core's tree of a message as elements.
import assert from "node:assert/strict";
import { test } from "node:test";
import { find, useDocument, written } from "./document.mjs";

useDocument();
const { isOnlyEmoji, markupNodes } = await import("../../Web/views/markup.js");

const shown = (...blocks) => markupNodes(blocks).map((node) => written(node)).join("");

test("each kind of block and of inline becomes its element, and text stays text", () => {
  assert.equal(shown(["p", "a ", ["b", "b", ["i", "c"]], ["br"], ["s", "d"], ["c", "<e>"]]), "<p>a <strong>b<em>c</em></strong><br></br><s>d</s><code><e></code></p>");
  assert.equal(shown(["q", ["p", "a"], ["q", ["p", "b"]]]), "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>");
  assert.equal(shown(["ul", [["p", "a"]], [["p", "b"], ["ol", 3, [["p", "c"]]]]]), "<ul><li><p>a</p></li><li><p>b</p><ol start=3><li><p>c</p></li></ol></li></ul>");
  assert.equal(shown(["ol", 1, [["p", "a"]]]), "<ol><li><p>a</p></li></ol>", "a list that begins with 1 says nothing of it");
  assert.match(shown(["pre", "sh", "a\n b"]), /<pre><code>a\n b<\/code><\/pre><button class=tool>/);
});

test("a link opens apart and tells nothing; one of another scheme is none", () => {
  assert.equal(shown(["p", ["a", "https://a.example/?b=c", "d"]]), "<p><a href=https://a.example/?b=c rel=noopener noreferrer>d</a></p>");
  assert.equal(shown(["p", ["a", "mailto:a@b.example", "d"]]), "<p><a href=mailto:a@b.example rel=noopener noreferrer>d</a></p>");
  for (const url of ["javascript:alert(1)", "data:text/html,a", "//a.example", " https:a"]) assert.equal(shown(["p", ["a", url, "d"]]), "<p><span>d</span></p>", url);
});

test("mentions say what is called so now, and those of mine stand out", () => {
  assert.equal(shown(["p", ["m", "1", "Emma", false], ["m", "2", "Me", true], ["all"]]),
    "<p><button class=mention data-user=1>@Emma</button><button class=mention me data-user=2>@Me</button><span class=mention me>@room</span></p>");
  assert.equal(shown(["p", ["m", "1", null, false]]), "<p><button class=mention data-user=1>@someone</button></p>");
  assert.equal(shown(["p", ["r", "9", "birds"], ["r", "8", null]]), "<p><a class=mention href=/room/9>#birds</a><span class=mention>#private</span></p>");
});

test("a mention leads to the profile, a room's name into the room", () => {
  const [paragraph] = markupNodes([["p", ["m", "1", "Emma", false], ["r", "9", "birds"]]]);
  const [button, link] = paragraph.children;
  button.listeners.get("click")({ currentTarget: button });
  assert.equal(button.events[0].type, "profile");
  assert.equal(button.events[0].detail.person.id, "1");
  link.listeners.get("click")({ currentTarget: link, preventDefault: () => {} });
  assert.deepEqual(link.events[0].detail, { e: "room.open", room: "9" });
  link.listeners.get("click")({ currentTarget: link, ctrlKey: true, preventDefault: () => assert.fail("a new tab is the browser's") });
});

test("what a newer core calls by another name shows what is in it", () => {
  assert.equal(shown(["table", "a ", ["u", "b"], ["__proto__", "c"], 7, null]), "<p>a <span>b</span><span>c</span></p>");
});

test("a shortcode whose emoji are not here is shown as it was written", () => {
  const [paragraph] = markupNodes([["p", ["e", "no_such_thing"]]]);
  assert.equal(written(paragraph), "<p><span>:no_such_thing:</span></p>");
  assert.ok(find(paragraph, ({ localName }) => localName === "span"));
});

test("one to three emoji alone are shown large", () => {
  for (const text of ["👍", "👍🏽 ❤️", "👩‍💻🇩🇪🎉"]) assert.equal(isOnlyEmoji([["p", text]]), true, text);
  for (const text of ["", "1", "👍!", "👍👍👍👍", "a👍"]) assert.equal(isOnlyEmoji([["p", text]]), false, text);
  assert.equal(isOnlyEmoji([["p", "👍"], ["p", "👍"]]), false);
  assert.equal(isOnlyEmoji([["q", ["p", "👍"]]]), false);
  assert.equal(isOnlyEmoji([]), false);
});

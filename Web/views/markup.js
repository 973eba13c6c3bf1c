// What a message says: the core's tree (see ChatMarkup's MarkupJSON) as elements. Text becomes text nodes, never markup.

import { el, icon, intend } from "../dom.js";
import { copyText } from "./copy-text.js";
import { emojiFor, showEmojiFor } from "./emoji/shared.js";

/** Schemes of links; the core's tree has no others. */
const schemes = /^(https?:\/\/|mailto:)/i;

/** The elements of a tree: an array of blocks. */
export const markupNodes = (tree) => tree.map(block);

const blocks = {
  __proto__: null,
  p: (...inlines) => el("p", {}, ...inlines.map(inline)),
  pre: (language, text) => codeBlock(language, text),
  q: (...children) => el("blockquote", {}, ...children.map(block)),
  ul: (...items) => el("ul", {}, ...items.map(item)),
  ol: (start, ...items) => el("ol", { start: start === 1 ? null : start }, ...items.map(item)),
};

const inlines = {
  __proto__: null,
  br: () => el("br"),
  b: (...children) => el("strong", {}, ...children.map(inline)),
  i: (...children) => el("em", {}, ...children.map(inline)),
  s: (...children) => el("s", {}, ...children.map(inline)),
  c: (text) => el("code", {}, text),
  a: (url, ...children) => link(url, children),
  e: (shortcode) => emoji(shortcode),
  m: (id, name, isMe) => person(id, name, isMe),
  all: () => el("span", { class: "mention me" }, "@room"),
  r: (id, name) => room(id, name),
};

const item = (children) => el("li", {}, ...children.map(block));

/** What a newer core calls by a name that is not known here shows what is in it. */
function block([kind, ...parts]) {
  const make = blocks[kind];
  return make ? make(...parts) : el("p", {}, ...parts.map(inline));
}

function inline(part) {
  if (typeof part === "string") return part;
  if (!Array.isArray(part)) return "";
  const [kind, ...parts] = part;
  const make = inlines[kind];
  return make ? make(...parts) : el("span", {}, ...parts.map(inline));
}

function link(url, children) {
  const shown = children.map(inline);
  if (!schemes.test(url)) return el("span", {}, ...shown);
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, ...shown);
}

function person(id, name, isMe) {
  const label = `@${name ?? "someone"}`;
  return el("button", {
    class: isMe ? "mention me" : "mention", type: "button", "data-user": id,
    onclick: ({ currentTarget }) => currentTarget.dispatchEvent(new CustomEvent("profile", {
      bubbles: true, detail: { person: { id, name: name ?? "Someone", avatar: { picture: "moon", color: "#5d6475" } } },
    })),
  }, label);
}

function room(id, name) {
  if (name === null || name === undefined) return el("span", { class: "mention" }, "#private");
  return el("a", { class: "mention", href: `/room/${id}`, onclick: (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    intend(event.currentTarget, { e: "room.open", room: id });
  } }, `#${name}`);
}

/** A shortcode that was sent as such: its character as soon as the names of emoji are here, where there is one. */
function emoji(shortcode) {
  const known = emojiFor(shortcode);
  if (known) return known;
  const element = el("span", {}, `:${shortcode}:`);
  showEmojiFor(shortcode, (character) => element.replaceChildren(character));
  return element;
}

function codeBlock(language, text) {
  const said = el("span", { class: "spoken", role: "status" });
  const button = el("button", { class: "tool", type: "button", title: "Copy", "aria-label": "Copy this code", onclick: async () => {
    const isCopied = await copyText(text);
    button.replaceChildren(icon(isCopied ? "check" : "copy"));
    said.textContent = isCopied ? "Copied." : "It could not be copied.";
  } }, icon("copy"));
  return el("div", { class: "code-block" }, el("pre", { "data-language": language || null }, el("code", {}, text)), button, said);
}

/** Whether a tree is nothing but one to three emoji, which are shown large. */
export function isOnlyEmoji(tree) {
  if (tree.length !== 1 || tree[0][0] !== "p" || tree[0].length !== 2 || typeof tree[0][1] !== "string") return false;
  const text = tree[0][1].trim();
  // Every emoji is made of few units; what is longer is not looked at.
  return text.length <= 64 && few !== null && few.test(text);
}

const few = fewEmoji();

function fewEmoji() {
  try {
    return new RegExp("^(?:\\p{RGI_Emoji}\\s?){1,3}$", "v");
  } catch {
    // A browser without sets of strings shows them in the size of text.
    return null;
  }
}

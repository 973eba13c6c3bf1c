// Text that no tree was made of.

import { el } from "../dom.js";

const address = /https?:\/\/[^\s<>"]+/g;

/** Text with its web addresses as links; what ends a sentence ends the address before it. */
export function plainText(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const url = match[0].replace(/[.,:;!?'")\]}]+$/, "");
    if (!URL.canParse(url)) continue;
    parts.push(text.slice(end, match.index), el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, url));
    end = match.index + url.length;
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== "");
}

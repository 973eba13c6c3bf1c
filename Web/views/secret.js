// Something that is shown once and copied: a link or a token.

import { el, freshID, icon } from "../dom.js";

/** `label` names it; `note` says what it is good for, and that it will not be shown again. */
export function secret(label, value, note) {
  const id = freshID("secret");
  const text = el("input", { id, type: "text", readonly: true, value, spellcheck: "false", onfocus: () => text.select() });
  const said = el("span", { class: "spoken", role: "status" });
  const button = el("button", { class: "button", type: "button" }, icon("copy"), el("span", {}, "Copy"));
  button.addEventListener("click", async () => {
    const isCopied = await copy(text);
    button.lastElementChild.textContent = isCopied ? "Copied" : "Copy";
    said.textContent = isCopied ? "Copied." : "It could not be copied: it is selected now, copy it by hand.";
  });
  return el("div", { class: "secret" }, el("label", { for: id }, label),
    el("div", { class: "secret-row" }, text, button), note ? el("p", { class: "hint" }, note) : null, said);
}

async function copy(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    // Plain http on another machine has no clipboard.
    input.select();
    return document.execCommand("copy");
  }
}

// Puts text where it can be pasted.

import { el } from "../dom.js";

/** Whether `text` was copied. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Plain http on another machine has no clipboard: what is selected can be copied still.
    const before = document.activeElement;
    const field = el("textarea", { class: "spoken", readonly: true, tabindex: "-1" });
    field.value = text;
    // An open modal dialog makes everything outside it unselectable.
    (before?.closest("dialog[open]") ?? document.body).append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    before?.focus({ preventScroll: true });
    return isCopied;
  }
}

// Changes what stands in a field as typing would, so that it can be undone.

/** Puts `text` in the place of what stands between `start` and `end`; the caret comes behind it. */
export function insertText(input, start, end, text) {
  if (document.activeElement !== input) input.focus({ preventScroll: true });
  input.setSelectionRange(start, end);
  // The only way to a change that the browser's undo knows; it tells `input` itself.
  if (document.execCommand("insertText", false, text)) return;
  input.setRangeText(text, start, end, "end");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// A button that asks before it acts, in its own place.

import { el } from "../dom.js";
import { fault } from "./field.js";

/** `chosen` is called once the person has said yes; what it rejects with is told beside the button. */
export function question({ label, text, yes, no, chosen, isDangerous = true }) {
  const style = isDangerous ? "button danger" : "button";
  const usual = el("button", { class: style, type: "button", onclick: () => ask() }, label);
  const place = el("div", { class: "question" }, usual);
  const settle = (...told) => {
    place.replaceChildren(usual, ...told);
    if (usual.isConnected) usual.focus();
  };
  const act = async (button) => {
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    try {
      await chosen();
      settle();
    } catch (error) {
      settle(fault(error.message, null));
    }
  };
  const ask = () => {
    const keep = el("button", { class: "button", type: "button", onclick: () => settle() }, no);
    const go = el("button", { class: isDangerous ? "button danger filled" : "button primary", type: "button", onclick: () => act(go) }, yes);
    const asked = el("div", { class: "asked", role: "group", "aria-label": text }, el("p", {}, text), el("div", { class: "asked-buttons" }, keep, go));
    asked.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      // The question goes, the dialog stays.
      event.preventDefault();
      event.stopPropagation();
      settle();
    });
    place.replaceChildren(asked);
    keep.focus();
  };
  return place;
}

// When a message is sent that is not sent now.

import { el } from "../../dom.js";
import { dialog, openOver } from "../dialog.js";
import { Field } from "../field.js";
import { openMenu } from "../menu.js";
import { momentText } from "../times.js";

const minute = 60_000;
/** How far ahead it may be; see docs/protocol.md. */
const least = minute;
const most = 365 * 24 * 60 * minute;

/** The day `days` after that of `now` at nine. */
function atNine(now, days) {
  const day = new Date(now);
  day.setDate(day.getDate() + days);
  day.setHours(9, 0, 0, 0);
  return day.getTime();
}

/** Times that people want often: `[label, milliseconds]`. */
export function usualTimes(now) {
  const untilMonday = (8 - new Date(now).getDay()) % 7 || 7;
  return [
    ["In 20 minutes", now + 20 * minute],
    ["In 1 hour", now + 60 * minute],
    ["Tomorrow at nine", atNine(now, 1)],
    ...(untilMonday > 1 ? [["Monday at nine", atNine(now, untilMonday)]] : []),
  ];
}

/** The menu beside `anchor`; `chosen(at)` is called with the time. */
export function openLaterMenu(host, anchor, chosen) {
  openMenu(host, anchor, {
    label: "Send later",
    head: el("p", { class: "menu-head" }, "Send later"),
    items: [
      ...usualTimes(Date.now()).map(([label, at]) => ({ label, note: momentText(at), run: () => chosen(at) })),
      { label: "At another time…", run: () => openTimeDialog(host, { title: "Send later", at: Date.now() + 60 * minute, yes: "Send then", chosen: ({ at }) => chosen(at) }) },
    ],
  });
}

/** As a `datetime-local` field spells it, by this device's clock. */
function localText(at) {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * minute).toISOString().slice(0, 16);
}

/**
 * Asks for a time, and for the text where there is one: `chosen({ at, text })`. The dialog says what is wrong with a time.
 */
export function openTimeDialog(host, { title, at, text = null, yes, chosen }) {
  const words = text === null ? null : new Field("Message", el("textarea", { rows: "4", required: true }));
  if (words) words.control.value = text;
  const time = new Field("When", el("input", { type: "datetime-local", required: true, value: localText(at) }));
  const form = el("form", { class: "form", novalidate: true }, words?.element, time.element,
    el("div", { class: "dialog-foot" }, el("button", { class: "button", type: "button", onclick: () => element.close() }, "Cancel"),
      el("button", { class: "button primary", type: "submit" }, yes)));
  const element = dialog(title, { closed: () => {} }, el("div", { class: "dialog-body" }, form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const then = new Date(time.value).getTime();
    const wrong = wrongTime(then, Date.now());
    time.show(wrong);
    words?.show(words.value.trim() === "" ? "Write what is to be sent." : null);
    if (wrong) return time.control.focus();
    if (words && words.value.trim() === "") return words.control.focus();
    element.close();
    chosen({ at: then, text: words?.value ?? null });
  });
  openOver(host, element);
  (words?.control ?? time.control).focus();
}

/** What is wrong with a time; null for nothing. */
export function wrongTime(at, now) {
  if (!Number.isFinite(at)) return "Choose a day and a time.";
  if (at < now + least) return "Choose a time that is a minute ahead at least.";
  return at > now + most ? "Choose a time within a year." : null;
}

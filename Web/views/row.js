// One row of a timeline: a message, a notice of who came or went, or the line above a day.

import { el, icon, intend } from "../dom.js";
import { avatar } from "./pictures.js";

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" });
const dayName = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
const dayWithYear = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

const time = (at) => el("time", { datetime: new Date(at).toISOString(), title: moment.format(at) }, clock.format(at));

/** Whole days from now's to that of `at`; negative for the past. */
const daysTo = (at, now = new Date()) => Math.round((new Date(at).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / 86_400_000);

const isNear = (at, now) => Math.abs(daysTo(at, now)) <= 1;

/** "Today", "Yesterday", "Tomorrow", or the day with its name. */
function dayText(at, now = new Date()) {
  const day = new Date(at);
  if (isNear(at, now)) {
    const word = relative.format(daysTo(at, now), "day");
    return word.charAt(0).toUpperCase() + word.slice(1);
  }
  return (day.getFullYear() === now.getFullYear() ? dayName : dayWithYear).format(day);
}

/** When something was, in a few words. */
export const momentText = (at) => `${dayText(at)}, ${clock.format(at)}`;

/** The same in the middle of a sentence: "today" rather than "Today". */
export function sinceText(at) {
  const text = momentText(at);
  return isNear(at) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** The element of a row. */
export function rowElement(row, room) {
  const element = { message, notice, day }[row.kind](row, room);
  element.dataset.key = row.key;
  return element;
}

function day(row) {
  return el("div", { class: "day", role: "separator" }, el("span", {}, dayText(row.at)));
}

function notice(row) {
  return el("div", { class: "event" }, el("span", {}, row.text), time(row.at));
}

function message(row, room) {
  const author = row.author ?? { name: "Someone", avatar: { picture: "moon", color: "#5d6475" } };
  const body = el("div", { class: "message-body" });
  if (row.follows) body.append(el("span", { class: "spoken" }, `${author.name}: `));
  else body.append(el("div", { class: "message-head" }, authorName(author), time(row.at)));
  body.append(row.gone ? el("div", { class: "message-gone" }, "This message was deleted.")
    : el("div", { class: "message-text", dir: "auto" }, ...linked(row.text)));
  const state = stateOf(row);
  if (state) body.append(state);
  return el("article", { class: row.follows ? "message follows" : "message", "data-state": row.state, "data-mine": row.mine ? "true" : false },
    row.follows ? el("div", { class: "message-side", "aria-hidden": "true" }, time(row.at)) : avatar(author.avatar), body,
    row.key.startsWith("s") ? actions(row, room) : null);
}

/** The name above a message; it leads to who that is. */
function authorName(author) {
  if (!author.id) return el("span", { class: "message-author" }, author.name);
  return el("button", {
    class: "message-author", type: "button", title: `Who is ${author.name}?`,
    onclick: ({ target }) => target.dispatchEvent(new CustomEvent("profile", { bubbles: true, detail: { person: author } })),
  }, author.name, author.role === "bot" ? el("span", { class: "tag" }, "Bot") : "");
}

/** What can be done with a message; shown while the pointer or the focus is in it. */
function actions(row, room) {
  const seq = Number(row.key.slice(1));
  const button = (label, name, onclick) =>
    el("button", { class: "tool", type: "button", "aria-label": label, title: label, onclick }, icon(name));
  const bar = el("div", { class: "message-actions", role: "group", "aria-label": "What to do with this message" },
    button("Mark unread from here", "unread", (event) => intend(event.target, { e: "message.unread", room, seq })));
  if (row.gone) return bar;
  const usual = button("Delete message", "delete", () => ask());
  // Others' messages are the moderators' to delete; the timeline shows it to them.
  if (!row.mine) {
    usual.classList.add("for-moderators");
    const report = button("Report message", "flag", () =>
      report.dispatchEvent(new CustomEvent("report", { bubbles: true, detail: { room, seq } })));
    // In a direct room there is nobody to report to.
    report.classList.add("for-groups");
    bar.append(report);
  }
  const ask = () => {
    const word = (label, onclick) => el("button", { class: "button link", type: "button", onclick }, label);
    const keep = word("Keep", () => {
      question.replaceWith(usual);
      usual.focus();
    });
    const question = el("span", { class: "message-question" }, "Delete for everyone? ",
      word("Delete", (event) => intend(event.target, { e: "message.delete", room, seq })), keep);
    question.addEventListener("keydown", (event) => event.key === "Escape" && keep.click());
    usual.replaceWith(question);
    keep.focus();
  };
  bar.append(usual);
  return bar;
}

function stateOf(row) {
  if (row.state === "sending") {
    return el("div", { class: "message-waits", title: "Sending…" }, icon("clock"), el("span", { class: "spoken" }, "Sending…"));
  }
  if (row.state !== "failed") return null;
  const button = (label, e) =>
    el("button", { class: "button link", type: "button", onclick: (event) => intend(event.target, { e, nonce: row.nonce }) }, label);
  return el("div", { class: "message-state" }, el("span", { class: "message-fault" }, icon("alert"), el("span", {}, `Not sent. ${row.error ?? ""}`.trim())),
    button("Try again", "retry"), button("Discard", "discard"));
}

const address = /https?:\/\/[^\s<>"]+/g;

/** Text with its web addresses as links; what ends a sentence ends the address before it. */
function linked(text) {
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

// When something was, as people say it.

import { el } from "../dom.js";

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" });
const dayName = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
const dayWithYear = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

/** The time of day, with the whole moment to be looked at. */
export const timeElement = (at) => el("time", { datetime: new Date(at).toISOString(), title: moment.format(at) }, clock.format(at));

/** The whole moment. */
export const wholeMoment = (at) => moment.format(at);

/** The time of day. */
export const clockText = (at) => clock.format(at);

/** Whole days from now's to that of `at`; negative for the past. */
const daysTo = (at, now = new Date()) => Math.round((new Date(at).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / 86_400_000);

const isNear = (at, now) => Math.abs(daysTo(at, now)) <= 1;

/** "Today", "Yesterday", "Tomorrow", or the day with its name. */
export function dayText(at, now = new Date()) {
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

// Times of day as minutes, and how long a pause may be.

/** Minutes of the day of "HH:MM"; null for what is none. */
export function minutesOf(text) {
  const found = /^(\d{2}):(\d{2})/.exec(text);
  if (!found) return null;
  const [hours, minutes] = [Number(found[1]), Number(found[2])];
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : null;
}

/** "HH:MM" of minutes of the day. */
export const textOf = (minutes) => `${`${Math.floor(minutes / 60)}`.padStart(2, "0")}:${`${minutes % 60}`.padStart(2, "0")}`;

/** Pauses that are offered: what each is called, and when it ends. */
export function pauses(now) {
  const after = (minutes) => now.getTime() + minutes * 60_000;
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  morning.setHours(8, 0, 0, 0);
  return [["For 30 minutes", after(30)], ["For 1 hour", after(60)], ["For 4 hours", after(240)], ["Until tomorrow", morning.getTime()]];
}

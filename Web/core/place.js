// Addresses of the app, as the core's events.

/** What opening `path` asks of the core; null where it is no room's and no message's. */
export function eventOfPath(path) {
  const found = /^\/room\/([0-9A-Za-z]+)(?:\/(\d{1,15}))?$/.exec(path);
  if (!found) return null;
  const [, room, seq] = found;
  return seq === undefined ? { e: "room.open", room } : { e: "message.show", room, seq: Number(seq) };
}

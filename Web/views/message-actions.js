// What can be done with a message, by its row: one list for the bar, the menu, the sheet and the keys.

/** The row's number in its room; null for what is not confirmed or no message. */
export const seqOf = (row) => (row.kind === "message" && /^s\d+$/.test(row.key) ? Number(row.key.slice(1)) : null);

/**
 * The actions in the order in which they are offered: each `{ name, label, icon, key?, danger? }`, where `key` is the
 * key that does the same on the focused message.
 *
 * `place` says where it stands: `{ isPane, canWrite }`.
 */
export function messageActions(row, place) {
  if (seqOf(row) === null) return [];
  const can = row.can ?? {};
  const isLive = !row.gone && !row.undo;
  return [
    isLive && can.react && { name: "react", label: "React", icon: "smile", key: "r" },
    isLive && place.canWrite && { name: "reply", label: "Reply", icon: "reply", key: "q" },
    can.thread !== false && !place.isPane && (isLive || row.thread) && { name: "thread", label: row.thread ? "Open the thread" : "Reply in a thread", icon: "thread", key: "t" },
    isLive && can.edit && { name: "edit", label: "Edit", icon: "edit", key: "e" },
    isLive && can.pin && { name: "pin", label: row.pinned ? "Unpin" : "Pin to this room", icon: "pin", key: "p" },
    isLive && can.save !== false && { name: "save", label: row.saved ? "Remove from saved" : "Save for later", icon: "save", key: "s" },
    !place.isPane && { name: "unread", label: "Mark unread from here", icon: "unread", key: "u" },
    isLive && { name: "link", label: "Copy link", icon: "link", key: "l" },
    isLive && row.text && { name: "text", label: "Copy text", icon: "copy", key: "c" },
    row.author?.id && { name: "profile", label: `Who is ${row.author.name}?`, icon: "person" },
    isLive && can.report && { name: "report", label: "Report message", icon: "flag" },
    isLive && can.delete && { name: "delete", label: "Delete message", icon: "delete", key: "Delete", danger: true },
  ].filter(Boolean);
}

/** The address of a message. */
export const messagePath = (room, seq) => `/room/${room}/${seq}`;

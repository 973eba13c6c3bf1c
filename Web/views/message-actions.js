// What can be done with a message, by its row: one list for the bar, the menu, the sheet and the keys.

/** The row's number in its room; null for what is not confirmed or no message. */
export const seqOf = (row) => (row.kind === "message" && /^s\d+$/.test(row.key) ? Number(row.key.slice(1)) : null);

/**
 * The actions in the order in which they are offered: each `{ name, label, icon, key?, danger? }`, where `key` is the
 * key that does the same on the focused message.
 *
 * `place` says where it stands: `{ isPane, isDirect, isModerated, canWrite }`.
 */
export function messageActions(row, place) {
  if (seqOf(row) === null) return [];
  const can = row.can;
  const isLive = !row.gone && !row.undo;
  // A core without these says nothing of what can be done.
  const isFull = can !== undefined;
  return [
    isLive && can?.react && { name: "react", label: "React", icon: "smile", key: "r" },
    isLive && isFull && place.canWrite && { name: "reply", label: "Reply", icon: "reply", key: "q" },
    isFull && !place.isPane && (isLive || row.thread) && { name: "thread", label: row.thread ? "Open the thread" : "Reply in a thread", icon: "thread", key: "t" },
    isLive && can?.edit && { name: "edit", label: "Edit", icon: "edit", key: "e" },
    isLive && can?.pin && { name: "pin", label: row.pinned ? "Unpin" : "Pin to this room", icon: "pin", key: "p" },
    isLive && isFull && { name: "save", label: row.saved ? "Remove from saved" : "Save for later", icon: "save", key: "s" },
    !place.isPane && { name: "unread", label: "Mark unread from here", icon: "unread", key: "u" },
    isLive && isFull && { name: "link", label: "Copy link", icon: "link", key: "l" },
    isLive && row.text && { name: "text", label: "Copy text", icon: "copy", key: "c" },
    row.author?.id && { name: "profile", label: `Who is ${row.author.name}?`, icon: "person" },
    isLive && mayReport(row, place) && { name: "report", label: "Report message", icon: "flag" },
    isLive && mayDelete(row, place) && { name: "delete", label: "Delete message", icon: "delete", key: "Delete", danger: true },
  ].filter(Boolean);
}

const mayDelete = (row, place) => (row.can ? row.can.delete : row.mine || place.isModerated);

/** In a direct room there is nobody to report to. */
const mayReport = (row, place) => (row.can ? row.can.report : !row.mine && !place.isDirect);

/** The address of a message. */
export const messagePath = (room, seq) => `/room/${room}/${seq}`;

// An entry of the audit log as a sentence.

const roleNames = { owner: "an owner", admin: "an administrator", moderator: "a moderator", member: "a member", guest: "a guest", bot: "a bot" };

const invited = { admin: "administrators", member: "members", guest: "guests" };

const span = (seconds) => {
  for (const [unit, size] of [["day", 86_400], ["hour", 3600], ["minute", 60]]) {
    if (seconds >= size) return `${Math.round(seconds / size)} ${unit}${Math.round(seconds / size) === 1 ? "" : "s"}`;
  }
  return `${seconds} seconds`;
};

/** What `room.updated` says: a new name, or rules such as `slow_mode 30, retention 0`. */
function changedText(detail) {
  const rules = detail.split(", ").map((rule) => /^(slow_mode|retention) (\d+)$/.exec(rule));
  if (!rules.every(Boolean)) return detail ? `: it is called ${detail} now` : "";
  return `: ${rules.map(([, rule, value]) => (rule === "slow_mode"
    ? (value === "0" ? "no slow mode" : `one message a person each ${span(Number(value))}`)
    : (value === "0" ? "messages are kept for ever" : `messages are kept for ${span(value * 86_400)}`))).join(", ")}`;
}

/** `u` is whom it was done to, `r` the room, `d` what the entry says besides: see AuditAction in ChatModel. */
const sentences = {
  "user.role": ({ u, d }) => `made ${u} ${roleNames[d] ?? d}`,
  "user.deactivated": ({ u }) => `deactivated ${u}`,
  "user.reactivated": ({ u }) => `let ${u} back in`,
  "user.deleted": ({ u, d }) => `deleted the account of ${u}${{ keep: " and kept their messages", erase: " and erased their messages" }[d] ?? ""}`,
  "reset.made": ({ u }) => `made a link for a new password of ${u}`,
  "bot.made": ({ u }) => `made the bot ${u}`,
  "bot.token": ({ u }) => `gave the bot ${u} a new token`,
  "invitation.made": ({ room, r, d }) => `made an invitation for ${invited[d] ?? "people"}${room ? ` to ${r}` : ""}`,
  "invitation.revoked": ({ room, r }) => `revoked an invitation${room ? ` to ${r}` : ""}`,
  "registration.changed": ({ d }) => ({
    closed: "closed registration", invitation: "let people register with an invitation", open: "opened registration to everybody",
  })[d] ?? "changed who may register",
  "room.archived": ({ r }) => `archived ${r}`,
  "room.opened": ({ r }) => `opened ${r} again`,
  "room.deleted": ({ d }) => `deleted ${d ? `#${d}` : "a private room"}`,
  "room.updated": ({ r, d }) => `changed ${r}${changedText(d)}`,
  "member.removed": ({ u, r }) => `removed ${u} from ${r}`,
  "member.banned": ({ u, r }) => `banned ${u} from ${r}`,
  "member.unbanned": ({ u, r }) => `lifted the ban of ${u} from ${r}`,
  "member.muted": ({ u, r, d }) => `muted ${u} in ${r}${/^\d+$/.test(d) ? ` for ${span(Number(d))}` : ""}`,
  "member.unmuted": ({ u, r }) => `let ${u} speak again in ${r}`,
  "member.role": ({ u, r, d }) => `made ${u} ${roleNames[d] ?? d} of ${r}`,
  "message.deleted": ({ u, r }) => `deleted a message of ${u} in ${r}`,
  "report.resolved": ({ u, r, d }) => `${d === "dismissed" ? "dismissed" : "resolved"} a report of a message of ${u} in ${r}`,
};

/** Says who did what. `names` answers `name(id, otherwise)` and `room(id, otherwise)`. */
export function sentence({ actor, action, user, room, detail = "" }, names) {
  const who = actor ? names.name(actor) : "The server’s operator";
  const make = sentences[action];
  if (!make) return [who, action, user ? names.name(user) : "", room ? names.room(room) : "", detail].filter(Boolean).join(" · ");
  return `${who} ${make({ u: user ? names.name(user) : "somebody", r: names.room(room), room, d: detail })}.`;
}

"""Order in rooms, as docs/permissions.md has it: who is muted or banned, slow mode, and reports."""

from chat_rules import (
    ACTS, ADMINISTRATORS, Done, No, acting, handing_over, inside, nothing, part_of, refuse_in_feed)
from chat_state import Told


class Bans:
    """Who is banned: no event says so, so that it is known from when it was asked and answered alone.

    Where the answer was lost it may have been done at any time since, or never.
    """

    def __init__(self, asked):
        self._operations = {}
        for one in asked:
            if one.name == "member.ban" and (one.ok is not None or one.answer is None):
                key = one.arguments["room"], one.arguments["user"]
                self._operations.setdefault(key, []).append((one.begin, one.end, one.arguments["banned"]))
        self.begin = self.end = 0
        """Between which moments it is asked."""

    def possible(self, room, user):
        ours = [operation for operation in self._operations.get((room, user), []) if operation[0] <= self.end]
        latest = max((begin for begin, end, _ in ours if end < self.begin), default=0)
        return {banned for _, end, banned in ours if end > latest} | (set() if latest else {False})


def require_rank(chat, person, room, user):
    """Moderators act upon members, owners upon everyone, but only an owner of the server upon one of its owners."""
    part = room.members[user].part if user in room.members else "member"
    if part_of(chat, person, room) != "owner" and part != "member":
        raise No("forbidden")
    if chat.roles[person] != "owner" and chat.roles.get(user) == "owner":
        raise No("forbidden")


def member_mute(chat, person, room, user, seconds):
    if user == person:
        raise No("invalid_argument")
    found = acting(chat, person, room, "moderator")
    if user not in found.members and user not in found.muted:
        raise No("not_found")
    require_rank(chat, person, found, user)
    if seconds is None and user not in found.muted:
        return Done([], nothing)
    return Done([Told(("room", room), "member.muted", person, user, lasts=seconds)], nothing)


def member_ban(chat, person, room, user, banned):
    if banned and user == person:
        raise No("invalid_argument")
    found = acting(chat, person, room, "moderator")
    refuse_in_feed(found)
    if not banned:
        return Done([], nothing)
    if user not in chat.users:
        raise No("not_found")
    require_rank(chat, person, found, user)
    if user not in found.members:
        return Done([], nothing)
    return Done([*handing_over(chat, found, user, person), Told(("room", room), "member.removed", person, user)],
                nothing)


def report(chat, person, room, seq, reason):
    found = inside(chat, person, room)
    if found.kind == "direct":
        raise No("forbidden")
    message = found.message(seq)
    if message is None or seq in found.gone:
        raise No("not_found")
    if message.actor == person:
        raise No("invalid_argument")
    return Done([], nothing)


def report_resolve(chat, person, report, state, room):
    """`room` is where the report is from, as whoever asks was told."""
    acting(chat, person, room, "moderator")
    return Done([], nothing)


def bans(answers, person, asked, room):
    acting(answers.chat, person, room, "moderator")
    possible = {user: answers.chat.bans.possible(room, user) for user in answers.chat.users}
    found = {user["id"] for user in asked.ok["users"]} if asked.ok else None
    return found is not None and all(
        (user in found) in banned for user, banned in possible.items()) or possible


def reports(answers, person, asked, room=None):
    if room:
        acting(answers.chat, person, room, "moderator")
    elif answers.chat.roles[person] not in ADMINISTRATORS:
        raise No("forbidden")
    return asked.ok is not None and all(
        report["author"] != report["reporter"] and (room is None or report["room"] == room)
        for report in asked.ok["reports"]) or "reports"


ACTS.update({
    "member.mute": member_mute, "member.ban": member_ban, "report": report, "report.resolve": report_resolve})

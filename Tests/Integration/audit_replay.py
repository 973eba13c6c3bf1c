"""What the log of each room makes of it, event by event, against the tables that say how things are now."""

from chat_state import RANKS
from commit_log import name_of

PARTS = {rank: part for part, rank in RANKS.items()}


def replay(database):
    """Everything that differs, or that no log may hold."""
    # Who was a guest once may have been passed over then.
    able = {user for user, in database.execute("""
        SELECT id FROM user WHERE role <> 'guest' AND id NOT IN (SELECT user FROM audit WHERE action = 'user.role')""")}
    former = {user for user, in database.execute("SELECT id FROM user WHERE state = 'deleted'")}
    members = {}
    for room, user, part, joined in database.execute("SELECT room, user, role, joined_pos FROM membership"):
        members.setdefault(room, {})[user] = (part, joined)
    rooms = database.execute("SELECT id, kind, name, description, created_by, archived FROM room").fetchall()
    for room, kind, name, description, maker, archived in rooms:
        events = database.execute(
            "SELECT pos, seq, kind, actor, subject, value, text FROM event WHERE room = ? ORDER BY seq", (room,))
        story = Story(kind, maker, able, former)
        for event in events:
            yield from (f"{name_of(room)} {event[1]}: {problem}" for problem in story.take(*event))
        if story.members != members.get(room, {}):
            yield f"the log of {name_of(room)} has the members {story.members}, the table {members.get(room, {})}"
        if story.archived != bool(archived) or story.title not in (None, f"{name}\n{description}"):
            yield f"the log of {name_of(room)} says {story.title!r}, archived {story.archived}"


class Story:
    """One room, from its first event to its last."""

    def __init__(self, kind, maker, able, former):
        """`able` are those who can own it, and always could; `former` those whose account was deleted."""
        self.kind, self.maker, self.able, self.former = kind, maker, able, former
        self.members = {}
        """By person: part, and the place where they came."""
        self.archived, self.title = False, None
        self.last = None

    def take(self, place, seq, kind, actor, subject, value, text):
        """What no log may hold."""
        owned = any(part == "owner" for part, _ in self.members.values())
        match kind:
            case 1 | 6 | 64 | 65:
                if actor not in self.members:
                    yield "said by somebody who is not in it"
                if self.archived:
                    yield "said in an archived room"
            case 2:
                yield from self._enter(place, seq, actor, subject)
            case 3 | 4:
                if subject not in self.members:
                    yield "gone without having been there"
                if (kind == 3) != (actor == subject):
                    yield "left for somebody else, or removed by themselves"
                if self.kind == "direct" or self.kind == "feed" and kind == 4:
                    yield "gone from where nobody leaves"
                self.members.pop(subject, None)
            case 5 if actor not in self.members and self.kind != "channel" and subject not in self.former:
                # What a former member said may go with the account.
                yield "deleted by somebody who is not in it"
            case 7:
                self.title = text
                if self.archived:
                    yield "changed while it was archived"
            case 8:
                self.archived = bool(value)
            case 10 if subject not in self.members:
                yield "a part for somebody who is not in it"
            case 10:
                self.members[subject] = (PARTS.get(value), self.members[subject][1])
        if owned and not any(part == "owner" for part, _ in self.members.values()) and self.able & {*self.members}:
            yield "nobody owns it any more"

    def _enter(self, place, seq, actor, subject):
        if subject in self.members:
            yield "joined by somebody who is in it"
        if self.archived:
            yield "joined while it was archived"
        if self.kind == "direct" and actor != self.maker:
            yield "somebody was added to a direct room"
        makes = self.kind not in ("direct", "feed") and seq == 1 and subject == self.maker
        self.members[subject] = ("owner" if makes else "member", place)

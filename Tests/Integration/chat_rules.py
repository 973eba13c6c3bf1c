"""Who may do what, and what comes of it: docs/permissions.md and docs/protocol.md written out by hand.

Where several refusals apply, the order is: may you see it, are you in it, does your part allow it, is it archived,
is what you name there.
"""

from dataclasses import dataclass, field

from chat_state import RANKS, Told

ADMINISTRATORS = ("owner", "admin")


class No(Exception):
    """A refusal: the codes that it may have."""

    def __init__(self, *codes):
        super().__init__(*codes)
        self.codes = set(codes)


@dataclass
class Done:
    told: list = field(default_factory=list)
    shows: object = None
    """From the answer's content and the chat after it: whether the answer is right."""
    unless: set = field(default_factory=set)
    """Codes with which it may have been refused all the same, for what no event tells."""


def outcome(chat, person, name, arguments, made=None):
    """What has to come of a request: `Done`, or `No` is raised. `made` is the id of the room that it may have made."""
    act = ACTS[name]
    require_active(chat, person)
    return act(chat, person, made, **arguments) if act in MAKERS else act(chat, person, **arguments)


def require_active(chat, person):
    """Who is deactivated or deleted does nothing any more."""
    if chat.users[person]["state"] != "active":
        raise No("session_expired")


def there_is(chat, user):
    return user in chat.users and chat.users[user]["state"] != "deleted"


# Who one is in a room

def visible(chat, person, room):
    found = chat.rooms.get(room)
    if found is None or person not in found.members and (found.kind != "channel" or chat.roles[person] == "guest"):
        raise No("not_found")
    return found


def inside(chat, person, room):
    found = visible(chat, person, room)
    if person not in found.members:
        raise No("not_member")
    return found


def part_of(chat, person, room):
    if room.kind == "direct":
        return "member" if person in room.members else None
    if chat.roles[person] in ADMINISTRATORS:
        return "owner"
    return room.members[person].part if person in room.members else None


def acting(chat, person, room, least):
    """The room, where `person` has at least the part `least` in it."""
    found = visible(chat, person, room)
    part = part_of(chat, person, found)
    if part is None:
        raise No("not_member")
    if found.kind == "direct" or RANKS[part] < RANKS[least]:
        raise No("forbidden")
    return found


def refuse_in_feed(room):
    """Everyone is in it for ever."""
    if room.kind == "feed":
        raise No("forbidden")


def refuse_archived(room):
    if room.archived:
        raise No("archived")


def the_room(room, person):
    """The answer is the room as it is then."""
    return lambda answer, chat: without_time(answer["room"]) == chat.summary(chat.rooms[room], person)


def without_time(room):
    return {name: value for name, value in room.items() if name != "created_at"}


def nothing(answer, _):
    return answer == {}


# Coming and going

def entering(room, person, actor, seq, part="member", about=None):
    stream = ("room", room)
    return [Told(stream, "member.joined", actor, person, part=part, about=about),
            Told(("person", person), "cursor", None, room, seq)]


def made_before(chat, person, nonce, content, made):
    """What is answered to a repeated request for a room; None where it is the first with this nonce."""
    earlier = nonce and chat.sent.get((person, nonce))
    if not earlier:
        return None
    forgotten = chat.is_forgotten(earlier)
    if forgotten and made not in (None, earlier[1]):
        return None
    may_be_new = {"name_taken", "forbidden", "not_found"} if forgotten else set()
    if earlier[0] != content:
        raise No("nonce_reused", *may_be_new)
    if forgotten:
        raise No(*may_be_new)
    return Done([], the_room(visible(chat, person, earlier[1]).id, person))


def channel_create(chat, person, made, name, description="", nonce=None):
    if earlier := made_before(chat, person, nonce, ("channel", name, description), made):
        return earlier
    if chat.roles[person] == "guest":
        raise No("forbidden")
    if chat.room_of_name(name):
        raise No("name_taken")
    about = (made, "channel", name, description, person)
    return Done([Told(("directory",), "channel.created", None, made, about=about),
                 *entering(made, person, person, 1, "owner")], the_room(made, person))


def group_create(chat, person, made, name, users, description="", nonce=None):
    others = sorted(set(users) - {person})
    if not others:
        raise No("invalid_argument")
    if earlier := made_before(chat, person, nonce, ("group", name, description, tuple(others)), made):
        return earlier
    if chat.roles[person] == "guest":
        raise No("forbidden")
    if not all(there_is(chat, other) for other in others):
        raise No("not_found")
    about = (made, "group", name, description, person)
    told = entering(made, person, person, 1, "owner", about)
    for number, other in enumerate(others):
        told += entering(made, other, person, number + 2)
    return Done(told, the_room(made, person))


def direct(chat, person, made, users):
    people = tuple(sorted({*users, person}))
    if not 2 <= len(people) <= 8:
        raise No("invalid_argument")
    if len(people) == 2 and {people, people[::-1]} & chat.blocked:
        raise No("forbidden")
    if people in chat.directs:
        return Done([], the_room(chat.directs[people], person))
    for other in people:
        if not there_is(chat, other) and other != person or (
                chat.roles[person] == "guest" and other != person and not chat.share(person, other)):
            raise No("not_found")
    about = (made, "direct", "", "", person, people)
    told = []
    for number, other in enumerate(people):
        told += entering(made, other, person, number + 1, about=about)
    return Done(told, the_room(made, person))


def registration(chat, person, feed):
    """What making an account tells: the directory, and the feed unless they are a guest."""
    told = [Told(("directory",), "user.registered", None, person)]
    if feed is None or chat.roles[person] == "guest":
        return told
    seq = len(chat.rooms[feed].events) + 1 if feed in chat.rooms else 1
    return [*told, *entering(feed, person, person, seq, about=(feed, "feed", "Feed", "", person))]


def join(chat, person, room):
    found = visible(chat, person, room)
    if person in found.members:
        return Done([], the_room(room, person))
    refuse_archived(found)
    banned = chat.bans.possible(room, person)
    if False not in banned:
        raise No("banned")
    told = entering(room, person, person, len(found.events) + 1)
    return Done(told, the_room(room, person), {"banned"} if True in banned else set())


def leave(chat, person, room):
    found = chat.rooms.get(room)
    if found is None or person not in found.members:
        if found is None or found.kind != "channel":
            raise No("not_found")
        return Done([], nothing)
    if found.kind in ("direct", "feed"):
        raise No("forbidden")
    told = [*handing_over(chat, found, person, person), Told(("room", room), "member.left", person, person)]
    if found.kind == "group" and len(found.members) == 1:
        told.append(Told(("room", room), "room.deleted", person, room))
    return Done(told, nothing)


def handing_over(chat, room, leaving, actor):
    heir = room.heir(leaving, chat.users)
    return [Told(("room", room.id), "member.role", actor, heir, RANKS["owner"])] if heir else []


def member_add(chat, person, room, users):
    found = acting(chat, person, room, "member")
    refuse_in_feed(found)
    if chat.roles[person] == "guest":
        raise No("forbidden")
    refuse_archived(found)
    told, unless, seq = [], set(), len(found.events)
    for other in sorted(set(users)):
        if other in found.members:
            continue
        if not there_is(chat, other):
            raise No("not_found", *unless)
        banned = chat.bans.possible(room, other)
        if False not in banned:
            raise No("forbidden", *unless)
        unless |= {"forbidden"} if True in banned else set()
        seq += 1
        told += entering(room, other, person, seq)
    return Done(told, the_room(room, person), unless)


def member_remove(chat, person, room, user):
    if user == person:
        raise No("invalid_argument")
    found = acting(chat, person, room, "moderator")
    refuse_in_feed(found)
    if user not in found.members:
        return Done([], nothing)
    if part_of(chat, person, found) != "owner" and found.members[user].part != "member":
        raise No("forbidden")
    if chat.roles[person] != "owner" and chat.roles[user] == "owner":
        raise No("forbidden")
    return Done([*handing_over(chat, found, user, person), Told(("room", room), "member.removed", person, user)],
                nothing)


def member_role(chat, person, room, user, role):
    found = acting(chat, person, room, "owner")
    if role == "owner" and found.kind == "feed":
        raise No("forbidden")
    member = found.members.get(user)
    if member is None:
        raise No("not_found")
    if member.part == role:
        return Done([], nothing)
    if chat.roles[user] == "guest":
        raise No("forbidden")
    owners = [other for other, facts in found.members.items()
              if facts.part == "owner" and chat.users[other]["state"] == "active" and other != user]
    if member.part == "owner" and found.kind != "feed" and not owners:
        raise No("forbidden")
    return Done([Told(("room", room), "member.role", person, user, RANKS[role])], nothing)


# The room itself

def room_update(chat, person, room, name=None, description=None, slow_mode=None, retention=None):
    found = acting(chat, person, room, "moderator" if retention is None else "owner")
    refuse_archived(found)
    name = found.name if name is None else name
    description = found.description if description is None else description
    if found.kind == "channel" and chat.room_of_name(name) not in (None, found):
        raise No("name_taken")
    changes = []
    if (name, description) != (found.name, found.description):
        changes.append(Told(("room", room), "room.updated", person, room, text=f"{name}\n{description}"))
    rules = (found.slow_mode if slow_mode is None else slow_mode), (
        found.retention if retention is None else retention)
    if rules != (found.slow_mode, found.retention):
        changes.append(Told(("room", room), "room.rules", person, room, rules[1] << 32 | rules[0]))
    return changing(found, changes, person)


def room_archive(chat, person, room, archived):
    found = acting(chat, person, room, "owner")
    refuse_in_feed(found)
    if found.archived == archived:
        return Done([], the_room(room, person))
    return changing(found, [Told(("room", room), "room.archived", person, room, int(archived))], person)


def changing(room, changes, person):
    """Of a channel the directory is told too, after each change."""
    directory = [Told(("directory",), "channel.updated", None, room.id)] if room.kind == "channel" else []
    return Done([told for change in changes for told in (change, *directory)], the_room(room.id, person))


def room_delete(chat, person, room):
    found = acting(chat, person, room, "owner")
    refuse_in_feed(found)
    directory = [Told(("directory",), "channel.deleted", None, room)] if found.kind == "channel" else []
    return Done([Told(("room", room), "room.deleted", person, room), *directory], nothing)


# Messages

def send(chat, person, room, text, nonce):
    earlier = chat.sent.get((person, nonce))
    if earlier:
        forgotten = {"not_found"} if chat.is_forgotten(earlier) else set()
        if earlier[:2] != (room, text):
            raise No("nonce_reused", *forgotten)
        return Done([], lambda answer, _: (answer["room"], answer["seq"]) == (room, earlier[2]), forgotten)
    found = inside(chat, person, room)
    refuse_archived(found)
    if len(found.people) == 2 and any((other, person) in chat.blocked for other in found.people):
        raise No("forbidden")
    if person in found.muted:
        raise No("muted")
    if found.slow_mode and person in found.slowed and (
            found.members[person].part == "member" and chat.roles[person] not in ADMINISTRATORS):
        raise No("rate_limited")
    seq = len(found.events) + 1
    return Done([Told(("room", room), "message", person, text=text)],
                lambda answer, _: (answer["room"], answer["seq"]) == (room, seq))


def delete(chat, person, room, seq):
    found = visible(chat, person, room)
    message = found.message(seq)
    if message is None:
        raise No("not_found")
    if message.actor != person or person not in found.members:
        acting(chat, person, room, "moderator")
    told = [] if seq in found.gone else [Told(("room", room), "message.deleted", person, message.actor, seq)]
    return Done(told, lambda answer, _: answer == {"room": room, "seq": seq})


def read(chat, person, room, seq):
    found = inside(chat, person, room)
    return moving(found, person, max(found.members[person].cursor, min(seq, len(found.events))))


def unread(chat, person, room, seq):
    found = inside(chat, person, room)
    return moving(found, person, min(found.members[person].cursor, seq - 1))


def moving(room, person, cursor):
    moved = [Told(("person", person), "cursor", None, room.id, cursor)]
    return Done([] if cursor == room.members[person].cursor else moved,
                lambda answer, _: answer == {"room": room.id, "seq": cursor})


ACTS = {
    "channel.create": channel_create, "group.create": group_create, "direct": direct, "join": join, "leave": leave,
    "member.add": member_add, "member.remove": member_remove, "member.role": member_role, "room.update": room_update,
    "room.archive": room_archive, "room.delete": room_delete, "send": send, "delete": delete, "read": read,
    "unread": unread,
}
MAKERS = {channel_create, group_create, direct}

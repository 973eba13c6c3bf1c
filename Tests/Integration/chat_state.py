"""What the chat is at one moment: rooms, who is in them, what was said. A value that told events are put into."""

import itertools
from dataclasses import dataclass, field

RANKS = {"member": 0, "moderator": 1, "owner": 2}
MOST_UNREAD = 1000


@dataclass(frozen=True)
class Told:
    """One change as it is told. What is not of its kind is None; `part` and `about` say what the wire leaves out."""

    stream: tuple
    """("room", id), ("person", id) or ("directory",)."""
    kind: str
    actor: str | None = None
    subject: str | None = None
    value: int | None = None
    text: str | None = None
    part: str = field(default="member", compare=False)
    lasts: int | None = field(default=None, compare=False)
    """Of a mute: for how many seconds from when it is told."""
    about: tuple | None = field(default=None, compare=False)
    """What makes the room that begins with it."""


@dataclass
class Member:
    part: str
    joined: int
    """The place of the event that let them in; who has been there for longest has the lowest."""
    cursor: int = 0


class Room:
    def __init__(self, name, kind, title, description, maker, people=()):
        self.id, self.kind, self.name, self.description, self.maker = name, kind, title, description, maker
        self.people = tuple(sorted(people))
        """Of a direct room, for ever."""
        self.archived = False
        self.slow_mode = self.retention = 0
        self.muted = {}
        """By person, in it or not: until when."""
        self.slowed = set()
        """Those who have written since it goes slowly."""
        self.members = {}
        self.removed = {}
        """By person who was removed and has not been back: the number of that event."""
        self.events = []
        """As (place, told, at): the event of `seq` is at `seq - 1`."""
        self.gone = set()

    def message(self, seq):
        """What was told of the message `seq`; None where that is none."""
        if not 1 <= seq <= len(self.events):
            return None
        told = self.events[seq - 1][1]
        return told if told.kind == "message" else None

    def unread(self, person):
        """(count, first): the messages of others after the cursor that are still there."""
        count, first = 0, None
        for seq in range(self.members[person].cursor + 1, len(self.events) + 1):
            told = self.events[seq - 1][1]
            if told.kind == "message" and told.actor != person and seq not in self.gone:
                count, first = count + 1, first or seq
        return min(count, MOST_UNREAD), first

    def heir(self, leaving, users):
        """Who becomes the owner where `leaving`, the last one, goes; None where nobody has to or can. Those who are
        deactivated come last."""
        if self.members[leaving].part != "owner" or self.kind == "feed":
            return None
        others = [(member, person) for person, member in self.members.items()
                  if person != leaving and users[person]["role"] != "guest"]
        for is_active, part in itertools.product((True, False), ("owner", "moderator", "member")):
            heirs = [(member.joined, person) for member, person in others
                     if member.part == part and (users[person]["state"] == "active") == is_active]
            if heirs:
                return None if part == "owner" else min(heirs)[1]
        return None


class Chat:
    """All of it. `users` has each person's facts (`name`, `email`, `role`) by id."""

    def __init__(self, users, bans):
        self.users, self.bans = {person: dict(user) for person, user in users.items()}, bans
        self.blocked = set()
        """(who blocks, whom)."""
        self.erased = {}
        """By person whose messages are being erased with their account: in whose name."""
        self.reloads = {}
        """By person who became a guest or is one no longer: the place; what they knew before does not go on."""
        self.roles = {person: user["role"] for person, user in users.items()}
        self.rooms, self.deleted, self.directs = {}, {}, {}
        self.place = self.directory = 0
        self.useqs = {}
        self.memberships = {person: set() for person in users}
        self.departures = {}
        """By person and room: the place of their last going."""
        self.sent = {}
        """By person and nonce: (room, text, seq) of a message, or (group's content, room)."""

    def room_of_name(self, name):
        return next((room for room in self.rooms.values()
                     if room.kind == "channel" and room.name.lower() == name.lower()), None)

    def feed(self):
        return next((room for room in self.rooms.values() if room.kind == "feed"), None)

    def is_forgotten(self, earlier):
        """Whether what was sent with a nonce (a value of `sent`) is of a room that is deleted: that is forgotten a while
        later, with the nonce."""
        return any(part in self.deleted for part in earlier[:2])

    def share(self, one, other):
        """Whether two are in a room together; the feed does not count."""
        return any(self.rooms[room].kind != "feed" for room in self.memberships[one] & self.memberships[other])

    def summary(self, room, person):
        """A room as `person` sees it, without `created_at`."""
        member = room.members.get(person)
        found = {"id": room.id, "kind": room.kind, "name": room.name, "description": room.description,
                 "created_by": room.maker, "archived": room.archived, "members": len(room.members),
                 "last_seq": len(room.events), "joined": member is not None}
        if member:
            found.update(cursor=member.cursor, unread=room.unread(person)[0], role=member.part)
        if room.kind == "direct":
            found["users"] = list(room.people)
        return {**found, **self._rules(room)}

    def channel(self, room):
        return {"id": room.id, "kind": "channel", "name": room.name, "description": room.description,
                "created_by": room.maker, "archived": room.archived, **self._rules(room)}

    def _rules(self, room):
        rules = {"slow_mode": room.slow_mode, "retention": room.retention}
        return {name: value for name, value in rules.items() if value}

    # What is told changes it

    def apply(self, told, place, at):
        """Answers who hears it, and how it reads (without `safe`)."""
        self.place = place
        match told.stream:
            case ("room", name):
                if name not in self.rooms:
                    self._begin(told.about)
                return self._in_room(self.rooms[name], told, place, at)
            case ("person", person):
                useq = self.useqs[person] = self.useqs.get(person, 0) + 1
                if told.kind == "block.changed":
                    (self.blocked.add if told.value else self.blocked.discard)((person, told.subject))
                    return {person}, {"useq": useq, "kind": told.kind, "at": at, "user": told.subject,
                                      "blocked": bool(told.value)}
                room = self.rooms.get(told.subject)
                room.members[person].cursor = told.value
                return {person}, {
                    "useq": useq, "kind": told.kind, "at": at, "room": told.subject, "seq": told.value}
        self.directory += 1
        if told.kind == "channel.created":
            self._begin(told.about)
        shown = {"dseq": self.directory, "kind": told.kind, "at": at}
        if told.kind == "user.registered":
            shown["person"] = told.subject
        hearers = {person for person, role in self.roles.items() if role != "guest"}
        if told.kind == "user.updated":
            shown["user"] = told.subject
            self._update(told.subject, dict(told.about), place)
            # Whoever becomes a guest may hear that still; whoever is none any more may hear it already.
            hearers |= {person for person, role in self.roles.items() if role != "guest"}
        if told.kind in ("channel.created", "channel.updated"):
            shown["channel"] = self.channel(self.rooms[told.subject])
        elif told.kind == "channel.deleted":
            shown["room"] = told.subject
        return hearers, shown

    def _update(self, person, changes, place):
        if "guest" in {self.roles[person], changes.get("role", self.roles[person])} and (
                changes.get("role", self.roles[person]) != self.roles[person]):
            self.reloads[person] = place
        if erased_by := changes.pop("erased_by", None):
            self.erased[person] = erased_by
        if changes.get("state") == "deleted":
            # Whom a former member had blocked is free again.
            self.blocked = {pair for pair in self.blocked if pair[0] != person}
        self.users[person].update(changes)
        self.roles[person] = self.users[person]["role"]

    def _begin(self, about):
        room = self.rooms[about[0]] = Room(*about)
        if room.kind == "direct":
            self.directs[room.people] = room.id

    def _in_room(self, room, told, place, at):
        room.events.append((place, told, at))
        seq = len(room.events)
        hearers = set(room.members)
        shown = {"room": room.id, "seq": seq, "kind": told.kind, "at": at, "user": told.actor}
        match told.kind:
            case "message":
                shown.update(id=told.subject, text=told.text)
                if room.slow_mode and room.members[told.actor].part == "member" and (
                        self.roles[told.actor] not in ("owner", "admin")):
                    room.slowed.add(told.actor)
            case "message.deleted":
                room.gone.add(told.value)
                shown.update(target=told.value, author=told.subject)
            case "member.joined":
                room.members[told.subject] = Member(told.part, place)
                self.memberships[told.subject].add(room.id)
                self.departures.pop((told.subject, room.id), None)
                room.removed.pop(told.subject, None)
                hearers.add(told.subject)
                shown["member"] = told.subject
            case "member.left" | "member.removed":
                del room.members[told.subject]
                self._departed(told.subject, room.id, place)
                room.removed.pop(told.subject, None)
                if told.kind == "member.removed":
                    room.removed[told.subject] = seq
                shown["member"] = told.subject
            case "member.role":
                room.members[told.subject].part = next(part for part, rank in RANKS.items() if rank == told.value)
                shown.update(member=told.subject, role=room.members[told.subject].part)
            case "room.updated":
                room.name, room.description = told.text.split("\n", 1)
                shown.update(name=room.name, description=room.description)
            case "room.rules":
                room.slow_mode, room.retention = told.value & 0xffffffff, told.value >> 32
                shown.update(slow_mode=room.slow_mode, retention=room.retention)
            case "member.muted":
                if told.value is None:
                    room.muted.pop(told.subject, None)
                else:
                    room.muted[told.subject] = told.value
                shown.update(member=told.subject, until=told.value)
            case "room.archived":
                room.archived = bool(told.value)
                shown["archived"] = room.archived
            case "room.deleted":
                for person in room.members:
                    self._departed(person, room.id, place)
                self.deleted[room.id] = self.rooms.pop(room.id)
        return hearers, shown

    def _departed(self, person, room, place):
        self.memberships[person].discard(room)
        self.departures[person, room] = place

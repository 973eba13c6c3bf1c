"""What each answer that changes nothing has to say, from the chat as it is at one moment."""

import bisect
import re
from dataclasses import replace

from chat_accounts import blocks, shown_user, timeless_user, users_list
from chat_order import bans, reports
from chat_rules import ACTS, No, inside, outcome, require_active, visible, without_time
from commit_log import name_of, number_of

CODES = {
    "not_found", "not_member", "forbidden", "archived", "name_taken", "nonce_reused", "invalid_argument", "too_long",
    "unknown_request", "already_logged_in", "rate_limited", "resync", "muted", "banned", "handle_taken",
    "session_expired",
}
LIMITED = {"people.find": 30, "group.create": 60, "direct": 60, "profile.update": 20}
"""So many of one person are answered at once; groups and direct rooms count together."""
NEWEST = 50


def frame_key(frame, person):
    """Which stream an event is of, and its number in it."""
    if "useq" in frame:
        return "person", person, frame["useq"]
    if "dseq" in frame:
        return "directory", frame["dseq"]
    return "room", frame["room"], frame["seq"]


def made(asked):
    """The room that a request may have made."""
    return asked.ok["room"]["id"] if asked.ok and "id" in asked.ok.get("room", {}) else None


def is_told(told, row):
    """Whether this is the row; the text of a message that was deleted since is not there any more."""
    there = row.told
    if told.kind == "message":
        return (told.stream, told.actor) == (there.stream, there.actor) and there.kind == "message" and (
            there.text in (None, told.text))
    if told.kind == "member.muted":
        until = None if told.lasts is None else row.at + 1000 * told.lasts
        return replace(told, value=until) == there
    return told == there


def remember(chat, asked, room):
    """That this nonce was used, once what came of it is decided."""
    nonce = asked.arguments.get("nonce")
    if (earlier := chat.sent.get((asked.person, nonce))) and chat.is_forgotten(earlier):
        del chat.sent[asked.person, nonce]
    if asked.name == "send":
        room = asked.arguments["room"]
        chat.sent.setdefault((asked.person, nonce), (room, asked.arguments["text"], len(chat.rooms[room].events)))
    elif asked.name == "channel.create" and nonce:
        content = "channel", asked.arguments["name"], asked.arguments.get("description", "")
        chat.sent.setdefault((asked.person, nonce), (content, room))
    elif asked.name == "group.create" and nonce:
        others = tuple(sorted({*asked.arguments["users"]} - {asked.person}))
        content = "group", asked.arguments["name"], asked.arguments.get("description", ""), others
        chat.sent.setdefault((asked.person, nonce), (content, room))


class Answers:
    def __init__(self, chat, shown, heard, repetitions):
        self.chat, self.shown, self.heard, self.repetitions = chat, shown, heard, repetitions
        self._typing = {}
        """By one who types: whether they were in the room, muted, and blocked, at the moments looked at."""

    def problem(self, asked):
        """Why the answer cannot be of this moment; None where it can."""
        if asked.code == "rate_limited" and asked.name in LIMITED:
            is_past = self.repetitions[id(asked)] >= LIMITED[asked.name]
            return None if is_past else "no limit that was reached"
        self.chat.bans.begin, self.chat.bans.end = asked.begin, asked.end
        try:
            if asked.name in ACTS:
                done = outcome(self.chat, asked.person, asked.name, asked.arguments, made(asked))
                if asked.code in done.unless:
                    return None
                if done.told:
                    return f"what it changes: {done.told}"
                right = asked.ok is not None and done.shows(asked.ok, self.chat)
                return None if right else "what follows from the rules, which is no refusal and not this"
            require_active(self.chat, asked.person)
            wanted = READS[asked.name](self, asked.person, asked, **asked.arguments)
        except No as no:
            return None if asked.code in no.codes else f"the rules' {no}"
        return None if asked.ok is not None and wanted in (True, asked.ok) else f"what it had to be: {wanted}"

    # What one may ask to see

    def me(self, person, asked):
        return self._own(person, asked)

    def _own(self, person, asked):
        facts = self.chat.users[person]
        return asked.ok is not None and timeless_user(asked.ok["user"]) == shown_user(facts) and (
            asked.ok["user"]["email"] == facts["email"]) or facts

    def users(self, person, asked, users):
        known = {user for user in users if user in self.chat.users and (
            self.chat.roles[person] != "guest" or user == person or self.chat.share(person, user))}
        return is_all(asked.ok and asked.ok["users"], known) or known

    def people_find(self, person, asked, query, limit):
        chat, query = self.chat, query.lower()
        guest = chat.roles[person] == "guest"
        first = [user for user, facts in chat.users.items() if facts["email"] == query and user != person and (
            not guest or chat.share(person, user))]
        parts = [query] if "@" in query else re.findall("[a-z0-9]+", query)
        others = [user for user, facts in chat.users.items()
                  if user not in (person, *first) and chat.share(person, user) and all(
                      any(word.startswith(part) for word in words_of(facts)) for part in parts)]
        others.sort(key=lambda user: (chat.users[user]["name"].lower(), user))
        wanted = [*first, *others][:limit]
        found = asked.ok and [user["id"] for user in asked.ok["users"]]
        with_address = asked.ok and [user["id"] for user in asked.ok["users"] if "email" in user]
        return (found == wanted and with_address == first) or wanted

    def room(self, person, asked, room):
        summary = self.chat.summary(visible(self.chat, person, room), person)
        return asked.ok is not None and without_time(asked.ok["room"]) == summary or summary

    def rooms(self, person, asked):
        if asked.ok and asked.ok["safe"] != name_of(self.chat.place):
            return f"another place than {name_of(self.chat.place)}"
        wanted = [self.chat.summary(self.chat.rooms[room], person) for room in sorted(self.chat.memberships[person])]
        return asked.ok is not None and [*map(without_time, asked.ok["rooms"])] == wanted or wanted

    def channels(self, person, asked, after="", limit=100):
        if self.chat.roles[person] == "guest":
            raise No("forbidden")
        found = sorted(room.id for room in self.chat.rooms.values() if room.kind == "channel" and room.id > after)
        wanted = [self.chat.summary(self.chat.rooms[room], person) for room in found[:limit]]
        return asked.ok is not None and [*map(without_time, asked.ok["channels"])] == wanted and (
            asked.ok["more"] == (len(found) > limit)) or wanted

    def members(self, person, asked, room, after="", limit=100):
        found = sorted(user for user in visible(self.chat, person, room).members if user > after)
        there = self.chat.rooms[room]
        wanted = [(user, self.chat.users[user]["name"], there.members[user].part, there.muted.get(user))
                  for user in found[:limit]]
        return asked.ok is not None and wanted == [
            (user["id"], user["name"], user["room_role"], user.get("muted_until"))
            for user in asked.ok["members"]] and (
            asked.ok["more"] == (len(found) > limit)) or wanted

    def why(self, person, asked, room):
        found = inside(self.chat, person, room)
        count, seq = found.unread(person)
        if seq is None:
            return {"unread": count, "first": None}
        _, told, at = found.events[seq - 1]
        return {"unread": count, "first": {"seq": seq, "id": told.subject, "user": told.actor, "at": at}}

    def typing(self, person, asked, room, typing):
        """The connection's own loop answers it, which knows rooms only by who is in them and who is muted there, and asks
        whether one of two people blocks the other.

        It hears of these one after the other: each has to have been so at some moment, and not at the same one.
        """
        members, muted, blocked = self._typing.setdefault(id(asked), (set(), set(), set()))
        members.add(room in self.chat.memberships[person])
        if room in self.chat.rooms:
            muted.add(typing and person in self.chat.rooms[room].muted)
            blocked.add(typing and self._is_blocked(person, self.chat.rooms[room]))
        if asked.code is None and True in members and False in muted and False in blocked:
            return {}
        raise No(*(["not_member"] if False in members else []), *(["muted"] if True in muted else []),
                 *(["forbidden"] if True in blocked else []))

    def _is_blocked(self, person, room):
        """Whether the other one of a direct room has blocked them."""
        return len(room.people) == 2 and any((other, person) in self.chat.blocked for other in room.people)

    def history(self, person, asked, room, before=None, limit=50):
        found = visible(self.chat, person, room)
        last = min((before or len(found.events) + 1) - 1, found.removed.get(person, len(found.events)),
                   len(found.events))
        begin = max(0, last - limit)
        return {"events": [self.now(place) for place, _, _ in found.events[begin:last]], "more": begin > 0}

    def sync(self, person, asked, since, limit):
        chat, since = self.chat, number_of(since)
        if since < chat.reloads.get(person, 0):
            raise No("resync")
        answer = asked.ok
        if answer is None:
            return "an answer"
        through = number_of(answer["safe"])
        if not answer["more"] and through != chat.place:
            return f"another place than {name_of(chat.place)}"
        begin = bisect.bisect_right(self.heard[person], since)
        events = [self.now(place) for place in self.heard[person][begin:bisect.bisect_right(
            self.heard[person], chat.place)] if self._is_known(person, place, since)]
        events = events[:len(answer["events"])] if answer["more"] else events
        joined = [room for room in sorted(chat.memberships[person])
                  if since < chat.rooms[room].members[person].joined <= through]
        left = [room for (user, room), place in sorted(chat.departures.items())
                if user == person and since < place <= through]
        pages = {room["id"]: room for room in answer["joined"]}
        if [*map(timeless, answer["events"])] != events or answer["left"] != left or sorted(pages) != joined:
            return {"events": events, "joined": joined, "left": left}
        for room in joined:
            if not self._is_page(pages[room], chat.rooms[room], person):
                return {"joined": chat.summary(chat.rooms[room], person)}
        return True

    def _is_known(self, person, place, since):
        """Whether the person is still where this happened, since before `since`."""
        shown = self.shown[place]
        if "seq" not in shown or "useq" in shown:
            return True
        room = self.chat.rooms.get(shown["room"])
        return room is not None and person in room.members and room.members[person].joined <= since

    def _is_page(self, page, room, person):
        page = without_time(page)
        events, more = page.pop("events"), page.pop("more")
        newest = [self.now(place) for place, _, _ in room.events[-NEWEST:]]
        return page == self.chat.summary(room, person) and events == newest[len(newest) - len(events):] and (
            more == (len(events) < len(room.events)))

    def now(self, place):
        """How an event reads now: of what is gone only the place is left, and a channel is told as it is."""
        shown = self.shown[place]
        if "user" in shown and "dseq" in shown:
            return {**shown, "user": shown_user(self.chat.users[shown["user"]])}
        if "dseq" in shown:
            room = shown["channel"]["id"] if "channel" in shown else shown["room"]
            if room not in self.chat.rooms:
                return {"dseq": shown["dseq"], "kind": "channel.deleted", "at": shown["at"], "room": room}
            return {**shown, "channel": self.chat.channel(self.chat.rooms[room])}
        if shown["kind"] == "message" and shown["seq"] in self.chat.rooms[shown["room"]].gone:
            return {**{name: value for name, value in shown.items() if name != "text"}, "gone": True}
        return shown


READS = {
    "me": Answers.me, "users": Answers.users, "people.find": Answers.people_find, "room": Answers.room,
    "rooms": Answers.rooms, "channels": Answers.channels, "members": Answers.members, "why": Answers.why,
    "bans": bans, "blocks": blocks, "users.list": users_list, "reports": reports, "typing": Answers.typing,
    "history": Answers.history, "sync": Answers.sync,
}


def is_all(users, known):
    return users is not None and {user["id"] for user in users} == known


def timeless(event):
    for name in {"channel", "user"} & {*event}:
        if isinstance(event[name], dict):
            event = {**event, name: without_time(event[name])}
    return event


def words_of(facts):
    """What somebody is found by: the words of the name, the handle and the address before the @, and the address."""
    if facts["state"] == "deleted":
        return set()
    email = facts["email"] or ""
    words = re.findall("[a-z0-9]+", f"{facts['name']} {facts['handle']} {email.split('@')[0]}".lower())
    return {*words, *([email] if email else [])}

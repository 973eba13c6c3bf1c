"""Holds what a crowd asked, was answered and heard to the rules, moment by moment.

The log says in which order the server decided. Each change in it must be what the rules make of a request at that
moment; each answer that changed nothing must be what the rules say at some moment between its request and itself.
"""

import bisect
import itertools
from collections import defaultdict
from dataclasses import replace

from chat_accounts import shown_user
from chat_answers import CODES, Answers, frame_key, is_told, made, remember, timeless
from chat_order import Bans
from chat_rules import No, outcome, registration
from chat_state import Chat

CHANGING = frozenset((
    "channel.create", "group.create", "direct", "join", "leave", "member.add", "member.remove", "member.role",
    "member.mute", "member.ban", "profile.update", "block", "user.role", "user.deactivate", "user.delete",
    "account.delete", "room.update", "room.archive", "room.delete", "send", "delete", "read", "unread"))

MAKING = {"channel.create", "group.create", "direct"}

FOR_OTHERS = {"member.left", "member.role", "room.deleted", "member.joined", "user.updated"}
"""What may be told in the name of one of whom another asked it."""


class Explained:
    """A request that changed something: the first and the last place of what it made."""

    def __init__(self, asked, first, last, room):
        self.asked, self.first, self.last, self.room = asked, first, last, room


class Check:
    def __init__(self, users, rows, people, feed):
        self.users, self.rows, self.people, self.feed = users, rows, people, feed
        self.asked = sorted((asked for somebody in people for asked in somebody.asked), key=lambda asked: asked.begin)
        self.explained, self.placed = [], set()
        self._newest = 0
        """The latest moment at which something was asked that is explained."""
        self.told = {}
        """By place, what the rules made there."""
        self.shown = {}
        """By place, how it reads where it is heard."""
        self.steady = set()
        """The places of what the server does by itself."""
        self.registered = 0
        """The place of the last account."""
        self.live = {}
        """The same of what reads otherwise later."""
        self.heard = {person: [] for person in users}
        """By person, the places of what they have to hear."""

    def run(self):
        for asked in self.asked:
            assert asked.code is None or asked.code in CODES, asked
            assert not asked.must or asked.answer is None or asked.code in {*asked.must, "session_expired"}, (
                f"{asked}, which has to be {set(asked.must)}")
        self._explain()
        self._bound()
        self._answers()
        for somebody in self.people:
            for number, wire in enumerate(somebody.connections):
                self._stream(somebody, wire, not somebody.is_over and number == len(somebody.connections) - 1)

    # The log

    def _explain(self):
        """Finds for each row of the log the request that it comes of, and checks that the rules make just this."""
        chat = Chat(self.users, Bans(self.asked))
        waiting, makers = defaultdict(list), {}
        for asked in self.asked:
            if asked.name in CHANGING and asked.code is None:
                waiting[asked.person].append(asked)
                if asked.name == "channel.create" and asked.ok:
                    makers[asked.ok["room"]["id"]] = asked.person
        rest = list(self.rows)[::-1]
        while rest:
            told = rest[-1].told
            if told.kind == "user.registered":
                # Accounts were made before anybody of the crowd was there.
                for told in registration(chat, told.subject, self.feed):
                    assert told == rest[-1].told, f"{rest[-1]} where {told} had to be"
                    self._apply(chat, told, rest.pop())
                self.registered = chat.place
                continue
            if told.kind == "message.deleted" and chat.erased.get(told.subject) == told.actor:
                # Steady work, which nobody waits for.
                self._apply(chat, replace(told), rest.pop())
                self.steady.add(chat.place)
                continue
            actor = told.actor or (told.stream[1] if told.stream[0] == "person" else makers.get(told.subject))
            # Whose account is changed or whose channel it is does not say who did it.
            candidates = [one for ones in waiting.values() for one in ones] if (
                actor is None or told.stream[0] == "directory" or told.kind in FOR_OTHERS) else waiting[actor]
            self._explain_next(chat, rest, candidates, waiting)

    def _explain_next(self, chat, rest, candidates, waiting):
        tried, beginning = [], rest[-1].told.stream[1] if rest[-1].told.stream[0] == "room" else rest[-1].told.subject
        # Where several would do, the one begun first leaves most open for the rest; but who was answered with the
        # room that begins here has made it, and not somebody like them whose answer was lost.
        for asked in sorted(candidates, key=lambda asked: (
                not (asked.name in MAKING and made(asked) == beginning), asked.begin)):
            if asked.end <= self._newest:
                # Answered before something was asked that is decided already: it made nothing that comes only now.
                waiting[asked.person].remove(asked)
                continue
            room = made(asked)
            if room is None and asked.answer is None:
                room = beginning
            chat.bans.begin, chat.bans.end = asked.begin, asked.end
            try:
                done = outcome(chat, asked.person, asked.name, asked.arguments, room)
            except No as no:
                tried.append(f"{asked}: {no}")
                continue
            rows = rest[:-len(done.told) - 1:-1]
            if not rows or len(rows) < len(done.told) or not all(map(is_told, done.told, rows)):
                tried.append(f"{asked}: {done.told}")
                continue
            for told, row in zip(done.told, rows):
                self._apply(chat, told, rest.pop())
            assert asked.answer is None or done.shows(asked.ok, chat), f"{asked}, which does not follow from the rules"
            remember(chat, asked, room)
            waiting[asked.person].remove(asked)
            self._newest = max(self._newest, asked.begin)
            self.placed.add(id(asked))
            self.explained.append(Explained(asked, rows[0].place, rows[-1].place, room))
            return
        tried.sort(key=lambda line: -line.count(rest[-1].told.kind))
        raise AssertionError(f"nobody can have caused {rest[-1]}; asked were, the likely first:\n" + "\n".join(
            line[:600] for line in tried[:12]))

    def _apply(self, chat, told, row):
        if told.kind == "message":
            told = replace(told, subject=row.told.subject)
        elif told.kind == "member.muted":
            told = replace(told, value=row.told.value)
        hearers, shown = chat.apply(told, row.place, row.at)
        number = next(shown[name] for name in ("useq", "dseq", "seq") if name in shown)
        assert number == row.seq, f"{row} should have the number {number}"
        self.told[row.place], self.shown[row.place] = told, shown
        if told.kind == "user.updated":
            self.live[row.place] = {**shown, "user": shown_user(chat.users[told.subject])}
        for person in hearers:
            self.heard[person].append(row.place)

    # What was decided when

    def _bound(self):
        """From what was answered and heard when: for each moment what was decided by then, and what was not yet."""
        places = {(*row.told.stream, row.seq): row.place for row in self.rows}
        known = [(explained.asked.end, explained.last) for explained in self.explained]
        self.told_by = {}
        """By connection: the moments of its frames, and the last place that it had heard of by then."""
        for somebody in self.people:
            for wire in somebody.connections:
                frames = [(moment, places[frame_key(payload, somebody.id)])
                          for moment, (name, payload) in zip(wire.frames.moments, wire.frames) if name == "event"]
                known += frames
                self.told_by[wire] = frames
        known.sort()
        begun = sorted((explained.asked.begin, explained.first) for explained in self.explained)
        self._known = [moment for moment, _ in known], [*itertools.accumulate((place for _, place in known), max)]
        self._begun = [moment for moment, _ in begun], [
            *itertools.accumulate((place for _, place in reversed(begun)), min)][::-1]
        for explained in self.explained:
            asked = explained.asked
            assert self.decided_by(asked.begin) < explained.first and explained.last <= self.open_until(asked.end), (
                f"{asked} has the places {explained.first} to {explained.last}, out of its time")

    def decided_by(self, moment):
        """The last place that was certainly decided."""
        index = bisect.bisect_left(self._known[0], moment)
        return self._known[1][index - 1] if index else 0

    def open_until(self, moment):
        """The last place that may have been decided."""
        index = bisect.bisect_right(self._begun[0], moment)
        return self._begun[1][index] - 1 if index < len(self._begun[0]) else len(self.rows)

    # Answers

    def _answers(self):
        """Walks through the log again and looks at each other answer at all moments that it may be of."""
        chat = Chat(self.users, Bans(self.asked))
        answers = Answers(chat, self.shown, self.heard, self._repetitions())
        firsts = {explained.first for explained in self.explained}
        lasts = {explained.last: explained for explained in self.explained}
        coming = sorted((self._span(asked) for asked in self.asked
                         if id(asked) not in self.placed and not asked.must and asked.answer is not None),
                        key=lambda span: -span[0])
        waiting = []
        for row in [None, *self.rows]:
            if row and (row.place in firsts or row.place in self.steady):
                self._refuse_late(waiting, row.place)
            if row:
                chat.apply(self.told[row.place], row.place, row.at)
                if row.place in lasts:
                    remember(chat, lasts[row.place].asked, lasts[row.place].room)
                elif row.place != self.registered and row.place not in self.steady:
                    continue
            fresh = []
            while coming and coming[-1][0] <= chat.place:
                _, high, asked = coming.pop()
                fresh.append((high, asked, []))
            waiting = [entry for entry in waiting + fresh if not self._is_right(answers, *entry)]
        self._refuse_late(waiting, len(self.rows) + 1)
        assert not coming

    @staticmethod
    def _is_right(answers, high, asked, seen):
        problem = answers.problem(asked)
        if problem and problem not in seen:
            seen.append(problem)
        return problem is None

    @staticmethod
    def _refuse_late(waiting, place):
        for high, asked, seen in waiting:
            assert high >= place, f"{asked}; that is wrong because of {' or '.join(seen)}"

    def _span(self, asked):
        low, high = self.decided_by(asked.begin), self.open_until(asked.end)
        if asked.name == "typing":
            # Answered by what this connection was told.
            low = min(low, self._told(asked))
        return low, high, asked

    def _told(self, asked):
        somebody = next(somebody for somebody in self.people if somebody.id == asked.person)
        frames = self.told_by[somebody.connections[asked.connection]]
        return max((place for moment, place in frames if moment < asked.begin), default=0)

    def _repetitions(self):
        """By search or new group: how many the person had asked for before."""
        counts, found = defaultdict(int), {}
        for asked in self.asked:
            kind = "groups" if asked.name in ("group.create", "direct") else asked.name
            found[id(asked)] = counts[asked.person, kind]
            counts[asked.person, kind] += not asked.must
        return found

    # What is heard

    def _stream(self, somebody, wire, is_last):
        """Everything that the person had to hear on this connection, each stream in its order, and nothing else."""
        begin = bisect.bisect_right(self.heard[somebody.id], wire.begin_place)
        expected, found = defaultdict(list), defaultdict(list)
        for place in self.heard[somebody.id][begin:]:
            expected[self.told[place].stream].append((place, self.live.get(place, self.shown[place])))
        for name, payload in wire.frames:
            if name == "event":
                stream = frame_key(payload, somebody.id)[:-1]
                found[stream].append(without_what_the_rules_leave_open(payload))
        for stream in {*expected, *found}:
            if not is_last:
                del expected[stream][len(found[stream]):]
            for (place, wanted), heard in itertools.zip_longest(expected[stream], found[stream], fillvalue=(0, None)):
                if heard == (0, None) and place in self.steady:
                    # At the very end, when nobody listened any more.
                    continue
                assert wanted == heard, (
                    f"{somebody.id} ({somebody.role}) heard {heard} and had to hear {wanted}, of {stream}")


def without_what_the_rules_leave_open(frame):
    frame = {name: value for name, value in frame.items() if name != "safe"}
    return timeless(frame)

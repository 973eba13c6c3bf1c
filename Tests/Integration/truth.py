"""What must be so, from what was acknowledged and from the rooms' histories; shares no code with clients or server."""

import json
from dataclasses import dataclass


@dataclass
class Operation:
    """Something that was asked for and may change `key`: from the first attempt to the answer, on a clock of its own.

    `is_certain` is false where only an attempt whose answer was lost can have had an effect.
    """

    kind: str
    key: tuple
    effect: object
    start: int
    end: int = 0
    is_certain: bool = True


class RoomTruth:
    """One room's whole history, checked for what no history may show, and what follows from it."""

    def __init__(self, about, events):
        self.about, self.events = about, events
        self.members, self.intervals, self.messages, self.gone = set(), {}, {}, {}
        for event in events:
            self._replay(event)
        shells = {seq for seq, event in self.messages.items() if event.get("gone")}
        assert shells == set(self.gone), f"{about['id']}: gone are {shells}, deleted were {set(self.gone)}"
        for seq in shells:
            assert "text" not in self.messages[seq]

    def _replay(self, event):
        seq, kind, actor = event["seq"], event["kind"], event["user"]
        if kind == "member.joined":
            member = event["member"]
            assert member == actor and member not in self.members, event
            self.members.add(member)
            self.intervals.setdefault(member, []).append([seq, None])
        elif kind in ("member.left", "member.removed"):
            member = event["member"]
            assert member in self.members, event
            if kind == "member.left":
                assert actor == member, event
            else:
                assert actor != member and actor == self.about["created_by"] and actor in self.members, event
            self.members.discard(member)
            self.intervals[member][-1][1] = seq
        elif kind == "message":
            assert actor in self.members, f"{event} by somebody who was not in the room"
            self.messages[seq] = event
        else:
            assert kind == "message.deleted", event
            target = event["target"]
            message = self.messages[target]
            assert target not in self.gone and event["author"] == message["user"], event
            assert actor in self.members and actor in (message["user"], self.about["created_by"]), event
            self.gone[target] = actor

    def could_hear(self, person, seq):
        """Whether `person` was in the room at `seq`, their own coming and going included."""
        return any(begin <= seq and (end is None or seq <= end) for begin, end in self.intervals.get(person, []))

    def unread(self, person, cursor):
        return min(1000, sum(
            seq > cursor and event["user"] != person and seq not in self.gone
            for seq, event in self.messages.items()))

    def check_sends(self, acknowledged):
        """The messages are those that were acknowledged to their senders, each once, each sender's in order."""
        mine = {answer["seq"]: answer for answer in acknowledged if answer["room"] == self.about["id"]}
        assert len(mine) == sum(answer["room"] == self.about["id"] for answer in acknowledged), "two sends have one seq"
        assert set(self.messages) == set(mine), (
            f"{self.about['id']}: lost {set(mine) - set(self.messages)}, nobody sent {set(self.messages) - set(mine)}")
        last = {}
        for seq, event in sorted(self.messages.items()):
            answer = mine[seq]
            assert (event["id"], event["at"]) == (answer["id"], answer["at"])
            assert seq in self.gone or event["text"] == answer["text"], (event, answer)
            device, counter = answer["nonce"].split(":")
            assert last.get(device, 0) < int(counter), f"{self.about['id']}: {answer} after {device}:{last[device]}"
            last[device] = int(counter)


def outcomes(operations, kind, key):
    """The effects of those operations that may have been the last: None where there were none that surely counted.

    One that began after another had been answered came later in the server's order too.
    """
    ours = [operation for operation in operations if operation.kind == kind and operation.key == key]
    latest = max((operation.start for operation in ours if operation.is_certain), default=None)
    possible = [operation.effect for operation in ours if latest is None or operation.end > latest]
    return possible, latest is not None


def shown(rooms, channels, person, cursors):
    """What `person` has to see, in the form of `Memory.shown`; `cursors` has the rooms they are in."""
    content = {
        name: {
            "about": truth.about, "members": len(truth.members), "cursor": cursors[name],
            "unread": truth.unread(person, cursors[name]), "last_seq": len(truth.events), "events": truth.events}
        for name, truth in rooms.items() if name in cursors}
    return content, channels


def as_json(content, channels, windows):
    cut = {
        name: {**room, "events": [event for event in room["events"] if event["seq"] >= windows.get(name, 1)]}
        for name, room in content.items()}
    return json.dumps({"rooms": cut, "channels": channels}, sort_keys=True, ensure_ascii=False)

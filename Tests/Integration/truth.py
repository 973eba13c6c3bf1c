"""What must be so, from what was acknowledged and from the rooms' histories; shares no code with clients or server."""

import json
from dataclasses import dataclass


PARTS = ["member", "moderator", "owner"]


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

    def __init__(self, about, users, events):
        self.about, self.users, self.events = about, users, events
        self.parts, self.intervals, self.messages, self.gone = {}, {}, {}, {}
        self.named, self.archived, self.muted = None, False, set()
        for event in events:
            self._replay(event)
        shells = {seq for seq, event in self.messages.items() if event.get("gone")}
        assert shells == set(self.gone), f"{about['id']}: gone are {shells}, deleted were {set(self.gone)}"
        for seq in shells:
            assert "text" not in self.messages[seq]
        assert self.named in (None, (about["name"], about["description"])) and self.archived == about["archived"], (
            f"{about}: named {self.named}, archived {self.archived}")

    @property
    def members(self):
        return set(self.parts)

    def _replay(self, event):
        seq, kind, actor = event["seq"], event["kind"], event["user"]
        owned = "owner" in self.parts.values()
        member = event.get("member")
        # Nobody acts here who is not in the room, but who comes into it.
        assert actor in self.parts or seq == 1 or actor == member or self.about["kind"] == "direct", event
        match kind:
            case "member.joined":
                self._join(event)
            case "member.left":
                assert actor == member and self.about["kind"] != "direct", event
                del self.parts[member]
                self.intervals[member][-1][1] = seq
            case "member.removed":
                ranks = [PARTS.index(self.parts[person]) for person in (actor, member)]
                assert actor != member and (ranks[0] == 2 or ranks == [1, 0]), event
                del self.parts[member]
                self.intervals[member][-1][1] = seq
            case "member.role":
                # The last owner may go: somebody follows then, by the same hand.
                assert self.parts[actor] == "owner" or event["role"] == "owner", event
                self.parts[member] = event["role"]
            case "message":
                assert not self.archived and actor not in self.muted, f"{event} in an archived room, or by one muted"
                self.messages[seq] = event
            case "message.deleted":
                target = event["target"]
                message = self.messages[target]
                assert target not in self.gone and event["author"] == message["user"], event
                assert actor == message["user"] or self.parts[actor] != "member", event
                self.gone[target] = actor
            case "member.muted":
                ranks = [PARTS.index(self.parts.get(person, "member")) for person in (actor, member)]
                assert actor != member and (ranks[0] == 2 or ranks == [1, 0]), event
                (self.muted.discard if event["until"] is None else self.muted.add)(member)
            case "room.updated":
                assert self.parts[actor] != "member" and not self.archived, event
                self.named = event["name"], event["description"]
            case _:
                assert kind == "room.archived" and self.parts[actor] == "owner", event
                self.archived = event["archived"]
        assert not owned or not self.parts or "owner" in self.parts.values(), f"after {event} nobody owns the room"

    def _join(self, event):
        seq, member, actor = event["seq"], event["member"], event["user"]
        assert member not in self.parts and not self.archived, event
        assert actor == member or actor in self.parts or actor == self.about["created_by"], event
        makes = seq == 1 and member == self.about["created_by"] and self.about["kind"] in ("channel", "group")
        self.parts[member] = "owner" if makes else "member"
        self.intervals.setdefault(member, []).append([seq, None])

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
            "about": truth.about, "users": truth.users, "members": len(truth.members), "role": truth.parts[person],
            "cursor": cursors[name],
            "unread": truth.unread(person, cursors[name]), "last_seq": len(truth.events), "events": truth.events}
        for name, truth in rooms.items() if name in cursors}
    return content, channels


def as_json(content, channels, windows):
    cut = {
        name: {**room, "events": [event for event in room["events"] if event["seq"] >= windows.get(name, 1)]}
        for name, room in content.items()}
    return json.dumps({"rooms": cut, "channels": channels}, sort_keys=True, ensure_ascii=False)

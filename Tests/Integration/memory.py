"""What a client keeps of the chat: a value that docs/protocol.md's frames and answers are put into, and no socket."""

import json


class Memory:
    """Rooms with a window of their newest events, counts and cursors, and the directory's channels.

    `state` is plain JSON, so that it can be stored and come back. Whatever the page forbids fails an assertion.
    """

    def __init__(self, me, state=None):
        self.me = me
        self.state = state or {"safe": None, "useq": 0, "dseq": 0, "rooms": {}, "channels": {}}

    @property
    def rooms(self):
        return self.state["rooms"]

    def stored(self):
        return json.dumps(self.state)

    # What answers bring

    def enter(self, summary, events, more):
        """A room as its summary says, and events up to the summary's `last_seq`."""
        assert summary["joined"] is True, summary
        room = {
            "about": {name: summary[name] for name in (
                "id", "kind", "name", "description", "created_by", "created_at", "archived")},
            "users": summary.get("users"), "role": summary["role"],
            "members": summary["members"], "cursor": summary["cursor"], "seen": summary["last_seq"],
            "events": [], "more": more}
        self.rooms[summary["id"]] = room
        self.count(summary)
        self.prepend(room, events, more)

    def count(self, summary):
        """What the server counts as unread, as of the summary's `last_seq` and cursor."""
        room = self.rooms[summary["id"]]
        room["cursor"] = summary["cursor"]
        room["base"] = {"unread": summary["unread"], "seq": summary["last_seq"], "cursor": summary["cursor"]}

    def prepend(self, room, events, more):
        """A page of older events, which ends just before the window."""
        first = room["events"][0]["seq"] if room["events"] else room["seen"] + 1
        seqs = [event["seq"] for event in events]
        assert seqs == list(range(first - len(seqs), first)), f"a page before {first} has {seqs}"
        assert more == (first - len(seqs) > 1), f"more is {more} before {first - len(seqs)}"
        room["events"] = [without_safe(event) for event in events] + room["events"]
        room["more"] = more

    def leave(self, room):
        self.rooms.pop(room, None)

    # What events bring

    def take(self, event):
        """One event, live or from `sync`, unless it is here already.

        Answers the room to ask the server about with `room`: one that was joined, or whose count has to be asked for.
        """
        if "useq" in event:
            return self._take_own(event)
        if "dseq" in event:
            self._take_directory(event)
            return None
        room = self.rooms.get(event["room"])
        mine = event.get("member") == self.me
        if room is None:
            return event["room"] if event["kind"] == "member.joined" and mine else None
        if event["seq"] <= room["seen"]:
            return None
        assert event["seq"] == room["seen"] + 1, f"a hole: {event} follows {room['seen']}"
        room["seen"] = event["seq"]
        room["events"].append(without_safe(event))
        if event["kind"] == "member.joined":
            room["members"] += 1
        elif event["kind"] in ("member.left", "member.removed"):
            room["members"] -= 1
            if mine:
                self.leave(event["room"])
        elif event["kind"] == "room.deleted":
            self.leave(event["room"])
        elif event["kind"] == "room.updated":
            room["about"].update(name=event["name"], description=event["description"])
        elif event["kind"] == "room.archived":
            room["about"]["archived"] = event["archived"]
        elif event["kind"] == "member.role" and mine:
            room["role"] = event["role"]
        elif event["kind"] == "message.edited" and "gone" not in event:
            for other in room["events"]:
                if other["seq"] == event["target"] and "gone" not in other:
                    other.update(text=event["text"], edited_at=event["edited_at"])
        elif event["kind"] == "message.deleted":
            for other in room["events"]:
                if other["seq"] == event["target"]:
                    other.pop("text", None)
                    other["gone"] = True
            return event["room"] if self.unread(room) is None else None
        elif event["kind"] == "messages.expired":
            for other in room["events"]:
                if other["kind"] == "message" and other["seq"] <= event["through"]:
                    other.pop("text", None)
                    other["gone"] = True
            return event["room"] if self.unread(room) is None else None
        return None

    def _take_directory(self, event):
        if event["dseq"] <= self.state["dseq"]:
            return
        self.state["dseq"] = event["dseq"]
        if event["kind"] in ("channel.created", "channel.updated"):
            self.state["channels"][event["channel"]["id"]] = event["channel"]
        elif event["kind"] == "channel.deleted":
            self.state["channels"].pop(event["room"], None)

    def _take_own(self, event):
        if event["useq"] <= self.state["useq"]:
            return None
        assert self.state["useq"] in (0, event["useq"] - 1), f"{event} follows {self.state['useq']}"
        self.state["useq"] = event["useq"]
        room = self.rooms.get(event["room"]) if event["kind"] == "cursor" else None
        if room is None:
            return None
        room["cursor"] = event["seq"]
        return event["room"] if self.unread(room) is None else None

    # What follows

    def unread(self, room):
        """How many messages are unread, at most 1000; None where only the server can say."""
        cursor, events = room["cursor"], room["events"]
        if not room["more"] or (events and events[0]["seq"] <= cursor + 1):
            return min(1000, sum(self._counts(event, cursor) for event in events))
        base = room["base"]
        if base["cursor"] != cursor or (events and events[0]["seq"] > base["seq"] + 1):
            return None
        new = [event for event in events if event["seq"] > base["seq"]]
        deleted = [event for event in new if event["kind"] == "message.deleted" and "thread" not in event
                   and cursor < event["target"] <= base["seq"] and event["author"] != self.me]
        if base["unread"] >= 1000 and deleted:
            return None
        if base["unread"] and any(
                event["kind"] == "messages.expired" and event["through"] > cursor for event in new):
            return None  # how many of those that were counted have gone is not told
        return min(1000, base["unread"] + sum(self._counts(event, cursor) for event in new) - len(deleted))

    def _counts(self, event, cursor):
        return (event["kind"] == "message" and event["seq"] > cursor and event["user"] != self.me
                and "gone" not in event and "thread" not in event)

    def trim(self, keep):
        """Forgets all but the newest `keep` events of each room, as a client with little room does."""
        for room in self.rooms.values():
            unread = self.unread(room)
            if unread is None or len(room["events"]) <= keep:
                continue
            room["base"] = {"unread": unread, "seq": room["seen"], "cursor": room["cursor"]}
            room["events"] = room["events"][len(room["events"]) - keep:]
            room["more"] = True

    def windows(self):
        """The first `seq` that is kept of each room."""
        return {name: room["events"][0]["seq"] if room["events"] else room["seen"] + 1
                for name, room in self.rooms.items()}

    def shown(self, windows):
        """Everything a person would see, as JSON that is equal where they would see the same."""
        rooms = {
            name: {
                "about": room["about"], "users": room["users"], "members": room["members"], "role": room["role"],
                "cursor": room["cursor"],
                "unread": self.unread(room), "last_seq": room["seen"],
                "events": [event for event in room["events"] if event["seq"] >= windows.get(name, 1)]}
            for name, room in self.rooms.items()}
        return json.dumps({"rooms": rooms, "channels": self.state["channels"]}, sort_keys=True, ensure_ascii=False)


def without_safe(event):
    return {name: value for name, value in event.items() if name != "safe"}

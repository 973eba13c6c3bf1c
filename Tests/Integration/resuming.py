"""What a client keeps to resume after a cut, kept exactly as docs/protocol.md tells it to."""


class Resumer:
    """A member's memory across connections: what it has of each room, and the place to ask `sync` from.

    `have` maps (room, seq) to the event; `safe` moves only where the page allows it: after a whole `sync`, then with
    each frame.
    """

    def __init__(self, rooms, safe):
        self.rooms = rooms
        self.safe = safe
        self.have = {}
        self.repeated = 0
        self.gaps = 0

    def take(self, event):
        if "seq" not in event or event["room"] not in self.rooms:
            return
        key = event["room"], event["seq"]
        content = {name: value for name, value in event.items() if name != "safe"}
        if key in self.have:
            self.repeated += 1
            assert self.have[key] == content, f"{key} changed from {self.have[key]} to {content}"
        self.have[key] = content

    def sync(self, wire, limit=500):
        """Asks until there is no more. Live events that come meanwhile are taken, their `safe` is not."""
        since = self.safe
        seen = len(wire.frames)
        while True:
            answer = wire.request("sync", since=since, limit=limit)
            assert answer["joined"] == [] and answer["left"] == []
            for event in answer["events"]:
                self.take(event)
            since = answer["safe"]
            if not answer["more"]:
                break
        self.safe = since
        for name, payload in wire.frames[seen:]:
            if name == "event":
                self.take(payload)
        wire.heard = len(wire.frames)

    def listen(self, wire, frames, deadline):
        """Reads `frames` packets of a connection that has synced, events and gaps alike."""
        for _ in range(frames):
            frame = wire.read_one(deadline)
            if frame is None:
                continue
            name, payload = frame
            if name == "event":
                self.take(payload)
                self.safe = payload["safe"]
            elif name == "gap":
                self.gaps += 1
                self.safe = payload["since"]
                self.sync(wire)

    def check(self, wire):
        """All that the rooms hold from the first event that was to be heard is here, and the same."""
        for room, begin in self.rooms.items():
            for event in whole_history(wire, room):
                if event["seq"] > begin:
                    key = room, event["seq"]
                    assert key in self.have, f"{key} was never heard"
                    content = {name: value for name, value in event.items() if name != "safe"}
                    assert self.have[key] == content


def whole_history(wire, room):
    """Every event of the room, oldest first, checked to be gapless."""
    events, before = [], None
    while True:
        page = wire.request("history", room=room, limit=200, **({} if before is None else {"before": before}))
        events = page["events"] + events
        if not page["more"]:
            break
        before = events[0]["seq"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    return events


def last_seqs(wire, rooms):
    return {entry["id"]: entry["last_seq"] for entry in wire.request("rooms")["rooms"] if entry["id"] in rooms}


def check_live_order(frames, rooms):
    """On one connection each room's events come each once, in the order of `seq`, without a hole."""
    for room in rooms:
        seqs = [payload["seq"] for name, payload in frames if name == "event" and payload.get("room") == room
                and "seq" in payload and payload["kind"] != "cursor"]
        assert seqs == list(range(min(seqs, default=0), min(seqs, default=0) + len(seqs))), f"{room}: {seqs}"

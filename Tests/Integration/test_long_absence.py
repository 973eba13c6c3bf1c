"""Thirty days away: what a resume costs follows what changed for the person, not how much there is or others wrote."""

import glob
import pathlib
import shutil
import subprocess
import time

import pytest

from conftest import LONG, Community
from roost_server import binary
from wire import Wire

CHANGED, OLDER, OTHERS = (10_000, 1_000_000, 1_000_000) if LONG else (1_000, 50_000, 50_000)
PAGE = 500
TEXT = 96
"""Letters of a message of store-filler."""

BYTES_PER_MESSAGE = TEXT + 180
TRIES = 25
"""The least time of so many counts: other work on the machine only adds."""

SLACK = 0.005
"""Seconds that other work on the machine may add, through caches that it emptied."""

ROOMS_OF_A_MEMBER = 1_000
"""docs/protocol.md's limit is the server's `roomsPerUser`."""


class Counting(Wire):
    """Counts the bytes of the texts that come."""

    received = 0

    def _text(self, deadline):
        text = super()._text(deadline)
        self.received += len(text.encode())
        return text


def work(server):
    """Seconds that the server's threads have run; where the system does not tell, by the clock on the wall."""
    threads = glob.glob(f"/proc/{server.process.pid}/task/*/schedstat")
    if not threads:
        return time.monotonic()
    return sum(int(pathlib.Path(thread).read_text().split()[0]) for thread in threads) / 1e9


class Cost:
    """What it takes to come back from `since`: everything that `sync` gives, its pages, bytes and seconds of work."""

    def __init__(self, server, token, since):
        self.seconds = float("inf")
        for _ in range(TRIES):
            wire = Counting(server.port, token)
            begin, bytes_before = work(server), wire.received
            self.events, self.pages, place, more = [], 0, since, True
            while more:
                answer = wire.request("sync", patience=60, since=place, limit=PAGE)
                assert answer["joined"] == [] and answer["left"] == []
                self.events += answer["events"]
                self.pages += 1
                place, more = answer["safe"], answer["more"]
            self.seconds = min(self.seconds, work(server) - begin)
            self.bytes = wire.received - bytes_before
            wire.close()

    def check(self, changed, busy):
        """Each message once, and no room with a hole."""
        assert len(self.events) == changed and all(event["kind"] == "message" for event in self.events)
        rooms = {}
        for event in self.events:
            rooms.setdefault(event["room"], []).append(event["seq"])
        assert len(rooms) == min(busy, changed)
        for seqs in rooms.values():
            assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))

    def __str__(self):
        return f"{len(self.events)} events, {self.pages} pages, {self.bytes} bytes, {self.seconds * 1000:.2f} ms"


def fill(server, email, **plan):
    filler = pathlib.Path(binary()).with_name("store-filler")
    figures = [str(plan[name]) for name in ("rooms", "busy", "own", "others")]
    subprocess.run([filler, server.data_dir, email, *figures], check=True, timeout=1200)


@pytest.fixture
def away(start, tmp_path):
    """Measures a resume: fills in what is older, lets a device see it, and fills in what changes while it sleeps."""

    def measure(rooms, busy, changed, older=0, others=0):
        folder = tmp_path / f"{rooms}-{busy}-{changed}-{older}-{others}"
        # The plan has the rooms that are measured, and no feed beside them.
        server = start(folder, loops=2, arguments=("--feed", "off"))
        account = Community(server).account("Sleeper")
        assert server.terminate() == 0
        fill(server, account["email"], rooms=rooms, busy=rooms, own=older, others=0)
        server.start()
        wire = Wire(server.port, account["token"])
        since = wire.ready["safe"]
        assert len(wire.request("rooms", patience=60)["rooms"]) == rooms
        wire.close()
        assert server.terminate() == 0
        fill(server, account["email"], rooms=rooms, busy=busy, own=changed, others=others)
        server.start()
        cost = Cost(server, account["token"], since)
        server.terminate()
        shutil.rmtree(folder)
        cost.check(changed, busy)
        assert cost.pages == max(1, -(-changed // PAGE))
        print(f"{rooms} rooms, {older} older events, {others} events elsewhere: {cost}")
        return cost

    return measure


def test_a_resume_grows_with_the_change_and_with_nothing_else(away):
    alone = away(rooms=20, busy=20, changed=CHANGED)
    tenth = away(rooms=20, busy=20, changed=CHANGED // 10)
    after_much = away(rooms=20, busy=20, changed=CHANGED, older=OLDER)
    beside_much = away(rooms=20, busy=20, changed=CHANGED, others=OTHERS)
    everything = away(rooms=20, busy=20, changed=CHANGED, older=OLDER, others=OTHERS)
    for cost in (alone, tenth, after_much, beside_much, everything):
        assert cost.bytes <= BYTES_PER_MESSAGE * len(cost.events) + 200 * cost.pages
    assert tenth.bytes < alone.bytes / 8 and tenth.seconds < alone.seconds / 3
    for cost in (after_much, beside_much, everything):
        # Longer numbers are all that may be added: `seq` has some digits more.
        assert cost.bytes < alone.bytes * 1.05
        assert cost.seconds < alone.seconds * 1.5 + SLACK, f"{cost} beside {alone}"


@pytest.mark.parametrize("rooms", [500, ROOMS_OF_A_MEMBER])
def test_rooms_in_which_nothing_happened_cost_next_to_nothing(away, rooms):
    few = away(rooms=3, busy=3, changed=30)
    many = away(rooms=rooms, busy=3, changed=30)
    elsewhere = away(rooms=rooms, busy=3, changed=30, older=rooms, others=OTHERS)
    for cost in (many, elsewhere):
        assert cost.bytes < few.bytes * 1.05
        # A thousand looks into an index at most.
        assert cost.seconds < few.seconds * 2 + SLACK + rooms * 30e-6, f"{cost} beside {few}"

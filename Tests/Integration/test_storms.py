"""Many things at once: memberships that change while others send, connections that come and go meanwhile."""

import itertools
import random
import threading
import time

from conftest import LONG, Community
from load import Sender
from resuming import whole_history
from wire import Wire

ROUNDS = 150 if LONG else 25


class Toggler(threading.Thread):
    """Joins and leaves a room over and over, and ends as a member."""

    def __init__(self, community, account, room):
        super().__init__(daemon=True)
        self.wire, self.room = community.wire(account), room
        self.stopping = threading.Event()
        self.rounds = 0

    def run(self):
        while not self.stopping.is_set():
            self.wire.request("leave", room=self.room)
            self.wire.request("join", room=self.room)
            self.rounds += 1

    def finish(self):
        self.stopping.set()
        self.join(30)
        assert not self.is_alive()


def reads_all(wire, deadline):
    """Reads what came until the answer to a request made now."""
    number = wire.begin("me", {})
    while number not in wire.answers:
        wire.read_one(deadline)
    wire.answers.pop(number)


def memberships(history, user):
    """The seqs of the events that `user` was to hear: each from a joining to the leaving after it."""
    heard, inside = [], False
    for event in history:
        own = event["kind"].startswith("member.") and event["member"] == user
        inside = inside or (own and event["kind"] == "member.joined")
        if inside:
            heard.append(event["seq"])
        inside = inside and not (own and event["kind"] == "member.left")
    return heard


def check_runs(events, user, first):
    """What one connection heard of the room: whole runs, each begun by a joining, except that `first` 0 lets the first
    begin anywhere."""
    expected = first
    for event in events:
        own = event["kind"].startswith("member.") and event["member"] == user
        if own and event["kind"] == "member.joined":
            assert expected in (None, 0), (expected, event)
        else:
            assert expected is not None, f"heard while not a member: {event}"
            assert expected in (0, event["seq"]), (expected, event)
        expected = None if own and event["kind"] == "member.left" else event["seq"] + 1


def test_every_device_hears_a_room_exactly_while_its_person_is_a_member(start):
    community = Community(start(loops=4))
    member = community.account("Member")
    speakers = [community.account("Speaker") for _ in range(2)]
    room = community.channel(*speakers)
    devices = [community.wire(member) for _ in range(6)]
    community.wire(member).request("join", room=room)
    senders = [Sender(f"s{index}", speaker, [room]).begin(community.server.port)
               for index, speaker in enumerate(speakers)]
    toggler = Toggler(community, member, room)
    toggler.start()
    deadline = time.monotonic() + 60
    while toggler.rounds < ROUNDS:
        for device in devices:
            reads_all(device, deadline)
    toggler.finish()
    for sender in senders:
        sender.finish()
    wanted = memberships(whole_history(devices[0], room), member["user"]["id"])
    assert len(wanted) > 2 * ROUNDS
    for device in devices:
        reads_all(device, time.monotonic() + 20)
        assert [event["seq"] for event in device.events(room=room)] == wanted


def test_who_connects_in_a_storm_hears_nothing_before_ready_and_whole_memberships_after(start):
    community = Community(start(loops=4))
    member, speaker = community.account("Member"), community.account("Speaker")
    room = community.channel(member, speaker)
    sender = Sender("s", speaker, [room]).begin(community.server.port)
    toggler = Toggler(community, member, room)
    toggler.start()
    maker = community.wire(speaker)
    user = member["user"]["id"]
    for number in range(4 * ROUNDS):
        making = maker.begin("channel.create", {"name": community.name("noise")})
        wire = Wire(community.server.port, member["token"])
        assert wire.frames[0][0] == "ready", wire.frames[0]
        maker.answer(making)
        reads_all(wire, time.monotonic() + 20)
        check_runs(wire.events(room=room), user, 0)
        wire.abort()
    toggler.finish()
    sender.finish()


def test_logging_in_and_out_over_and_over_on_connections_that_end_in_between(start):
    """Whatever is cut off in the middle, the sessions that were answered work and the others can be made again."""
    community = Community(start(loops=2))
    account = community.account("Restless")
    choices = random.Random(3)
    numbers = itertools.count()
    for _ in range(ROUNDS):
        wire = Wire(community.server.port, account["token"] if choices.random() < 0.5 else None)
        if wire.ready["user"]:
            wire.begin("logout", {}) if choices.random() < 0.3 else wire.begin("rooms", {})
        for _ in range(choices.randrange(4)):
            wire.begin(choices.choice(["login", "logout", "rooms"]),
                       {"email": account["email"], "password": "correct horse 7"})
        if choices.random() < 0.5:
            wire.begin("me", {"n": next(numbers)})
        wire.abort()
        fresh = Wire(community.server.port)
        account["token"] = fresh.request("login", email=account["email"], password="correct horse 7")["token"]
        assert fresh.request("me")["user"]["id"] == account["user"]["id"]
        fresh.close()

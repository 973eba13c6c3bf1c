"""A room of very many people who all type, come and go: frames and memory stay bounded, and others are served."""

import hashlib
import json
import pathlib
import random
import secrets
import subprocess
import sys
import time

import pytest

from conftest import LONG, Community
from hostile import MEBI, Bounds, allow_files, resident
from roost_server import binary
from throng import Throng

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc, and waits by epoll")

PEOPLE = 10_000 if LONG else 1_500
"""Members of the room, all of them connected; each end needs that many files."""

ROUND_SECONDS = 20 if LONG else 5
WATCHED = 200
TYPISTS = 1_000
"""As many are counted, says docs/protocol.md."""


def fill(server, channel, tokens):
    """Makes a member of the channel for each token, as `store-filler` does on a stopped server."""
    filler = pathlib.Path(binary()).with_name("store-filler")
    digests = "".join(hashlib.sha256(token.encode()).hexdigest() + "\n" for token in tokens)
    subprocess.run([filler, server.data_dir, "members", channel], input=digests, text=True, check=True, timeout=600)


@pytest.fixture
def crowded(start):
    """A community with a channel that everybody of a throng is in and connected to: `(community, room, throng)`."""
    count = min(PEOPLE, allow_files(PEOPLE + 500) - 500)
    if count < PEOPLE:
        print(f"the system allows {count} connections instead of {PEOPLE}")
    server = start(loops=2, arguments=("--feed", "off"))
    community = Community(server)
    room = community.channel(community.owner)
    wire = community.wire(community.owner)
    name = wire.request("room", room=room)["room"]["name"]
    wire.close()
    assert server.terminate() == 0
    tokens = [f"rst_{secrets.token_urlsafe(32)}" for _ in range(count)]
    fill(server, name, tokens)
    server.start()
    throng = Throng(server.port, tokens)
    throng.connect(throng.peers)
    yield community, room, throng
    throng.close()


def test_a_room_where_everybody_types_comes_and_goes_costs_a_bounded_number_of_frames_and_bytes(crowded):
    community, room, throng = crowded
    people = len(throng.peers)
    generator = random.Random(11)
    watchers = [community.wire(community.owner) for _ in range(10)]
    known = watchers[0].request("members", room=room, limit=WATCHED)["members"]
    for wire in watchers:
        wire.request("presence.watch", users=[member["id"] for member in known])
    type_on, type_off = (f'420["typing",{json.dumps({"room": room, "typing": value})}]' for value in (True, False))
    away, back = (f'423["presence.set",{{"state":"{state}"}}]' for state in ("away", "online"))
    held = []
    with Bounds(community, 8 + 0.001 * people, seconds=10) as bounds:
        for _ in range(3):
            begin = time.monotonic()
            stayed = set(throng.peers)
            for peer in throng.peers:
                peer.count_afresh()
            changes = 0
            while time.monotonic() - begin < ROUND_SECONDS:
                for peer in generator.sample(throng.peers, people // 10):
                    peer.send(type_on if generator.random() < 0.8 else type_off)
                gone = generator.sample(throng.peers, people // 100)
                stayed.difference_update(gone)
                for peer in gone:
                    throng.drop(peer)
                # Who is back within five seconds was never gone: others say that nobody is at their device.
                for peer in generator.sample(throng.peers, people // 20):
                    if peer not in gone:
                        peer.send(away if generator.random() < 0.5 else back)
                throng.listen(0.1)
                throng.connect(gone)
                # Who leaves and joins is told to everybody.
                member = generator.choice(throng.peers)
                member.send(f'421["leave",{json.dumps({"room": room})}]')
                member.send(f'422["join",{json.dumps({"room": room})}]')
                changes += 2
                throng.listen(0.2)
                bounds.check()
            elapsed = time.monotonic() - begin
            throng.listen(1)
            most = max(peer.most for peer in stayed)
            assert min(people / 3, TYPISTS - 1) < most <= TYPISTS, f"{most} of {people} were told to be typing"
            assert all(1 <= peer.typing <= elapsed / 0.5 + 3 for peer in stayed), (
                f"{max(peer.typing for peer in stayed)} frames in {elapsed:.1f} s")
            assert max(peer.largest for peer in stayed) < 200
            # Joins, leaves, and nothing else: no presence for who watches nobody, no typing by itself.
            assert max(peer.others for peer in stayed) <= 3 * changes
            for wire in watchers:
                wire.settle()
                told = [notice for name, notice in wire.frames if name == "presence"]
                assert 1 <= len(told) <= elapsed + 4, f"{len(told)} frames of presence in {elapsed:.1f} s"
                assert all(len(notice["users"]) <= WATCHED for notice in told)
                wire.frames.clear()
            held.append(resident(community.server.process.pid))
    print(f"{people} people: {[round(size / MEBI, 1) for size in held]} MiB after each round, {most} typing at most")
    assert held[2] - held[1] < (4 + 0.001 * people) * MEBI, "nothing is kept of who went"
    for wire in watchers:
        wire.close()

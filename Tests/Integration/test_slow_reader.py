"""Who reads too slowly is told so, and misses nothing in the end (docs/protocol.md, "`gap`")."""

import time

from conftest import Community
from engine_polling import Polling
from resuming import Resumer, last_seqs
from wire import Wire

LARGE = "𝔘" * 16_000
"""64,000 bytes in UTF-8, the longest a message can be."""

WELL_PAST_THE_LIMITS = 320
"""Messages: 20 MB, past the server's 1 MiB for a room's packets and the kernel's buffers for a loopback connection."""


def flood(community, account, room, count, label):
    wire = community.wire(account)
    for index in range(count):
        wire.send(room, f"{label}{index} {LARGE[:15_900]}", f"{label}:{index}")
    wire.close()


def test_a_websocket_that_does_not_read_gets_a_gap_and_syncs_whole(start):
    community = Community(start(loops=2))
    slow, writer = community.account("Slow"), community.account("Writer")
    rooms = [community.channel(slow, writer) for _ in range(2)]
    wire = Wire(community.server.port, slow["token"], receive_buffer=65_536)
    resumer = Resumer(last_seqs(wire, rooms), wire.ready["safe"])
    witness = community.wire(slow)

    for part in range(4):
        flood(community, writer, rooms[part % 2], WELL_PAST_THE_LIMITS // 4, f"f{part}")
        witness.settle()
        witness.frames.clear()
        witness.heard = 0

    deadline = time.monotonic() + 30
    while resumer.gaps == 0:
        resumer.listen(wire, 1, deadline)
    community.wire(writer).send(rooms[0], "after the gap", "after:1")
    while not any(event.get("text") == "after the gap" for event in resumer.have.values()):
        resumer.listen(wire, 1, deadline)
    resumer.sync(wire)
    resumer.check(wire)
    assert len(resumer.have) == WELL_PAST_THE_LIMITS + 1


def test_a_polling_session_that_does_not_poll_gets_a_gap_and_syncs_whole(start):
    community = Community(start())
    slow, writer = community.account("Slow"), community.account("Writer")
    room = community.channel(slow, writer)
    polling = Polling(community.server.port, slow["token"])
    resumer = Resumer(last_seqs(polling, [room]), polling.ready["safe"])
    flood(community, writer, room, 40, "f")

    gap = polling.wait_for("gap")
    before = polling.events("message", room)
    assert len(before) < 40
    for event in before:
        resumer.take(event)
    resumer.safe = gap["since"]
    resumer.sync(polling)
    resumer.check(polling)
    assert len(resumer.have) == 40


def test_a_slow_reader_gets_its_answers_all_the_same(start):
    community = Community(start())
    slow, writer = community.account("Slow"), community.account("Writer")
    room = community.channel(slow, writer)
    polling = Polling(community.server.port, slow["token"])
    flood(community, writer, room, 30, "f")
    numbers = [polling.begin("send", {"room": room, "text": f"mine {index}", "nonce": f"m:{index}"})
               for index in range(3)]
    assert all("ok" in polling.answer(number) for number in numbers)

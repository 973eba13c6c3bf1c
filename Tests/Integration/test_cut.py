"""A connection cut between any two frames loses nothing and doubles nothing (docs/design.md §4)."""

import random
import time

import pytest

from conftest import LONG, Community
from load import Sender
from resuming import Resumer, check_live_order, last_seqs

CUTS = 200 if LONG else 40


@pytest.mark.parametrize("loops", [1, 3])
def test_a_connection_cut_after_any_number_of_frames_resumes_whole(start, loops):
    community = Community(start(loops=loops))
    member = community.account("Member")
    speakers = [community.account(f"Speaker{number}") for number in range(3)]
    rooms = [community.channel(member, *speakers) for _ in range(4)]

    first = community.wire(member)
    resumer = Resumer(last_seqs(first, rooms), first.ready["safe"])
    first.abort()
    senders = [Sender(f"s{number}", account, rooms).begin(community.server.port)
               for number, account in enumerate(speakers)]

    for frames in range(CUTS):
        wire = community.wire(member)
        resumer.sync(wire, limit=50)
        resumer.listen(wire, frames, time.monotonic() + 20)
        wire.abort()
        check_live_order(wire.frames, rooms)
    for sender in senders:
        sender.finish()

    last = community.wire(member)
    resumer.sync(last)
    resumer.check(last)
    heard = {event["text"] for event in resumer.have.values() if event["kind"] == "message"}
    assert heard == {nonce for sender in senders for nonce in sender.acknowledged}
    assert len(heard) > CUTS


def test_a_cut_in_the_middle_of_sync_resumes_from_the_last_place_that_was_whole(start):
    """Pages that were read count; what came live before the sync was whole moves no place."""
    community = Community(start(loops=2))
    member, speaker = community.account("Member"), community.account("Speaker")
    rooms = [community.channel(member, speaker) for _ in range(2)]
    first = community.wire(member)
    resumer = Resumer(last_seqs(first, rooms), first.ready["safe"])
    first.abort()
    sender = Sender("s", speaker, rooms).begin(community.server.port)
    choices = random.Random(7)
    for _ in range(30):
        wire = community.wire(member)
        for _ in range(choices.randrange(4)):
            answer = wire.request("sync", since=resumer.safe, limit=7)
            for event in answer["events"]:
                resumer.take(event)
            resumer.safe = answer["safe"]
        wire.abort()
    sender.wait_for(50)
    sender.finish()
    last = community.wire(member)
    resumer.sync(last)
    resumer.check(last)
    assert len(resumer.have) >= 50

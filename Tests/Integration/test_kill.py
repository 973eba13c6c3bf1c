"""kill -9 under load: what was acknowledged is there, once, and the rooms have no holes."""

import random

from conftest import LONG, Community
from load import Sender
from resuming import Resumer, last_seqs, whole_history

ROUNDS = 50 if LONG else 5


def test_nothing_acknowledged_is_lost_or_doubled_by_kills_under_load(start):
    server = start(loops=2)
    community = Community(server)
    accounts = [community.account(f"Sender{number}") for number in range(4)]
    rooms = [community.channel(*accounts) for _ in range(3)]
    first = community.wire(accounts[0])
    resumer = Resumer(last_seqs(first, rooms), first.ready["safe"])
    first.abort()
    choices = random.Random(20)

    senders = [Sender(f"k{number}", account, rooms, window=8) for number, account in enumerate(accounts)]
    for _ in range(ROUNDS):
        for sender in senders:
            sender.begin(server.port, expects_cut=True)
        enough = len(senders[0].acknowledged) + choices.randrange(20, 120)
        senders[0].wait_for(enough)
        server.kill()
        for sender in senders:
            sender.join(20)
            assert not sender.is_alive() and sender.failure is None, sender.failure
        unanswered = sum(len(sender.outbox) for sender in senders)
        assert unanswered > 0, "a kill that interrupts nothing shows nothing"
        server.start()
        resumed = community.wire(accounts[0])
        resumer.sync(resumed)
        resumed.abort()
        senders = [sender.after() for sender in senders]

    for sender in senders:
        sender.stopping.set()
        sender.begin(server.port)
    for sender in senders:
        sender.finish()
        assert sender.outbox == {}

    wire = community.wire(accounts[0])
    kept = {}
    for room in rooms:
        for event in whole_history(wire, room):
            if event["kind"] == "message":
                assert event["text"] not in kept, f"{event['text']} is there twice"
                kept[event["text"]] = event
    acknowledged = {nonce: answer for sender in senders for nonce, answer in sender.acknowledged.items()}
    assert set(kept) == set(acknowledged)
    for nonce, answer in acknowledged.items():
        event = kept[nonce]
        assert [event[name] for name in ("room", "seq", "id", "at")] == [
            answer[name] for name in ("room", "seq", "id", "at")]
    resumer.sync(wire)
    resumer.check(wire)

"""kill -9 under load: what was acknowledged is there, once, and the rooms have no holes."""

import random

from conftest import LONG, Community
from deeds import Doer
from faults import DAY
from load import Sender
from resuming import Resumer, last_seqs, whole_history

ROUNDS = 50 if LONG else 5
DEEDS = ["come_or_go", "delete", "log_out", "make_channel", "mark", "register"]


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


def compacted_history(wire, room):
    """Every event that is left of the room, oldest first, each number once."""
    events, before = [], None
    while True:
        page = wire.request("history", room=room, limit=200, **({} if before is None else {"before": before}))
        events = page["events"] + events
        if not page["more"]:
            break
        before = events[0]["seq"]
    seqs = [event["seq"] for event in events]
    assert seqs == sorted(set(seqs))
    return events


def test_nothing_done_is_undone_by_kills_while_people_come_and_go_delete_and_old_events_are_pruned(start, faults):
    """With each start two days have passed, so that what was done before is pruned while the next round begins."""
    faults.set_clock(-2 * ROUNDS * DAY)
    server = start(loops=2, environment=faults.environment, arguments=["--keep-events", "1"])
    community = Community(server)
    accounts = [community.account(f"Doer{number}") for number in range(5)]
    talk = community.channel(*accounts[:2])
    choices = random.Random(7)
    doers = [Doer(community, community.owner, accounts[index], accounts[index + 1],
                  community.channel(*accounts[index:index + 2]), choices) for index in (1, 3)]
    sender = Sender("p", accounts[0], [talk], window=8)
    first = community.wire(accounts[0]).ready["safe"]
    for round_ in range(ROUNDS):
        sender.begin(server.port, expects_cut=True)
        for doer in doers:
            doer.start()
        enough = doers[0].count + choices.randrange(8, 24)
        doers[0].wait_for(enough)
        server.kill()
        for thread in (sender, *doers):
            thread.join(30)
            assert not thread.is_alive() and thread.failure is None, thread.failure
        faults.set_clock(2 * (round_ + 1 - ROUNDS) * DAY)
        server.start()
        for doer in doers:
            doer.check(compacted_history(community.wire(doer.maker), doer.room))
        sender, doers = sender.after(), [doer.after() for doer in doers]
    assert all(doer.done.get(deed, 0) > 0 for deed in DEEDS for doer in doers), [doer.done for doer in doers]

    sender.stopping.set()
    sender.begin(server.port)
    sender.finish()
    wire = community.wire(accounts[0])
    kept = {}
    for event in compacted_history(wire, talk):
        if event["kind"] == "message":
            assert event["text"] not in kept, f"{event['text']} is there twice"
            kept[event["text"]] = event["seq"]
    assert kept == {nonce: answer["seq"] for nonce, answer in sender.acknowledged.items()}
    answer = wire.answer(wire.begin("sync", {"since": first}))
    assert answer.get("error", {}).get("code") == "resync", "nothing was pruned"

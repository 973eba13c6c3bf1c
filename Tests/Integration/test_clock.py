"""The machine's time of day is set back by a day, forward by a day, and back again, under a running server and over
restarts. What measures time (rate limits, typing, heartbeats) is another clock, which only goes forward."""

import time

from conftest import PASSWORD, Community
from faults import DAY
from resuming import check_live_order, whole_history
from wire import Wire, refusal

SETTINGS = [0, -DAY, DAY, -DAY, 0, 60 * DAY, -2 * DAY, 0]


def close_to(at, ahead):
    return abs(at - (time.time() * 1000 + ahead)) < 60_000


def test_order_cursors_nonces_and_unread_do_not_depend_on_the_time_of_day(start, faults):
    server = start(loops=2, environment=faults.environment)
    community = Community(server)
    writer, reader = community.account("Writer"), community.account("Reader")
    room = community.channel(writer, reader)
    sent, places = {}, []
    for restarts in (False, True):
        at_writer, at_reader = community.wire(writer), community.wire(reader)
        for round_, ahead in enumerate(SETTINGS):
            if restarts:
                server.kill()
                faults.set_clock(ahead)
                server.start()
                at_writer, at_reader = community.wire(writer), community.wire(reader)
            faults.set_clock(ahead)
            text = f"{restarts} {round_}"
            answer = at_writer.send(room, text, f"n:{len(sent)}")
            assert close_to(answer["at"], ahead), "a message's time is what the server's clock said"
            assert all(answer["seq"] > earlier["seq"] for earlier in sent.values())
            sent[text] = answer
            for number, (earlier, known) in enumerate(sent.items()):
                again = at_writer.send(room, earlier, f"n:{number}")
                assert again == known, "a repeated send is the first one's, whatever day it is"
            heard = at_reader.wait_for("event", lambda event: event.get("text") == text)
            assert heard["at"] == answer["at"]
            places.append(heard["safe"])
            assert at_reader.request("room", room=room)["room"]["unread"] == 1
            assert at_reader.request("read", room=room, seq=answer["seq"])["seq"] == answer["seq"]
            assert at_reader.request("room", room=room)["room"]["unread"] == 0
        check_live_order(at_reader.frames, [room])
    history = [event for event in whole_history(at_reader, room) if event["kind"] == "message"]
    assert [event["text"] for event in history] == list(sent)
    for index, place in enumerate(places):
        texts = [event["text"] for event in at_reader.request("sync", since=place)["events"]
                 if event["kind"] == "message"]
        # A frame's place may be just before its own event.
        assert texts in (list(sent)[index:], list(sent)[index + 1:]), "a place is good, whatever was set since"


def test_connections_typing_and_slowed_guessing_do_not_depend_on_the_time_of_day(start, faults):
    server = start(environment=faults.environment)
    community = Community(server)
    account, other = community.account("Typist"), community.account("Watcher")
    room = community.channel(account, other)
    wire, watcher = community.wire(account), community.wire(other)
    stranger = Wire(server.port)
    for _ in range(10):
        refusal(stranger.request, "login", email=account["email"], password="wrong " + PASSWORD)
    begun = time.monotonic()
    wire.request("typing", room=room, typing=True)
    watcher.wait_for("typing", lambda typing: typing["count"] == 1)
    for ahead in SETTINGS:
        faults.set_clock(ahead)
        if time.monotonic() - begun < 0.9:
            refused = refusal(stranger.request, "login", email=account["email"], password=PASSWORD)
            assert refused["code"] == "rate_limited" and 0 < refused["retry_after"] <= 1000, refused
        assert wire.request("me")["user"]["id"] == account["user"]["id"]
        assert watcher.request("me")["user"]["id"] == other["user"]["id"]
    faults.set_clock(-DAY)
    watcher.wait_for("typing", lambda typing: typing["count"] == 0, seconds=12)
    assert 7 < time.monotonic() - begun < 12, "typing ends after eight seconds"
    assert stranger.request("login", email=account["email"], password=PASSWORD)["user"]["id"] == account["user"]["id"]
    assert server.is_running


def test_a_session_that_a_fast_clock_ended_is_good_again_when_the_clock_is_right(start, faults):
    server = start(environment=faults.environment)
    community = Community(server)
    account = community.account()
    wire = community.wire(account)
    faults.set_clock(91 * DAY)
    assert refusal(Wire, server.port, account["token"])["code"] == "session_expired"
    for ahead in (0, -DAY, 0):
        faults.set_clock(ahead)
        assert community.wire(account).request("me")["user"]["id"] == account["user"]["id"]
    assert wire.request("me")["user"]["id"] == account["user"]["id"], "the sweep comes once a minute"


def test_pruning_by_a_clock_that_is_set_takes_no_message_and_no_number_twice(start, faults):
    faults.set_clock(-10 * DAY)
    server = start(environment=faults.environment, arguments=["--keep-events", "3"])
    community = Community(server)
    account = community.account()
    room = community.channel(account)
    wire = community.wire(account)
    first = wire.ready["safe"]
    sent, seq, begins = [], 0, []
    # The second is ahead of what is true by far: what it stamps stands between events that are old.
    for ahead in (-10 * DAY, 60 * DAY, -9 * DAY, 0, -DAY, 0):
        server.kill()
        faults.set_clock(ahead)
        server.start()
        wire = community.wire(account)
        begins.append(seq)
        for index in range(4):
            sent.append(f"{ahead} {index}")
            answer = wire.send(room, sent[-1], f"n:{len(sent)}")
            assert answer["seq"] > seq
            seq = answer["seq"]
            assert wire.request("read", room=room, seq=seq)["seq"] == seq
            wire.request("leave", room=room)
            wire.request("join", room=room)
    deadline = time.monotonic() + 20
    while True:
        # Pruning begins with the server and goes on in the background.
        events = wire.request("history", room=room, limit=200)["events"]
        others = [event["seq"] for event in events if event["kind"] != "message"]
        if min(others) > begins[3]:
            break
        assert time.monotonic() < deadline, f"not pruned up to {begins[3]}: {others}"
    assert refusal(wire.request, "sync", since=first)["code"] == "resync"
    assert len(others) >= 3 * 8 - 1, "what is recent stays"
    assert [event["text"] for event in events if event["kind"] == "message"] == sent
    seqs = [event["seq"] for event in events]
    assert seqs == sorted(set(seqs))

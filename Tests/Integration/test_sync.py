"""Coming back after being away (docs/protocol.md, "`sync`")."""

import pytest

from conftest import Community
from resuming import Resumer, last_seqs
from wire import refusal


def pages(wire, since, limit=500):
    """Every page from `since` on."""
    answers = []
    while True:
        answers.append(wire.request("sync", since=since, limit=limit))
        since = answers[-1]["safe"]
        if not answers[-1]["more"]:
            return answers


def test_who_was_away_gets_what_concerns_them_and_nothing_else(community):
    account, other = community.account("Away"), community.account("Present")
    room, strange = community.channel(account, other), community.channel(other)
    leaving = community.wire(account)
    since = leaving.ready["safe"]
    leaving.close()

    present = community.wire(other)
    sent = [present.send(room, f"{index}", f"s:{index}") for index in range(5)]
    present.send(strange, "not for them", "s:x")
    made = present.request("channel.create", name=community.name("made meanwhile"))["room"]

    wire = community.wire(account)
    (answer,) = pages(wire, since)
    assert answer["joined"] == [] and answer["left"] == []
    events = answer["events"]
    assert [event["seq"] for event in events if event.get("room") == room] == [entry["seq"] for entry in sent]
    assert [event["text"] for event in events if event["kind"] == "message"] == [str(index) for index in range(5)]
    assert [event["channel"]["id"] for event in events if event["kind"] == "channel.created"] == [made["id"]]
    assert not any("safe" in event for event in events), "the answer has one for all"
    (empty,) = pages(wire, answer["safe"])
    assert empty["events"] == []


def test_a_room_joined_meanwhile_comes_whole_and_a_room_left_is_dropped(community):
    account, other = community.account("Away"), community.account("Present")
    stays, goes = community.channel(other), community.channel(account, other)
    away = community.wire(account)
    since = away.ready["safe"]
    away.close()

    elsewhere, present = community.wire(account), community.wire(other)
    present.send(goes, "before leaving", "l:1")
    elsewhere.request("join", room=stays)
    seq = present.send(stays, "after joining", "l:2")["seq"]
    elsewhere.request("leave", room=goes)
    present.send(goes, "after leaving", "l:3")

    (answer,) = pages(community.wire(account), since)
    (joined,) = answer["joined"]
    assert joined["id"] == stays and joined["joined"] is True and joined["last_seq"] == seq
    assert answer["left"] == [goes]
    of_rooms = [event for event in answer["events"] if event.get("room") in (stays, goes) and "useq" not in event]
    assert of_rooms == []


def test_a_room_left_and_joined_again_meanwhile_comes_whole(community):
    account, other = community.account("Away"), community.account("Present")
    room = community.channel(account, other)
    away = community.wire(account)
    since = away.ready["safe"]
    away.request("leave", room=room)
    community.wire(other).send(room, "unheard", "r:1")
    away.request("join", room=room)
    (answer,) = pages(community.wire(account), since)
    assert [joined["id"] for joined in answer["joined"]] == [room]
    assert answer["left"] == []


@pytest.mark.parametrize("limit", [1, 3, 10])
def test_pages_have_no_hole_and_no_overlap(community, limit):
    account, other = community.account("Away"), community.account("Present")
    rooms = [community.channel(account, other) for _ in range(3)]
    away = community.wire(account)
    since = away.ready["safe"]
    present = community.wire(other)
    for index in range(12):
        present.send(rooms[index % 3], f"{index}", f"p:{limit}:{index}")
        if index % 4 == 0:
            away.request("read", room=rooms[index % 3], seq=index + 1)
    away.close()
    answers = pages(community.wire(account), since, limit)
    assert len(answers) > 1
    assert all(len(answer["events"]) <= limit for answer in answers)
    events = [event for answer in answers for event in answer["events"]]
    assert [event["text"] for event in events if event["kind"] == "message"] == [str(index) for index in range(12)]
    keys = [(event.get("room"), event.get("seq"), event.get("useq"), event.get("dseq")) for event in events]
    assert len(keys) == len(set(keys))
    useqs = [event["useq"] for event in events if "useq" in event]
    assert useqs and useqs == list(range(useqs[0], useqs[0] + len(useqs)))
    whole = [event for answer in pages(community.wire(account), since) for event in answer["events"]]
    assert [without_safe(event) for event in events] == [without_safe(event) for event in whole]


def without_safe(event):
    return {name: value for name, value in event.items() if name != "safe"}


def test_every_safe_that_was_ever_told_is_a_place_to_resume_from(community):
    account, other = community.account("Hearer"), community.account("Speaker")
    rooms = [community.channel(account, other) for _ in range(2)]
    wire, present = community.wire(account), community.wire(other)
    base = last_seqs(wire, rooms)
    for index in range(10):
        present.send(rooms[index % 2], f"{index}", f"e:{index}")
    wire.settle()
    told = wire.events()
    for count in range(len(told) + 1):
        resumer = Resumer(base, wire.ready["safe"] if count == 0 else told[count - 1]["safe"])
        for event in told[:count]:
            resumer.take(event)
        again = community.wire(account)
        resumer.sync(again)
        resumer.check(again)
        again.close()


@pytest.mark.parametrize("since", ["0zzzzzzzzzzzz", "nonsense", "zzzzzzzzzzzzzzzzzzzz", "-1", "☃"])
def test_a_place_this_server_never_gave_is_answered_resync(community, since):
    wire = community.wire(community.account())
    assert refusal(wire.request, "sync", since=since)["code"] == "resync"
    assert "safe" in wire.request("rooms")


def test_a_server_that_was_restarted_knows_its_places(start):
    server = start()
    community = Community(server)
    account, other = community.account("Away"), community.account("Present")
    room = community.channel(account, other)
    away = community.wire(account)
    base, since = last_seqs(away, [room]), away.ready["safe"]
    away.close()
    sent = community.wire(other).send(room, "before the restart", "r:1")
    assert server.terminate() == 0

    server.start()
    wire = community.wire(account)
    assert wire.request("me")["user"] == account["user"]
    resumer = Resumer(base, since)
    resumer.sync(wire)
    assert resumer.have[room, sent["seq"]]["text"] == "before the restart"
    again = community.wire(other)
    assert again.send(room, "before the restart", "r:1") == sent, "nonces are kept too"
    assert again.send(room, "after", "r:2")["seq"] == sent["seq"] + 1
    assert wire.wait_for("event", lambda event: event.get("text") == "after")["seq"] == sent["seq"] + 1
    assert wire.request("room", room=room)["room"]["unread"] == 2

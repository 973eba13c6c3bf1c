"""Sending, history, nonces (docs/protocol.md, "Messages")."""

import time

import pytest

from wire import refusal


def test_two_people_talk(community):
    one, two = community.account("One"), community.account("Two")
    room = community.channel(one, two)
    at_one, at_two = community.person(one), community.person(two)
    sent = at_one.request("send", room=room, text="Hello, Two ☕", nonce="one:1")
    assert sent["room"] == room
    for person in (at_one, at_two):
        event = person.wait_for("event", lambda event: event["kind"] == "message" and event["room"] == room)
        assert event["text"] == "Hello, Two ☕"
        assert event["user"] == one["user"]["id"]
        assert {key: event[key] for key in ("id", "seq", "at")} == {key: sent[key] for key in ("id", "seq", "at")}
        assert isinstance(event["safe"], str)
        assert abs(event["at"] - time.time() * 1000) < 60_000
    back = at_two.request("send", room=room, text="Hello, One", nonce="two:1")
    assert back["seq"] == sent["seq"] + 1
    at_one.wait_for("event", lambda event: event.get("text") == "Hello, One")
    at_one.close()
    at_two.close()


def test_a_room_is_numbered_without_gaps_and_heard_in_order_whoever_sends(community):
    accounts = [community.account() for _ in range(3)]
    room = community.channel(*accounts)
    wires = [community.wire(account) for account in accounts]
    listener = community.wire(accounts[0])
    numbers = [(wire, wire.begin("send", {"room": room, "text": f"{index}", "nonce": f"n:{index}"}))
               for index in range(20) for wire in wires]
    answers = [wire.answer(number)["ok"] for wire, number in numbers]
    seqs = sorted(answer["seq"] for answer in answers)
    assert seqs == list(range(seqs[0], seqs[0] + 60))
    listener.wait_for("event", lambda event: event.get("room") == room and event["seq"] == seqs[-1])
    heard = [event["seq"] for event in listener.events("message", room)]
    assert heard == seqs


def test_a_sender_s_messages_keep_their_order(community):
    account = community.account()
    room = community.channel(account)
    wire = community.wire(account)
    numbers = [wire.begin("send", {"room": room, "text": f"{index}", "nonce": f"n:{index}"}) for index in range(50)]
    seqs = [wire.answer(number)["ok"]["seq"] for number in numbers]
    assert seqs == sorted(seqs)


def test_history_pages_back_to_the_beginning(community):
    account = community.account()
    room = community.channel(account)
    wire = community.wire(account)
    for index in range(9):
        wire.send(room, f"message {index}", f"h:{index}")
    wire.settle()
    pages, before = [], None
    while True:
        page = wire.request("history", room=room, limit=4, **({} if before is None else {"before": before}))
        seqs = [event["seq"] for event in page["events"]]
        assert seqs == sorted(seqs) and len(seqs) <= 4
        pages = page["events"] + pages
        if not page["more"]:
            break
        before = seqs[0]
    assert [event["seq"] for event in pages] == list(range(1, 11))
    assert pages[0]["kind"] == "member.joined" and pages[0]["member"] == account["user"]["id"]
    assert [event["text"] for event in pages[1:]] == [f"message {index}" for index in range(9)]
    live = wire.events("message", room)
    for event, shown in zip(pages[1:], live, strict=True):
        assert all(event[key] == shown[key] for key in ("room", "seq", "kind", "at", "user", "id", "text"))
    assert wire.request("history", room=room, before=1)["events"] == []


def test_a_public_channel_can_be_read_before_joining(community):
    room = community.channel(community.account())
    reader = community.wire(community.account())
    assert [event["kind"] for event in reader.request("history", room=room)["events"]] == ["member.joined"]


@pytest.mark.parametrize("nonce", ["device:7", "any string ☃", "x" * 64])
def test_a_repeated_send_is_one_message(community, nonce):
    account = community.account()
    room = community.channel(account)
    wire = community.wire(account)
    first = wire.send(room, "once", nonce)
    assert wire.send(room, "once", nonce) == first
    assert community.wire(account).send(room, "once", nonce) == first, "from another connection too"
    texts = [event["text"] for event in wire.request("history", room=room)["events"] if event["kind"] == "message"]
    assert texts == ["once"]


def test_a_send_repeated_at_once_is_one_message(community):
    account = community.account()
    room = community.channel(account)
    wire = community.wire(account)
    numbers = [wire.begin("send", {"room": room, "text": "burst", "nonce": "b:1"}) for _ in range(10)]
    answers = [wire.answer(number) for number in numbers]
    assert answers == [answers[0]] * 10 and "ok" in answers[0]
    wire.settle()
    assert len(wire.events("message", room)) == 1


def test_a_nonce_with_other_content_is_refused(community):
    account = community.account()
    room, other = community.channel(account), community.channel(account)
    wire = community.wire(account)
    for nonce in ("device:1", "free form"):
        wire.send(room, "first", nonce)
        assert refusal(wire.send, room, "second", nonce)["code"] == "nonce_reused"
        assert refusal(wire.send, other, "first", nonce)["code"] == "nonce_reused"


def test_one_nonce_of_two_people_is_two_messages(community):
    one, two = community.account(), community.account()
    room = community.channel(one, two)
    first = community.wire(one).send(room, "same", "device:1")
    second = community.wire(two).send(room, "same", "device:1")
    assert first["id"] != second["id"]


def test_a_message_may_be_as_long_as_the_page_says_and_comes_back_unchanged(community):
    account = community.account()
    room = community.channel(account)
    wire = community.wire(account)
    for number, text in enumerate(("𝔸" * 16_000, " a\n\tb \u200d\u2028\"\\/ ", "\u0001\u007f", "e\u0301 é")):
        wire.send(room, text, f"t:{number}")
        assert wire.wait_for("event", lambda event: event.get("room") == room and event["kind"] == "message")[
            "text"] == text
        assert wire.request("history", room=room, limit=1)["events"][0]["text"] == text

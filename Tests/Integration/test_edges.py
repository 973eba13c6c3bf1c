"""The ends of every range, and text that looks like other text."""

import unicodedata

import pytest

from wire import refusal

GREATEST = 2**63 - 1


@pytest.fixture(scope="module")
def chat(community):
    account = community.account("Edge")
    room = community.channel(account)
    return community.wire(account), room


def test_a_cursor_moves_no_further_than_the_last_event_however_far_it_is_asked_to(chat, community):
    wire, room = chat
    last = wire.send(room, "last", "edge:cursor")["seq"]
    assert wire.request("read", room=room, seq=GREATEST) == {"room": room, "seq": last}
    assert wire.request("read", room=room, seq=0) == {"room": room, "seq": last}
    assert refusal(wire.request, "read", room=room, seq=GREATEST + 1)["field"] == "seq"
    assert refusal(wire.request, "read", room=room, seq=-GREATEST - 1)["field"] == "seq"


def test_history_before_the_first_event_is_empty_and_before_the_greatest_number_whole(chat):
    wire, room = chat
    everything = wire.request("history", room=room)
    assert everything["events"]
    assert wire.request("history", room=room, before=GREATEST) == everything
    assert wire.request("history", room=room, before=1) == {"events": [], "more": False}
    assert refusal(wire.request, "history", room=room, before=0)["field"] == "before"
    assert refusal(wire.request, "history", room=room, before=GREATEST + 1)["field"] == "before"


@pytest.mark.parametrize("nonce", [
    "x" * 64, "é" * 32, "i:0", "i:999999999999999999", "i:9223372036854775806", "i:9223372036854775807",
    "i:9223372036854775808", "i:99999999999999999999999", "i:-1", "i:+1", "i:01", "i:1:2", ":1", "i:", ":", "\0", "\u202e",
    "'; DROP TABLE event; --", "%s%n", "𝔘:7"])
def test_a_nonce_of_any_form_makes_one_message(chat, nonce):
    wire, room = chat
    sent = wire.send(room, "once", nonce)
    assert wire.send(room, "once", nonce) == sent
    assert refusal(wire.send, room, "other", nonce)["code"] == "nonce_reused"


def test_nonces_that_differ_in_their_bytes_make_two_messages(chat):
    wire, room = chat
    for one, other in (("é:1", "é:1"), ("é", "é"), ("a:1", "A:1"), ("a:1", "a:01")):
        one, other = unicodedata.normalize("NFC", one), unicodedata.normalize("NFD", other)
        assert wire.send(room, "x", f"d{one}")["id"] != wire.send(room, "x", f"d{other}")["id"]


def test_counters_may_come_in_any_order(chat):
    wire, room = chat
    sent = {counter: wire.send(room, str(counter), f"any:{counter}") for counter in (5, 999_999_999_999_999_999, 1, 0, 7)}
    assert len({entry["id"] for entry in sent.values()}) == 5
    for counter, first in sent.items():
        assert wire.send(room, str(counter), f"any:{counter}") == first


@pytest.mark.parametrize("text", [
    "𝔘" * 16_000, "\u202eright to left\u202c", "\ufeffmark", "e\u0301" * 5, "a\u0300\u0301" * 1000, "\u0001\u001f\u007f", "\uffff",
    "\U0010ffff", "👩‍👩‍👧‍👦", "line\r\nbreak\u2028\u2029", "\"\\/\b\f\n\r\t"])
def test_a_text_comes_back_as_it_was_sent(chat, text):
    wire, room = chat
    sent = wire.send(room, text, f"t{abs(hash(text))}")
    assert wire.wait_for("event", lambda event: event.get("seq") == sent["seq"] and event["room"] == room)["text"] == text
    assert wire.request("history", room=room, limit=1)["events"][0]["text"] == text


@pytest.mark.parametrize("escape", [r"\ud800", r"\udc00", r"\ud800x", r"\udc00\ud800", r"\ud83d\u0041"])
def test_half_a_surrogate_pair_is_no_text(community, escape):
    account = community.account()
    room = community.channel(account)
    wire = community.wire(account)
    wire.socket.send_text(f'420["send",{{"room":"{room}","text":"{escape}","nonce":"s"}}]')
    wire.wait_until_closed()
    again = community.wire(account)
    assert [event["kind"] for event in again.request("history", room=room)["events"]] == ["member.joined"]


def test_a_pair_of_surrogates_is_a_character(chat):
    wire, room = chat
    wire.socket.send_text(f'429000["send",{{"room":"{room}","text":"\\ud83d\\ude00","nonce":"p"}}]')
    assert wire.answer(9000)["ok"]["room"] == room
    assert wire.request("history", room=room, limit=1)["events"][0]["text"] == "😀"


@pytest.mark.parametrize("one, other", [
    ("Caf\u00e9", "Cafe\u0301"), ("\u212bngstr\u00f6m", "\u00c5ngstro\u0308m"), ("\uac00", "\u1100\u1161"),
    ("STRASSE Ä", "strasse a\u0308"), ("q\u0307\u0323", "q\u0323\u0307")])
def test_channel_names_that_are_the_same_characters_are_the_same_name(chat, community, one, other):
    wire, _ = chat
    mark = community.name("n")
    wire.request("channel.create", name=f"{one} {mark}")
    assert refusal(wire.request, "channel.create", name=f"{other} {mark}")["code"] == "name_taken"


def test_a_place_from_the_future_or_of_another_server_is_answered_resync(chat):
    wire, _ = chat
    safe = wire.request("rooms")["safe"]
    for since in ("7zzzzzzzzzzzz", "fzzzzzzzzzzzz", safe[:-2] + "zz", "zzzzzzzzzzzzz"):
        assert refusal(wire.request, "sync", since=since)["code"] == "resync", since
    assert wire.request("sync", since=safe)["events"] == []


def test_ids_of_another_kind_are_not_found(chat):
    wire, room = chat
    me = wire.request("me")["user"]["id"]
    for request in ("room", "history", "members", "join", "leave"):
        assert refusal(wire.request, request, room=me)["code"] == "not_found"
    assert refusal(wire.request, "send", room=me, text="x", nonce="k")["code"] == "not_found"
    assert wire.request("users", users=[room])["users"] == []

"""A client connects again while the server still holds its old connection, which is half dead or only late.

Nothing of docs/protocol.md makes the second connection end the first: a session may have many. What keeps them apart is
the nonce of what is sent and the `seq` of what is heard.
"""

import time

from resuming import Resumer, check_live_order, last_seqs, whole_history
from wire import SECONDS, refusal


def test_what_the_old_connection_sent_and_the_new_one_sends_again_is_kept_once(community):
    account, other = community.account("Twice"), community.account("Hearer")
    room = community.channel(account, other)
    hearer = community.wire(other)
    old = community.wire(account)
    resumer = Resumer(last_seqs(old, [room]), old.ready["safe"])
    # The old connection's client gives it up without a word and never reads an answer of it.
    given_up = [old.begin("send", {"room": room, "text": f"m{number}", "nonce": f"twice:{number}"}) for number in range(40)]
    new = community.wire(account)
    resumer.sync(new)
    # Its outbox holds all of them still, and goes out again while the server may be at the first ones.
    numbers = [new.begin("send", {"room": room, "text": f"m{number}", "nonce": f"twice:{number}"}) for number in range(40)]
    answers = [new.answer(number)["ok"] for number in numbers]
    late = [old.answer(number)["ok"] for number in given_up]
    assert late == answers, "both are told the same id, number and time"

    history = [event for event in whole_history(new, room) if event["kind"] == "message"]
    assert sorted(event["seq"] for event in history) == sorted(answer["seq"] for answer in answers)
    assert sorted(event["text"] for event in history) == sorted(f"m{number}" for number in range(40))
    for wire in (hearer, old, new):
        wire.settle()
        check_live_order(wire.frames, [room])
    for event in new.events():
        resumer.take(event)
    resumer.check(new)
    assert len(hearer.events("message", room)) == 40, "nobody hears one of them twice"


def test_each_connection_of_a_session_hears_everything_once(community):
    account, other = community.account("Both"), community.account("Speaker")
    room = community.channel(account, other)
    speaker = community.wire(other)
    old = community.wire(account)
    resumer = Resumer(last_seqs(old, [room]), old.ready["safe"])
    for number in range(10):
        speaker.send(room, f"a{number}", f"a:{number}")
    resumer.listen(old, 10, time.monotonic() + SECONDS)
    # The last of them reach the old connection when the client has turned to the new one.
    for number in range(10):
        speaker.send(room, f"b{number}", f"b:{number}")
    new = community.wire(account)
    resumer.sync(new)
    sent = [speaker.send(room, f"c{number}", f"c:{number}")["seq"] for number in range(10)]
    resumer.listen(new, 10, time.monotonic() + SECONDS)
    resumer.check(new)
    old.settle()
    assert [event["seq"] for event in old.events("message", room)][-10:] == sent, "the old one goes on as it was"
    check_live_order(old.frames, [room])
    check_live_order(new.frames, [room])


def read_one_more(speaker, wires, room):
    """Reads a new message on the first of them and waits until all have heard of it: all before it is heard then, too."""
    seq = speaker.send(room, "one more", f"more:{time.monotonic_ns()}")["seq"]
    wires[0].request("read", room=room, seq=seq)
    for wire in wires:
        wire.wait_for("event", lambda event: event["kind"] == "cursor" and event["seq"] == seq)


def test_read_on_both_at_once_the_cursor_ends_alike(community):
    account, other = community.account("Both"), community.account("Speaker")
    room = community.channel(account, other)
    speaker = community.wire(other)
    seqs = [speaker.send(room, f"{number}", f"r:{number}")["seq"] for number in range(20)]
    wires = [community.wire(account) for _ in range(2)]
    numbers = []
    for round, seq in enumerate(seqs):
        wire = wires[round % 2]
        name = "unread" if round % 3 == 0 else "read"
        numbers.append((wire, name, seq, wire.begin(name, {"room": room, "seq": seq})))
    for wire, name, seq, number in numbers:
        told = wire.answer(number)["ok"]["seq"]
        assert told < seq if name == "unread" else told >= seq, (name, seq, told)
    read_one_more(speaker, wires, room)
    moves = [[(event["useq"], event["seq"]) for event in wire.events("cursor")] for wire in wires]
    assert moves[0] == moves[1] and moves[0] == sorted(moves[0]) and len(set(moves[0])) == len(moves[0])
    assert wires[0].request("room", room=room)["room"]["cursor"] == moves[0][-1][1]
    # Beyond the cursor it is answered with where it stands, and nobody is told.
    cursor = wires[0].request("unread", room=room, seq=seqs[2])["seq"]
    for seq in (cursor + 1, cursor + 2, seqs[-1], 2**62):
        assert wires[1].request("unread", room=room, seq=seq) == {"room": room, "seq": cursor}
    read_one_more(speaker, wires, room)
    assert all(len(wire.events("cursor")) == len(moves[0]) + 2 for wire in wires)


def test_log_out_on_one_ends_the_other_with_a_word(community):
    account = community.account("Leaver")
    old, new = community.wire(account), community.wire(account)
    new.request("logout")
    assert old.wait_for("ended") == {"code": "session_expired"}
    old.wait_until_closed()
    assert refusal(community.wire, account)["code"] == "session_expired"


def test_a_send_that_arrives_before_a_removal_and_commits_after_it_is_refused(community):
    maker, member = community.account("Maker"), community.account("Member")
    room = community.channel(maker, member)
    sending, removing = community.wire(member), community.wire(maker)
    first = sending.send(room, "first", "right:first")["seq"]
    numbers = []
    for number in range(300):
        numbers.append(sending.begin("send", {"room": room, "text": f"m{number}", "nonce": f"right:{number}"}))
        if number == 100:
            removal = removing.begin("member.remove", {"room": room, "user": member["user"]["id"]})
    answers = [sending.answer(number) for number in numbers]
    assert "ok" in removing.answer(removal)
    kept = [first] + [answer["ok"]["seq"] for answer in answers if "ok" in answer]
    refused = [answer["error"]["code"] for answer in answers if "error" in answer]
    events = whole_history(removing, room)
    (removed,) = [event["seq"] for event in events if event["kind"] == "member.removed"]
    assert events[-1]["seq"] == removed, "nothing of the member's comes after the removal"
    assert kept == [event["seq"] for event in events if event["kind"] == "message"] and max(kept) < removed
    # So many at once may also find the server busy, before the removal and after it.
    assert "not_member" in refused and set(refused) <= {"not_member", "busy"}
    assert len(kept) + len(refused) == 301
    sending.settle()
    assert sending.events(room=room)[-1]["kind"] == "member.removed", "the member hears it last"

"""Cursors and unread (docs/protocol.md, "Rooms" and `read`)."""


def unread(wire, room):
    return wire.request("room", room=room)["room"]["unread"]


def test_unread_counts_messages_after_the_cursor_that_are_not_mine(community):
    reader, writer = community.account("Reader"), community.account("Writer")
    room = community.channel(reader, writer)
    at_reader, at_writer = community.wire(reader), community.wire(writer)
    before = unread(at_reader, room)
    assert before == 0, "that somebody joined is no message"
    seqs = [at_writer.send(room, f"{index}", f"u:{index}")["seq"] for index in range(3)]
    at_reader.send(room, "mine", "m:1")
    assert unread(at_reader, room) == 3
    assert unread(at_writer, room) == 1
    assert at_reader.request("read", room=room, seq=seqs[1]) == {"room": room, "seq": seqs[1]}
    assert unread(at_reader, room) == 1
    (listed,) = [entry for entry in at_reader.request("rooms")["rooms"] if entry["id"] == room]
    assert listed["unread"] == 1 and listed["cursor"] == seqs[1]


def test_a_moved_cursor_is_heard_on_all_my_devices_and_nowhere_else(community):
    reader, writer = community.account("Reader"), community.account("Writer")
    room = community.channel(reader, writer)
    phone, desk, other = community.wire(reader), community.wire(reader), community.wire(writer)
    seq = other.send(room, "read me", "c:1")["seq"]
    phone.request("read", room=room, seq=seq)
    for device in (phone, desk):
        event = device.wait_for("event", lambda event: event["kind"] == "cursor" and event["seq"] == seq)
        assert event["room"] == room
        assert isinstance(event["useq"], int) and isinstance(event["safe"], str)
    other.settle()
    assert other.events("cursor") == []


def test_a_cursor_never_moves_back_nor_past_the_end(community):
    account, writer = community.account(), community.account()
    room = community.channel(account, writer)
    wire, other = community.wire(account), community.wire(writer)
    last = other.send(room, "one", "c:1")["seq"]
    assert wire.request("read", room=room, seq=last + 1000)["seq"] == last
    assert wire.request("read", room=room, seq=1)["seq"] == last
    assert wire.request("room", room=room)["room"]["cursor"] == last
    wire.settle()
    cursors = wire.events("cursor")
    assert [event["seq"] for event in cursors] == [last], "what changes nothing is not told"
    assert other.send(room, "two", "c:2")["seq"] == last + 1
    assert unread(wire, room) == 1


def test_unread_stops_counting_at_a_thousand(community):
    reader, writer = community.account("Reader"), community.account("Writer")
    room = community.channel(reader, writer)
    at_reader, at_writer = community.wire(reader), community.wire(writer)
    def fill(begin, end):
        for start in range(begin, end, 100):
            numbers = [at_writer.begin("send", {"room": room, "text": "x", "nonce": f"k:{index}"})
                       for index in range(start, min(start + 100, end))]
            for number in numbers:
                assert "ok" in at_writer.answer(number)
    fill(0, 999)
    assert unread(at_reader, room) == 999
    fill(999, 1000)
    assert unread(at_reader, room) == 1000
    fill(1000, 1010)
    assert unread(at_reader, room) == 1000

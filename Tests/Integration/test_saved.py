"""Messages that people keep for themselves (docs/protocol.md, "One's own state")."""

from wire import refusal


def texts(page):
    return [message["event"].get("text", "gone") for message in page["messages"]]


def test_what_is_saved_is_on_all_my_devices_newest_first_a_page_at_a_time(community):
    me, other = community.account("Keeper"), community.account("Other")
    room = community.channel(me, other)
    phone, desk, theirs = community.wire(me), community.wire(me), community.wire(other)
    seqs = [theirs.send(room, f"{number}", f"s:{number}")["seq"] for number in range(5)]
    for seq in seqs:
        assert phone.request("save", room=room, seq=seq, saved=True) == {}
        phone.request("save", room=room, seq=seq, saved=True)
    desk.settle()
    assert [(event["seq"], event["saved"]) for event in desk.events("saved")] == [(seq, True) for seq in seqs]
    first = desk.request("saved", limit=3)
    rest = desk.request("saved", limit=3, before=first["next"])
    assert texts(first) == ["4", "3", "2"] and first["more"] and texts(rest) == ["1", "0"] and not rest["more"]
    assert "next" not in rest and all(isinstance(message["saved_at"], int) for message in first["messages"])
    phone.request("save", room=room, seq=seqs[4], saved=False)
    theirs.request("delete", room=room, seq=seqs[3])
    assert texts(desk.request("saved")) == ["gone", "2", "1", "0"]
    assert desk.request("saved.ids") == {"saved": [{"room": room, "seqs": seqs[:4]}]}
    theirs.settle()
    assert theirs.events("saved") == [] and theirs.request("saved")["messages"] == []


def test_what_may_not_be_read_is_neither_saved_nor_shown(community):
    me, other = community.account("Keeper"), community.account("Other")
    at_other, wire = community.wire(other), community.wire(me)
    room = at_other.request("group.create", name="Us", users=[me["user"]["id"]])["room"]["id"]
    seq = at_other.send(room, "secret", "g:1")["seq"]
    wire.request("save", room=room, seq=seq, saved=True)
    at_other.request("member.remove", room=room, user=me["user"]["id"])
    assert wire.request("saved")["messages"] == []
    assert refusal(wire.request, "save", room=room, seq=seq + 1, saved=True)["code"] == "not_found"
    assert refusal(at_other.request, "save", room=room, seq=1, saved=True)["field"] == "seq"
    assert refusal(wire.request, "saved", before="later")["field"] == "before"

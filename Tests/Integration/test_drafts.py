"""What people have begun to write (docs/protocol.md, "One's own state")."""

from wire import refusal


def told(wire):
    wire.settle()
    return [(event["room"], event.get("thread"), event["text"]) for event in wire.events("draft")]


def test_a_draft_is_on_all_my_devices_and_goes_when_it_is_emptied(community):
    me, other = community.account("Writer"), community.account("Other")
    room = community.channel(me, other)
    phone, desk, theirs = community.wire(me), community.wire(me), community.wire(other)
    since = desk.ready["safe"]
    number = phone.request("draft", room=room, text="half a tho")["useq"]
    assert phone.request("draft", room=room, text="half a tho") == {}
    assert told(desk) == [(room, None, "half a tho")] and desk.events("draft")[0]["useq"] == number
    root = theirs.send(room, "root", "d:1")["seq"]
    phone.request("draft", room=room, thread=root, text="in the thread")
    (plain, thread) = desk.request("drafts")["drafts"]
    assert (plain["text"], thread["text"], thread["thread"]) == ("half a tho", "in the thread", root)
    assert "thread" not in plain
    phone.request("draft", room=room, text="")
    assert [draft["text"] for draft in desk.request("drafts")["drafts"]] == ["in the thread"]
    assert told(theirs) == []
    synced = [event["text"] for event in desk.request("sync", since=since)["events"] if event["kind"] == "draft"]
    assert synced == ["", "in the thread", ""], "each is told as it is now"


def test_who_leaves_has_no_draft_there_and_outsiders_write_none(community):
    me, other = community.account("Writer"), community.account("Other")
    room = community.channel(other, me)
    wire = community.wire(me)
    wire.request("draft", room=room, text="x")
    wire.request("leave", room=room)
    assert wire.request("drafts") == {"drafts": []}
    assert refusal(wire.request, "draft", room=room, text="x")["code"] == "not_member"
    assert refusal(wire.request, "draft", room="0000000000001", text="x")["code"] == "not_found"
    error = refusal(community.wire(other).request, "draft", room=room, text="x", thread=1000)
    assert error["code"] == "not_found" and error["field"] == "thread"


def test_a_draft_that_no_message_could_be_is_refused(community):
    account = community.account()
    room = community.channel(account)
    wire = community.wire(account)
    assert refusal(wire.request, "draft", room=room, text="x" * 16_001)["code"] == "too_long"
    assert refusal(wire.request, "draft", room=room, text="a\0b")["field"] == "text"
    assert refusal(wire.request, "draft", room=room, text=7)["field"] == "text"
    assert "useq" in wire.request("draft", room=room, text="\U0001d11e" * 16_000)
    assert len(wire.request("drafts")["drafts"][0]["text"]) == 16_000

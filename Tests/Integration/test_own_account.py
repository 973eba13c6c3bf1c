"""One's own account: profile, sessions, e-mail address, password, blocks and the export (docs/protocol.md)."""

import time

import pytest

from conftest import LONG, PASSWORD, Community
from errors import Refused
from wire import Wire, refusal

HOUR = 3_600_000
OWL = {"picture": "owl", "color": "#00ff00"}


@pytest.fixture
def spread(start):
    """A community whose connections live on four loops."""
    return Community(start(loops=4))


def id_of(account):
    return account["user"]["id"]


def log_in(community, account, password=PASSWORD, device="kestrel"):
    """A connection with a session of its own, and the answer that opened it."""
    wire = Wire(community.server.port)
    return wire, wire.request("login", email=account["email"], password=password, device=device)


def test_a_handle_is_made_or_named_and_is_ones_own(community):
    first, second = community.account("Handel"), community.account("Händel")
    assert first["user"]["handle"] == "handel" and second["user"]["handle"] == "handel2"
    wire = Wire(community.server.port)
    account = dict(email="named@example.org", password=PASSWORD, name="Somebody", avatar=OWL)
    code = community.invitation()["code"]
    error = refusal(wire.request, "register", invitation=code, handle="HANDEL", **account)
    assert error["code"] == "handle_taken" and error["field"] == "handle"
    assert wire.request("register", invitation=code, handle="My.Handle", **account)["user"]["handle"] == "my.handle"


def test_a_changed_profile_is_heard_by_all_but_guests(spread):
    ann, bob = spread.account("Ann"), spread.account("Bob")
    room = spread.channel(bob, ann)
    listeners = [spread.person(bob) for _ in range(4)]
    other = spread.person(ann)
    wire = spread.wire(ann)
    user = wire.request("profile.update", name="Anne", handle="Anne.1", avatar=OWL)["user"]
    assert user == {**ann["user"], "name": "Anne", "handle": "anne.1", "avatar": OWL}
    public = {name: value for name, value in user.items() if name != "email"}
    for person in (*listeners, other):
        event = person.wait_for("event", lambda event: event["kind"] == "user.updated")
        assert event["user"] == public and isinstance(event["dseq"], int)
    assert wire.request("profile.update")["user"] == user
    assert spread.wire(bob).request("users", users=[id_of(ann)])["users"] == [public]
    (member,) = [one for one in wire.request("members", room=room)["members"] if one["id"] == id_of(ann)]
    assert member == {**public, "room_role": "member"}
    taken = refusal(wire.request, "profile.update", handle=bob["user"]["handle"])
    assert taken["code"] == "handle_taken" and taken["field"] == "handle"
    for person in (*listeners, other):
        person.close()


def test_a_device_that_slept_learns_who_is_called_otherwise(community):
    ann, bob = community.account("Ann"), community.account("Bob")
    asleep = community.wire(bob)
    since = asleep.ready["safe"]
    asleep.close()
    for name in ("First", "Second"):
        community.wire(ann).request("profile.update", name=name)
    events = community.wire(bob).request("sync", since=since)["events"]
    told = [event["user"] for event in events if event["kind"] == "user.updated" and event["user"]["id"] == id_of(ann)]
    assert [user["name"] for user in told] == ["Second", "Second"], "the directory tells of people as they are now"


def test_profile_changes_are_slowed(community):
    wire = community.wire(community.account())
    answers = [wire.answer(wire.begin("profile.update", {"name": f"Name {number}"})) for number in range(25)]
    errors = [answer["error"] for answer in answers if "error" in answer]
    assert 3 <= len(errors) <= 5
    assert all(error["code"] == "rate_limited" and 0 < error["retry_after"] <= 10_000 for error in errors)


def test_sessions_are_listed_and_revoked_and_their_sockets_close_at_once(spread):
    ann, bob = spread.account("Ann"), spread.account("Bob")
    mine = spread.wire(ann)
    sockets = []
    for device in ("kestrel", "merlin"):
        wire, answer = log_in(spread, ann, device=device)
        sockets.append((wire, answer["token"]))
    # Several sockets of one session, on whatever loop, and by polling too.
    again = [spread.wire({"token": sockets[0][1]}) for _ in range(4)]
    polling = spread.person({"token": sockets[0][1]}, transports=["polling"])
    sessions = mine.request("sessions")["sessions"]
    assert [session["device"] for session in sessions] == ["", "kestrel", "merlin"]
    assert [session["current"] for session in sessions] == [True, False, False]
    for session in sessions:
        assert set(session) == {"id", "device", "created_at", "last_used_at", "expires_at", "current"}
        assert session["created_at"] == session["last_used_at"] < session["expires_at"]
    assert mine.request("session.revoke", session=sessions[1]["id"]) == {}
    for wire in (sockets[0][0], *again):
        assert wire.wait_for("ended", seconds=2)["code"] == "session_expired"
        wire.wait_until_closed(seconds=2)
    polling.wait_for("ended", lambda payload: payload["code"] == "session_expired")
    with pytest.raises(Refused) as refused:
        spread.wire({"token": sockets[0][1]})
    assert refused.value.code == "session_expired"
    assert sockets[1][0].request("me")["user"]["id"] == id_of(ann), "the other session goes on"
    for session in (sessions[1]["id"], "0000000000001"):
        error = refusal(mine.request, "session.revoke", session=session)
        assert error["code"] == "not_found" and error["field"] == "session"
    (foreign,) = [one["id"] for one in spread.wire(bob).request("sessions")["sessions"]]
    assert refusal(mine.request, "session.revoke", session=foreign)["code"] == "not_found"
    assert mine.request("sessions.revoke_others") == {"revoked": 1}
    sockets[1][0].wait_for("ended", seconds=2)
    assert [session["current"] for session in mine.request("sessions")["sessions"]] == [True]
    assert spread.wire(bob).request("me")["user"]["id"] == id_of(bob)
    polling.close()


def wait_for_last_use(wire, after, seconds=10):
    """The session's last use, once it lies after `after`: nobody waits for it to be stored."""
    deadline = time.monotonic() + seconds
    while True:
        (session,) = wire.request("sessions")["sessions"]
        if session["last_used_at"] > after:
            return session["last_used_at"]
        assert time.monotonic() < deadline, f"its last use is still {session['last_used_at']}"
        time.sleep(0.1)


def test_a_sessions_last_use_is_kept_once_an_hour(start, faults):
    server = start(environment=faults.environment)
    community = Community(server)
    account = community.account()
    wire = community.wire(account)
    (session,) = wire.request("sessions")["sessions"]
    begun = session["last_used_at"]
    assert begun == session["created_at"]
    faults.set_clock(HOUR - 60_000)
    community.wire(account).close()
    assert wire.request("sessions")["sessions"] == [session]
    faults.set_clock(HOUR)
    community.wire(account).close()
    assert HOUR <= wait_for_last_use(wire, begun) - begun < HOUR + 60_000


@pytest.mark.skipif(not LONG, reason="waits for the sweep, which comes once a minute")
def test_a_connection_that_stays_open_keeps_its_session_in_use(start, faults):
    community = Community(start(environment=faults.environment))
    wire = community.wire(community.account())
    (session,) = wire.request("sessions")["sessions"]
    faults.set_clock(2 * HOUR)
    assert wait_for_last_use(wire, session["last_used_at"], seconds=90) - session["created_at"] >= 2 * HOUR


def test_revoking_ones_own_session_is_to_log_out(community):
    wire = community.wire(community.account())
    (session,) = wire.request("sessions")["sessions"]
    wire.begin("session.revoke", {"session": session["id"]})
    wire.wait_for("ended", seconds=2)
    wire.wait_until_closed(seconds=2)


def test_the_address_is_changed_with_the_password(community):
    ann, bob = community.account("Ann"), community.account("Bob")
    wire = community.wire(ann)
    new = f"new-{ann['email']}"
    wrong = refusal(wire.request, "email.change", password="not the password", email=new)
    assert wrong["code"] == "wrong_credentials" and wrong["field"] == "password"
    taken = refusal(wire.request, "email.change", password=PASSWORD, email=bob["email"].upper())
    assert taken["code"] == "email_taken" and taken["field"] == "email"
    assert refusal(wire.request, "email.change", password=PASSWORD, email="nobody")["field"] == "email"
    user = wire.request("email.change", password=PASSWORD, email=new.upper())["user"]
    assert user == {**ann["user"], "email": new}
    assert wire.request("me")["user"] == user
    log_in(community, {"email": new})
    error = refusal(Wire(community.server.port).request, "login", email=ann["email"], password=PASSWORD)
    assert error["code"] == "wrong_credentials"


def test_a_changed_password_ends_all_other_sessions(spread):
    ann = spread.account("Ann")
    wire = spread.wire(ann)
    other, answer = log_in(spread, ann)
    same = spread.wire(ann)
    short = refusal(wire.request, "password.change", password=PASSWORD, new_password="short")
    assert short["code"] == "invalid_argument" and short["field"] == "new_password"
    wrong = refusal(wire.request, "password.change", password="not the password", new_password="another one")
    assert wrong["code"] == "wrong_credentials" and wrong["field"] == "password"
    assert other.request("me")["user"]["id"] == id_of(ann)
    assert wire.request("password.change", password=PASSWORD, new_password="another one") == {}
    other.wait_for("ended", seconds=2)
    other.wait_until_closed(seconds=2)
    assert same.request("me")["user"]["id"] == id_of(ann), "the session that asked goes on, with all its connections"
    error = refusal(Wire(spread.server.port).request, "login", email=ann["email"], password=PASSWORD)
    assert error["code"] == "wrong_credentials"
    log_in(spread, ann, password="another one")


def test_guesses_of_the_password_are_slowed_as_log_ins_are(start):
    community = Community(start())
    ann = community.account("Ann")
    wire = community.wire(ann)
    codes = []
    for number in range(12):
        name, extra = [("email.change", {"email": "x@example.org"}), ("password.change", {"new_password": "12345678"})][
            number % 2]
        codes.append(refusal(wire.request, name, password="not the password", **extra)["code"])
    assert codes[:10] == ["wrong_credentials"] * 10 and codes[-1] == "rate_limited"
    error = refusal(Wire(community.server.port).request, "login", email=ann["email"], password=PASSWORD)
    assert error["code"] == "rate_limited" and error["retry_after"] > 0


def test_a_block_keeps_direct_messages_out_and_follows_on_all_devices(spread):
    ann, bob, cyd = (spread.account(name) for name in ("Ann", "Bob", "Cyd"))
    blocker, second, blocked = spread.wire(ann), spread.wire(ann), spread.wire(bob)
    room = blocker.request("direct", users=[id_of(bob)])["room"]["id"]
    larger = blocker.request("direct", users=[id_of(bob), id_of(cyd)])["room"]["id"]
    shared = spread.channel(ann, bob)
    blocked.send(room, "before", "b:1")
    since = blocked.ready["safe"]
    assert blocker.request("block", user=id_of(bob), blocked=True) == {}
    assert blocker.request("block", user=id_of(bob), blocked=True) == {}
    for wire in (blocker, second):
        event = wire.wait_for("event", lambda event: event["kind"] == "block.changed")
        assert event["user"] == id_of(bob) and event["blocked"] is True and isinstance(event["useq"], int)
    (user,) = second.request("blocks")["users"]
    assert user["id"] == id_of(bob) and "email" not in user
    error = refusal(blocked.send, room, "blocked", "b:2")
    assert error["code"] == "forbidden"
    assert blocked.send(room, "before", "b:1")["room"] == room, "a send that was answered is answered again"
    for wire, other in ((blocker, bob), (blocked, ann)):
        assert refusal(wire.request, "direct", users=[id_of(other)]) == error | {"message": error["message"]}
    for number, elsewhere in enumerate((larger, shared), start=3):
        blocked.send(elsewhere, "as before", f"b:{number}")
    texts = [event.get("text") for event in blocked.request("history", room=room)["events"]]
    assert "before" in texts and "blocked" not in texts
    # Whom it concerns is told nothing.
    assert "block.changed" not in [event["kind"] for event in blocked.request("sync", since=since)["events"]]
    assert blocker.request("block", user=id_of(bob), blocked=False) == {}
    assert second.wait_for("event", lambda event: event["kind"] == "block.changed")["blocked"] is False
    blocked.send(room, "after", "b:9")
    assert blocker.request("blocks")["users"] == []
    assert refusal(blocker.request, "block", user=id_of(ann), blocked=True)["field"] == "user"
    assert refusal(blocker.request, "block", user="0000000000001", blocked=True)["code"] == "not_found"


def test_a_block_survives_a_crash(start, tmp_path):
    server = start(tmp_path / "crash")
    community = Community(server)
    ann, bob = community.account("Ann"), community.account("Bob")
    wire = community.wire(ann)
    room = wire.request("direct", users=[id_of(bob)])["room"]["id"]
    wire.request("block", user=id_of(bob), blocked=True)
    server.kill()
    community.server = start(tmp_path / "crash")
    assert refusal(community.wire(bob).send, room, "x", "c:1")["code"] == "forbidden"
    assert [user["id"] for user in community.wire(ann).request("blocks")["users"]] == [id_of(bob)]


def exported(wire, **arguments):
    """The first page, and the messages of all."""
    first = page = wire.request("export", **arguments)
    messages = list(page["messages"])
    while "next" in page:
        page = wire.request("export", after=page["next"], **arguments)
        assert "account" not in page
        messages += page["messages"]
    return first, messages


def test_the_export_has_everything_of_ones_own(community):
    ann, bob = community.account("Ann"), community.account("Bob")
    mine, theirs = community.wire(ann), community.wire(bob)
    stays, left = community.channel(ann, bob), community.channel(bob, ann)
    sent = []
    for number in range(5):
        for room in (stays, left):
            answer = mine.send(room, f"mine {number} ☃", f"e:{room}:{number}")
            theirs.send(room, "theirs", f"e:{room}:{number}")
            sent.append({"room": room, "seq": answer["seq"], "at": answer["at"], "text": f"mine {number} ☃"})
    names = {room: mine.request("room", room=room)["room"]["name"] for room in (stays, left)}
    mine.request("leave", room=left)
    mine.request("delete", room=stays, seq=sent.pop(0)["seq"])
    mine.request("block", user=id_of(bob), blocked=True)
    for limit in (1, 3, 1000):
        first, messages = exported(mine, limit=limit)
        # The feed is one of the rooms.
        assert first["account"] == ann["user"] and first["rooms"] == mine.request("rooms")["rooms"]
        assert [room["id"] for room in first["rooms"] if room["kind"] != "feed"] == [stays]
        assert first["sessions"] == mine.request("sessions")["sessions"]
        assert first["blocks"] == mine.request("blocks")["users"]
        assert messages == sorted(
            ({**message, "room_name": names[message["room"]]} for message in sent),
            key=lambda message: (message["room"], message["seq"]))
    assert [message["text"] for message in exported(theirs)[1]] == ["theirs"] * 10
    for after in ("", "x", stays, f"{stays}.-1", f"{stays}.{2 ** 63}", 7, [stays]):
        assert refusal(mine.request, "export", after=after)["field"] == "after"


def test_the_export_says_nothing_new_of_a_group_one_has_left(community):
    ann, bob = community.account("Ann"), community.account("Bob")
    wire = community.wire(ann)
    room = community.wire(bob).request("group.create", name="Us", users=[id_of(ann)])["room"]["id"]
    wire.send(room, "mine", "g:1")
    assert exported(wire)[1][0]["room_name"] == "Us"
    community.wire(bob).request("member.remove", room=room, user=id_of(ann))
    community.wire(bob).request("room.update", room=room, name="Without Ann")
    (message,) = exported(wire)[1]
    assert message["room_name"] == "" and message["text"] == "mine"


@pytest.mark.parametrize("name, arguments", [
    ("profile.update", {"name": "x"}), ("sessions", {}), ("session.revoke", {"session": "0000000000001"}),
    ("sessions.revoke_others", {}), ("email.change", {"password": "x", "email": "x@example.org"}),
    ("password.change", {"password": "x", "new_password": "12345678"}),
    ("block", {"user": "0000000000001", "blocked": True}), ("blocks", {}), ("export", {})])
def test_nobody_asks_without_logging_in(community, name, arguments):
    assert refusal(Wire(community.server.port).request, name, **arguments)["code"] == "not_logged_in"


def test_the_export_has_what_one_made_of_messages_and_chose(community):
    ann, bob = community.account("Ann"), community.account("Bob")
    mine, theirs = community.wire(ann), community.wire(bob)
    room = community.channel(ann, bob)
    root = theirs.send(room, "root", "x:1")["seq"]
    seq = mine.send(room, "first", "x:2")["seq"]
    reply = mine.request("send", room=room, text="a reply", nonce="x:3", thread=root)["seq"]
    mine.request("edit", room=room, seq=seq, text="second")
    for emoji in ("\U0001f44d", "\U0001f389"):
        mine.request("react", room=room, seq=root, emoji=emoji, on=True)
    mine.request("save", room=room, seq=root, saved=True)
    mine.request("draft", room=room, text="begun")
    mine.request("level", room=room, level="all")
    mine.request("preferences.update", sound=False)
    for limit in (1, 2, 500):
        first = page = mine.request("export", limit=limit)
        lists = {name: list(page[name]) for name in ("messages", "edits", "reactions", "threads")}
        while "next" in page:
            page = mine.request("export", after=page["next"], limit=limit)
            for name, found in lists.items():
                found += page[name]
        assert [(one["seq"], one["text"], one.get("thread")) for one in lists["messages"]] == [
            (seq, "second", None), (reply, "a reply", root)]
        assert "edited_at" in lists["messages"][0] and "edited_at" not in lists["messages"][1]
        assert [(one["room"], one["seq"], one["text"]) for one in lists["edits"]] == [(room, seq, "first")]
        assert sorted(one["emoji"] for one in lists["reactions"]) == ["\U0001f389", "\U0001f44d"]
        assert {(one["room"], one["seq"]) for one in lists["reactions"]} == {(room, root)}
        assert lists["threads"] == [{"room": room, "thread": root, "following": True, "cursor": reply}]
        assert first["saved"] == mine.request("saved.ids")["saved"] == [{"room": room, "seqs": [root]}]
        assert first["drafts"] == mine.request("drafts")["drafts"]
        assert first["preferences"] == mine.request("preferences")["preferences"]
        assert [one["level"] for one in first["rooms"] if one["id"] == room] == ["all"]
    page = theirs.request("export")
    assert (page["edits"], page["reactions"], page["drafts"], page["saved"]) == ([], [], [], [])
    for after in (f"{room}.1.x", f"{room}.1.-1", f"{room}.1.2.3", f"{room}.1."):
        assert refusal(mine.request, "export", after=after)["field"] == "after"

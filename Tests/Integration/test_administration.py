"""Those who run the server: roles, deactivated and deleted accounts, links for new passwords, registration, invitations to
rooms, bots, the audit log (docs/protocol.md, "Running the server")."""

import re
import sqlite3
import subprocess
import time

import pytest

from conftest import PASSWORD, Community, profile
from errors import Refused
from roost_server import binary
from test_browser_sessions import Browser
from test_pages import fetch
from wire import Wire, refusal


@pytest.fixture
def spread(start):
    """A community whose connections live on four loops."""
    return Community(start(loops=4))


def id_of(account):
    return account["user"]["id"]


def entries(community, count):
    wire = community.wire(community.owner)
    page = wire.request("audit", limit=count)["entries"]
    wire.close()
    return page


def test_a_deactivated_person_is_out_everywhere_at_once_and_back_with_all_that_was_theirs(spread):
    person, other = spread.account("Person"), spread.account("Other")
    room = spread.channel(person, other)
    owner = spread.wire(spread.owner)
    devices = [spread.wire(person) for _ in range(6)]
    watcher = spread.wire(other)
    changed = owner.request("user.deactivate", user=id_of(person), active=False)["user"]
    assert changed["state"] == "deactivated" and changed["email"] == person["email"]
    for device in devices:
        assert device.wait_for("ended")["code"] == "session_expired"
        device.wait_until_closed()
    told = watcher.wait_for("event", lambda event: event["kind"] == "user.updated")["user"]
    assert told["id"] == id_of(person) and told["state"] == "deactivated" and "email" not in told
    for wrong, code in ((PASSWORD, "deactivated"), ("not the password", "wrong_credentials")):
        error = refusal(Wire(spread.server.port).request, "login", email=person["email"], password=wrong)
        assert error["code"] == code and error["retry"] is False
    browser = Browser(spread.server)
    assert browser.post("login", {"email": person["email"], "password": PASSWORD})[0].status == 403
    with pytest.raises(Refused) as refused:
        spread.wire(person)
    assert refused.value.code == "session_expired"
    assert refusal(owner.request, "user.deactivate", user=id_of(spread.owner), active=False)["field"] == "user"
    assert refusal(watcher.request, "user.deactivate", user=id_of(person), active=True)["code"] == "forbidden"
    back = owner.request("user.deactivate", user=id_of(person), active=True)["user"]
    assert "state" not in back
    again = Wire(spread.server.port)
    again.request("login", email=person["email"], password=PASSWORD)
    assert again.request("room", room=room)["room"]["role"] == "owner"


def test_a_new_role_decides_at_once_and_a_guest_hears_no_directory(spread):
    person, other = spread.account("Person"), spread.account("Other")
    room = spread.channel(person, other)
    owner, device = spread.wire(spread.owner), spread.wire(person)
    safe = device.ready["safe"]
    assert owner.request("user.role", user=id_of(person), role="admin")["user"]["role"] == "admin"
    device.wait_for("event", lambda event: event["kind"] == "user.updated" and event["user"]["role"] == "admin")
    assert device.request("invite")["role"] == "member"
    assert refusal(device.request, "user.role", user=id_of(other), role="admin")["code"] == "forbidden"
    assert refusal(device.request, "user.role", user=id_of(spread.owner), role="member")["code"] == "forbidden"
    assert device.request("user.role", user=id_of(other), role="member")["user"]["role"] == "member"

    owner.request("user.role", user=id_of(person), role="guest")
    device.wait_until_closed()
    guest = spread.wire(person)
    assert guest.ready["user"]["role"] == "guest"
    assert refusal(guest.request, "sync", since=safe)["code"] == "resync"
    assert guest.request("room", room=room)["room"]["role"] == "member"
    assert owner.request("room", room=room)["room"]["members"] == 2
    channel = owner.request("channel.create", name=spread.name("marker"))["room"]["id"]
    marker = spread.wire(other).send(room, "after the channel was made", "m:1")
    guest.wait_for("event", lambda event: event.get("seq") == marker["seq"] and event["room"] == room)
    assert not [event for event in guest.events() if "dseq" in event]
    assert guest.request("sync", since=guest.ready["safe"])["events"]

    owner.request("user.role", user=id_of(person), role="member")
    guest.wait_until_closed()
    member = spread.wire(person)
    assert channel in [entry["id"] for entry in member.request("channels")["channels"]]
    owner.request("channel.create", name=spread.name("heard"))
    member.wait_for("event", lambda event: event["kind"] == "channel.created")
    assert refusal(owner.request, "user.role", user=id_of(spread.owner), role="member")["code"] == "forbidden"


def test_deleting_an_account_with_all_it_wrote_survives_a_kill(start, tmp_path):
    server = start(tmp_path / "erased")
    community = Community(server)
    person, other = community.account("Person"), community.account("Other")
    room = community.channel(person, other)
    wire, watcher = community.wire(person), community.wire(other)
    direct = wire.request("direct", users=[id_of(other)])["room"]["id"]
    for index in range(300):
        wire.send(direct if index % 10 == 0 else room, f"the words of this person {index}", f"e:{index}")
    watcher.send(room, "what others said", "o:1")
    assert refusal(wire.request, "account.delete", password="wrong password", messages="erase")["code"] == "wrong_credentials"
    second = community.wire(person)
    assert wire.request("account.delete", password=PASSWORD, messages="erase") == {}
    for device in (wire, second):
        assert device.wait_for("ended")["code"] == "session_expired"
        device.wait_until_closed()
    watcher.wait_for("event", lambda event: event["kind"] == "member.left" and event["room"] == room
                     and event["member"] == id_of(person))
    former = watcher.wait_for("event", lambda event: event["kind"] == "user.updated")["user"]
    assert former["name"] == "Former member" and former["handle"] == "" and former["state"] == "deleted"
    watcher.close()
    server.kill()
    community.server = start(tmp_path / "erased")
    path = tmp_path / "erased" / "roost.db"
    for _ in range(600):
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        (waiting,) = database.execute("SELECT count(*) FROM erasure").fetchone()
        database.close()
        if not waiting:
            break
        time.sleep(0.05)
    assert not waiting
    watcher = community.wire(other)
    for place in (room, direct):
        events, before = [], None
        while True:
            page = watcher.request("history", room=place, limit=200, **({"before": before} if before else {}))
            events = page["events"] + events
            if not page["more"]:
                break
            before = events[0]["seq"]
        gone = [event["seq"] for event in events if event["kind"] == "message" and event.get("gone")]
        told = [event["target"] for event in events if event["kind"] == "message.deleted"]
        assert sorted(gone) == sorted(told) and len(gone) == (30 if place == direct else 270)
        assert {event["text"] for event in events if "text" in event} == ({"what others said"} if place == room else set())
    members = watcher.request("members", room=direct)["members"]
    assert [member["name"] for member in members if member["id"] == id_of(person)] == ["Former member"]
    assert watcher.request("people.find", query=person["email"])["users"] == []
    # The address is free again.
    owner = community.wire(community.owner)
    code = owner.request("invite")["code"]
    Wire(community.server.port).request(
        "register", invitation=code, email=person["email"], password=PASSWORD, **profile("Again"))
    assert community.server.terminate() == 0
    assert b"the words of this person" not in path.read_bytes()


def test_an_administrator_deletes_an_account_and_its_messages_stay(community):
    person, other = community.account("Person"), community.account("Other")
    room = community.channel(other, person)
    sent = community.wire(person).send(room, "stays", "s:1")
    owner = community.wire(community.owner)
    device = community.wire(person)
    assert owner.request("user.delete", user=id_of(person), messages="keep") == {}
    device.wait_until_closed()
    wire = community.wire(other)
    assert wire.request("history", room=room, before=sent["seq"] + 1, limit=1)["events"][0]["text"] == "stays"
    assert wire.request("users", users=[id_of(person)])["users"][0]["name"] == "Former member"
    for name, arguments in [
        ("user.delete", {"messages": "erase"}), ("user.role", {"role": "guest"}), ("reset.create", {}),
        ("user.deactivate", {"active": True}),
    ]:
        assert refusal(owner.request, name, user=id_of(person), **arguments)["code"] == "not_found"
    assert refusal(wire.request, "member.add", room=room, users=[id_of(person)])["code"] == "not_found"
    assert refusal(wire.request, "user.delete", user=id_of(community.owner), messages="keep")["code"] == "forbidden"


def test_a_link_sets_a_new_password_once_by_socket_call_or_page(community):
    person = community.account("Forgetful")
    owner, device = community.wire(community.owner), community.wire(person)
    first = owner.request("reset.create", user=id_of(person))
    assert first["link"] == f"{community.server.url}/reset/{first['code']}"
    assert 86_000 < first["expires_at"] / 1000 - time.time() < 86_500
    second = owner.request("reset.create", user=id_of(person))
    wire = Wire(community.server.port)
    assert refusal(wire.request, "reset.use", code=first["code"], password="a new password")["code"] == "reset_invalid"
    assert refusal(wire.request, "reset.use", code=second["code"], password="short")["field"] == "password"
    made = wire.request("reset.use", code=second["code"], password="a new password", device="kestrel")
    assert made["user"]["id"] == id_of(person) and wire.wait_for("ready")["user"]["id"] == id_of(person)
    device.wait_until_closed()
    assert refusal(Wire(community.server.port).request, "login", email=person["email"], password=PASSWORD)[
        "code"] == "wrong_credentials"
    assert community.wire(made).request("me")["user"]["id"] == id_of(person)

    browser = Browser(community.server)
    code = owner.request("reset.create", user=id_of(person))["code"]
    response, answer = browser.post("reset", {"code": code, "password": "another password"})
    assert response.status == 200 and set(answer["ok"]) == {"user", "expires_at"}
    assert browser.who() == id_of(person)
    assert browser.post("reset", {"code": code, "password": "another password"})[0].status == 403

    path = "/reset/" + owner.request("reset.create", user=id_of(person))["code"]
    response, page = fetch(community.server.port, "GET", path)
    assert response.status == 200 and 'name="password"' in page and 'name="email"' not in page
    response, page = fetch(community.server.port, "POST", path, {"password": "short"})
    assert response.status == 422 and 'role="alert"' in page
    response, page = fetch(community.server.port, "POST", path, {"password": "by the page"})
    assert response.status == 200 and person["email"] in page
    assert fetch(community.server.port, "GET", path)[0].status == 410
    assert Wire(community.server.port).request("login", email=person["email"], password="by the page")
    assert refusal(owner.request, "reset.create", user="0000000000001")["code"] == "not_found"


def test_the_owner_opens_and_closes_registration(start):
    community = Community(start())
    owner, member = community.wire(community.owner), community.wire(community.account())
    person = {"email": "new@example.org", "password": PASSWORD, **profile("New")}

    def register(**arguments):
        return Wire(community.server.port).request("register", **{**person, **arguments})

    error = refusal(register)
    assert (error["code"], error["field"]) == ("invalid_argument", "invitation")
    assert refusal(member.request, "registration.set", mode="open")["code"] == "forbidden"
    owner.request("registration.set", mode="open")
    assert Wire(community.server.port).ready["server"]["registration"] == "open"
    assert register()["user"]["role"] == "member"
    browser = Browser(community.server)
    assert browser.post("register", {**person, "email": "browser@example.org"})[0].status == 200
    code = community.invitation()["code"]
    owner.request("registration.set", mode="closed")
    assert Wire(community.server.port).ready["server"]["registration"] == "closed"
    for arguments in ({}, {"invitation": code}):
        assert refusal(register, email="late@example.org", **arguments)["code"] == "registration_closed"
    response, page = fetch(community.server.port, "GET", f"/invite/{code}")
    assert response.status == 410 and "owner" in page
    folder = community.server.data_dir
    community.server.kill()
    community.server = start(folder)
    assert community.wire(community.owner).ready["server"]["registration"] == "closed"
    owner = community.wire(community.owner)
    owner.request("registration.set", mode="invitation")
    assert register(email="late@example.org", invitation=code)["user"]["role"] == "member"
    assert [entry["detail"] for entry in entries(community, 9) if entry["action"] == "registration.changed"] == [
        "invitation", "closed", "open"]


def test_the_owner_leaves_registration_to_administrators(start):
    community = Community(start())
    owner, member = community.wire(community.owner), community.wire(community.account())
    room = member.request("channel.create", name="Open to members")["room"]["id"]
    by_member, by_owner = (wire.request("invite", room=room, uses=2)["code"] for wire in (member, owner))
    assert refusal(member.request, "registration.set", mode="administrators")["code"] == "forbidden"
    owner.request("registration.set", mode="administrators")
    assert Wire(community.server.port).ready["server"]["registration"] == "administrators"
    person = {"email": "new@example.org", "password": PASSWORD, **profile("New")}
    error = refusal(Wire(community.server.port).request, "register", invitation=by_member, **person)
    assert error["code"] == "registration_closed" and "administrator" in error["message"]
    response, answer = Browser(community.server).post("register", {"invitation": by_member, **person})
    assert response.status == 403 and answer["error"]["code"] == "registration_closed"
    response, page = fetch(community.server.port, "GET", f"/invite/{by_member}")
    assert response.status == 410 and "administrator" in page
    assert community.wire(community.account()).request("invitation.accept", code=by_member)["room"]["id"] == room
    response, answer = Browser(community.server).post("register", {"invitation": by_owner, **person})
    assert response.status == 200


def test_invitations_come_in_pages_from_the_newest_on(start):
    community = Community(start())
    owner = community.wire(community.owner)
    made = [owner.request("invite", uses=number)["uses"] for number in range(1, 8)]
    found, before = [], {}
    while True:
        page = owner.request("invitations", limit=3, **before)
        found += [one["uses"] for one in page["invitations"]]
        if not page["more"]:
            break
        before = {"before": page["invitations"][-1]["id"]}
    assert found == made[::-1]
    for limit in (0, 201):
        assert refusal(owner.request, "invitations", limit=limit)["code"] == "invalid_argument"


def test_an_invitation_to_a_room_brings_in_new_people_and_those_who_are_there(community):
    maker, member, joiner = (community.account(name) for name in ("Maker", "Member", "Joiner"))
    wire, other = community.wire(maker), community.wire(member)
    group = wire.request("group.create", name="Us", users=[id_of(member)])["room"]["id"]
    invitation = other.request("invite", room=group, role="guest", uses=3)
    assert invitation["room"] == group and invitation["role"] == "guest"
    fresh = Wire(community.server.port)
    made = fresh.request(
        "register", invitation=invitation["code"], email=f"guest{time.time_ns()}@example.org", password=PASSWORD,
        **profile("Guest"))
    assert made["user"]["role"] == "guest"
    (room,) = fresh.request("rooms")["rooms"]
    assert room["id"] == group and room["members"] == 3
    joined = wire.wait_for("event", lambda event: event["kind"] == "member.joined" and event["member"] == id_of(made))
    assert joined["room"] == group
    device = community.wire(joiner)
    assert device.request("invitation.accept", code=invitation["code"])["room"]["members"] == 4
    device.wait_for("event", lambda event: event["kind"] == "member.joined" and event["member"] == id_of(joiner))
    assert device.request("invitation.accept", code=invitation["code"])["room"]["id"] == group
    (listed,) = other.request("invitations")["invitations"]
    assert listed["uses"] == 1 and listed["room"] == group and listed["created_by"] == id_of(member)
    assert "code" not in listed and listed["expires_at"] == invitation["expires_at"]
    assert wire.request("invitations")["invitations"] == []
    assert refusal(wire.request, "invitation.revoke", invitation=listed["id"])["code"] == "not_found"
    owner = community.wire(community.owner)
    assert listed in owner.request("invitations")["invitations"]
    owner.request("invitation.revoke", invitation=listed["id"])
    stranger = community.wire(community.account())
    assert refusal(stranger.request, "invitation.accept", code=invitation["code"])["code"] == "invitation_invalid"
    assert refusal(stranger.request, "invite", room=group)["code"] == "not_found"
    assert refusal(fresh.request, "invite", room=group)["code"] == "forbidden"


def test_a_bot_lives_by_its_token_alone(spread):
    owner, person = spread.wire(spread.owner), spread.account("Person")
    made = owner.request("bot.create", name="Weather Bot", avatar={"picture": "fox", "color": "#c0ffee"})
    assert made["user"]["role"] == "bot" and made["user"]["handle"] == "weatherbot" and "email" not in made["user"]
    bot = spread.wire(made)
    assert "email" not in bot.ready["user"]
    wire = spread.wire(person)
    room = wire.request("group.create", name="Us", users=[id_of(made)])["room"]
    assert room["members"] == 2
    bot.wait_for("event", lambda event: event["kind"] == "member.joined" and event["room"] == room["id"])
    bot.send(room["id"], "sunny", "b:1")
    wire.wait_for("event", lambda event: event.get("text") == "sunny" and event["user"] == id_of(made))
    assert refusal(bot.request, "account.delete", password="", messages="keep")["code"] == "forbidden"
    assert refusal(wire.request, "bot.token", user=id_of(made))["code"] == "forbidden"
    token = owner.request("bot.token", user=id_of(made))["token"]
    assert bot.wait_for("ended")["code"] == "session_expired"
    bot.wait_until_closed()
    with pytest.raises(Refused):
        spread.wire(made)
    assert spread.wire({"token": token}).request("me")["user"]["id"] == id_of(made)
    taken = refusal(owner.request, "bot.create", name="x", handle="weatherbot", avatar={"picture": "a", "color": "#000000"})
    assert taken["code"] == "handle_taken"
    listed = owner.request("users.list", query="weather")["users"]
    assert [user["id"] for user in listed] == [id_of(made)]
    assert abs(listed[0]["last_seen"] / 1000 - time.time()) < 7200


def test_accounts_and_the_audit_log_are_for_those_who_run_the_server(start):
    community = Community(start())
    people = [community.account(f"Person{index}") for index in range(3)]
    owner, member = community.wire(community.owner), community.wire(people[0])
    first = owner.request("users.list", limit=2)
    assert first["more"] and [user["email"] for user in first["users"]] == ["owner@example.org", people[0]["email"]]
    rest = owner.request("users.list", limit=2, after=first["users"][-1]["id"])
    assert not rest["more"] and [user["id"] for user in rest["users"]] == [id_of(person) for person in people[1:]]
    (found,) = owner.request("users.list", query=people[1]["email"])["users"]
    assert found["id"] == id_of(people[1])
    room = community.channel(people[0], people[1])
    member.request("member.remove", room=room, user=id_of(people[1]))
    owner.request("user.role", user=id_of(people[2]), role="guest")
    page = owner.request("audit", limit=2)
    assert page["more"] is True
    assert [entry["action"] for entry in page["entries"]] == ["user.role", "member.removed"]
    role, removed = page["entries"]
    assert role["actor"] == id_of(community.owner) and role["user"] == id_of(people[2]) and role["detail"] == "guest"
    assert "room" not in role
    assert removed["actor"] == id_of(people[0]) and removed["user"] == id_of(people[1]) and removed["room"] == room
    older = owner.request("audit", before=removed["id"])
    assert older["more"] is False and {entry["action"] for entry in older["entries"]} == {"invitation.made"}
    for name in ("audit", "users.list"):
        assert refusal(member.request, name)["code"] == "forbidden"


@pytest.mark.parametrize("running", [True, False])
def test_the_command_line_looks_after_accounts(start, tmp_path, running):
    folder = str(tmp_path / "one")
    server = start(data_dir=folder)
    community = Community(server)
    person = community.account("Person")
    device = community.wire(person)
    if not running:
        device.close()
        server.kill()

    def roost(*arguments):
        return subprocess.run(
            [binary(), "user", *arguments, "--data-dir", folder], capture_output=True, text=True, timeout=30)

    def done(*arguments):
        result = roost(*arguments)
        assert result.returncode == 0, result
        return result.stdout

    assert "role admin" in done("role", "--email", person["email"], "--role", "admin")
    assert re.search(rf"{id_of(person)}\s+admin\s+\S+\s+{re.escape(person['email'])}\s+Person$", done("list"), re.M)
    done("deactivate", "--email", person["email"])
    if running:
        assert device.wait_for("ended")["code"] == "session_expired"
    assert "deactivated" in done("list")
    assert roost("reset", "--link", "--email", person["email"]).returncode == 1
    done("deactivate", "--undo", "--email", person["email"])
    link = done("reset", "--link", "--email", person["email"], "--url", "https://chat.example.org").strip()
    token = done("bot", "--name", "Robot").splitlines()[-1]
    assert "Robot" in done("list", "--after", id_of(person))
    for arguments in (
            ["deactivate", "--email", "owner@example.org"], ["role", "--email", "owner@example.org", "--role", "member"],
            ["role", "--email", "nobody@example.org", "--role", "member"], ["bot", "--name", " "]):
        refused = roost(*arguments)
        assert refused.returncode == 1 and refused.stderr.strip(), (arguments, refused)
    for arguments in (["list", "--after", "x"], ["role", "--email", "a@b"], ["bot"], ["nonsense"]):
        assert roost(*arguments).returncode == 2, arguments
    if not running:
        server.start()
    code = re.fullmatch(r"https://chat\.example\.org/reset/(\S+)", link).group(1)
    made = Wire(server.port).request("reset.use", code=code, password="from the terminal")
    assert made["user"]["role"] == "admin"
    assert Wire(server.port, token).ready["user"]["role"] == "bot"
    actions = [entry["action"] for entry in entries(community, 5) if "actor" not in entry]
    assert actions == ["bot.made", "reset.made", "user.reactivated", "user.deactivated", "user.role"]

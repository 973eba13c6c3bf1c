"""Two hundred people at once do permitted and forbidden things; nothing comes of it but what the rules say."""

import itertools
import os
import random
import secrets
import sqlite3
from concurrent.futures import ThreadPoolExecutor

from commit_log import CommitLog
from conftest import LONG, PASSWORD, Community
from crowd import Crowd, Somebody
from crowd_acts import WORDS, Acts
from crowd_check import Check
from store_audit import audit
from wire import Wire

SECONDS, QUIET = (60, 1500) if LONG else (12, 300)
PEOPLE = {"owner": 5, "admin": 8, "bot": 12, "guest": 40, "member": 135}
PAUSE = 0.4
POLLING = 6
"""One in so many polls."""
CHANNELS = 12


def register(community, code, number):
    chance = random.Random(number)
    name = f"{chance.choice(WORDS).title()} P{number}"
    wire = Wire(community.server.port)
    email = f"{chance.choice(WORDS)}.{number}@example.org"
    made = wire.request("register", invitation=code, email=email, password=PASSWORD, name=name,
                        avatar={"picture": "fox", "color": "#c0ffee"})
    wire.close()
    return {**made, "email": email}


def populate(start, folder):
    """A server with people of all roles: (server, accounts with their role)."""
    server = start(folder, loops=3)
    community = Community(server)
    code = community.invitation(uses=sum(PEOPLE.values()))["code"]
    roles = [role for role, count in PEOPLE.items() for _ in range(count)]
    with ThreadPoolExecutor(4) as threads:
        accounts = list(threads.map(lambda number: register(community, code, number), range(len(roles))))
    assert server.terminate() == 0
    with sqlite3.connect(f"{folder}/roost.db") as database:
        for account, role in zip(accounts, roles):
            database.execute("UPDATE user SET role = ? WHERE email = ?", (role, account["email"]))
    database.close()
    server.start()
    return server, community.owner, list(zip(accounts, roles))


def furnish(people, acts, chance):
    """Channels and groups with some of everybody in them, guests too."""
    makers = [somebody for somebody in people if somebody.role != "guest"]
    for number in range(CHANNELS):
        maker = chance.choice(makers)
        if number % 3:
            asked = maker.ask("channel.create", {"name": f"channel {number}"})
        else:
            asked = maker.ask("group.create", {"name": "group", "users": chance.sample(acts.ids, 5)})
        room = asked.ok["room"]["id"]
        acts.rooms.append(room)
        users = chance.sample([somebody.id for somebody in people if somebody is not maker], 25)
        maker.ask("member.add", {"room": room, "users": users})
        for user in users[:6]:
            # Guests stay members.
            maker.ask("member.role", {"room": room, "user": user, "role": "moderator"})
            acts.marked.add((room, user))


def test_nothing_comes_of_what_a_crowd_does_but_what_the_rules_say(start, tmp_path):
    seed = int(os.environ.get("ROOST_SEED") or secrets.randbits(32))
    chance = random.Random(seed)
    server, owner, accounts = populate(start, tmp_path / "crowd")
    log = CommitLog(tmp_path / "crowd" / "roost.db")
    log.start()
    try:
        people = [Somebody(server.port, account, role, random.Random(f"{seed} {number}"), number % POLLING == 0)
                  for number, (account, role) in enumerate(accounts)]
        users = {somebody.id: {"id": somebody.id, "name": somebody.user["name"], "email": somebody.email,
                               "role": somebody.role} for somebody in people}
        users[owner["user"]["id"]] = {"id": owner["user"]["id"], "name": "Olive Owner", "email": "owner@example.org",
                                      "role": "owner"}
        acts = Acts(people)
        furnish(people, acts, chance)
        Crowd(people, acts.draw).run(SECONDS, PAUSE)
        for _ in range(QUIET):
            acts.draw(chance.choice(people))
        for somebody in people:
            somebody.ask("rooms", {})
        if chance.random() < 0.5:
            server.kill()
        else:
            assert server.terminate() == 0
        Check(users, log.end(), people).run()
        assert audit(tmp_path / "crowd") == []
    except BaseException:
        print(f"seed {seed}: ROOST_SEED={seed} draws the same again")
        raise
    asked = [one for somebody in people for one in somebody.asked]
    refused = sum(one.code is not None for one in asked)
    print(f"seed {seed}: {len(asked)} requests, {refused} refused, {len(log.rows)} events, "
          f"{sum(len(wire.frames) for somebody in people for wire in somebody.connections)} frames")
    assert refused > len(asked) // 10 and {one.name for one in asked if one.ok is not None} >= {*EVERY}


EVERY = [
    "send", "read", "unread", "delete", "why", "typing", "history", "room", "members", "rooms", "channels", "users",
    "people.find", "sync", "me", "channel.create", "group.create", "direct", "join", "leave", "member.add",
    "member.remove", "member.role", "room.update", "room.archive", "room.delete",
]

"""The audit of a database finds nothing in a sound one, and each thing that it looks for where that is broken."""

import sqlite3
import time

import pytest

from conftest import Community
from roost_server import Server
from store_audit import audit, audit_database


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A server's data: a channel, a group, a direct room, a deleted group, and all that happens in them."""
    folder = tmp_path_factory.mktemp("audited")
    server = Server(folder).start()
    try:
        community = Community(server)
        ann, bob, eve, dot = (community.account(name) for name in ("Ann", "Bob", "Eve", "Dot"))
        ids = [account["user"]["id"] for account in (ann, bob, eve)]
        wires = [community.wire(account) for account in (ann, bob, eve)]
        channel = community.channel(ann, bob, eve)
        group = wires[0].request("group.create", name="Us", users=ids, nonce="a:1")["room"]["id"]
        gone = wires[0].request("group.create", name="Them", users=ids)["room"]["id"]
        direct = wires[0].request("direct", users=ids[1:2])["room"]["id"]
        for room in (channel, group, gone, direct):
            for number in range(3):
                wires[0].send(room, f"said {number}", f"{room}:{number}")
        wires[0].send(group, "more", "a nonce of words")
        wires[0].request("delete", room=group, seq=4)
        wires[1].request("read", room=group, seq=5)
        wires[0].request("member.role", room=group, user=ids[1], role="moderator")
        wires[0].request("member.remove", room=channel, user=ids[1])
        wires[2].request("leave", room=channel)
        wires[0].request("room.update", room=group, name="We")
        wires[0].request("room.update", room=channel, slow_mode=60, retention=9)
        muted = {"room": group, "user": ids[1], "seconds": 600}
        assert wires[0].answer(wires[0].begin("member.mute", muted)) == {"ok": {}}
        wires[0].request("member.ban", room=channel, user=ids[1], banned=True)
        wires[1].request("report", room=group, seq=5, reason="not kind")
        wires[1].request("block", user=ids[2], blocked=True)
        wires[0].request("schedule", room=group, text="later", at=int(time.time() * 1000) + 600_000, nonce="a:9")
        wires[0].request("room.archive", room=group, archived=True)
        community.wire(community.owner).request("user.delete", user=dot["user"]["id"], messages="keep")
        community.wire(community.owner).request("reset.create", user=ids[2])
        wires[0].request("room.delete", room=gone)
        assert server.terminate() == 0
    finally:
        server.kill()
    return folder


def test_a_sound_database_has_nothing_wrong(folder):
    assert audit(folder) == []


GROUP = "(SELECT id FROM room WHERE kind = 'group')"
CHANNEL = "(SELECT id FROM room WHERE kind = 'channel')"
FEED = "(SELECT id FROM room WHERE kind = 'feed')"
DIRECT = "(SELECT id FROM room WHERE kind = 'direct')"
ANN, BOB = "(SELECT id FROM user WHERE name = 'Ann')", "(SELECT id FROM user WHERE name = 'Bob')"
GONE = "(SELECT id FROM deleted_room)"

BREAKS = [
    ("a foreign key points nowhere", "INSERT INTO session VALUES (1, 99, '', 1, 2, x'00', 1)"),
    ("not that of its members", f"UPDATE room SET member_count = 9 WHERE id = {GROUP}"),
    ("past the room's last event", f"UPDATE membership SET cursor = 99 WHERE room = {GROUP}"),
    ("where its person's stream left it", f"UPDATE membership SET cursor = 1 WHERE room = {GROUP} AND user = {BOB}"),
    ("more than a member", f"UPDATE user SET role = 'guest' WHERE id = {BOB}"),
    ("no such part", f"UPDATE membership SET role = 'king' WHERE room = {GROUP} AND user = {BOB}"),
    ("no such role", f"UPDATE user SET role = 'king' WHERE id = {BOB}"),
    ("a group has nobody in it", f"DELETE FROM membership WHERE room = {GROUP}"),
    ("somebody is not in the feed", f"DELETE FROM membership WHERE user = {BOB} AND room = {FEED}"),
    ("or a guest is", f"UPDATE user SET role = 'guest' WHERE id = {BOB}"),
    ("there are two feeds", """
        DROP INDEX room_feed;
        INSERT INTO room SELECT id + 1, kind, name, channel_key, description, created_by, created_at, member_count,
            archived, direct_key, 0, 0, 0 FROM room WHERE kind = 'feed'"""),
    ("nobody is the server's owner", "UPDATE user SET role = 'admin' WHERE role = 'owner'"),
    ("a deleted room is there", f"INSERT INTO deleted_room VALUES ({GROUP})"),
    ("a deleted room has a member", f"UPDATE membership SET room = {GONE} WHERE room = {CHANNEL}"),
    ("more is left than that it was deleted", "DELETE FROM deleted_room"),
    ("a room that is there was deleted", f"UPDATE event SET room = {GROUP}, seq = 99 WHERE kind = 9"),
    ("a room that is no more was not deleted", "DELETE FROM event WHERE kind = 9"),
    ("somebody is where they are gone from", f"INSERT INTO departure VALUES ({BOB}, {GROUP}, 3, NULL)"),
    ("a removal is not in the log", "UPDATE departure SET removed_seq = 1 WHERE removed_seq IS NOT NULL"),
    ("a departure is not in the log", f"UPDATE departure SET pos = 1 WHERE room = {CHANNEL}"),
    ("a message that is gone has a text", "UPDATE event SET text = 'still here' WHERE kind = 6"),
    ("a message has no text", "UPDATE event SET text = NULL WHERE kind = 1"),
    ("a message is gone and nobody deleted it", "UPDATE event SET kind = 6, text = NULL WHERE kind = 1"),
    ("a message that was deleted is still there", "UPDATE event SET kind = 1, text = 'here' WHERE kind = 6"),
    ("an event's person does not exist", "UPDATE event SET actor = 99 WHERE kind = 5"),
    ("an event is in no stream of its kind", "UPDATE event SET kind = 16 WHERE kind = 5"),
    ("two rooms are of the same people", """
        DROP INDEX room_direct;
        INSERT INTO room SELECT id + 1, kind, name, channel_key, description, created_by, created_at, member_count,
            archived, direct_key, 0, 0, 0 FROM room WHERE kind = 'direct'"""),
    ("a channel's key is not its name", f"UPDATE room SET name = 'Another' WHERE id = {CHANNEL}"),
    ("not in the directory once", "UPDATE event SET kind = 34 WHERE kind = 32"),
    ("somebody is not in the directory once", f"DELETE FROM event WHERE kind = 33 AND subject = {BOB}"),
    ("a nonce is of no event of its person", f"UPDATE text_nonce SET user = {BOB}"),
    ("a device is not its sender's", f"UPDATE device SET user = {BOB} WHERE user = {ANN} AND instance = 'a'"),
    ("a session ends before it begins", "UPDATE session SET expires_at = created_at"),
    ("an invitation has less than no uses left", "UPDATE invitation SET uses_left = -1"),
    ("there is no such state", f"UPDATE user SET state = 'asleep' WHERE id = {BOB}"),
    ("a handle is missing", f"UPDATE user SET handle = '' WHERE id = {BOB}"),
    ("a handle is missing, or not in lower case", f"UPDATE user SET handle = 'Bob' WHERE id = {BOB}"),
    ("two people have one handle", "DROP INDEX user_handle; UPDATE user SET handle = 'us' WHERE state = 'active'"),
    ("an account that is closed has a session", f"UPDATE user SET state = 'deactivated' WHERE id = {BOB}"),
    ("closed can have a new password", "UPDATE user SET state = 'deactivated' WHERE name = 'Eve'"),
    ("a deleted account is not all gone", "UPDATE user SET name = 'Dot' WHERE state = 'deleted'"),
    ("a former member is in a room", f"""
        UPDATE membership SET user = (SELECT id FROM user WHERE state = 'deleted')
        WHERE user = {BOB} AND room = {GROUP}"""),
    ("a block is of nobody or of oneself", "UPDATE block SET blocked = user"),
    ("a block is not what its person was told last", "DELETE FROM block"),
    ("what is scheduled is somebody's who is not in its room", f"UPDATE scheduled SET room = {CHANNEL}, user = {BOB}"),
    ("what is scheduled is somebody's who is not in its room", "UPDATE scheduled SET bytes = 1"),
    ("what is scheduled is not what its person was told last", "UPDATE scheduled SET error = 'muted'"),
    ("a former member has something of their own", """
        UPDATE scheduled SET user = (SELECT id FROM user WHERE state = 'deleted')"""),
    ("somebody is where they are banned from", f"UPDATE ban SET room = {GROUP}"),
    ("a mute is not what was told last", "UPDATE restraint SET muted_until = 5"),
    ("a room's rules are not what was told last", f"UPDATE room SET slow_mode = 1 WHERE id = {CHANNEL}"),
    ("a report is of no message", "UPDATE report SET seq = 1"),
    ("or of its reporter's own", "UPDATE report SET reporter = author"),
    ("a report is open and resolved", "UPDATE report SET resolved_by = reporter"),
    ("somebody did something who does not exist", "UPDATE audit SET actor = 1"),
    ("in the room's stream", f"DELETE FROM event WHERE room = {CHANNEL} AND seq = 4"),
    ("in the room's stream", """
        DROP TRIGGER event_room_seq; UPDATE event SET seq = 5 WHERE seq = 4 AND room IS NOT NULL"""),
    ("in the person's stream", "DELETE FROM event WHERE person IS NOT NULL AND seq = 2"),
    ("in the directory's stream", "DELETE FROM event WHERE kind = 33"),
    ("the direct room", f"DELETE FROM membership WHERE room = {DIRECT} AND user = {BOB}"),
    ("the direct room", f"UPDATE room SET archived = 1 WHERE id = {DIRECT}"),
    ("is found by", "DELETE FROM person_word WHERE word = 'bob'"),
    ("nobody is found by", "INSERT INTO person_word VALUES ('zed', 99)"),
    ("has the members", f"DELETE FROM membership WHERE room = {CHANNEL}"),
    ("has the members", f"UPDATE membership SET role = 'member' WHERE room = {GROUP} AND user = {BOB}"),
    ("has the members", f"UPDATE membership SET joined_pos = 1 WHERE room = {GROUP} AND user = {BOB}"),
    ("archived", f"UPDATE room SET archived = 0 WHERE id = {GROUP}"),
    ("the log of", f"UPDATE room SET name = 'Others' WHERE id = {GROUP}"),
    ("said by somebody who is not in it", f"UPDATE event SET actor = 1 WHERE kind = 1 AND room = {CHANNEL}"),
    ("said in an archived room", f"UPDATE event SET kind = 8, value = 1, text = NULL WHERE room = {GROUP} AND seq = 5"),
    ("joined while it was archived", f"UPDATE event SET kind = 8, value = 1 WHERE room = {GROUP} AND seq = 2"),
    ("changed while it was archived", f"UPDATE event SET kind = 8, value = 1 WHERE room = {GROUP} AND seq = 6"),
    ("gone without having been there", f"UPDATE event SET subject = {BOB}, actor = {BOB} WHERE kind = 3"),
    ("left for somebody else", "UPDATE event SET kind = 3 WHERE kind = 4"),
    ("gone from where nobody leaves", f"UPDATE event SET kind = 3, subject = actor WHERE room = {DIRECT} AND seq = 5"),
    ("joined by somebody who is in it", f"""
        UPDATE event SET kind = 2, subject = actor WHERE room = {DIRECT} AND seq = 5"""),
    ("added to a direct room", f"UPDATE event SET actor = {BOB} WHERE room = {DIRECT} AND seq = 2"),
    ("a part for somebody who is not in it", "UPDATE event SET subject = 1 WHERE kind = 10"),
    ("deleted by somebody who is not in it", "UPDATE event SET actor = 1 WHERE kind = 5"),
    ("nobody owns it any more", f"""
        UPDATE event SET kind = 10, subject = actor, value = 0, text = NULL WHERE room = {GROUP} AND seq = 5"""),
]


@pytest.mark.parametrize("finding, change", BREAKS, ids=range(len(BREAKS)))
def test_what_is_broken_is_found(folder, finding, change):
    source = sqlite3.connect(f"file:{folder}/roost.db?mode=ro", uri=True)
    database = sqlite3.connect(":memory:")
    source.backup(database)
    source.close()
    before = database.total_changes
    database.executescript(change)
    assert database.total_changes > before, "the change changes nothing"
    found = audit_database(database)
    assert any(finding in problem for problem in found), found


def test_a_damaged_file_is_found(folder, tmp_path):
    content = bytearray((folder / "roost.db").read_bytes())
    page = content.index(b"said 1") // 4096 * 4096
    content[page:page + 64] = bytes(64)
    (tmp_path / "roost.db").write_bytes(content)
    assert audit(tmp_path)[0].startswith("the database is not whole")

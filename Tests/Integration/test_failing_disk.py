"""A disk that turns read-only, fails or fills up under a running server, and one that is read-only from the start."""

import errno
import os
import subprocess

import pytest

from conftest import PASSWORD, Community
from resuming import whole_history
from roost_server import binary
from wire import Wire, refusal

REFUSED = "nothing is stored until this passes"
AGAIN = "can be written again"


@pytest.mark.parametrize(
    ("error", "code"),
    [(errno.EROFS, "unavailable"), (errno.EIO, "unavailable"), (errno.ENOSPC, "storage_full")],
    ids=["read-only", "failing", "full"])
def test_writes_are_refused_while_reads_go_on_and_are_stored_again_without_a_restart(start, faults, error, code):
    server = start(loops=2, environment=faults.environment)
    community = Community(server)
    account, other = community.account("Sender"), community.account("Reader")
    room = community.channel(account, other)
    wire, reader = community.wire(account), community.wire(other)
    safe = reader.ready["safe"]
    kept = {"before": wire.send(room, "before", "d:0")["seq"]}
    for outage in (1, 2):
        faults.fail(error)
        unsent = [f"{outage}.{index}" for index in range(30)]
        for text in unsent:
            refused = refusal(wire.send, room, text, f"n:{text}")
            assert refused["code"] == code and refused["retry"] is True and refused["retry_after"] > 0, refused
            assert not any(part in refused["message"] for part in ("/", "SQLite", "roost.db")), refused["message"]
        for name, arguments in (
                ("read", {"room": room, "seq": kept["before"]}), ("leave", {"room": room}), ("logout", {}),
                ("delete", {"room": room, "seq": kept["before"]}), ("channel.create", {"name": f"c{outage}"})):
            asker = wire if name in ("logout", "delete") else reader
            refused = refusal(asker.request, name, **arguments)
            assert refused["code"] == code and refused["retry"] is True, (name, refused)
        # What only reads goes on, also on a new connection; a log-in has to store its session.
        assert [event["text"] for event in reader.request("history", room=room)["events"]
                if event["kind"] == "message"] == list(kept)
        assert reader.request("sync", since=safe)["safe"] >= safe
        fresh = community.wire(account)
        assert fresh.request("rooms")["rooms"][0]["unread"] == 0
        fresh.request("typing", room=room, typing=True)
        reader.wait_for("typing", lambda typing: typing["count"] == 1)
        fresh.close()
        reader.wait_for("typing", lambda typing: typing["count"] == 0)
        stranger = Wire(server.port)
        refused = refusal(stranger.request, "login", email=account["email"], password=PASSWORD)
        assert refused["code"] == code, refused
        stranger.close()
        server.wait_for_line(REFUSED)
        assert server.text.count(REFUSED) == outage, "one line an outage, not one a request"
        assert os.strerror(error) in server.text
        assert server.text.count(AGAIN) == outage - 1

        faults.recover()
        for text in unsent:
            kept[text] = wire.send(room, text, f"n:{text}")["seq"]
        assert kept[unsent[0]] == max(seq for text, seq in kept.items() if text not in unsent) + 1
        assert server.text.count(AGAIN) == outage and server.text.count(REFUSED) == outage
        reader.wait_for("event", lambda event: event.get("text") == unsent[-1])
    server.kill()
    server.start()
    history = whole_history(community.wire(account), room)
    assert {event["text"]: event["seq"] for event in history if event["kind"] == "message"} == kept


def test_a_disk_that_fails_at_the_start_is_told_in_words_and_the_next_start_has_everything(start, faults):
    server = start(environment=faults.environment)
    community = Community(server)
    account = community.account()
    room = community.channel(account)
    sent = community.wire(account).send(room, "kept", "d:1")
    server.kill()
    for error in (errno.EROFS, errno.EIO, errno.ENOSPC, errno.EACCES):
        faults.fail(error)
        run = serve(server.data_dir, environment=server.environment)
        assert run.returncode == 1
        assert server.data_dir in run.stderr and "listening" not in run.stderr, run.stderr
        faults.recover()
    server.start()
    assert community.wire(account).request("history", room=room)["events"][-1]["id"] == sent["id"]


def serve(data_dir, environment=None, wrapper=()):
    return subprocess.run(
        [*wrapper, binary(), "serve", "--listen", "127.0.0.1:0", "--data-dir", str(data_dir)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20, env=environment)


@pytest.fixture
def read_only(tmp_path):
    """A command that runs its arguments where `tmp_path` is a file system that is mounted read-only."""
    wrapper = ["unshare", "--mount", "--propagation", "private", "sh", "-c",
               'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"', str(tmp_path)]
    try:
        done = subprocess.run([*wrapper, "true"], capture_output=True)
    except FileNotFoundError:
        pytest.skip("needs unshare")
    if done.returncode:
        pytest.skip("mounting needs root")
    return wrapper


def test_a_data_folder_on_a_read_only_file_system_is_told_in_words_and_left_as_it_is(start, tmp_path, read_only):
    server = start(data_dir=tmp_path / "data")
    community = Community(server)
    account = community.account()
    room = community.channel(account)
    sent = community.wire(account).send(room, "kept", "d:1")
    assert server.terminate() == 0
    before = {entry.name: entry.stat().st_mtime_ns for entry in (tmp_path / "data").iterdir()}
    for folder in (tmp_path / "data", tmp_path / "missing"):
        run = serve(folder, wrapper=read_only)
        assert run.returncode == 1
        assert str(folder) in run.stderr and "Read-only file system" in run.stderr, run.stderr
        assert "writable" in run.stderr and "listening" not in run.stderr, run.stderr
    assert {entry.name: entry.stat().st_mtime_ns for entry in (tmp_path / "data").iterdir()} == before
    server.start()
    assert community.wire(account).request("history", room=room)["events"][-1]["id"] == sent["id"]


def test_a_data_folder_that_is_a_file_or_not_ours_is_told_in_words(tmp_path):
    (tmp_path / "file").write_text("hello")
    run = serve(tmp_path / "file")
    assert run.returncode == 1 and str(tmp_path / "file") in run.stderr and "Choose a folder" in run.stderr, run.stderr
    assert (tmp_path / "file").read_text() == "hello"

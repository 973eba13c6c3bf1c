"""Starting, ending, and what one data folder allows."""

import socket
import subprocess
import threading
import time

from conftest import Community
from roost_server import Server, binary
from wire import Wire


def test_sigterm_ends_the_server_with_everything_kept(start):
    server = start()
    community = Community(server)
    account = community.account()
    room = community.channel(account)
    wire = community.wire(account)
    sent = wire.send(room, "kept", "k:1")
    assert server.terminate() == 0
    wire.wait_until_closed()

    server.start()
    wire = community.wire(account)
    assert wire.request("history", room=room)["events"][-1]["id"] == sent["id"]
    assert room in [each["id"] for each in wire.request("rooms")["rooms"]]
    assert wire.ready["server"]["setup"] is False


def test_sigterm_in_the_middle_of_sends_keeps_what_was_acknowledged(start):
    server = start()
    community = Community(server)
    account = community.account()
    room = community.channel(account)
    wire = community.wire(account)
    for index in range(200):
        wire.begin("send", {"room": room, "text": f"{index}", "nonce": f"k:{index}"})
    wire.answer(0)
    assert server.terminate() == 0
    wire.wait_until_closed()
    acknowledged = [answer["ok"]["id"] for answer in wire.answers.values() if "ok" in answer]

    server.start()
    wire = community.wire(account)
    kept = {event.get("id") for event in wire.request("history", room=room, limit=200)["events"]
            + wire.request("history", room=room, limit=200, before=3)["events"]}
    assert set(acknowledged) <= kept


def test_half_a_request_and_readers_that_stopped_hold_the_end_up_for_a_moment_only(start):
    server = start(loops=2)
    community = Community(server)
    account = community.account()
    room = community.channel(account)
    held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(3)]
    held[0].sendall(b"GET / HT")
    held[1].sendall(b"POST /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc")
    held[2].sendall(b"GET /roost.css HTTP/1.1\r\nHost: x\r\n\r\n" * 500)
    unread = Wire(server.port, account["token"], receive_buffer=4096)
    sent = community.wire(account).send(room, "kept", "k:1")
    begin = time.monotonic()
    assert server.terminate() == 0
    assert time.monotonic() - begin < 8
    for connection in [*held, unread]:
        connection.close()
    server.start()
    assert community.wire(account).request("history", room=room)["events"][-1]["id"] == sent["id"]


def test_a_second_server_on_the_same_data_folder_is_refused(start, tmp_path):
    server = start(data_dir=tmp_path / "one")
    second = subprocess.run(
        [binary(), "serve", "--listen", "127.0.0.1:0", "--data-dir", str(tmp_path / "one")],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
    assert second.returncode != 0
    assert str(tmp_path / "one") in second.stderr + second.stdout
    assert "listening" not in second.stderr + second.stdout
    assert Wire(server.port).ready["server"]["setup"] is True, "the first one goes on"


def test_a_killed_server_leaves_no_lock_behind_and_the_next_one_takes_it(start, tmp_path):
    server = start(data_dir=tmp_path / "one")
    for _ in range(3):
        server.kill()
        server.start()
        assert Wire(server.port).ready["version"] == 1
        check_refused(["--data-dir", str(tmp_path / "one")], tmp_path)


def check_refused(arguments, directory):
    """A second server with these arguments ends at once and says what to do."""
    run = subprocess.run(
        [binary(), "serve", "--listen", "127.0.0.1:0", *arguments], cwd=directory, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=20)
    assert run.returncode == 1, run
    assert "Another server uses the data folder" in run.stderr and "Stop it first" in run.stderr, run.stderr
    assert "listening" not in run.stderr


def test_a_data_folder_is_one_by_whatever_name_it_is_given(start, tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "relative").symlink_to("real")
    server = start(data_dir=tmp_path / "link" / "one")
    community = Community(server)
    account = community.account()
    room = community.channel(account)
    sent = community.wire(account).send(room, "kept", "k:1")
    names = [str(tmp_path / "real" / "one"), "real/one", "./link/one", "relative/one/", "real/../link//one"]
    for name in names:
        check_refused(["--data-dir", name], tmp_path)
    (tmp_path / "data").symlink_to(tmp_path / "real" / "one")
    check_refused([], tmp_path)
    assert community.wire(account).request("history", room=room)["events"][-1]["id"] == sent["id"], "it goes on"

    server.kill()
    server.data_dir = str(tmp_path / "real" / "one")
    server.start()
    for name in names:
        check_refused(["--data-dir", name], tmp_path)
    assert community.wire(account).request("history", room=room)["events"][-1]["id"] == sent["id"]


def test_of_many_servers_started_at_once_on_one_folder_one_serves(tmp_path):
    servers = [Server(tmp_path / "one") for _ in range(4)]
    outcomes = []

    def begin(server):
        try:
            outcomes.append(server.start())
        except AssertionError as error:
            assert "Another server uses the data folder" in str(error)

    threads = [threading.Thread(target=begin, args=(server,)) for server in servers]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert len(outcomes) == 1
        assert Wire(outcomes[0].port).ready["server"]["setup"] is True
    finally:
        for server in servers:
            server.kill()


def test_a_set_up_link_holds_until_the_next_start_makes_a_new_one(start, tmp_path):
    server = start(data_dir=tmp_path / "one")
    first = server.wait_for_setup_token()
    assert server.terminate() == 0
    server.setup_token = None
    server.start()
    assert server.wait_for_setup_token() != first


def test_an_address_in_use_is_told_in_words(start, tmp_path):
    """Two servers share a port only if both asked for that: one alone must be told."""
    server = start()
    second = Server(tmp_path / "other", port=server.port)
    run = subprocess.run(
        [binary(), "serve", "--listen", f"127.0.0.1:{server.port}", "--data-dir", second.data_dir],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
    assert run.returncode != 0
    assert str(server.port) in run.stderr + run.stdout


def test_wrong_usage_is_told_in_words_and_ends_with_two():
    for arguments in (["serve", "--port", "1"], ["serve", "--loops", "0"], ["nonsense"],
                      ["serve", "--listen", "127.0.0.1"], ["serve", "--listen", "127.0.0.1:99999"]):
        run = subprocess.run([binary(), *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
        assert run.returncode == 2, (arguments, run)
        assert run.stderr.strip(), arguments

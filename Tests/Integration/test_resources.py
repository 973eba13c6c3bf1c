"""Descriptors, memory, disk and hashing threads that run out: refused in words, and everything works again afterwards."""

import json
import os
import pathlib
import resource
import socket
import subprocess
import sys
import threading
import time

import pytest

from conftest import LONG, PASSWORD, Community
from engine_polling import exchange
from errors import Closed, Refused
from raw_websocket import RawWebSocket
from roost_server import binary
from wire import Wire, refusal
from witness import Witness

CYCLES = 10_000 if LONG else 1_500


def resident(server):
    """Bytes that the process holds now."""
    fields = pathlib.Path(f"/proc/{server.process.pid}/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")


def grown(server, work, count):
    """Bytes a round that `count` rounds of `work` add, after as many that fill pools and caches."""
    for _ in range(count):
        work()
    before = resident(server)
    for _ in range(count):
        work()
    return (resident(server) - before) / count


needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@needs_proc
def test_connections_that_come_and_go_leave_nothing_behind(start):
    community = Community(start(loops=2))
    account = community.account()

    def come_and_go():
        Wire(community.server.port, account["token"]).abort()

    assert grown(community.server, come_and_go, CYCLES) < 1_000


@needs_proc
def test_connections_cut_while_their_token_is_looked_up_leave_nothing_behind(start):
    community = Community(start(loops=2))
    account = community.account()
    connect = "40" + json.dumps({"token": account["token"]})

    def cut():
        websocket = RawWebSocket(community.server.port)
        websocket.send_text(connect)
        websocket.abort()

    assert grown(community.server, cut, CYCLES) < 1_000
    assert Wire(community.server.port, account["token"]).ready["user"]["id"] == account["user"]["id"]


@needs_proc
def test_events_without_acknowledgement_and_strangers_requests_are_not_kept(start):
    community = Community(start())
    wire = Wire(community.server.port)
    packets = ['42["send",{"room":"0000000000001","text":"x","nonce":"n"}]', '42["nonsense",1,2,3]', '42["x"]', "43999[1]"]

    def flood():
        for packet in packets * 25:
            wire.socket.send_text(packet)

    assert grown(community.server, flood, 100) < 20_000
    assert refusal(wire.request, "me")["code"] == "not_logged_in"


@needs_proc
def test_a_server_without_descriptors_recovers_when_it_has_some(start):
    server = start(loops=4)
    community = Community(server)
    witness = Witness(community)
    used = len(os.listdir(f"/proc/{server.process.pid}/fd"))
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (used + 12, used + 12))
    waiting = []
    for index in range(200):
        connection = socket.create_connection(("127.0.0.1", server.port), timeout=5)
        path = "/socket.io/?EIO=4&transport=" + ("polling" if index % 2 else "websocket")
        upgrade = ("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n") if index % 2 == 0 else ""
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n{upgrade}\r\n".encode())
        waiting.append(connection)
    for _ in range(5):
        witness.check()
    for connection in waiting:
        connection.close()
    deadline = time.monotonic() + 20
    while True:
        try:
            Wire(server.port).close()
            break
        except (Closed, TimeoutError, OSError):
            assert time.monotonic() < deadline, "the server does not accept again"
    witness.check()


def limited(monkeypatch, tmp_path, soft, hard):
    """From here on servers start with these limits of open files."""
    script = tmp_path / "limited"
    script.write_text(f'#!/bin/sh\nulimit -S -n {soft}; ulimit -H -n {hard}\nexec "{binary()}" "$@"\n')
    script.chmod(0o755)
    monkeypatch.setenv("ROOST_BINARY", str(script))


@needs_proc
def test_the_limit_of_open_files_is_raised_as_far_as_allowed(start, monkeypatch, tmp_path):
    limited(monkeypatch, tmp_path, 100, 900)
    server = start()
    assert resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE) == (900, 900)


def test_too_few_files_to_start_are_told_in_words(monkeypatch, tmp_path):
    limited(monkeypatch, tmp_path, 40, 40)
    run = subprocess.run(
        [binary(), "serve", "--listen", "127.0.0.1:0", "--data-dir", str(tmp_path / "data"), "--loops", "4"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
    assert run.returncode == 1
    assert "40 files" in run.stderr


def test_three_hundred_log_ins_at_once_are_answered_each(start):
    community = Community(start(loops=2))
    witness = Witness(community)
    account = community.account()
    wires = [Wire(community.server.port) for _ in range(300)]
    numbers = [wire.begin("login", {"email": account["email"], "password": PASSWORD}) for wire in wires]
    answers = []
    for wire, number in zip(wires, numbers, strict=True):
        answers.append(wire.answer(number, 60))
    codes = {answer["error"]["code"] for answer in answers if "error" in answer}
    assert codes <= {"busy", "rate_limited"}, codes
    assert any("ok" in answer for answer in answers)
    witness.check()
    deadline = time.monotonic() + 60
    fresh = Wire(community.server.port)
    while True:
        try:
            fresh.request("login", email=account["email"], password=PASSWORD)
            break
        except Refused as refused:
            assert refused.code in ("busy", "rate_limited") and time.monotonic() < deadline
            time.sleep(min(refused.error.get("retry_after", 100) / 1000, 5))
    for wire in wires:
        wire.close()


def test_more_than_five_hundred_connect_at_once_and_all_are_served(start):
    community = Community(start(loops=4))
    account = community.account()
    outcomes = []

    def connect(count):
        wires = [Wire(community.server.port, account["token"]) for _ in range(count)]
        outcomes.extend(wire.request("me")["user"]["id"] == account["user"]["id"] for wire in wires)
        for wire in wires:
            wire.abort()

    threads = [threading.Thread(target=connect, args=(70,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert outcomes == [True] * 560


@pytest.fixture
def small_disk(tmp_path):
    """A file system of its own with 4 MB; needs the right to mount."""
    folder = tmp_path / "small"
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)], capture_output=True)
    if done.returncode:
        pytest.skip("mounting needs root")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(path):
    """Takes what room there is."""
    with open(path, "wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            pass


def test_a_full_disk_refuses_and_keeps_what_it_has_and_works_again_with_room(start, small_disk):
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(1_000_000))
    server = start(data_dir=small_disk / "data")
    community = Community(server)
    account = community.account()
    room = community.channel(account)
    wire = community.wire(account)
    others = [community.wire(community.account()) for _ in range(20)]
    kept, code = [], None
    for index in range(500):
        try:
            kept.append(wire.send(room, f"{index} " + "x" * 10_000, f"f:{index}")["id"])
        except Refused as refused:
            code = refused.code
            break
    assert code == "storage_full"
    # What the refused one took of the log stays for shorter ones: until none of them fits either, it is not full.
    fill(small_disk / "rest")
    for index in range(500):
        try:
            kept.append(wire.send(room, "x", f"g:{index}")["id"])
        except Refused as refused:
            code = refused.code
            break
    else:
        raise AssertionError("it is never full")
    assert code == "storage_full"
    assert wire.request("me")["user"]["id"] == account["user"]["id"]
    assert {event.get("id") for event in wire.request("history", room=room, limit=5)["events"]} <= set(kept)
    # A log-out takes less than a message: those that still fit take their room, until one does not.
    for other in others:
        try:
            other.request("logout")
        except Refused as refused:
            assert refused.code == "storage_full"
            break
    else:
        raise AssertionError("it is never full")
    assert refusal(wire.request, "logout")["code"] == "storage_full"
    assert wire.request("me")["user"]["id"] == account["user"]["id"], "the session could not be ended and goes on"
    ballast.unlink()
    kept.append(wire.send(room, "there is room again", "again:1")["id"])
    server.kill()
    server.start()
    wire = community.wire(account)
    ids, before = [], None
    while True:
        page = wire.request("history", room=room, limit=20, **({"before": before} if before else {}))
        ids = [event["id"] for event in page["events"] if event["kind"] == "message"] + ids
        if not page["more"]:
            break
        before = page["events"][0]["seq"]
    assert ids == kept


def test_starting_on_a_full_disk_is_told_in_words(small_disk):
    fill(small_disk / "ballast")
    run = subprocess.run(
        [binary(), "serve", "--listen", "127.0.0.1:0", "--data-dir", str(small_disk / "data")],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
    assert run.returncode == 1
    assert "listening" not in run.stderr and len(run.stderr) > 20

"""How often people may send, ask and connect."""

import shutil
import subprocess
import sys

import pytest

from conftest import Community
from roost_server import binary
from wire import refusal


def limited(start, **limits):
    """A server with these limits and no others."""
    arguments = []
    for name in ("sends", "room-sends", "requests", "connections"):
        arguments += [f"--limit-{name}", limits.get(name.replace("-", "_"), "0")]
    return Community(start(arguments=arguments, limits=True))


def flood(wire, requests):
    """The answers to requests that go out at once."""
    numbers = [wire.begin(*request) for request in requests]
    return [wire.answer(number) for number in numbers]


def codes(answers):
    for answer in answers:
        if "error" in answer:
            assert answer["error"]["retry"] and 0 < answer["error"]["retry_after"] <= 60_000
    return ["ok" if "ok" in answer else answer["error"]["code"] for answer in answers]


def messages(room, count, name):
    return [("send", {"room": room, "text": "x", "nonce": f"{name}:{index}"}) for index in range(count)]


def test_messages_of_one_person(start):
    community = limited(start, sends="5/60000")
    ann, bob = community.account("Ann"), community.account("Bob")
    rooms = [community.channel(ann, bob) for _ in range(2)]
    wire, other = community.wire(ann), community.wire(ann)
    assert codes(flood(wire, messages(rooms[0], 7, "a"))) == ["ok"] * 5 + ["rate_limited"] * 2
    assert codes(flood(other, messages(rooms[1], 1, "b"))) == ["rate_limited"], "another connection and room count too"
    assert codes(flood(community.wire(bob), messages(rooms[0], 5, "c"))) == ["ok"] * 5
    assert len([event for event in wire.request("history", room=rooms[0])["events"] if event["kind"] == "message"]) == 10
    assert wire.request("read", room=rooms[0], seq=3)


def test_messages_to_one_room(start):
    community = limited(start, room_sends="4/60000")
    ann, bob = community.account("Ann"), community.account("Bob")
    crowded, quiet = community.channel(ann, bob), community.channel(ann, bob)
    assert codes(flood(community.wire(ann), messages(crowded, 3, "a"))) == ["ok"] * 3
    assert codes(flood(community.wire(bob), messages(crowded, 3, "b"))) == ["ok"] + ["rate_limited"] * 2
    assert codes(flood(community.wire(bob), messages(quiet, 3, "c"))) == ["ok"] * 3


def test_other_requests_of_one_person(start):
    community = limited(start, requests="30/60000")
    ann, bob = community.account("Ann"), community.account("Bob")
    room = community.channel(ann, bob)
    wire = community.wire(bob)
    assert codes(flood(wire, [("room", {"room": room})] * 40)).count("rate_limited") in (11, 12), "joining counted too"
    assert codes(flood(wire, messages(room, 50, "a"))) == ["ok"] * 50, "messages are counted by themselves"
    assert refusal(community.wire(bob).request, "me")["code"] == "rate_limited"
    assert community.wire(ann).request("me")


def test_a_server_has_limits_unless_it_is_told_otherwise(start):
    community = Community(start(limits=True))
    ann = community.account("Ann")
    room = community.channel(ann)
    answers = codes(flood(community.wire(ann), messages(room, 90, "a")))
    assert answers[:60] == ["ok"] * 60 and answers.count("rate_limited") >= 20


@pytest.mark.parametrize("rate", ["60", "0/5", "5/0", "x", "-1/5", ""])
def test_a_rate_that_cannot_be_read_is_told_in_words(rate):
    run = subprocess.run([binary(), "serve", f"--limit-sends={rate}"], capture_output=True, text=True, timeout=20)
    assert run.returncode == 2 and "--limit-sends takes BURST/MS" in run.stderr


CONNECTING = """
import socket, subprocess, sys
subprocess.run("ip link set lo up; ip address add 192.0.2.1/32 dev lo; ip address add 192.0.2.2/32 dev lo",
               shell=True, check=True)
server = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
try:
    port = next(int(line.rsplit(":", 1)[1]) for line in server.stdout if "listening on" in line)
    for address, path in (
            ("192.0.2.1", ""), ("192.0.2.2", ""), ("192.0.2.1", "&sid=unknown"), ("127.0.0.1", "")):
        for _ in range(5):
            peer = socket.create_connection((address, port), source_address=(address, 0))
            peer.sendall(f"GET /socket.io/?EIO=4&transport=polling{path} HTTP/1.1\\r\\nHost: a\\r\\n"
                         "Connection: close\\r\\n\\r\\n".encode())
            answer = b""
            while part := peer.recv(65536):
                answer += part
            head = answer.decode().lower()
            assert ("retry-after: " in head) == (" 429 " in head.splitlines()[0])
            assert ('"code":"rate_limited"' in head) == (" 429 " in head.splitlines()[0])
            print(head.split()[1])
finally:
    server.kill()
"""


def test_connections_of_one_address(tmp_path):
    if not shutil.which("unshare") or not shutil.which("ip"):
        pytest.skip("needs unshare and ip")
    alone = ["unshare", "--map-root-user", "--net", sys.executable]
    if subprocess.run([*alone, "-c", "pass"], capture_output=True).returncode != 0:
        pytest.skip("this machine gives no network of its own")
    run = subprocess.run(
        [*alone, "-c", CONNECTING, binary(), "serve", "--listen", "0.0.0.0:0", "--data-dir", str(tmp_path / "data"),
         "--url", "http://192.0.2.1", "--limit-connections", "3/60000"], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run
    assert run.stdout.split() == ["200"] * 3 + ["429"] * 2 + ["200"] * 3 + ["429"] * 2 + ["400"] * 5 + ["200"] * 5

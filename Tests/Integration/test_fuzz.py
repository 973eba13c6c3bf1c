"""Seeded garbage at every layer: the server lives, and answers others meanwhile."""

import json
import random
import socket
import threading
import time

import pytest

from conftest import LONG
from engine_polling import exchange
from errors import Closed, Refused
from raw_websocket import RawWebSocket
from wire import Wire
from witness import Witness

SECONDS = 60 if LONG else 4
POLLING = "/socket.io/?EIO=4&transport=polling"
REQUESTS = ["me", "send", "history", "sync", "read", "typing", "join", "leave", "rooms", "channel.create", "users", "x"]


def garbage(choices, most=2_000):
    return choices.randbytes(choices.randrange(most))


def mutated(choices, data):
    """`data` with a few bytes changed, cut out, doubled or put in."""
    data = bytearray(data)
    for _ in range(choices.randrange(1, 6)):
        place = choices.randrange(len(data) + 1)
        match choices.randrange(4):
            case 0 if place < len(data):
                data[place] = choices.randrange(256)
            case 1:
                del data[place:place + choices.randrange(1, 9)]
            case 2:
                data[place:place] = choices.randbytes(choices.randrange(1, 9))
            case _:
                data[place:place] = data[place:place + choices.randrange(1, 50)]
    return bytes(data)


def value(choices, depth=0):
    """A random JSON value, now and then of a shape that some request wants."""
    match choices.randrange(9 if depth < 4 else 6):
        case 0:
            return choices.choice([None, True, False])
        case 1:
            return choices.choice([0, 1, -1, 2**31, 2**53, 2**63 - 1, -(2**63), 10**40, 1e308, -0.0, 0.5])
        case 2 | 3:
            return "".join(chr(choices.choice([*range(0x20, 0x7f), 0, 0x85, 0xe9, 0x2028, 0xfeff, 0x1f600]))
                           for _ in range(choices.randrange(30)))
        case 4:
            return choices.choice(["0000000000001", "0000000000000", "x" * 17_000])
        case 5:
            return choices.randrange(1_000)
        case 6:
            return [value(choices, depth + 1) for _ in range(choices.randrange(5))]
        case _:
            names = ["room", "text", "nonce", "since", "limit", "seq", "typing", "before", "name", "users", "x", ""]
            return {choices.choice(names): value(choices, depth + 1) for _ in range(choices.randrange(6))}


def over_tcp(port, token, choices):
    request = (f"GET {POLLING} HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\nCookie: a=b\r\n\r\n"
               "POST /socket.io/?EIO=4&transport=polling&sid=x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
               "3\r\n40x\r\n0\r\n\r\n").encode()
    with socket.create_connection(("127.0.0.1", port), timeout=0.05) as connection:
        connection.sendall(mutated(choices, request) if choices.random() < 0.8 else garbage(choices))
        connection.recv(65_536)


def over_websocket(port, token, choices):
    websocket = RawWebSocket(port)
    try:
        for _ in range(choices.randrange(1, 20)):
            if choices.random() < 0.3:
                websocket.send_bytes(garbage(choices, 300))
            else:
                websocket.send_frame(
                    choices.randrange(16), garbage(choices, 200), fin=choices.random() < 0.8,
                    masked=choices.random() < 0.9, reserved=choices.choice([0, 0, 0, 1, 4]))
    finally:
        websocket.abort()


def over_socket_io(port, token, choices):
    wire = Wire(port, token)
    try:
        for number in range(30):
            packet = f"42{number}" + json.dumps([choices.choice(REQUESTS), value(choices)])
            if choices.random() < 0.2:
                packet = mutated(choices, packet.encode()).decode(errors="replace")
            wire.socket.send_text(packet)
        wire.socket.send_text('42999999["me",{}]')
        deadline = time.monotonic() + 10
        while not wire.socket.receive_text(deadline).startswith("43999999["):
            pass
    finally:
        wire.abort()


def over_polling(port, token, choices):
    sid = json.loads(exchange(port, "GET", POLLING)[1][1:])["sid"]
    path = f"{POLLING}&sid={sid}"
    for body in (b"40" + json.dumps({"token": token}).encode(), b'42["me",{}]\x1e3\x1e420["rooms",{}]'):
        exchange(port, "POST", path, mutated(choices, body) if choices.random() < 0.7 else body, seconds=1)


@pytest.mark.parametrize("attack", [over_tcp, over_websocket, over_socket_io, over_polling], ids=lambda f: f.__name__)
def test_garbage_harms_nobody(community, attack):
    witness = Witness(community)
    account = community.account("Fuzzer")
    end = time.monotonic() + SECONDS
    rounds = [0, 0]
    failures = []

    def run(thread):
        choices = random.Random(f"{attack.__name__} {thread}")
        while time.monotonic() < end and not failures:
            try:
                attack(community.server.port, account["token"], choices)
            except (Closed, Refused, OSError, TimeoutError, ValueError, json.JSONDecodeError):
                pass
            except Exception as error:
                if type(error).__module__ != "http.client":
                    failures.append(error)
            rounds[thread] += 1

    threads = [threading.Thread(target=run, args=(thread,)) for thread in range(2)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        witness.check()
        threads[0].join(0.1)
    for thread in threads:
        thread.join()
    assert not failures, failures
    assert min(rounds) >= 5, rounds
    assert community.server.is_running
    witness.check()
    assert community.wire(account).request("me")["user"]["id"] == account["user"]["id"]

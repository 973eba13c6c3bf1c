"""HTTP/1.1 as clients see it that nobody here wrote, and as raw bytes, against the built conformance server."""

import asyncio
import http.client
import os
import pathlib
import re
import socket
import subprocess
import threading
import time

import aiohttp
import pytest
import requests

from roost_server import binary

LIMIT = 1_000_000
_place = re.compile(r":(\d+)\s*$")


@pytest.fixture(scope="module")
def port():
    path = pathlib.Path(binary()).with_name("conformance-server")
    assert path.exists(), f"{path} is missing: run `swift build` first"
    process = subprocess.Popen(
        [str(path), "--listen", "127.0.0.1:0"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    found = _place.search(line)
    assert found, f"the server did not say where it listens: {line!r}"
    yield int(found.group(1))
    assert process.poll() is None, "the server ended by itself"
    process.kill()
    process.wait()


def exchange(port, *pieces, seconds=8):
    """Sends the pieces and answers all that came until the server ended the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as client:
        for piece in pieces:
            client.sendall(piece)
        received = b""
        while True:
            try:
                more = client.recv(65536)
            except ConnectionResetError:
                return received
            if not more:
                return received
            received += more


def status(answer):
    assert answer.startswith(b"HTTP/1.1 "), answer[:200]
    return int(answer[9:12])


HOST = b"Host: h\r\n"
REFUSED = {
    "length and chunks": (b"POST /echo HTTP/1.1\r\n" + HOST + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    "two lengths": (b"POST /echo HTTP/1.1\r\n" + HOST + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\n", 400),
    "a list of lengths": (b"POST /echo HTTP/1.1\r\n" + HOST + b"Content-Length: 5, 5\r\n\r\n", 400),
    "a signed length": (b"POST /echo HTTP/1.1\r\n" + HOST + b"Content-Length: +5\r\n\r\n", 400),
    "a hexadecimal length": (b"POST /echo HTTP/1.1\r\n" + HOST + b"Content-Length: 0x5\r\n\r\n", 400),
    "a huge length": (b"POST /echo HTTP/1.1\r\n" + HOST + b"Content-Length: 99999999999999999999\r\n\r\n", 413),
    "a long length": (b"POST /echo HTTP/1.1\r\n" + HOST + b"Content-Length: 1000001\r\nExpect: 100-continue\r\n\r\n", 413),
    "space before the colon": (b"GET / HTTP/1.1\r\nHost : h\r\n\r\n", 400),
    "a folded line": (b"GET / HTTP/1.1\r\n" + HOST + b"X: a\r\n b\r\n\r\n", 400),
    "a bare line feed": (b"GET / HTTP/1.1\nHost: h\n\n", 400),
    "a bare carriage return": (b"GET / HTTP/1.1\r\n" + HOST + b"X: a\rb\r\n\r\n", 400),
    "a bad chunk size": (b"POST /echo HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400),
    "a chunk without its end": (b"POST /echo HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n1\r\nabc", 400),
    "another coding": (b"POST /echo HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: gzip, chunked\r\n\r\n", 501),
    "chunks not last": (b"POST /echo HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked, identity\r\n\r\n", 501),
    "chunks in HTTP/1.0": (b"POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "two hosts": (b"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
    "another host in the target": (b"GET http://a/ HTTP/1.1\r\nHost: b\r\n\r\n", 400),
    "NUL in a field": (b"GET / HTTP/1.1\r\n" + HOST + b"X: a\0b\r\n\r\n", 400),
    "a control byte in the target": (b"GET /\x01 HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "HTTP/0.9": (b"GET /\r\n\r\n", 400),
    "HTTP/1.2": (b"GET / HTTP/1.2\r\n" + HOST + b"\r\n", 505),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    "an expectation": (b"GET / HTTP/1.1\r\n" + HOST + b"Expect: cake\r\n\r\n", 417),
    "a long target": (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 414),
    "long fields": (b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 300_000 + b"\r\n\r\n", 431),
    "many fields": (b"GET / HTTP/1.1\r\n" + HOST + b"X: a\r\n" * 100 + b"\r\n", 431),
    "a tunnel": (b"CONNECT h:80 HTTP/1.1\r\n" + HOST + b"\r\n", 501),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_smuggles_or_overflows_is_refused_with_its_status_and_a_close(port, name):
    request, expected = REFUSED[name]
    answer = exchange(port, request)
    assert status(answer) == expected
    assert b"\r\nConnection: close\r\n" in answer and answer.count(b"HTTP/1.1 ") == 1


def test_methods_that_are_not_there_are_told_from_those_that_http_does_not_know(port):
    for method, expected in [("DELETE", 405), ("TRACE", 405), ("get", 501), ("BREW", 501)]:
        answer = exchange(port, f"{method} / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n".encode())
        assert status(answer) == expected
    assert status(exchange(port, b"OPTIONS * HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")) == 204


def test_an_expecting_client_is_told_to_go_on_and_then_answered(port):
    with socket.create_connection(("127.0.0.1", port), timeout=8) as client:
        client.sendall(b"POST /echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
        assert client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(b"abc")
        assert client.recv(1000).endswith(b"\r\n\r\nabc")


def test_the_standard_library_keeps_one_connection_for_requests_of_every_kind(port):
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=8)
    client.connect()
    first = client.sock
    for size in [0, 1, 70_000, LIMIT]:
        client.request("POST", "/echo", body=b"x" * size)
        assert client.getresponse().read() == b"x" * size
        client.request("POST", "/echo", body=iter([b"y"] * 5), encode_chunked=True, headers={"Transfer-Encoding": "chunked"})
        assert client.getresponse().read() == b"yyyyy"
        client.request("HEAD", "/")
        answer = client.getresponse()
        assert answer.read() == b"" and int(answer.headers["Content-Length"]) == 3
    assert client.sock is first
    client.close()


def test_requests_and_aiohttp_send_and_read_bodies_of_known_and_unknown_length(port):
    body = os.urandom(500_000)
    with requests.Session() as session:
        for data in [body, iter([body[:7], body[7:]])]:
            assert session.post(f"http://127.0.0.1:{port}/echo", data=data, timeout=8).content == body
        answer = session.post(f"http://127.0.0.1:{port}/echo", data=iter([b"z" * 600_000] * 2), timeout=8)
        assert answer.status_code == 413

    async def concurrent():
        async def pieces():
            for place in range(0, len(body), 10_000):
                yield body[place:place + 10_000]

        async with aiohttp.ClientSession() as session:
            async def one(data):
                async with session.post(f"http://127.0.0.1:{port}/echo", data=data) as answer:
                    return await answer.read() == body

            return await asyncio.gather(*(one(body if place % 2 else pieces()) for place in range(20)))

    assert all(asyncio.run(concurrent()))


def test_curl_uploads_with_an_expectation_and_over_http_1_0(port):
    body = b"c" * 900_000
    for options in [[], ["--http1.0"], ["-H", "Transfer-Encoding: chunked"], ["-H", "Expect: 100-continue"]]:
        done = subprocess.run(
            ["curl", "-sS", "--max-time", "8", *options, "--data-binary", "@-", f"http://127.0.0.1:{port}/echo"],
            input=body, capture_output=True, check=False)
        assert done.returncode == 0 and done.stdout == body, done.stderr


def test_slow_heads_bodies_and_idle_connections_are_cut_while_others_are_served(port):
    answers = {}

    def run(name, head, drip):
        with socket.create_connection(("127.0.0.1", port), timeout=15) as client:
            client.sendall(head)
            began = time.monotonic()
            client.settimeout(0.25)
            received = b""
            while time.monotonic() - began < 14:
                try:
                    more = client.recv(65536)
                    if not more:
                        break
                    received += more
                except TimeoutError:
                    try:
                        client.sendall(drip)
                    except OSError:
                        break
                except OSError:
                    break
            answers[name] = (received[:12], time.monotonic() - began)

    cases = {
        "head": (b"GET / HTTP/1.1\r\nX: ", b"a", b"HTTP/1.1 408"),
        "body": (b"POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 50000\r\n\r\n", b"a", b"HTTP/1.1 408"),
        "chunks": (b"POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n", b"HTTP/1.1 408"),
        "stalled": (b"POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc", b"", b"HTTP/1.1 408"),
        "idle": (b"GET / HTTP/1.1\r\nHost: h\r\n\r\n", b"", b"HTTP/1.1 200"),
        "silent": (b"", b"", b""),
    }
    threads = [threading.Thread(target=run, args=(name, head, drip)) for name, (head, drip, _) in cases.items()]
    for thread in threads:
        thread.start()
    assert requests.get(f"http://127.0.0.1:{port}/", timeout=8).status_code == 200
    for thread in threads:
        thread.join()
    for name, (_, _, expected) in cases.items():
        answer, seconds = answers[name]
        assert answer == expected and 4.5 < seconds < 9, (name, answer, seconds)


def test_a_flood_of_requests_whose_answers_nobody_reads_stops_being_read_and_then_served(port):
    flood = b"GET / HTTP/1.1\r\nHost: h\r\n\r\n" * 4000
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(1)
    client.connect(("127.0.0.1", port))
    sent = 0
    with pytest.raises(OSError):
        while sent < 200_000_000:
            sent += client.send(flood)
    assert requests.get(f"http://127.0.0.1:{port}/", timeout=8).status_code == 200
    client.close()

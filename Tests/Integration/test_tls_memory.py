"""What TLS connections and handshakes that never end cost."""

import os
import pathlib
import socket
import ssl
import sys

import pytest

from conftest import LONG
from engine_polling import exchange
from hostile import allow_files, source
from tls_files import Certificate

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

IDLE = 2_000 if LONG else 500
HALF = 10_000 if LONG else 1_500
IDLE_LIMIT = 32 * 1024
HALF_LIMIT = 60 * 1024
# TLSConfiguration.maximumHandshakes
MAXIMUM = 1_024


def resident(server):
    fields = pathlib.Path(f"/proc/{server.process.pid}/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")


def test_an_idle_tls_connection_keeps_no_buffers(start, tmp_path, record_property):
    server = start(certificate=Certificate(tmp_path))
    context, held = server.tls, []

    def add(count):
        for _ in range(count):
            plain = socket.create_connection(("127.0.0.1", server.port))
            secure = context.wrap_socket(plain, server_hostname="localhost")
            secure.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
            while not secure.recv(65_536).endswith(b"ok\n"):
                pass
            held.append(secure)

    add(100)
    before = resident(server)
    add(IDLE)
    each = (resident(server) - before) / IDLE
    record_property("bytes", each)
    print(f"{each:.0f} bytes an idle TLS connection")
    assert each < IDLE_LIMIT


def test_handshakes_that_never_end_cost_a_bounded_sum_and_keep_nobody_out(start, tmp_path, record_property):
    assert allow_files(HALF + 500) >= HALF + 500, "the system allows too few files"
    server = start(certificate=Certificate(tmp_path))
    context = server.tls
    for _ in range(50):
        assert exchange(server.port, "GET", "/livez", tls=context)[0] == 200
    before, held = resident(server), []
    for _ in range(HALF):
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        client = context.wrap_bio(incoming, outgoing, server_hostname="localhost")
        try:
            client.do_handshake()
        except ssl.SSLWantReadError:
            pass
        plain = socket.create_connection(("127.0.0.1", server.port), 10, (source(len(held)), 0))
        plain.sendall(outgoing.read())
        assert plain.recv(1), "the server's answer shows that the handshake is under way"
        held.append(plain)
    grown = resident(server) - before
    record_property("bytes", grown)
    print(f"{grown / min(HALF, MAXIMUM):.0f} bytes a handshake that stopped half way, {grown} in all")
    assert grown < MAXIMUM * HALF_LIMIT
    assert exchange(server.port, "GET", "/livez", tls=context) == (200, "ok\n")
    for plain in held:
        plain.close()

"""TLS, with clients that nobody here wrote: Python's ssl and http.client, websockets, python-socketio, curl, openssl."""

import http.client
import json
import shutil
import signal
import socket
import ssl
import subprocess
import time

import pytest
import websockets.sync.client

from conftest import PASSWORD, Community
from engine_polling import Polling, exchange
from errors import Closed
from raw_websocket import RawWebSocket
from roost_server import Server, binary
from tls_files import Certificate
from wire import SECONDS, Wire


@pytest.fixture(scope="module")
def secure(tmp_path_factory):
    """A server of four loops that speaks TLS."""
    server = Server(
        tmp_path_factory.mktemp("tls"), loops=4, certificate=Certificate(tmp_path_factory.mktemp("files"))).start()
    yield Community(server)
    assert server.terminate() == 0, server.text[-4000:]


def connect(server, context=None, seconds=SECONDS):
    plain = socket.create_connection(("127.0.0.1", server.port), seconds)
    return (context or server.tls).wrap_socket(plain, server_hostname="localhost")


def until_closed(connection):
    """Everything that comes until the other side closes or resets."""
    received = b""
    try:
        while data := connection.recv(65_536):
            received += data
    except ConnectionError:
        pass
    return received


def is_served(server):
    return exchange(server.port, "GET", "/livez", tls=server.tls) == (200, "ok\n")


def test_the_log_and_the_links_say_https(secure):
    assert f"listening on https://127.0.0.1:{secure.server.port}" in secure.server.text
    assert f"https://127.0.0.1:{secure.server.port}/setup/" in secure.server.text


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_http_over_each_version_keeps_the_connection_and_agrees_on_http_1_1(secure, version):
    context = secure.server.tls
    context.minimum_version = context.maximum_version = version
    context.set_alpn_protocols(["h2", "http/1.1"])
    connection = http.client.HTTPSConnection("localhost", secure.server.port, timeout=SECONDS, context=context)
    for _ in range(3):
        connection.request("GET", "/roost.css")
        response = connection.getresponse()
        assert response.status == 200 and len(response.read()) > 500
    assert connection.sock.version() == version.name.replace("_", ".")
    assert connection.sock.selected_alpn_protocol() == "http/1.1"
    assert connection.sock.compression() is None
    connection.close()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_tls_1_1_is_refused_with_an_alert(secure):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_ciphers("DEFAULT:@SECLEVEL=0")
    context.minimum_version, context.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    with pytest.raises(ssl.SSLError, match="(?i)protocol.version"):
        connect(secure.server, context)


def test_a_client_that_offers_only_other_protocols_is_refused_with_an_alert(secure):
    context = secure.server.tls
    context.set_alpn_protocols(["h2", "spdy/1"])
    with pytest.raises(ssl.SSLError, match="(?i)no.application.protocol"):
        connect(secure.server, context)
    assert is_served(secure.server)


def test_plain_http_and_garbage_are_closed_and_others_are_served(secure):
    for words in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", bytes(300), b"\x16\x03\x01\x00\x04\x01\x00\x00\x00",
                  b"\x80\x2e\x01\x03\x01", b"\x16\x03\x01\xff\xff", bytes(range(256)) * 300):
        with socket.create_connection(("127.0.0.1", secure.server.port), SECONDS) as plain:
            try:
                plain.sendall(words)
            except ConnectionError:
                pass
            assert len(until_closed(plain)) < 20, "an alert at most"
    assert is_served(secure.server)


def test_a_handshake_cut_or_changed_at_any_byte_harms_nobody_else(secure):
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = secure.server.tls.wrap_bio(incoming, outgoing, server_hostname="localhost")
    with pytest.raises(ssl.SSLWantReadError):
        client.do_handshake()
    hello = outgoing.read()
    for place in range(0, len(hello), 3):
        for words in (hello[:place], hello[:place] + bytes([hello[place] ^ 0x55]) + hello[place + 1:]):
            with socket.create_connection(("127.0.0.1", secure.server.port), SECONDS) as plain:
                plain.sendall(words)
    assert is_served(secure.server)


@pytest.mark.parametrize("transports", [["polling"], ["websocket"], ["polling", "websocket"]])
def test_python_socketio_chats_over_each_transport(secure, transports):
    account, other = secure.account(), secure.account()
    room = secure.channel(account, other)
    person, witness = secure.person(account, transports=transports), secure.wire(other)
    assert person.transport == transports[-1]
    sent = person.request("send", room=room, text="over " + "+".join(transports), nonce="t:1")
    assert witness.wait_for("event", lambda event: event.get("room") == room)["seq"] == sent["seq"]
    answer = witness.send(room, "back", "t:1")
    assert person.wait_for("event", lambda event: event.get("text") == "back")["id"] == answer["id"]
    person.close()
    assert person.disconnected.wait(SECONDS)


def test_the_websockets_library_chats_over_wss(secure):
    account = secure.account()
    room = secure.channel(account)
    with websockets.sync.client.connect(
            f"wss://localhost:{secure.server.port}/socket.io/?EIO=4&transport=websocket", ssl=secure.server.tls,
            compression=None) as client:
        assert client.recv(SECONDS).startswith("0{")
        client.send("40" + json.dumps({"token": account["token"]}))
        assert client.recv(SECONDS).startswith("40{")
        assert client.recv(SECONDS).startswith('42["ready"')
        client.send("420" + json.dumps(["send", {"room": room, "text": "hi" * 8_000, "nonce": "w:1"}]))
        assert {client.recv(SECONDS)[:3] for _ in range(2)} == {"430", "42["}


def test_sessions_whose_every_poll_is_a_fresh_connection(secure):
    accounts = [secure.account() for _ in range(4)]
    room = secure.channel(*accounts)
    people = [Polling(secure.server.port, account["token"], tls=secure.server.tls) for account in accounts]
    sent = [person.send(room, f"round {turn}", f"p:{turn}") for turn in range(4) for person in people]
    seqs = [entry["seq"] for entry in sent]
    assert seqs == list(range(seqs[0], seqs[0] + len(sent)))
    for person in people:
        while len(person.events("message", room)) < len(sent):
            person.wait_for("event")
        assert [event["seq"] for event in person.events("message", room)] == seqs


def test_sessions_upgrade_from_any_loop_to_their_own(secure):
    accounts = [secure.account() for _ in range(8)]
    room = secure.channel(*accounts)
    people = [secure.person(account, transports=["polling", "websocket"]) for account in accounts]
    assert [person.transport for person in people] == ["websocket"] * len(people)
    for index, person in enumerate(people):
        sent = person.request("send", room=room, text=f"hello {index}", nonce="u:1")
        for hearer in people:
            event = hearer.wait_for("event", lambda event: event.get("text") == f"hello {index}")
            assert event["seq"] == sent["seq"]
    for person in people:
        person.close()


def test_the_session_cookie_is_secure_and_only_https_pages_may_use_it(secure):
    server, account = secure.server, secure.account()

    def post(origin):
        connection = http.client.HTTPSConnection("localhost", server.port, timeout=SECONDS, context=server.tls)
        connection.request(
            "POST", "/api/v1/login", json.dumps({"email": account["email"], "password": PASSWORD}),
            {"Content-Type": "application/json", "Origin": origin})
        response = connection.getresponse()
        response.read()
        connection.close()
        return response

    response = post(server.url)
    assert response.status == 200
    cookie = response.headers["Set-Cookie"]
    assert cookie.startswith("roost_session=rst_") and "Secure" in [part.strip() for part in cookie.split(";")]
    for origin, status in ((f"https://localhost:{server.port}", 200), (f"http://localhost:{server.port}", 403)):
        assert post(origin).status == status
    headers = [f"Cookie: {cookie.split(';')[0]}"]
    RawWebSocket(server.port, headers=[*headers, f"Origin: {server.url}"], tls=server.tls).close()
    with pytest.raises(Closed, match="403"):
        RawWebSocket(server.port, headers=[*headers, f"Origin: http://127.0.0.1:{server.port}"], tls=server.tls)


def test_a_cut_stream_is_no_end_and_harms_nobody(secure):
    account = secure.account()
    room = secure.channel(account)
    for _ in range(20):
        Wire(secure.server.port, account["token"], tls=secure.server.tls).abort()
    raw = connect(secure.server)
    raw.sendall(b"POST /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc")
    socket.socket(fileno=raw.detach()).close()
    assert secure.wire(account).send(room, "goes on", "c:1")["seq"] > 0


def test_the_server_says_close_notify_and_hears_it(secure):
    connection = connect(secure.server)
    connection.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    received = b""
    while data := connection.recv(65_536):  # an end without close_notify would raise SSLEOFError
        received += data
    assert received.endswith(b"ok\n")
    connection.unwrap().close()


def test_a_session_resumes_with_tls_1_3(secure):
    context = secure.server.tls
    first = connect(secure.server, context)
    first.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    until_closed(first)
    plain = socket.create_connection(("127.0.0.1", secure.server.port), SECONDS)
    again = context.wrap_socket(plain, server_hostname="localhost", session=first.session)
    assert again.session_reused
    again.close()


@pytest.mark.skipif(not shutil.which("curl"), reason="no curl here")
def test_curl_is_answered(secure):
    run = subprocess.run(
        ["curl", "--silent", "--show-error", "--http1.1", "--cacert", secure.server.certificate.certificate,
         f"https://localhost:{secure.server.port}/livez"], capture_output=True, text=True, timeout=30)
    assert run.stdout == "ok\n", run


@pytest.mark.skipif(not shutil.which("openssl"), reason="no openssl here")
def test_openssl_may_not_renegotiate(secure):
    client = subprocess.Popen(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{secure.server.port}", "-tls1_2"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    output, _ = client.communicate("R\n", timeout=30)
    assert "RENEGOTIATING" in output and "no renegotiation" in output.lower(), output
    assert is_served(secure.server)


def test_sighup_shows_new_connections_the_new_certificate_and_leaves_old_ones_alone(start, tmp_path):
    server = start(certificate=Certificate(tmp_path), loops=2)
    community = Community(server)
    account = community.account()
    room = community.channel(account)
    wire, before = community.wire(account), server.certificate.der()
    server.certificate.renew()
    assert server.certificate.der() != before
    server.process.send_signal(signal.SIGHUP)
    server.wait_for_line("TLS certificate that was read again")
    fresh = connect(server)
    assert fresh.getpeercert(binary_form=True) == server.certificate.der()
    assert wire.send(room, "still here", "r:1")["seq"] > 0
    assert community.wire(account).ready["user"]["id"] == account["user"]["id"]

    context = server.tls
    with open(server.certificate.key, "w") as file:
        file.write("no key\n")
    server.process.send_signal(signal.SIGHUP)
    server.wait_for_line("The old certificate stays in use.")
    assert server.certificate.key in server.log[-1]
    assert is_served(server) and connect(server, context).getpeercert(binary_form=True) == server.certificate.der()
    assert server.terminate() == 0


def test_sighup_ends_a_server_without_tls_gently(start):
    server = start()
    server.process.send_signal(signal.SIGHUP)
    assert server.process.wait(SECONDS) == 0
    assert "ended" in server.log[-1]


def test_files_that_cannot_be_used_are_refused_by_name(tmp_path):
    good, other = Certificate(tmp_path), tmp_path / "other"
    other.mkdir()
    wrong = Certificate(other)
    for certificate, key, named in (
            (tmp_path / "none.pem", good.key, tmp_path / "none.pem"), (good.certificate, tmp_path, tmp_path),
            (good.certificate, wrong.key, wrong.key), (good.key, good.key, good.key)):
        run = subprocess.run(
            [binary(), "serve", "--listen", "127.0.0.1:0", "--data-dir", str(tmp_path / "data"), "--tls-certificate",
             str(certificate), "--tls-key", str(key)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=20)
        assert run.returncode == 1 and str(named) in run.stderr, run
    assert not (tmp_path / "data").exists(), "nothing is made before the certificate is good"
    run = subprocess.run(
        [binary(), "serve", "--tls-key", good.key], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
    assert run.returncode == 2 and "--tls-certificate" in run.stderr


def test_half_a_handshake_and_silence_hold_the_end_up_for_a_moment_only(start, tmp_path):
    server = start(certificate=Certificate(tmp_path), loops=2)
    held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(4)]
    held[0].sendall(b"\x16\x03\x01")
    idle = connect(server)
    begin = time.monotonic()
    assert server.terminate() == 0
    assert time.monotonic() - begin < 8
    for connection in [*held, idle]:
        connection.close()

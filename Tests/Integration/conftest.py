"""What the tests share: a server, its owner, and people made by invitation."""

import itertools
import os

import pytest

from faults import faults, faults_library  # noqa: F401 (fixtures)
from person import Person
from roost_server import Server
from wire import Wire

PASSWORD = "correct horse 7"
LONG = os.environ.get("ROOST_LONG") == "1"

_numbers = itertools.count(1)


def profile(name):
    return {"name": name, "avatar": {"picture": "fox", "color": "#c0ffee"}}


class Community:
    """A running server with an owner; makes people and channels with names of their own."""

    def __init__(self, server):
        self.server = server
        wire = Wire(server.port, tls=server.tls)
        self.owner = wire.request(
            "setup", token=server.wait_for_setup_token(), email="owner@example.org", password=PASSWORD,
            **profile("Olive Owner"))
        wire.close()

    def invitation(self, **arguments):
        wire = self.wire(self.owner)
        try:
            return wire.request("invite", **arguments)
        finally:
            wire.close()

    def account(self, name="Robin"):
        """Registers somebody new: `{user, token, expires_at, email}`."""
        email = f"{name.lower()}{next(_numbers)}@example.org"
        code = self.invitation()["code"]
        wire = Wire(self.server.port, tls=self.server.tls)
        answer = wire.request("register", invitation=code, email=email, password=PASSWORD, **profile(name))
        wire.close()
        return {**answer, "email": email}

    def wire(self, account):
        """A connection of `account` that keeps the order of frames."""
        return Wire(self.server.port, account["token"], tls=self.server.tls)

    def person(self, account, **options):
        """A connection of `account` through python-socketio."""
        return Person(self.server.url, account["token"], certificate=self.server.certificate, **options)

    def name(self, word):
        return f"{word} {next(_numbers)}"

    def channel(self, *accounts):
        """A new channel with these members, made by the first: its id."""
        wires = [self.wire(account) for account in accounts]
        room = wires[0].request("channel.create", name=self.name("channel"))["room"]["id"]
        for wire in wires[1:]:
            wire.request("join", room=room)
        for wire in wires:
            wire.close()
        return room


@pytest.fixture(scope="session")
def community(tmp_path_factory):
    """The server that most tests share; what changes a server for good starts its own."""
    server = Server(tmp_path_factory.mktemp("shared"), loops=2).start()
    yield Community(server)
    alive = server.is_running
    status = server.terminate() if alive else server.process.poll()
    assert alive and status == 0, f"the shared server ended with {status}:\n{server.text[-4000:]}"


@pytest.fixture
def start(tmp_path):
    """Starts servers of the test's own, all ended with it."""
    servers = []

    def begin(data_dir=None, **options):
        server = Server(data_dir or tmp_path / f"data{len(servers)}", **options)
        servers.append(server)
        return server.start()

    yield begin
    for server in servers:
        server.kill()

"""docs/protocol.md's complete client, and README.md's short one, run as they are printed."""

import asyncio
import importlib.util
import json
import queue
import re
import subprocess
import sys
import threading
import time

import pytest

from conftest import PASSWORD, Community
from resuming import whole_history
from roost_server import ROOT

SECONDS = 20


def example(page, heading):
    """The first Python block under `heading`."""
    text = (ROOT / page).read_text()
    section = text[text.index(f"\n{heading}\n"):]
    return re.search(r"```python\n(.*?)```", section, re.S).group(1)


class Script:
    """A program from a page, running, with its lines as they come."""

    def __init__(self, path, *arguments):
        self.lines = queue.Queue()
        self.process = subprocess.Popen(
            [sys.executable, str(path), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def expect(self, *texts):
        """These messages come next, in this order, and no other between."""
        for text in texts:
            try:
                line = self.lines.get(timeout=SECONDS)
            except queue.Empty:
                raise AssertionError(f"no line about {text!r} in {SECONDS} s, exit {self.process.poll()}") from None
            assert line.split(" ", 3)[-1] == text, (line, text, list(self.lines.queue))

    def kill(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
def scene(start, tmp_path):
    """A server, a bot's account in a room with somebody who talks to it, and the page's client in a file."""
    server = start(loops=2)
    community = Community(server)
    bot, human = community.account("Bot"), community.account("Human")
    room = community.channel(bot, human)
    script = tmp_path / "client.py"
    script.write_text(example("docs/protocol.md", "## A complete client"))
    state = tmp_path / "state.json"
    running = []

    def run(*login):
        running.append(Script(script, server.url, str(state), *login))
        return running[-1]

    yield server, community, bot, human, room, state, run
    for process in running:
        process.kill()


def test_the_page_s_client_answers_resumes_and_doubles_nothing(scene):
    server, community, bot, human, room, state, run = scene
    wire = community.wire(human)
    wire.send(room, "before it came", "h:1")
    client = run(bot["email"], PASSWORD)
    client.expect("before it came")

    wire.send(room, "ping", "h:2")
    wire.wait_for("typing", lambda typing: typing["users"] == [bot["user"]["id"]])
    wire.wait_for("event", lambda event: event.get("text") == "pong")
    client.expect("ping", "pong")
    wait_until(lambda: json.loads(state.read_text())["outbox"] == [])
    assert community.wire(bot).request("room", room=room)["room"]["unread"] == 0

    client.kill()
    wire.send(room, "while it was away", "h:3")
    wire.send(room, "ping", "h:4")
    client = run()
    client.expect("while it was away", "ping", "pong")

    assert server.terminate() == 0
    server.start()
    wire = community.wire(human)
    wire.send(room, "after the restart", "h:5")
    client.expect("after the restart")
    server.kill()
    server.start()
    wire = community.wire(human)
    wire.send(room, "ping", "h:6")
    client.expect("ping", "pong")
    texts = [event["text"] for event in whole_history(wire, room) if event["kind"] == "message"]
    assert texts == ["before it came", "ping", "pong", "while it was away", "ping", "pong", "after the restart", "ping",
                     "pong"]


def test_the_page_s_client_loads_afresh_on_resync_and_sends_what_was_waiting(scene):
    _, community, bot, human, room, state, run = scene
    wire = community.wire(human)
    client = run(bot["email"], PASSWORD)
    wait_until(lambda: state.exists() and json.loads(state.read_text())["safe"])
    client.kill()
    wire.send(room, "missed", "h:1")
    kept = json.loads(state.read_text())
    kept["safe"] = "a place of another server"
    kept["counter"] += 1
    nonce = f"{kept['instance']}:{kept['counter']}"
    kept["outbox"] = [{"reads": 1, "send": {"room": room, "text": "from the outbox", "nonce": nonce}}]
    state.write_text(json.dumps(kept))
    client = run()
    client.expect("missed", "from the outbox")


def test_the_page_s_client_logs_in_again_when_its_token_is_void(scene):
    _, community, bot, human, room, state, run = scene
    state.write_text(json.dumps({"token": "void"}))
    client = run(bot["email"], PASSWORD)
    community.wire(human).send(room, "hello", "h:1")
    client.expect("hello")


def test_the_page_s_client_takes_nothing_from_a_connection_that_was_cut_before_its_sync_was_whole(tmp_path):
    """What came live meanwhile follows a hole: its `safe` would be a place past what the sync was to bring."""
    script = tmp_path / "client.py"
    script.write_text(example("docs/protocol.md", "## A complete client"))
    spec = importlib.util.spec_from_file_location("page_client", script)
    page = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(page)

    def message(seq, safe=None):
        return {"room": "r", "seq": seq, "kind": "message", "user": "u", "text": f"{seq}", **({"safe": safe} if safe else {})}

    class Socket:
        """Answers the second `sync`; the connection is cut before the first is answered."""

        asked = []

        async def emit(self, name, arguments, callback):
            self.asked.append((name, arguments["since"]))
            if len(self.asked) == 1:
                client.disconnected()
            else:
                callback({"ok": {"events": [message(2), message(3)], "joined": [], "left": [], "safe": "3", "more": False}})

    async def play():
        ready = {"user": {"id": "me"}}
        for name, payload in [("ready", ready), ("event", message(3, "3")), ("ready", ready), ("event", message(4, "4"))]:
            client.inbox.put_nowait((name, payload))
        work = asyncio.ensure_future(client.work_inbox())
        while client.state.seen.get("r") != 4:
            await asyncio.sleep(0)
        work.cancel()

    state = page.State(tmp_path / "state.json")
    state.safe, state.seen = "1", {"r": 1}
    client = page.Client("http://127.0.0.1:1", state)
    client.socket = Socket()
    shown = []
    client.show = lambda event: shown.append(event["seq"])
    asyncio.run(asyncio.wait_for(play(), SECONDS))
    assert Socket.asked == [("sync", "1"), ("sync", "1")]
    assert shown == [2, 3, 4] and state.safe == "4"


def test_the_readme_s_few_lines_say_hello_and_then_why_not_again(start, tmp_path):
    server = start()
    community = Community(server)
    account = community.account("Reader")
    script = tmp_path / "hello.py"
    code = example("README.md", "## From Python")
    script.write_text(code)
    command = [sys.executable, str(script), server.url, account["email"], PASSWORD]
    result = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    assert result.returncode == 0, result.stderr
    assert "Hello from Python" in result.stdout
    again = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    assert again.returncode == 1 and again.stderr == "This name is taken. Choose another.\n", again
    wire = community.wire(account)
    (channel,) = wire.request("channels")["channels"]
    assert whole_history(wire, channel["id"])[-1]["text"] == "Hello from Python"


def wait_until(condition):
    """For what only the file system tells: looks every 50 ms, with a deadline."""
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline, "this did not become true in time"
        time.sleep(0.05)

"""The server under measurement and one client of it, for the scripts in this folder."""

import asyncio
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import time

import websockets.asyncio.client

BINARY = pathlib.Path(__file__).resolve().parents[1] / ".build" / "release" / "roost"
PASSWORD = "a password for measuring"
PROFILE = {"name": "Bench", "avatar": {"picture": "fox", "color": "#c0ffee"}}
START_SECONDS = 10


class Server:
    """The binary, from before its start until its first answer."""

    def __init__(self, binary, data_dir, loops):
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            [binary, "serve", "--listen", "127.0.0.1:0", "--data-dir", data_dir, "--loops", str(loops),
             *(part for name in ("sends", "room-sends", "requests", "connections") for part in (f"--limit-{name}", "0"))],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.setup_token = None
        for line in self.process.stdout:
            if found := re.search(r"/setup/(\S+)", line):
                self.setup_token = found.group(1)
            if found := re.search(r"listening on http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found.group(1))
                break
        else:
            raise SystemExit(f"{binary} did not start (exit {self.process.wait()})")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=START_SECONDS)
        connection.request("GET", "/socket.io/?EIO=4&transport=polling")
        connection.getresponse().read()
        self.milliseconds = (time.perf_counter() - self.began) * 1000
        connection.close()

    def wait_for_setup_token(self):
        while self.setup_token is None:
            line = self.process.stdout.readline()
            if found := re.search(r"/setup/(\S+)", line):
                self.setup_token = found.group(1)
            elif not line:
                raise SystemExit("no set-up link in the log")
        return self.setup_token

    def memory(self):
        """(RSS, PSS) in bytes."""
        text = pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return tuple(int(re.search(rf"^{name}:\s+(\d+) kB", text, re.M).group(1)) * 1024 for name in ("Rss", "Pss"))

    def cpu_seconds(self):
        """User and system time of the process so far; resolution 10 ms."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(START_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Client:
    """One chat connection; answers are matched to requests by number, events are read and let go."""

    async def open(self, port, token=None):
        self.socket = await websockets.asyncio.client.connect(
            f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket", compression=None, ping_interval=None,
            max_size=None)
        await self.socket.recv()
        await self.socket.send("40" + json.dumps({"version": 1, **({"token": token} if token else {})}))
        self.answers = {}
        self.next = 0
        ready = asyncio.get_running_loop().create_future()
        self.reader = asyncio.create_task(self.read(ready))
        await asyncio.wait_for(ready, START_SECONDS)
        return self

    async def read(self, ready):
        async for text in self.socket:
            if text == "2":
                await self.socket.send("3")
            elif text.startswith("43"):
                begin = text.index("[")
                self.answers.pop(int(text[2:begin])).set_result(json.loads(text[begin:])[0])
            elif text.startswith('42["ready"') and not ready.done():
                ready.set_result(None)

    async def request(self, name, /, **arguments):
        number, self.next = self.next, self.next + 1
        answer = self.answers[number] = asyncio.get_running_loop().create_future()
        await self.socket.send(f"42{number}" + json.dumps([name, arguments]))
        content = await asyncio.wait_for(answer, START_SECONDS)
        if "ok" not in content:
            raise SystemExit(f"{name} was refused: {content}")
        return content["ok"]

    async def close(self):
        self.reader.cancel()
        await self.socket.close()


async def prepare(server):
    """An owner and one channel: (token, room)."""
    client = await Client().open(server.port)
    owner = await client.request(
        "setup", token=server.wait_for_setup_token(), email="bench@example.org", password=PASSWORD, **PROFILE)
    room = await client.request("channel.create", name="bench")
    await client.close()
    return owner["token"], room["room"]["id"]

#!/usr/bin/env python3
"""Start-up time, idle memory, bytes a connection, acknowledged sends a second. Loopback only, bounded in count and time.

See Benchmarks/README.md for what each figure means.
"""

import argparse
import asyncio
import http.client
import json
import os
import pathlib
import platform
import re
import resource
import signal
import statistics
import subprocess
import tempfile
import time

import websockets.asyncio.client

ROOT = pathlib.Path(__file__).resolve().parents[1]
PASSWORD = "a password for measuring"
PROFILE = {"name": "Bench", "avatar": {"picture": "fox", "color": "#c0ffee"}}
STARTS = 7
START_SECONDS = 10


class Server:
    """The binary, from before its start until its first answer."""

    def __init__(self, binary, data_dir, loops):
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            [binary, "serve", "--listen", "127.0.0.1:0", "--data-dir", data_dir, "--loops", str(loops)],
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


async def bytes_a_connection(server, token, count):
    before = server.memory()[1]
    clients = []
    for begin in range(0, count, 50):
        clients += await asyncio.gather(
            *[Client().open(server.port, token) for _ in range(min(50, count - begin))])
    await asyncio.sleep(2)
    after = server.memory()[1]
    for client in clients:
        client.reader.cancel()
        client.socket.transport.abort()
    return (after - before) / count


async def sends_a_second(server, token, room, seconds):
    clients = [await Client().open(server.port, token) for _ in range(8)]
    text = "x" * 100
    begin, end = time.perf_counter() + 1, time.perf_counter() + 1 + seconds
    counted = 0

    async def send(client, name):
        nonlocal counted
        number = 0
        while time.perf_counter() < end:
            number += 1
            await client.request("send", room=room, text=text, nonce=f"{name}:{number}")
            counted += begin <= time.perf_counter() < end

    await asyncio.gather(*[
        send(client, f"b{index}x{lane}") for index, client in enumerate(clients) for lane in range(32)])
    for client in clients:
        await client.close()
    return counted / seconds


async def lone_sends(server, token, room, count=1_000):
    client = await Client().open(server.port, token)
    times = []
    for number in range(count):
        began = time.perf_counter()
        await client.request("send", room=room, text="x" * 100, nonce=f"lone:{number + 1}")
        times.append((time.perf_counter() - began) * 1e6)
    await client.close()
    return statistics.median(times), statistics.quantiles(times, n=100)[98]


def measure(options):
    with tempfile.TemporaryDirectory() as data_dir:
        server = Server(options.binary, data_dir, options.loops)
        token, room = asyncio.run(prepare(server))
        server.stop()
        starts = []
        for _ in range(STARTS):
            server = Server(options.binary, data_dir, options.loops)
            starts.append(server.milliseconds)
            if len(starts) < STARTS:
                server.stop()
        yield "start-up", statistics.median(starts), "ms"
        time.sleep(2)
        resident, proportional = server.memory()
        yield "idle RSS", resident / 1e6, "MB"
        yield "idle PSS", proportional / 1e6, "MB"
        yield "a connection", asyncio.run(bytes_a_connection(server, token, options.connections)), "bytes"
        server.stop()
        server = Server(options.binary, data_dir, options.loops)
        median, late = asyncio.run(lone_sends(server, token, room))
        yield "a lone send, median", median, "µs"
        yield "a lone send, 99 %", late, "µs"
        yield "acknowledged sends", asyncio.run(sends_a_second(server, token, room, options.seconds)), "a second"
        server.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(ROOT / ".build" / "release" / "roost"))
    parser.add_argument("--loops", type=int, default=1)
    parser.add_argument("--connections", type=int, default=1_000)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if not os.path.exists(options.binary):
        raise SystemExit(f"{options.binary} is missing: swift build -c release --product roost")
    options.connections = max(1, min(options.connections, 10_000))
    options.seconds = max(1, min(options.seconds, 60))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, options.connections + 500), most))
    if not options.json:
        print(f"{platform.machine()}, {os.cpu_count()} cores, {options.loops} loops, Python {platform.python_version()}")
    for name, value, unit in measure(options):
        print(json.dumps({"figure": name, "value": round(value, 1), "unit": unit}) if options.json
              else f"{name:<24}{value:>12,.1f} {unit}")


if __name__ == "__main__":
    main()

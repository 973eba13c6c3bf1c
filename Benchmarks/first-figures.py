#!/usr/bin/env python3
"""Start-up time, idle memory, bytes a connection, acknowledged sends a second. Loopback only, bounded in count and time.

See Benchmarks/README.md for what each figure means.
"""

import argparse
import asyncio
import json
import os
import platform
import resource
import statistics
import tempfile
import time

from benchserver import BINARY, Client, Server, prepare

STARTS = 7


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
    parser.add_argument("--binary", default=str(BINARY))
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

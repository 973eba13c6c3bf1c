"""Random histories of several people and devices through real sockets, with a server that is killed again and again."""

import asyncio
import os
import random
import secrets

from conftest import LONG, Community
from device import Device
from history_run import HistoryRun
from line import Line

ROUNDS, ACTS, KILLS = (100, 1200, 3) if LONG else (2, 300, 2)


async def play(community, seed):
    run = HistoryRun(community, random.Random(seed))
    try:
        await run.begin([3, 2, 3, 2], rooms=4)
        for _ in range(ROUNDS):
            await run.act(ACTS, KILLS)
            await run.rest()
        sent = sum(len(device.acknowledged) for device in run.devices)
        resumes = sum(device.resumes for device in run.devices)
        print(f"{sent} messages, {run.kills} kills, {resumes} resumes, "
              f"{sum(device.loads for device in run.devices)} loads")
        assert run.kills == ROUNDS * KILLS and resumes > 10 * ROUNDS and sent > 50 * ROUNDS
        assert all(device.loads == 1 for device in run.devices), "a place was too old"
    except BaseException:
        print(f"seed {seed}: ROOST_SEED={seed} draws the same acts again")
        print(*run.log, sep="\n")
        raise
    finally:
        await run.end()


def test_a_device_whose_library_writes_no_more_begins_a_new_connection(start):
    async def ask(community):
        account = await asyncio.to_thread(community.account)
        line = await Line(lambda: community.server.port).open()
        device = Device("device", account, line, random.Random(1), print)
        device.transports = [["polling"]]
        living = asyncio.ensure_future(device.live())
        device.is_wanted.set()
        await device.began.wait()
        first = device.connection
        # As after a POST that failed while a poll is open.
        first.socket.eio.write_loop_task.cancel()
        # Far sooner than the open poll ends, which takes the server's 25 seconds.
        await asyncio.wait_for(device.insist("me"), 15)
        assert device.connection is not first
        await device.end()
        living.cancel()

    asyncio.run(ask(Community(start())))


def test_every_device_shows_the_truth_after_cuts_kills_and_restarts(start):
    seed = int(os.environ.get("ROOST_SEED") or secrets.randbits(32))
    asyncio.run(play(Community(start(loops=3)), seed))

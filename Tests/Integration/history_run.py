"""A random history: people act on their devices while lines break and the server is killed; at rest all is compared."""

import asyncio
import collections
import time

from acts import ACTS
from conftest import PASSWORD
from device import Device
from line import Line
from rest import REST_SECONDS, Resting
from wire import Wire


class HistoryRun(Resting):
    def __init__(self, community, chance):
        self.community, self.server, self.chance = community, community.server, chance
        self.devices, self.rooms, self.made = [], [], 0
        self.kinds, self.facts, self.deleted = {}, {}, set()
        self.people = {}
        self.operations, self.tasks, self.tick = [], set(), 0
        self.cursors, self.memberships = {}, {}
        """As of the last rest, by (person, room)."""
        self.firsts = {}
        """Each person's memory as it was first stored."""
        self.log = collections.deque(maxlen=400)
        self.kills = 0
        self.failed = asyncio.get_running_loop().create_future()

    def know(self, room):
        """Somebody has made it, or found it."""
        if room not in self.rooms:
            self.rooms.append(room)
            self.kinds.setdefault(room, "group")

    def note(self, line):
        self.log.append(f"{time.monotonic():.3f} {line}")

    # Beginning and ending

    async def begin(self, devices_of_each, rooms):
        community = self.community
        accounts = [await asyncio.to_thread(community.account, f"Person{number}")
                    for number in range(len(devices_of_each))]
        for account, count in zip(accounts, devices_of_each):
            person = account["user"]["id"]
            self.people[person] = account
            for number in range(count):
                name = f"{account['user']['name'].lower()}-{number}"
                session = account if number == 0 else await asyncio.to_thread(self._log_in, account, name)
                line = await Line(lambda: self.server.port).open()
                self.devices.append(Device(name, session, line, self.chance, self.note))
        for _ in range(rooms):
            maker, *others = self.chance.sample(accounts, self.chance.randrange(2, len(accounts) + 1))
            room = await asyncio.to_thread(community.channel, maker, *others)
            self.know(room)
        for device in self.devices:
            self.spawn(device.live())
        await self.rest()
        for device in self.devices:
            self.firsts.setdefault(device.me, device.memory.stored())

    def _log_in(self, account, device):
        wire = Wire(self.server.port)
        session = wire.request("login", email=account["email"], password=PASSWORD, device=device)
        wire.close()
        return session

    async def end(self):
        for device in self.devices:
            await device.end()
        for task in self.tasks:
            task.cancel()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=REST_SECONDS)

    def spawn(self, work):
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task):
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() and not self.failed.done():
            self.failed.set_exception(task.exception())

    # Acting

    async def act(self, count, kills):
        """So many acts at random, and among them so many kills of the server: however long they take."""
        kill_at = set(self.chance.sample(range(count), kills))
        killing = None
        acts, weights = zip(*ACTS)
        for number in range(count):
            if self.failed.done():
                self.failed.result()
            if number in kill_at:
                if killing is not None:
                    await killing
                killing = self.spawn(self._kill())
            (act,) = self.chance.choices(acts, weights)
            act(self, self.chance.choice(self.devices))
            await asyncio.sleep(self.chance.choice([0, 0, 0.005, 0.03]))
        if killing is not None:
            await killing

    async def _kill(self):
        self.note("kill -9")
        self.kills += 1
        await asyncio.to_thread(self.server.kill)
        await asyncio.sleep(self.chance.choice([0, 0.1, 0.6]))
        await asyncio.to_thread(self.server.start)
        self.note("started")

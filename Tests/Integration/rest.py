"""A random history at rest: everything that was going on has come to its end, and all devices are compared."""

import asyncio
import time

from device import Device
from line import Line
from resuming import whole_history
from truth import RoomTruth, as_json, outcomes, shown

FIELDS = ("id", "kind", "name", "description", "created_by", "created_at", "archived")

REST_SECONDS = 60
"""How long devices may take to come to rest on a slow machine; reaching it is a failure."""


class Resting:
    """The half of `HistoryRun` that compares."""

    async def rest(self):
        """Lets everything come to its end and compares all devices with the truth."""
        for device in self.devices:
            device.is_wanted.set()
        await self._until(lambda: not self._busy(), lambda: f"still at work: {self._busy()}")
        truths, channels = await asyncio.to_thread(self._truths)
        self._check_deleted(truths)
        self._check_truths(truths)
        contents = {}
        for person in self.people:
            cursors = await self._check_person(person, truths)
            contents[person] = shown(truths, channels, person, cursors)
        await self._compare(self.devices, contents)
        await self._compare_fresh(contents)
        for device in self.devices:
            for room, seq, how in device.heard:
                assert room not in truths or truths[room].could_hear(device.me, seq), (
                    f"{device.name} heard {room} {seq} ({how}), in the room at {truths[room].intervals[device.me]}")
            device.heard.clear()
        self.operations.clear()

    def _busy(self):
        return [device.name for device in self.devices
                if device.outbox or not device.began.is_set()
                or any(task.get_name() == device.name for task in self.tasks)]

    async def _until(self, condition, problem):
        """Waits for `condition`, asked whenever something moved on a device."""
        deadline = time.monotonic() + REST_SECONDS
        while not condition():
            if self.failed.done():
                self.failed.result()
            assert time.monotonic() < deadline, problem()
            moves = [asyncio.ensure_future(device.moved.wait()) for device in self.devices]
            await asyncio.wait(moves, timeout=0.2, return_when=asyncio.FIRST_COMPLETED)
            for move, device in zip(moves, self.devices):
                move.cancel()
                device.moved.clear()

    def _truths(self):
        """The rooms that there are, as the server's owner and the members see them, and the channels."""
        wire = self.community.wire(self.community.owner)
        listed = {room["id"]: room for room in wire.request("channels", limit=200)["channels"]}
        channels = {name: {field: room[field] for field in FIELDS} for name, room in listed.items()}
        truths = {}
        for person in [self.community.owner, *self.people.values()]:
            wire.close()
            wire = self.community.wire(person)
            for room in wire.request("rooms")["rooms"]:
                listed.setdefault(room["id"], room)
            for name in sorted({*self.rooms, *listed} & {*listed} - {*truths}):
                about = {field: listed[name][field] for field in FIELDS}
                truths[name] = RoomTruth(about, listed[name].get("users"), whole_history(wire, name))
                assert listed[name]["members"] == len(truths[name].members), (listed[name], truths[name].parts)
                members = wire.request("members", room=name, limit=200)["members"]
                assert {member["id"]: member["room_role"] for member in members} == truths[name].parts
        wire.close()
        return truths, channels

    def _check_deleted(self, truths):
        """A room goes only where that was asked for, or with the last member of a group, and for good."""
        gone = {*self.rooms} - {*truths}
        asked = {operation.key[0]: operation.is_certain for operation in self.operations if operation.kind == "deleted"}
        for room in gone:
            assert room in asked or self.kinds[room] == "group", f"{room} is gone and nobody deleted it"
        for room, is_certain in asked.items():
            assert room in gone or not is_certain, f"{room} was deleted and is there"
        assert not self.deleted & {*truths}, "a room that was deleted is there"
        self.deleted |= gone
        self.rooms = sorted(truths)
        self.kinds.update({name: truth.about["kind"] for name, truth in truths.items()})

    def _check_truths(self, truths):
        acknowledged = [answer for device in self.devices for answer in device.acknowledged.values()]
        deleted = {operation.key for operation in self.operations if operation.kind == "gone"}
        for name, truth in truths.items():
            truth.check_sends(acknowledged)
            for operation in self.operations:
                if operation.kind == "gone" and operation.key[0] == name and operation.is_certain:
                    assert operation.key[1] in truth.gone, f"deleting {operation.key} was acknowledged"
            now = {(name, seq) for seq in truth.gone}
            before = self.cursors.get(("gone", name), set())
            assert before <= now and now - before <= deleted, f"nobody deleted {now - before - deleted}"
            self.cursors["gone", name] = now
            self._check_fact("name", name, truth.about["name"])
            self._check_fact("archived", name, truth.archived)
            for person in self.people:
                self._check_membership(person, name, truth)

    def _check_fact(self, kind, room, now):
        """What a room is like is what was asked for last, or as before."""
        possible, is_certain = outcomes(self.operations, kind, (room,))
        if not is_certain and (kind, room) in self.facts:
            possible.append(self.facts[kind, room])
        assert now in possible or (kind, room) not in self.facts, f"{room}: {kind} is {now}, possible {possible}"
        self.facts[kind, room] = now

    def _check_membership(self, person, room, truth):
        key = person, room
        possible, is_certain = outcomes(self.operations, "member", key)
        if not is_certain and key in self.memberships:
            possible.append(self.memberships[key])
        is_member = person in truth.members
        assert is_member in possible or key not in self.memberships, f"{key}: {is_member}, possible {possible}"
        self.memberships[key] = is_member

    async def _check_person(self, person, truths):
        """The person's cursors, which have to be where an acknowledged request or the last joining left them."""
        summaries, removed = await asyncio.to_thread(self._summaries, person, truths)
        assert set(summaries) == {room for room, truth in truths.items() if person in truth.members}
        for room, summary in summaries.items():
            key, truth = (person, room), truths[room]
            possible, is_certain = outcomes(self.operations, "cursor", key)
            joined = truth.intervals[person][-1][0]
            if (person, room, joined) not in self.cursors:
                possible.append(joined)
            elif not is_certain:
                possible.append(self.cursors[person, room, joined])
            assert summary["cursor"] in possible, f"{key}: the cursor is at {summary['cursor']}, possible {possible}"
            self.cursors[person, room, joined] = summary["cursor"]
            assert summary["unread"] == truth.unread(person, summary["cursor"]), f"{key}: {summary}"
            assert summary["last_seq"] == len(truth.events)
        for room, last in removed.items():
            assert last == truths[room].intervals[person][-1][1], f"{person} reads {room} up to {last}"
        return {room: summary["cursor"] for room, summary in summaries.items()}

    def _summaries(self, person, truths):
        wire = self.community.wire(self.people[person])
        summaries = {room["id"]: room for room in wire.request("rooms")["rooms"]}
        removed = {}
        for room, truth in truths.items():
            gone = truth.intervals.get(person, [[0, None]])[-1][1]
            if gone is not None and truth.about["kind"] == "channel" and (
                    truth.events[gone - 1]["kind"] == "member.removed"):
                removed[room] = wire.request("history", room=room, limit=1)["events"][-1]["seq"]
        wire.close()
        return summaries, removed

    async def _compare(self, devices, contents):
        """All devices show what they have to, and still do after all that the server had told them."""
        def differs(device):
            windows = device.memory.windows()
            return device.memory.shown(windows) != as_json(*contents[device.me], windows)

        def problem():
            device = next(device for device in devices if differs(device))
            windows = device.memory.windows()
            return (f"{device.name} shows\n{device.memory.shown(windows)}\nand has to show\n"
                    f"{as_json(*contents[device.me], windows)}")

        await self._until(lambda: not any(map(differs, devices)), problem)
        for device in devices:
            await device.insist("me")
        await self._until(lambda: all(device.is_idle for device in devices), lambda: "frames wait")
        assert not any(map(differs, devices)), problem()

    async def _compare_fresh(self, contents):
        """A device that begins with nothing shows the same over each device's window, byte for byte.

        So does one that slept since the first rest, with the memory it had then.
        """
        for person, account in self.people.items():
            fresh = await self._visitor(account, None)
            for room in list(fresh.memory.rooms):
                while fresh.memory.rooms[room]["more"]:
                    await fresh.look_back(room)
            sleeper = await self._visitor(account, self.firsts.get(person))
            assert sleeper.loads == (person not in self.firsts)
            await self._compare([fresh, sleeper], contents)
            for device in [*self.devices, sleeper]:
                if device.me == person:
                    windows = device.memory.windows()
                    assert device.memory.shown(windows) == fresh.memory.shown(windows)
            for visitor in (fresh, sleeper):
                await visitor.end()
                visitor.living.cancel()

    async def _visitor(self, account, stored):
        line = await Line(lambda: self.server.port).open()
        visitor = Device("visitor", account, line, self.chance, self.note)
        if stored:
            visitor.restart(stored, None)
        visitor.living = self.spawn(visitor.live())
        visitor.is_wanted.set()
        await asyncio.wait_for(visitor.began.wait(), REST_SECONDS)
        return visitor

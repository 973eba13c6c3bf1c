"""One device of a person: python-socketio's asynchronous client over a line that breaks, and a memory that survives."""

import asyncio
import json

import aiohttp
import socketio

from connection import Connection, Lost
from errors import Refused
from memory import Memory

TRANSPORTS = [["websocket"], ["polling"], ["polling", "websocket"]]
CONNECT_SECONDS = 20

PIPELINE = 4
"""Sends that wait for their answers at once."""


class Device:
    """Does what docs/protocol.md tells a client to: an outbox with nonces, one task for frames, `safe` as allowed.

    `heard` collects (room, seq, how) of every event that came live or in `sync`'s `events`, for others to judge.
    """

    def __init__(self, name, account, line, chance, note):
        self.name, self.token, self.me = name, account["token"], account["user"]["id"]
        self.line, self.chance, self.note = line, chance, note
        self.memory = Memory(self.me)
        self.stored = None
        """The memory as it was stored last."""
        self.outbox = []
        self.counter = 0
        self.acknowledged, self.refused = {}, {}
        self.heard = []
        self.transports = TRANSPORTS
        self.is_wanted = asyncio.Event()
        self.is_over = False
        self.connection = None
        self._latest = None
        """The connection that was begun last, whether it has come about or not."""
        self.began = asyncio.Event()
        self.moved = asyncio.Event()
        """Set whenever something changed that somebody may wait for."""
        self.outbox_waits = asyncio.Event()
        self.resumes = self.loads = 0
        self._inbox = asyncio.Queue()
        self._is_taking = False

    @property
    def is_idle(self):
        """Whether every frame that came has been taken."""
        return self._inbox.empty() and not self._is_taking

    # Connecting

    async def live(self):
        """Keeps a connection while one is wanted. Ends only by being cancelled, or with a failure."""
        await asyncio.gather(self._keep_connected(), self._work_inbox(), self._work_outbox())

    async def _keep_connected(self):
        while not self.is_over:
            await self.is_wanted.wait()
            async with aiohttp.ClientSession() as session:
                await self._connect(socketio.AsyncClient(
                    reconnection=False, handle_sigint=False, http_session=session))

    async def _connect(self, socket):
        connection = self._latest = Connection(socket)
        # Handlers only queue: one task takes the frames in their order.
        for name in ("ready", "event", "gap", "ended"):
            socket.on(name, lambda payload, name=name: self._inbox.put_nowait((connection, name, payload)))
        try:
            # Not waiting for the namespace: python-socketio does not see a cut before that, and `ready` says it too.
            await asyncio.wait_for(socket.connect(
                f"http://127.0.0.1:{self.line.port}", auth={"version": 1, "token": self.token},
                transports=self.chance.choice(self.transports), wait=False), CONNECT_SECONDS)
            self.connection = connection
            ends = [asyncio.ensure_future(end) for end in (
                socket.eio.wait(), connection.given_up.wait(), end_of_writing(socket))]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for end in ends:
                end.cancel()
        except Exception as error:  # a cut at any point of a connection's beginning has many names
            self.note(f"{self.name} did not connect: {error!r}")
            await asyncio.sleep(0.05)
        self.connection = None
        self.began.clear()
        connection.ended.set_result(None)
        # Its `disconnect` may wait for what a loop that has ended was to send.
        for task in (socket.eio.read_loop_task, socket.eio.write_loop_task):
            if task is not None:
                task.cancel()
        self.moved.set()

    def cut(self):
        """Breaks the connection as a lost network does; a new one is tried while one is wanted."""
        self.line.cut()

    def go_offline(self):
        self.is_wanted.clear()
        self.line.cut()

    async def end(self):
        """For good; the libraries below swallow a cancellation now and then, so that one alone may not do."""
        self.is_over = True
        self.is_wanted.set()
        await self.line.close()

    def restart(self, stored, keep):
        """The process died and comes back with what it had stored, which may be older than what it had shown.

        The outbox and its counter are kept: a message is stored before it is sent.
        """
        self.memory = Memory(self.me, json.loads(stored))
        if keep:
            self.memory.trim(keep)
        if self._latest:
            self._latest.given_up.set()
        self.line.cut()

    async def insist(self, name, /, **arguments):
        """Asks until there is an answer, on as many connections as it takes: (answer, attempts)."""
        attempts = 0
        while True:
            await self.began.wait()
            connection = self.connection
            if connection is None:
                self.began.clear()
                continue
            attempts += 1
            try:
                return await connection.request(name, **arguments), attempts
            except Lost:
                continue
            except Refused as refused:
                refused.attempts = attempts
                raise

    # What the server tells

    async def _work_inbox(self):
        while True:
            connection, name, payload = await self._inbox.get()
            self._is_taking = True
            memory = self.memory
            try:
                if name == "ready":
                    await self._begin(connection, memory)
                elif name == "event":
                    await self._hear(connection, memory, payload)
                elif name == "gap":
                    connection.whole_for = None
                    connection.last.clear()
                    await self._sync(connection, memory, payload["since"])
                else:
                    raise AssertionError(f"{name} {payload}")
            except Lost:
                # What else came on that connection follows a hole: it is not taken before the next one has synced.
                connection.whole_for = None
            self._is_taking = False
            self.moved.set()

    async def _begin(self, connection, memory):
        if memory.state["safe"] is None:
            await self._load(connection, memory)
        else:
            await self._sync(connection, memory, memory.state["safe"])
        if memory is self.memory and connection is self.connection:
            self.began.set()
            self.outbox_waits.set()

    async def _hear(self, connection, memory, event):
        if is_of_a_room(event):
            connection.check_order(self.me, event)
            self.heard.append((event["room"], event["seq"], "live"))
        if connection.whole_for is not memory:
            return
        room = memory.take(event)
        if room is not None:
            await self._ask_about(connection, memory, room)
        memory.state["safe"] = event["safe"]

    async def _ask_about(self, connection, memory, room):
        """The count of a room that is known, or a room that was just joined, with its newest events."""
        try:
            summary = (await connection.request("room", room=room))["room"]
            if not summary["joined"]:
                return  # left again: that event is on its way
            if room in memory.rooms:
                memory.count(summary)
            else:
                await self._enter(connection, memory, summary)
        except Refused as refused:
            assert refused.code == "not_found", refused  # as before, of a room that only members see

    async def _enter(self, connection, memory, summary):
        page = await connection.request(
            "history", room=summary["id"], before=summary["last_seq"] + 1, limit=self.chance.choice([1, 5, 50]))
        memory.enter(summary, page["events"], page["more"])

    async def _load(self, connection, memory):
        """Everything afresh."""
        self.loads += 1
        answer = await connection.request("rooms")
        memory.state.update(useq=0, dseq=0, rooms={})
        for summary in answer["rooms"]:
            try:
                await self._enter(connection, memory, summary)
            except Refused as refused:
                assert refused.code == "not_found", refused
        after, more = {}, True
        while more:
            page = await connection.request("channels", limit=self.chance.choice([1, 3, 100]), **after)
            for channel in page["channels"]:
                memory.state["channels"][channel["id"]] = {name: channel[name] for name in (
                    "id", "kind", "name", "description", "created_by", "created_at", "archived")}
                after = {"after": channel["id"]}
            more = page["more"]
        memory.state["safe"] = answer["safe"]
        connection.whole_for = memory

    async def _sync(self, connection, memory, since):
        self.resumes += 1
        more = True
        while more:
            answer = await connection.request("sync", since=since, limit=self.chance.choice([1, 7, 50, 500]))
            for room in answer["left"]:
                memory.leave(room)
            for joined in answer["joined"]:
                summary = dict(joined)
                memory.enter(summary, summary.pop("events"), summary.pop("more"))
            uncounted = []
            for event in answer["events"]:
                if is_of_a_room(event):
                    self.heard.append((event["room"], event["seq"], "sync"))
                if (room := memory.take(event)) is not None:
                    uncounted.append(room)
            for room in uncounted:
                await self._ask_about(connection, memory, room)
            since, more = answer["safe"], answer["more"]
            memory.state["safe"] = since
        # Counts that could not be asked for before, because the connection was lost meanwhile.
        for room in [name for name, held in memory.rooms.items() if memory.unread(held) is None]:
            await self._ask_about(connection, memory, room)
        connection.whole_for = memory

    async def look_back(self, room):
        """One page of older events, unless the room went or changed its window meanwhile."""
        known = self.memory.rooms.get(room)
        connection = self.connection
        if known is None or not known["more"] or connection is None:
            return
        before = known["events"][0]["seq"] if known["events"] else known["seen"] + 1
        try:
            page = await connection.request("history", room=room, before=before, limit=self.chance.choice([1, 9, 60]))
        except (Lost, Refused):
            return
        now = known["events"][0]["seq"] if known["events"] else known["seen"] + 1
        if self.memory.rooms.get(room) is known and now == before:
            self.memory.prepend(known, page["events"], page["more"])

    # What the person says

    def say(self, room):
        self.counter += 1
        nonce = f"{self.name}:{self.counter}"
        self.outbox.append({"room": room, "text": f"{nonce} said", "nonce": nonce})
        self.outbox_waits.set()

    async def _work_outbox(self):
        while True:
            await self.outbox_waits.wait()
            self.outbox_waits.clear()
            while self.outbox and self.began.is_set() and self.connection is not None:
                sending = self.outbox[:PIPELINE]
                results = await asyncio.gather(*(self._send(self.connection, message) for message in sending))
                if Lost in results:
                    break
            self.moved.set()

    async def _send(self, connection, message):
        try:
            answer = await connection.request("send", **message)
            earlier = self.acknowledged.setdefault(message["nonce"], {**message, **answer})
            assert earlier == {**message, **answer}, f"{earlier} was answered as {answer} when sent again"
        except Lost:
            return Lost
        except Refused as refused:
            assert refused.code in ("not_member", "not_found", "archived", "muted"), refused
            self.refused[message["nonce"]] = message
        self.outbox.remove(message)
        return None


async def end_of_writing(socket):
    """The library writes no more after a POST that failed, and goes on polling for as long as the server has nothing to say:
    what is asked meanwhile goes nowhere."""
    while (writing := socket.eio.write_loop_task) is not None:
        await asyncio.wait({writing})


def is_of_a_room(event):
    return "seq" in event and "useq" not in event

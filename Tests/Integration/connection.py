"""One connection of python-socketio's asynchronous client, from its beginning to its end."""

import asyncio

import socketio

from errors import unwrap


class Lost(Exception):
    """The connection went before the answer came."""


class Connection:
    """Asks, and keeps what was heard last of each room."""

    def __init__(self, socket):
        self.socket = socket
        self.ended = asyncio.get_running_loop().create_future()
        self.given_up = asyncio.Event()
        """Set by the device when its process dies: between two polls a cut line alone ends nothing."""
        self.last = {}
        """The last `seq` heard live of each room; 0 after one's own leaving."""
        self.whole_for = None
        """The memory that has everything up to here: only such a one takes what comes live."""

    async def request(self, name, /, **arguments):
        answer = asyncio.get_running_loop().create_future()

        def settle(content):
            if not answer.done():
                answer.set_result(content)

        try:
            await self.socket.emit(name, arguments, callback=settle)
        except socketio.exceptions.SocketIOError:
            # Raised without a turn of the event loop: who asks again at once would keep the end from being noticed.
            await asyncio.wait({self.ended}, timeout=1)
            raise Lost from None
        await asyncio.wait({answer, self.ended}, return_when=asyncio.FIRST_COMPLETED, timeout=30)
        if answer.done():
            return unwrap(answer.result())
        assert self.ended.done(), f"{name} was not answered in 30 s on a connection that is open"
        raise Lost

    def check_order(self, me, event):
        """Each room's events come each once, in order, and none after one's own going."""
        room, seq = event["room"], event["seq"]
        last = self.last.get(room)
        own = event.get("member") == me
        if last == 0:
            assert event["kind"] == "member.joined" and own, f"{event} was heard after going"
        elif last is not None:
            assert seq == last + 1, f"{event} was heard after {last}"
        goes = own and event["kind"] in ("member.left", "member.removed") or event["kind"] == "room.deleted"
        self.last[room] = 0 if goes else seq

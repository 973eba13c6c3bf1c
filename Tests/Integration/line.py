"""A line between a client and the server that can be cut, as networks are: at any byte, in either direction."""

import asyncio


class Line:
    """Listens on a port of its own and passes each connection on to the server's.

    The client's side of one device: `cut` breaks what is open at once; `deafen` keeps what the server says from
    arriving, while the server goes on hearing, so that what is asked is done and its answer is lost.
    """

    def __init__(self, target):
        self.target = target
        self.port = None
        self._listener = None
        self._writers = set()
        self._tasks = set()
        self._hears = asyncio.Event()
        self._hears.set()

    async def open(self):
        self._listener = await asyncio.start_server(self._accepted, "127.0.0.1", 0)
        self.port = self._listener.sockets[0].getsockname()[1]
        return self

    def _accepted(self, reader, writer):
        task = asyncio.ensure_future(self._join(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _join(self, reader, writer):
        self._writers.add(writer)
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target())
        except OSError:
            writer.transport.abort()
            self._writers.discard(writer)
            return
        self._writers.add(back)
        try:
            await asyncio.gather(self._pass(reader, back, None), self._pass(there, writer, self._hears))
        finally:
            self._writers -= {writer, back}

    async def _pass(self, source, sink, gate):
        try:
            while chunk := await source.read(65_536):
                if gate is not None:
                    await gate.wait()
                sink.write(chunk)
                await sink.drain()
            sink.write_eof()
        except (OSError, RuntimeError):
            sink.transport.abort()

    def deafen(self):
        self._hears.clear()

    def cut(self):
        for writer in list(self._writers):
            writer.transport.abort()
        self._hears.set()

    async def close(self):
        self.cut()
        self._listener.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

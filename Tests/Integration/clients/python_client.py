"""Drives python-socketio, 5 or 4 as its interpreter has it: URL TRANSPORTS AUTH (JSON). Reads commands, answers as JSON
lines.

The scenario and what it must see are in test_clients.py; here is only what differs from the JavaScript client.
"""

import base64
import json
import queue
import sys

import socketio


def to_wire(value):
    if isinstance(value, (bytes, bytearray)):
        return {"bytes": base64.b64encode(value).decode()}
    if isinstance(value, (list, tuple)):
        return [to_wire(item) for item in value]
    if isinstance(value, dict):
        return {name: to_wire(item) for name, item in value.items()}
    return value


def from_wire(value):
    if isinstance(value, list):
        return [from_wire(item) for item in value]
    if isinstance(value, dict):
        if set(value) == {"bytes"}:
            return base64.b64decode(value["bytes"])
        return {name: from_wire(item) for name, item in value.items()}
    return value


class Driver:
    def __init__(self, url, transports, auth):
        self.url = url
        self.auth = auth
        self.transports = transports
        self.is_old = socketio.__version__.startswith("4.") if hasattr(socketio, "__version__") else False
        self.heard = queue.Queue()
        self.client = socketio.Client(reconnection=False)
        for namespace in ("/", "/custom", "/random"):
            for name in ("auth", "message-back", "answered", "ready", "event", "told", "left"):
                self.client.on(name, self.listener(name, namespace), namespace=namespace)
            self.client.on("connect", self.listener("connect", namespace), namespace=namespace)
            self.client.on("disconnect", self.listener("disconnect", namespace), namespace=namespace)
            self.client.on("connect_error", self.listener("refused", namespace), namespace=namespace)
        self.client.on("question", lambda *arguments: arguments)

    def listener(self, name, namespace):
        def listen(*arguments):
            self.heard.put([namespace, name, [] if name == "disconnect" else to_wire(arguments)])
        return listen

    def connect(self, namespaces):
        options = {} if self.is_old else {"wait": False, "auth": self.auth}
        try:
            self.client.connect(self.url, transports=self.transports, namespaces=namespaces, **options)
        except socketio.exceptions.ConnectionError as error:
            return str(error)
        return None

    def run(self, command, argument):
        if command == "connect":
            return self.connect(argument)
        if command == "hear":
            return self.heard.get(timeout=10)
        if command == "emit":
            return self.client.emit(argument[0], tuple(from_wire(argument[1:])))
        if command == "call":
            answers = queue.Queue()
            self.client.emit(argument[0], tuple(from_wire(argument[1:])), callback=lambda *values: answers.put(values))
            return to_wire(answers.get(timeout=10))
        if command == "transport":
            return self.client.transport()
        if command == "disconnect":
            self.client.disconnect()
            # Version 4 does not tell its handler when it leaves by itself.
            if self.is_old and self.client.eio.state == "disconnected":
                self.heard.put(["/", "disconnect", []])
            return None
        raise ValueError(command)


if __name__ == "__main__":
    driver = Driver(sys.argv[1], sys.argv[2].split(","), json.loads(sys.argv[3]))
    for line in sys.stdin:
        command, argument = json.loads(line)
        try:
            result = {"ok": driver.run(command, argument)}
        except Exception as error:  # noqa: BLE001 - whatever it is, the test tells it
            result = {"error": repr(error)}
        print(json.dumps(result), flush=True)

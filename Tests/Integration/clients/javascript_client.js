// Drives the JavaScript client, 4.x or 2.x as the page has loaded it; the same commands as python_client.py.
function toWire(value) {
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer ?? value);
    return { bytes: btoa(String.fromCharCode(...bytes)) };
  }
  if (Array.isArray(value)) return value.map(toWire);
  if (value instanceof Error) return value.message;
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toWire(item)]));
  }
  return value;
}

function fromWire(value) {
  if (Array.isArray(value)) return value.map(fromWire);
  if (value && typeof value === "object") {
    if (Object.keys(value).join() === "bytes") return Uint8Array.from(atob(value.bytes), (c) => c.charCodeAt(0)).buffer;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fromWire(item)]));
  }
  return value;
}

class Driver {
  constructor(url, transports, auth) {
    this.auth = auth;
    this.heard = [];
    this.waiting = [];
    this.sockets = {};
    // Opens with the first namespace: a manager that is open already connects to it twice, which ends the connection,
    // and version 2 misses the server's CONNECT.
    this.manager = new io.Manager(url, { transports, reconnection: false, autoConnect: false });
    this.upgraded = new Promise((resolve) => { this.resolveUpgraded = resolve; });
  }

  tell(...event) {
    const waiting = this.waiting.shift();
    if (waiting) waiting(event);
    else this.heard.push(event);
  }

  connect(namespaces) {
    for (const namespace of namespaces) {
      const socket = this.manager.socket(namespace, { auth: this.auth });
      this.sockets[namespace] = socket;
      socket.on("connect", () => this.tell(namespace, "connect", []));
      socket.on("disconnect", () => this.tell(namespace, "disconnect", []));
      for (const name of ["connect_error", "error"]) {
        // Version 2 also tells a connected socket why it will be disconnected.
        socket.on(name, (error) => { if (!socket.connected) this.tell(namespace, "refused", [toWire(error)]); });
      }
      for (const name of ["auth", "message-back", "answered", "told", "left"]) {
        socket.on(name, (...values) => this.tell(namespace, name, toWire(values)));
      }
      socket.on("question", (...values) => values.pop()(...values));
      socket.connect();
    }
    this.manager.engine.on("upgrade", () => this.resolveUpgraded());
  }

  run(command, argument) {
    const socket = this.sockets["/"];
    switch (command) {
      case "connect": return this.connect(argument) ?? null;
      case "hear":
        return this.heard.shift() ?? new Promise((resolve, reject) => {
          this.waiting.push(resolve);
          setTimeout(() => reject(new Error("nothing was heard")), 10000);
        });
      case "emit": socket.emit(argument[0], ...fromWire(argument.slice(1))); return null;
      case "call":
        return new Promise((resolve) => {
          socket.emit(argument[0], ...fromWire(argument.slice(1)), (...values) => resolve(toWire(values)));
        });
      case "upgraded": return this.upgraded.then(() => null);
      case "transport": return this.manager.engine.transport.name;
      case "cut": this.manager.engine.close(); return null;
      case "reconnect": socket.connect(); return null;
      case "recovered": return [socket.recovered, socket.id];
      case "disconnect":
        for (const each of Object.values(this.sockets)) each.disconnect();
        return null;
      default: throw new Error(command);
    }
  }
}

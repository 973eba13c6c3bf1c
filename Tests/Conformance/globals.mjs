// What the official suites expect to find: chai with `startsWith`, a browser's WebSocket, and fetch, which node has.
import { createRequire } from "node:module";
import path from "node:path";

const modules = process.env.NODE_MODULES_DIR;
const require = createRequire(import.meta.url);
const chai = require(path.join(modules, "chai"));
const WebSocket = require(path.join(modules, "ws"));

chai.use(({ Assertion }) => {
  Assertion.addMethod("startsWith", function (beginning) {
    this.assert(
      this._obj.startsWith(beginning), "expected #{this} to start with #{exp}", "expected #{this} not to start with #{exp}",
      beginning);
  });
});

// A refused handshake is told by `close`; without a listener node would end the process for the error before it. And each
// event gets a turn of its own, as in a browser: ws tells of the opening and of a message that came with it in one.
class BrowserLike extends WebSocket {
  constructor(...parameters) {
    super(...parameters);
    this.on("error", () => {});
  }

  emit(event, ...parameters) {
    if (event !== "open" && event !== "message" && event !== "close") return super.emit(event, ...parameters);
    setImmediate(() => super.emit(event, ...parameters));
    return true;
  }
}

Object.assign(globalThis, { chai, WebSocket: BrowserLike });

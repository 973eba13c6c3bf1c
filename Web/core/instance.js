// One running core.wasm: an event goes in as JSON, its effects come out.

const version = 1;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The event was not one that the core knows; the core is as it was. */
export class RefusedEvent extends Error {}

/** Fetches and compiles the core once; each start and restart makes an instance of the module. */
export async function compileCore(url, host = globalThis) {
  try {
    return await host.WebAssembly.compileStreaming(host.fetch(url));
  } catch {
    // A proxy may have changed the type that streaming insists on.
    const answer = await host.fetch(url);
    if (!answer.ok) throw new Error(`core.wasm: HTTP status ${answer.status}`);
    return host.WebAssembly.compile(await answer.arrayBuffer());
  }
}

export class CoreInstance {
  #exports;
  #core;

  constructor(module, host = globalThis) {
    const bytes = (address, length) => new Uint8Array(this.#exports.memory.buffer, address >>> 0, length >>> 0);
    const instance = new host.WebAssembly.Instance(module, {
      browser: {
        random: (address, length) => fillRandom(host, bytes(address, length)),
        number: (address, length) => Number(decoder.decode(bytes(address, length))),
      },
    });
    this.#exports = instance.exports;
    if (this.#exports.core_version() !== version) throw new Error("core.wasm is of another version than core.js");
    this.#core = this.#exports.core_make();
  }

  /**
   * The effects of one event. Must not be called while it runs. Anything but RefusedEvent that it throws is a trap:
   * the instance's memory may be half changed and the instance must not be used again.
   */
  handle(event) {
    const text = encoder.encode(JSON.stringify(event, wellFormed));
    const address = this.#exports.core_buffer(this.#core, text.length);
    this.#bytes(address, text.length).set(text);
    const length = this.#exports.core_handle(this.#core, text.length);
    if (length < 0) throw new RefusedEvent(`the core does not know this event: ${event.e}`);
    return JSON.parse(decoder.decode(this.#bytes(this.#exports.core_buffer(this.#core, 0), length)));
  }

  /** Bytes that the core holds now. */
  get memoryInUse() {
    return this.#exports.core_memory();
  }

  #bytes(address, length) {
    return new Uint8Array(this.#exports.memory.buffer, address >>> 0, length);
  }
}

function fillRandom(host, bytes) {
  // The browser hands out at most this much at once.
  const most = 65536;
  for (let start = 0; start < bytes.length; start += most) {
    host.crypto.getRandomValues(bytes.subarray(start, start + most));
  }
}

/** Half of a surrogate pair, as a half-typed emoji leaves it, has no UTF-8: the core would refuse the whole event. */
export function wellFormed(_, value) {
  return typeof value === "string" && /[\ud800-\udfff]/.test(value) ? decoder.decode(encoder.encode(value)) : value;
}

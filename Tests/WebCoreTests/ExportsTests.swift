import ByteCoding
import Testing
import WebCore

/// A core driven through the exports, as Web/core/instance.js drives core.wasm.
final class NativeCore {
    private let core = coreMake()

    deinit { coreEnd(core) }

    /// The effects' JSON; nil when the core refuses the event.
    func handle(_ event: [UInt8]) -> [UInt8]? {
        guard let buffer = coreBuffer(core, Int32(event.count)) else { return nil }
        buffer.copyMemory(from: event, byteCount: event.count)
        let length = coreHandle(core, Int32(event.count))
        guard length >= 0, let answer = coreBuffer(core, 0) else { return nil }
        return Array(UnsafeRawBufferPointer(start: answer, count: Int(length)))
    }

    func handle(_ event: String) -> [UInt8]? { handle(Array(event.utf8)) }

    /// What `core_handle` answers to a length that the buffer does not have.
    func handle(length: Int32) -> Int32 { coreHandle(core, length) }
}

@Suite("The core's exports")
struct ExportsTests {
    static let start = """
        {"e":"start","now":1,"entropy":"00000000000000000000000000000000","path":"/","origin":"http://localhost:4000",\
        "online":true,"stored":{"snapshot":null,"outbox":null}}
        """

    @Test("an event's bytes are replaced by its effects' JSON array")
    func effects() throws {
        let answer = try #require(NativeCore().handle(Self.start))
        let effects = try #require(try JSON.parse(answer).arrayValue)
        #expect(effects.contains { $0["v"]?.stringValue == "screen" })
    }

    @Test(
        "what is no event is refused, and the core goes on", arguments: ["", "{", "[]", "{\"e\":\"start\"}", "\u{0}"])
    func refusal(event: String) {
        let core = NativeCore()
        #expect(core.handle(event) == nil)
        #expect(core.handle(Self.start) != nil)
    }

    @Test("a length outside the buffer is refused", arguments: [-1, Int32.min, Int32.max])
    func lengths(length: Int32) { #expect(NativeCore().handle(length: length) == -1) }

    @Test("an event larger than the buffer gets a larger buffer, and the core's state stays")
    func growth() {
        let core = NativeCore()
        #expect(core.handle(Self.start) != nil)
        let text = String(repeating: "x", count: 1_000_000)
        #expect(core.handle("{\"e\":\"socket.text\",\"now\":2,\"text\":\"\(text)\"}") != nil)
        #expect(core.handle("{\"e\":\"online\",\"now\":3,\"value\":true}") != nil)
    }
}

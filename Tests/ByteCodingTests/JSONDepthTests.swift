import ByteCoding
import Foundation
import TestThreads
import Testing

@Suite("Deep JSON", .ownThread)
struct JSONDepthTests {
    /// As deep as any limits let a reader go.
    private static let deepest = JSONLimits(maxDepth: .max)

    static func nested(_ open: String, _ close: String, _ count: Int) -> [UInt8] {
        Array((String(repeating: open, count: count) + "1" + String(repeating: close, count: count)).utf8)
    }

    @Test(
        "the deepest value that can be read is compared, hashed, written and freed on a stack of 512 KiB",
        arguments: [("[", "]"), (#"{"a":"#, "}")])
    func smallStack(open: String, close: String) {
        let bytes = Self.nested(open, close, 128)
        #expect(throws: JSONError.self) {
            try JSON.parse(Self.nested(open, close, 129), limits: Self.deepest)
        }
        let done = DispatchSemaphore(value: 0)
        // Written by the thread before it signals, read after the wait.
        nonisolated(unsafe) var holds = false
        let thread = Thread {
            if let one = try? JSON.parse(bytes, limits: Self.deepest),
                let other = try? JSON.parse(bytes, limits: Self.deepest)
            {
                holds = one == other && one.hashValue == other.hashValue && one.encoded() == bytes
            }
            done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        done.wait()
        #expect(holds)
    }

    @Test("text 100,000 deep is refused wherever its levels change kind")
    func refused() {
        for levels in [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]"), (#"[0,{"b":1,"a":"#, "}]")] {
            for limits in [JSONLimits.standard, Self.deepest] {
                let bytes = Self.nested(levels.0, levels.1, 100_000)
                #expect(JSONReaderTests.reason(bytes, limits: limits) == .tooDeep)
                #expect(JSONReaderTests.reason(Array(bytes[..<(bytes.count / 2)]), limits: limits) == .tooDeep)
            }
        }
    }

    /// `depth` objects within one another, with two more members on each level in one order or the other.
    private static func ladder(_ depth: Int, turned: Bool, bottom: Int64) -> JSON {
        var value = JSON.int(bottom)
        for _ in 0..<depth {
            value = turned ? ["x": value, "b": 2, "a": 1] : ["x": value, "a": 1, "b": 2]
        }
        return value
    }

    @Test("values that differ in order on each of 60 levels are compared and hashed in one pass")
    func turnedOnEachLevel() {
        let one = Self.ladder(60, turned: false, bottom: 7)
        #expect(one == Self.ladder(60, turned: true, bottom: 7))
        #expect(one.hashValue == Self.ladder(60, turned: true, bottom: 7).hashValue)
        #expect(one != Self.ladder(60, turned: true, bottom: 8))
    }

    @Test("large objects are equal in any order of their members, and unequal by one name or value")
    func largeObjects() {
        let members = (0..<1000).map { ("k\($0)", JSON.int(Int64($0))) }
        let object = JSONObject(members: members[...99])
        #expect(object == JSONObject(members: members[...99].reversed()))
        var other = JSONObject(members: members[...99].reversed())
        other["k50"] = 0
        #expect(object != other)
        other["k50"] = nil
        other["z"] = 50
        #expect(object != other)
        let large = (try? JSON.parse(JSON.object(JSONObject(members: members)).encoded())) ?? nil
        let text = "{" + members.reversed().map { "\"\($0.0)\":\($0.1.intValue ?? 0)" }.joined(separator: ",") + "}"
        #expect(large != nil && large == (try? JSON.parse(Array(text.utf8))))
    }
}

import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("Values as JSON", .ownThread)
struct PayloadCodingTests {
    enum Kind: String, Codable { case small, large }
    enum Shape: Codable, Hashable {
        case dot
        case circle(radius: Double)
    }

    struct Everything: Codable, Hashable {
        var int = -5
        var unsigned: UInt16 = 65_535
        var double = 1.5
        var whole: Double = 2
        var text = "é\n"
        var flag = true
        var none: Int?
        var some: Int? = 1
        var kind = Kind.large
        var shapes: [Shape] = [.dot, .circle(radius: 3)]
        var nested = ["a": [1, 2], "b": []]
        var bytes: [UInt8] = [1, 2, 3]
        var more: [[UInt8]] = [[], [4]]
        var json: JSON = ["x": [nil, 1.25]]
    }

    class Base: Codable {
        var base = 1
    }

    final class Derived: Base {
        var own = 2
        override init() { super.init() }
        private enum Key: CodingKey { case own }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            own = try container.decode(Int.self, forKey: .own)
            try super.init(from: container.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(own, forKey: .own)
            try super.encode(to: container.superEncoder())
        }
    }

    @Test("everything that Codable synthesises comes back as it was, bytes as attachments")
    func roundTrip() throws {
        let payload = try EventPayload(encoding: Everything(), "second", Int?.none)
        #expect(payload.attachments == [[1, 2, 3], [], [4]])
        #expect(payload.arguments[0]["bytes"]?.attachmentNumber == 0)
        #expect(payload.arguments[0]["kind"] == "large")
        #expect(payload.arguments[0]["none"] == nil)
        #expect(payload.arguments[2] == .null)
        #expect(try payload.decode(Everything.self) == Everything())
        #expect(try payload.decode(String.self, at: 1) == "second")
        #expect(try payload.decode(Int?.self, at: 2) == nil)
        #expect(try payload.decode(Int?.self, at: 3) == nil)
    }

    @Test("a class's superclass stands beside its own members")
    func superclass() throws {
        let json = try JSON(encoding: Derived())
        #expect(json == ["own": 2, "super": ["base": 1]])
        #expect(try json.decode(Derived.self).own == 2)
    }

    @Test("numbers are read however they are written, when they fit")
    func numbers() throws {
        #expect(try JSON.double(3).decode(Int.self) == 3)
        #expect(try JSON.int(3).decode(Double.self) == 3)
        #expect(try JSON.double(1.8446744073709550e19).decode(UInt64.self) == 18_446_744_073_709_549_568)
        for (json, fits) in [(JSON.int(256), false), (.int(-1), false), (.double(1.5), false), (.int(255), true)] {
            #expect((try? json.decode(UInt8.self)) == (fits ? 255 : nil))
        }
        #expect(throws: EncodingError.self) { try JSON(encoding: Double.nan) }
        #expect(throws: EncodingError.self) { try JSON(encoding: UInt64.max) }
        #expect(throws: EncodingError.self) { try JSON(encoding: [UInt8]()) }
        #expect(try JSON(encoding: [Int]()) == [])
    }

    @Test("errors name the path below the argument")
    func paths() throws {
        let payload = EventPayload(arguments: [1, ["list": [["kind": "small"], ["kind": "huge"]]]])
        struct Item: Codable { var kind: Kind }
        struct List: Codable { var list: [Item] }
        func path(_ body: () throws -> Void) -> [String]? {
            do {
                try body()
                return nil
            } catch DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
                DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context)
            {
                return context.codingPath.map(\.stringValue)
            } catch { return [] }
        }
        #expect(path { _ = try payload.decode(List.self, at: 1) } == ["1", "list", "1", "kind"])
        #expect(path { _ = try payload.decode(List.self, at: 0) } == ["0"])
        #expect(path { _ = try payload.decode(List.self, at: 5) } == ["5"])
        #expect(path { _ = try payload.decode([Bool].self, at: 1) } == ["1"])
    }

    @Test("what is nested too deeply is refused, both ways")
    func depth() throws {
        indirect enum Chain: Codable {
            case end
            case link(Chain)
        }
        var chain = Chain.end
        for _ in 0..<100 { chain = .link(chain) }
        #expect(throws: EncodingError.self) { try JSON(encoding: chain) }
        var json: JSON = ["end": [:]]
        for _ in 0..<100 { json = ["link": ["_0": json]] }
        #expect(throws: DecodingError.self) { try json.decode(Chain.self) }
    }

    @Test("an object of many members is read in a time that grows with their number")
    func manyMembers() throws {
        let members = (0..<20_000).map { (String($0), JSON.int(Int64($0))) }
        let json = JSON.object(JSONObject(members: members.prefix(5_000)))
        #expect(try json.decode([String: Int].self)["4999"] == 4_999)
        let encoded = try JSON(encoding: Dictionary(uniqueKeysWithValues: members.map { ($0.0, 1) }))
        #expect(encoded.objectValue?.count == 20_000)
        #expect(try encoded.decode([String: Int].self).count == 20_000)
    }

    @Test("a list is one argument, unless it is said to be the arguments")
    func lists() async throws {
        try await TestServer.run(namespaces: [
            "/": { socket in
                socket.accept()
                let list: [JSON] = [1, "2"]
                socket.emit("one", list)
                socket.emit("one", [1, 2])
                socket.emit("two", arguments: list)
            }
        ]) { server in
            let client = try TestClient(server)
            for text in [#"["one",[1,"2"]]"#, #"["one",[1,2]]"#, #"["two",1,"2"]"#] {
                #expect(try client.next() == "42" + text)
            }
        }
    }
}

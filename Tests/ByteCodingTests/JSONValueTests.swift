import ByteCoding
import Testing

@Suite("JSON values")
struct JSONValueTests {
    @Test("an accessor answers for its own kind only")
    func accessors() {
        let all: [JSON] = [nil, true, 1, 1.5, "s", [1], ["a": 1]]
        #expect(all.map(\.isNull) == [true, false, false, false, false, false, false])
        #expect(all.map(\.boolValue) == [nil, true, nil, nil, nil, nil, nil])
        #expect(all.map(\.intValue) == [nil, nil, 1, nil, nil, nil, nil])
        #expect(all.map(\.doubleValue) == [nil, nil, 1, 1.5, nil, nil, nil])
        #expect(all.map(\.stringValue) == [nil, nil, nil, nil, "s", nil, nil])
        #expect(all.map(\.arrayValue) == [nil, nil, nil, nil, nil, [1], nil])
        #expect(all.map(\.objectValue) == [nil, nil, nil, nil, nil, nil, ["a": 1]])
        #expect(all.map { $0["a"] } == [nil, nil, nil, nil, nil, nil, 1])
    }

    @Test("a whole double is an integer when it fits 64 bits")
    func integralDoubles() {
        #expect(JSON.double(3).intValue == 3)
        #expect(JSON.double(-0.0).intValue == 0)
        #expect(JSON.double(9_223_372_036_854_775_808).intValue == nil)
        #expect(JSON.double(-9_223_372_036_854_775_808).intValue == .min)
        #expect(JSON.double(.nan).intValue == nil)
        #expect(JSON.double(.infinity).intValue == nil)
    }

    @Test("an object keeps its order, replaces in place and removes")
    func object() {
        var object: JSONObject = ["b": 1, "a": 2]
        object["c"] = 3
        object["b"] = 4
        #expect(object.members.map(\.key) == ["b", "a", "c"])
        #expect(object["b"] == 4)
        object["a"] = nil
        object["none"] = nil
        #expect(object.members.map(\.key) == ["b", "c"])
        object["c"] = .some(.null)
        #expect(object["c"] == .some(.null))
        #expect(object.count == 2)
        #expect(!object.isEmpty)
        #expect(JSONObject(members: [("x", 1), ("x", 2)]) == ["x": 2])
    }

    @Test("a later member takes an earlier one's place among many too")
    func manyMembers() {
        let members = (0..<100).map { ("\($0)", JSON.int(Int64($0))) }
        let object = JSONObject(members: members + [("3", -3), ("70", -70), ("new", 1), ("new", 2)])
        #expect(object.members.map(\.key) == members.map(\.0) + ["new"])
        #expect(object["3"] == -3)
        #expect(object["70"] == -70)
        #expect(object["new"] == 2)
        #expect(JSONObject(members: members + [("\u{e9}", 1), ("e\u{301}", 2)]).count == 102)
    }

    @Test("order does not count in equality and hash, names and values do")
    func equality() {
        let one: JSON = ["a": 1, "b": ["c": nil, "d": 2]]
        let other: JSON = ["b": ["d": 2, "c": nil], "a": 1]
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        #expect(one != ["a": 1, "b": ["c": nil, "d": 3]])
        #expect(one != ["a": 1])
        #expect((["a": 1] as JSON) != ["b": 1])
        #expect(JSON.int(1) != JSON.double(1))
    }

    @Test("two spellings of one accented letter are two strings and two names")
    func bytesCount() {
        #expect(JSON.string("\u{e9}") != JSON.string("e\u{301}"))
        let object: JSONObject = ["\u{e9}": 1, "e\u{301}": 2]
        #expect(object.count == 2)
        #expect(object["e\u{301}"] == 2)
    }
}

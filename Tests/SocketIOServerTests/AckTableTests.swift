import Testing

@testable import SocketIOServer

@Suite("Acknowledgements that are waited for")
struct AckTableTests {
    @Test("ids count up, and each is taken once")
    func ids() {
        var table = AckTable<String>()
        #expect(table.isEmpty)
        #expect(table.add { "first \($0)" } == 0)
        #expect(table.add { "second \($0)" } == 1)
        #expect(table.take(1) == "second 1")
        #expect(table.take(1) == nil)
        #expect(table.add { "third \($0)" } == 2)
        #expect(table.take(0) == "first 0")
        #expect(!table.isEmpty)
    }

    @Test("an id that was never given out is nobody's", arguments: [-1, 0, 5, Int.max])
    func unknown(id: Int) {
        var table = AckTable<String>()
        #expect(table.take(id) == nil)
    }

    @Test("all who wait are taken in order")
    func takeAll() {
        var table = AckTable<Int>()
        for _ in 0..<20 { _ = table.add { $0 } }
        _ = table.take(3)
        #expect(table.takeAll() == Array(0..<3) + Array(4..<20))
        #expect(table.takeAll() == [])
        #expect(table.add { $0 } == 20)
    }
}

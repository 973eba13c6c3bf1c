import ByteCoding
import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("Many rooms", .ownThread)
struct ManyRoomsTests {
    private static let count = 10_000

    @Test("one socket in 10,000 rooms hears each, and leaves none behind when it goes")
    func manyRooms() async throws {
        let joining: @Sendable (Socket) -> Void = { socket in
            socket.accept()
            socket.onEvent = { [unowned socket] _, arguments, acknowledge in
                let first = Int(arguments.first?.intValue ?? 0)
                for number in first..<(first + 1000) { socket.join("room\(number)") }
                acknowledge?([.int(Int64(socket.rooms.count))])
            }
        }
        try await TestServer.run(namespaces: ["/": joining]) { server in
            let neighbour = try TestClient(server)
            let member = try TestClient(server)
            for first in stride(from: 0, to: Self.count, by: 1000) {
                try member.send(#"421["join",\#(first)]"#)
                #expect(try member.next() == "431[\(first + 1000)]")
            }
            await server.onLoop { namespace in
                for number in stride(from: 0, to: Self.count, by: 2000) {
                    #expect(namespace.count(in: "room\(number)") == 1)
                    namespace.publish(event("e", "\(number)"), to: "room\(number)")
                }
            }
            // Rooms keep their own order, not one among themselves.
            var heard: Set<String> = []
            for _ in 0..<5 { heard.insert(try member.next()) }
            #expect(heard == Set(stride(from: 0, to: Self.count, by: 2000).map { #"42["e","\#($0)"]"# }))
            try member.send("41")
            // The namespace is left when another request on the loop has been answered.
            try neighbour.send(#"422["join",0]"#)
            #expect(try neighbour.next() == "432[1000]")
            await server.onLoop { namespace in
                #expect(namespace.count(in: "room0") == 1)
                #expect(namespace.count(in: "room1000") == 0)
                #expect(namespace.count(in: "room\(Self.count - 1)") == 0)
            }
        }
    }
}

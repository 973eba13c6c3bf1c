import NetLoop
import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("Handlers of several arguments", .ownThread)
struct TypedHandlerTests {
    @Test("a handler gets as many arguments as it has types, on the loop or in a task; what is left over is ignored")
    func several() async throws {
        try await PlainServer.run { server in
            server.onConnection { socket in
                socket.on("two", as: Int.self, Message.self) { number, message in "\(number) \(message.text)" }
                socket.on("told", as: String.self, [Int].self) { name, numbers in
                    socket.emit("heard", name, numbers.count)
                    socket.emit("twice")
                }
                socket.onAsync("three", as: Int.self, String?.self, [UInt8].self) { _, number, text, bytes in
                    "\(number) \(text ?? "-") \(bytes)"
                }
                socket.onAsync("later", as: Int.self, Int.self) { socket, a, b in socket.emit("sum", a + b) }
            }
        } _: { server in
            let client = try server.client()
            try client.send(#"421["two",7,{"text":"a","count":1},"more"]"#)
            #expect(try client.next() == #"431["7 a"]"#)
            try client.send(#"42["told","x",[1,2]]"#)
            #expect(try client.next() == #"42["heard","x",2]"#)
            #expect(try client.next() == #"42["twice"]"#)
            try client.send(#"451-2["three",1,null,{"_placeholder":true,"num":0}]"#)
            try client.socket.send([9])
            #expect(try client.next() == #"432["1 - [9]"]"#)
            try client.send(#"42["later",1,2]"#)
            #expect(try client.next() == #"42["sum",3]"#)
        }
    }

    @Test("an argument that is missing or does not fit is told with its place")
    func misfits() async throws {
        let errors = TestEvents<String>()
        try await PlainServer.run { server in
            server.main.onError { _, event, error in
                guard let error = error as? DecodingError else { return }
                switch error {
                case .typeMismatch(_, let context), .valueNotFound(_, let context):
                    errors.report("\(event) \(context.codingPath.map(\.stringValue))")
                default: errors.report("\(error)")
                }
            }
            server.onConnection { socket in
                socket.on("two", as: Int.self, String.self) { _, _ in Issue.record("does not fit") }
            }
        } _: { server in
            let client = try server.client()
            try client.socket.send(all: [#"42["two",1]"#, #"42["two","a","b"]"#, #"42["two",1,[]]"#])
            for place in [1, 0, 1] { #expect(try await errors.next() == #"two ["\#(place)"]"#) }
        }
    }

    @Test("a handler that ends with an emit does not acknowledge its event with the result")
    func noAccident() async throws {
        try await PlainServer.run { server in
            server.onConnection { socket in
                socket.on("a", as: Int.self) { socket.emit("b", $0) }
                socket.on("c", as: Int.self) { socket.broadcast.emit("d", $0) }
                socket.onAsync("e", as: Int.self) { socket, number in socket.emit("f", number) }
            }
        } _: { server in
            let client = try server.client()
            try client.socket.send(all: [#"421["a",1]"#, #"422["c",2]"#, #"423["e",3]"#])
            #expect(try client.next() == #"42["b",1]"#)
            #expect(try client.next() == #"42["f",3]"#)
        }
    }

    @Test("a question is asked from the loop with values of any type, and one that cannot be sent is told at once")
    func asking() async throws {
        let results = TestEvents<Result<String, AcknowledgementError>>()
        try await PlainServer.run { server in
            server.onConnection { socket in
                socket.emit("ask", Message(text: "x"), [UInt8]([1]), timeout: 60_000) { result in
                    results.report(result.map { (try? $0.decode(String.self)) ?? "?" })
                }
                socket.emit("ask", Double.nan, timeout: nil) { results.report($0.map { _ in "" }) }
                socket.emit("connect", 1, timeout: nil) { results.report($0.map { _ in "" }) }
            }
        } _: { server in
            let client = try server.client()
            #expect(try await results.next() == .failure(.notSent))
            #expect(try await results.next() == .failure(.notSent))
            #expect(try client.next() == #"451-0["ask",{"text":"x","count":0},{"_placeholder":true,"num":0}]"#)
            #expect(try client.next() == "[1]")
            try client.send(#"430["yes"]"#)
            #expect(try await results.next() == .success("yes"))
        }
    }
}

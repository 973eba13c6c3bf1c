// A chat in rooms: log-in by middleware, typed events, acknowledgements, and who is there.
import SocketIOServer

struct Entry: Codable, Sendable {
    var room: String
}

struct Message: Codable, Sendable {
    var room: String
    var text: String
    var author: String?
}

struct Refusal: Codable, Sendable {
    var error: String
}

let server = SocketIOServer()
let chat = server.main

// A client connects with `auth: {name}`; without a name it gets a `connect_error`.
chat.use { socket in
    guard let name = socket.auth["name"]?.stringValue, !name.isEmpty else {
        throw ConnectError("a name is needed", data: ["code": "nameless"])
    }
    socket.data["name"] = .string(name)
}

chat.onConnection { socket in
    let name = socket.data["name"]?.stringValue ?? ""

    socket.on("join", as: Entry.self) { entry in
        socket.join(entry.room)
        socket.to(entry.room).emit("joined", name)
        return "welcome to \(entry.room)"
    }

    // Runs on the socket's loop. What it returns is the acknowledgement.
    socket.on("message", as: Message.self) { message -> Refusal? in
        guard socket.isIn(message.room) else { return Refusal(error: "join first") }
        socket.to(message.room).emit("message", Message(room: message.room, text: message.text, author: name))
        return nil
    }

    // Runs in a task, where it may wait: for every loop, and for other nodes if there were any.
    socket.onAsync("who", as: Entry.self) { _, entry in
        try await chat.to(entry.room).fetchSockets().compactMap { $0.data["name"]?.stringValue }.sorted()
    }

    socket.onDisconnecting = { reason in
        for room in socket.rooms { socket.to(room).emit("left", name, reason.rawValue) }
    }
}

let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 3000
print("listening on http://\(try await server.listen(port: port))")
await server.serve()

// Sends every event back, and acknowledges those that ask for it.
import SocketIOServer

let server = SocketIOServer()

server.onConnection { socket in
    socket.onEvent = { name, arguments, acknowledge in
        if let acknowledge { acknowledge(arguments) } else { socket.emit(name, arguments: arguments) }
    }
}

let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 3000
print("listening on http://\(try await server.listen(port: port))")
await server.serve()

// Sends every event back, and acknowledges those that ask for it: echo [PORT [CERTIFICATE KEY]]
import SocketIOServer

let server = SocketIOServer()

server.onConnection { socket in
    socket.onAny = { event in
        if event.wantsAcknowledgement {
            event.acknowledge(event.payload)
        } else {
            socket.emit(event.name, event.payload)
        }
    }
}

let arguments = Array(CommandLine.arguments.dropFirst())
let files = arguments.count == 3 ? TLSConfiguration(certificateFile: arguments[1], keyFile: arguments[2]) : nil
let port = arguments.first.flatMap { Int($0) } ?? 3000
print("listening on \(try await server.listen(port: port, tls: files.map(TLSAcceptor.init)))")
await server.serve()

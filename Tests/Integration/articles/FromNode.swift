import SocketIOServer

// What the tables take for granted: the arguments of each line's function.
struct X: Codable, Sendable {}
struct Y: Codable, Sendable {}

struct Given {
    let server: SocketIOServer
    let rooms: DynamicNamespaces
    let socket: Socket
    let reference: SocketReference
    let loops: [EventLoop]
    let adapter: InProcessAdapter
    let certificate: TLSConfiguration
    let object: AnyObject
    let id: String
    let x: X
    let y: Y
}

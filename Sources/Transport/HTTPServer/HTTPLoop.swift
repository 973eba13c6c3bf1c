internal import HTTPCodec
internal import NetLoop

/// What one loop holds of a server: its connections and the Date field of the current second.
final class HTTPLoop {
    let settings: HTTPServerSettings
    var configuration: HTTPServerConfiguration { settings.values }
    let handler: any HTTPHandler
    private var connections: [ObjectIdentifier: HTTPConnection] = [:]
    private var isDraining = false
    private var whenEmpty: [() -> Void] = []
    private var dateText = ""
    private var dateSecond = Int64.min

    init(_ configuration: HTTPServerConfiguration, _ handler: any HTTPHandler) {
        settings = HTTPServerSettings(configuration)
        self.handler = handler
    }

    var date: String {
        let second = settings.values.wallClock()
        if second != dateSecond {
            dateSecond = second
            dateText = HTTPDate.string(unixSeconds: second)
        }
        return dateText
    }

    func accept(_ stream: StreamConnection) {
        let connection = HTTPConnection(stream, home: self)
        connections[ObjectIdentifier(connection)] = connection
        connection.start()
        if isDraining { connection.drain() }
    }

    func remove(_ connection: HTTPConnection) {
        connections[ObjectIdentifier(connection)] = nil
        guard connections.isEmpty else { return }
        let waiting = whenEmpty
        whenEmpty = []
        for tell in waiting { tell() }
    }

    /// Lets the current exchanges finish; `then` runs when no connection is left.
    func drain(then: @escaping () -> Void) {
        isDraining = true
        guard !connections.isEmpty else { return then() }
        whenEmpty.append(then)
        for connection in Array(connections.values) { connection.drain() }
    }

    func abortAll() {
        for connection in Array(connections.values) { connection.abort() }
    }
}

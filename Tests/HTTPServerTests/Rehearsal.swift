import HTTPCodec

@testable import HTTPServer

/// A connection state without a connection: what it asks for, written down as short words.
struct Rehearsal {
    var state: HTTPConnectionState
    var sent = ""
    /// Milliseconds of the clock that the state is told.
    var now: Int64 = 0
    /// How the handler wants bodies.
    var handling = HTTPBodyHandling.collect()

    init(_ adjust: (inout HTTPServerConfiguration) -> Void = { _ in }) {
        var configuration = HTTPServerConfiguration()
        configuration.headerTime = 1
        configuration.bodyTime = 2
        configuration.idleTime = 3
        configuration.lingerTime = 4
        configuration.abandonedTime = 5
        configuration.writeTime = 6
        configuration.minimumBodyRate = 0
        configuration.minimumReadRate = 0
        adjust(&configuration)
        state = HTTPConnectionState(HTTPServerSettings(configuration))
    }

    mutating func receive(_ text: String) -> [String] {
        var actions: [HTTPConnectionState.Action] = []
        Array(text.utf8).withUnsafeBytes { state.received($0, moment(0), &actions) }
        return note(actions)
    }

    mutating func handle(_ event: HTTPConnectionState.Event, queued: Int = 0) -> [String] {
        var actions: [HTTPConnectionState.Action] = []
        state.handle(event, moment(queued), &actions)
        return note(actions)
    }

    mutating func timeOut(queued: Int = 0) -> [String] { handle(.timedOut, queued: queued) }

    mutating func respond(_ body: String = "ok", close: Bool = false) -> [String] {
        var response = HTTPResponse(status: .ok, body: Array(body.utf8))
        response.closesConnection = close
        return handle(.responded(response))
    }

    mutating func begin(_ status: HTTPStatus = .ok, length: Int? = nil) -> [String] {
        handle(.began(HTTPResponse(status: status), length: length))
    }

    mutating func write(_ text: String) -> [String] { handle(.wrote(Array(text.utf8))) }

    private func moment(_ queued: Int) -> HTTPConnectionState.Moment {
        HTTPConnectionState.Moment(now: now, date: "D", queued: queued)
    }

    private mutating func note(_ actions: [HTTPConnectionState.Action]) -> [String] {
        sent = ""
        return describe(actions)
    }

    private mutating func describe(_ actions: [HTTPConnectionState.Action]) -> [String] {
        var words: [String] = []
        for action in actions {
            switch action {
            case .send(let bytes):
                let text = String(decoding: bytes, as: UTF8.self)
                sent += text
                words.append(text.hasPrefix("HTTP/") ? "send \(text.dropFirst(9).prefix(3))" : "send \(text)")
            case .decide:
                var more: [HTTPConnectionState.Action] = []
                state.handle(.decided(handling), moment(0), &more)
                words += describe(more)
            case .dispatch(let head, let body, let isStreamed):
                words.append(
                    isStreamed
                        ? "stream \(head.target)"
                        : "dispatch \(head.target) \(String(decoding: body, as: UTF8.self))")
            case .piece(let bytes):
                words.append("piece \(String(decoding: bytes, as: UTF8.self))")
                var more: [HTTPConnectionState.Action] = []
                state.handle(.pieceTaken, moment(0), &more)
                words += describe(more)
            case .bodyEnded: words.append("body end")
            case .bodyFailed(let failure): words.append("body \(failure)")
            case .writable: words.append("writable")
            case .pauseReading: words.append("pause")
            case .resumeReading: words.append("resume")
            case .setTimer(let milliseconds): words.append("timer \(milliseconds)")
            case .clearTimer: words.append("clear")
            case .abandon: words.append("abandon")
            case .finish: words.append("finish")
            case .close: words.append("close")
            case .abort: words.append("abort")
            }
        }
        return words
    }
}

func get(_ target: String, _ fields: String = "") -> String {
    "GET \(target) HTTP/1.1\r\nHost: h\r\n\(fields)\r\n"
}

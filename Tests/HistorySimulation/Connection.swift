/// One WebSocket: what either side has written and the other has not read yet.
final class Connection {
    let device: Int
    let person: Int
    let loop: Int
    /// From the server, in order.
    var toClient = Pipe()
    /// From the client, in order. It may arrive after the client has given the connection up.
    var toServer = Pipe()
    /// Answers that are worked out and not written yet.
    var answers: [String] = []
    /// The place that the loop must have reached before the connection hears anything; nil once it does.
    var attachesAt: Int?
    var isAttached = false
    var isSlow = false
    var gapSince: Int?

    init(device: Int, person: Int, loop: Int) {
        self.device = device
        self.person = person
        self.loop = loop
    }
}

struct Pipe {
    private var texts: [String] = []
    private var head = 0

    var isEmpty: Bool { head == texts.count }

    mutating func append(_ text: String) { texts.append(text) }

    mutating func take() -> String? {
        guard head < texts.count else { return nil }
        defer {
            head += 1
            if head > 64, head * 2 > texts.count {
                texts.removeFirst(head)
                head = 0
            }
        }
        return texts[head]
    }
}

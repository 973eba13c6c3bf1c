/// One WebSocket: what either side has written and the other has not read yet. Servers add what they know of it.
open class Connection {
    package let device: Int
    package let person: Int
    package let loop: Int
    /// From the server, in order.
    package var toClient = Pipe()
    /// From the client, in order. It may arrive after the client has given the connection up.
    package var toServer = Pipe()
    /// Whether it hears what concerns its person.
    package var isAttached = false
    package var isSlow = false

    package init(device: Int, person: Int, loop: Int) {
        self.device = device
        self.person = person
        self.loop = loop
    }
}

package struct Pipe {
    private var texts: [String] = []
    private var head = 0

    package var isEmpty: Bool { head == texts.count }

    package mutating func append(_ text: String) { texts.append(text) }

    package mutating func take() -> String? {
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

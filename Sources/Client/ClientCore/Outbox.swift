import ChatModel
import ChatWire

/// What the person said and the server has not acknowledged, in the order in which it was said.
struct Outbox: Sendable {
    struct Item: Hashable, Sendable {
        enum State: Hashable, Sendable {
            /// Waits for its turn, its storing or a connection. `sending` follows, or it is discarded.
            case queued
            /// On its way. `acknowledged` or `failed` follows; `queued` when the connection is lost or the server
            /// cannot take it now.
            case sending
            /// Refused for good. `queued` follows when the person retries it, or it is discarded.
            case failed(ChatError)
            /// Kept by the server under this `seq`; shown until the event itself is here.
            case acknowledged(seq: Int64)
        }

        var nonce: String
        let room: RoomID
        /// As it is stored, with ids for names.
        let text: String
        /// The root of the thread that it is a reply in.
        let thread: Int64?
        /// The message that it answers.
        let replyTo: Int64?
        let at: Int64
        /// The room's newest `seq` when it was said: its own event comes later.
        let after: Int64
        var state = State.queued
        /// Whether the server may have it already.
        var attempted = false
        /// The write of the outbox that holds it.
        var storedWith: Int64 = 0
    }

    static let limit = 1000
    /// What is read back at most: several outboxes of instances that ended may have become one.
    static let storedLimit = 20_000
    /// Milliseconds that storing may take before a message is sent all the same.
    static let storePatience: Int64 = 3000

    private(set) var items: [Item] = []
    /// Whose words these are; nobody else's session may send them.
    var owner: UserID?
    private var counter: Int64 = 0
    private var storesBegun: Int64 = 0
    private var storesDone: Int64 = 0
    /// The server could not take a message: nothing is sent until the timer fires.
    private(set) var resting = false
    var backoff = Backoff()

    init() {}

    /// As it was stored. The server may have any of them.
    init(restored items: [Item], owner: UserID?) {
        self.items = items
        self.owner = owner
    }

    var unacknowledged: Int {
        var count = 0
        for item in items {
            switch item.state {
            case .acknowledged, .failed: break
            case .queued, .sending: count += 1
            }
        }
        return count
    }

    var isFull: Bool { items.count >= Outbox.limit }
    var waitsForStore: Bool { items.contains { $0.state == .queued && $0.storedWith > storesDone } }

    /// One that this instance has not used for anything.
    mutating func takeNonce(instance: String) -> Nonce {
        counter += 1
        return .counted(instance: instance, counter: counter)
    }

    mutating func add(
        room: RoomID, text: String, thread: Int64? = nil, replyTo: Int64? = nil, at: Int64, after: Int64,
        instance: String
    ) {
        items.append(
            Item(
                nonce: takeNonce(instance: instance).text, room: room, text: text, thread: thread, replyTo: replyTo,
                at: at, after: after, storedWith: storesBegun + 1))
    }

    mutating func beginStore() { storesBegun += 1 }

    mutating func endStore() {
        if storesDone < storesBegun { storesDone += 1 }
    }

    /// What is not stored by now is sent without.
    mutating func giveUpStoring() { storesDone = storesBegun }

    /// The messages whose turn it is: at most one a room is on its way. They count as `sending` from now on.
    mutating func takeSendable() -> [Item] {
        guard !resting else { return [] }
        var busy: Set<RoomID> = .init()
        var sendable: [Item] = []
        for index in items.indices {
            switch items[index].state {
            case .failed, .acknowledged: continue
            case .sending: busy.insert(items[index].room)
            case .queued:
                guard busy.insert(items[index].room).inserted, items[index].storedWith <= storesDone else { continue }
                items[index].state = .sending
                items[index].attempted = true
                sendable.append(items[index])
            }
        }
        return sendable
    }

    func item(_ nonce: String) -> Item? { items.first { $0.nonce == nonce } }

    mutating func acknowledge(_ nonce: String, seq: Int64) { set(nonce, .acknowledged(seq: seq)) }

    mutating func fail(_ nonce: String, _ error: ChatError) { set(nonce, .failed(error)) }

    mutating func rest(_ nonce: String) {
        set(nonce, .queued)
        resting = true
    }

    mutating func wake() { resting = false }

    /// What was on its way has to be sent again, by the same nonce.
    mutating func connectionLost() {
        for index in items.indices where items[index].state == .sending { items[index].state = .queued }
        resting = false
    }

    /// A failed message goes again; false when there is none of this nonce.
    mutating func retry(_ nonce: String, instance: String) -> Bool {
        guard let index = index(nonce), case .failed(let error) = items[index].state else { return false }
        if error.code == .nonceReused {
            // The server holds another message under this nonce, so that the same one could never succeed.
            items[index].nonce = takeNonce(instance: instance).text
            items[index].attempted = false
        }
        items[index].state = .queued
        items[index].storedWith = storesBegun + 1
        return true
    }

    /// Removes what is not on its way; false when there is no such message.
    mutating func discard(_ nonce: String) -> Bool {
        guard let index = index(nonce) else { return false }
        switch items[index].state {
        case .failed: break
        case .queued where !items[index].attempted: break
        default: return false
        }
        items.remove(at: index)
        return true
    }

    /// Removes what is acknowledged and whose event is here, or will not be shown.
    mutating func settle(_ arrived: (RoomID, Int64) -> Bool) {
        items.removeAll { item in
            guard case .acknowledged(let seq) = item.state else { return false }
            return arrived(item.room, seq)
        }
    }

    /// Takes over what another instance left, in its order. The server may have any of it: the nonces stay.
    mutating func adopt(_ other: Outbox) {
        for var item in other.items where index(item.nonce) == nil {
            item.storedWith = storesBegun + 1
            items.append(item)
        }
    }

    mutating func removeAll() { items = [] }

    private func index(_ nonce: String) -> Int? { items.firstIndex { $0.nonce == nonce } }

    private mutating func set(_ nonce: String, _ state: Item.State) {
        guard let index = index(nonce) else { return }
        items[index].state = state
    }
}

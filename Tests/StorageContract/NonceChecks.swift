import ChatModel
import StorageAPI

extension StorageCheck {
    static let nonces: [StorageCheck] = [
        StorageCheck("what was sent with a nonce is found by it, by its sender only, in reads and writes") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1)
            for nonce in ["abc:1", "abc:2", "abc:7", "abd:1", "free text", "abc:x", "7"] {
                let event = try await it.send("text of \(nonce)", by: 1, to: 1, nonce: nonce)
                let record = SentRecord(event: event, fingerprint: UInt64("text of \(nonce)".utf8.count))
                guard let key = Nonce(nonce) else { throw ContractViolation(description: "\(nonce) is no nonce") }
                let read = try await it.read { store throws(ChatError) in
                    (try store.sent(key, by: Sample.userID(1)), try store.sent(key, by: Sample.userID(2)))
                }
                try require(read.0, is: record)
                try require(read.1, is: nil)
                let written = try await it.write { store throws(ChatError) in
                    (try store.sent(key, by: Sample.userID(1)), try store.sent(key, by: Sample.userID(2)))
                }
                try require(written.0, is: record)
                try require(written.1, is: nil)
            }
        },
        StorageCheck("a counter below the highest that was not used is free") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try await it.make(room: 1)
            for counter in [5, 3, 9, 4] { _ = try await it.send("c\(counter)", by: 1, to: 1, nonce: "i:\(counter)") }
            let found = try await it.write { store throws(ChatError) in
                var texts: [String] = []
                for counter in Int64(0)...10 {
                    let record = try store.sent(.counted(instance: "i", counter: counter), by: Sample.userID(1))
                    if case .message(let message) = record?.event.body { texts.append(message.text) }
                }
                return texts
            }
            try require(found, is: ["c3", "c4", "c5", "c9"])
        },
        StorageCheck("a nonce makes one event: a second append with it is refused with nonce_reused") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1)
            for nonce in ["i:4", "some text"] {
                _ = try await it.send("once", by: 1, to: 1, nonce: nonce)
                let refusal = await it.refusal { () throws(ChatError) in
                    _ = try await it.send("twice", by: 1, to: 1, nonce: nonce)
                }
                try require(refusal, is: .nonceReused)
                let inOneBody = await it.refusal { () throws(ChatError) in
                    try await it.write { store throws(ChatError) in
                        try sendMessage(store, "a", by: 2, to: 1, nonce: nonce + "0")
                        try sendMessage(store, "b", by: 2, to: 1, nonce: nonce + "0")
                    }
                }
                try require(inOneBody, is: .nonceReused)
                _ = try await it.send("another person's", by: 2, to: 1, nonce: nonce)
            }
            let history = try await it.read { store throws(ChatError) in
                try store.history(of: Sample.roomID(1), before: nil, limit: 100, for: nil)
            }
            try require(history.map(\.seq), is: [1, 2, 3, 4])
        },
        StorageCheck("fingerprints of all 64 bits come back") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try await it.make(room: 1)
            for (counter, fingerprint) in [UInt64.max, 0, 1 << 63].enumerated() {
                let nonce = Nonce.counted(instance: "i", counter: Int64(counter))
                let found = try await it.write { store throws(ChatError) in
                    try store.append(
                        .message(Message(id: MessageID(millisecond: 0, entropy: 1), text: "")), to: Sample.roomID(1),
                        by: Sample.userID(1), at: Sample.time(1), nonce: nonce, fingerprint: fingerprint)
                    return try store.sent(nonce, by: Sample.userID(1))?.fingerprint
                }
                try require(found, is: fingerprint)
            }
        },
    ]
}

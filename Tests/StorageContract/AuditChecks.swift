import ChatModel
import StorageAPI

extension StorageCheck {
    static let audit: [StorageCheck] = [
        StorageCheck("what was recorded comes back as it was, newest first, in pages") { place in
            let it = try await Fixture(place)
            let entries = AuditAction.allCases.enumerated().map { index, action in
                AuditEntry(
                    id: AuditEntryID(millisecond: 0, entropy: UInt32(index + 1)), at: Sample.time(-index),
                    actor: index % 2 == 0 ? Sample.userID(1) : nil, action: action,
                    user: index % 3 == 0 ? Sample.userID(2) : nil, room: index % 3 == 1 ? Sample.roomID(3) : nil,
                    detail: index % 4 == 0 ? "" : "é \(index)")
            }
            try await it.write { store throws(ChatError) in
                for entry in entries { try store.record(entry) }
            }
            let all = try await it.read { store throws(ChatError) in try store.auditLog(before: nil, limit: 100) }
            try require(all, is: entries.reversed())
            let page = try await it.read { store throws(ChatError) in
                try store.auditLog(before: entries[5].id, limit: 2)
            }
            try require(page, is: [entries[4], entries[3]])
            try require(
                try await it.read { store throws(ChatError) in try store.auditLog(before: entries[0].id, limit: 2) },
                is: [])
        },
        StorageCheck("an act that is undone leaves no record, and a body sees its own") { place in
            let it = try await Fixture(place)
            let entry = AuditEntry(
                id: AuditEntryID(millisecond: 0, entropy: 1), at: Sample.time(1), actor: nil, action: .userRole)
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    try store.record(entry)
                    guard try store.auditLog(before: nil, limit: 1) == [entry] else { throw ChatError(.internal) }
                    throw ChatError(.forbidden)
                }
            }
            try require(refusal, is: .forbidden)
            try require(
                try await it.read { store throws(ChatError) in try store.auditLog(before: nil, limit: 1) }, is: [])
        },
    ]
}

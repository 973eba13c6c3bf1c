import ChatModel
import StorageAPI

extension StorageCheck {
    static let reports: [StorageCheck] = [
        StorageCheck("a report is kept once a message and person, with what the message says now") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            let sent = try await it.send("bad words", by: 2, to: 1)
            var report = Sample.report(1, room: 1, seq: sent.seq)
            let first = report
            let inserted = try await it.write { store throws(ChatError) in
                [
                    try store.insert(first), try store.insert(Sample.report(2, room: 1, seq: sent.seq)),
                    try store.insert(Sample.report(3, room: 1, seq: sent.seq, by: 2)),
                ]
            }
            try require(inserted, is: [true, false, true])
            report.text = "bad words"
            let kept = try await it.read { store throws(ChatError) in
                (try store.report(first.id), try store.report(Sample.reportID(2)))
            }
            try require(kept.0, is: report)
            try require(kept.1, is: nil)
            (report.state, report.resolvedBy, report.text) = (.resolved, Sample.userID(2), nil)
            let resolved = report
            let then = try await it.write { store throws(ChatError) in
                let open = try store.openReports(by: Sample.userID(1))
                _ = try store.eraseMessage(sent.seq, in: sent.room)
                try store.update(resolved)
                return (open, try store.openReports(by: Sample.userID(1)), try store.report(resolved.id))
            }
            try require(then.0, is: 1)
            try require(then.1, is: 0)
            try require(then.2, is: resolved)
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    try store.update(Sample.report(9, room: 1, seq: 1))
                }
            }
            try require(refusal, is: .notFound)
        },
        StorageCheck("reports come newest first, of a room or of all that the asker may know of, in pages and by state")
        {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, .channel, members: [2])
            try await it.make(room: 2, members: [1, 2])
            try await it.make(room: 3, members: [2])
            for room in [1, 2, 3, 1, 2, 3] { _ = try await it.send("x", by: 2, to: room) }
            // Number, room and seq; the fourth is dealt with.
            let places = [(1, 1, 2), (2, 1, 3), (3, 2, 3), (4, 2, 4), (5, 3, 2), (6, 3, 3)]
            try await it.write { store throws(ChatError) in
                for (number, room, seq) in places {
                    _ = try store.insert(Sample.report(number, room: room, seq: Int64(seq)))
                }
                var dealt = Sample.report(4, room: 2, seq: 4)
                (dealt.state, dealt.resolvedBy) = (.dismissed, Sample.userID(2))
                try store.update(dealt)
            }
            let found = try await it.read { store throws(ChatError) in
                let (one, two) = (Sample.userID(1), Sample.userID(2))
                return [
                    try store.reports(for: one, state: nil, before: nil, limit: 9),
                    try store.reports(for: one, state: .open, before: nil, limit: 9),
                    try store.reports(for: two, state: nil, before: Sample.reportID(6), limit: 2),
                    try store.reports(of: Sample.roomID(2), state: nil, before: nil, limit: 9),
                    try store.reports(of: Sample.roomID(2), state: .dismissed, before: nil, limit: 9),
                    try store.reports(of: Sample.roomID(1), state: .open, before: Sample.reportID(2), limit: 9),
                ].map { $0.map(\.id) }
            }
            let expected = [[4, 3, 2, 1], [3, 2, 1], [5, 4], [4, 3], [4], [1]].map { $0.map(Sample.reportID) }
            try require(found, is: expected)
        },
    ]
}

extension Sample {
    static func reportID(_ number: Int) -> ReportID { ReportID(millisecond: 0, entropy: UInt32(number)) }

    static func report(_ number: Int, room: Int, seq: Int64, by reporter: Int = 1) -> Report {
        Report(
            id: reportID(number), room: roomID(room), seq: seq, author: userID(2), reporter: userID(reporter),
            reason: "reason \(number)", at: time(number))
    }
}

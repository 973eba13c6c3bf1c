import ByteCoding
import ChatModel
import ClientCore
import HistoryOracle

extension World {
    /// What a device that is caught up shows and the oracle does not say; nil when there is nothing.
    func check() -> String? {
        if let fault = promiseBroken ?? server.fault { return fault }
        for device in devices where device.isRunning {
            if let fault = device.screen.fault { return "device \(device.number): \(fault)" }
            guard device.isCaughtUp else { continue }
            if let fault = checkRooms(device) ?? checkTimeline(device) {
                return "device \(device.number) of person \(device.person): \(fault)"
            }
        }
        return nil
    }

    private func checkRooms(_ device: Device) -> String? {
        var expected: [Int] = []
        for room in server.oracle.rooms.indices where server.oracle.rooms[room].members.contains(device.person) {
            expected.append(room)
        }
        let shown = device.screen.rooms.map { server.number(of: $0.id) ?? -1 }.sorted()
        guard shown == expected else { return "is in rooms \(expected), shown are \(shown)" }
        for item in device.screen.rooms {
            guard let room = server.number(of: item.id) else { continue }
            let (kind, name) = (server.oracle.rooms[room].kind, server.oracle.rooms[room].name)
            guard kind == .direct || item.name == name else { return "room \(room) is '\(name)', shown '\(item.name)'" }
            let unread = server.oracle.unread(device.person, room)
            let text = unread == 0 ? "" : unread > 999 ? "999+" : "\(unread)"
            guard item.unread == text else { return "room \(room) has unread '\(text)', shown is '\(item.unread)'" }
            let calls = server.oracle.calls(device.person, room)
            guard item.mentions == (calls == 0 ? "" : "\(calls)") else {
                return "room \(room) calls \(calls) times, shown is '\(item.mentions)'"
            }
            let members = server.oracle.rooms[room].members.count
            guard item.members == members else { return "room \(room) has \(members) members, shown \(item.members)" }
        }
        return nil
    }

    private func checkTimeline(_ device: Device) -> String? {
        guard let header = device.screen.header, device.screen.state != .failed else { return nil }
        guard let room = server.number(of: header.id) else { return "a room is open that there is not" }
        guard device.screen.state == .ready || device.screen.state == .empty else {
            return "room \(room) stays loading"
        }
        var shown: [Oracle.Line] = []
        var first = Int.max
        for row in device.screen.rows {
            guard case .event(let seq) = row.key else { continue }
            first = min(first, Int(seq))
            guard row.kind == .message, let author = row.author else { continue }
            shown.append(
                Oracle.Line(
                    seq: Int(seq), by: Int(author.id.rawValue & 0x3f_ffff),
                    what: row.isGone ? .gone : .said(Names.stored(row.text))))
            if let fault = check(row, Int(seq), room, device.person) { return "room \(room): \(fault)" }
        }
        if let above = device.screen.unreadAbove {
            let line = server.oracle.rooms[room].lines[Int(above.seq) - 1]
            guard above.seq < first, line.isMessage, line.by != device.person else {
                return "room \(room): unread is said to begin above, at \(above.seq)"
            }
        }
        let expected = server.oracle.messages(room).filter { device.screen.atStart || $0.seq >= first }.map { line in
            // The rows of a room tell no more of them, and a name that was typed as one that is stored.
            if case .said(let text) = line.what {
                Oracle.Line(seq: line.seq, by: line.by, what: .said(Names.stored(text)))
            } else {
                Oracle.Line(seq: line.seq, by: line.by, what: line.what)
            }
        }
        guard shown == expected else {
            let odd = zip(shown, expected).first { $0 != $1 }.map { "\($0.0) instead of \($0.1)" }
            return "room \(room) shows \(shown.count) messages of \(expected.count): \(odd ?? "the rest")"
        }
        return nil
    }

    /// What must be true of the whole once everything is at rest.
    func checkEnd() -> String? {
        checkSent() ?? checkEqual() ?? checkFresh()
    }

    /// Nothing that was promised is lost, nothing is there twice, and each device's messages keep their order.
    private func checkSent() -> String? {
        var places: [String: (room: Int, seq: Int)] = [:]
        for room in server.oracle.rooms.indices {
            for (seq, text) in server.texts[room].map({ ($0.seq, Names.stored($0.text)) }) {
                guard places.updateValue((room, seq), forKey: text) == nil else { return "'\(text)' was kept twice" }
            }
        }
        for device in devices {
            let failed = Set(device.outboxItems.filter { $0.failed }.map { $0.text })
            for text in device.acknowledged where places[text] == nil {
                return "'\(text)' was shown as sent and is lost"
            }
            for text in device.durable where places[text] == nil && !failed.contains(text) {
                return "'\(text)' of device \(device.number) was put aside and neither sent nor shown as failed"
            }
            for room in server.oracle.rooms.indices {
                let kept = (entered[device.number][room] ?? []).filter {
                    places[$0] != nil && !device.retried.contains($0)
                }
                let seqs = kept.compactMap { places[$0]?.seq }
                guard seqs == seqs.sorted() else {
                    return "device \(device.number): order lost in room \(room): \(kept)"
                }
            }
        }
        return nil
    }

    private func checkEqual() -> String? {
        for device in devices {
            let other = devices[device.person]
            for (left, right) in zip(device.screen.rooms, other.screen.rooms)
            where left.id != right.id || left.unread != right.unread || left.members != right.members {
                return "devices \(device.number) and \(other.number) of one person differ: \(left), \(right)"
            }
        }
        return nil
    }

    /// A client that resumed holds, byte for byte, what one holds that has just logged in and opened the same rooms.
    private func checkFresh() -> String? {
        guard !wasCompacted else { return nil }
        var chance = Chance(seed)
        for device in devices {
            guard let before = rooms(device, &chance) else { continue }
            let fault = withNewDevice(of: device.person) { fresh in
                settle(&chance)
                for room in before.recent.reversed() {
                    fresh.tell(.openRoom(room))
                    settle(&chance)
                }
                // The new one reads what it shows: both are compared after that.
                guard let loaded = rooms(fresh, &chance), let held = rooms(device, &chance) else {
                    return "a device keeps nothing"
                }
                for (left, right) in zip(held.rooms, loaded.rooms) where differ(left, right) {
                    return "device \(device.number) and a new one differ:" + World.difference(left, right)
                }
                return held.rooms.count == loaded.rooms.count ? nil : "a new device holds other rooms"
            }
            if let fault { return fault }
        }
        return nil
    }

    /// Whether the bytes are others; messages only count where both hold some, and as many as the device holds.
    private func differ(_ left: JSON, _ right: JSON) -> Bool {
        guard let held = left["events"]?.arrayValue, let loaded = right["events"]?.arrayValue,
            held.count < loaded.count
        else {
            guard left["events"] != nil, right["events"] != nil else { return differInRoom(left, right) }
            return left.encoded() != right.encoded()
        }
        // A page of `sync` may hold fewer than one of `history`; what it holds are the newest.
        let newest = Array(loaded.suffix(held.count))
        return differInRoom(left, right) || left["atStart"]?.boolValue != false || held != newest
    }

    private func differInRoom(_ left: JSON, _ right: JSON) -> Bool {
        left["room"] != right["room"] || left["confirmed"] != right["confirmed"]
    }

    /// What the device's snapshot says of rooms.
    private func rooms(_ device: Device, _ chance: inout Chance) -> (rooms: [JSON], recent: [RoomID])? {
        device.show(true)
        settle(&chance)
        for room in server.oracle.rooms.indices {
            guard let id = server.id(of: room) else { continue }
            device.tell(.draft(id, thread: nil, text: "x\(device.number)"))
        }
        device.show(false)
        settle(&chance)
        guard let json = device.stored[.snapshot].flatMap({ try? JSON.parse(Array($0.utf8)) }) else { return nil }
        let rooms = json["rooms"]?.arrayValue ?? []
        let recent = (json["recent"]?.arrayValue ?? []).compactMap { RoomID($0.stringValue ?? "") }
        return (rooms, recent)
    }
}

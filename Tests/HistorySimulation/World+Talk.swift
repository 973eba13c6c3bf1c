import ClientCore
import HistoryOracle

/// What people do to what was said, and in threads, by other ways than their devices.
extension World {
    func talk(_ step: Step, _ person: Int, _ chance: inout Chance) {
        let room = room(step)
        let isYes = chance.happens(2, in: 3)
        let call = call(&chance)
        switch step.act {
        case .call: server.ask(say(room, thread: nil, call), by: person)
        case .reply:
            guard let root = message(room, &chance, among: { $0.thread == nil }) else { return }
            server.ask(say(room, thread: root, call), by: person)
        case .edit:
            let own = chance.happens(9, in: 10)
            guard let seq = message(room, &chance, among: { !own || $0.by == person }) else { return }
            // Now and then what it says already.
            let text = chance.happens(1, in: 8) ? self.text(room, seq) : next(call)
            server.ask(.edit(seq, in: room, text, calling: Names.call(in: text)), by: person)
        case .react:
            guard let seq = message(room, &chance, among: { _ in true }) else { return }
            server.ask(.react(seq, in: room, chance.happens(1, in: 2) ? "🦊" : "👍", isYes), by: person)
        case .pin:
            guard let seq = message(room, &chance, among: { _ in true }) else { return }
            server.ask(.pin(seq, in: room, isYes), by: actor(room, &chance))
        case .follow:
            guard let root = message(room, &chance, among: { $0.thread == nil }) else { return }
            server.ask(.follow(root, in: room, isYes), by: person)
        case .readThread:
            let lines = server.oracle.rooms[room].lines
            guard let reply = message(room, &chance, among: { $0.thread != nil }), let root = lines[reply - 1].thread
            else { return }
            server.ask(.readThread(root, in: room, to: isYes ? reply : lines.count), by: person)
        case .slowDown: server.ask(.slow(room, isYes ? 0 : 1 + Int(chance.below(2))), by: actor(room, &chance))
        default: break
        }
    }

    /// What is done to a message on the device's screen, as often as not; false where it is to be done otherwise.
    func talk(_ step: Step, on device: Device, _ chance: inout Chance) -> Bool {
        guard chance.happens(1, in: 2), device.isRunning, let room = device.screen.header?.id else { return false }
        let isYes = chance.happens(2, in: 3)
        let rows = device.screen.rows.filter { row in
            row.kind == .message && !row.isGone && (step.act != .edit || row.mine)
        }
        guard !rows.isEmpty, case .event(let seq) = rows[Int(chance.below(UInt64(rows.count)))].key else {
            return false
        }
        switch step.act {
        case .edit:
            said += 1
            device.tell(.message(room, seq: seq, .edit(text: "e\(said)" + (isYes ? "" : " @p\(said % 4)"))))
        case .react:
            device.tell(
                .message(room, seq: seq, .react(emoji: chance.happens(1, in: 2) ? "🦊" : "👍", isOn: isYes)))
        case .pin: device.tell(.message(room, seq: seq, .pin(isYes)))
        default: return false
        }
        return true
    }

    private func say(_ room: Int, thread: Int?, _ call: Oracle.Call) -> Oracle.Deed {
        let text = next(call)
        return .say(text, in: room, thread: thread, calling: call, nonce: "others:\(said)")
    }

    /// A text that nobody has said yet.
    private func next(_ call: Oracle.Call) -> String {
        said += 1
        return Names.text("s\(said)", calling: call)
    }

    /// Half of them call nobody.
    private func call(_ chance: inout Chance) -> Oracle.Call {
        guard chance.happens(1, in: 2) else { return .none }
        let people = (0...World.administrator).filter { _ in chance.happens(1, in: 3) }
        return Oracle.Call(people: Set(people), everyone: chance.happens(1, in: 4))
    }

    private func text(_ room: Int, _ seq: Int) -> String {
        if case .said(let text) = server.oracle.rooms[room].lines[seq - 1].what { text } else { "gone" }
    }

    /// Mostly one that is there, and mostly one of the newest.
    private func message(
        _ room: Int, _ chance: inout Chance, among isMeant: (Oracle.Line) -> Bool
    ) -> Int? {
        let isAny = chance.happens(1, in: 12)
        let lines = server.oracle.rooms[room].lines.filter { $0.isMessage && (isAny || $0.isLive) && isMeant($0) }
        guard !lines.isEmpty else { return nil }
        return lines.suffix(chance.happens(3, in: 4) ? 5 : lines.count).map(\.seq)[
            Int(chance.below(UInt64(min(5, lines.count))))]
    }
}

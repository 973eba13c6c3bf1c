import ByteCoding
import ClientCore
import HistoryOracle

extension World {
    /// What stands on a message that a device shows.
    func check(_ row: Row, _ seq: Int, _ room: Int, _ person: Int) -> String? {
        guard !row.isGone, server.oracle.rooms[room].lines.indices.contains(seq - 1) else { return nil }
        let line = server.oracle.rooms[room].lines[seq - 1]
        let isNamed = line.by != person && line.calls(person)
        guard row.isNamed == isNamed else { return "\(seq) calls them: \(isNamed), shown \(row.isNamed)" }
        let isEdited = server.oracle.rooms[room].lines.contains { $0.what == .edited(seq) }
        guard (row.editedAt != nil) == isEdited else { return "\(seq) was edited: \(isEdited), shown otherwise" }
        let isPinned = server.oracle.pins(room).contains(seq)
        guard row.isPinned == isPinned else { return "\(seq) is pinned: \(isPinned), shown \(row.isPinned)" }
        let reactions = server.oracle.reactions(to: seq, in: room)
        for reaction in reactions {
            let shown = row.reactions.first { $0.emoji == reaction.emoji }
            guard shown?.count == reaction.people.count, shown?.mine == reaction.people.contains(person) else {
                return "\(seq) has \(reaction), shown is \(String(describing: shown))"
            }
        }
        guard row.reactions.count == reactions.count else { return "\(seq) has \(reactions), shown \(row.reactions)" }
        return nil
    }

    /// The events that are not the same, or all that is kept of the room where they are.
    static func difference(_ left: JSON, _ right: JSON) -> String {
        let (held, loaded) = (left["events"]?.arrayValue ?? [], right["events"]?.arrayValue ?? [])
        let pairs = zip(held.suffix(loaded.count), loaded.suffix(held.count)).filter { $0 != $1 }
        guard !pairs.isEmpty else { return "\n  \(text(left))\n  \(text(right))" }
        return pairs.map { "\n  \(text($0))\n  \(text($1))" }.joined()
    }

    private static func text(_ json: JSON) -> String { String(decoding: json.encoded(), as: UTF8.self) }
}

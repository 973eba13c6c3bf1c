import HistoryOracle

/// What people do to rooms and to each other, by other ways than their devices.
extension World {
    /// Rooms that there may be in a history.
    private static let roomsLimit = 10

    /// The room of a step: one of the first, or one that was made meanwhile.
    func room(_ step: Step) -> Int {
        let made = server.oracle.rooms.count - World.rooms
        guard made > 0, step.chance % 3 == 0 else { return step.room }
        return World.rooms + Int(step.chance / 3) % made
    }

    func askServer(_ step: Step, _ person: Int, _ chance: inout Chance) {
        let room = room(step)
        let isYes = chance.happens(1, in: 2)
        let part = Oracle.Part.allCases[Int(chance.below(3))]
        let others = (0...World.administrator).filter { $0 != person && chance.happens(1, in: 2) }
        let by = actor(room, &chance)
        switch step.act {
        case .rejoin: server.ask(.join(room), by: person)
        case .removeMember where by != person: server.ask(.remove(person, from: room), by: by)
        case .addMember: server.ask(.add(isYes ? [person] : [person] + others, to: room), by: by)
        case .givePart: server.ask(.give(part, to: person, in: room), by: by)
        case .rename: server.ask(.rename(room, "room \(room), \(step.chance % 100)"), by: by)
        // Less often closed than opened: in an archived room little happens.
        case .archive: server.ask(.archive(room, isYes && chance.happens(1, in: 2)), by: by)
        case .mute where by != person:
            server.ask(.mute(person, in: room, isYes && chance.happens(1, in: 2)), by: by)
        // Lifted as often as not, or in the end nobody would be anywhere.
        case .ban where by != person: server.ask(.ban(person, from: room, isYes), by: by)
        case .deleteRoom where room >= World.rooms || step.chance % 8 == 0: server.ask(.delete(room), by: by)
        case .makeGroup where mayMake:
            let people = others.isEmpty ? [(person + 1) % World.people] : others
            server.ask(.makeGroup(people, name: "group \(step.chance % 10)"), by: person)
        case .makeDirect where mayMake: server.ask(.makeDirect([(person + 1) % World.people]), by: person)
        default: break
        }
    }

    private var mayMake: Bool { server.oracle.rooms.count < World.roomsLimit }

    /// Mostly somebody who may do much there: one of its owners, or of the server's; else anybody.
    func actor(_ room: Int, _ chance: inout Chance) -> Int {
        let owners = server.oracle.rooms[room].parts.filter { $0.value == .owner }.keys.sorted()
        if !owners.isEmpty, chance.happens(1, in: 2) { return owners[Int(chance.below(UInt64(owners.count)))] }
        if chance.happens(1, in: 2) { return World.administrator }
        return Int(chance.below(UInt64(World.administrator + 1)))
    }
}

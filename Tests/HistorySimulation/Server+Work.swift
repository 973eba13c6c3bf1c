import ChatModel
import HistoryOracle

/// The rest of what the simulated server is asked to do.
extension Server {
    var decided: Int { log.count }
    var fault: String? { promiseBroken }
    var share: UInt64 { 1 }

    func id(of room: Int) -> RoomID? { Names.room(room).id }

    func number(of room: RoomID) -> Int? {
        let number = Names.number(room)
        return oracle.rooms.indices.contains(number) && Names.room(number).id == room ? number : nil
    }

    func receiveLate(_ chance: inout Chance) {
        guard let late = abandoned.first else { return }
        if chance.happens(1, in: 2) || !receive(late, answersLate: true) { abandoned.removeFirst() }
    }

    func isQuiet(_ connection: Connection) -> Bool {
        guard let connection = connection as? SimulatedConnection else { return false }
        return connection.isAttached && !connection.isSlow && connection.gapSince == nil && connection.answers.isEmpty
            && loops[connection.loop].written == log.count
    }

    func finishWork(_ chance: inout Chance) -> Bool {
        var hasWorked = false
        for loop in loops.indices where loops[loop].written < log.count {
            turn(loop, most: .max, chance: chance.next())
            hasWorked = true
        }
        return hasWorked
    }

    func finishWork(_ connection: Connection) {
        turn(connection.loop, most: 0, chance: 0)
        writeAnswers(connection)
    }

    func expire(_ room: Int, _ chance: inout Chance) {
        let count = UInt64(oracle.rooms[room].lines.count)
        append(oracle.expire(room, through: Int(chance.below(count + 1)), by: oracle.rooms[room].maker), room)
    }

    func refuse(_ count: Int) { refusals = count }
    func checkEnd(_ chance: inout Chance) -> String? { nil }
    func end() {}
}

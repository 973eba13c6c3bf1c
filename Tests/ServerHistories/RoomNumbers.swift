import ByteCoding
import ChatModel

/// Which room of the oracle is which on the wire: the server names the rooms that it makes.
struct RoomNumbers {
    private(set) var ids: [RoomID] = []
    private var numbers: [RoomID: Int] = [:]

    subscript(_ id: RoomID) -> Int? { numbers[id] }

    subscript(_ json: JSON?) -> Int? { json?.stringValue.flatMap { RoomID($0) }.flatMap { numbers[$0] } }

    /// The next number is this room's.
    mutating func add(_ id: RoomID) {
        numbers[id] = ids.count
        ids.append(id)
    }
}

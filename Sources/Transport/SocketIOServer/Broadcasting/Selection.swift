/// Which sockets of a namespace are meant: those in any of `rooms`, or all when that is empty, without those in any of
/// `except`. A socket's id stands for a room that it alone is in.
struct Selection: Hashable, Sendable {
    var rooms: [String] = []
    var except: [String] = []

    /// Whether a socket of that id that is in these rooms is meant.
    func contains(id: String, isIn: (String) -> Bool) -> Bool {
        func matches(_ name: String) -> Bool { name == id || isIn(name) }
        return (rooms.isEmpty || rooms.contains(where: matches)) && !except.contains(where: matches)
    }
}

import ByteCoding
import ChatModel
import ChatWire
import Testing

@Suite("Typing in threads, on the wire")
struct ThreadTypingTests {
    private let room = RoomID(millisecond: 0, entropy: 1)
    private let users = (2...9).map { UserID(millisecond: 0, entropy: UInt32($0)) }

    private func read(_ object: [UInt8]) throws -> ReceivedNotice? {
        ReceivedNotice(name: "thread.typing", arguments: [try JSON.parse(object)][...])
    }

    @Test("what the server tells of threads is read as it was told")
    func whole() throws {
        let threads = [
            ThreadTyping(thread: 4, users: Array(users.prefix(2)), count: 5),
            ThreadTyping(thread: 9, users: [], count: 0),
        ]
        #expect(try read(Notice.typing(room: room, threads)) == .threadTyping(room, threads))
        #expect(try read(Notice.typing(room: room, users: users, count: 8)) == nil, "that is of a room")
    }

    @Test("of a notice that says too much eight threads and four ids are taken, and a count that is no less than those")
    func bounds() throws {
        let many = (1...20).map { ThreadTyping(thread: $0, users: users, count: 0) }
        let taken = (1...8).map { ThreadTyping(thread: $0, users: Array(users.prefix(4)), count: 4) }
        #expect(try read(Notice.typing(room: room, many)) == .threadTyping(room, taken))
    }

    @Test("what cannot be read of a thread leaves the others")
    func damaged() throws {
        let text = #"{"room":"0000000000001","threads":[null,{"thread":"4"},{"thread":5,"users":[],"count":0},7]}"#
        #expect(
            try read(Array(text.utf8)) == .threadTyping(room, [ThreadTyping(thread: 5, users: [], count: 0)]))
        #expect(try read(Array(#"{"threads":[]}"#.utf8)) == nil)
    }
}

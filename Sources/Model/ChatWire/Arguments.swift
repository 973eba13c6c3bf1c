import ByteCoding
import ChatModel

/// The one object of a request, read member by member. A member that is null counts as absent.
struct Arguments {
    private let object: JSONObject

    /// Throws `malformed` unless there is exactly one argument and it is an object.
    init(_ arguments: [JSON]) throws(ChatError) {
        guard arguments.count == 1, let object = arguments.first?.objectValue else { throw ChatError(.malformed) }
        self.object = object
    }

    /// Whether the member is there and null, where that says something of its own.
    func isNull(_ name: String) -> Bool { object[name]?.isNull ?? false }

    func optionalValue(_ name: String) -> JSON? { member(name) }

    private func member(_ name: String) -> JSON? {
        guard let value = object[name], !value.isNull else { return nil }
        return value
    }

    private func needed(_ name: String) throws(ChatError) -> JSON {
        guard let value = member(name) else {
            throw ChatError(.invalidArgument, "The argument \(name) is missing.", field: name)
        }
        return value
    }

    private func wrong(_ name: String, _ expected: String) -> ChatError {
        ChatError(.invalidArgument, "The argument \(name) must be \(expected).", field: name)
    }

    /// `most` bounds UTF-8 bytes: what is longer is `too_long` before anybody copies it.
    func string(_ name: String, most: Int) throws(ChatError) -> String {
        guard let text = try needed(name).stringValue else { throw wrong(name, "a string") }
        guard text.utf8.count <= most else {
            throw ChatError(.tooLong, "The argument \(name) is too long.", field: name)
        }
        return text
    }

    func optionalString(_ name: String, most: Int) throws(ChatError) -> String? {
        member(name) == nil ? nil : try string(name, most: most)
    }

    func bool(_ name: String) throws(ChatError) -> Bool {
        guard let value = try needed(name).boolValue else { throw wrong(name, "true or false") }
        return value
    }

    func optionalBool(_ name: String) throws(ChatError) -> Bool? {
        member(name) == nil ? nil : try bool(name)
    }

    func integer(_ name: String, _ range: ClosedRange<Int64>) throws(ChatError) -> Int64 {
        guard let value = try needed(name).intValue, range.contains(value) else {
            let end = range.upperBound == .max ? "" : " to \(range.upperBound)"
            throw wrong(name, "a whole number from \(range.lowerBound)\(end)")
        }
        return value
    }

    func optionalInteger(_ name: String, _ range: ClosedRange<Int64>) throws(ChatError) -> Int64? {
        member(name) == nil ? nil : try integer(name, range)
    }

    func limit(_ size: PageSize) throws(ChatError) -> Int {
        Int(try optionalInteger("limit", 1...Int64(size.most)) ?? Int64(size.usual))
    }

    func id<Entity>(_ name: String) throws(ChatError) -> Identifier<Entity> {
        guard let id = Identifier<Entity>(try string(name, most: Limits.secretBytes)) else {
            throw wrong(name, "an id: 13 letters and digits")
        }
        return id
    }

    func optionalID<Entity>(_ name: String) throws(ChatError) -> Identifier<Entity>? {
        member(name) == nil ? nil : try id(name)
    }

    func ids<Entity>(_ name: String, _ count: ClosedRange<Int>) throws(ChatError) -> [Identifier<Entity>] {
        guard let values = try needed(name).arrayValue, count.contains(values.count) else {
            throw wrong(name, "a list of \(count.lowerBound) to \(count.upperBound) ids")
        }
        var ids: [Identifier<Entity>] = []
        ids.reserveCapacity(values.count)
        for value in values {
            guard let text = value.stringValue, let id = Identifier<Entity>(text) else {
                throw wrong(name, "a list of ids: 13 letters and digits each")
            }
            ids.append(id)
        }
        return ids
    }

    func place(_ name: String) throws(ChatError) -> Place {
        // Whatever text it is, it is no place of this server: the client's way on is to load afresh.
        guard let place = Place(try string(name, most: Limits.secretBytes)) else {
            throw ChatError(.resync, field: name)
        }
        return place
    }

    func nonce(_ name: String) throws(ChatError) -> Nonce {
        guard let nonce = Nonce(try string(name, most: Limits.nonceBytes.upperBound)) else {
            throw wrong(name, "1 to 64 bytes")
        }
        return nonce
    }

    func optionalNonce(_ name: String) throws(ChatError) -> Nonce? {
        member(name) == nil ? nil : try nonce(name)
    }

    func roomRole(_ name: String) throws(ChatError) -> RoomRole {
        guard let role = RoomRole(rawValue: try string(name, most: Limits.secretBytes)) else {
            throw wrong(name, "owner, moderator or member")
        }
        return role
    }

    /// One of a few words.
    func word<Word>(
        _ name: String, among words: [Word] = Array(Word.allCases)
    ) throws(ChatError) -> Word where Word: RawRepresentable<String> & CaseIterable {
        let text = try string(name, most: Limits.secretBytes)
        // Bytes are compared, so that no Unicode tables are needed.
        for word in words where word.rawValue.utf8.elementsEqual(text.utf8) { return word }
        var list = ""
        for word in words { list += (list.isEmpty ? "" : ", ") + word.rawValue }
        throw wrong(name, "one of " + list)
    }

    func optionalWord<Word>(
        _ name: String, among words: [Word]
    ) throws(ChatError) -> Word? where Word: RawRepresentable<String> & CaseIterable {
        member(name) == nil ? nil : try word(name, among: words)
    }

    func avatar(_ name: String) throws(ChatError) -> Avatar {
        let value = try needed(name)
        guard let picture = value.string("picture"), let color = value.string("color") else {
            throw wrong(name, "an object with picture and color")
        }
        return Avatar(picture: picture, color: color)
    }

    func optionalAvatar(_ name: String) throws(ChatError) -> Avatar? {
        member(name) == nil ? nil : try avatar(name)
    }
}

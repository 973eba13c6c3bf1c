/// The members of a JSON object in the order they were written, each name once.
///
/// Two objects with the same members in another order are equal. Look-up is linear up to the last member: objects of
/// protocols are small, and a hostile one costs no more than its own length a look-up.
public struct JSONObject: Sendable {
    public struct Member: Hashable, Sendable {
        public let key: String
        public var value: JSON

        public init(key: String, value: JSON) {
            self.key = key
            self.value = value
        }

        public static func == (left: Member, right: Member) -> Bool {
            left.key.hasSameBytes(as: right.key) && left.value == right.value
        }

        public func hash(into hasher: inout Hasher) {
            key.hashBytes(into: &hasher)
            hasher.combine(value)
        }
    }

    public private(set) var members: [Member]

    public init() { members = [] }

    /// A later member takes the place of an earlier one of the same name.
    public init(members: some Sequence<(String, JSON)>) {
        self.members = []
        // Filled when there are so many that looking at all of them for each would be quadratic.
        var places: [Member: Int] = .init()
        for (key, value) in members {
            if self.members.count < JSONPlaces.linearLimit {
                self[key] = value
                continue
            }
            if places.isEmpty { places = JSONPlaces.byName(self.members) }
            let name = Member(key: key, value: .null)
            if let place = places[name] {
                self.members[place].value = value
            } else {
                places[name] = self.members.count
                self.members.append(Member(key: key, value: value))
            }
        }
    }

    /// The caller has made sure that no name comes twice.
    package init(distinct members: [Member]) { self.members = members }

    public var count: Int { members.count }
    public var isEmpty: Bool { members.isEmpty }

    /// The member's value; setting nil removes the member (set `.null` to keep it).
    public subscript(_ key: String) -> JSON? {
        get {
            for member in members where member.key.hasSameBytes(as: key) { return member.value }
            return nil
        }
        set {
            let place = members.firstIndex { $0.key.hasSameBytes(as: key) }
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: Hashable {
    /// Compares each value once, with the one of its name: a first try in order and a second in any would double the
    /// work on every level.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        var places = JSONPlaces(right.members)
        for (index, member) in left.members.enumerated() {
            guard let place = places.find(member.key, first: index), member.value == right.members[place].value else {
                return false
            }
        }
        return true
    }

    public func hash(into hasher: inout Hasher) {
        // Order must not count, so the members' hashes are joined by an operation that ignores it.
        var joined = 0
        for member in members {
            var one = Hasher()
            one.combine(member)
            joined ^= one.finalize()
        }
        hasher.combine(count)
        hasher.combine(joined)
    }
}

/// Where the members of an object are, by name, without quadratic work on a large one.
private struct JSONPlaces {
    static let linearLimit = 16
    private let members: [JSONObject.Member]
    private var places: [JSONObject.Member: Int] = .init()

    init(_ members: [JSONObject.Member]) { self.members = members }

    /// The places by members that have a name and null.
    static func byName(_ members: [JSONObject.Member]) -> [JSONObject.Member: Int] {
        var places: [JSONObject.Member: Int] = .init()
        for (place, member) in members.enumerated() {
            places[JSONObject.Member(key: member.key, value: .null)] = place
        }
        return places
    }

    /// Looks at place `first`, which is in range, before it searches.
    mutating func find(_ key: String, first: Int) -> Int? {
        if members[first].key.hasSameBytes(as: key) { return first }
        if members.count <= Self.linearLimit { return members.firstIndex { $0.key.hasSameBytes(as: key) } }
        if places.isEmpty { places = Self.byName(members) }
        return places[JSONObject.Member(key: key, value: .null)]
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSON)...) { self.init(members: elements) }
}

extension String {
    /// Equality of the UTF-8 itself; `==` would also take canonically equivalent spellings for equal.
    func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    func hashBytes(into hasher: inout Hasher) {
        for byte in utf8 { hasher.combine(byte) }
        hasher.combine(0xff as UInt8)
    }
}

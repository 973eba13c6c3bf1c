import ChatMarkup
import ChatModel
import ChatWire

/// Completing the names of people and rooms while they are typed.
extension ClientCore {
    mutating func complete(_ room: RoomID, _ mark: CompletionMark, _ text: String) {
        guard rooms[room] != nil else { return }
        completing.word = (room, mark, text)
        askToComplete(room, mark, text)
        publishCompletions()
    }

    private mutating func askToComplete(_ room: RoomID, _ mark: CompletionMark, _ text: String) {
        guard canAsk else { return }
        switch mark {
        case .person:
            if completing.rooms.insert(room).inserted {
                ask(.members(room: room, after: nil, limit: Limits.membersPage.most), .completing(room))
            }
            // Of a large room the first page is not all.
            if text.utf8.count >= 2, let state = rooms[room], state.members > Limits.membersPage.most {
                ask(.findPeople(query: text, limit: Limits.peoplePage.usual), .completing(nil))
            }
        case .room:
            guard !completing.hasAskedForChannels, session.me?.role != .guest else { return }
            completing.hasAskedForChannels = true
            ask(.channels(after: nil, limit: Limits.channelsPage.most), .completing(nil))
        }
    }

    mutating func takeCompleting(_ answer: ReceivedAnswer, _ room: RoomID?, _ me: UserID) {
        guard case .ok(let ok) = answer else { return }
        if let room, let (members, _) = AnswerContent.members(ok) {
            var ids = completing.members[room] ?? Set()
            for member in members {
                people.add(member.user)
                ids.insert(member.user.id)
            }
            completing.members[room] = ids
        } else if let (page, _) = AnswerContent.channels(ok, reader: me) {
            for summary in page { channels.add(summary.room) }
            roomNamesChanged()
        } else if let users = AnswerContent.users(ok) {
            for user in users { people.add(user) }
        }
        publishCompletions()
    }

    private mutating func publishCompletions() {
        guard let word = completing.word, let me = session.me, let state = rooms[word.room] else { return }
        let items =
            switch word.mark {
            case .person: completedPeople(word.text, state, me)
            case .room: completedRooms(word.text, me)
            }
        out.add(.view(.completions(word.mark, text: word.text, items)))
    }

    /// Members of the room first, then whom else we know; by name.
    private func completedPeople(_ text: String, _ state: RoomState, _ me: User) -> [CompletionItem] {
        let wanted = RoomTitle.fold(text)
        let members = completing.members[state.room.id] ?? Set(state.directUsers)
        var found: [(rank: Int, key: [UInt8], person: Person)] = []
        for person in people.known.values where person.id != me.id && !person.handle.isEmpty {
            let key = RoomTitle.fold(person.name)
            guard ClientCore.hasWord(key, wanted) || person.handle.utf8.starts(with: wanted) else { continue }
            found.append((members.contains(person.id) ? 0 : 1, key, person))
        }
        found = found.inOrder { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            if left.key == right.key { return left.person.id < right.person.id }
            return left.key.lexicographicallyPrecedes(right.key)
        }
        var items: [CompletionItem] = []
        if callsEveryone(state, me), "room".utf8.starts(with: wanted) {
            items.append(CompletionItem(insert: "@room", name: "Everyone in this room", note: "@room"))
        }
        for entry in found.prefix(Completing.limit - items.count) {
            let person = entry.person
            items.append(
                CompletionItem(
                    insert: "@" + person.handle, name: person.name, note: "@" + person.handle,
                    id: person.id.description, avatar: person.avatar))
        }
        return items
    }

    /// Whether `@room` of ours is heard there.
    private func callsEveryone(_ state: RoomState, _ me: User) -> Bool {
        switch state.room.kind {
        case .group, .direct: true
        case .channel, .feed: me.role.administers || state.role != .member
        }
    }

    private func completedRooms(_ text: String, _ me: User) -> [CompletionItem] {
        let wanted = RoomTitle.fold(text)
        let names = MentionNames(people: people, rooms: roomNames, me: me.id)
        var found: [(rank: Int, key: [UInt8], room: Room)] = []
        for room in roomNames.channels {
            let key = RoomTitle.fold(room.name)
            guard ClientCore.hasWord(key, wanted) else { continue }
            found.append((rooms[room.id] == nil ? 1 : 0, key, room))
        }
        found = found.inOrder { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            if left.key == right.key { return left.room.id < right.room.id }
            return left.key.lexicographicallyPrecedes(right.key)
        }
        var items: [CompletionItem] = []
        for entry in found.prefix(Completing.limit) {
            items.append(
                CompletionItem(
                    insert: TypedText.editable(Mention.room(entry.room.id).source, names), name: entry.room.name,
                    note: entry.rank == 0 ? "" : "not joined", id: entry.room.id.description, kind: entry.room.kind))
        }
        return items
    }

    /// Whether a word of `name` begins with `wanted`, both folded.
    private static func hasWord(_ name: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard !wanted.isEmpty else { return true }
        var isStart = true
        for index in name.indices {
            if isStart, name[index...].starts(with: wanted) { return true }
            isStart = name[index] == 0x20 || name[index] == 0x2d
        }
        return false
    }
}

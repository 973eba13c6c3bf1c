import ChatModel
import ChatWire

/// Groups, direct rooms and members.
extension SimulatedServer {
    func performWithPeople(_ request: Request, by user: UserID) -> [UInt8] {
        switch request {
        case .createGroup(let name, let description, let others, let nonce):
            return createGroup(name, description, others, nonce, by: user)
        case .direct(let others): return direct(others, by: user)
        case .members(let room, let after, let limit):
            guard let channel = channels[room], channel.members.contains(user) else {
                return Answer.error(ChatError(.notFound))
            }
            let all = channel.members.sorted().filter { id in after.map { id > $0 } ?? true }
            let page = all.prefix(min(limit, membersPage)).compactMap { id in
                users[id].map { RoomMember(user: $0, role: channel.parts[id] ?? .member) }
            }
            return Answer.members(page, more: all.count > page.count)
        default: return Answer.error(ChatError(.unknownRequest))
        }
    }

    private func createGroup(
        _ name: String, _ description: String, _ others: [UserID], _ nonce: Nonce?, by user: UserID
    ) -> [UInt8] {
        let content = "group \(name)\n\(description)"
        if let answer = madeBefore(content, nonce, by: user) { return answer }
        guard others.allSatisfy({ users[$0] != nil }) else {
            return Answer.error(ChatError(.notFound, "There is no such account.", field: "users"))
        }
        let room = Room(
            id: nextID(), kind: .group, name: name, description: description, createdBy: user, createdAt: now)
        channels[room.id] = Channel(room: room)
        channels[room.id]?.parts[user] = .owner
        for member in [user] + others { join(member, room.id, by: user) }
        if let nonce { made[user.description + nonce.text] = (content, room.id) }
        return Answer.room(summary(room.id, for: user)!)
    }

    func madeBefore(_ content: String, _ nonce: Nonce?, by user: UserID) -> [UInt8]? {
        guard let nonce, let earlier = made[user.description + nonce.text] else { return nil }
        guard earlier.content == content else { return Answer.error(ChatError(.nonceReused, field: "nonce")) }
        return Answer.room(summary(earlier.room, for: user)!)
    }

    private func direct(_ others: [UserID], by user: UserID) -> [UInt8] {
        let people = Set(others).union([user])
        let held = channels.values.first { $0.room.kind == .direct && $0.members == people }
        if let held { return Answer.room(summary(held.room.id, for: user)!) }
        let members = [user] + people.subtracting([user]).sorted()
        return Answer.room(summary(addPrivate(.direct, "", members: members.compactMap { users[$0] }), for: user)!)
    }
}

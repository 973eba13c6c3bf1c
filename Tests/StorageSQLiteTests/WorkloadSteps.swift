import ChatModel
import StorageAPI

/// One thing that somebody does on a small server, by number. Doing it again where it was done changes nothing or little,
/// as when a client that got no answer tries again.
struct WorkloadStep {
    static let room = RoomID(millisecond: 0, entropy: 1)
    static let people = [1, 2, 3].map { UserID(millisecond: 0, entropy: $0) }
    /// After this many steps every kind of step was done at least once.
    static let round: Int64 = 48

    let number: Int64

    var time: Timestamp { Timestamp(milliseconds: number) }
    var person: UserID { WorkloadStep.people[Int(number % 3)] }
    var entropy: UInt32 { UInt32(truncatingIfNeeded: number &+ 1000) }

    /// Whether the step is a message, which must then be there once and for all.
    var isSend: Bool {
        switch number % WorkloadStep.round {
        case 1, 3, 6, 18, 20...23, 42: true
        default: false
        }
    }

    func perform(_ store: any WriteTransaction) throws(ChatError) {
        if number == 0 { return try begin(store) }
        switch number % WorkloadStep.round {
        case 0: try removeMember(store)
        case 2: try register(store)
        case 4: try join(store)
        case 5: try deleteMessage(sentBy: WorkloadStep(number: number - 4), store)
        case 7: try moveCursor(to: try store.lastSeq(of: WorkloadStep.room), store)
        case 8: try moveCursor(to: max(0, try store.lastSeq(of: WorkloadStep.room) - 4), store)
        case 9: try invite(store)
        case 10: try leave(store)
        case 11: try resetPassword(store)
        case 12: try openSession(number, store)
        case 13: try store.deleteSession(SessionID(millisecond: 0, entropy: UInt32(number - 1)))
        case 14: try makeChannel(store)
        case 15: try store.setSetupTokenHash([UInt8(truncatingIfNeeded: number)])
        case 16: try store.setSetupTokenHash(nil)
        case 17: _ = try store.prune(before: Timestamp(milliseconds: max(0, number - 20)), now: time, limit: 6)
        case 24: try changeRole(store)
        case 25: try rename(store)
        case 26: try archive(store)
        case 27: try makeDirect(store)
        case 28: try deleteChannel(madeBy: WorkloadStep(number: number - 14), store)
        case 29: _ = try store.eraseDeletedRooms(limit: 1)
        case 30: try changeProfile(store)
        case 31: try block(store)
        case 32: try useSession(store)
        case 33: try administer(store)
        case 34: try mute(store)
        case 35: try setRules(store)
        case 36: try noteSend(store)
        case 37: try store.ban(WorkloadStep.people[0], from: WorkloadStep.room, by: person, at: time)
        case 38: _ = try store.unban(WorkloadStep.people[0], from: WorkloadStep.room)
        case 39: try report(messageOf: WorkloadStep(number: number - 18), store)
        case 40: try resolveReport(madeBy: WorkloadStep(number: number - 1), store)
        case 41: try expire(store)
        case 42: try reply(to: WorkloadStep(number: number - 19), store)
        case 43: try edit(messageOf: WorkloadStep(number: number - 20), store)
        case 44: try react(to: WorkloadStep(number: number - 21), store)
        case 45: try pin(messageOf: WorkloadStep(number: number - 22), store)
        case 46: try readThread(of: WorkloadStep(number: number - 23), store)
        case 47:
            try choose(store)
            try schedule(store)
        case 19: try deleteMessage(sentBy: WorkloadStep(number: number - 1), store)
        default: _ = try send(store)
        }
    }

    private func begin(_ store: any WriteTransaction) throws(ChatError) {
        if try store.room(WorkloadStep.room) != nil { return }
        for id in WorkloadStep.people { try store.insert(user(id), passwordHash: "first") }
        let room = Room(
            id: WorkloadStep.room, kind: .group, name: "", description: "", createdBy: WorkloadStep.people[0],
            createdAt: time)
        try store.insert(room)
        for id in WorkloadStep.people.dropFirst() { try enter(room.id, id, store) }
    }

    private func user(_ id: UserID) -> User {
        User(
            id: id, email: "\(id)@example.org", handle: "\(id)", name: "\(id)",
            avatar: Avatar(picture: "a", color: "b"), role: .member, createdAt: time)
    }

    /// Every third message has a nonce of the other form.
    var nonce: Nonce {
        number % 3 == 0 ? .text("step \(number)") : .counted(instance: "device", counter: number)
    }

    func sent(_ store: any ReadTransaction) throws(ChatError) -> SentRecord? { try store.sent(nonce, by: person) }

    private func send(_ store: any WriteTransaction) throws(ChatError) -> RoomEvent {
        if let earlier = try sent(store) { return earlier.event }
        // Long enough that a few messages fill a page.
        let text = "message \(number) " + String(repeating: "x", count: Int(number % 7) * 90)
        return try store.append(
            .message(Message(id: MessageID(millisecond: 0, entropy: entropy), text: text)), to: WorkloadStep.room,
            by: person,
            at: time, nonce: nonce, fingerprint: UInt64(number))
    }

    private func deleteMessage(sentBy step: WorkloadStep, _ store: any WriteTransaction) throws(ChatError) {
        guard let event = try step.sent(store)?.event, try store.eraseMessage(event.seq, in: event.room) else { return }
        _ = try store.append(
            .messageDeleted(target: event.seq, author: event.actor), to: event.room, by: event.actor, at: time,
            nonce: nil, fingerprint: 0)
    }

    private func enter(_ room: RoomID, _ user: UserID, _ store: any WriteTransaction) throws(ChatError) {
        if try store.isMember(user, of: room) { return }
        try store.insert(Membership(room: room, user: user, cursor: try store.lastSeq(of: room), joinedAt: time))
        let event = try store.append(.memberJoined(user), to: room, by: user, at: time, nonce: nil, fingerprint: 0)
        try store.setCursor(event.seq, of: user, in: room)
    }

    private func join(_ store: any WriteTransaction) throws(ChatError) {
        try enter(WorkloadStep.room, WorkloadStep.people[0], store)
    }

    private func leave(_ store: any WriteTransaction) throws(ChatError) {
        try exit(WorkloadStep.people[0], .memberLeft(WorkloadStep.people[0]), store)
    }

    private func removeMember(_ store: any WriteTransaction) throws(ChatError) {
        let removed = WorkloadStep.people[number % (2 * WorkloadStep.round) == 0 ? 2 : 1]
        try exit(removed, .memberRemoved(removed), store)
    }

    private func exit(
        _ user: UserID, _ body: RoomEvent.Body, _ store: any WriteTransaction
    ) throws(ChatError) {
        guard try store.isMember(user, of: WorkloadStep.room) else { return }
        _ = try store.append(
            body, to: WorkloadStep.room, by: WorkloadStep.people[0], at: time, nonce: nil, fingerprint: 0)
        try store.deleteMembership(of: user, in: WorkloadStep.room)
    }

    private func moveCursor(to seq: Int64, _ store: any WriteTransaction) throws(ChatError) {
        let reader = WorkloadStep.people[2]
        try enter(WorkloadStep.room, reader, store)
        guard try store.membership(of: reader, in: WorkloadStep.room)?.cursor != seq else { return }
        try store.setCursor(seq, of: reader, in: WorkloadStep.room)
        _ = try store.append(.cursorMoved(room: WorkloadStep.room, seq: seq), for: reader, at: time)
    }

    private func invite(_ store: any WriteTransaction) throws(ChatError) {
        if try store.invitation(codeHash: [1]) != nil { return }
        try store.insert(
            Invitation(
                id: InvitationID(millisecond: 0, entropy: 1), createdBy: nil, role: .member, usesLeft: 1000,
                createdAt: time, expiresAt: time), codeHash: [1])
    }

    private func register(_ store: any WriteTransaction) throws(ChatError) {
        let fresh = user(UserID(millisecond: 0, entropy: entropy))
        if try store.user(fresh.id) != nil { return }
        if let invitation = try store.invitation(codeHash: [1]) {
            try store.setUsesLeft(invitation.usesLeft - 1, of: invitation.id)
        }
        try store.insert(fresh, passwordHash: "first")
        _ = try store.append(.userRegistered(fresh), at: time)
    }

    private func changeProfile(_ store: any WriteTransaction) throws(ChatError) {
        guard var user = try store.user(person) else { return }
        (user.name, user.handle, user.email) = ("named by \(number)", "h\(number)", "h\(number)@example.org")
        try store.update(user)
        _ = try store.append(.userUpdated(user), at: time)
    }

    private func block(_ store: any WriteTransaction) throws(ChatError) {
        let (user, other, isBlocked) = (
            WorkloadStep.people[0], WorkloadStep.people[1], number / WorkloadStep.round % 2 == 0
        )
        guard try store.setBlocked(isBlocked, user, by: other) else { return }
        _ = try store.append(.blockChanged(user, isBlocked: isBlocked), for: other, at: time)
    }

    private func useSession(_ store: any WriteTransaction) throws(ChatError) {
        try openSession(number, store)
        try store.setLastUse(
            Timestamp(milliseconds: number + 1), of: SessionID(millisecond: 0, entropy: UInt32(number)))
    }

    private func openSession(_ number: Int64, _ store: any WriteTransaction) throws(ChatError) {
        let hash = Array("session \(number)".utf8)
        if try store.session(tokenHash: hash) != nil { return }
        try store.insert(
            Session(
                id: SessionID(millisecond: 0, entropy: UInt32(number)), user: WorkloadStep.people[0], device: "",
                createdAt: time, expiresAt: time), tokenHash: hash)
    }

    private func resetPassword(_ store: any WriteTransaction) throws(ChatError) {
        // A session of its own, since the one that was opened in the round before was ended by a log-out.
        try openSession(number, store)
        try store.setPasswordHash("hash \(number)", of: WorkloadStep.people[0])
        _ = try store.deleteSessions(of: WorkloadStep.people[0])
    }

    private func changeRole(_ store: any WriteTransaction) throws(ChatError) {
        let (user, room) = (WorkloadStep.people[2], WorkloadStep.room)
        try enter(room, user, store)
        let role = RoomRole.allCases[Int(number / WorkloadStep.round % 3)]
        try store.setRole(role, of: user, in: room)
        _ = try store.append(.roleChanged(user, role), to: room, by: user, at: time, nonce: nil, fingerprint: 0)
    }

    private func rename(_ store: any WriteTransaction) throws(ChatError) {
        guard var room = try store.room(WorkloadStep.room) else { return }
        room.name = "named by \(number)"
        try store.update(room)
        _ = try store.append(
            .roomUpdated(name: room.name, description: ""), to: room.id, by: person, at: time, nonce: nil,
            fingerprint: 0)
    }

    private func archive(_ store: any WriteTransaction) throws(ChatError) {
        guard var room = try store.room(WorkloadStep.room) else { return }
        room.isArchived = number / WorkloadStep.round % 2 == 0
        try store.update(room)
        _ = try store.append(
            .roomArchived(room.isArchived), to: room.id, by: person, at: time, nonce: nil, fingerprint: 0)
    }

    private func makeDirect(_ store: any WriteTransaction) throws(ChatError) {
        if try store.directRoom(of: WorkloadStep.people) != nil { return }
        let room = Room(
            id: RoomID(millisecond: 0, entropy: entropy), kind: .direct, name: "", description: "", createdBy: person,
            createdAt: time)
        try store.insert(room, directFor: WorkloadStep.people)
        for user in WorkloadStep.people { try enter(room.id, user, store) }
    }

    private func deleteChannel(madeBy step: WorkloadStep, _ store: any WriteTransaction) throws(ChatError) {
        let id = RoomID(millisecond: 0, entropy: step.entropy)
        guard let channel = try store.room(id) else { return }
        _ = try store.append(.channelUpdated(channel), at: time)
        _ = try store.append(.roomDeleted, to: id, by: person, at: time, nonce: nil, fingerprint: 0)
        try store.delete(id)
        _ = try store.append(.channelDeleted(id), at: time)
    }

    private func makeChannel(_ store: any WriteTransaction) throws(ChatError) {
        let channel = Room(
            id: RoomID(millisecond: 0, entropy: entropy), kind: .channel, name: "channel \(number)", description: "",
            createdBy: person, createdAt: time)
        // Also where it was deleted again: no id is used twice.
        if try store.lastSeq(of: channel.id) > 0 { return }
        try store.insert(channel)
        _ = try store.append(.channelCreated(channel), at: time)
        try enter(channel.id, person, store)
    }
}

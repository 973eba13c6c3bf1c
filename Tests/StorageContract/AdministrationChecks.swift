import ChatModel
import StorageAPI

extension StorageCheck {
    static let administration: [StorageCheck] = [
        StorageCheck("how people register is by invitation until it is set, and then what was set last") { place in
            let it = try await Fixture(place)
            try require(
                try await it.read { store throws(ChatError) in try store.registrationMode() }, is: .invitation)
            for mode in RegistrationMode.allCases {
                try await it.write { store throws(ChatError) in try store.setRegistrationMode(mode) }
                try require(try await it.read { store throws(ChatError) in try store.registrationMode() }, is: mode)
            }
        },
        StorageCheck("owners and administrators are listed, and who is more than a member of a room") { place in
            let it = try await Fixture(place)
            let roles: [Role] = [.owner, .admin, .member, .guest, .bot, .admin]
            try await it.write { store throws(ChatError) in
                for (index, role) in roles.enumerated() {
                    try store.insert(Sample.user(index + 1, role: role), passwordHash: "")
                }
            }
            try await it.make(room: 1, .channel, members: [2, 3, 4, 5])
            try await it.write { store throws(ChatError) in
                try store.setRole(.moderator, of: Sample.userID(5), in: Sample.roomID(1))
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.administrators(limit: 9), try store.administrators(limit: 2).count,
                    try store.keepers(of: Sample.roomID(1), limit: 9),
                    try store.keepers(of: Sample.roomID(1), limit: 1).count,
                    try store.openReports(of: Sample.roomID(1), limit: 9)
                )
            }
            try require(found.0.sorted(), is: [1, 2, 6].map(Sample.userID))
            try require(found.2.sorted(), is: [2, 5].map(Sample.userID))
            try require([found.1, found.3, found.4], is: [2, 1, 0])
        },
        StorageCheck("all accounts are listed in the order of their ids, in pages") { place in
            let it = try await Fixture(place)
            try await it.make(users: 5)
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.users(after: nil, limit: 3), try store.users(after: Sample.userID(3), limit: 3),
                    try store.users(after: Sample.userID(5), limit: 3)
                )
            }
            try require(found.0.map(\.id), is: (1...3).map(Sample.userID))
            try require(found.1, is: (4...5).map { Sample.user($0) })
            try require(found.2, is: [])
        },
        StorageCheck("accounts without an e-mail address stand beside each other, and nobody is found by none") {
            place in
            let it = try await Fixture(place)
            let bots = (1...2).map { number in
                var bot = Sample.user(number, role: .bot)
                bot.email = ""
                return bot
            }
            try await it.write { store throws(ChatError) in
                for bot in bots { try store.insert(bot, passwordHash: "") }
                guard try store.user(bots[0].id) == bots[0] else { throw ChatError(.internal) }
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.users(after: nil, limit: 9), try store.user(email: ""),
                    try store.people(withPrefix: "none", sharingRoomWith: nil, scanning: 9)
                )
            }
            try require(found.0, is: bots)
            try require(found.1, is: nil)
            try require(found.2, is: [])
            // An address can be given and taken away.
            var named = bots[0]
            named.email = "a@example.org"
            for user in [named, bots[0], named] {
                try await it.write { store throws(ChatError) in try store.update(user) }
                try require(try await it.read { store throws(ChatError) in try store.user(user.id) }, is: user)
            }
        },
        StorageCheck("who is deactivated or deleted is told at once, and as it was where a body is undone") { place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            func states() async throws(ChatError) -> [[Bool]] {
                let inactive: @Sendable (any ReadTransaction) throws(ChatError) -> [Bool] = { store throws(ChatError) in
                    var found: [Bool] = []
                    for number in 1...4 { found.append(try store.isInactive(Sample.userID(number))) }
                    return found
                }
                return [
                    try await it.read(inactive), try await it.write { store throws(ChatError) in try inactive(store) },
                ]
            }
            for (state, expected) in [
                (AccountState.deactivated, [false, true, false, false]), (.active, [false, false, false, false]),
                (.deleted, [false, true, false, false]),
            ] {
                try await it.write { store throws(ChatError) in
                    try store.update(Sample.user(2, state: state))
                    guard try store.isInactive(Sample.userID(2)) == (state != .active) else {
                        throw ChatError(.internal)
                    }
                }
                try require(try await states(), is: [expected, expected], "\(state)")
                _ = await it.refusal { () throws(ChatError) in
                    try await it.write { store throws(ChatError) in
                        try store.update(Sample.user(2, state: state == .active ? .deleted : .active))
                        throw ChatError(.forbidden)
                    }
                }
                try require(try await states(), is: [expected, expected], "\(state), undone")
            }
            try await it.write { store throws(ChatError) in
                try store.insert(Sample.user(4, state: .deactivated), passwordHash: "")
            }
            try require(try await states(), is: Array(repeating: [false, true, false, true], count: 2))
        },
        StorageCheck("a deleted account is found by no word") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            var former = Sample.user(1, state: .deleted)
            (former.name, former.email, former.handle) = ("Former member", "", "")
            let gone = former
            try await it.write { store throws(ChatError) in try store.update(gone) }
            for word in ["user", "former", "member"] {
                let found = try await it.read { store throws(ChatError) in
                    try store.people(withPrefix: word, sharingRoomWith: nil, scanning: 9)
                }
                try require(found, is: [], word)
            }
            try require(try await it.read { store throws(ChatError) in try store.user(gone.id) }, is: gone)
        },
        StorageCheck("another owner is one who is active") { place in
            let it = try await Fixture(place)
            let owners: [(User, [Bool])] = [
                (Sample.user(1, role: .owner), [false, true]), (Sample.user(2, role: .admin), [false, true]),
                (Sample.user(2, role: .owner, state: .deactivated), [false, true]),
                (Sample.user(2, role: .owner), [true, true]),
            ]
            try await it.make(users: 2)
            for (user, expected) in owners {
                try await it.write { store throws(ChatError) in try store.update(user) }
                let found = try await it.read { store throws(ChatError) in
                    [try store.hasOwner(besides: Sample.userID(1)), try store.hasOwner(besides: Sample.userID(9))]
                }
                try require(found, is: expected, "\(user.role) \(user.state)")
            }
        },
        StorageCheck("who has to load afresh is answered resync for places before that, others are not") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            let early = try await it.read { store throws(ChatError) in store.place }
            _ = try await it.send("x", by: 1, to: 1)
            try await it.write { store throws(ChatError) in try store.requireReload(of: Sample.userID(1)) }
            let now = try await it.read { store throws(ChatError) in store.place }
            for (user, place, code) in [(1, early, ErrorCode.resync), (1, now, nil), (2, early, nil)]
                as [(Int, Place, ErrorCode?)]
            {
                let refusal = await it.refusal { () throws(ChatError) in
                    _ = try await it.read { store throws(ChatError) in
                        try store.changes(for: Sample.userID(user), since: place, limit: 9, directory: false)
                    }
                }
                try require(refusal, is: code, "user \(user):")
            }
            let absent = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in try store.requireReload(of: Sample.userID(9)) }
            }
            try require(absent, is: .notFound)
        },
        StorageCheck("invitations that can be used are listed, of one maker or of all, in pages from the newest on") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            let made = [
                Sample.invitation(1, by: 1, ends: 50), Sample.invitation(2, by: 2, ends: 60, room: 1),
                Sample.invitation(3, by: 1, ends: 70), Sample.invitation(4, by: 1, ends: 20),
                Sample.invitation(5, by: nil, ends: 40), Sample.invitation(6, by: 1, ends: 80, uses: 0),
            ]
            try await it.write { store throws(ChatError) in
                for invitation in made { try store.insert(invitation, codeHash: Sample.hash(invitation.id)) }
            }
            func listed(
                _ maker: Int?, before: InvitationID? = nil, _ limit: Int = 9
            ) async throws(ChatError) -> [Invitation] {
                try await it.read { store throws(ChatError) in
                    try store.invitations(
                        madeBy: maker.map(Sample.userID), endingAfter: Sample.time(20), before: before, limit: limit)
                }
            }
            try require(try await listed(nil), is: [made[4], made[2], made[1], made[0]])
            try require(try await listed(1), is: [made[2], made[0]])
            try require(try await listed(nil, 1), is: [made[4]])
            try require(try await listed(nil, before: made[4].id, 2), is: [made[2], made[1]])
            try require(try await listed(1, before: made[2].id), is: [made[0]])
            try require(try await listed(nil, before: made[0].id), is: [])
            let byID = try await it.read { store throws(ChatError) in
                [try store.invitation(made[1].id), try store.invitation(InvitationID(millisecond: 0, entropy: 9))]
            }
            try require(byID, is: [made[1], nil])
            try await it.write { store throws(ChatError) in try store.deleteInvitation(made[2].id) }
            try require(try await listed(1), is: [made[0]])
            try await it.write { store throws(ChatError) in try store.deleteInvitations(madeBy: Sample.userID(1)) }
            try require(try await listed(nil), is: [made[4], made[1]])
            let code = try await it.read { store throws(ChatError) in
                try store.invitation(codeHash: Sample.hash(made[0].id))
            }
            try require(code, is: nil)
        },
        StorageCheck("a link for a new password is found by its code, and a second one takes its place") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            let resets = [1, 1, 2].enumerated().map { index, user in
                PasswordReset(
                    user: Sample.userID(user), createdBy: index == 0 ? nil : Sample.userID(2),
                    createdAt: Sample.time(index), expiresAt: Sample.time(index + 10))
            }
            for (index, reset) in resets.enumerated() {
                try await it.write { store throws(ChatError) in try store.insert(reset, codeHash: [UInt8(index)]) }
            }
            func found(_ code: UInt8) async throws(ChatError) -> PasswordReset? {
                try await it.read { store throws(ChatError) in try store.passwordReset(codeHash: [code]) }
            }
            try require(try await [found(0), found(1), found(2)], is: [nil, resets[1], resets[2]])
            try await it.write { store throws(ChatError) in try store.deletePasswordReset(of: Sample.userID(1)) }
            try require(try await [found(1), found(2)], is: [nil, resets[2]])
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    try store.insert(
                        PasswordReset(
                            user: Sample.userID(9), createdBy: nil, createdAt: Sample.time(1), expiresAt: Sample.time(2)
                        ),
                        codeHash: [9])
                }
            }
            try require(refusal, is: .notFound)
        },
        StorageCheck(
            "an erasure is kept until it is over, and finds what its author wrote, a part of the log at a time"
        ) {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            for room in 1...2 { try await it.make(room: room, members: [1, 2]) }
            var own: [ErasableMessages.Message] = []
            for index in 0..<9 {
                let event = try await it.send("said", by: index % 3 == 0 ? 2 : 1, to: index % 2 + 1)
                if index % 3 != 0 { own.append(ErasableMessages.Message(room: event.room, seq: event.seq)) }
            }
            let gone = own.removeFirst()
            _ = try await it.write { store throws(ChatError) in try store.eraseMessage(gone.seq, in: gone.room) }
            let author = Sample.userID(1)
            try require(try await it.read { store throws(ChatError) in try store.nextErasure() }, is: nil)
            var erasure = Erasure(author: author, actor: Sample.userID(2), through: .start)
            var found: [ErasableMessages.Message] = []
            var looks = 0
            var through: Place? = .start
            while let place = through {
                erasure.through = place
                let kept = erasure
                try await it.write { store throws(ChatError) in try store.setErasure(kept) }
                try require(try await it.read { store throws(ChatError) in try store.nextErasure() }, is: kept)
                let look = try await it.read { store throws(ChatError) in
                    try store.messages(by: author, after: place, scanning: 4)
                }
                found += look.messages
                through = look.through
                looks += 1
                try require(looks < 20, "it ends;")
            }
            try require(looks >= 3, "no more than asked for at once; \(looks) looks")
            try require(found, is: own)
            try await it.write { store throws(ChatError) in try store.deleteErasure(of: author) }
            try require(try await it.read { store throws(ChatError) in try store.nextErasure() }, is: nil)
        },
    ]
}

extension Sample {
    fileprivate static func user(_ number: Int, role: Role = .member, state: AccountState) -> User {
        var user = user(number, role: role)
        user.state = state
        return user
    }

    fileprivate static func invitation(
        _ number: Int, by maker: Int?, ends: Int, room: Int? = nil, uses: Int = 2
    ) -> Invitation {
        Invitation(
            id: InvitationID(millisecond: 0, entropy: UInt32(number)), createdBy: maker.map(userID),
            role: room == nil ? .member : .guest, room: room.map(roomID), usesLeft: uses, createdAt: time(1),
            expiresAt: time(ends))
    }

    fileprivate static func hash(_ id: InvitationID) -> [UInt8] { Array("\(id)".utf8) }
}

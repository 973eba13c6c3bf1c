import ChatModel
import StorageAPI

extension StorageCheck {
    static let accounts: [StorageCheck] = [
        StorageCheck("an account is found by id and by e-mail, with its password's hash") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            let user = Sample.user(2)
            try require(try await it.read { store throws(ChatError) in try store.user(user.id) }, is: user)
            try require(try await it.read { store throws(ChatError) in try store.user(email: user.email) }, is: user)
            let hash = try await it.read { store throws(ChatError) in try store.passwordHash(of: user.id) }
            try require(hash, is: "hash 2")
            let absent = Sample.userID(9)
            try require(try await it.read { store throws(ChatError) in try store.user(absent) }, is: nil)
            try require(try await it.read { store throws(ChatError) in try store.user(email: "no@x.org") }, is: nil)
            try require(try await it.read { store throws(ChatError) in try store.passwordHash(of: absent) }, is: nil)
            let both = try await it.read { store throws(ChatError) in
                try store.users([user.id, absent, Sample.userID(1)])
            }
            try require(both, is: [user, Sample.user(1)])
        },
        StorageCheck("text of any script, empty text and text with a zero byte come back as they were") { place in
            let it = try await Fixture(place)
            var user = Sample.user(1)
            user.name = "Zoë 李\u{0} 👩‍👩‍👧 '\"\n"
            user.avatar.picture = ""
            let kept = user
            try await it.write { store throws(ChatError) in try store.insert(kept, passwordHash: "") }
            try require(try await it.read { store throws(ChatError) in try store.user(kept.id) }, is: kept)
            try require(try await it.read { store throws(ChatError) in try store.passwordHash(of: kept.id) }, is: "")
        },
        StorageCheck("a second account of one e-mail is refused with email_taken and leaves the first as it was") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            var second = Sample.user(2)
            second.email = Sample.user(1).email
            let user = second
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in try store.insert(user, passwordHash: "x") }
            }
            try require(refusal, is: .emailTaken)
            try require(try await it.read { store throws(ChatError) in try store.user(user.id) }, is: nil)
        },
        StorageCheck("a handle finds who has it, and a second account with it is refused with handle_taken") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try require(
                try await it.read { store throws(ChatError) in try store.user(handle: "user1") }, is: Sample.user(1))
            try require(try await it.read { store throws(ChatError) in try store.user(handle: "User1") }, is: nil)
            var second = Sample.user(2)
            second.handle = "user1"
            let user = second
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in try store.insert(user, passwordHash: "x") }
            }
            try require(refusal, is: .handleTaken)
            try require(try await it.read { store throws(ChatError) in try store.user(user.id) }, is: nil)
        },
        StorageCheck("any number of accounts may have no handle, and none of them is found by it") { place in
            let it = try await Fixture(place)
            try await it.write { store throws(ChatError) in
                for number in 1...2 {
                    var user = Sample.user(number)
                    user.handle = ""
                    try store.insert(user, passwordHash: "")
                }
            }
            try require(try await it.read { store throws(ChatError) in try store.user(handle: "") }, is: nil)
        },
        StorageCheck("an account that is updated is what it was updated to, and is found by it") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            let user = User(
                id: Sample.userID(1), email: "new@example.com", handle: "fresh", name: "Zoë Ärmel",
                avatar: Avatar(picture: "owl", color: "#000001"), role: .admin, state: .deactivated,
                createdAt: Sample.time(1))
            try await it.write { store throws(ChatError) in
                try store.update(user)
                guard try store.user(user.id) == user else { throw ChatError(.internal) }
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.user(user.id), try store.user(email: user.email), try store.user(handle: "fresh"),
                    try store.user(email: Sample.user(1).email), try store.user(handle: "user1"),
                    try store.passwordHash(of: user.id)
                )
            }
            try require([found.0, found.1, found.2], is: [user, user, user])
            try require([found.3, found.4], is: [nil, nil])
            try require(found.5, is: "hash 1")
            let words = try await it.read { store throws(ChatError) in
                (
                    try store.people(withPrefix: "armel", sharingRoomWith: nil, scanning: 9),
                    try store.people(withPrefix: "new@", sharingRoomWith: nil, scanning: 9),
                    try store.people(withPrefix: "user", sharingRoomWith: nil, scanning: 9)
                )
            }
            try require(words.0, is: [user])
            try require(words.1, is: [user])
            try require(words.2, is: [Sample.user(2)])
        },
        StorageCheck("an update keeps e-mails and handles apart, and needs an account") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            for (change, code) in [(\User.email, ErrorCode.emailTaken), (\User.handle, .handleTaken)] {
                var user = Sample.user(1)
                user[keyPath: change] = Sample.user(2)[keyPath: change]
                let changed = user
                let refusal = await it.refusal { () throws(ChatError) in
                    try await it.write { store throws(ChatError) in try store.update(changed) }
                }
                try require(refusal, is: code)
            }
            // What is one's own already is not taken.
            try await it.write { store throws(ChatError) in try store.update(Sample.user(1)) }
            try require(
                try await it.read { store throws(ChatError) in try store.user(Sample.userID(1)) }, is: Sample.user(1))
            let absent = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in try store.update(Sample.user(3)) }
            }
            try require(absent, is: .notFound)
        },
        StorageCheck("the directory tells of a person as they are now") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            let events = try await it.write { store throws(ChatError) in
                var user = Sample.user(1)
                user.name = "Second"
                try store.update(user)
                let first = try store.append(.userUpdated(user), at: Sample.time(1))
                user.name = "Third"
                try store.update(user)
                return [first, try store.append(.userUpdated(user), at: Sample.time(2))]
            }
            try await it.settle()
            try require(it.heard.events, is: events.map(Event.directory))
            let changes = try await it.read { store throws(ChatError) in
                try store.changes(for: Sample.userID(1), since: .start, limit: 9, directory: true)
            }
            var told = events
            told[0].body = events[1].body
            try require(changes.events, is: told.map(Event.directory))
            let absent = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    _ = try store.append(.userUpdated(Sample.user(2)), at: Sample.time(1))
                }
            }
            try require(absent, is: .notFound)
        },
        StorageCheck("a password's hash can be changed, of an account that exists") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try await it.write { store throws(ChatError) in try store.setPasswordHash("new", of: Sample.userID(1)) }
            let hash = try await it.read { store throws(ChatError) in try store.passwordHash(of: Sample.userID(1)) }
            try require(hash, is: "new")
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in try store.setPasswordHash("new", of: Sample.userID(2)) }
            }
            try require(refusal, is: .notFound)
        },
        StorageCheck("an owner exists once an account has that role") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try require(try await it.read { store throws(ChatError) in try store.ownerExists() }, is: false)
            try await it.write { store throws(ChatError) in
                try store.insert(Sample.user(2, role: .owner), passwordHash: "x")
            }
            try require(try await it.read { store throws(ChatError) in try store.ownerExists() }, is: true)
        },
        StorageCheck("the set-up token's hash is kept, replaced and removed") { place in
            let it = try await Fixture(place)
            for hash in [nil, [1, 2, 3], [4], nil] as [[UInt8]?] {
                try await it.write { store throws(ChatError) in try store.setSetupTokenHash(hash) }
                try require(try await it.read { store throws(ChatError) in try store.setupTokenHash() }, is: hash)
            }
        },
        StorageCheck("sessions are found by their token, listed by person, and ended one or all") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            let mine = [1, 2, 3].map { Sample.session($0, of: 1) }
            let other = Sample.session(4, of: 2)
            try await it.write { store throws(ChatError) in
                for session in mine + [other] {
                    try store.insert(session, tokenHash: [UInt8(truncatingIfNeeded: session.id.rawValue), 7])
                }
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.session(tokenHash: [2, 7]), try store.session(tokenHash: [2]),
                    try store.sessions(of: mine[0].user)
                )
            }
            try require(found.0, is: mine[1])
            try require(found.1, is: nil)
            try require(found.2, is: mine)
            try await it.write { store throws(ChatError) in try store.deleteSession(mine[0].id) }
            let ended = try await it.write { store throws(ChatError) in try store.deleteSessions(of: mine[0].user) }
            try require(ended, is: [mine[1].id, mine[2].id])
            let left = try await it.read { store throws(ChatError) in
                (
                    try store.sessions(of: mine[0].user), try store.session(tokenHash: [2, 7]),
                    try store.sessions(of: other.user)
                )
            }
            try require(left.0, is: [])
            try require(left.1, is: nil)
            try require(left.2, is: [other])
            let all = (mine + [other]).map(\.id)
            let known: @Sendable (any WriteTransaction) throws(ChatError) -> [Bool] = { store throws(ChatError) in
                var known: [Bool] = []
                for session in all { known.append(try store.hasEnded(session)) }
                return known
            }
            try require(try await it.write(known), is: [true, true, true, false])
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    try store.deleteSession(other.id)
                    guard try known(store) == [true, true, true, true] else { throw ChatError(.internal) }
                    throw ChatError(.busy)
                }
            }
            try require(refusal, is: .busy)
            try require(try await it.write(known), is: [true, true, true, false])
        },
        StorageCheck("a session of no account is refused with not_found") { place in
            let it = try await Fixture(place)
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    try store.insert(Sample.session(1, of: 1), tokenHash: [1])
                }
            }
            try require(refusal, is: .notFound)
        },
        StorageCheck("an invitation is found by its code and counts its uses") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            for maker in [nil, Sample.userID(1)] {
                let invitation = Invitation(
                    id: InvitationID(millisecond: 0, entropy: maker == nil ? 1 : 2), createdBy: maker, role: .guest,
                    usesLeft: 3, createdAt: Sample.time(1), expiresAt: Sample.time(2))
                let code: [UInt8] = [9, maker == nil ? 1 : 2]
                try await it.write { store throws(ChatError) in try store.insert(invitation, codeHash: code) }
                let found = try await it.read { store throws(ChatError) in try store.invitation(codeHash: code) }
                try require(found, is: invitation)
                try await it.write { store throws(ChatError) in try store.setUsesLeft(0, of: invitation.id) }
                let used = try await it.read { store throws(ChatError) in try store.invitation(codeHash: code) }
                try require(used?.usesLeft, is: 0)
            }
            try require(try await it.read { store throws(ChatError) in try store.invitation(codeHash: [9]) }, is: nil)
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    try store.setUsesLeft(1, of: InvitationID(millisecond: 0, entropy: 3))
                }
            }
            try require(refusal, is: .notFound)
        },
    ]
}

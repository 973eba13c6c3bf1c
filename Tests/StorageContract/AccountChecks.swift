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

import ChatModel
import ClusterAPI
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Deleted accounts")
struct DeletionTests {
    @Test("what was the person's own is gone, their messages stay under a former member, and they leave their rooms")
    func keep() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let (ann, caller, token) = try await scene.person("ann")
            let bob = try await scene.caller("bob")
            let room = try await chat.createChannel(name: "Plaza", by: caller).room.id
            _ = try await chat.join(room, by: bob)
            let group = try await chat.createGroup(name: "Us", users: [bob.user], by: caller).room.id
            try await chat.leave(group, by: bob)
            let direct = try await chat.direct(with: [bob.user], by: caller).room.id
            let sent = try await chat.send(room: room, text: "stays", nonce: .text("1"), by: caller)
            try await chat.block(owner.user, true, by: caller)
            let reset = scene.credentials.digest(try await chat.makeReset(for: ann.id, by: owner).code)
            _ = try await chat.invite(by: caller, room: room)
            try await scene.settle()
            scene.cluster.forget()
            try await chat.deleteUser(ann.id, messages: .keep, by: owner)

            let former = try await chat.user(ann.id)
            #expect(former.name == "Former member" && former.email == "" && former.handle == "")
            #expect(former.state == .deleted && former.role == .member && former.avatar != ann.avatar)
            #expect(scene.cluster.signals == [.sessionsEnded([caller.session])])
            await expectRefusal(.sessionExpired) { () throws(ChatError) in try await chat.authenticate(token: token) }
            await expectRefusal(.wrongCredentials) { () throws(ChatError) in
                try await chat.logIn(email: ann.email, password: "password", device: "", address: "b")
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.send(room: direct, text: "x", nonce: .text("2"), by: caller)
            }
            let members = try await chat.members(of: room, after: nil, for: bob).page
            #expect(members.map(\.user.id) == [bob.user] && members.map(\.role) == [.owner])
            await expectRefusal(.notFound) { () throws(ChatError) in try await chat.room(group, for: bob) }
            let people = try await chat.members(of: direct, after: nil, for: bob).page.map(\.user)
            #expect(people.contains(former))
            #expect(try await chat.history(of: room, before: nil, for: bob).events.contains(sent))
            #expect(try await !chat.eraseMessages())
            #expect(try await scene.store.read { store throws(ChatError) in try store.blockCount(of: ann.id) } == 0)
            let secrets = try await scene.store.read { store throws(ChatError) in
                (password: try store.passwordHash(of: ann.id), reset: try store.passwordReset(codeHash: reset))
            }
            #expect(secrets.password == "" && secrets.reset == nil)
            #expect(try await chat.invitations(for: owner).page.isEmpty)
            let entry = try await chat.audit(before: nil, limit: 1, for: owner).page.first
            #expect(entry?.action == .userDeleted && entry?.user == ann.id && entry?.detail == "keep")
            // The address and the name are free, and nobody is found by them.
            #expect(try await chat.findPeople("ann", for: bob) == [])
            _ = try await chat.createUser(.of("ann"), role: .member)
        }
    }

    @Test("nothing more is done with a deleted account")
    func final() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let ann = try await scene.caller("ann", role: .admin)
            let group = try await chat.createGroup(name: "Us", users: [try await scene.caller("bob").user], by: owner)
            try await chat.deleteUser(ann.user, messages: .keep, by: owner)
            #expect(try await chat.user(ann.user).role == .member, "a former member runs nothing")
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await chat.deleteUser(ann.user, messages: .erase, by: owner)
            }
            let added = await refusal { () throws(ChatError) in
                try await chat.addMembers([ann.user], to: group.room.id, by: owner)
            }
            #expect(added?.code == .notFound && added?.field == "users")
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await chat.setActive(true, ann.user, by: owner)
            }
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await chat.setUserRole(.guest, of: ann.user, by: owner)
            }
            await expectRefusal(.notFound) { () throws(ChatError) in try await chat.makeReset(for: ann.user, by: owner)
            }
            await expectRefusal(.notFound) { () throws(ChatError) in try await chat.direct(with: [ann.user], by: owner)
            }
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await chat.createGroup(name: "x", users: [ann.user], by: owner)
            }
            await expectRefusal(.invalidArgument) { () throws(ChatError) in
                try await chat.deleteUser(owner.user, messages: .keep, by: owner)
            }
        }
    }

    @Test("with erasing, all that they wrote loses its text in steps, in rooms since left too, and each room is told")
    func erase() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await chat.createChannel(name: "Plaza", by: ann).room.id
            let left = try await chat.createChannel(name: "Left", by: ann).room.id
            let deleted = try await chat.createChannel(name: "Deleted", by: ann).room.id
            let direct = try await chat.direct(with: [bob.user], by: ann).room.id
            for target in [room, left, deleted] { _ = try await chat.join(target, by: bob) }
            var own: Set<String> = []
            for index in 0..<250 {
                let target = [room, left, deleted, direct][index % 4]
                let sent = try await chat.send(room: target, text: "own", nonce: .text("a\(index)"), by: ann)
                if target != deleted { own.insert("\(target) \(sent.seq)") }
                _ = try await chat.send(room: target, text: "other", nonce: .text("b\(index)"), by: bob)
            }
            try await chat.leave(left, by: ann)
            try await chat.deleteRoom(deleted, by: owner)
            let ended = try await chat.deleteAccount(
                password: "password", messages: .erase, by: ann, address: "b")
            #expect(ended == [ann.session])
            try await scene.settle()
            scene.cluster.forget()
            var steps = 0
            while try await chat.eraseMessages() {
                steps += 1
                try #require(steps < 50, "it ends")
            }
            #expect(steps >= 3)
            try await scene.settle()
            var told: Set<String> = []
            for event in scene.cluster.events {
                guard case .room(let event) = event, case .messageDeleted(let target, ann.user, _) = event.body else {
                    continue
                }
                #expect(event.actor == ann.user)
                #expect(told.insert("\(event.room) \(target)").inserted, "told once")
            }
            #expect(told == own)
            for target in [room, left, direct] {
                var before: Int64?
                var texts: [String: Int] = [:]
                repeat {
                    let page = try await chat.history(of: target, before: before, limit: 200, for: bob)
                    for event in page.events {
                        if case .message(let message) = event.body { texts[message.text, default: 0] += 1 }
                    }
                    before = page.more ? page.events.first?.seq : nil
                } while before != nil
                #expect(texts.keys.sorted() == ["other"])
            }
            #expect(try await chat.room(room, for: bob).unread == 0)
            #expect(try await !chat.eraseMessages())
        }
    }

    @Test("one's own account is deleted with its password, and guessing it is slowed")
    func own() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            _ = try await scene.caller("owner", role: .owner)
            let ann = try await scene.caller("ann")
            let second = try await chat.logIn(email: "ann@example.org", password: "password", device: "", address: "b")
            var codes: [ErrorCode?] = []
            for _ in 0..<11 {
                let refused = await refusal { () throws(ChatError) in
                    try await chat.deleteAccount(password: "wrong", messages: .keep, by: ann, address: "b")
                }
                codes.append(refused?.code)
            }
            #expect(codes == Array(repeating: .wrongCredentials, count: 10) + [.rateLimited])
            scene.clock.advance(seconds: 1000)
            let ended = try await chat.deleteAccount(password: "password", messages: .keep, by: ann, address: "b")
            #expect(Set(ended) == [ann.session, second.session.id])
            #expect(scene.cluster.signals == [], "the door tells, after the answer")
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.deleteAccount(password: "password", messages: .keep, by: ann, address: "b")
            }
        }
    }
}

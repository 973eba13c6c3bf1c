import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Changing, archiving and deleting rooms")
struct RoomChangeTests {
    private func bodies(_ scene: Scene) -> [RoomEvent.Body] { scene.cluster.events.compactMap { $0.roomEvent?.body } }

    private func directory(_ scene: Scene) -> [DirectoryEvent.Body] {
        scene.cluster.events.compactMap { event in
            if case .directory(let event) = event { event.body } else { nil }
        }
    }

    @Test("a change is told in the room, for channels in the directory too, and only what differs")
    func updating() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let channel = try await chat.createChannel(name: "General", description: "all", by: ann).room
            let group = try await chat.createGroup(name: "Us", users: [bob.user], by: ann).room
            try await scene.settle()
            scene.cluster.forget()
            var renamed = try await chat.updateRoom(channel.id, name: " Plaza ", description: nil, by: ann).room
            #expect(renamed.name == "Plaza" && renamed.description == "all")
            renamed = try await chat.updateRoom(channel.id, name: "Plaza", description: "all", by: ann).room
            _ = try await chat.updateRoom(channel.id, name: nil, description: nil, by: ann)
            _ = try await chat.updateRoom(group.id, name: nil, description: "only us", by: ann)
            try await scene.settle()
            #expect(
                bodies(scene) == [
                    .roomUpdated(name: "Plaza", description: "all"), .roomUpdated(name: "Us", description: "only us"),
                ])
            #expect(directory(scene) == [.channelUpdated(renamed)])
            let other = try await chat.createChannel(name: "General", by: bob).room.id
            for (name, description, code) in [
                ("pLAZA", nil, ErrorCode.nameTaken), (" ", nil, .invalidArgument),
                (nil, String(repeating: "x", count: 501), .tooLong),
            ] as [(String?, String?, ErrorCode)] {
                await expectRefusal(code) { () throws(ChatError) in
                    try await chat.updateRoom(other, name: name, description: description, by: bob)
                }
            }
        }
    }

    @Test("an archived room is read and not written; what was sent before is still recognised")
    func archiving() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let (ann, bob, eve) = (
                try await scene.caller("ann"), try await scene.caller("bob"), try await scene.caller("eve")
            )
            let room = try await chat.createChannel(name: "General", by: ann).room.id
            _ = try await chat.join(room, by: bob)
            let sent = try await chat.send(room: room, text: "x", nonce: .text("1"), by: bob)
            try await scene.settle()
            scene.cluster.forget()
            for _ in 0..<2 { #expect(try await chat.archiveRoom(room, archived: true, by: ann).room.isArchived) }
            try await scene.settle()
            #expect(bodies(scene) == [.roomArchived(true)] && directory(scene).count == 1)
            await expectRefusal(.archived) { () throws(ChatError) in
                _ = try await chat.send(room: room, text: "y", nonce: .text("2"), by: ann)
            }
            await expectRefusal(.archived) { () throws(ChatError) in _ = try await chat.join(room, by: eve) }
            await expectRefusal(.archived) { () throws(ChatError) in
                _ = try await chat.addMembers([eve.user], to: room, by: bob)
            }
            await expectRefusal(.archived) { () throws(ChatError) in
                _ = try await chat.updateRoom(room, name: "x", description: nil, by: ann)
            }
            #expect(try await chat.send(room: room, text: "x", nonce: .text("1"), by: bob) == sent)
            #expect(try await chat.history(of: room, before: nil, for: eve).events.contains(sent))
            #expect(try await chat.moveCursor(room: room, to: 99, by: bob) == 4)
            try await chat.deleteMessage(sent.seq, in: room, by: bob)
            try await chat.leave(room, by: bob)
            #expect(try await !chat.archiveRoom(room, archived: false, by: ann).room.isArchived)
            _ = try await chat.join(room, by: eve)
            _ = try await chat.send(room: room, text: "y", nonce: .text("2"), by: eve)
        }
    }

    @Test("a deleted room is told last, is left by everyone, and nothing of it is read or written again")
    func deleting() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            for isChannel in [true, false] {
                let since = try await chat.place()
                let room =
                    try await isChannel
                    ? chat.createChannel(name: "General", by: ann).room.id
                    : chat.createGroup(name: "Us", users: [bob.user], by: ann).room.id
                if isChannel { _ = try await chat.join(room, by: bob) }
                let sent = try await chat.send(room: room, text: "secret", nonce: .text("\(isChannel)"), by: bob)
                let middle = try await chat.place()
                try await scene.settle()
                scene.cluster.forget()
                try await chat.deleteRoom(room, by: ann)
                try await scene.settle()
                #expect(bodies(scene) == [.roomDeleted] && scene.cluster.events.first?.roomEvent?.actor == ann.user)
                #expect(directory(scene) == (isChannel ? [.channelDeleted(room)] : []))
                for place in [since, middle] {
                    let changes = try await chat.changes(since: place, for: bob)
                    #expect(changes.left == [room] && changes.joined.isEmpty)
                    #expect(changes.events.allSatisfy { $0.roomEvent == nil })
                }
                await expectRefusal(.notFound) { () throws(ChatError) in _ = try await chat.room(room, for: ann) }
                await expectRefusal(.notFound) { () throws(ChatError) in
                    _ = try await chat.history(of: room, before: nil, for: ann)
                }
                await expectRefusal(.notFound) { () throws(ChatError) in _ = try await chat.join(room, by: bob) }
                await expectRefusal(.notFound) { () throws(ChatError) in try await chat.leave(room, by: bob) }
                await expectRefusal(.notFound) { () throws(ChatError) in
                    _ = try await chat.markUnread(from: 1, in: room, by: bob)
                }
                let another = Nonce.text("new\(isChannel)")
                await expectRefusal(.notFound) { () throws(ChatError) in
                    _ = try await chat.send(room: room, text: "y", nonce: another, by: ann)
                }
                await expectRefusal(.notFound) { () throws(ChatError) in try await chat.deleteRoom(room, by: ann) }
                while try await chat.eraseDeletedRooms() {}
                let left = try await scene.store.read { transaction throws(ChatError) in
                    try transaction.event(sent.seq, in: room)
                }
                #expect(left == nil)
            }
            // Its name is free.
            _ = try await chat.createChannel(name: "General", by: bob)
        }
    }
}

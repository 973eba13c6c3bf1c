import ChatModel
import ClusterAPI
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Reports")
struct ReportTests {
    @Test("a member reports a message once; moderators see it with its text and say what became of it")
    func report() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let (owner, author) = (try await scene.caller("owner"), try await scene.caller("author"))
            let (member, outside) = (try await scene.caller("member"), try await scene.caller("outside"))
            let room = try await chat.createChannel(name: "General", by: owner).room.id
            _ = try await chat.addMembers([author, member].map(\.user), to: room, by: owner)
            let sent = try await chat.send(room: room, text: "bad words", nonce: .text("1"), by: author)
            let at = scene.clock.now()
            for reason in [" They insult\npeople. ", "again"] {
                try await chat.report(sent.seq, in: room, reason: reason, by: member)
            }
            let found = try await chat.reports(of: room, state: nil, before: nil, for: owner)
            let report = try #require(found.page.first)
            #expect(found.page.count == 1 && !found.more)
            #expect(
                report
                    == Report(
                        id: report.id, room: room, seq: sent.seq, author: author.user, reporter: member.user,
                        reason: "They insult\npeople.", at: at, text: "bad words"))
            for (seq, caller, code) in [
                (sent.seq, author, ErrorCode.invalidArgument), (1, member, .notFound), (99, member, .notFound),
                (sent.seq, outside, .notMember),
            ] {
                await expectRefusal(code) { () throws(ChatError) in
                    try await chat.report(seq, in: room, reason: "x", by: caller)
                }
            }
            for (reason, code) in [
                ("", ErrorCode.invalidArgument), (" \n", .invalidArgument),
                (String(repeating: "x", count: 501), .tooLong),
            ] {
                await expectRefusal(code) { () throws(ChatError) in
                    try await chat.report(sent.seq, in: room, reason: reason, by: member)
                }
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.resolveReport(report.id, as: .resolved, by: member)
            }
            await expectRefusal(.invalidArgument) { () throws(ChatError) in
                try await chat.resolveReport(report.id, as: .open, by: owner)
            }
            try await chat.deleteMessage(sent.seq, in: room, by: owner)
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await chat.report(sent.seq, in: room, reason: "x", by: owner)
            }
            try await chat.resolveReport(report.id, as: .resolved, by: owner)
            let entry = try await scene.store.read { store throws(ChatError) in
                try store.auditLog(before: nil, limit: 1)
            }.first
            #expect(entry?.action == .reportResolved && entry?.detail == "resolved" && entry?.user == author.user)
            let dealt = try await chat.reports(of: room, state: .resolved, before: nil, for: owner).page
            #expect(dealt.map(\.state) == [.resolved] && dealt.map(\.resolvedBy) == [owner.user])
            #expect(dealt.map(\.text) == [nil])
            #expect(try await chat.reports(of: room, state: .open, before: nil, for: owner).page.isEmpty)
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await chat.resolveReport(ReportID(millisecond: 0, entropy: 1), as: .resolved, by: owner)
            }
        }
    }

    @Test("who may read a room's reports is told how many are open, with each that is made or settled, and nobody else")
    func told() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let boss = try await scene.caller("boss", role: .owner)
            let admin = try await scene.caller("admin", role: .admin)
            let (owner, moderator) = (try await scene.caller("owner"), try await scene.caller("moderator"))
            let author = try await scene.caller("author")
            let others = [moderator.user, author.user]
            let channel = try await chat.createChannel(name: "General", by: owner).room.id
            _ = try await chat.addMembers(others, to: channel, by: owner)
            let group = try await chat.createGroup(name: "Us", users: others + [admin.user], by: owner).room.id
            let everybody = Set([boss, admin, owner, moderator].map(\.user))
            for (room, people) in [(channel, everybody), (group, everybody.subtracting([boss.user]))] {
                try await chat.setRole(.moderator, of: moderator.user, in: room, by: owner)
                let first = try await chat.send(room: room, text: "a", nonce: .text("\(room) 1"), by: author)
                let second = try await chat.send(room: room, text: "b", nonce: .text("\(room) 2"), by: author)
                scene.cluster.forget()
                try await chat.report(first.seq, in: room, reason: "x", by: moderator)
                try await chat.report(second.seq, in: room, reason: "x", by: owner)
                let report = try #require(
                    try await chat.reports(of: room, state: .open, before: nil, for: owner).page.first)
                try await chat.resolveReport(report.id, as: .dismissed, by: moderator)
                let expected = [1, 2, 1].map { Signal.reports(room: room, open: $0, to: people.sorted()) }
                #expect(scene.cluster.signals == expected)
            }
        }
    }

    @Test("the server's owners and administrators see those of all channels and of the groups that they are in")
    func everywhere() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let (maker, author) = (try await scene.caller("maker"), try await scene.caller("author"))
            let admin = try await scene.caller("admin", role: .admin)
            let channel = try await chat.createChannel(name: "General", by: maker).room.id
            _ = try await chat.join(channel, by: author)
            let group = try await chat.createGroup(name: "Us", users: [author.user], by: maker).room.id
            let shared = try await chat.createGroup(name: "We", users: [author.user, admin.user], by: maker).room.id
            for room in [channel, group, shared] {
                let sent = try await chat.send(room: room, text: "x", nonce: .text("\(room)"), by: author)
                try await chat.report(sent.seq, in: room, reason: "x", by: maker)
                scene.clock.advance(seconds: 1)
            }
            let seen = try await chat.reports(of: nil, state: nil, before: nil, limit: 1, for: admin)
            #expect(seen.page.map(\.room) == [shared] && seen.more)
            let rest = try await chat.reports(of: nil, state: nil, before: seen.page[0].id, for: admin)
            #expect(rest.page.map(\.room) == [channel] && !rest.more)
            for caller in [maker, author] {
                await expectRefusal(.forbidden) { () throws(ChatError) in
                    try await chat.reports(of: nil, state: nil, before: nil, for: caller)
                }
            }
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await chat.reports(of: group, state: nil, before: nil, for: admin)
            }
            let hidden = try #require(
                try await chat.reports(of: group, state: nil, before: nil, for: maker).page.first)
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await chat.resolveReport(hidden.id, as: .resolved, by: admin)
            }
            let direct = try await chat.direct(with: [author.user], by: maker).room.id
            let said = try await chat.send(room: direct, text: "x", nonce: .text("d"), by: author)
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.report(said.seq, in: direct, reason: "x", by: maker)
            }
        }
    }

    @Test("somebody's reports that wait are at most a hundred")
    func bounded() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let (owner, member) = (try await scene.caller("owner"), try await scene.caller("member"))
            let room = try await chat.createChannel(name: "General", by: owner).room.id
            _ = try await chat.join(room, by: member)
            var seqs: [Int64] = []
            for number in 0...Limits.openReports {
                seqs.append(try await chat.send(room: room, text: "x", nonce: .text("\(number)"), by: owner).seq)
            }
            for seq in seqs.dropLast() { try await chat.report(seq, in: room, reason: "x", by: member) }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.report(seqs[seqs.count - 1], in: room, reason: "x", by: member)
            }
            let oldest = try #require(
                try await chat.reports(of: room, state: nil, before: nil, limit: 100, for: owner).page.last)
            try await chat.resolveReport(oldest.id, as: .dismissed, by: owner)
            try await chat.report(seqs[seqs.count - 1], in: room, reason: "x", by: member)
        }
    }
}

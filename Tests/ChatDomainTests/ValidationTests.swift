import ChatModel
import TestThreads
import Testing

@testable import ChatDomain

@Suite("What accounts are made of", .ownThread)
struct ValidationTests {
    private func refused(
        email: String = "ann@example.org", password: String = "password", name: String = "Ann",
        picture: String = "fox", color: String = "#c0ffee"
    ) -> ChatError? {
        do throws(ChatError) {
            _ = try Registration(
                email: email, password: password, name: name, avatar: Avatar(picture: picture, color: color))
            return nil
        } catch { return error }
    }

    @Test("an address is lower-cased by ASCII's rule, a name trimmed, a colour lower-cased")
    func normalized() throws {
        let registration = try Registration(
            email: "Änn.B@Example.ORG", password: "password", name: "\u{a0} Ann  B \n",
            avatar: Avatar(picture: "Fox_1-a", color: "#C0FFEE"))
        #expect(registration.email == "Änn.b@example.org")
        #expect(registration.name == "Ann  B")
        #expect(registration.avatar == Avatar(picture: "Fox_1-a", color: "#c0ffee"))
    }

    @Test(
        "an address has one @ with something on both sides, and nothing that cannot be seen",
        arguments: ["", "ann", "@", "ann@", "@b", "a@b@c", "a b@c", "a@b\n", "a@b\u{200b}", "a\0@b"])
    func email(email: String) {
        #expect(refused(email: email)?.code == .invalidArgument)
        #expect(refused(email: email)?.field == "email")
    }

    @Test("lengths are held at their ends")
    func lengths() {
        #expect(refused(email: String(repeating: "a", count: 252) + "@b") == nil)
        #expect(refused(email: String(repeating: "a", count: 253) + "@b")?.code == .tooLong)
        #expect(refused(password: String(repeating: "p", count: 7))?.code == .invalidArgument)
        #expect(refused(password: String(repeating: "p", count: 8)) == nil)
        #expect(refused(password: String(repeating: "p", count: 256)) == nil)
        #expect(refused(password: String(repeating: "p", count: 257))?.code == .tooLong)
        #expect(refused(password: String(repeating: "p", count: 257))?.field == "password")
        #expect(refused(name: String(repeating: "é", count: 80)) == nil)
        #expect(refused(name: String(repeating: "é", count: 81))?.code == .tooLong)
        #expect(refused(name: String(repeating: " ", count: 1_000_000))?.code == .tooLong)
        #expect(refused(picture: String(repeating: "p", count: 64)) == nil)
        #expect(refused(picture: String(repeating: "p", count: 65))?.field == "avatar")
    }

    @Test(
        "a name shows something and cannot rewrite the line it is shown in",
        arguments: [
            "", "   ", "a\nb", "a\tb", "a\u{0}b", "a\u{7f}b", "a\u{85}b", "a\u{202e}b", "a\u{2066}b", "a\u{2028}b",
            "\u{200b}\u{200d}", "\u{feff}", "\u{ad}", "\u{2800}",
        ])
    func name(name: String) {
        #expect(refused(name: name)?.code == .invalidArgument)
        #expect(refused(name: name)?.field == "name")
    }

    @Test(
        "names in any script are good, with joiners inside", arguments: ["李", "Ann-Marie O'Neil", "👩‍💻", "می‌خواهم", "é"])
    func goodNames(name: String) {
        #expect(refused(name: name) == nil)
    }

    @Test(
        "an avatar is a plain name on a plain colour",
        arguments: [
            ("", "#c0ffee"), ("a b", "#c0ffee"), ("a/b", "#c0ffee"), ("fö", "#c0ffee"), ("fox", "c0ffee"),
            ("fox", "#c0ffe"), ("fox", "#c0ffeee"), ("fox", "#c0ffeg"), ("fox", "#c0ff\u{e9}"), ("fox", ""),
        ])
    func avatar(picture: String, color: String) {
        #expect(refused(picture: picture, color: color)?.field == "avatar")
    }
}

@Suite("Ids, secrets and fingerprints", .ownThread)
struct SmallPartsTests {
    @Test("ids never repeat and grow, within a millisecond, past it and when the clock is set back")
    func identifiers() {
        let clock = ManualClock()
        let source = IdentifierSource(clock: clock, credentials: PlainCredentials())
        var ids: [MessageID] = []
        for round in 0..<3 {
            for _ in 0..<1_000 { ids.append(source.next()) }
            clock.advance(milliseconds: round == 1 ? -5_000 : 1)
        }
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("more ids than a millisecond has room for go on in the next one")
    func manyIdentifiers() {
        let source = IdentifierSource(clock: ManualClock(), credentials: PlainCredentials())
        var last: MessageID = source.next()
        var grows = true
        for _ in 0..<(1 << 22) + 10 {
            let next: MessageID = source.next()
            grows = grows && last < next
            last = next
        }
        #expect(grows)
    }

    @Test("base64url as RFC 4648 has it, without padding")
    func base64() {
        let vectors: [(String, String)] = [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ]
        for (plain, encoded) in vectors { #expect(Secret.base64URL(Array(plain.utf8)) == encoded) }
        #expect(Secret.base64URL([0xfb, 0xff, 0xfe]) == "-__-")
    }

    @Test("a fingerprint is FNV-1a of room and text, so that it is the same after a restart")
    func fingerprint() throws {
        // FNV-1a of eight zero bytes, and of those followed by "a".
        let zero = RoomID(millisecond: 0, entropy: 0)
        #expect(Fingerprint.of(room: zero, text: "") == 0xa8c7_f832_281a_39c5)
        #expect(Fingerprint.of(room: zero, text: "a") != Fingerprint.of(room: zero, text: "b"))
        #expect(
            Fingerprint.of(room: zero, text: "a")
                != Fingerprint.of(room: RoomID(millisecond: 0, entropy: 1), text: "a"))
    }
}
